//! The 9×9 bricks around a point, and the nearest pixels of one of them.
//!
//! ```text
//! used    = one bit for each of the 81 bricks that is not empty; a ring of bricks is a mask
//! nearest = for each of the brick's 16 lanes at once: the distance of its nearest set bit              . . # .
//!           the least of the 16 distances, and the lanes that have it                                p . . # #
//! ```
//!
//! Lanes run away from the point, so their nearest bit is the lowest one, or for all lanes the highest. Only the brick of
//! the point has bits on either side, and is visited twice. No branch depends on a pixel, as most would be mispredicted.

use crate::geometry::ray::UNIT_BITS;
use crate::solidity::BRICK_SHIFT;
use crate::terrain::{Block, BrickGrid, Square};
use fearless_simd::{Simd, SimdBase, SimdFrom, SimdMask, i32x16};
use glam::IVec2;

/// The bricks around the brick of a point.
pub(super) struct NearBricks<'a> {
    /// The blocks that hold them, row after row.
    blocks: [[&'a Block; 2]; 2],
    /// The first brick, counted from the corner of the first block, and its first pixel.
    in_block: IVec2,
    corner: IVec2,
    /// The bricks that are not empty: bit `9·row + column`.
    used: u128,
    /// The point in units, from the corner.
    point: [i32; 2],
    /// The distance in units from the point to the nearest border of its brick.
    inset: i32,
}

/// A side of a pixel, and of a brick, in units.
const PIXEL: i32 = 1 << UNIT_BITS;
const BRICK: i32 = PIXEL << BRICK_SHIFT;

impl<'a> NearBricks<'a> {
    /// The rings around the point's brick.
    pub(super) const RINGS: i32 = 4;
    /// A squared distance in units beyond that of all near pixels, and less than that of a lane without a bit.
    pub(super) const FARTHEST: i64 = (1 << 30) - (1 << 17);
    const SIDE: i32 = 2 * Self::RINGS + 1;
    /// The bits of each ring and those within it.
    const WITHIN: [u128; 5] = {
        let mut rings = [0; 5];
        let mut bit = 0;
        while bit < Self::SIDE * Self::SIDE {
            let (x, y) = ((bit % Self::SIDE - Self::RINGS).abs(), (bit / Self::SIDE - Self::RINGS).abs());
            let mut ring = if x > y { x } else { y };
            while ring <= Self::RINGS {
                rings[ring as usize] |= 1 << bit;
                ring += 1;
            }
            bit += 1;
        }
        rings
    };

    /// Finds the bricks around a point in units, which lies in a pixel.
    #[inline(always)]
    pub(super) fn new(grid: &'a BrickGrid, point: [i64; 2], pixel: IVec2) -> Self {
        let origin = grid.pixels().min;
        let first = ((pixel - origin) >> BRICK_SHIFT as i32) - Self::RINGS;
        let corner = origin + (first << BRICK_SHIFT as i32);
        let from = |point: i64, corner: i32| (point - (i64::from(corner) << UNIT_BITS)) as i32;
        let point = [from(point[0], corner.x), from(point[1], corner.y)];
        let inset = |at: i32| (at & (BRICK - 1)).min(BRICK - (at & (BRICK - 1)));
        let inset = inset(point[0]).min(inset(point[1]));
        // At most two blocks along each axis.
        let (block, in_block): (IVec2, IVec2) = (first >> 4, first & 15);
        let blocks = grid.blocks_from(block.x, block.y);
        let rows = blocks.map(|blocks| blocks.map(|block| block.occupancy().rows()));
        let mut used = 0;
        for index in 0..Self::SIDE {
            let y = (in_block.y + index) as usize;
            let [left, right] = rows[y / 16 % 2];
            let row = (u32::from(left[y % 16]) | u32::from(right[y % 16]) << 16) >> in_block.x;
            used |= u128::from(row & ((1 << Self::SIDE) - 1)) << (Self::SIDE * index);
        }
        Self { blocks, in_block, corner, used, point, inset }
    }

    /// Returns a lower bound of the squared distance in units to a ring above 0 and all around it.
    #[inline(always)]
    pub(super) fn distance_to_ring(&self, ring: i32) -> i64 {
        let gap = i64::from((ring - 1) * BRICK + self.inset);
        gap * gap
    }

    /// Returns the first ring with a brick that is not empty; past the last ring if there is none.
    #[inline(always)]
    pub(super) fn first_ring(&self) -> i32 {
        let mut ring = 0;
        while ring <= Self::RINGS && self.used & Self::WITHIN[ring as usize] == 0 {
            ring += 1;
        }
        ring
    }

    /// Returns the last ring that may be as near as a squared distance in units.
    #[inline(always)]
    pub(super) fn last_ring(&self, distance: i64) -> i32 {
        let mut last = 0;
        for ring in 1..=Self::RINGS {
            last += i32::from(self.distance_to_ring(ring) <= distance);
        }
        last
    }

    /// Returns the columns and rows of the bricks that are not empty, of some rings.
    #[inline(always)]
    pub(super) fn used_in_rings(&self, first: i32, last: i32) -> impl Iterator<Item = [i32; 2]> + use<> {
        let inner = if first > 0 { Self::WITHIN[first as usize - 1] } else { 0 };
        let mut bits = self.used & Self::WITHIN[last as usize] & !inner;
        std::iter::from_fn(move || {
            let bit = (bits != 0).then(|| bits.trailing_zeros() as i32)?;
            bits &= bits - 1;
            Some([bit % Self::SIDE, bit / Self::SIDE])
        })
    }

    /// Returns the squared distance in units to a brick.
    #[inline(always)]
    pub(super) fn distance_to(&self, brick: [i32; 2]) -> i64 {
        let (x, y) = (self.gap(brick, 0), self.gap(brick, 1));
        i64::from(x * x + y * y)
    }

    /// Returns the distance in units to a brick along an axis.
    #[inline(always)]
    fn gap(&self, brick: [i32; 2], axis: usize) -> i32 {
        let from = brick[axis] * BRICK - self.point[axis];
        from.max(-BRICK - from).max(0)
    }

    /// Calls `visit` with the nearest pixels of a brick and their squared distance, if it is at most `most`.
    #[inline(always)]
    pub(super) fn visit_nearest<S: Simd>(
        &self,
        simd: S,
        [x, y]: [i32; 2],
        most: i64,
        mut visit: impl FnMut(IVec2, i64),
    ) {
        let IVec2 { x: column, y: row } = self.in_block + IVec2::new(x, y);
        let brick = self.blocks[row as usize / 16 % 2][column as usize / 16 % 2].child(column as u32, row as u32);
        // Along the axis on which the point lies in another brick.
        let by_rows = y == Self::RINGS;
        let at = IVec2::new(x, y);
        let (corner, from) = (at << BRICK_SHIFT as i32, IVec2::from(self.point) - at * BRICK);
        let (along, across) = if by_rows { (from.x, from.y) } else { (from.y, from.x) };
        let is_own = by_rows && x == Self::RINGS;
        let after = if is_own { u16::MAX << (along >> UNIT_BITS & 15) } else { u16::MAX };
        let side = |chosen: u16, is_before: bool| BrickSide {
            lanes: brick.lanes(by_rows),
            by_rows,
            corner: self.corner + corner,
            chosen,
            flip: -i16::from(is_before),
            along: along as i16,
            across: across as i16,
        };
        side(after, !is_own && along > 0).visit_nearest(simd, most, &mut visit);
        if is_own {
            side(!after, true).visit_nearest(simd, most, &mut visit);
        }
    }
}

/// The bits of a brick's lanes that lie at the point or on one side of it.
struct BrickSide<'a> {
    lanes: &'a [u16; 16],
    by_rows: bool,
    corner: IVec2,
    chosen: u16,
    /// -1 if the bits lie before the point, else 0.
    flip: i16,
    /// The point in units, from the corner: along a lane, and across.
    along: i16,
    across: i16,
}

