use super::alignment::Alignment;
use super::bits::fill_range;
use super::{SizeError, SolidityMap};
use crate::geometry::Rect;
use glam::IVec2;

/// What is changed in place; offsets may be any, and what falls outside of this mask is dropped.
///
/// Each costs a few operations for every 64 pixels of the rows that it changes.
impl SolidityMap {
    /// Adds the solid pixels of `mask`, laid with its pixel `(0, 0)` at `at`; what falls outside is dropped.
    ///
    /// Costs a few operations for every 64 pixels of the rows that meet this mask.
    pub fn draw(&mut self, mask: &Self, at: IVec2) {
        self.combine(mask, at.x.into(), at.y.into(), |own, other| *own |= other);
    }

    /// Frees the pixels that are solid in `mask`, laid with its pixel `(0, 0)` at `at`.
    pub fn erase(&mut self, mask: &Self, at: IVec2) {
        self.combine(mask, at.x.into(), at.y.into(), |own, other| *own &= !other);
    }

    /// Frees the pixels that are not solid in `mask`, laid with its pixel `(0, 0)` at `at`; outside of it none is.
    pub fn retain(&mut self, mask: &Self, at: IVec2) {
        let (left, top) = (i64::from(at.x), i64::from(at.y));
        let alignment = Alignment::new(self.words_per_row(), mask.words_per_row(), left);
        for y in 0..self.height() {
            let other = u32::try_from(i64::from(y) - top).ok().filter(|&y| y < mask.height());
            let row = self.row_mut(y);
            match alignment.zip(other) {
                Some((alignment, other)) => {
                    let [first, end] = alignment.reached();
                    row[..first].fill(0);
                    row[end..].fill(0);
                    alignment.zip_mut(row, mask.row(other), |own, other| *own &= other);
                }
                None => row.fill(0),
            }
        }
    }

    /// Makes every solid pixel free and every free one solid.
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

    /// Makes the pixels of a rectangle solid or free.
    pub fn fill_rect(&mut self, rect: Rect, solid: bool) {
        let inside = rect.intersection(&self.frame());
        for y in inside.min.y..inside.max.y {
            fill_range(self.row_mut(y as u32), inside.min.x as u32, inside.max.x as u32, solid);
        }
    }

    /// Changes each word that `mask` reaches by what it has there.
    fn combine(&mut self, mask: &Self, left: i64, top: i64, change: impl Fn(&mut u64, u64)) {
        let Some(alignment) = Alignment::new(self.words_per_row(), mask.words_per_row(), left) else { return };
        let (first, end) = (top.max(0), (top + i64::from(mask.height())).min(self.height().into()));
        for y in first..end {
            alignment.zip_mut(self.row_mut(y as u32), mask.row((y - top) as u32), &change);
            self.clear_padding(y as u32);
        }
    }

    /// All pixels, solid or not.
    fn frame(&self) -> Rect {
        Rect::from_size(IVec2::ZERO, self.size())
    }
}

/// What gives a new mask; `offset` is where pixel `(0, 0)` of the other one lies in this one's frame, and may be any.
impl SolidityMap {
    /// The pixels that are solid in this mask or in `other`, in this one's size and frame.
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
    pub fn union(&self, other: &Self, offset: IVec2) -> Self {
        let mut united = self.clone();
        united.draw(other, offset);
        united
    }

    /// The pixels that are solid in this mask and free in `other`, in this one's size and frame.
    #[must_use]
    pub fn subtract(&self, other: &Self, offset: IVec2) -> Self {
        let mut left = self.clone();
        left.erase(other, offset);
        left
    }

    /// The pixels that are solid in both, in this one's size and frame.
    #[must_use]
    pub fn intersect(&self, other: &Self, offset: IVec2) -> Self {
        let mut common = self.clone();
        common.retain(other, offset);
        common
    }

    /// The pixels that overlap: [`intersect`](Self::intersect) by the name that goes with [`overlap`](Self::overlap).
    #[must_use]
    pub fn overlap_mask(&self, other: &Self, offset: IVec2) -> Self {
        self.intersect(other, offset)
    }

    /// The mask with solid and free exchanged; outside it is free as ever.
    #[must_use]
    pub fn inverted(&self) -> Self {
        let mut inverted = self.clone();
        inverted.invert();
        inverted
    }

    /// What lies in a rectangle, as a mask of its size; it may reach outside, where all is free.
    ///
    /// # Panics
    /// Where [`try_crop`](Self::try_crop) is an error.
    #[must_use]
    pub fn crop(&self, rect: Rect) -> Self {
        self.try_crop(rect).unwrap_or_else(|error| panic!("{error}"))
    }

    /// What lies in a rectangle, as a mask of its size; it may reach outside, where all is free.
    ///
    /// # Errors
    /// As of [`try_new`](Self::try_new), where the rectangle is too large for a mask.
    pub fn try_crop(&self, rect: Rect) -> Result<Self, SizeError> {
        let mut cropped = Self::try_new(rect.width(), rect.height())?;
        cropped.combine(self, -i64::from(rect.min.x), -i64::from(rect.min.y), |own, other| *own |= other);
        Ok(cropped)
    }
}
