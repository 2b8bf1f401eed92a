use super::block::Block;
use super::packing::{BlockRows, NO_ROWS, Packing};
use super::region::{Region, Square, is_empty, place_of};
use crate::geometry::Rect;
use crate::solidity::{BRICK_SHIFT, BRICK_SIDE, Brick};
use glam::IVec2;
use std::collections::HashSet;
use std::sync::Arc;

/// Where a block lies in a grid: as numbers, so that vector code can work them out for many rays.
#[derive(Clone, Copy)]
pub(crate) struct BlockPlace {
    /// The place of its region, past the end for a block outside; and its place there.
    pub(crate) region: u32,
    pub(crate) child: u32,
}

/// Solidity over a rectangle of the world, as a tree of bricks at three levels.
///
/// Bricks hold 16×16 pixels and lie on multiples of 16 pixels of the world, whatever the map's tiles measure. Blocks hold
/// 16×16 bricks and regions 16×16 blocks; both count from the corner of the grid. All that are empty are one of each level,
/// equal bricks are mostly stored once when the grid is built, and a clone shares all until one of the two is changed.
#[derive(Clone, Debug)]
pub(crate) struct BrickGrid {
    /// The bricks that the grid holds, in units of bricks of the world.
    area: Rect,
    /// The regions in a row, and the rows of them.
    columns: u32,
    rows: u32,
    /// Row after row. The last ones may reach beyond the area; what lies there is empty.
    regions: Vec<Arc<Region>>,
    /// What lies outside: the empty region.
    outside: Arc<Region>,
}

impl BrickGrid {
    /// The bricks that it takes to cover `pixels`.
    pub(super) fn covering(pixels: &Rect) -> Rect {
        if pixels.is_empty() {
            return Rect::EMPTY;
        }
        let last = pixels.max - IVec2::ONE;
        Rect::new(pixels.min >> BRICK_SHIFT as i32, (last >> BRICK_SHIFT as i32) + IVec2::ONE)
    }

    /// A grid without a solid pixel over an `area` of bricks.
    pub(super) fn empty(area: Rect) -> Self {
        let (columns, rows) = (area.width().div_ceil(256), area.height().div_ceil(256));
        let outside = Arc::clone(Region::empty());
        Self { area, columns, rows, regions: vec![Arc::clone(&outside); columns as usize * rows as usize], outside }
    }

    /// A grid over an `area` of bricks, of the blocks that are not empty, each with its column and row.
    pub(super) fn new(area: Rect, blocks: impl Iterator<Item = ((u32, u32), Arc<Block>)>) -> Self {
        let mut grid = Self::empty(area);
        for ((column, row), block) in blocks {
            let region = grid.region_of(column << 4, row << 4);
            Arc::make_mut(&mut grid.regions[region]).put(column, row, block);
        }
        grid
    }

    /// The bricks that the grid holds, in units of bricks of the world.
    pub(super) const fn area(&self) -> &Rect {
        &self.area
    }

    /// The pixels that the grid holds.
    #[inline]
    pub(crate) fn pixels(&self) -> Rect {
        Rect::new(self.area.min * BRICK_SIDE, self.area.max * BRICK_SIDE)
    }

    /// The region in a column and a row of regions; an empty one outside.
    #[inline(always)]
    pub(crate) fn region(&self, column: i32, row: i32) -> &Region {
        // Negative coordinates become ones past the end, and a row past the last is past the end of the regions too.
        let (column, row) = (column as u32 as usize, row as u32 as usize);
        if column >= self.columns as usize {
            return &self.outside;
        }
        self.region_at(row * self.columns as usize + column)
    }

    /// The region at a place among all; an empty one past the end.
    #[inline(always)]
    fn region_at(&self, place: usize) -> &Region {
        match self.regions.get(place) {
            Some(region) => region,
            None => &self.outside,
        }
    }

    /// Where the block in a column and a row of blocks lies.
    #[inline(always)]
    pub(crate) fn place_of_block(&self, column: i32, row: i32) -> BlockPlace {
        // Negative coordinates become ones past the end.
        let (region_column, region_row) = ((column >> 4) as u32, (row >> 4) as u32);
        let is_inside = (region_column < self.columns) & (region_row < self.rows);
        let region = region_row.wrapping_mul(self.columns).wrapping_add(region_column);
        BlockPlace { region: if is_inside { region } else { u32::MAX }, child: place_of(column as u32, row as u32) }
    }

    /// The block at a place; an empty one outside.
    #[inline(always)]
    pub(crate) fn block_at(&self, place: BlockPlace) -> &Block {
        self.region_at(place.region as usize).child_at(place.child)
    }

    /// The block in a column and a row of blocks; an empty one outside.
    #[inline(always)]
    pub(crate) fn block(&self, column: i32, row: i32) -> &Block {
        self.region(column >> 4, row >> 4).child(column as u32, row as u32)
    }

