use super::SolidityMap;
use super::bits::{next_clear, next_set};
use crate::geometry::Rect;
use glam::{IVec2, ivec2};

/// Solid pixels side by side in a row, with a free pixel or the mask's border before and after them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PixelRun {
    /// The row.
    pub y: i32,
    /// The first pixel.
    pub start: i32,
    /// One past the last pixel.
    pub end: i32,
}

impl PixelRun {
    /// The number of pixels.
    #[must_use]
    pub const fn len(&self) -> u32 {
        if self.end > self.start { self.end.abs_diff(self.start) } else { 0 }
    }

    /// Whether it holds no pixel, as no run of a mask does.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.end <= self.start
    }

    /// The rectangle of its pixels.
    #[must_use]
    pub const fn bounds(&self) -> Rect {
        Rect::new(ivec2(self.start, self.y), ivec2(self.end, self.y.saturating_add(1)))
    }
}

impl SolidityMap {
    /// The runs of solid pixels, row after row and from left to right.
    ///
    /// Costs a few operations for each run and for every 64 pixels.
    ///
    /// ```
    /// use tileray::SolidityMap;
    ///
    /// let mask = SolidityMap::from_ascii("..##.#\n......\n######")?;
    /// let runs: Vec<_> = mask.runs().map(|run| (run.y, run.start..run.end)).collect();
    /// assert_eq!(runs, [(0, 2..4), (0, 5..6), (2, 0..6)]);
    /// # Ok::<(), tileray::solidity::AsciiError>(())
    /// ```
    #[must_use]
    pub const fn runs(&self) -> PixelRuns<'_> {
        PixelRuns { mask: self, y: 0, next: 0 }
    }

    /// The solid pixels, row after row and from left to right.
    ///
    /// ```
    /// use tileray::{SolidityMap, glam::ivec2};
    ///
    /// let mask = SolidityMap::from_ascii(".#.\n#.#")?;
    /// assert_eq!(mask.pixels().collect::<Vec<_>>(), [ivec2(1, 0), ivec2(0, 1), ivec2(2, 1)]);
    /// # Ok::<(), tileray::solidity::AsciiError>(())
    /// ```
    #[must_use]
    pub const fn pixels(&self) -> Pixels<'_> {
        Pixels { mask: self, place: 0, left: 0 }
    }
}

/// The runs of a mask; made by [`SolidityMap::runs`].
#[derive(Clone, Debug)]
pub struct PixelRuns<'a> {
    mask: &'a SolidityMap,
    /// The row, and the pixel in it from which on to look.
    y: u32,
    next: u32,
}

impl Iterator for PixelRuns<'_> {
    type Item = PixelRun;

    fn next(&mut self) -> Option<PixelRun> {
        while self.y < self.mask.height() {
            let row = self.mask.row(self.y);
            if let Some(start) = next_set(row, self.next) {
                self.next = next_clear(row, start);
                return Some(PixelRun { y: self.y as i32, start: start as i32, end: self.next as i32 });
            }
            self.y += 1;
            self.next = 0;
        }
        None
    }
}

/// The solid pixels of a mask; made by [`SolidityMap::pixels`].
#[derive(Clone, Debug)]
pub struct Pixels<'a> {
    mask: &'a SolidityMap,
    /// One past the word whose pixels are given out.
    place: usize,
    /// Those of its pixels that are still to come.
    left: u64,
}

impl Iterator for Pixels<'_> {
    type Item = IVec2;

    fn next(&mut self) -> Option<IVec2> {
        while self.left == 0 {
            self.left = *self.mask.words().get(self.place)?;
            self.place += 1;
        }
        let (word, words) = (self.place - 1, self.mask.words_per_row());
        let x = (word % words) as i32 * 64 + self.left.trailing_zeros() as i32;
        self.left &= self.left - 1;
        Some(ivec2(x, (word / words) as i32))
    }
}
