//! Masks scaled by nearest-neighbor sampling, in integers.

use super::bits::next_set;
use super::map::{SizeError, SolidityMap};
use glam::UVec2;

impl SolidityMap {
    /// Returns the mask scaled to another size by nearest-neighbor sampling at pixel centers.
    ///
    /// Pixel `(x, y)` of the result is pixel `(floor((x + ½)·w / W), floor((y + ½)·h / H))` of this mask of `w` by `h`
    /// pixels, in integers. If it shrinks, thin parts may vanish. A mask without pixels gives a free one.
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
            let source = source(y, size.y, self.height());
            if last == Some(source) {
                let words = scaled.words_per_row();
                let start = y as usize * words;
                scaled.words_mut().copy_within(start - words..start, start);
            } else if next_set(self.row(source), 0).is_some() {
                stretch(scaled.row_mut(y), size.x, self.row(source), self.width());
            }
            last = Some(source);
        }
        Ok(scaled)
    }
}

/// Returns the pixel of `from` under the center of pixel `index` of `to`. Sides are below 2^31, so products are below
/// 2^63.
const fn source(index: u32, to: u32, from: u32) -> u32 {
    ((2 * index as u64 + 1) * from as u64 / (2 * to as u64)) as u32
}

/// Fills a free row of `to` pixels from one of `from` pixels.
fn stretch(target: &mut [u64], to: u32, source: &[u64], from: u32) {
    if to == from {
        target.copy_from_slice(source);
        return;
    }
    // (2x + 1)·from / 2to without a division for each pixel: quotient and remainder grow by those of from / to.
    let (to, from) = (u64::from(to), u64::from(from));
    let (mut index, mut rest) = (from / (2 * to), from % (2 * to));
    let (step, step_rest) = (from / to, 2 * (from % to));
    for (word, left) in target.iter_mut().zip((0..to).step_by(64)) {
        for bit in 0..(to - left).min(64) {
            *word |= (source[(index / 64) as usize] >> (index % 64) & 1) << bit;
            index += step;
            rest += step_rest;
            if rest >= 2 * to {
                rest -= 2 * to;
                index += 1;
            }
        }
    }
}
