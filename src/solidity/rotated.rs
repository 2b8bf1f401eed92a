use super::{Orientation, SizeError, SolidityMap};
use crate::geometry::{sin_cos_of_turns, turns_of};
use glam::{DVec2, IVec2, Vec2, dvec2, ivec2};

/// A mask that was turned, and where it lies.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RotatedMask {
    /// What the mask looks like.
    pub mask: SolidityMap,
    /// Where its pixel `(0, 0)` lies in the frame of the mask that was turned.
    pub offset: IVec2,
}

impl SolidityMap {
    /// The mask turned about its centre, `(width / 2, height / 2)`; as [`try_rotated_about`](Self::try_rotated_about).
    ///
    /// # Panics
    /// Where that is an error, as it can be for masks of more than 2^32 pixels or with one side that is very long.
    ///
    /// ```
    /// use std::f32::consts::{FRAC_PI_2, FRAC_PI_4};
    /// use tileray::{SolidityMap, glam::ivec2};
    ///
    /// let bar = SolidityMap::from_ascii("#....#\n######")?;
    /// let turned = bar.rotated(FRAC_PI_2);
    /// assert_eq!(turned.mask.to_ascii(), "##\n#.\n#.\n#.\n#.\n##\n");
    /// assert_eq!(turned.offset, ivec2(2, -2));
    /// assert_eq!(SolidityMap::from_fn(9, 9, |_, _| true).rotated(FRAC_PI_4).mask.width(), 13);
    /// # Ok::<(), tileray::AsciiError>(())
    /// ```
    #[must_use]
    pub fn rotated(&self, angle: f32) -> RotatedMask {
        self.try_rotated_about(angle, self.size().as_vec2() / 2.0).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The mask turned by `angle`, in radians from +x toward +y, about `pivot`, a point in its frame.
    ///
    /// A pixel of the result is solid where its centre, turned back about the pivot, lies in a solid pixel. So nothing is
    /// smoothed, and thin parts may break. The result keeps the grid of the old one; its frame holds every pixel whose centre lies
    /// in the turned rectangle.
    ///
    /// Quarter turns are exact: the picture is that of [`oriented`](Self::oriented). The `f32` nearest to a multiple of an
    /// eighth of a turn counts as that multiple. Other turns are sums and products in `f64`, with a sine and a cosine that are
    /// the same on every machine, and so is the result.
    ///
    /// Where the angle or the pivot is NaN or infinite, or the turned mask would lie outside of the numbers of `i32`, the
    /// result has no pixels. Costs some operations for each pixel of the result.
    ///
    /// # Errors
    /// As of [`try_new`](Self::try_new), where the turned mask is too large.
    pub fn try_rotated_about(&self, angle: f32, pivot: impl Into<Vec2>) -> Result<RotatedMask, SizeError> {
        let pivot = pivot.into();
        let turns = turns_of(angle) % 1.0;
        if !turns.is_finite() || !pivot.is_finite() || self.width() == 0 || self.height() == 0 {
            return Ok(RotatedMask::default());
        }
        let quarters = turns * 4.0;
        let (sine, cosine) = sin_cos_of_turns(turns);
        let turn = Back { sine, cosine, pivot: pivot.as_dvec2() };
        if quarters == quarters.trunc() {
            return Ok(self.rotated_by_quarters(quarters as i32, &turn));
        }
        // The rectangle's corners turned; a pixel beyond them on either side makes up for their rounding.
        let size = self.size().as_dvec2();
        let corners = [DVec2::ZERO, dvec2(size.x, 0.0), dvec2(0.0, size.y), size].map(|corner| turn.forth(corner));
        let min = corners.into_iter().reduce(DVec2::min).unwrap_or_default();
        let max = corners.into_iter().reduce(DVec2::max).unwrap_or_default();
        // Centres within: from the first pixel whose centre is not before `min` to the last one not past `max`.
        let (min, max) = ((min - 0.5 - SLACK).ceil(), (max - 0.5 + SLACK).floor() + 1.0);
        if min.min_element() < f64::from(i32::MIN) || max.max_element() > f64::from(i32::MAX) {
            return Ok(RotatedMask::default());
        }
        let offset = ivec2(min.x as i32, min.y as i32);
        let (width, height) = ((max.x - min.x).max(0.0) as u32, (max.y - min.y).max(0.0) as u32);
        let mut mask = Self::try_new(width, height)?;
        for y in 0..height {
            let centre = |x: u32| dvec2(f64::from(x) + 0.5, f64::from(y) + 0.5) + min;
            let row = mask.row_mut(y);
            let [first, end] = turn.columns_within(centre(0), size, width);
            for x in first..end {
                let source = turn.back(centre(x));
                // From 0 on, to cut the fraction off is to round down; what is below is outside.
                if source.x >= 0.0 && source.y >= 0.0 && self.get(source.x as i32, source.y as i32) {
                    row[(x / 64) as usize] |= 1 << (x % 64);
                }
            }
        }
        Ok(RotatedMask { mask, offset })
    }

    /// Turned by whole quarters: the same rule, which then gives each pixel one of the old ones.
    fn rotated_by_quarters(&self, quarters: i32, turn: &Back) -> RotatedMask {
        let orientation = match quarters.rem_euclid(4) {
            0 => Orientation::IDENTITY,
            1 => Orientation::ROTATE_90,
            2 => Orientation::ROTATE_180,
            _ => Orientation::ROTATE_270,
        };
        let mask = self.oriented(orientation);
        // Where the result's first pixel comes from, and where that square lies once it is turned. Its centre is that of the
        // pixel there, or half a pixel beside it where the pivot's coordinates differ by a half: the centre of the pixel that
        // is looked for, turned back, lies in the first pixel's half-open square.
        let first = orientation.source(IVec2::ZERO, self.size()).as_dvec2() + 0.5;
        let near = turn.forth(first).floor();
        if near.abs().max_element() > f64::from(1 << 30) {
            return RotatedMask::default();
        }
        let around = [(0.0, 0.0), (-1.0, 0.0), (0.0, -1.0), (-1.0, -1.0)];
        let offset = around.into_iter().map(|(x, y)| near + dvec2(x, y)).find(|&pixel| {
            let source = turn.back(pixel + 0.5);
            source.floor() == first.floor()
        });
        let offset = offset.unwrap_or(near);
        RotatedMask { mask, offset: ivec2(offset.x as i32, offset.y as i32) }
    }
}

/// What a frame is larger than the corners that were turned, in pixels: their rounding is far below it.
const SLACK: f64 = 1.0 / (1 << 10) as f64;

/// A turn about a point, and back.
struct Back {
    sine: f64,
    cosine: f64,
    pivot: DVec2,
}

impl Back {
    fn forth(&self, point: DVec2) -> DVec2 {
        let arm = point - self.pivot;
        self.pivot + dvec2(arm.x * self.cosine - arm.y * self.sine, arm.x * self.sine + arm.y * self.cosine)
    }