impl BrickSide<'_> {
    /// Calls `visit` with the nearest pixels and their squared distance in units, if it is at most `most`.
    #[inline(always)]
    fn visit_nearest<S: Simd>(&self, simd: S, most: i64, visit: &mut impl FnMut(IVec2, i64)) {
        let (distance, mut nearest) = self.nearest_lanes(simd);
        if i64::from(distance) > most {
            return;
        }
        while nearest != 0 {
            let lane = nearest.trailing_zeros();
            nearest &= nearest - 1;
            let bits = self.nearest_bits(self.lanes[lane as usize % 16]);
            let (lane, bit) = (lane as i32, 15 - bits.leading_zeros() as i32);
            visit(
                self.corner + if self.by_rows { IVec2::new(bit, lane) } else { IVec2::new(lane, bit) },
                distance.into(),
            );
        }
    }

    /// Returns a lane's chosen bits up to the nearest one, which is the highest of them.
    #[inline(always)]
    fn nearest_bits(&self, lane: u16) -> u16 {
        let bits = lane & self.chosen;
        bits & (bits.wrapping_neg() | self.flip as u16)
    }

    /// Returns the least squared distance in units, and the lanes that have it; a distance beyond
    /// [`NearBricks::FARTHEST`] if there is no bit.
    #[inline(always)]
    fn nearest_lanes<S: Simd>(&self, simd: S) -> (i32, u32) {
        // The number of the highest bit of a whole number is the exponent of the same number as a float.
        const BIAS: i16 = 127;
        let mut distances = [0; 16];
        for (lane, (distance, &bits)) in (0_i16..).zip(distances.iter_mut().zip(self.lanes)) {
            let bits = self.nearest_bits(bits);
            let bit = (f32::from(bits).to_bits() >> 23) as i16 - BIAS;
            // Only the numbers of lanes without a bit are out of range.
            let ahead = (bit << UNIT_BITS).wrapping_sub(self.along);
            let ahead = (ahead ^ self.flip).wrapping_add(self.flip & (1 - PIXEL as i16)).max(0);
            let after = (lane << UNIT_BITS) - self.across;
            let aside = after.max(-(PIXEL as i16) - after).max(0);
            let ahead = if bits == 0 { i16::MAX } else { ahead };
            *distance = i32::from(ahead) * i32::from(ahead) + i32::from(aside) * i32::from(aside);
        }
        let distances = i32x16::simd_from(simd, distances);
        let least = distances.reduce_min();
        (least, distances.simd_eq(least).to_bitmask() as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::raycast::SimdLevel;
    use crate::simd::dispatch;

    /// The least distance and its lanes are those of a look at all bits, on every SIMD level.
    #[test]
    fn the_nearest_lanes_are_those_of_all_bits() {
        let mut rng = fastrand::Rng::with_seed(17);
        for case in 0..20_000 {
            let density = rng.u32(0..3);
            let lanes = std::array::from_fn(|_| (0..density).fold(rng.u16(..), |bits, _| bits & rng.u16(..)));
            let is_own = case % 3 == 0;
            let far = if case % 5 == 0 { i32::from(rng.i16(-4..=5)) * BRICK } else { rng.i32(-4 * BRICK..=5 * BRICK) };
            let across = rng.i32(-4 * BRICK..=5 * BRICK) as i16;
            let along = if is_own { rng.i32(0..BRICK) } else { far };
            // The own brick has bits on both sides; the point never lies in the range of another one.
            if !is_own && (1..BRICK).contains(&along) {
                continue;
            }
            let from_own = if is_own { u16::MAX << (along / PIXEL) } else { u16::MAX };
            let is_before = if is_own { rng.bool() } else { along > 0 };
            let chosen = if is_own && is_before { !from_own } else { from_own };
            let (corner, flip, along) = (IVec2::ZERO, -i16::from(is_before), along as i16);
            let side = BrickSide { lanes: &lanes, by_rows: true, corner, chosen, flip, along, across };
            let gap = |point: i16, pixel: i32| {
                let from = pixel * PIXEL - i32::from(point);
                from.max(-PIXEL - from).max(0)
            };
            let distance = |lane: i32, bit: i32| gap(across, lane).pow(2) + gap(along, bit).pow(2);
            let set = (0..256).map(|at| (at / 16, at % 16)).filter(|(lane, bit)| lanes[*lane] & chosen & 1 << bit != 0);
            let all: Vec<(usize, i32)> = set.map(|(lane, bit)| (lane, distance(lane as i32, bit as i32))).collect();
            let least = all.iter().map(|(_, distance)| *distance).min();
            for level in SimdLevel::levels() {
                let (found, nearest) = dispatch!(level, simd => side.nearest_lanes(simd));
                let Some(least) = least else {
                    assert!(i64::from(found) > NearBricks::FARTHEST, "{level:?}, case {case}");
                    continue;
                };
                let expected = all.iter().filter(|(_, distance)| *distance == least);
                assert_eq!(
                    (found, nearest),
                    (least, expected.fold(0, |bits, (lane, _)| bits | 1 << lane)),
                    "{level:?}, case {case}"
                );
            }
        }
    }
}
