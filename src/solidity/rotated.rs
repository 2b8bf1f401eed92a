//! Rotated masks: sampled where they lie, or rasterized to a new mask.
//!
//! A pixel is solid if its center, rotated back into the mask, lies in a solid pixel. Rotations by multiples of a
//! quarter turn map pixels to pixels, and are computed in integers.

use super::bits::bits_between;
use super::map::{SizeError, SolidityMap};
use super::orientation::Orientation;
use super::placed_mask::PlacedMask;
use crate::geometry::tolerance::ROTATED_MASK_SLACK;
use crate::geometry::{Bound, Elements, sin_cos_of_turns, turns_of};
use glam::{DVec2, I64Vec2, Vec2, dvec2, i64vec2, ivec2};

impl SolidityMap {
    /// Returns the mask rotated about its center `(width / 2, height / 2)` and placed in the frame of this mask, like
    /// [`try_rotated_about`](Self::try_rotated_about).
    ///
    /// # Panics
    /// If that returns an error, which needs a mask of more than 2^32 pixels or with one very long side.
    ///
    /// ```
    /// use std::f32::consts::{FRAC_PI_2, FRAC_PI_4};
    /// use tileray::{SolidityMap, glam::ivec2};
    ///
    /// let bar = SolidityMap::from_ascii("#....#\n######")?;
    /// let turned = bar.rotated(FRAC_PI_2);
    /// assert_eq!(turned.mask.to_ascii(), "##\n#.\n#.\n#.\n#.\n##\n");
    /// assert_eq!(turned.at, ivec2(2, -2));
    /// assert_eq!(SolidityMap::from_fn(9, 9, |_, _| true).rotated(FRAC_PI_4).mask.width(), 13);
    /// # Ok::<(), tileray::solidity::AsciiError>(())
    /// ```
    #[must_use]
    pub fn rotated(&self, angle: f32) -> PlacedMask {
        self.try_rotated_about(angle, self.size().as_vec2() / 2.0).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Returns the mask rotated by `angle`, in radians from +x toward +y, about `pivot`, a point in its frame.
    ///
    /// A pixel of the result is solid if its center, rotated back about the pivot, lies in a solid pixel. Nothing is
    /// smoothed, and thin parts may break. The result keeps the pixel grid. Its frame holds every pixel whose center
    /// lies in the rotated rectangle.
    ///
    /// Quarter turns are exact, and equal to [`oriented`](Self::oriented). The `f32` nearest to a multiple of
    /// an eighth of a turn counts as that multiple. Other angles use sums and products in `f64`, with a sine
    /// and a cosine that are the same on every machine, and so is the result.
    ///
    /// The result has no pixels if the angle or the pivot is NaN or infinite, or if the rotated mask would lie outside
    /// the range of `i32`. Costs some operations for each pixel of the result.
    ///
    /// # Errors
    /// If [`try_new`](Self::try_new) returns an error for the rotated size.
    pub fn try_rotated_about(&self, angle: f32, pivot: impl Into<Vec2>) -> Result<PlacedMask, SizeError> {
        let pivot = pivot.into().as_dvec2();
        let Some(posed) = PosedMask::new(self, angle, pivot, pivot) else {
            return Ok(PlacedMask::default());
        };
        let [min, max] = posed.frame();
        if min.least() < f64::from(i32::MIN) || max.greatest() > f64::from(i32::MAX) {
            return Ok(PlacedMask::default());
        }
        let offset = ivec2(min.x as i32, min.y as i32);
        if let Some((orientation, _)) = posed.quarter_turn() {
            return Ok(PlacedMask { mask: self.oriented(orientation), at: offset });
        }
        let size = (max - min).at_least(DVec2::ZERO);
        let mut mask = Self::try_new(size.x as u32, size.y as u32)?;
        let left = i64::from(offset.x);
        for row in 0..mask.height() {
            let y = i64::from(offset.y) + i64::from(row);
            let [first, end] = posed.columns(y, [left, left + i64::from(mask.width())]);
            for (x, word) in (left..).step_by(64).zip(mask.row_mut(row)) {
                *word = posed.bits(x, y, bits_between(first - x, end - x));
            }
        }
        Ok(PlacedMask { mask, at: offset })
    }
}

/// A mask at a pose. It is sampled where it lies, never rasterized.
///
/// A world pixel takes its value from the mask's pixel that holds its center, rotated back. Pixels are
/// half-open squares, so each world pixel has one source, whatever the angle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PosedMask<'a> {
    mask: &'a SolidityMap,
    transform: PoseTransform,
    /// At multiples of a quarter turn: the mask's orientation, and the position of its first pixel.
    quarter_turn: Option<(Orientation, I64Vec2)>,
}

