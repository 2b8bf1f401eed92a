use super::brick::{BRICK_SHIFT, BRICK_SIDE, Brick};
use super::node::{Block, Region};
use crate::geometry::Rect;
use glam::IVec2;
use std::collections::HashSet;
use std::sync::Arc;

/// Solidity over a rectangle of the world, as a tree of bricks at three levels.
///
/// Bricks hold 16×16 pixels and lie on multiples of 16 pixels of the world, whatever the map's tiles measure. Blocks hold
/// 16×16 bricks and regions 16×16 blocks; both count from the corner of the grid. Empty ones are not stored, equal bricks
/// are stored once when the grid is built, and a clone shares all until one of the two is changed.
#[derive(Clone, Debug)]
pub(crate) struct BrickGrid {
    /// The bricks that the grid holds, in units of bricks of the world.
    area: Rect,
    /// The regions in a row.
    columns: u32,
    /// Row after row.
    regions: Vec<Option<Arc<Region>>>,
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
        Self { area, columns, regions: vec![None; columns as usize * rows as usize] }
    }

    /// The pixels that the grid holds.
    #[inline]
    pub(crate) fn pixels(&self) -> Rect {
        Rect::new(self.area.min * BRICK_SIDE, self.area.max * BRICK_SIDE)
    }

    /// The region in a column and a row of regions; `None` where it is empty, or outside.
    #[inline(always)]
    pub(crate) fn region(&self, column: i32, row: i32) -> Option<&Region> {
        // Negative coordinates become ones past the end, and a row past the last is past the end of the regions too.
        let (column, row) = (column as u32 as usize, row as u32 as usize);
        if column >= self.columns as usize {
            return None;
        }
        match self.regions.get(row * self.columns as usize + column) {
            Some(Some(region)) => Some(region),
            _ => None,
        }
    }

    /// The block in a column and a row of blocks; `None` where it is empty, or outside.
    #[inline(always)]
    pub(crate) fn block(&self, column: i32, row: i32) -> Option<&Block> {
        match self.region(column >> 4, row >> 4) {
            Some(region) => region.child(column as u32, row as u32),
            None => None,
        }
    }

    #[inline]
    fn brick(&self, cell: IVec2) -> Option<&Brick> {
        self.block(cell.x >> 4, cell.y >> 4)?.child(cell.x as u32, cell.y as u32)
    }

    /// Replaces a brick that the grid holds, counted from its corner; none is for the empty one.
    pub(super) fn set_brick(&mut self, column: u32, row: u32, brick: Option<Arc<Brick>>) {
        let index = (row >> 8) as usize * self.columns as usize + (column >> 8) as usize;
        if brick.is_none() && self.block((column >> 4) as i32, (row >> 4) as i32).is_none() {
            return;
        }
        let region = Arc::make_mut(self.regions[index].get_or_insert_with(|| Arc::new(Region::empty())));
        let block = region.child_mut(column >> 4, row >> 4, Block::empty);
        block.set_child(column, row, brick);
        if block.occupancy().is_empty() {
            region.set_child(column >> 4, row >> 4, None);
            if region.occupancy().is_empty() {
                self.regions[index] = None;
            }
        }
    }

    #[inline]
    pub(crate) fn is_solid(&self, pixel: IVec2) -> bool {
        let inside = pixel.wrapping_sub(self.area.min * BRICK_SIDE);
        let brick = if self.pixels().contains(pixel) { self.brick(inside >> BRICK_SHIFT as i32) } else { None };
        brick.is_some_and(|brick| brick.is_set(inside.x as u32 % 16, inside.y as u32 % 16))
    }

    /// Whether the square of `2^shift` pixels that a pixel lies in is empty, or outside; `shift` is 4 for a brick, 8 for a
    /// block or 12 for a region.
    pub(crate) fn is_empty_at(&self, pixel: IVec2, shift: u32) -> bool {
        if !self.pixels().contains(pixel) {
            return true;
        }
        let cell = (pixel - self.area.min * BRICK_SIDE) >> shift as i32;
        match shift {
            4 => self.brick(cell).is_none(),
            8 => self.block(cell.x, cell.y).is_none(),
            _ => self.region(cell.x, cell.y).is_none(),
        }
    }

    fn blocks(&self) -> impl Iterator<Item = &Arc<Block>> {
        self.regions.iter().flatten().flat_map(|region| region.children())
    }

    /// The number of bricks that are stored, which is that of the distinct ones until it is edited.
    pub(super) fn distinct(&self) -> usize {
        let bricks = self.blocks().flat_map(|block| block.children());
        bricks.map(Arc::as_ptr).collect::<HashSet<_>>().len()
    }

    /// The bytes that it takes.
    pub(super) fn memory(&self) -> usize {
        // A counter stands before each, and alignment makes it as large as the alignment.
        const BRICK: usize = 2 * size_of::<Brick>();
        const NODE: usize = size_of::<Block>() + size_of::<Brick>();
        let regions = self.regions.iter().flatten().count();
        size_of_val(&*self.regions) + (regions + self.blocks().count()) * NODE + self.distinct() * BRICK
    }
}
