//! Hulls against polygons, circles and hulls: the pieces whose boxes are near the other shape, one after another.

use super::Hull;
use crate::collide::axis::Placement;
use crate::collide::circle;
use crate::collide::contact::{Contact, PackedContact};
use crate::collide::convex::{ConvexPolygon, LANES};
use crate::collide::lanes::Lanes;
use crate::collide::sat;
use crate::collide::shape::{CollidesWith, manifold_by_cores};
use crate::collide::sweep::{self, Sweep, slide, valid_motion};
use crate::geometry::{Aabb, BOX_ROUNDING, Bound, Circle};
use crate::simd::{Level, dispatch};
use glam::{DVec2, Vec2};

impl CollidesWith<ConvexPolygon> for Hull {
    fn intersects(&self, other: &ConvexPolygon) -> bool {
        let obstacle = PolygonObstacle::new(self, other, Vec2::ZERO);
        dispatch!(Level::best(), lanes => self.overlaps_in(lanes, &obstacle))
    }

    fn contact(&self, other: &ConvexPolygon) -> Option<Contact> {
        let obstacle = PolygonObstacle::new(self, other, Vec2::ZERO);
        dispatch!(Level::best(), lanes => self.contact_in(lanes, &obstacle, || self.apart_from(&obstacle.bounds)))
            .contact()
    }

    manifold_by_cores!(ConvexPolygon);

    fn sweep(&self, other: &ConvexPolygon, motion: Vec2) -> Sweep {
        let obstacle = PolygonObstacle::new(self, other, Vec2::ZERO);
        self.sweep_against(Level::best(), &obstacle, valid_motion(motion))
    }
}

impl CollidesWith<Circle> for Hull {
    fn intersects(&self, other: &Circle) -> bool {
        let Some(obstacle) = CircleObstacle::new(self, other) else { return false };
        dispatch!(Level::best(), lanes => self.overlaps_in(lanes, &obstacle))
    }

    fn contact(&self, other: &Circle) -> Option<Contact> {
        let obstacle = CircleObstacle::new(self, other)?;
        dispatch!(Level::best(), lanes => self.contact_in(lanes, &obstacle, || self.apart_from(&obstacle.bounds)))
            .contact()
    }

    manifold_by_cores!(Circle);

    fn sweep(&self, other: &Circle, motion: Vec2) -> Sweep {
        let Some(obstacle) = CircleObstacle::new(self, other) else { return Sweep::default() };
        self.sweep_against(Level::best(), &obstacle, valid_motion(motion))
    }
}

impl CollidesWith for Hull {
    fn intersects(&self, other: &Self) -> bool {
        dispatch!(Level::best(), move lanes => {
            let mut near = NearPieces::new(self, other, Vec2::ZERO, Vec2::ZERO);
            while let Some(piece) = near.next(lanes) {
                if self.overlaps_in(lanes, &piece) {
                    return true;
                }
            }
            false
        })
    }

    fn contact(&self, other: &Self) -> Option<Contact> {
        let deepest = dispatch!(Level::best(), move lanes => {
            let mut deepest = PackedContact::NONE;
            let mut near = NearPieces::new(self, other, Vec2::ZERO, Vec2::ZERO);
            while let Some(piece) = near.next(lanes) {
                let apart = || self.apart_from(&other.bounds) - near.shift * 2.0;
                deepest = deepest.or_deeper(self.contact_in(lanes, &piece, apart), apart);
            }
            deepest
        });
        deepest.contact()
    }

    manifold_by_cores!(Self);

    fn sweep(&self, other: &Self, motion: Vec2) -> Sweep {
        slide(valid_motion(motion), self.size(), &|motion, position| {
            dispatch!(Level::best(), lanes => {
                let mut first = Sweep::default();
                let mut near = NearPieces::new(self, other, position, motion);
                while let Some(piece) = near.next(lanes) {
                    first = first.or_earlier(self.first_hit(lanes, &piece, motion), motion);
                }
                first
            })
        })
    }
}

