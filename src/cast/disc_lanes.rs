//! The pixels of sixteen columns that a moving disc touches first.
//!
//! A disc that moves along a unit vector touches a point after `along − √(radius² − beside²)`, where the point lies
//! `along` ahead of the center and `beside` its line. That is a convex function of the point. In a column it is least
//! where the disc's foremost point comes to it, and it grows in both directions. So two pixels of a column are enough:
//!
//! ```text
//!               . . #      above: the nearest solid pixel before the row of the foremost point
//!    ,-.        . . .
//!   (   )· · · ·.·. .      meets: the row in which the disc's foremost point comes to the column
//!    `-'        . # .      below: the nearest solid pixel from that row on
//! ```
//!
//! Each of them is touched first at the corner of its facing side that is nearest to `meets`, or on the side beside it,
//! where the disc's lowest or highest point passes. The radius is larger by [`SLACK`], so that in spite of the rounding to
//! `f32` no pixel is touched before the computed distance.

use fearless_simd::{Bytes, Simd, SimdBase, SimdFloat, SimdFrom, SimdMask, f32x16, i32x16, mask32x16, u32x16};

/// By how much the disc is larger where pixels are chosen: far more than the rounding of `f32` there.
pub(super) const SLACK: f64 = 1.0 / 256.0;
/// The slope below which the column in which the disc's lowest point passes a row is not computed.
const LEAST_SLOPE: f64 = 1.0 / 64.0;
/// The rows of a window.
const ROWS: i32 = 32;

/// A disc and its motion, as lanes take it.
pub(super) struct LaneMotion<V: Simd> {
    /// How far each column lies ahead of the first one.
    pub(super) shifts: f32x16<V>,
    /// The change of the minor coordinate for each column ahead.
    slope: f64,
    /// The direction: ahead, and along the minor axis.
    cos: f64,
    sin: f64,
    radius: f64,
    /// The rows of a window that the disc's way reaches.
    band: u32,
    /// The squared radius, with slack.
    square: f32,
    /// The columns that the motion goes ahead for each row, where it goes downward and upward; else 0.
    falling: f64,
    rising: f64,
}

/// Sixteen columns.
pub(super) struct DiscWindow {
    /// The first column, and a row.
    pub(super) column: i32,
    pub(super) top: i32,
    /// How far the facing side of the first column lies ahead of the center, and the row `top` below it.
    pub(super) ahead: f64,
    pub(super) below: f64,
    /// How far the disc moves.
    pub(super) length: f64,
}

/// The pixels of a window that may be touched.
pub(super) struct Candidates {
    /// The solid pixels of each column from `meets` on, and after that those before it.
    pub(super) bits: [u32; 32],
    /// How far the disc moves from `begin` until it touches the nearest of them. Infinite if it does not.
    pub(super) distances: [f32; 32],
    pub(super) begin: f64,
    /// The index of the least distance.
    pub(super) nearest: usize,
    /// The first column, and the row of the lowest bit of each.
    pub(super) column: i32,
    pub(super) tops: [i32; 16],
    /// The row in which the disc's foremost point comes to each column, from the row `top` on.
    pub(super) meets: [f32; 16],
    pub(super) top: i32,
}

impl Candidates {
    /// Returns a candidate that is no farther than a limit.
    #[inline(always)]
    pub(super) fn any_within(&self, limit: f32) -> Option<usize> {
        let is_within = |distance: f32| distance <= limit;
        let is_any = self.distances.iter().fold(false, |is_any, &distance| is_any | is_within(distance));
        if is_any { self.distances.iter().position(|&distance| is_within(distance)) } else { None }
    }
}

