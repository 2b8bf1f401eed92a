//! Cells, and the levels of cells of one size.

use crate::geometry::{Aabb, Bound, Elements, sort_numbers};

/// The greatest cell coordinate; farther coordinates are clamped to it.
const FARTHEST: f32 = (1 << 29) as f32;

/// The number of boxes that are sampled to choose the cell size.
const SAMPLE: usize = 128;

/// The size of a cell relative to its boxes. From 1 to 2 it matters little: smaller cells give fewer useless tests,
/// larger cells are fewer.
const ROOM: f32 = 1.25;

/// The conversion of coordinates to cells.
///
/// It only has to be monotone. Then two boxes that overlap have cells that overlap or are neighbors, however
/// coordinates are rounded, and far coordinates may be clamped to one cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct CellSize {
    per_pixel: f32,
}

/// The cells of a box, from its top left corner to its bottom right corner, both included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct CellRange {
    pub(super) first: [i32; 2],
    pub(super) last: [i32; 2],
}

impl CellRange {
    /// Returns how many cells the box reaches beyond its first one, along the longer axis.
    #[inline(always)]
    pub(super) fn span(&self) -> u32 {
        let along = |axis: usize| (self.last[axis] - self.first[axis]) as u32;
        along(0).max(along(1))
    }

    /// Returns whether no cell is clamped.
    pub(super) fn is_exact(&self) -> bool {
        let is_near = |cell: i32| cell.unsigned_abs() < FARTHEST as u32;
        self.first.into_iter().chain(self.last).all(is_near)
    }
}

impl CellSize {
    /// Chooses a cell size that suits nearly all boxes, from a sample. Also returns the extent of the sample, in cells.
    pub(super) fn for_boxes(boxes: &[Aabb]) -> (Self, [u32; 2]) {
        let mut sizes = [0; SAMPLE];
        let mut count = 0;
        let mut all: Option<Aabb> = None;
        for aabb in boxes.iter().step_by(boxes.len().div_ceil(SAMPLE).max(1)) {
            let size = (aabb.max - aabb.min).greatest();
            if has_area(aabb) && size.is_finite() {
                // The bits of positive floats have the order of the floats.
                sizes[count] = size.to_bits();
                count += 1;
                all = Some(all.map_or(*aabb, |all| all.union(aabb)));
            }
        }
        let sizes = &mut sizes[..count];
        sort_numbers(sizes);
        // Boxes that span more cells have levels of larger cells.
        let size = sizes.get(count - count.div_ceil(16)).map_or(1.0, |&size| f32::from_bits(size));
        let per_pixel = 1.0 / (size * ROOM).within(f32::MIN_POSITIVE, f32::MAX);
        let cell_size = Self { per_pixel };
        let reach = all.map_or(CellRange { first: [0; 2], last: [0; 2] }, |all| cell_size.range(&all));
        let cells = [0, 1].map(|axis| reach.last[axis].abs_diff(reach.first[axis]));
        (cell_size, cells)
    }

    /// Returns the cell of a coordinate, rounded down.
    #[inline(always)]
    pub(super) fn cell(self, coordinate: f32) -> i32 {
        let scaled = (coordinate * self.per_pixel).within(-FARTHEST, FARTHEST);
        // `f32::floor` is a library call unless the target is known to have an instruction for it.
        let whole = scaled as i32;
        whole - i32::from(whole as f32 > scaled)
    }

    /// Returns the cells of a box.
    #[inline(always)]
    pub(super) fn range(self, aabb: &Aabb) -> CellRange {
        CellRange {
            first: [self.cell(aabb.min.x), self.cell(aabb.min.y)],
            last: [self.cell(aabb.max.x), self.cell(aabb.max.y)],
        }
    }

    /// Returns the approximate size of a cell in pixels.
    pub(super) fn pixels(self) -> f64 {
        1.0 / f64::from(self.per_pixel)
    }
}

/// Returns whether a box has an interior; a box without one overlaps nothing. False for NaN.
#[inline(always)]
pub(super) fn has_area(aabb: &Aabb) -> bool {
    (aabb.min.x < aabb.max.x) & (aabb.min.y < aabb.max.y)
}

/// The greatest number of levels: cells are 1 to 2^30 times as large as the smallest, in powers of four.
pub(super) const LEVELS: usize = 16;

/// A spatial hash of cells of one size: coordinates wrap around, so far cells share slots and a small table holds any
/// world.
///
/// A box is in the cell of its top left corner and reaches at most into the next cell along each axis; larger boxes are
/// on a level of larger cells. Slots are stored row by row. There are at least four rows and columns, so that three
/// neighbors never share a slot.
#[derive(Clone, Copy, Debug)]
pub(super) struct CellLevel {
    /// The size of a cell in cells of the smallest level, as a power of two.
    shift: u32,
    /// The slot of the cell (0, 0).
    first_slot: u32,
    column_bits: u32,
    row_bits: u32,
}

/// The slot of a box, and whether the box reaches into the next column and row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PackedSlot(u32);

impl PackedSlot {
    const RIGHT: u32 = 30;
    const DOWN: u32 = 31;

    /// The value for a box without an interior, which is in no cell.
    pub(super) const NONE: Self = Self(u32::MAX);

    #[inline(always)]
    pub(super) fn slot(self) -> usize {
        (self.0 & ((1 << Self::RIGHT) - 1)) as usize
    }

    /// Returns 1 if the box reaches into the next column, else 0.
    #[inline(always)]
    pub(super) fn right(self) -> usize {
        (self.0 >> Self::RIGHT & 1) as usize
    }

    /// Returns whether the box reaches into the next row.
    #[inline(always)]
    pub(super) fn is_down(self) -> bool {
        self.0 >> Self::DOWN != 0
    }
}

