//! The walk along a line, a strip of 16 major coordinates at a time.
//!
//! A line moves by at most 15 pixels along the minor axis while it crosses a strip of 16 along the major one, so all of
//! its pixels there lie in at most two bricks. Where both are empty the strip is done. Else the two bricks' columns (for
//! a shallow line; rows for a steep one) are put end to end, 32 bits for each major coordinate, and a shift by the line's
//! minor coordinate brings its pixel to the lowest bit. Sixteen such bits make a word, and its first set bit is the hit.

use super::line::{FRACTION_BITS, Line};
use crate::terrain::{BRICK_SHIFT, BRICK_SIDE, Brick, BrickGrid};

/// The first step of the line at a solid pixel; `None` where there is none.
#[inline]
pub(super) fn first_solid(grid: &BrickGrid, line: &Line) -> Option<u64> {
    let bounds = grid.pixels();
    let (x, y) = ((bounds.min.x, bounds.max.x), (bounds.min.y, bounds.max.y));
    let (major, minor) = if line.is_steep() { (y, x) } else { (x, y) };
    let inside = |(u, v): (i32, i32)| major.0 <= u && u < major.1 && minor.0 <= v && v < minor.1;
    let (first, last) =
        if inside(line.at(0)) && inside(line.at(line.steps())) { (0, line.steps()) } else { line.clip(major, minor)? };
    let k = match (line.is_steep(), line.is_backward()) {
        (false, false) => Walk::<false, false> { grid, line }.first(first, last),
        (false, true) => Walk::<false, true> { grid, line }.first(first, last),
        (true, false) => Walk::<true, false> { grid, line }.first(first, last),
        (true, true) => Walk::<true, true> { grid, line }.first(first, last),
    };
    k.map(|k| line.flip(k))
}

/// A line in a grid. The two senses are known when it is compiled, so that neither is asked about on the way.
struct Walk<'a, const STEEP: bool, const BACKWARD: bool> {
    grid: &'a BrickGrid,
    line: &'a Line,
}

impl<const STEEP: bool, const BACKWARD: bool> Walk<'_, STEEP, BACKWARD> {
    /// The `k` of the first solid pixel among `first..=last`, in the order of the walk.
    #[inline]
    fn first(&self, first: u64, last: u64) -> Option<u64> {
        let last_lane = BRICK_SIDE as u64 - 1;
        let mut k = if BACKWARD { last } else { first };
        loop {
            let lane = (self.line.base().0.wrapping_add(k as i32) & (BRICK_SIDE - 1)) as u64;
            let (low, high) =
                if BACKWARD { (k.saturating_sub(lane).max(first), k) } else { (k, (k + last_lane - lane).min(last)) };
            if let Some(hit) = self.first_in_strip(low, high) {
                return Some(hit);
            }
            if BACKWARD {
                if low == first {
                    return None;
                }
                k = low - 1;
            } else {
                if high == last {
                    return None;
                }
                k = high + 1;
            }
        }
    }

    /// The same for `low..=high`, which lie in one strip.
    #[inline]
    fn first_in_strip(&self, low: u64, high: u64) -> Option<u64> {
        let (major, start) = self.line.at(low);
        let (_, end) = self.line.at(high);
        let strip = major >> BRICK_SHIFT;
        let (upper, lower) = (start.min(end) >> BRICK_SHIFT, start.max(end) >> BRICK_SHIFT);
        let (upper_place, lower_place) = (self.place(strip, upper), self.place(strip, lower));
        if upper_place | lower_place == BrickGrid::EMPTY {
            return None;
        }
        let (upper_brick, lower_brick) = (self.lanes(upper_place), self.lanes(lower_place));
        let first_lane = major & (BRICK_SIDE - 1);
        let hits = match self.line.slope() {
            Some(slope) => {
                // At lane 0, which may lie before the line's beginning: hence signed, and the lanes are masked below.
                let at_lane_0 = Line::fixed(slope, low) as i64 - i64::from(first_lane) * slope as i64;
                let top = i64::from(self.line.base().1) - i64::from(upper * BRICK_SIDE);
                self.solid_lanes(upper_brick, lower_brick, |lane| {
                    let moved = (at_lane_0 + lane as i64 * slope as i64) >> FRACTION_BITS;
                    (top + moved * i64::from(self.line.minor_sign())) as u32
                })
            }
            None => self.solid_lanes(upper_brick, lower_brick, |lane| {
                let k = (low + lane as u64).saturating_sub(first_lane as u64);
                self.line.at(k).1.wrapping_sub(upper * BRICK_SIDE) as u32
            }),
        };
        let hits = hits >> first_lane & low_bits(high - low + 1);
        if hits == 0 {
            None
        } else if BACKWARD {
            Some(low + u64::from(u32::BITS - 1 - hits.leading_zeros()))
        } else {
            Some(low + u64::from(hits.trailing_zeros()))
        }
    }

    /// One bit for each major coordinate of the strip: whether the pixel `row(lane)` pixels below the upper brick's top
    /// is solid. Rows past the two bricks give any bit.
    #[inline]
    fn solid_lanes(&self, upper: &[u16; 16], lower: &[u16; 16], row: impl Fn(usize) -> u32) -> u32 {
        let mut hits = 0;
        for lane in 0..16 {
            let pixels = u32::from(upper[lane]) | u32::from(lower[lane]) << BRICK_SIDE;
            hits |= (pixels.wrapping_shr(row(lane)) & 1) << lane;
        }
        hits
    }

    #[inline]
    fn place(&self, strip: i32, band: i32) -> u32 {
        if STEEP { self.grid.place(band, strip) } else { self.grid.place(strip, band) }
    }

    #[inline]
    fn lanes(&self, place: u32) -> &[u16; 16] {
        let brick: &Brick = self.grid.brick(place);
        if STEEP { &brick.rows } else { &brick.columns }
    }
}

/// The lowest `count` bits, which are at most 16.
const fn low_bits(count: u64) -> u32 {
    (1 << count) - 1
}