impl Hull {
    /// Returns whether any piece overlaps an obstacle.
    #[inline(always)]
    fn overlaps_in<L: Lanes, O: ConvexObstacle>(&self, lanes: L, obstacle: &O) -> bool {
        let bounds = obstacle.bounds();
        for block in 0..self.boxes.len() {
            let mut near = self.boxes[block].overlapping(lanes, &bounds);
            while let Some(piece) = self.next_piece(block, &mut near) {
                if obstacle.overlaps(lanes, piece) {
                    return true;
                }
            }
        }
        false
    }

    /// Returns twice the vector from the center of a box in the hull's frame to the center of the hull's box.
    fn apart_from(&self, bounds: &Aabb) -> Vec2 {
        self.bounds.min + self.bounds.max - (bounds.min + bounds.max)
    }

    /// Returns the deepest contact of a piece with an obstacle, for the hull. `apart` leads from the center of the whole
    /// other shape's box to the center of the hull's: pieces must not decide a tie, as they differ once the shapes are
    /// swapped.
    #[inline(always)]
    fn contact_in<L: Lanes, O: ConvexObstacle>(
        &self,
        lanes: L,
        obstacle: &O,
        apart: impl Fn() -> Vec2,
    ) -> PackedContact {
        let bounds = obstacle.bounds();
        let mut deepest = PackedContact::NONE;
        for block in 0..self.boxes.len() {
            let mut near = self.boxes[block].overlapping(lanes, &bounds);
            while let Some(piece) = self.next_piece(block, &mut near) {
                deepest = deepest.or_deeper(obstacle.contact(lanes, piece), &apart);
            }
        }
        deepest
    }

    /// Moves the hull against an obstacle, and slides along it.
    fn sweep_against<O: ConvexObstacle>(&self, level: Level, obstacle: &O, motion: Vec2) -> Sweep {
        slide(motion, self.size(), &|motion, position| {
            let obstacle = obstacle.moved(-position);
            dispatch!(level, lanes => self.first_hit(lanes, &obstacle, motion))
        })
    }

    /// Returns the first hit of a piece on an obstacle while the hull moves, with the slide of that piece alone.
    ///
    /// If pieces overlap the obstacle at the beginning, the result is the sweep of the piece with the longest MTV.
    #[inline(always)]
    fn first_hit<L: Lanes, O: ConvexObstacle>(&self, lanes: L, obstacle: &O, motion: Vec2) -> Sweep {
        let Aabb { min, max } = obstacle.bounds();
        // In the hull's frame the obstacle moves the other way.
        let swept = Aabb::new(min - motion.at_least(Vec2::ZERO), max - motion.at_most(Vec2::ZERO));
        let mut first = Sweep::default();
        for block in 0..self.boxes.len() {
            let mut near = self.boxes[block].overlapping(lanes, &swept);
            while let Some(piece) = self.next_piece(block, &mut near) {
                first = first.or_earlier(obstacle.sweep(lanes, piece, motion), motion);
            }
        }
        first
    }

    /// Takes the lowest set bit, and returns its piece of a block.
    #[inline(always)]
    fn next_piece(&self, block: usize, near: &mut u32) -> Option<&ConvexPolygon> {
        let lane = near.trailing_zeros() as usize;
        *near &= near.wrapping_sub(1);
        if lane < LANES { self.pieces.get(block * LANES + lane) } else { None }
    }
}

/// The pieces of one hull whose boxes overlap the box of another hull, which may be moving.
///
/// The margin for rounding is the same for all pieces, so it is computed once.
struct NearPieces<'h> {
    of: &'h Hull,
    /// From the other hull's frame to the frame of `of`.
    shift: Vec2,
    /// The other hull's box, extended along its motion, in the frame of `of`.
    window: Aabb,
    /// The margin for rounding.
    margin: Vec2,
    /// The touch tolerance.
    touch: f32,
    /// The next block of boxes, and the lanes left in the block before.
    block: usize,
    lanes: u32,
}

impl<'h> NearPieces<'h> {
    /// Finds the pieces of `of` near `hull` during `motion`, which begins `position` away from the hull's own place.
    #[inline(always)]
    fn new(hull: &Hull, of: &'h Hull, position: Vec2, motion: Vec2) -> Self {
        let apart = of.position - hull.position;
        let shift = apart - position;
        let margin = (hull.reach() + of.reach() + apart.abs() + position.abs()) * (2.0 * BOX_ROUNDING);
        let (min, max) = (hull.bounds.min - shift - margin, hull.bounds.max - shift + margin);
        let window = Aabb::new(min + motion.at_most(Vec2::ZERO), max + motion.at_least(Vec2::ZERO));
        Self { of, shift, window, margin, touch: hull.touch() + of.touch(), block: 0, lanes: 0 }
    }