/// Consecutive slots: the first one, and the one after the last.
pub(super) type SlotRange = (usize, usize);

impl CellLevel {
    /// Creates a level for about `count` boxes in an area given in smallest cells.
    ///
    /// With two slots for each box, most slots have one box or none. A large area wraps around instead of enlarging its
    /// cells, so this holds where boxes crowd in a few spots too.
    pub(super) fn new(number: usize, count: usize, extent: [u32; 2], first_slot: u32) -> Self {
        const LEAST: u32 = 2;
        const MOST: u32 = 24;
        let shift = 2 * number as u32;
        let bits = |cells: u32| (u32::BITS - (cells >> shift).leading_zeros()).max(LEAST);
        let (mut column_bits, mut row_bits) = (bits(extent[0]), bits(extent[1]));
        let most = (usize::BITS - (2 * count).leading_zeros()).clamp(2 * LEAST, MOST);
        while column_bits + row_bits > most {
            let wider = column_bits > row_bits;
            let longer = if wider { &mut column_bits } else { &mut row_bits };
            *longer -= 1;
        }
        Self { shift, first_slot, column_bits, row_bits }
    }

    /// Returns the level number of a box by its [span](CellRange::span) in smallest cells.
    #[inline(always)]
    pub(super) fn number_for(span: u32) -> usize {
        // Two numbers at most 2^shift apart are at most 1 apart after the shift.
        (u32::BITS - span.saturating_sub(1).leading_zeros()).div_ceil(2) as usize
    }

    #[inline(always)]
    pub(super) fn first_slot(&self) -> usize {
        self.first_slot as usize
    }

    /// Returns the slot after the last.
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

    /// Returns the slot of a box of this level.
    #[inline(always)]
    pub(super) fn packed_slot(&self, range: &CellRange) -> PackedSlot {
        let [first, last] = [range.first, range.last].map(|cell| cell.map(|along| along >> self.shift));
        let column = first[0] as u32 & ((1 << self.column_bits) - 1);
        let row = first[1] as u32 & ((1 << self.row_bits) - 1);
        let (right, down) = ((last[0] - first[0]) as u32, (last[1] - first[1]) as u32);
        let slot = self.first_slot + (row << self.column_bits | column);
        PackedSlot(slot | (right & 1) << PackedSlot::RIGHT | (down & 1) << PackedSlot::DOWN)
    }

    /// Returns whether a row of slots wraps around near a box: from the slot before its own to the last slot that it
    /// reaches into.
    #[inline(always)]
    pub(super) fn wraps_around(&self, slot: PackedSlot) -> bool {
        let last = (1 << self.column_bits) - 1;
        let column = (slot.slot() - self.first_slot()) & last;
        (column == 0) | (column + slot.right() > last)
    }

    /// Returns the slot in the next row.
    #[inline(always)]
    pub(super) fn slot_below(&self, slot: PackedSlot) -> usize {
        let slots = (1 << (self.column_bits + self.row_bits)) - 1;
        self.first_slot() + ((slot.slot() - self.first_slot() + (1 << self.column_bits)) & slots)
    }

    /// Calls `visit` with the slots of `columns` cells in the row of a slot, beginning `before` cells before it.
    #[inline(always)]
    pub(super) fn each_range_beside(
        &self,
        slot: usize,
        before: usize,
        columns: usize,
        mut visit: impl FnMut(SlotRange),
    ) {
        let width = 1 << self.column_bits;
        let offset = slot - self.first_slot();
        let (row, column) = (self.first_slot() + (offset & !(width - 1)), offset & (width - 1));
        let first = (column + width - before) & (width - 1);
        let fitting = columns.min(width - first);
        visit((row + first, row + first + fitting));
        if columns > fitting {
            visit((row, row + (columns - fitting).min(first)));
        }
    }

    /// Calls `visit` with the slots of all boxes of this level that may overlap a range of cells: from one cell before
    /// the range on, as boxes reach into the next cell.
    #[inline(always)]
    pub(super) fn each_range(&self, cells: &CellRange, mut visit: impl FnMut(SlotRange)) {
        let (row, rows) = self.along(cells, 1, self.row_bits);
        let (column, columns) = self.along(cells, 0, self.column_bits);
        for down in 0..rows {
            let row = (row + down) & (self.rows() - 1);
            self.each_range_beside(self.first_slot() + (row << self.column_bits | column), 0, columns, &mut visit);
        }
    }

    /// Calls `visit` with the slots of the boxes of this level that may overlap the columns of the cells and whose top left
    /// corners are in a row of this level.
    #[inline(always)]
    pub(super) fn each_range_in_row(&self, cells: &CellRange, row: i32, visit: impl FnMut(SlotRange)) {
        let (column, columns) = self.along(cells, 0, self.column_bits);
        let row = (row as u32 & ((1 << self.row_bits) - 1)) as usize;
        self.each_range_beside(self.first_slot() + (row << self.column_bits | column), 0, columns, visit);
    }

    /// Returns the first column or row of slots whose boxes may overlap a range of cells, and their number.
    #[inline(always)]
    fn along(&self, cells: &CellRange, axis: usize, bits: u32) -> (usize, usize) {
        let (first, last) = (cells.first[axis] >> self.shift, cells.last[axis] >> self.shift);
        let count = (last - first + 2).clamp(0, 1 << bits) as usize;
        (((first - 1) as u32 & ((1 << bits) - 1)) as usize, count)
    }

    /// Returns how many rows [`each_range`](Self::each_range) visits for a box of another level.
    pub(super) fn rows_for(&self, other: &Self) -> usize {
        let rows = if other.shift > self.shift { (1 << (other.shift - self.shift)) + 2 } else { 3 };
        self.rows().min(rows)
    }
}
