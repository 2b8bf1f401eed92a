//! Rotated masks: sampled where they lie, or rasterized to a new mask.
//!
//! A pixel is solid if its center, rotated back into the mask, lies in a solid pixel or on its border. No mirror image
//! can prefer that rule: a mask and its mirror image have mirrored pixels at mirrored poses.
//!
//! ```text
//! center strictly inside a pixel   that pixel decides
//! on an edge between two pixels    either of both         a mask exactly half way between two columns covers both
//! on a corner of four pixels       any of them
//! ```
//!
//! Rotations by multiples of a quarter turn map pixels to pixels. They are computed in integers: a mask lies at whole
//! pixels, or half a pixel beside them where that is its exact place. Other rotations are computed in `f64`, and a
//! center in the mask is rounded to 2^-19 px, so borders are decided in integers too.

use super::bits::bits_between;
use super::map::{SizeError, SolidityMap};
use super::orientation::Orientation;
use super::placed_mask::PlacedMask;
use crate::geometry::tolerance::ROTATED_MASK_SLACK;
use crate::geometry::{Bound, Elements, sin_cos_of_turns, turns_of};
use glam::{BVec2, DVec2, I64Vec2, UVec2, Vec2, dvec2, i64vec2, ivec2};
use std::borrow::Cow;

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
    /// A pixel of the result is solid if its center, rotated back about the pivot, lies in a solid pixel or on its
    /// border. So the mirror image of a mask, rotated the other way, gives the mirror image of the result. Nothing is
    /// smoothed, and thin parts may break. The result keeps the pixel grid. Its frame holds every pixel whose center
    /// lies in the rotated rectangle.
    ///
    /// Quarter turns are exact, and equal to [`oriented`](Self::oriented). A mask that a quarter turn takes to a place
    /// exactly half way between two pixels lies at the left or upper one, whatever the turn.
    ///
    /// The `f32` nearest to a multiple of an eighth of a turn counts as that multiple. Other angles use sums and
    /// products in `f64`, with a sine and a cosine that are the same on every machine, and so is the result.
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
        if let Some(turn) = posed.quarter_turn() {
            return Ok(PlacedMask { mask: self.oriented(turn.orientation), at: offset });
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

    /// Returns the pixels that the mask covers if it lies half a pixel farther on some axes. `None` for a mask that is
    /// wider than a word then.
    pub(crate) fn spread(&self, halves: BVec2) -> Option<Cow<'_, Self>> {
        if halves == BVec2::FALSE {
            return Some(Cow::Borrowed(self));
        }
        let size = self.size() + UVec2::from(halves);
        let mut spread = (size.x <= 64).then(|| Self::new(size.x, size.y))?;
        let mut above = 0;
        for (word, own) in spread.words_mut().iter_mut().zip(self.words().iter().copied().chain([0])) {
            let wide = own | own << u32::from(halves.x);
            *word = wide | above;
            above = if halves.y { wide } else { 0 };
        }
        Some(Cow::Owned(spread))
    }
}

/// A mask at a pose. It is sampled where it lies, never rasterized.
///
/// A world pixel is solid if its center, rotated back, lies in a solid pixel of the mask or on its border.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PosedMask<'a> {
    mask: &'a SolidityMap,
    transform: PoseTransform,
    /// `None` unless the angle is a multiple of a quarter turn.
    quarter_turn: Option<QuarterTurn>,
}

