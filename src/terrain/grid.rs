//! The tree of bricks: a grid of regions, each of 16×16 blocks.

use super::block::{Block, GridNode, square_index};
use super::region::Region;
use crate::geometry::{Bound, Ray, Rect};
use crate::solidity::{BRICK_SHIFT, BRICK_SIDE, Brick, words_of_rows};
use glam::IVec2;
use std::collections::HashSet;
use std::sync::Arc;

/// The shift from a pixel's coordinate, counted from the corner of the grid, to its block's.
pub(crate) const BLOCK_SHIFT: u32 = 2 * BRICK_SHIFT;
/// The shift from a pixel's coordinate, counted from the corner of the grid, to its region's.
pub(crate) const REGION_SHIFT: u32 = 3 * BRICK_SHIFT;

/// The position of a block in a grid, as numbers that vector code computes for many rays.
#[derive(Clone, Copy)]
pub(crate) struct BlockPosition {
    /// The index of its region, past the end for a block outside.
    pub(crate) region: u32,
    /// The [`square_index`] of the block in that region.
    pub(crate) child: u32,
}

/// The solidity of a rectangle of the world, as a tree of regions, blocks and bricks.
///
/// Bricks lie on multiples of 16 pixels of the world, whatever the size of the map's tiles. Blocks and regions count
/// from the corner of the grid. Clones share everything until one of them changes.
#[derive(Clone, Debug)]
pub(crate) struct BrickGrid {
    /// The bricks that the grid holds, in bricks of the world.
    area: Rect,
    /// The columns and rows of regions.
    columns: u32,
    rows: u32,
    /// Row after row. The last ones may reach beyond the area; they are empty there. Regions after the last one with a
    /// solid pixel are not stored, so that the many layers of a hostile map take little memory.
    regions: Vec<Arc<Region>>,
    /// The empty region, for look-ups outside.
    outside: Arc<Region>,
    /// Pixels around everything solid, and one more on each side. Edits may leave it too large, never too small.
    reach: Rect,
}

/// The [`BrickGrid::reach`] of a grid without a solid pixel: the least and the greatest numbers, which any brick replaces.
const NO_REACH: Rect = Rect { min: IVec2::MAX, max: IVec2::MIN };

impl BrickGrid {
    /// Returns the bricks that cover `pixels`.
    pub(super) fn covering(pixels: &Rect) -> Rect {
        if pixels.is_empty() {
            return Rect::EMPTY;
        }
        let last = pixels.max - IVec2::ONE;
        Rect::new(pixels.min >> BRICK_SHIFT as i32, (last >> BRICK_SHIFT as i32) + IVec2::ONE)
    }

    /// Creates a grid without a solid pixel over an `area` of bricks.
    pub(super) fn empty(area: Rect) -> Self {
        let (columns, rows) = (area.width().div_ceil(256), area.height().div_ceil(256));
        let outside = Arc::clone(Region::empty());
        Self { area, columns, rows, regions: Vec::new(), outside, reach: NO_REACH }
    }

    /// Creates a grid over an `area` of bricks from the blocks that are not empty, each with its column and row.
    pub(super) fn new(area: Rect, blocks: impl Iterator<Item = ((u32, u32), Arc<Block>)>) -> Self {
        let mut grid = Self::empty(area);
        for ((column, row), block) in blocks {
            let bricks = pixels_of_rows(block.occupancy().rows());
            grid.extend_reach(&bricks.translated(IVec2::new(column as i32, row as i32) * 16));
            let region = grid.region_index(column << 4, row << 4);
            grid.region_mut(region).put(column, row, block);
        }
        grid
    }

    /// Returns the bricks that the grid holds, in bricks of the world.
    pub(super) const fn area(&self) -> &Rect {
        &self.area
    }

    /// Returns the first brick that the grid holds, in bricks of the world.
    #[inline(always)]
    pub(crate) const fn corner(&self) -> IVec2 {
        self.area.min
    }

