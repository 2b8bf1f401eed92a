//! A point that moves, against the border of a polygon.
//!
//! A circle comes to a corner by an arc, past which it either comes closer or not. A point comes to it without one, so that
//! what it does there is asked of the two edges: it goes in if it goes in through both of them, or through one where the
//! corner is hollow; else it only passes by, as along a floor of tiles.
//!
//! On which side of its way a corner lies is computed once for both of the corner's edges. So rounding may lead the point
//! through the one or the other, but never between them.

use super::circle::Course;
use super::ring::Ring;
use crate::geometry::POINT_ROUNDING;

impl Course {
    /// The edges of a polygon that the point goes in through.
    pub(super) fn meet_as_point(&mut self, ring: &impl Ring) {
        let (motion, count, sign) = (self.motion, ring.count(), ring.sign());
        // As of a ring that runs clockwise: of one that runs the other way both ends of an edge change places and signs.
        let side = |index: usize| ring.apart(index % count).perp_dot(motion) * sign;
        let hollow = |index: usize| {
            let apart = ring.apart(index % count);
            let before = ring.apart((index + count - 1) % count) - apart;
            before.perp_dot(apart - ring.apart((index + 1) % count)) * sign < 0.0
        };
        let entered = |index: usize| {
            let (start, end) = (side(index), side(index + 1));
            let begins = start > 0.0 || (start == 0.0 && (side(index + count - 1) > 0.0 || hollow(index)));
            let ends = end < 0.0 || (end == 0.0 && (side(index + 2) < 0.0 || hollow(index + 1)));
            start > end && begins && ends
        };
        for index in (0..count).filter(|&index| entered(index)) {
            let edge = ring.edge(index);
            let speed = -motion.dot(edge.normal);
            // On the edge, but for rounding, it is in front of it.
            let rounding = ring.apart(index).abs().max_element() * POINT_ROUNDING;
            if speed > 0.0 && edge.separation >= -rounding {
                self.meet((edge.separation / speed).max(0.0), edge.normal);
            }
        }
    }
}
