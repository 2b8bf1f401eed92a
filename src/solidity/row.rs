use super::SolidityMap;
use super::bits::{count_range, last_set, next_set};
use std::ops::Range;

impl SolidityMap {
    /// The first and the last solid pixel of a row; `None` where there is none.
    pub(crate) fn extent_of_row(&self, y: u32) -> Option<(u32, u32)> {
        let row = self.row(y);
        next_set(row, 0).zip(last_set(row, self.width()))
    }

    /// Whether a pixel of a row is solid, of those in a range of columns that lies within the mask.
    pub(crate) fn is_any_in_row(&self, y: u32, columns: Range<u32>) -> bool {
        next_set(self.row(y), columns.start).is_some_and(|x| x < columns.end)
    }

    /// How many pixels of a row are solid, of those in a range of columns that lies within the mask.
    pub(crate) fn count_in_row(&self, y: u32, columns: Range<u32>) -> u32 {
        count_range(self.row(y), columns.start, columns.end)
    }
}