    /// Returns the pixels that the grid holds.
    #[inline]
    pub(crate) fn pixels(&self) -> Rect {
        Rect::new(self.area.min * BRICK_SIDE, self.area.max * BRICK_SIDE)
    }

    /// Returns the region in a column and row of regions; an empty one outside.
    #[inline(always)]
    pub(crate) fn region(&self, column: i32, row: i32) -> &Region {
        // A negative coordinate wraps past the end, and a row past the last is past the end of the regions too.
        let (column, row) = (column as u32 as usize, row as u32 as usize);
        if column >= self.columns as usize {
            return &self.outside;
        }
        self.region_at(row * self.columns as usize + column)
    }

    /// Returns the region with an index; an empty one past the end.
    #[inline(always)]
    fn region_at(&self, index: usize) -> &Region {
        match self.regions.get(index) {
            Some(region) => region,
            None => &self.outside,
        }
    }

    /// Returns the position of the block in a column and row of blocks.
    #[inline(always)]
    pub(crate) fn block_position(&self, column: i32, row: i32) -> BlockPosition {
        // A negative coordinate wraps past the end.
        let (region_column, region_row) = ((column >> 4) as u32, (row >> 4) as u32);
        let is_inside = (region_column < self.columns) & (region_row < self.rows);
        let region = region_row.wrapping_mul(self.columns).wrapping_add(region_column);
        BlockPosition {
            region: if is_inside { region } else { u32::MAX },
            child: square_index(column as u32, row as u32),
        }
    }

    /// Returns the block at a position; an empty one outside.
    #[inline(always)]
    pub(crate) fn block_at(&self, position: BlockPosition) -> &Block {
        self.region_at(position.region as usize).child_at(position.child)
    }

    /// Returns the block in a column and row of blocks; an empty one outside.
    #[inline(always)]
    pub(crate) fn block(&self, column: i32, row: i32) -> &Block {
        self.region(column >> 4, row >> 4).child(column as u32, row as u32)
    }

    /// Returns the block in a column and row of blocks of the grid, to be shared.
    pub(super) fn shared_block(&self, column: u32, row: u32) -> &Arc<Block> {
        &self.region_at(self.region_index(column << 4, row << 4)).blocks[square_index(column, row) as usize]
    }

    /// Returns the region in a column and row of regions, to be shared.
    pub(super) fn shared_region(&self, column: i32, row: i32) -> &Arc<Region> {
        self.regions.get(row as usize * self.columns as usize + column as usize).unwrap_or(&self.outside)
    }

    /// Changes regions by their columns and rows. `change` returns whether it did; it must leave an empty region shared.
    pub(super) fn change_regions(&mut self, mut change: impl FnMut(IVec2, &mut Arc<Region>) -> bool) {
        self.regions.resize((self.columns * self.rows) as usize, Arc::clone(&self.outside));
        for index in 0..self.regions.len() {
            let at = self.region_position(index);
            if change(at, &mut self.regions[index]) {
                self.extend_reach_by_region(index);
            }
        }
        self.trim_regions();
    }

    /// Drops the regions after the last one with a solid pixel.
    fn trim_regions(&mut self) {
        while self.regions.last().is_some_and(|last| Arc::ptr_eq(last, &self.outside)) {
            self.regions.pop();
        }
        if self.regions.is_empty() {
            self.reach = NO_REACH;
        }
    }

    /// Returns a brick, counted from the corner of the grid; an empty one outside.
    #[inline(always)]
    fn brick(&self, cell: IVec2) -> &Brick {
        self.block(cell.x >> 4, cell.y >> 4).child(cell.x as u32, cell.y as u32)
    }

    /// Returns a brick of the world; `None` if it is empty or outside.
    #[inline(always)]
    pub(crate) fn brick_at(&self, brick: IVec2) -> Option<&Brick> {
        let brick = brick - self.area.min;
        self.block(brick.x >> 4, brick.y >> 4).child_if_any(brick.x as u32, brick.y as u32)
    }

