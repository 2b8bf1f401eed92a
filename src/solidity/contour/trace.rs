//! From linked corners to loops, and which loop lies in which.

use super::Contour;
use super::corners::{LinkedCorners, NONE};

/// The loops in the order of their first corners.
///
/// The upper left corner of a loop has edges to the right and below, so that each loop begins at the first of its
/// starts. A loop that goes on to the right comes before in that order: an upright edge to the left of a first corner, in the
/// row of pixels below it, belongs to a loop whose own first corner lies higher, or in that row and further left.
///
/// Between that edge and the corner no pixel of the row differs from the next. So either the loop to the left is the one
/// around, or both lie side by side in the same one: the latter where both are holes, or neither is.
pub(super) fn loops_of(linked: LinkedCorners) -> Vec<Contour> {
    let LinkedCorners { mut corners, starts } = linked;
    let mut contours: Vec<Contour> = Vec::new();
    let mut points = Vec::new();
    for start in starts {
        if corners[start.corner].contour != NONE {
            continue;
        }
        let mut at = start.corner;
        points.clear();
        while corners[at].contour == NONE {
            corners[at].contour = contours.len();
            points.push(corners[at].at);
            at = corners[at].next;
        }
        // An outer loop has its solid pixels below the first edge, and leaves to the right.
        let is_hole = points[1].x == points[0].x;
        let parent = if start.left == NONE {
            None
        } else {
            let left = corners[start.left].contour;
            if contours[left].is_hole == is_hole { contours[left].parent } else { Some(left) }
        };
        contours.push(Contour::new(points.clone(), is_hole, parent));
    }
    contours
}