/// The place of a mask after quarter turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct QuarterTurn {
    pub(crate) orientation: Orientation,
    /// The position of the first pixel, rounded to the nearest whole one, from halves down.
    pub(crate) at: I64Vec2,
    /// The axes on which the mask lies half a pixel past `at`. Each of its pixels covers two world pixels there.
    pub(crate) halves: BVec2,
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

    /// Returns the mask's place. `None` unless the angle is a multiple of a quarter turn.
    pub(crate) const fn quarter_turn(&self) -> Option<QuarterTurn> {
        self.quarter_turn
    }

    /// Returns the axes on which the mask lies exactly half way between two pixels.
    #[inline]
    pub(crate) fn halves(&self) -> BVec2 {
        self.quarter_turn.map_or(BVec2::FALSE, |turn| turn.halves)
    }

    /// Moves the mask back by half a pixel on some of its [`halves`](Self::halves).
    pub(crate) fn clear_halves(&mut self, halves: BVec2) {
        if let Some(turn) = &mut self.quarter_turn {
            turn.halves &= !halves;
        }
    }

    /// Returns a bounding box in whole pixels: the first pixel, and one past the last. It holds every pixel
    /// whose center lies in the rotated rectangle.
    pub(crate) fn frame(&self) -> [DVec2; 2] {
        if let Some(QuarterTurn { orientation, at, halves }) = self.quarter_turn {
            let (at, size) = (at.as_dvec2(), orientation.oriented_size(self.mask.size()) + UVec2::from(halves));
            return [at, at + size.as_dvec2()];
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
        let start = self.transform.pivot + self.transform.arm_in_mask(center(first, y));
        let size = self.mask.size().as_dvec2();
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
        let Some(turn) = self.quarter_turn else { return self.bits_sampled(x, y, wanted) };
        let local = i64vec2(x, y) - turn.at;
        match turn.halves {
            BVec2::FALSE => self.bits_turned(turn.orientation, local, wanted),
            halves => doubled(halves, &|shift| self.bits_turned(turn.orientation, local - shift, wanted)),
        }
    }

    /// Returns the solid ones among the wanted pixels of a row of the oriented mask.
    #[inline]
    fn bits_turned(&self, orientation: Orientation, local: I64Vec2, wanted: u64) -> u64 {
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

    /// Returns the solid ones among the wanted pixels of a row, by their sources in units of 2^-19 px.
    fn bits_sampled(&self, x: i64, y: i64, wanted: u64) -> u64 {
        const FRACTION: i64 = (1 << FRACTION_BITS) - 1;
        let pivot = fixed(self.transform.pivot);
        filtered(wanted, |bit| {
            let source = pivot.wrapping_add(fixed(self.transform.arm_in_mask(center(x + i64::from(bit), y))));
            let pixel = source >> FRACTION_BITS;
            match [source.x, source.y].map(|coordinate| coordinate & FRACTION == 0) {
                [false, false] => self.mask.get(pixel.x as i32, pixel.y as i32),
                on_border => self.is_solid_beside(pixel, on_border.into()),
            }
        })
    }

    /// Returns whether a pixel is solid, or one before it on the axes on whose border the center lies.
    #[cold]
    fn is_solid_beside(&self, pixel: I64Vec2, on_border: BVec2) -> bool {
        doubled(on_border, &|shift| u64::from(self.mask.get((pixel.x - shift.x) as i32, (pixel.y - shift.y) as i32)))
            != 0
    }
}

/// Returns the union of the bits at `(0, 0)` and, on the axes of `halves`, at 1.
#[cold]
pub(crate) fn doubled(halves: BVec2, bits: &dyn Fn(I64Vec2) -> u64) -> u64 {
    let row = |y: i64| bits(i64vec2(0, y)) | if halves.x { bits(i64vec2(1, y)) } else { 0 };
    row(0) | if halves.y { row(1) } else { 0 }
}

/// Returns the place of a mask of `size` after quarter turns.
fn quarter_turn(quarters: i32, size: DVec2, pivot: DVec2, position: DVec2) -> QuarterTurn {
    // From the pivot to the first corner of the rotated rectangle.
    let (orientation, arm) = match quarters.rem_euclid(4) {
        0 => (Orientation::IDENTITY, -pivot),
        1 => (Orientation::ROTATE_90, dvec2(pivot.y - size.y, -pivot.x)),
        2 => (Orientation::ROTATE_180, pivot - size),
        _ => (Orientation::ROTATE_270, dvec2(-pivot.y, pivot.x - size.x)),
    };
    let corner = position + arm - 0.5;
    let at = i64vec2(ceil(corner.x), ceil(corner.y));
    QuarterTurn { orientation, at, halves: at.as_dvec2().cmpeq(corner) }
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

/// The bits of the fraction of a sampled center, in [`fixed`].
const FRACTION_BITS: u32 = 19;

/// Returns a vector of up to ±2^32 px in units of 2^-19 px, rounded to the nearest, ties to even.
///
/// No mirror image can prefer that rounding: a vector and its negation round alike, and so do a pivot and its mirror
/// image, whose sum is a whole number of pixels. The sum of a number and `ROUND` has the rounded number in its lowest
/// bits.
#[inline]
fn fixed(vector: DVec2) -> I64Vec2 {
    const ROUND: f64 = 1.5 * (1_u64 << (52 - FRACTION_BITS)) as f64;
    let units = |number: f64| (number + ROUND).to_bits().wrapping_sub(ROUND.to_bits()) as i64;
    i64vec2(units(vector.x), units(vector.y))
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

    /// Returns a point of the world in the mask's frame, relative to the pivot.
    #[inline]
    fn arm_in_mask(&self, point: DVec2) -> DVec2 {
        let arm = point - self.position;
        dvec2(arm.x * self.cosine + arm.y * self.sine, arm.y * self.cosine - arm.x * self.sine)
    }
}