    /// Returns the bricks at the corners of an area of the world, row after row; empty ones outside. `None` if one block
    /// tells that all four are empty.
    #[inline(always)]
    pub(super) fn corner_bricks(&self, bricks: &Rect) -> Option<[&Brick; 4]> {
        let (first, last) = (bricks.min - self.area.min, bricks.max - self.area.min - 1);
        if (first >> 4) != (last >> 4) {
            let brick = |x, y| self.brick(IVec2::new(x, y));
            return Some([
                brick(first.x, first.y),
                brick(last.x, first.y),
                brick(first.x, last.y),
                brick(last.x, last.y),
            ]);
        }
        self.block(first.x >> 4, first.y >> 4).corners(first.as_uvec2(), last.as_uvec2())
    }

    /// Returns the rows of a brick of the world.
    #[inline]
    pub(super) fn rows(&self, brick: IVec2) -> &[u16; 16] {
        self.brick(brick - self.area.min).rows()
    }

    /// Returns whether no pixel is solid.
    pub(crate) const fn is_empty(&self) -> bool {
        self.regions.is_empty()
    }

    /// Returns whether nothing solid is within a pixel of the bounding box of a ray. So the ray hits nothing, by either
    /// traversal.
    #[inline(always)]
    pub(crate) fn is_passed_by(&self, ray: &Ray) -> bool {
        let (from, to) = (ray.origin(), ray.end());
        let (low, high) = (from.at_most(to), from.at_least(to));
        let (min, max) = (self.reach.min.as_dvec2(), self.reach.max.as_dvec2());
        (high.x < min.x) | (high.y < min.y) | (low.x >= max.x) | (low.y >= max.y)
    }

    /// Extends the pixels around everything solid by bricks, counted from the corner of the grid.
    fn extend_reach(&mut self, bricks: &Rect) {
        let pixel = |brick: IVec2| (brick + self.area.min).saturating_mul(IVec2::splat(BRICK_SIDE));
        self.reach.min = self.reach.min.min(pixel(bricks.min).saturating_sub(IVec2::ONE));
        self.reach.max = self.reach.max.max(pixel(bricks.max).saturating_add(IVec2::ONE));
    }

    /// Extends the pixels around everything solid by the blocks of a region that are not empty.
    fn extend_reach_by_region(&mut self, index: usize) {
        let blocks = pixels_of_rows(self.regions[index].occupancy().rows());
        if !blocks.is_empty() {
            let blocks = blocks.translated(self.region_position(index) * 16);
            self.extend_reach(&Rect::new(blocks.min * 16, blocks.max * 16));
        }
    }

    /// Shrinks the pixels around everything solid to the blocks that are not empty.
    fn shrink_reach(&mut self) {
        let before = std::mem::replace(&mut self.reach, NO_REACH);
        for index in 0..self.regions.len() {
            self.extend_reach_by_region(index);
        }
        self.reach.min = self.reach.min.max(before.min);
        self.reach.max = self.reach.max.min(before.max);
    }

    /// Returns whether a pixel is solid.
    #[inline]
    pub(crate) fn is_solid(&self, pixel: IVec2) -> bool {
        let inside = pixel.wrapping_sub(self.area.min * BRICK_SIDE);
        self.pixels().contains(pixel)
            && self.brick(inside >> BRICK_SHIFT as i32).is_set(inside.x as u32 % 16, inside.y as u32 % 16)
    }

    /// Returns the largest empty square around a pixel: a region, block or brick, as the shift from pixels to such
    /// squares. Returns 0 if the brick is not empty. Outside, the square is a region.
    #[inline]
    pub(crate) fn empty_around(&self, pixel: IVec2) -> u32 {
        let brick = (pixel - self.area.min * BRICK_SIDE) >> BRICK_SHIFT as i32;
        let region = self.region(brick.x >> 8, brick.y >> 8);
        if region.occupancy().is_empty() {
            return REGION_SHIFT;
        }
        let block = region.child((brick.x >> 4) as u32, (brick.y >> 4) as u32);
        if block.occupancy().is_empty() {
            return BLOCK_SHIFT;
        }
        if block.occupancy().is_set(brick.x as u32 % 16, brick.y as u32 % 16) { 0 } else { BRICK_SHIFT }
    }