impl<V: Simd> LaneMotion<V> {
    /// Creates a motion along a unit vector; `step` is 1 or -1, the columns that it goes ahead for each lane. The disc's way
    /// reaches at most `half` rows to either side of its line.
    #[inline(always)]
    pub(super) fn new(
        simd: V,
        step: f64,
        (slope, per_slope): (f64, f64),
        (cos, sin): (f64, f64),
        (radius, half): (f64, f64),
    ) -> Self {
        let per_slope = choose(slope.abs() >= LEAST_SLOPE, per_slope, 0.0);
        // Along a side that is not searched, the distance from the line changes by less than the slope.
        let wide = radius + SLACK + choose(per_slope == 0.0, slope.abs(), 0.0);
        Self {
            shifts: f32x16::simd_from(simd, std::array::from_fn(|lane| lane as f32)) * (step as f32),
            slope,
            cos,
            sin,
            radius,
            band: band(half + 0.5 * slope.abs()),
            square: (wide * wide) as f32,
            falling: choose(per_slope > 0.0, per_slope, 0.0),
            rising: choose(per_slope < 0.0, per_slope, 0.0),
        }
    }

    /// Finds the pixels that may be touched, of 64 rows from the window's top on: 32 and 32.
    #[inline(always)]
    pub(super) fn candidates(
        &self,
        simd: V,
        window: &DiscWindow,
        [lower, upper]: [u32x16<V>; 2],
    ) -> Option<Candidates> {
        let &Self { slope, cos, sin, radius, .. } = self;
        let &DiscWindow { column, top, ahead, below: under, length } = window;
        // 31 rows around the motion's line in the middle of each column.
        let lines = self.shifts * (slope as f32) + ((slope * (ahead + 0.5) - under) as f32);
        let tops = simd.cvt_i32_f32x16(lines.floor()) - ROWS / 2;
        let shift: u32x16<V> = tops.bitcast();
        let bits = ((lower >> shift) | ((upper << 1) << (u32x16::splat(simd, 31) - shift))) & self.band;
        if simd.simd_ne_u32x16(bits, u32x16::splat(simd, 0)).to_bitmask() == 0 {
            return None;
        }
        // The foremost point does not move before the start.
        let least = choose(slope >= 0.0, -under, f64::NEG_INFINITY) as f32;
        let most = choose(slope >= 0.0, f64::INFINITY, -under) as f32;
        let meets = (lines - ((slope * (radius + 0.5)) as f32)).max(least).min(most);
        let split = simd.cvt_i32_f32x16(meets.floor()) - tops;
        let split = split.max(i32x16::splat(simd, 0)).min(i32x16::splat(simd, ROWS - 1));
        let from_split = u32x16::splat(simd, u32::MAX) << split.bitcast::<u32x16<V>>();
        let (below, above) = (bits & from_split, bits & !from_split);
        // Where there is no pixel, a row that the disc does not come to.
        let marked = below | 0x8000_0000;
        let lowest = marked & (u32x16::splat(simd, 0) - marked);
        let below_rows = simd.cvt_f32_i32x16(tops + exponents(simd, lowest));
        let above_rows = simd.cvt_f32_i32x16(tops + exponents(simd, above & !(above >> 1)) + 1);
        let below_first = self.distances(simd, below_rows.max(meets), (self.falling, radius), window);
        let above_first = self.distances(simd, above_rows, (self.rising, -radius), window);
        // A pixel that was touched before the start counts if it still is.
        let begin = ahead * cos + under * sin;
        let start = f32x16::splat(simd, -begin as f32);
        let limit = f32x16::splat(simd, (length - begin + SLACK) as f32);
        let rest = self.rest_at_start(simd, ahead as f32);
        let is_below_near = is_near(simd, below_rows + (under as f32), rest);
        let is_above_near = is_near(simd, f32x16::splat(simd, -under as f32) - above_rows, rest);
        let below_first = within(simd, below_first, is_below_near, start, limit);
        let above_first = within(simd, above_first, is_above_near, start, limit);
        let least = below_first.min(above_first).reduce_min();
        if least == f32::INFINITY {
            return None;
        }
        let is_least = |first: f32x16<V>| simd.simd_eq_f32x16(first, f32x16::splat(simd, least)).to_bitmask() as u32;
        let nearest = (is_least(below_first) | is_least(above_first) << 16).trailing_zeros() as usize % 32;
        let (mut bits, mut distances) = ([0; 32], [0.0; 32]);
        bits[..16].copy_from_slice(below.as_slice());
        bits[16..].copy_from_slice(above.as_slice());
        distances[..16].copy_from_slice(below_first.as_slice());
        distances[16..].copy_from_slice(above_first.as_slice());
        let (tops, meets) = ((tops + top).into(), meets.into());
        Some(Candidates { bits, distances, begin, nearest, column, tops, meets, top })
    }

