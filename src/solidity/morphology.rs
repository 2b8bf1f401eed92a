use super::SolidityMap;
use crate::geometry::Rect;
use glam::ivec2;

impl SolidityMap {
    /// The mask grown by a disc: a pixel is solid where the center of a solid pixel is at most `radius` away from its own.
    ///
    /// The size and the frame stay, so what grows past the border is cut off; [`crop`](Self::crop) to a larger rectangle before,
    /// where that is not wanted. Below 1 nothing changes, nor where the radius is NaN; an infinite one fills all if any pixel is
    /// solid. Distances are compared by their squares, exactly.
    ///
    /// For each row with pixels it costs some operations for every 64 pixels of the rows within the radius.
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
        let Some(disc) = Disc::new(self, radius) else { return self.clone() };
        let mut dilated = Self::new(self.width(), self.height());
        let mut widened = vec![0; self.words_per_row()];
        for y in (0..self.height()).filter(|&y| self.row(y).iter().any(|&word| word != 0)) {
            widened.copy_from_slice(self.row(y));
            let mut reach = 0;
            // The disc's rows from the outermost, the narrowest: what it covers grows from row to row.
            for down in (0..=disc.rows).rev() {
                let half_width = disc.half_width(down);
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

    /// The mask shrunk by a disc: a pixel is solid where all pixels whose centers are at most `radius` away from its own are
    /// solid; outside of the mask none is.
    ///
    /// Below 1 nothing changes, nor where the radius is NaN; an infinite one frees all. Costs as [`dilated`](Self::dilated).
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
        let Some(disc) = Disc::new(self, radius) else { return self.clone() };
        // What is near to a free pixel goes; the free pixels outside that are nearest lie straight ahead.
        let mut kept = self.inverted().dilated(radius);
        kept.invert();
        let mut eroded = Self::new(self.width(), self.height());
        let border = i64::from(disc.across);
        let (right, bottom) = (i64::from(self.width()) - border, i64::from(self.height()) - border);
        if border < right && border < bottom {
            let inner = Rect::new(ivec2(border as i32, border as i32), ivec2(right as i32, bottom as i32));
            eroded.fill_rect(inner, true);
            eroded.retain(&kept, ivec2(0, 0));
        }
        eroded
    }
}

/// A disc of pixel centers, cut to what can matter in a mask.
struct Disc {
    /// The square of the radius, rounded down; `u64::MAX` where it is larger.
    square: u64,
    /// Pixels from the middle to the border: the radius rounded down, at most `i32::MAX`.
    across: u32,
    /// Rows below the middle, at most as many as the mask has.
    rows: u32,
    /// Columns beside the middle, at most as many as the mask has.
    columns: u32,
}

impl Disc {
    /// `None` where the disc is a single pixel.
    fn new(mask: &SolidityMap, radius: f32) -> Option<Self> {
        if radius.is_nan() || radius < 1.0 {
            return None;
        }
        // The square of an `f32` is exact in `f64`, and casts round down and stop at the largest number.
        let across = (radius as u32).min(i32::MAX.unsigned_abs());
        Some(Self {
            square: (f64::from(radius) * f64::from(radius)) as u64,
            across,
            rows: across.min(mask.height().saturating_sub(1)),
            columns: across.min(mask.width().saturating_sub(1)),
        })
    }

    /// How far the disc's row `down` rows below the middle reaches to either side.
    fn half_width(&self, down: u32) -> u32 {
        let left = self.square - u64::from(down) * u64::from(down);
        left.isqrt().min(self.columns.into()) as u32
    }
}

/// Spreads every bit of a row by `reach` to both sides; bits that leave the row are lost.
fn widen(row: &mut [u64], mut reach: u32) {
    // What covers `covered` pixels to both sides covers twice as much and one more when it is moved by one more than that. A
    // longer step, by its whole width, would leave gaps where the border cut it.
    let mut covered = 0;
    while reach > 0 {
        let step = reach.min(covered + 1);
        spread(row, step);
        covered += step;
        reach -= step;
    }
}

/// Ors a row, moved by `step` bits to the left and to the right, into itself.
fn spread(row: &mut [u64], step: u32) {
    let (words, bits) = ((step / 64) as usize, step % 64);
    let moved_right = |high: u64, low: u64| high << bits | low >> 1 >> (63 - bits);
    let moved_left = |low: u64, high: u64| low >> bits | high << 1 << (63 - bits);
    let before: Vec<u64> = row.to_vec();
    let at = |place: Option<usize>| place.and_then(|place| before.get(place)).copied().unwrap_or(0);
    for (place, word) in row.iter_mut().enumerate() {
        *word |= moved_right(at(place.checked_sub(words)), at(place.checked_sub(words + 1)));
        *word |= moved_left(at(place.checked_add(words)), at(place.checked_add(words + 1)));
    }
}