    #[inline]
    fn back(&self, point: DVec2) -> DVec2 {
        let arm = point - self.pivot;
        self.pivot + dvec2(arm.x * self.cosine + arm.y * self.sine, arm.y * self.cosine - arm.x * self.sine)
    }
    /// Of the `width` pixels of a row, of which the first has this centre, at least those that come from a rectangle of `size`:
    /// the first of them, and one past the last.
    ///
    /// Along the row both coordinates of the source change evenly, so each bounds them by two quotients. A pixel more on either
    /// side makes up for their rounding.
    fn columns_within(&self, first_centre: DVec2, size: DVec2, width: u32) -> [u32; 2] {
        let start = self.back(first_centre);
        let (mut first, mut end) = (0.0_f64, f64::from(width));
        for (start, step, length) in [(start.x, self.cosine, size.x), (start.y, -self.sine, size.y)] {
            let (enters, leaves) = (-start / step, (length - start) / step);
            // Coordinates below 2^31 are rounded by less than 2^-21, so that quotients by larger steps are off by less than that
            // pixel; smaller ones hardly bound anything.
            if step.abs() >= 1.0 / (1 << 20) as f64 {
                first = first.max(enters.min(leaves).floor() - 1.0);
                end = end.min(enters.max(leaves).ceil() + 2.0);
            }
        }
        [first.min(f64::from(width)) as u32, end.max(0.0) as u32]
    }
}
