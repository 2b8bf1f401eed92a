//! Masks scaled by nearest-neighbor sampling, in integers. A center on a border takes the pixels on both sides.

use super::bits::next_set;
use super::map::{SizeError, SolidityMap};
use glam::UVec2;
use std::ops::RangeInclusive;

impl SolidityMap {
    /// Returns the mask scaled to another size by nearest-neighbor sampling at pixel centers.
    ///
    /// Pixel `(x, y)` of the result is solid if the point `((x + ½)·w / W, (y + ½)·h / H)` lies in a solid pixel of this
    /// mask of `w` by `h` pixels or on its border, in integers. So half the size has a solid pixel for each 2×2 pixels
    /// with a solid one. If the mask shrinks further, thin parts may vanish. A mask without pixels gives a free one.
    ///
    /// # Panics
    /// If [`try_scaled`](Self::try_scaled) returns an error.
    ///
    /// ```
    /// use tileray::{SolidityMap, glam::uvec2};
    ///
    /// let ramp = SolidityMap::from_ascii("#.\n##")?;
    /// assert_eq!(ramp.scaled(uvec2(4, 2)).to_ascii(), "##..\n####\n");
    /// # Ok::<(), tileray::solidity::AsciiError>(())
    /// ```
    #[must_use]
    pub fn scaled(&self, size: impl Into<UVec2>) -> Self {
        self.try_scaled(size).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Returns the scaled mask, like [`scaled`](Self::scaled), or an error.
    ///
    /// # Errors
    /// If [`try_new`](Self::try_new) returns an error for that size.
    pub fn try_scaled(&self, size: impl Into<UVec2>) -> Result<Self, SizeError> {
        let size = size.into();
        let mut scaled = Self::try_new(size.x, size.y)?;
        if self.width() == 0 || self.height() == 0 || size.x == 0 {
            return Ok(scaled);
        }
        let mut last = None;
        for y in 0..size.y {
            let rows = Some(sources(y, size.y, self.height()));
            if last == rows {
                let words = scaled.words_per_row();
                let start = y as usize * words;
                scaled.words_mut().copy_within(start - words..start, start);
            } else {
                for row in rows.clone().into_iter().flatten().filter(|&row| next_set(self.row(row), 0).is_some()) {
                    stretch(scaled.row_mut(y), size.x, self.row(row), self.width());
                }
            }
            last = rows;
        }
        Ok(scaled)
    }
}

/// Returns the pixels of `from` that hold the center of pixel `index` of `to`: two if it lies on their border. Sides are
/// below 2^31, so products are below 2^63.
const fn sources(index: u32, to: u32, from: u32) -> RangeInclusive<u32> {
    let (center, side) = ((2 * index as u64 + 1) * from as u64, 2 * to as u64);
    ((center - 1) / side) as u32..=(center / side) as u32
}

/// Adds one row of `from` pixels to a row of `to` pixels.
fn stretch(target: &mut [u64], to: u32, source: &[u64], from: u32) {
    if to == from {
        target.iter_mut().zip(source).for_each(|(target, source)| *target |= source);
        return;
    }
    // (2x + 1)·from / 2to without a division for each pixel: quotient and remainder grow by those of from / to.
    let (to, from) = (u64::from(to), u64::from(from));
    let (mut index, mut rest) = (from / (2 * to), from % (2 * to));
    let (step, step_rest) = (from / to, 2 * (from % to));
    let pixel = |index: u64| source[(index / 64) as usize] >> (index % 64) & 1;
    for (word, left) in target.iter_mut().zip((0..to).step_by(64)) {
        let mut bits = 0;
        for bit in 0..(to - left).min(64) {
            bits |= pixel(index) << bit;
            if rest == 0 {
                bits |= pixel(index - 1) << bit;
            }
            index += step;
            rest += step_rest;
            if rest >= 2 * to {
                rest -= 2 * to;
                index += 1;
            }
        }
        *word |= bits;
    }
}
