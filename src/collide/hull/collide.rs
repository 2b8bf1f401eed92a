//! Hulls against polygons, circles and hulls: each piece near the other shape, one after the other.

use super::Hull;
use super::near::NearPieces;
use super::obstacle::{CircleObstacle, Obstacle, PolygonObstacle};
use crate::collide::contact::{Contact, PackedContact};
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
        dispatch!(Level::new(), simd => self.contact_in(simd, &obstacle)).contact()
    }

    fn sweep(&self, other: &ConvexPolygon, motion: Vec2) -> Sweep {
        let obstacle = PolygonObstacle::new(self, other, Vec2::ZERO);
        dispatch!(Level::new(), simd => self.sweep_in(simd, &obstacle, valid_motion(motion)))
    }
}

impl Collide<Circle> for Hull {
    fn intersects(&self, other: &Circle) -> bool {
        let Some(obstacle) = CircleObstacle::new(self, other) else { return false };
        dispatch!(Level::new(), simd => self.overlaps_in(simd, &obstacle))
    }

    fn contact(&self, other: &Circle) -> Option<Contact> {
        let obstacle = CircleObstacle::new(self, other)?;
        dispatch!(Level::new(), simd => self.contact_in(simd, &obstacle)).contact()
    }

    fn sweep(&self, other: &Circle, motion: Vec2) -> Sweep {
        let Some(obstacle) = CircleObstacle::new(self, other) else { return Sweep::default() };
        dispatch!(Level::new(), simd => self.sweep_in(simd, &obstacle, valid_motion(motion)))
    }
}

impl Collide for Hull {
    fn intersects(&self, other: &Self) -> bool {
        dispatch!(Level::new(), simd => {
            let mut near = NearPieces::new(self, other);
            while let Some(piece) = near.next(simd) {
                if self.overlaps_in(simd, &piece) {
                    return true;
                }
            }
            false
        })
    }

    fn contact(&self, other: &Self) -> Option<Contact> {
        let deepest = dispatch!(Level::new(), simd => {
            let mut deepest = PackedContact::NONE;
            let mut near = NearPieces::new(self, other);
            while let Some(piece) = near.next(simd) {
                deepest = deepest.or_deeper(self.contact_in(simd, &piece));
            }
            deepest
        });
        deepest.contact()
    }

    fn sweep(&self, other: &Self, motion: Vec2) -> Sweep {
        dispatch!(Level::new(), simd => slide(
            valid_motion(motion),
            self.size(),
            #[inline(always)]
            |motion, place| {
                let mut first = Sweep::default();
                let mut near = NearPieces::on_the_way(self, other, place, motion);
                while let Some(piece) = near.next(simd) {
                    first = first.or_earlier(self.first_met(simd, &piece, motion));
                }
                first
            },
        ))
    }
}

impl Hull {
    /// Moves against an obstacle, and slides along it.
    #[inline(always)]
    fn sweep_in<S: Simd, O: Obstacle>(&self, simd: S, obstacle: &O, motion: Vec2) -> Sweep {
        slide(
            motion,
            self.size(),
            #[inline(always)]
            |motion, place| self.first_met(simd, &obstacle.moved(-place), motion),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collide::levels::{assert_same_bits, contact_bits, levels, number, polygon, sweep_bits, vector};

    // One dispatch a function: unoptimized, each keeps all that it may call on the stack.
    fn overlap_bits<O: Obstacle>(level: Level, hull: &Hull, obstacle: &O) -> Vec<u32> {
        vec![u32::from(dispatch!(level, simd => hull.overlaps_in(simd, obstacle)))]
    }

    fn deepest_bits<O: Obstacle>(level: Level, hull: &Hull, obstacle: &O) -> Vec<u32> {
        contact_bits(dispatch!(level, simd => hull.contact_in(simd, obstacle)).contact())
    }

    fn swept_bits<O: Obstacle>(level: Level, hull: &Hull, obstacle: &O, motion: Vec2) -> Vec<u32> {
        sweep_bits(&dispatch!(level, simd => hull.sweep_in(simd, obstacle, motion)))
    }

    fn answers<O: Obstacle>(level: Level, hull: &Hull, obstacle: &O, motion: Vec2) -> Vec<u32> {
        let at_rest = [overlap_bits(level, hull, obstacle), deepest_bits(level, hull, obstacle)].concat();
        [at_rest, swept_bits(level, hull, obstacle, motion)].concat()
    }

    #[test]
    fn hulls_give_the_same_bits_at_every_level() {
        let mut rng = fastrand::Rng::with_seed(552);
        let mut overlapping = 0;
        for _ in 0..120 {
            // More than eight pieces too, whose boxes take more than one set of lanes.
            let pieces = (0..rng.usize(1..14)).map(|_| polygon(&mut rng)).collect();
            let hull = Hull::of(pieces, vector(&mut rng, 10.0));
            let other = polygon(&mut rng);
            let circle = Circle::new(vector(&mut rng, 10.0), number(&mut rng, 4.0).abs());
            let motion = vector(&mut rng, 40.0);
            let obstacle = PolygonObstacle::new(&hull, &other, vector(&mut rng, 25.0));
            let ball = CircleObstacle::new(&hull, &circle).expect("a valid circle");
            let all = levels().map(|level| {
                (level, [answers(level, &hull, &obstacle, motion), answers(level, &hull, &ball, motion)].concat())
            });
            overlapping += assert_same_bits(all)[0];
        }
        assert!((20..100).contains(&overlapping), "{overlapping}");
    }
}
