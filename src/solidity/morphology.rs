//! Dilation and erosion by a disc.
//!
//! A row of the mask is widened step by step, from the disc's narrowest row to its widest. Each width is or-ed into the
//! two rows at the distance of that row of the disc. Erosion is the dilation of the free pixels, inverted.

use super::map::SolidityMap;
use crate::geometry::{Bound, Rect};
use glam::ivec2;

impl SolidityMap {
    /// Returns the mask dilated by a disc: a pixel is solid where the center of a solid pixel is at most
    /// `radius` away from its own.
    ///
    /// Size and frame stay, so growth past the border is cut off. To keep it, [`crop`](Self::crop) to a larger
    /// rectangle first. A radius below 1 or NaN changes nothing. An infinite one fills the mask if any pixel is solid.
    /// Squared distances are compared, exactly.
    ///
    /// Each row with solid pixels costs some operations for every 64 pixels of the rows within the radius.
    ///
    /// ```
    /// use tileray::{Rect, SolidityMap, glam::ivec2};
    ///
    /// let dot = SolidityMap::from_ascii("#")?.crop(Rect::new(ivec2(-2, -2), ivec2(3, 3)));
    /// assert_eq!(dot.dilated(2.0).to_ascii(), "..#..\n.###.\n#####\n.###.\n..#..\n");
    /// # Ok::<(), tileray::solidity::AsciiError>(())
    /// ```
    #[must_use]
    pub fn dilated(&self, radius: f32) -> Self {
        PixelDisc::new(self, radius).map_or_else(|| self.clone(), |disc| self.dilated_by(&disc))
    }

    /// Returns the mask with all pixels at whose centers a disc overlaps the square of a solid pixel. Touching is not
    /// overlapping. A radius of at most 1/2 or NaN changes nothing.
    pub(crate) fn overlapped_by_disc(&self, radius: f32) -> Self {
        self.dilated_by(&PixelDisc::around_squares(self, radius))
    }

    fn dilated_by(&self, disc: &PixelDisc) -> Self {
        let mut dilated = Self::new(self.width(), self.height());
        let mut widened = vec![0; self.words_per_row()];
        for y in (0..self.height()).filter(|&y| self.row(y).iter().any(|&word| word != 0)) {
            widened.copy_from_slice(self.row(y));
            let mut reach = 0;
            // From the disc's outermost and narrowest row inward, the width grows.
            for (down, &half_width) in disc.half_widths.iter().enumerate().rev() {
                let down = down as u32;
                widen(&mut widened, half_width - reach);
                reach = half_width;
                let rows =
                    [y.checked_sub(down), y.checked_add(down).filter(|&lower| down > 0 && lower < self.height())];
                for row in rows.into_iter().flatten() {
                    dilated.row_mut(row).iter_mut().zip(&widened).for_each(|(own, &word)| *own |= word);
                }
            }
        }
        (0..self.height()).for_each(|y| dilated.clear_padding(y));
        dilated
    }

    /// Returns the mask eroded by a disc: a pixel is solid where all pixels whose centers are at most `radius`
    /// away from its own are solid. Pixels outside the mask are free.
    ///
    /// A radius below 1 or NaN changes nothing. An infinite one frees the mask. Costs as much as
    /// [`dilated`](Self::dilated).
    ///
    /// ```
    /// use tileray::SolidityMap;
    ///
    /// let ell = SolidityMap::from_ascii("###..\n###..\n#####\n#####\n#####")?;
    /// assert_eq!(ell.eroded(1.0).to_ascii(), ".....\n.#...\n.##..\n.###.\n.....\n");
    /// # Ok::<(), tileray::solidity::AsciiError>(())
    /// ```
    #[must_use]
    pub fn eroded(&self, radius: f32) -> Self {
        let Some(disc) = PixelDisc::new(self, radius) else { return self.clone() };
        // Pixels near a free one are removed. The nearest free pixels outside the mask lie straight across the border.
        let mut kept = self.inverted().dilated(radius);
        kept.invert();
        let mut eroded = Self::new(self.width(), self.height());
        let border = i64::from(disc.whole_radius);
        let (right, bottom) = (i64::from(self.width()) - border, i64::from(self.height()) - border);
        if border < right && border < bottom {
            let inner = Rect::new(ivec2(border as i32, border as i32), ivec2(right as i32, bottom as i32));
            eroded.fill_rect(inner);
            eroded.retain(&kept, ivec2(0, 0));
        }
        eroded
    }
}

