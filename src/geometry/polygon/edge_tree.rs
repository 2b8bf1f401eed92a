//! The edges of a polygon, in boxes within boxes.

use super::Polygon;
use crate::geometry::{Aabb, Segment, closest_on_segment};
use glam::Vec2;

/// A tree of boxes around edges that follow each other, so that an edge near a place is found without looking at most others.
///
/// Node 1 is the root, the children of node `i` are `2i` and `2i + 1`, and the leaves are the edges.
pub(super) struct EdgeTree<'a> {
    polygon: &'a Polygon,
    boxes: Vec<Aabb>,
    /// The number of the first leaf, a power of two.
    first_leaf: usize,
}

/// Whether a place is nearer to an edge than `reach`.
pub(super) fn is_nearer(edge: &Segment, place: Vec2, reach: f64) -> bool {
    let place = place.as_dvec2();
    let nearest = closest_on_segment(edge.start.as_dvec2(), edge.end.as_dvec2(), place);
    nearest.distance_squared(place) < reach * reach
}

impl<'a> EdgeTree<'a> {
    pub(super) fn new(polygon: &'a Polygon) -> Self {
        let count = polygon.points().len();
        let first_leaf = count.next_power_of_two();
        // Leaves past the last edge repeat it, so that each box is one of edges.
        let mut boxes = vec![polygon.edge(count - 1).bounds(); 2 * first_leaf];
        for (leaf, edge) in boxes[first_leaf..].iter_mut().zip(polygon.edges()) {
            *leaf = edge.bounds();
        }
        for node in (1..first_leaf).rev() {
            boxes[node] = boxes[2 * node].union(&boxes[2 * node + 1]);
        }
        Self { polygon, boxes, first_leaf }
    }

    /// An edge that is nearer to a place than `reach`, if there is one; mostly one of the nearest.
    pub(super) fn nearer_than(&self, place: Vec2, reach: f64) -> Option<usize> {
        let from = place.as_dvec2();
        let distance = |node: usize| {
            let Aabb { min, max } = self.boxes[node];
            from.clamp(min.as_dvec2(), max.as_dvec2()).distance_squared(from)
        };
        // A little more, so that rounding leaves out no edge that is nearer by its own formula.
        let limit = reach * reach * (1.0 + 1e-12);
        let mut waiting = vec![1];
        while let Some(node) = waiting.pop() {
            if node >= self.first_leaf {
                let edge = node - self.first_leaf;
                if edge < self.polygon.points().len() && is_nearer(&self.polygon.edge(edge), place, reach) {
                    return Some(edge);
                }
                continue;
            }
            let children = [2 * node, 2 * node + 1].map(|child| (distance(child), child));
            let (nearer, further) =
                if children[0].0 <= children[1].0 { (children[0], children[1]) } else { (children[1], children[0]) };
            // The one that is put down last is looked at first.
            waiting.extend([further, nearer].into_iter().filter(|child| child.0 < limit).map(|child| child.1));
        }
        None
    }
}