    /// Returns the distances after which the disc touches pixels that end in some rows; NaN where it never does.
    ///
    /// The disc's lowest or highest point lies `radius` below its center, and goes ahead by `per_row` columns for each row.
    #[inline(always)]
    fn distances(&self, simd: V, rows: f32x16<V>, (per_row, radius): (f64, f64), window: &DiscWindow) -> f32x16<V> {
        let &DiscWindow { ahead, below, .. } = window;
        let passes = choose(per_row == 0.0, f64::NEG_INFINITY, (below - radius) * per_row - ahead) as f32;
        let (cos, sin) = (self.cos as f32, self.sin as f32);
        let at = (rows * (per_row as f32) + passes).max(self.shifts).min(self.shifts + 1.0);
        let beside = rows * cos - at * sin + ((below * self.cos - ahead * self.sin) as f32);
        at * cos + rows * sin - (f32x16::splat(simd, self.square) - beside * beside).sqrt()
    }

    /// Returns how much of the squared radius is left, at the start, beside the distance to each column.
    #[inline(always)]
    fn rest_at_start(&self, simd: V, ahead: f32) -> f32x16<V> {
        let zero = f32x16::splat(simd, 0.0);
        let ahead = self.shifts + ahead;
        let away = ahead.max(zero - (ahead + 1.0)).max(zero);
        f32x16::splat(simd, self.square) - away * away
    }
}

/// Returns the rows of a window that a way reaches, which lies up to `half` beside the line in the middle of a column. The
/// line lies in row 16.
#[inline(always)]
fn band(half: f64) -> u32 {
    let (first, last) = (14.9 - half, 17.1 + half);
    (2 << (last as u32).min(30)) - (1 << (first as u32))
}

/// Returns the lanes in which the square of a distance, if it is above 0, is at most `rest`.
#[inline(always)]
fn is_near<V: Simd>(simd: V, distances: f32x16<V>, rest: f32x16<V>) -> mask32x16<V> {
    let away = distances.max(f32x16::splat(simd, 0.0));
    simd.simd_le_f32x16(away * away, rest)
}

/// Returns `start` in near lanes, else the distances from start to limit, and infinity for others.
#[inline(always)]
fn within<V: Simd>(
    simd: V,
    distances: f32x16<V>,
    is_near: mask32x16<V>,
    start: f32x16<V>,
    limit: f32x16<V>,
) -> f32x16<V> {
    let is_within = simd.simd_ge_f32x16(distances, start - (SLACK as f32)) & simd.simd_le_f32x16(distances, limit);
    let later = simd.select_f32x16(is_within, distances, f32x16::splat(simd, f32::INFINITY));
    simd.select_f32x16(is_near, start, later)
}

/// Returns the number of each lane's highest bit, beside which no other bit is set; -127 if there is none.
#[inline(always)]
fn exponents<V: Simd>(simd: V, bits: u32x16<V>) -> i32x16<V> {
    const BIAS: i32 = 127;
    let float: u32x16<V> = simd.cvt_f32_i32x16(bits.bitcast()).bitcast();
    ((float >> 23) & 0xff).bitcast::<i32x16<V>>() - BIAS
}