    /// A brick, counted from the corner of the grid; an empty one outside.
    #[inline(always)]
    fn brick(&self, cell: IVec2) -> &Brick {
        self.block(cell.x >> 4, cell.y >> 4).child(cell.x as u32, cell.y as u32)
    }

    /// Replaces a brick that the grid holds, counted from the corner of the world, by another one.
    fn set_brick(&mut self, at: IVec2, brick: &Brick) {
        let (column, row) = (at.x.abs_diff(self.area.min.x), at.y.abs_diff(self.area.min.y));
        debug_assert!(column < self.area.width() && row < self.area.height(), "the grid holds brick {at}");
        let index = self.region_of(column, row);
        let region = Arc::make_mut(&mut self.regions[index]);
        let block = region.child_mut(column >> 4, row >> 4);
        block.set(column, row, brick);
        if block.occupancy().is_empty() {
            region.put(column >> 4, row >> 4, Arc::clone(Block::empty()));
            if region.occupancy().is_empty() {
                self.regions[index] = Arc::clone(&self.outside);
            }
        }
    }

    /// The region of a brick, counted from the corner of the grid.
    fn region_of(&self, column: u32, row: u32) -> usize {
        (row >> 8) as usize * self.columns as usize + (column >> 8) as usize
    }

    /// A brick, counted from the corner of the world; `None` where it is empty, or outside.
    #[inline(always)]
    pub(crate) fn brick_at(&self, brick: IVec2) -> Option<&Brick> {
        let brick = brick - self.area.min;
        self.block(brick.x >> 4, brick.y >> 4).child_if_any(brick.x as u32, brick.y as u32)
    }

    /// The rows of a brick, counted from the corner of the world.
    #[inline]
    pub(super) fn rows(&self, brick: IVec2) -> &[u16; 16] {
        self.brick(brick - self.area.min).rows()
    }

    /// Changes a brick that the grid holds, counted from the corner of the world; whether a pixel of it changed.
    pub(super) fn change(&mut self, brick: IVec2, change: impl Fn(&[u16; 16]) -> [u16; 16]) -> bool {
        let before = self.rows(brick);
        let rows = change(before);
        if rows == *before {
            return false;
        }
        self.set_brick(brick, &Brick::from_rows(rows));
        true
    }

    /// Puts another brick, `None` for the empty one, at a place that the grid holds and that counts from the corner of the
    /// world; whether a pixel of it changed.
    pub(super) fn put(&mut self, brick: IVec2, new: Option<&Brick>) -> bool {
        // What is the same stays where snapshots share it.
        if self.brick_at(brick) == new {
            return false;
        }
        self.set_brick(brick, new.unwrap_or(&Brick::EMPTY));
        true
    }

    /// The pixels on which two grids over the same area differ, as one rectangle.
    ///
    /// Costs a look at each region, and at whatever the two do not share.
    pub(super) fn difference(&self, other: &Self) -> Rect {
        let mut pixels = Rect::EMPTY;
        let pairs = self.regions.iter().zip(&other.regions).enumerate();
        for (index, (own, other)) in pairs.filter(|(_, (own, other))| !Arc::ptr_eq(own, other)) {
            let region = IVec2::new((index % self.columns as usize) as i32, (index / self.columns as usize) as i32);
            for (block, own, other) in own.differences(other) {
                for (brick, own, other) in own.differences(other) {
                    let corner = (self.area.min + region * 256 + block * 16 + brick) * BRICK_SIDE;
                    pixels = pixels.union(&difference(own.rows(), other.rows()).translated(corner));
                }
            }
        }
        pixels
    }

    #[inline]
    pub(crate) fn is_solid(&self, pixel: IVec2) -> bool {
        let inside = pixel.wrapping_sub(self.area.min * BRICK_SIDE);
        self.pixels().contains(pixel)
            && self.brick(inside >> BRICK_SHIFT as i32).is_set(inside.x as u32 % 16, inside.y as u32 % 16)
    }

    /// Whether the square of `2^shift` pixels that a pixel lies in is empty, or outside; `shift` is 4 for a brick, 8 for a
    /// block or 12 for a region.
    pub(crate) fn is_empty_at(&self, pixel: IVec2, shift: u32) -> bool {
        if !self.pixels().contains(pixel) {
            return true;
        }
        let cell = (pixel - self.area.min * BRICK_SIDE) >> shift as i32;
        match shift {
            4 => self.brick(cell).is_empty(),
            8 => self.block(cell.x, cell.y).occupancy().is_empty(),
            _ => self.region(cell.x, cell.y).occupancy().is_empty(),
        }
    }