    /// Returns the next piece, as an obstacle in the other hull's frame.
    #[inline(always)]
    fn next<L: Lanes>(&mut self, lanes: L) -> Option<PolygonObstacle<'h>> {
        while self.lanes == 0 {
            self.lanes = self.of.boxes.get(self.block)?.overlapping(lanes, &self.window);
            self.block += 1;
        }
        let (block, lane) = (self.block - 1, self.lanes.trailing_zeros() as usize);
        self.lanes &= self.lanes - 1;
        let polygon = self.of.pieces.get(block * LANES + lane)?;
        let Aabb { min, max } = self.of.boxes[block].get(lane).translated(self.shift);
        let bounds = Aabb::new(min - self.margin, max + self.margin);
        Some(PolygonObstacle { polygon, shift: self.shift, touch: self.touch, bounds })
    }
}

/// A convex shape in the frame of a hull. All answers are for the hull's piece that is tested against it.
trait ConvexObstacle {
    /// Returns a bounding box with a margin for rounding.
    fn bounds(&self) -> Aabb;
    fn moved(&self, offset: Vec2) -> Self;
    fn overlaps<L: Lanes>(&self, lanes: L, piece: &ConvexPolygon) -> bool;
    fn contact<L: Lanes>(&self, lanes: L, piece: &ConvexPolygon) -> PackedContact;
    fn sweep<L: Lanes>(&self, lanes: L, piece: &ConvexPolygon, motion: Vec2) -> Sweep;
}

/// A polygon whose frame is moved by `shift`.
#[derive(Clone, Copy)]
struct PolygonObstacle<'p> {
    polygon: &'p ConvexPolygon,
    shift: Vec2,
    /// The touch tolerance.
    touch: f32,
    bounds: Aabb,
}

impl<'p> PolygonObstacle<'p> {
    /// Creates the obstacle of a polygon whose frame is at `position`.
    #[inline(always)]
    fn new(hull: &Hull, polygon: &'p ConvexPolygon, position: Vec2) -> Self {
        let shift = position - hull.position;
        let bounds = safely_moved(&polygon.bounds(), shift, hull.reach());
        Self { polygon, shift, touch: hull.touch() + polygon.touch(), bounds }
    }

    #[inline(always)]
    fn offset_from(&self, piece: &ConvexPolygon) -> Vec2 {
        piece.offset_to(self.polygon) + self.shift
    }
}

impl ConvexObstacle for PolygonObstacle<'_> {
    #[inline(always)]
    fn bounds(&self) -> Aabb {
        self.bounds
    }

    #[inline(always)]
    fn moved(&self, offset: Vec2) -> Self {
        Self { shift: self.shift + offset, bounds: self.bounds.translated(offset), ..*self }
    }

    #[inline(always)]
    fn overlaps<L: Lanes>(&self, lanes: L, piece: &ConvexPolygon) -> bool {
        sat::overlap_in(lanes, piece, self.polygon, self.offset_from(piece), self.touch)
    }

    #[inline(always)]
    fn contact<L: Lanes>(&self, lanes: L, piece: &ConvexPolygon) -> PackedContact {
        sat::contact_in(lanes, piece, self.polygon, self.offset_from(piece), self.touch)
    }

    #[inline(always)]
    fn sweep<L: Lanes>(&self, lanes: L, piece: &ConvexPolygon, motion: Vec2) -> Sweep {
        let placement = Placement { offset: self.offset_from(piece), touch: self.touch, is_whole: false };
        sweep::polygon::sweep_in(lanes, piece, self.polygon, placement, motion)
    }
}

/// A [valid](Circle::is_valid) circle.
#[derive(Clone, Copy)]
struct CircleObstacle {
    center: DVec2,
    radius: f64,
    /// The touch tolerance.
    touch: f32,
    bounds: Aabb,
}