/// The rows of a disc of pixels, clipped to the size of a mask.
struct PixelDisc {
    /// The radius rounded down to pixels, at most `i32::MAX`.
    whole_radius: u32,
    /// Half the width of the disc's rows, from the middle row down.
    half_widths: Vec<u32>,
}

impl PixelDisc {
    /// Creates the disc of the pixels whose centers are at most a radius away; `None` if it is a single pixel.
    fn new(mask: &SolidityMap, radius: f32) -> Option<Self> {
        if radius.is_nan() || radius < 1.0 {
            return None;
        }
        // The square of an `f32` is exact in `f64`, and casts round down and stop at the largest number.
        let square = (f64::from(radius) * f64::from(radius)) as u64;
        let whole_radius = (radius as u32).min(i32::MAX.unsigned_abs());
        let half_width = |down: u32| (square - u64::from(down).pow(2)).isqrt();
        Some(Self::clipped(mask, whole_radius, half_width))
    }

    /// Creates the disc of the pixels whose squares are less than a radius away from the middle of the first.
    fn around_squares(mask: &SolidityMap, radius: f32) -> Self {
        // In halves of a pixel the square n pixels away along an axis is 2n − 1 away, and the own one 0. So squares of
        // distances are whole numbers. This is the greatest one below the square of the radius, exact in `f64`.
        let halves = 2.0 * f64::from(radius).at_least(0.0);
        let square = ((halves * halves).ceil() as u64).saturating_sub(1).min(u64::from(u32::MAX).pow(2));
        let pixels = |square: u64| square.isqrt().div_ceil(2);
        let half_width = |down: u32| pixels(square - (2 * u64::from(down)).saturating_sub(1).pow(2));
        Self::clipped(mask, pixels(square).min(i32::MAX as u64) as u32, half_width)
    }

    /// Computes the rows from the middle down to a distance, clipped to the mask.
    fn clipped(mask: &SolidityMap, whole_radius: u32, half_width: impl Fn(u32) -> u64) -> Self {
        let rows = whole_radius.min(mask.height().saturating_sub(1));
        let columns = u64::from(mask.width().saturating_sub(1));
        Self { whole_radius, half_widths: (0..=rows).map(|down| half_width(down).min(columns) as u32).collect() }
    }
}

/// Spreads every bit of a row by `reach` to both sides; drops bits that leave the row.
fn widen(row: &mut [u64], mut reach: u32) {
    // A spread by `covered` pixels, moved by up to `covered + 1`, leaves no gap, so the spread doubles with each step.
    // A longer step, by the whole width, would leave gaps where the border cut the spread.
    let mut covered = 0;
    while reach > 0 {
        let step = reach.min(covered + 1);
        spread(row, step);
        covered += step;
        reach -= step;
    }
}

/// Ors a row, shifted by `step` bits to the left and to the right, into itself.
fn spread(row: &mut [u64], step: u32) {
    let (words, bits) = ((step / 64) as usize, step % 64);
    let moved_right = |high: u64, low: u64| high << bits | low >> 1 >> (63 - bits);
    let moved_left = |low: u64, high: u64| low >> bits | high << 1 << (63 - bits);
    let before: Vec<u64> = row.to_vec();
    let at = |index: Option<usize>| index.and_then(|index| before.get(index)).copied().unwrap_or(0);
    for (index, word) in row.iter_mut().enumerate() {
        *word |= moved_right(at(index.checked_sub(words)), at(index.checked_sub(words + 1)));
        *word |= moved_left(at(index.checked_add(words)), at(index.checked_add(words + 1)));
    }
}