impl<'a> PosedMask<'a> {
    /// Places `mask` with `pivot`, a point in its frame, at `position`, rotated by `angle` about it. `None` if a number
    /// is NaN or infinite, or if the mask has no pixels: the slack of its frame would give it some.
    pub(crate) fn new(mask: &'a SolidityMap, angle: f32, pivot: DVec2, position: DVec2) -> Option<Self> {
        // Most sprites are not rotated and need no sine.
        let turns = if angle == 0.0 { 0.0 } else { turns_of(angle) % 1.0 };
        let has_pixels = mask.width() > 0 && mask.height() > 0;
        if !(has_pixels && turns.is_finite() && pivot.is_finite() && position.is_finite()) {
            return None;
        }
        let (sine, cosine) = if turns == 0.0 { (0.0, 1.0) } else { sin_cos_of_turns(turns) };
        let quarters = turns * 4.0;
        let quarter_turn = (quarters == quarters.trunc())
            .then(|| quarter_turn(quarters as i32, mask.size().as_dvec2(), pivot, position));
        Some(Self { mask, transform: PoseTransform { sine, cosine, pivot, position }, quarter_turn })
    }

    /// Returns the mask's orientation and the position of its first pixel. `None` unless the angle is a multiple of a
    /// quarter turn.
    pub(crate) const fn quarter_turn(&self) -> Option<(Orientation, I64Vec2)> {
        self.quarter_turn
    }

    /// Returns a bounding box in whole pixels: the first pixel, and one past the last. It holds every pixel
    /// whose center lies in the rotated rectangle.
    pub(crate) fn frame(&self) -> [DVec2; 2] {
        if let Some((orientation, offset)) = self.quarter_turn {
            let offset = offset.as_dvec2();
            return [offset, offset + orientation.oriented_size(self.mask.size()).as_dvec2()];
        }
        // The rectangle's rotated corners; the slack makes up for their rounding.
        let size = self.mask.size().as_dvec2();
        let corners = [DVec2::ZERO, dvec2(size.x, 0.0), dvec2(0.0, size.y), size]
            .map(|corner| self.transform.mask_to_world(corner));
        let min = corners.into_iter().reduce(Bound::at_most).unwrap_or_default();
        let max = corners.into_iter().reduce(Bound::at_least).unwrap_or_default();
        // From the first pixel whose center is not before `min` to the last one whose center is not past `max`.
        let [first, last] = [min - 0.5 - ROTATED_MASK_SLACK, max - 0.5 + ROTATED_MASK_SLACK];
        [dvec2(ceil(first.x) as f64, ceil(first.y) as f64), dvec2(floor(last.x) as f64, floor(last.y) as f64) + 1.0]
    }

    /// Returns the part of columns `first..end` of a row that may come from the mask's rectangle: a few columns
    /// too many, never too few.
    ///
    /// Along the row both source coordinates change linearly, so each bounds the part by two quotients. One pixel on
    /// either side, plus the slack divided by the step, makes up for the quotients' errors.
    pub(crate) fn columns(&self, y: i64, [first, end]: [i64; 2]) -> [i64; 2] {
        if self.quarter_turn.is_some() {
            return [first, end];
        }
        let (start, size) = (self.transform.world_to_mask(center(first, y)), self.mask.size().as_dvec2());
        let length = (end - first).max(0) as f64;
        let (mut from, mut to) = (0.0_f64, length);
        for (start, step, side) in [(start.x, self.transform.cosine, size.x), (start.y, -self.transform.sine, size.y)] {
            let per_step = 1.0 / step;
            let (enters, leaves) = (-start * per_step, (side - start) * per_step);
            let slack = 1.0 + ROTATED_MASK_SLACK * per_step.abs();
            // The casts below cut fractions off, which rounds down. One more rounds up.
            from = (enters.at_most(leaves) - slack).at_least(from);
            to = (enters.at_least(leaves) + slack + 2.0).at_most(to);
        }
        [first + from.at_most(length) as i64, first + to.at_least(0.0).at_most(length) as i64]
    }