    /// Returns the brick around a pixel; an empty one outside.
    #[inline]
    pub(crate) fn brick_around(&self, pixel: IVec2) -> &Brick {
        self.brick((pixel - self.area.min * BRICK_SIDE) >> BRICK_SHIFT as i32)
    }

    /// Visits the bricks of an area of the grid that are not empty, with their top left pixels, until `is_found`
    /// returns true; returns whether it did. The order depends on the positions of the bricks only.
    #[inline(always)]
    pub(super) fn any_brick(&self, bricks: &Rect, mut is_found: impl FnMut(IVec2, &Brick) -> bool) -> bool {
        if bricks.is_empty() {
            return false;
        }
        let (low, high) = (bricks.min - self.area.min, bricks.max - self.area.min);
        // The children of a node within the area, where `corner` is its first child and a child is 2^shift bricks wide.
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
                    if is_found(pixel, block.child(at.x as u32, at.y as u32)) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Visits the bricks of a rectangle of pixels that are not empty, row after row. The top left pixel of each brick
    /// counts from the top left pixel of the rectangle.
    ///
    /// A few bricks are looked up in less time than [`any_brick`](Self::any_brick) takes to search the nodes.
    #[inline(always)]
    pub(super) fn each_brick(&self, pixels: &Rect, mut visit: impl FnMut(IVec2, &Brick)) {
        let bricks = Self::covering(pixels);
        for row in bricks.min.y..bricks.max.y {
            for column in bricks.min.x..bricks.max.x {
                let at = IVec2::new(column, row);
                if let Some(brick) = self.brick_at(at) {
                    visit(at * BRICK_SIDE - pixels.min, brick);
                }
            }
        }
    }

    /// Changes the rows of a brick of the world that the grid holds; returns whether a pixel changed.
    pub(super) fn change(&mut self, brick: IVec2, change: impl FnOnce(&[u16; 16]) -> [u16; 16]) -> bool {
        let before = self.rows(brick);
        let rows = change(before);
        if rows == *before {
            return false;
        }
        self.set_brick(brick, &Brick::from_rows(rows));
        true
    }

    /// Replaces a brick of the world that the grid holds, `None` for the empty brick; returns whether a pixel changed.
    pub(super) fn put(&mut self, brick: IVec2, new: Option<&Brick>) -> bool {
        // An equal brick is not written, so that snapshots keep sharing it.
        if self.brick_at(brick) == new {
            return false;
        }
        self.set_brick(brick, new.unwrap_or(&Brick::EMPTY));
        true
    }

    fn set_brick(&mut self, at: IVec2, brick: &Brick) {
        let (column, row) = (at.x.abs_diff(self.area.min.x), at.y.abs_diff(self.area.min.y));
        debug_assert!(column < self.area.width() && row < self.area.height(), "the grid holds brick {at}");
        if !brick.is_empty() {
            let cell = IVec2::new(column as i32, row as i32);
            self.extend_reach(&Rect::new(cell, cell + 1));
        }
        let index = self.region_index(column, row);
        let region = self.region_mut(index);
        let block = region.child_mut(column >> 4, row >> 4);
        block.set(column, row, brick);
        if block.occupancy().is_empty() {
            region.put(column >> 4, row >> 4, Arc::clone(Block::empty()));
            if region.occupancy().is_empty() {
                self.regions[index] = Arc::clone(&self.outside);
                self.trim_regions();
                self.shrink_reach();
            }
        }
    }

    /// Returns the region with an index for a change, stored where it is not, copied where it is shared.
    fn region_mut(&mut self, index: usize) -> &mut Region {
        if index >= self.regions.len() {
            self.regions.resize(index + 1, Arc::clone(&self.outside));
        }
        Arc::make_mut(&mut self.regions[index])
    }

    /// Returns the index of a brick's region; the brick is counted from the corner of the grid.
    fn region_index(&self, column: u32, row: u32) -> usize {
        (row >> 8) as usize * self.columns as usize + (column >> 8) as usize
    }

    /// Returns the column and row of regions of an index.
    fn region_position(&self, index: usize) -> IVec2 {
        let columns = self.columns as usize;
        IVec2::new((index % columns) as i32, (index / columns) as i32)
    }

    /// Visits the bounding box of the pixels on which two grids over the same area differ, one in each block.
    ///
    /// Looks at each region, and at the blocks and bricks that the two do not share.
    pub(super) fn differences(&self, other: &Self, visit: &mut dyn FnMut(Rect)) {
        let stored = self.regions.len().max(other.regions.len());
        let pair = |index| [self, other].map(|grid| grid.regions.get(index).unwrap_or(&grid.outside));
        let pairs = (0..stored).map(|index| (index, pair(index)));
        for (index, [own, other]) in pairs.filter(|(_, [own, other])| !Arc::ptr_eq(own, other)) {
            let region = self.region_position(index);
            for (block, own, other) in own.differences(other) {
                let bricks = own.differences(other).map(|(brick, own, other)| {
                    let corner = (self.area.min + region * 256 + block * 16 + brick) * BRICK_SIDE;
                    let (own, other) = (own.rows(), other.rows());
                    pixels_of_rows(&std::array::from_fn(|row| own[row] ^ other[row])).translated(corner)
                });
                let pixels = bricks.fold(Rect::EMPTY, |pixels, brick| pixels.union(&brick));
                if !pixels.is_empty() {
                    visit(pixels);
                }
            }
        }
    }

    /// Returns the bounding box of the bricks that are not empty and outside an area of bricks, in pixels.
    pub(super) fn used_outside(&self, area: &Rect) -> Rect {
        let mut used = Rect::EMPTY;
        self.any_brick(&self.area, |pixel, _| {
            if !area.contains(pixel >> BRICK_SHIFT as i32) {
                used = used.union(&Rect::new(pixel, pixel + BRICK_SIDE));
            }
            false
        });
        used
    }

    /// Returns the regions that are not empty.
    fn used_regions(&self) -> impl Iterator<Item = &Arc<Region>> {
        self.regions.iter().filter(|region| !Arc::ptr_eq(region, Region::empty()))
    }

    /// Returns the blocks that are not empty.
    fn blocks(&self) -> impl Iterator<Item = &Arc<Block>> {
        self.used_regions().flat_map(|region| region.blocks())
    }

    /// Returns the bytes that the grid takes, without nodes `known` from other grids.
    pub(super) fn memory(&self, known: &mut HashSet<*const ()>) -> usize {
        // Reference counts stand before each node, padded to the alignment of the node.
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
    /// Checks that the occupancy of each node is true, that no empty node is kept, and that the reach is not too small.
    pub(super) fn check(&self) {
        assert_eq!(self.reach == NO_REACH, self.is_empty());
        self.any_brick(&self.area, |pixel, _| {
            let (first, last) = (pixel - 1, pixel + BRICK_SIDE);
            assert!(self.reach.contains(first) && self.reach.contains(last), "{pixel} is not in {}", self.reach);
            false
        });
        for region in self.used_regions() {
            assert!(!region.occupancy().is_empty());
            let is_used = |index: u32| !Arc::ptr_eq(&region.blocks[index as usize], Block::empty());
            assert_eq!(*region.occupancy(), super::block::occupancy_of(is_used));
        }
        for block in self.blocks() {
            assert!(!block.occupancy().is_empty());
            block.check();
        }
    }
}

/// Returns the bounding box of the pixels of a square of 16×16 pixels, by rows.
#[inline]
pub(super) fn pixels_of_rows(rows: &[u16; 16]) -> Rect {
    // Four rows at a time: most edits change a brick in few places.
    let fours = words_of_rows(rows);
    let (Some(first), Some(last)) =
        (fours.iter().position(|four| *four != 0), fours.iter().rposition(|four| *four != 0))
    else {
        return Rect::EMPTY;
    };
    let top = 4 * first as i32 + (fours[first].trailing_zeros() / 16) as i32;
    let bottom = 4 * last as i32 + 4 - (fours[last].leading_zeros() / 16) as i32;
    let columns = rows.iter().fold(0, |columns, row| columns | row);
    let (left, right) = (columns.trailing_zeros() as i32, 16 - columns.leading_zeros() as i32);
    Rect::new(IVec2::new(left, top), IVec2::new(right, bottom))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_is_as_small_as_can_be() {
        let mut base = BrickGrid::empty(Rect::new(IVec2::splat(-3), IVec2::splat(300)));
        assert!(base.change(IVec2::ZERO, |_| [1; 16]) && base.change(IVec2::splat(290), |_| [7; 16]));
        let differences = |one: &BrickGrid, other: &BrickGrid| {
            let mut all = Vec::new();
            one.differences(other, &mut |pixels| all.push(pixels));
            all
        };
        let mut other = base.clone();
        assert_eq!(differences(&base, &other), []);
        let mut rows = [1; 16];
        rows[5] = 0b1001;
        for rows in [rows, [7; 16]] {
            other.change(IVec2::splat(290), |_| rows);
        }
        assert_eq!(differences(&base, &other), [], "a brick that is equal, but not shared any more");
        other.change(IVec2::ZERO, |_| rows);
        let pixel = Rect::new(IVec2::new(3, 5), IVec2::new(4, 6));
        assert_eq!(differences(&base, &other), [pixel]);
        other.change(IVec2::splat(290), |_| [0; 16]);
        let brick = Rect::new(IVec2::splat(290 * 16), IVec2::new(290 * 16 + 3, 290 * 16 + 16));
        assert_eq!(differences(&other, &base), [pixel, brick]);
    }

    #[test]
    fn rays_beside_everything_solid_pass_by() {
        let mut grid = BrickGrid::empty(Rect::new(IVec2::splat(-3), IVec2::splat(300)));
        let passes = |grid: &BrickGrid, a: (f32, f32), b: (f32, f32)| grid.is_passed_by(&Ray::between(a, b));
        assert!(passes(&grid, (-100.0, -100.0), (9e5, 9e5)), "nothing is solid");
        for brick in [IVec2::ZERO, IVec2::splat(290)] {
            assert!(grid.change(brick, |_| [1; 16]));
        }
        let first = Rect::new(IVec2::NEG_ONE, IVec2::splat(17));
        assert_eq!(grid.reach, Rect::new(first.min, IVec2::splat(291 * 16 + 1)));
        let block = Arc::clone(grid.shared_block(0, 0));
        assert_eq!(BrickGrid::new(*grid.area(), std::iter::once(((0, 0), block))).reach, first);
        // The second brick lies in another region. Without it, the block of the first is left, and never more than before.
        assert!(grid.change(IVec2::splat(290), |_| [0; 16]));
        assert_eq!(grid.reach, Rect::new(first.min, IVec2::splat(13 * 16 + 1)));
        // One pixel more on each side, as exact rays are rounded, and stopped by pixels that they touch.
        assert!(!passes(&grid, (-20.0, -1.0), (20.0, -1.0)) && passes(&grid, (-20.0, -1.01), (20.0, -1.01)));
        assert!(!passes(&grid, (208.9, 0.0), (208.9, 9.0)) && passes(&grid, (209.0, 0.0), (209.0, 9.0)));
        assert!(grid.change(IVec2::ZERO, |_| [0; 16]));
        assert_eq!(grid.reach, NO_REACH);
    }
}
