//! The pieces of a hull that are near an obstacle, found by their boxes, eight at a time.

use super::Hull;
use super::obstacle::{Obstacle, PolygonObstacle};
use crate::collide::contact::PackedContact;
use crate::collide::convex::{ConvexPolygon, LANES};
use crate::collide::sweep::Sweep;
use crate::geometry::{Aabb, BOX_ROUNDING};
use fearless_simd::Simd;
use glam::Vec2;

impl Hull {
    /// Whether any piece overlaps an obstacle.
    #[inline(always)]
    pub(super) fn overlaps_in<S: Simd, O: Obstacle>(&self, simd: S, obstacle: &O) -> bool {
        let bounds = obstacle.bounds();
        for block in 0..self.boxes.len() {
            let mut near = self.boxes[block].overlapping(simd, &bounds);
            while let Some(piece) = self.next_piece(block, &mut near) {
                if obstacle.overlaps(simd, piece) {
                    return true;
                }
            }
        }
        false
    }

    /// The deepest contact of a piece with an obstacle, for the hull.
    #[inline(always)]
    pub(super) fn contact_in<S: Simd, O: Obstacle>(&self, simd: S, obstacle: &O) -> PackedContact {
        let bounds = obstacle.bounds();
        let mut deepest = PackedContact::NONE;
        for block in 0..self.boxes.len() {
            let mut near = self.boxes[block].overlapping(simd, &bounds);
            while let Some(piece) = self.next_piece(block, &mut near) {
                deepest = deepest.or_deeper(obstacle.contact(simd, piece));
            }
        }
        deepest
    }

    /// What of an obstacle the pieces meet first, when the hull moves; one piece alone would slide as it says.
    ///
    /// Where a piece overlaps it from the beginning, that is the contact of the whole hull.
    #[inline(always)]
    pub(super) fn first_met<S: Simd, O: Obstacle>(&self, simd: S, obstacle: &O, motion: Vec2) -> Sweep {
        let Aabb { min, max } = obstacle.bounds();
        // Seen from the hull the obstacle moves the other way.
        let way = Aabb::new(min - motion.max(Vec2::ZERO), max - motion.min(Vec2::ZERO));
        let mut first = Sweep::default();
        for block in 0..self.boxes.len() {
            let mut near = self.boxes[block].overlapping(simd, &way);
            while let Some(piece) = self.next_piece(block, &mut near) {
                first = first.or_earlier(obstacle.sweep(simd, piece, motion));
            }
        }
        first
    }

    /// Takes the first of the pieces whose bits are set.
    #[inline(always)]
    fn next_piece(&self, block: usize, near: &mut u32) -> Option<&ConvexPolygon> {
        let lane = near.trailing_zeros() as usize;
        *near &= near.wrapping_sub(1);
        if lane < LANES { self.pieces.get(block * LANES + lane) } else { None }
    }
}

/// The pieces of a hull whose boxes overlap that of all pieces of another one, or of its way.
///
/// The room for rounding is the same for all of them, so that it is computed once.
pub(super) struct NearPieces<'h> {
    of: &'h Hull,
    /// From the other one's frame to that of the hull.
    shift: Vec2,
    /// The box of the other one, or of its way, in the hull's frame.
    window: Aabb,
    /// What boxes are larger by, for rounding.
    lost: Vec2,
    /// The next block of boxes, and the lanes left of the one before.
    block: usize,
    lanes: u32,
}

impl<'h> NearPieces<'h> {
    /// Those of `of` near `hull`.
    #[inline(always)]
    pub(super) fn new(hull: &Hull, of: &'h Hull) -> Self {
        Self::on_the_way(hull, of, Vec2::ZERO, Vec2::ZERO)
    }

    /// Those of `of` that `hull` comes near, when it was moved by `place` and then moves by `motion`.
    #[inline(always)]
    pub(super) fn on_the_way(hull: &Hull, of: &'h Hull, place: Vec2, motion: Vec2) -> Self {
        let apart = of.position - hull.position;
        let shift = apart - place;
        let lost = (hull.reach() + of.reach() + apart.abs() + place.abs()) * (2.0 * BOX_ROUNDING);
        let (min, max) = (hull.bounds.min - shift - lost, hull.bounds.max - shift + lost);
        let window = Aabb::new(min + motion.min(Vec2::ZERO), max + motion.max(Vec2::ZERO));
        Self { of, shift, window, lost, block: 0, lanes: 0 }
    }

    /// The next one, seen from the other hull where that lies.
    #[inline(always)]
    pub(super) fn next<S: Simd>(&mut self, simd: S) -> Option<PolygonObstacle<'h>> {
        while self.lanes == 0 {
            self.lanes = self.of.boxes.get(self.block)?.overlapping(simd, &self.window);
            self.block += 1;
        }
        let (block, lane) = (self.block - 1, self.lanes.trailing_zeros() as usize);
        self.lanes &= self.lanes - 1;
        let piece = self.of.pieces.get(block * LANES + lane)?;
        let Aabb { min, max } = self.of.boxes[block].get(lane).translated(self.shift);
        Some(PolygonObstacle::within(piece, self.shift, Aabb::new(min - self.lost, max + self.lost)))
    }
}
