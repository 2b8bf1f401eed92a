//! A point that moves, against the border of a polygon.
//!
//! A circle comes to a corner by an arc, past which it either comes closer or not. A point comes to it without one, so that
//! what it does there is asked of the two edges: it goes in if it goes in through both of them, or through one where the
//! corner is hollow; else it only passes by, as along a floor of tiles.
//!
//! On which side of its way a corner lies is computed once for both of the corner's edges. So rounding may lead the point
//! through the one or the other, but never between them.

use super::circle::Course;
use crate::geometry::POINT_ROUNDING;
use glam::DVec2;

/// A polygon as a moving point sees it.
pub(super) trait Ring {
    /// How many corners there are.
    fn count(&self) -> usize;
    /// The corner `index`, from the point, in the order that is clockwise on screen.
    fn corner(&self, index: usize) -> DVec2;
    /// The outward unit normal of the edge from the corner `index`, and how far in front of it the point lies.
    fn edge(&self, index: usize) -> (DVec2, f64);
}

impl Course {
    /// The edges of a polygon that the point goes in through.
    pub(super) fn meet_as_point(&mut self, ring: &impl Ring) {
        let count = ring.count();
        let side = |index: usize| self.motion.perp_dot(ring.corner(index % count));
        let hollow = |index: usize| {
            let corner = ring.corner(index % count);
            let before = corner - ring.corner((index + count - 1) % count);
            before.perp_dot(ring.corner((index + 1) % count) - corner) < 0.0
        };
        let entered = |index: usize| {
            let (start, end) = (side(index), side(index + 1));
            let begins = start > 0.0 || (start == 0.0 && (side(index + count - 1) > 0.0 || hollow(index)));
            let ends = end < 0.0 || (end == 0.0 && (side(index + 2) < 0.0 || hollow(index + 1)));
            start > end && begins && ends
        };
        let mut met = *self;
        for index in 0..count {
            if !entered(index) {
                continue;
            }
            let (normal, separation) = ring.edge(index);
            let speed = -self.motion.dot(normal);
            // On the edge, but for rounding, it is in front of it.
            let rounding = ring.corner(index).abs().max_element() * POINT_ROUNDING;
            if speed > 0.0 && separation >= -rounding {
                met.meet((separation / speed).max(0.0), normal);
            }
        }
        *self = met;
    }
}
