//! Hulls against polygons, circles and hulls: each piece near the other shape, one after the other.

use super::Hull;
use super::obstacle::{CircleObstacle, Obstacle, PolygonObstacle};
use crate::collide::contact::Contact;
use crate::collide::convex::ConvexPolygon;
use crate::collide::shape::Collide;
use crate::collide::sweep::{Sweep, slide, valid_motion};
use crate::geometry::Circle;
use fearless_simd::{Level, Simd, dispatch};
use glam::Vec2;

impl Collide<ConvexPolygon> for Hull {
    fn intersects(&self, other: &ConvexPolygon) -> bool {
        let obstacle = PolygonObstacle::new(self, other, Vec2::ZERO);
        dispatch!(Level::new(), simd => self.overlaps_in(simd, &obstacle))
    }

    fn contact(&self, other: &ConvexPolygon) -> Option<Contact> {
        let obstacle = PolygonObstacle::new(self, other, Vec2::ZERO);
        dispatch!(Level::new(), simd => self.contact_in(simd, &obstacle))
    }

    fn sweep(&self, other: &ConvexPolygon, motion: Vec2) -> Sweep {
        let obstacle = PolygonObstacle::new(self, other, Vec2::ZERO);
        dispatch!(Level::new(), simd => self.sweep_in(simd, &[obstacle], valid_motion(motion)))
    }
}

impl Collide<Circle> for Hull {
    fn intersects(&self, other: &Circle) -> bool {
        let Some(obstacle) = CircleObstacle::new(self, other) else { return false };
        dispatch!(Level::new(), simd => self.overlaps_in(simd, &obstacle))
    }

    fn contact(&self, other: &Circle) -> Option<Contact> {
        let obstacle = CircleObstacle::new(self, other)?;
        dispatch!(Level::new(), simd => self.contact_in(simd, &obstacle))
    }

    fn sweep(&self, other: &Circle, motion: Vec2) -> Sweep {
        let Some(obstacle) = CircleObstacle::new(self, other) else { return Sweep::default() };
        dispatch!(Level::new(), simd => self.sweep_in(simd, &[obstacle], valid_motion(motion)))
    }
}

impl Collide for Hull {
    fn intersects(&self, other: &Self) -> bool {
        dispatch!(Level::new(), simd => {
            for piece in &other.pieces {
                if self.overlaps_in(simd, &PolygonObstacle::new(self, piece, other.position)) {
                    return true;
                }
            }
            false
        })
    }

    fn contact(&self, other: &Self) -> Option<Contact> {
        dispatch!(Level::new(), simd => {
            let mut deepest = None;
            for piece in &other.pieces {
                let found = self.contact_in(simd, &PolygonObstacle::new(self, piece, other.position));
                deepest = deeper(deepest, found);
            }
            deepest
        })
    }

    fn sweep(&self, other: &Self, motion: Vec2) -> Sweep {
        let obstacles: Vec<_> =
            other.pieces.iter().map(|piece| PolygonObstacle::new(self, piece, other.position)).collect();
        dispatch!(Level::new(), simd => self.sweep_in(simd, &obstacles, valid_motion(motion)))
    }
}

impl Hull {
    /// Moves against obstacles, and slides along them.
    #[inline(always)]
    fn sweep_in<S: Simd, O: Obstacle>(&self, simd: S, obstacles: &[O], motion: Vec2) -> Sweep {
        slide(
            motion,
            self.size(),
            #[inline(always)]
            |motion, place| {
                let mut first = Sweep::default();
                for obstacle in obstacles {
                    first = first.or_earlier(self.first_met(simd, &obstacle.moved(-place), motion));
                }
                first
            },
        )
    }
}

/// The deeper of two contacts; of two that are as deep, by the rule of ties.
#[inline(always)]
pub(super) fn deeper(a: Option<Contact>, b: Option<Contact>) -> Option<Contact> {
    match (a, b) {
        (Some(first), Some(second)) => Some(if second.is_deeper_than(&first) { second } else { first }),
        (first, second) => first.or(second),
    }
}
