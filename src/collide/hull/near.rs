//! The pieces of a hull that are near an obstacle, found by their boxes, eight at a time.

use super::Hull;
use super::collide::deeper;
use super::obstacle::Obstacle;
use crate::collide::contact::Contact;
use crate::collide::convex::{ConvexPolygon, LANES};
use crate::collide::sweep::Sweep;
use crate::geometry::Aabb;
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
    pub(super) fn contact_in<S: Simd, O: Obstacle>(&self, simd: S, obstacle: &O) -> Option<Contact> {
        let bounds = obstacle.bounds();
        let mut deepest = None;
        for block in 0..self.boxes.len() {
            let mut near = self.boxes[block].overlapping(simd, &bounds);
            while let Some(piece) = self.next_piece(block, &mut near) {
                deepest = deeper(deepest, obstacle.contact(simd, piece));
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
