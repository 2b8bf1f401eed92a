use super::bits::bits_between;
use super::posed::PosedMask;
use super::{SizeError, SolidityMap};
use glam::{DVec2, IVec2, Vec2, ivec2};

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
    /// The mask turned about its center, `(width / 2, height / 2)`; as [`try_rotated_about`](Self::try_rotated_about).
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
    /// # Ok::<(), tileray::solidity::AsciiError>(())
    /// ```
    #[must_use]
    pub fn rotated(&self, angle: f32) -> RotatedMask {
        self.try_rotated_about(angle, self.size().as_vec2() / 2.0).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The mask turned by `angle`, in radians from +x toward +y, about `pivot`, a point in its frame.
    ///
    /// A pixel of the result is solid where its center, turned back about the pivot, lies in a solid pixel. So nothing is
    /// smoothed, and thin parts may break. The result keeps the grid of the old one; its frame holds every pixel whose center lies
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
        let pivot = pivot.into().as_dvec2();
        let Some(posed) = PosedMask::new(self, angle, pivot, pivot) else {
            return Ok(RotatedMask::default());
        };
        let [min, max] = posed.frame();
        if min.min_element() < f64::from(i32::MIN) || max.max_element() > f64::from(i32::MAX) {
            return Ok(RotatedMask::default());
        }
        let offset = ivec2(min.x as i32, min.y as i32);
        if let Some((orientation, _)) = posed.laid() {
            return Ok(RotatedMask { mask: self.oriented(orientation), offset });
        }
        let size = (max - min).max(DVec2::ZERO);
        let mut mask = Self::try_new(size.x as u32, size.y as u32)?;
        let left = i64::from(offset.x);
        for row in 0..mask.height() {
            let y = i64::from(offset.y) + i64::from(row);
            let [first, end] = posed.columns(y, [left, left + i64::from(mask.width())]);
            for (x, word) in (left..).step_by(64).zip(mask.row_mut(row)) {
                *word = posed.bits(x, y, bits_between(first - x, end - x));
            }
        }
        Ok(RotatedMask { mask, offset })
    }
}