/// Chooses a number without a branch.
#[inline(always)]
pub(super) fn choose(condition: bool, a: f64, b: f64) -> f64 {
    f64::from_bits(std::hint::select_unpredictable(condition, a.to_bits(), b.to_bits()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cast::box_sum::BoxSum;
    use crate::cast::sum::PixelSum;
    use crate::raycast::SimdLevel;
    use crate::simd::dispatch;
    use glam::DVec2;

    /// No pixel is touched before its column says, on every SIMD level.
    #[test]
    fn no_pixel_is_touched_earlier() {
        let mut rng = fastrand::Rng::with_seed(19);
        let mut touched = 0;
        for case in 0..1_500 {
            let slope = match case % 5 {
                0 => rng.i32(-4..=4).into(),
                1 => f64::from(rng.i32(-4..=4)) / 256.0,
                _ => rng.f64() * 2.0 - 1.0,
            };
            let slope = slope.clamp(-1.0, 1.0);
            let cos = 1.0 / (1.0 + slope * slope).sqrt();
            let (direction, radius) = (DVec2::new(cos, slope * cos), rng.f64() * 8.5 + 0.75);
            let half = (radius + SLACK) / cos;
            let step = if rng.bool() { 1.0 } else { -1.0 };
            let (length, center) = (rng.f64() * 100.0, DVec2::new(0.0, rng.f64() * 100.0));
            let ahead = if case % 3 == 0 { rng.i32(-24..80).into() } else { rng.f64() * 104.0 - 24.0 };
            // The columns as they lie, with the first one first.
            let first = ahead + if step < 0.0 { -15.0 } else { 0.0 };
            let line = center.y + (slope * (first + 0.5)).min(slope * (first + 15.5));
            let top = (line - 16.1).floor() as i32 - rng.i32(0..15);
            let window = DiscWindow { column: 0, top, ahead, below: f64::from(top) - center.y, length };
            let density = rng.u32(2..6);
            let lanes: [[u32; 16]; 2] = std::array::from_fn(|_| {
                std::array::from_fn(|_| (0..density).fold(u32::MAX, |bits, _| bits & rng.u32(..)))
            });
            let sum = BoxSum::new(DVec2::ONE, center, center, radius);
            let motion = sum.prepare(direction * length);
            let distance = |lane: i32, row: i32| {
                let pixel = DVec2::new(ahead + step * f64::from(lane), f64::from(top + row));
                match sum.enter(&motion, -pixel, 1.0)? {
                    time if time > 0.0 => Some(time * length),
                    _ => (sum.signed_distance(-pixel) <= radius).then_some(0.0),
                }
            };
            let pixels = (0..16).flat_map(|lane| (0..64).map(move |row| (lane, row)));
            let solid = pixels.filter(|&(lane, row)| lanes[row as usize / 32][lane as usize] >> (row % 32) & 1 != 0);
            let all: Vec<(i32, i32, f64)> =
                solid.filter_map(|(lane, row)| Some((lane, row, distance(lane, row)?))).collect();
            touched += all.len();
            for level in SimdLevel::levels() {
                let found = dispatch!(level, simd => {
                    let bits = lanes.map(|lanes| u32x16::simd_from(simd, lanes));
                    let motion = LaneMotion::new(simd, step, (slope, 1.0 / slope), (cos, slope * cos), (radius, half));
                    motion.candidates(simd, &window, bits)
                });
                let least = |found: &Candidates, lane: i32, row: i32| {
                    let bit = top + row - found.tops[lane as usize];
                    let both = [lane as usize, lane as usize + 16];
                    let index =
                        both.into_iter().find(|&index| (0..31).contains(&bit) && found.bits[index] >> bit & 1 != 0);
                    index.map_or(f64::INFINITY, |index| f64::from(found.distances[index]) + found.begin)
                };
                for &(lane, row, distance) in &all {
                    let least = found.as_ref().map_or(f64::INFINITY, |found| least(found, lane, row));
                    assert!(least <= distance + 1e-4, "{level:?}, case {case}: {lane} {row}, {least} {distance}");
                }
                if let Some(found) = found {
                    let all = found.distances.iter().copied();
                    assert_eq!(
                        found.distances[found.nearest],
                        all.fold(f32::INFINITY, f32::min),
                        "{level:?}, case {case}"
                    );
                }
            }
        }
        assert!(touched > 10_000, "{touched}");
    }
}
