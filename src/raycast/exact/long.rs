use super::{Segment, Visit};
use crate::terrain::{BLOCK_SHIFT, BRICK_SHIFT, BrickGrid, REGION_SHIFT};
use glam::IVec2;

impl Segment {
    /// The first solid pixel of the walk within some columns, for a segment that is too long for products in 64 bits:
    /// column after column, past the squares of each level that are empty.
    #[cold]
    pub(super) fn first_solid_of_long(&self, grid: &BrickGrid, first: u32, last: u32) -> Option<Visit> {
        let corner = grid.pixels().min;
        let corner = if self.steep { corner.y } else { corner.x };
        let mut column = first;
        while column <= last {
            let skipped = [REGION_SHIFT, BLOCK_SHIFT, BRICK_SHIFT].into_iter().find_map(|shift| {
                let lane = (self.major.pixel(column) - corner) & ((1 << shift) - 1);
                let ahead = if self.major.sign < 0 { lane } else { (1 << shift) - 1 - lane };
                let end = last.min(column + ahead as u32);
                self.is_empty_between(grid, column, end, shift).then_some(end)
            });
            if let Some(end) = skipped {
                column = end + 1;
                continue;
            }
            let is_solid = |column, row| grid.is_solid(self.pixel(column, row));
            let found =
                self.first_solid_in_column(column, |row| is_solid(column, row), |row| is_solid(column + 1, row));
            if found.is_some() {
                return found;
            }
            column += 1;
        }
        None
    }

    /// Whether the squares of a level are empty in which the walk has pixels between two columns of one square.
    fn is_empty_between(&self, grid: &BrickGrid, first: u32, last: u32, shift: u32) -> bool {
        // The corner through which it leaves has a pixel in the row after. That makes at most `2^shift + 2` rows, in at
        // most three squares, and if in three, then the middle row is in the middle one.
        let (low, high) = self.rows_between(first, last);
        let high = high + 1;
        let is_empty = |row: u32| {
            let pixel: IVec2 = self.pixel(first, row);
            grid.is_empty_at(pixel, shift)
        };
        is_empty(low) && is_empty(high) && is_empty(low + (high - low) / 2)
    }
}
