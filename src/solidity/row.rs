use super::SolidityMap;
use super::bits::{count_range, extract_u64, last_set, next_set};
use std::ops::Range;

impl SolidityMap {
    /// The 64 pixels of a row from a column on, bit 0 first; what lies outside the mask is free.
    #[inline]
    pub(crate) fn bits_from(&self, x: i64, y: i64) -> u64 {
        match u32::try_from(y) {
            Ok(y) if y < self.height() => extract_u64(self.row(y), x),
            _ => 0,
        }
    }

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