    /// Shows the bricks of an area of the grid's that are not empty, by their top left pixels, until one is what is looked
    /// for; whether one was. Their order depends on nothing but where they are.
    #[inline(always)]
    pub(super) fn any_brick(&self, bricks: &Rect, mut is_meant: impl FnMut(IVec2, &Brick) -> bool) -> bool {
        if bricks.is_empty() {
            return false;
        }
        let (low, high) = (bricks.min - self.area.min, bricks.max - self.area.min);
        // What of it a node holds whose first child counts `corner`, by children of so many bricks.
        let within = |corner: IVec2, shift: i32| {
            let (first, end): (IVec2, IVec2) = ((low >> shift) - corner, ((high - 1) >> shift) - corner + 1);
            (first.max(IVec2::ZERO), end.min(IVec2::splat(16)))
        };
        let (first, last): (IVec2, IVec2) = (low >> 8, (high - 1) >> 8);
        let regions = (first.y..=last.y).flat_map(|y| (first.x..=last.x).map(move |x| IVec2::new(x, y)));
        for region_at in regions {
            let region = self.region(region_at.x, region_at.y);
            let blocks = region_at << 4;
            let (first, end) = within(blocks, 4);
            for at in region.used_in(first, end) {
                let (block, corner) = (region.child(at.x as u32, at.y as u32), (blocks + at) << 4);
                let (first, end) = within(corner, 0);
                for at in block.used_in(first, end) {
                    let pixel = (self.area.min + corner + at) << BRICK_SHIFT as i32;
                    if is_meant(pixel, block.child(at.x as u32, at.y as u32)) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// A grid over an `area` of bricks of what is solid in some grids over it. Blocks that only one of them has are shared.
    pub(super) fn united(area: Rect, grids: &[&Self]) -> Self {
        let (mut packing, mut shared) = (Packing::default(), Vec::new());
        for row in 0..area.height().div_ceil(16) {
            for column in 0..area.width().div_ceil(16) {
                let regions = grids.iter().map(|grid| &grid.regions[grid.region_of(column << 4, row << 4)]);
                let blocks = regions.map(|region| region.shared(column, row));
                let mut used = blocks.filter(|block| !block.occupancy().is_empty());
                let Some(first) = used.next() else { continue };
                let Some(second) = used.next() else {
                    shared.push(((column, row), Arc::clone(first)));
                    continue;
                };
                let mut rows: Box<BlockRows> = Box::new(NO_ROWS);
                for block in [first, second].into_iter().chain(used) {
                    for (rows, brick) in rows.iter_mut().zip(block.bricks()) {
                        rows.iter_mut().zip(brick.rows()).for_each(|(row, bits)| *row |= bits);
                    }
                }
                packing.add((column, row), &rows);
            }
        }
        Self::new(area, packing.finish().chain(shared))
    }

    /// The regions that are not empty.
    fn used_regions(&self) -> impl Iterator<Item = &Arc<Region>> {
        self.regions.iter().filter(|region| !is_empty(region))
    }

    /// The blocks that are not empty.
    fn blocks(&self) -> impl Iterator<Item = &Arc<Block>> {
        self.used_regions().flat_map(|region| region.blocks())
    }

    /// The bricks that are not empty, each as often as it is used.
    pub(super) fn bricks(&self) -> impl Iterator<Item = &Brick> {
        self.blocks().flat_map(|block| block.bricks()).filter(|brick| !brick.is_empty())
    }

    /// The bytes that it takes, but for what is `known` from other grids.
    pub(super) fn memory(&self, known: &mut HashSet<*const ()>) -> usize {
        // A counter stands before each, and alignment makes it as large as the alignment.
        const COUNTER: usize = align_of::<Brick>();
        let mut bytes = size_of_val(&*self.regions);
        let mut add = |pointer: *const (), size| bytes += if known.insert(pointer) { COUNTER + size } else { 0 };
        self.used_regions().for_each(|region| add(Arc::as_ptr(region).cast(), size_of::<Region>()));
        for block in self.blocks() {
            add(Arc::as_ptr(block).cast(), size_of::<Block>());
            add(Arc::as_ptr(block.table()).cast(), size_of_val(&**block.table()));
        }
        bytes
    }
}

#[cfg(test)]
impl BrickGrid {
    /// Whether each node says truly which of its children are empty, and none is kept that is.
    pub(super) fn check(&self) {
        for region in self.used_regions() {
            assert!(!region.occupancy().is_empty());
            region.check();
        }
        for block in self.blocks() {
            assert!(!block.occupancy().is_empty());
            block.check();
        }
    }
}

/// The smallest rectangle around the pixels in which two squares of 16×16 pixels differ.
fn difference(own: &[u16; 16], other: &[u16; 16]) -> Rect {
    let rows: [u16; 16] = std::array::from_fn(|row| own[row] ^ other[row]);
    let (Some(top), Some(bottom)) = (rows.iter().position(|row| *row != 0), rows.iter().rposition(|row| *row != 0))
    else {
        return Rect::EMPTY;
    };
    let columns = rows.iter().fold(0, |columns, row| columns | row);
    let (left, right) = (columns.trailing_zeros() as i32, 16 - columns.leading_zeros() as i32);
    Rect::new(IVec2::new(left, top as i32), IVec2::new(right, bottom as i32 + 1))
}