    /// Returns the solid ones among the `wanted` of 64 pixels of a row from `(x, y)` on. Bit 0 is the first pixel.
    /// Wanted pixels lie in the [`frame`](Self::frame), which is within ±2^31.
    #[inline]
    pub(crate) fn bits(&self, x: i64, y: i64, wanted: u64) -> u64 {
        let Some((orientation, offset)) = self.quarter_turn else {
            return self.bits_sampled(x, y, wanted);
        };
        let local = i64vec2(x, y) - offset;
        let size = self.mask.size();
        let last = I64Vec2::new(size.x.into(), size.y.into()) - 1;
        match orientation {
            Orientation::IDENTITY => self.mask.bits_from(local.x, local.y) & wanted,
            Orientation::ROTATE_180 => {
                // The row runs backward, so take the 64 pixels that end at the source of the first one.
                self.mask.bits_from(last.x - local.x - 63, last.y - local.y).reverse_bits() & wanted
            }
            _ => filtered(wanted, |bit| {
                let source = orientation.source((local + i64vec2(bit.into(), 0)).as_ivec2(), size);
                self.mask.get(source.x, source.y)
            }),
        }
    }

    fn bits_sampled(&self, x: i64, y: i64, wanted: u64) -> u64 {
        filtered(wanted, |bit| {
            let source = self.transform.world_to_mask(center(x + i64::from(bit), y));
            // Casts round down from 0 on. Sources below 0 are outside.
            source.x >= 0.0 && source.y >= 0.0 && self.mask.get(source.x as i32, source.y as i32)
        })
    }
}

/// Returns the orientation of a mask of `size` after quarter turns, and the position of its first pixel.
///
/// If the source runs forward along the axis, pixel `i` comes from `⌊i + ½ − (position − pivot)⌋`. If it runs backward,
/// pixel `i` comes from `⌊pivot + position − ½⌋ − i`.
fn quarter_turn(quarters: i32, size: DVec2, pivot: DVec2, position: DVec2) -> (Orientation, I64Vec2) {
    let forward = |position: f64, pivot: f64| ceil(position - pivot - 0.5);
    let backward = |position: f64, pivot: f64, side: f64| floor(position + pivot - 0.5).saturating_sub(side as i64 - 1);
    match quarters.rem_euclid(4) {
        0 => (Orientation::IDENTITY, i64vec2(forward(position.x, pivot.x), forward(position.y, pivot.y))),
        1 => (Orientation::ROTATE_90, i64vec2(backward(position.x, pivot.y, size.y), forward(position.y, pivot.x))),
        2 => (
            Orientation::ROTATE_180,
            i64vec2(backward(position.x, pivot.x, size.x), backward(position.y, pivot.y, size.y)),
        ),
        _ => (Orientation::ROTATE_270, i64vec2(forward(position.x, pivot.y), backward(position.y, pivot.x, size.x))),
    }
}

/// Rounds up, saturating at the ends of `i64`. `f64::ceil` is a library call on most processors.
#[inline]
const fn ceil(value: f64) -> i64 {
    let cut = value as i64;
    cut.saturating_add(((cut as f64) < value) as i64)
}

/// Rounds down, saturating at the ends of `i64`.
#[inline]
const fn floor(value: f64) -> i64 {
    let cut = value as i64;
    cut.saturating_sub(((cut as f64) > value) as i64)
}

/// Returns the bits of `wanted` for which `is_solid` is true.
#[inline]
fn filtered(wanted: u64, is_solid: impl Fn(u32) -> bool) -> u64 {
    let (mut rest, mut found) = (wanted, 0);
    while rest != 0 {
        let bit = rest.trailing_zeros();
        found |= u64::from(is_solid(bit)) << bit;
        rest &= rest - 1;
    }
    found
}

/// Returns the center of a pixel.
#[inline]
fn center(x: i64, y: i64) -> DVec2 {
    dvec2(x as f64 + 0.5, y as f64 + 0.5)
}

/// A rotation about a pivot that lies at a position, and its inverse.
#[derive(Clone, Copy, Debug)]
struct PoseTransform {
    sine: f64,
    cosine: f64,
    pivot: DVec2,
    position: DVec2,
}

impl PoseTransform {
    fn mask_to_world(&self, point: DVec2) -> DVec2 {
        let arm = point - self.pivot;
        self.position + dvec2(arm.x * self.cosine - arm.y * self.sine, arm.x * self.sine + arm.y * self.cosine)
    }

    #[inline]
    fn world_to_mask(&self, point: DVec2) -> DVec2 {
        let arm = point - self.position;
        self.pivot + dvec2(arm.x * self.cosine + arm.y * self.sine, arm.y * self.cosine - arm.x * self.sine)
    }
}
