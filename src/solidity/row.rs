use super::SolidityMap;
use std::ops::Range;

impl SolidityMap {
    /// The first and the last solid pixel of a row; `None` where there is none.
    pub(crate) fn extent_of_row(&self, y: u32) -> Option<(u32, u32)> {
        let row = self.row(y);
        let first = row.iter().position(|&word| word != 0)?;
        let last = row.iter().rposition(|&word| word != 0)?;
        Some((first as u32 * 64 + row[first].trailing_zeros(), last as u32 * 64 + 63 - row[last].leading_zeros()))
    }

    /// How many pixels of a row are solid, of those in a range of columns that lies within the mask.
    pub(crate) fn count_in_row(&self, y: u32, columns: Range<u32>) -> u32 {
        if columns.is_empty() {
            return 0;
        }
        let (first, last) = ((columns.start / 64) as usize, ((columns.end - 1) / 64) as usize);
        let from_start = !0 << (columns.start % 64);
        let to_end = !0 >> (63 - (columns.end - 1) % 64);
        let words = &self.row(y)[first..=last];
        match words {
            [word] => (word & from_start & to_end).count_ones(),
            [start, middle @ .., end] => {
                let between: u32 = middle.iter().map(|word| word.count_ones()).sum();
                (start & from_start).count_ones() + between + (end & to_end).count_ones()
            }
            [] => 0,
        }
    }
}