impl CircleObstacle {
    /// Creates the obstacle of a circle; `None` if the circle is not valid.
    fn new(hull: &Hull, circle: &Circle) -> Option<Self> {
        if !circle.is_valid() {
            return None;
        }
        let center = circle.center.as_dvec2() - hull.position.as_dvec2();
        let bounds = safely_moved(&circle.bounds(), -hull.position, hull.reach());
        Some(Self { center, radius: f64::from(circle.radius), touch: hull.touch() + circle.touch(), bounds })
    }

    #[inline(always)]
    fn center_from(&self, piece: &ConvexPolygon) -> DVec2 {
        self.center - piece.origin().as_dvec2()
    }
}

impl ConvexObstacle for CircleObstacle {
    #[inline(always)]
    fn bounds(&self) -> Aabb {
        self.bounds
    }

    #[inline(always)]
    fn moved(&self, offset: Vec2) -> Self {
        Self { center: self.center + offset.as_dvec2(), bounds: self.bounds.translated(offset), ..*self }
    }

    #[inline(always)]
    fn overlaps<L: Lanes>(&self, lanes: L, piece: &ConvexPolygon) -> bool {
        self.contact(lanes, piece).contact().is_some()
    }

    #[inline(always)]
    fn contact<L: Lanes>(&self, lanes: L, piece: &ConvexPolygon) -> PackedContact {
        circle::contact_in(lanes, self.center_from(piece), self.radius, piece, self.touch).flipped()
    }

    #[inline(always)]
    fn sweep<L: Lanes>(&self, lanes: L, piece: &ConvexPolygon, motion: Vec2) -> Sweep {
        sweep::circle::sweep_in(lanes, self.center_from(piece), self.radius, piece, self.touch, -motion).flipped()
    }
}

/// Moves the box of a shape into the frame of a hull, with a margin so that it misses no overlap of the shapes. The
/// margin covers the rounding of the box and of the hull's boxes, whose coordinates reach as far as `reach`.
#[inline(always)]
fn safely_moved(aabb: &Aabb, offset: Vec2, reach: Vec2) -> Aabb {
    let (min, max) = (aabb.min + offset, aabb.max + offset);
    let margin = (min.abs().at_least(max.abs()) + offset.abs() + reach) * BOX_ROUNDING;
    Aabb::new(min - margin, max + margin)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collide::tests::{assert_same_bits, contact_bits, levels, number, polygon, sweep_bits, vector};

    // One dispatch in each function, as unoptimized functions keep all callees on the stack.
    fn overlap_bits<O: ConvexObstacle>(level: Level, hull: &Hull, obstacle: &O) -> Vec<u32> {
        vec![u32::from(dispatch!(level, lanes => hull.overlaps_in(lanes, obstacle)))]
    }

    fn deepest_bits<O: ConvexObstacle>(level: Level, hull: &Hull, obstacle: &O) -> Vec<u32> {
        contact_bits(
            dispatch!(level, lanes => hull.contact_in(lanes, obstacle, || hull.apart_from(&obstacle.bounds())))
                .contact(),
        )
    }

    fn swept_bits<O: ConvexObstacle>(level: Level, hull: &Hull, obstacle: &O, motion: Vec2) -> Vec<u32> {
        sweep_bits(&hull.sweep_against(level, obstacle, motion))
    }

    fn answers<O: ConvexObstacle>(level: Level, hull: &Hull, obstacle: &O, motion: Vec2) -> Vec<u32> {
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
            let hull = Hull::from_pieces(pieces, vector(&mut rng, 10.0));
            let other = polygon(&mut rng);
            let circle = Circle::new(vector(&mut rng, 10.0), number(&mut rng, 4.0).abs());
            let motion = vector(&mut rng, 40.0);
            let obstacle = PolygonObstacle::new(&hull, &other, vector(&mut rng, 25.0));
            let ball = CircleObstacle::new(&hull, &circle).expect("a valid circle");
            let all = levels().into_iter().map(|level| {
                (level, [answers(level, &hull, &obstacle, motion), answers(level, &hull, &ball, motion)].concat())
            });
            overlapping += assert_same_bits(all)[0];
        }
        assert!((20..100).contains(&overlapping), "{overlapping}");
    }
}
