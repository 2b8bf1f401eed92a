//! Set operations on masks, in place and as new masks. Each works on 64 pixels at a time, at any offset.

use super::bits::{RowAlignment, fill_range};
use super::map::SolidityMap;
use crate::geometry::Rect;
use glam::IVec2;

/// Operations in place. Any offset is allowed; pixels that fall outside this mask are dropped.
///
/// Each costs a few operations for every 64 pixels of the rows that it changes.
impl SolidityMap {
    /// Makes the solid pixels of `mask` solid, with its pixel `(0, 0)` at `at`.
    ///
    /// ```
    /// use tileray::{SolidityMap, glam::ivec2};
    ///
    /// let mut board = SolidityMap::new(4, 2);
    /// board.draw(&SolidityMap::from_ascii("##\n##")?, ivec2(1, 0));
    /// board.erase(&SolidityMap::from_ascii("#")?, ivec2(2, 1));
    /// assert_eq!(board.to_ascii(), ".##.\n.#..\n");
    /// # Ok::<(), tileray::solidity::AsciiError>(())
    /// ```
    pub fn draw(&mut self, mask: &Self, at: impl Into<IVec2>) {
        let at = at.into();
        self.combine(mask, at.x.into(), at.y.into(), |own, other| *own |= other);
    }

    /// Frees the solid pixels of `mask`, with its pixel `(0, 0)` at `at`.
    pub fn erase(&mut self, mask: &Self, at: impl Into<IVec2>) {
        let at = at.into();
        self.combine(mask, at.x.into(), at.y.into(), |own, other| *own &= !other);
    }

    /// Frees all pixels but the solid ones of `mask`, with its pixel `(0, 0)` at `at`.
    pub fn retain(&mut self, mask: &Self, at: impl Into<IVec2>) {
        let at = at.into();
        let (left, top) = (i64::from(at.x), i64::from(at.y));
        let alignment = RowAlignment::new(self.words_per_row(), mask.words_per_row(), left);
        for y in 0..self.height() {
            let other = u32::try_from(i64::from(y) - top).ok().filter(|&y| y < mask.height());
            let row = self.row_mut(y);
            match alignment.zip(other) {
                Some((alignment, other)) => {
                    let [first, end] = alignment.word_range();
                    row[..first].fill(0);
                    row[end..].fill(0);
                    alignment.zip_mut(row, mask.row(other), |own, other| *own &= other);
                }
                None => row.fill(0),
            }
        }
    }

    /// Swaps solid and free pixels.
    pub fn invert(&mut self) {
        self.words_mut().iter_mut().for_each(|word| *word = !*word);
        (0..self.height()).for_each(|y| self.clear_padding(y));
    }

    /// Makes every pixel solid.
    pub fn fill(&mut self) {
        self.words_mut().fill(u64::MAX);
        (0..self.height()).for_each(|y| self.clear_padding(y));
    }

    /// Frees every pixel.
    pub fn clear(&mut self) {
        self.words_mut().fill(0);
    }

    /// Makes the pixels of a rectangle solid.
    pub fn fill_rect(&mut self, rect: Rect) {
        self.set_rect(rect, true);
    }

    /// Frees the pixels of a rectangle.
    pub fn clear_rect(&mut self, rect: Rect) {
        self.set_rect(rect, false);
    }

    fn set_rect(&mut self, rect: Rect, solid: bool) {
        let inside = rect.intersection(&Rect::from_size(IVec2::ZERO, self.size()));
        for y in inside.min.y..inside.max.y {
            fill_range(self.row_mut(y as u32), inside.min.x as u32, inside.max.x as u32, solid);
        }
    }

    /// Calls `change` with each word that `mask` overlaps, and the bits of `mask` there.
    fn combine(&mut self, mask: &Self, left: i64, top: i64, change: impl Fn(&mut u64, u64)) {
        let Some(alignment) = RowAlignment::new(self.words_per_row(), mask.words_per_row(), left) else { return };
        let (first, end) = (top.max(0), (top + i64::from(mask.height())).min(self.height().into()));
        for y in first..end {
            alignment.zip_mut(self.row_mut(y as u32), mask.row((y - top) as u32), &change);
            self.clear_padding(y as u32);
        }
    }
}

/// Operations that return a new mask. `offset` is the position of the other mask's pixel `(0, 0)` in this mask's frame.
/// Any offset is allowed.
impl SolidityMap {
    /// Returns the pixels that are solid in this mask or in `other`, in this mask's size and frame.
    ///
    /// ```
    /// use tileray::{SolidityMap, glam::ivec2};
    ///
    /// let [square, bar] = [SolidityMap::from_ascii("##\n##")?, SolidityMap::from_ascii("###")?];
    /// let mut board = SolidityMap::new(4, 3);
    /// board.draw(&square, ivec2(0, 0));
    /// assert_eq!(board.union(&bar, ivec2(1, 1)).to_ascii(), "##..\n####\n....\n");
    /// assert_eq!(board.intersect(&bar, ivec2(1, 1)).to_ascii(), "....\n.#..\n....\n");
    /// assert_eq!(board.subtract(&bar, ivec2(1, 1)).to_ascii(), "##..\n#...\n....\n");
    /// # Ok::<(), tileray::solidity::AsciiError>(())
    /// ```
    #[must_use]
    pub fn union(&self, other: &Self, offset: impl Into<IVec2>) -> Self {
        let offset = offset.into();
        let mut united = self.clone();
        united.draw(other, offset);
        united
    }

    /// Returns the pixels that are solid in this mask and free in `other`, in this mask's size and frame.
    #[must_use]
    pub fn subtract(&self, other: &Self, offset: impl Into<IVec2>) -> Self {
        let offset = offset.into();
        let mut difference = self.clone();
        difference.erase(other, offset);
        difference
    }

    /// Returns the pixels that are solid in both masks, in this mask's size and frame.
    #[must_use]
    pub fn intersect(&self, other: &Self, offset: impl Into<IVec2>) -> Self {
        let offset = offset.into();
        let mut common = self.clone();
        common.retain(other, offset);
        common
    }

    /// Returns the mask with solid and free pixels swapped. Pixels outside the mask stay free.
    #[must_use]
    pub fn inverted(&self) -> Self {
        let mut inverted = self.clone();
        inverted.invert();
        inverted
    }

    /// Returns the pixels in a rectangle as a mask of its size. The rectangle may reach outside this mask,
    /// where all pixels are free.
    ///
    /// # Panics
    /// If [`try_new`](Self::try_new) returns an error for the rectangle's size.
    ///
    /// ```
    /// use tileray::{Rect, SolidityMap, glam::ivec2};
    ///
    /// let mask = SolidityMap::from_ascii("##.\n###")?;
    /// assert_eq!(mask.crop(Rect::new(ivec2(1, 0), ivec2(4, 2))).to_ascii(), "#..\n##.\n");
    /// # Ok::<(), tileray::solidity::AsciiError>(())
    /// ```
    #[must_use]
    pub fn crop(&self, rect: Rect) -> Self {
        let mut cropped = Self::new(rect.width(), rect.height());
        cropped.combine(self, -i64::from(rect.min.x), -i64::from(rect.min.y), |own, other| *own |= other);
        cropped
    }
}
