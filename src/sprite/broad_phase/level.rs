use super::cells::{CellRange, Extent};

/// The levels that there may be: cells measure from 1 to 2^30 of the smallest, by powers of four.
pub(super) const LEVELS: usize = 16;

/// Cells of one size, rolled up: far cells share the slots of near ones, so that a table of a few slots holds any world.
///
/// A box lies in the cell of its least corner, and reaches at most into the next one along each axis; larger boxes have a
/// level of larger cells. Slots of a row follow each other, row after row. There are at least four of both, so that no two of
/// three neighbors share a slot.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level {
    /// Cells of the smallest kind along one of these, as a power of two.
    shift: u32,
    /// The slot of cell (0, 0).
    first_slot: u32,
    column_bits: u32,
    row_bits: u32,
}

/// Where a box lies in its level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Place(u32);

impl Place {
    const RIGHT: u32 = 30;
    const DOWN: u32 = 31;

    /// That of a box without an inside, which lies in no cell.
    pub(super) const NOWHERE: Self = Self(u32::MAX);

    #[inline(always)]
    pub(super) fn slot(self) -> usize {
        (self.0 & ((1 << Self::RIGHT) - 1)) as usize
    }

    /// Whether the box reaches into the next column: 0 or 1.
    #[inline(always)]
    pub(super) fn right(self) -> usize {
        (self.0 >> Self::RIGHT & 1) as usize
    }

    /// Whether the box reaches into the next row.
    #[inline(always)]
    pub(super) fn is_down(self) -> bool {
        self.0 >> Self::DOWN != 0
    }
}

/// Slots one after the other: the first, and that after the last.
pub(super) type SlotRun = (usize, usize);

impl Level {
    /// A level for about `count` boxes that reach over an extent of the smallest cells, whose slots begin with `first_slot`.
    ///
    /// Two slots a box keep most slots at one box or none; rolling up a large extent instead of enlarging its cells
    /// keeps them so where the boxes crowd in a few places.
    pub(super) fn new(number: usize, count: usize, extent: Extent, first_slot: u32) -> Self {
        const LEAST: u32 = 2;
        const MOST: u32 = 24;
        let shift = 2 * number as u32;
        let bits = |cells: u32| (u32::BITS - (cells >> shift).leading_zeros()).max(LEAST);
        let (mut column_bits, mut row_bits) = (bits(extent.cells[0]), bits(extent.cells[1]));
        let most = (usize::BITS - (2 * count).leading_zeros()).clamp(2 * LEAST, MOST);
        while column_bits + row_bits > most {
            let wider = column_bits > row_bits;
            let longer = if wider { &mut column_bits } else { &mut row_bits };
            *longer -= 1;
        }
        Self { shift, first_slot, column_bits, row_bits }
    }

    /// The number of the level for a box that is so many of the smallest cells more than one wide or high.
    #[inline(always)]
    pub(super) fn number_for(span: u32) -> usize {
        // Two numbers that are at most 2^shift apart are, shifted by that and rounded down, at most 1 apart.
        (u32::BITS - span.saturating_sub(1).leading_zeros()).div_ceil(2) as usize
    }

    #[inline(always)]
    pub(super) fn first_slot(&self) -> usize {
        self.first_slot as usize
    }

    /// The slot after its last.
    #[inline(always)]
    pub(super) fn end_slot(&self) -> usize {
        (self.first_slot + (1 << (self.column_bits + self.row_bits))) as usize
    }

    #[inline(always)]
    pub(super) fn rows(&self) -> usize {
        1 << self.row_bits
    }

    #[inline(always)]
    pub(super) fn shift(&self) -> u32 {
        self.shift
    }

    /// The place of a box of this level.
    #[inline(always)]
    pub(super) fn place(&self, range: &CellRange) -> Place {
        let [first, last] = [range.first, range.last].map(|cell| cell.map(|along| along >> self.shift));
        let column = first[0] as u32 & ((1 << self.column_bits) - 1);
        let row = first[1] as u32 & ((1 << self.row_bits) - 1);
        let (right, down) = ((last[0] - first[0]) as u32, (last[1] - first[1]) as u32);
        let slot = self.first_slot + (row << self.column_bits | column);
        Place(slot | (right & 1) << Place::RIGHT | (down & 1) << Place::DOWN)
    }

    /// Whether a row of slots begins anew between the one before a box's and the last that it reaches into.
    #[inline(always)]
    pub(super) fn is_at_side(&self, place: Place) -> bool {
        let last = (1 << self.column_bits) - 1;
        let column = (place.slot() - self.first_slot()) & last;
        (column == 0) | (column + place.right() > last)
    }

    /// The slot below that of a place.
    #[inline(always)]
    pub(super) fn slot_below(&self, place: Place) -> usize {
        let slots = (1 << (self.column_bits + self.row_bits)) - 1;
        self.first_slot() + ((place.slot() - self.first_slot() + (1 << self.column_bits)) & slots)
    }

    /// Calls `each` with the slots of `columns` cells to the right from that `before` the one of a slot, in its row.
    #[inline(always)]
    pub(super) fn each_run_beside(&self, slot: usize, before: usize, columns: usize, mut each: impl FnMut(SlotRun)) {
        let width = 1 << self.column_bits;
        let offset = slot - self.first_slot();
        let (row, column) = (self.first_slot() + (offset & !(width - 1)), offset & (width - 1));
        let first = (column + width - before) & (width - 1);
        let fitting = columns.min(width - first);
        each((row + first, row + first + fitting));
        if columns > fitting {
            each((row, row + (columns - fitting).min(first)));
        }
    }

    /// Calls `each` with the slots of all boxes of this level that may overlap some cells.
    ///
    /// Those are one more than the cells before them, as boxes reach into the next.
    #[inline(always)]
    pub(super) fn each_run(&self, cells: &CellRange, mut each: impl FnMut(SlotRun)) {
        let (row, rows) = self.along(cells, 1, self.row_bits);
        let (column, columns) = self.along(cells, 0, self.column_bits);
        for down in 0..rows {
            let row = (row + down) & (self.rows() - 1);
            self.each_run_beside(self.first_slot() + (row << self.column_bits | column), 0, columns, &mut each);
        }
    }

    /// The same for boxes in the first row of the cells only.
    #[inline(always)]
    pub(super) fn each_run_in_row(&self, cells: &CellRange, each: impl FnMut(SlotRun)) {
        let (column, columns) = self.along(cells, 0, self.column_bits);
        let row = ((cells.first[1] >> self.shift) as u32 & ((1 << self.row_bits) - 1)) as usize;
        self.each_run_beside(self.first_slot() + (row << self.column_bits | column), 0, columns, each);
    }

    /// The column or row of slots of the boxes that may overlap the first of some cells, and how many there are.
    #[inline(always)]
    fn along(&self, cells: &CellRange, axis: usize, bits: u32) -> (usize, usize) {
        let (first, last) = (cells.first[axis] >> self.shift, cells.last[axis] >> self.shift);
        let count = (last - first + 2).clamp(0, 1 << bits) as usize;
        (((first - 1) as u32 & ((1 << bits) - 1)) as usize, count)
    }

    /// How many rows [`each_run`](Self::each_run) looks at for a box of another level.
    pub(super) fn rows_for(&self, other: &Self) -> usize {
        let rows = if other.shift > self.shift { (1 << (other.shift - self.shift)) + 2 } else { 3 };
        self.rows().min(rows)
    }
}
