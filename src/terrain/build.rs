//! Builds grids of bricks from what a map or a mask draws, and from other grids.

use super::block::{BRICKS, Block, BrickTable, Square, square_index, square_position};
use super::grid::BrickGrid;
use crate::geometry::Rect;
use crate::solidity::{BRICK_SIDE, Brick, SolidityMap};
use glam::{IVec2, UVec2};
use std::sync::Arc;

/// The value of [`Terrain::MAX_BRICKS`](super::Terrain::MAX_BRICKS).
pub(super) const MAX_BRICKS: u64 = 1 << 27;

/// The error of building a terrain that would span more than [`Terrain::MAX_BRICKS`](super::Terrain::MAX_BRICKS).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a terrain of {}x{} pixels is too large: it may span {MAX_BRICKS} bricks of 16x16 pixels; split the map",
    .size.x, .size.y
)]
pub struct TerrainError {
    /// The size that was asked for, in pixels.
    pub size: UVec2,
}

/// Builds grids over one area from drawn pixels.
pub(super) struct GridBuilder {
    area: Rect,
    /// A row of bricks as pixels.
    band: SolidityMap,
}

impl GridBuilder {
    pub(super) fn new(bounds: Rect) -> Result<Self, TerrainError> {
        let area = BrickGrid::covering(&bounds);
        let too_large = TerrainError { size: bounds.size() };
        if area.area() > MAX_BRICKS {
            return Err(too_large);
        }
        let side = BRICK_SIDE as u32;
        let band = SolidityMap::try_new(area.width() * side, side).map_err(|_| too_large)?;
        Ok(Self { area, band })
    }

    /// Returns the bricks that the grids hold.
    pub(super) const fn area(&self) -> Rect {
        self.area
    }

    /// Builds a grid of the pixels that `draw(origin, band)` draws, one row of bricks after the other. So the memory
    /// it takes grows with the width of the map, not with its area.
    pub(super) fn build(&mut self, draw: impl Fn(IVec2, &mut SolidityMap)) -> BrickGrid {
        let mut packer = BlockPacker::default();
        // The blocks of the current row of blocks that are not empty so far.
        let mut blocks: Vec<Option<Box<BlockRows>>> = vec![None; self.area.width().div_ceil(16) as usize];
        for row in 0..self.area.height() {
            self.band.clear();
            draw((self.area.min + IVec2::new(0, row as i32)) * BRICK_SIDE, &mut self.band);
            for column in 0..self.area.width() {
                let rows = self.band.square(i64::from(column) * i64::from(BRICK_SIDE), 0);
                if rows != [0; 16] {
                    let block = blocks[(column / 16) as usize].get_or_insert_with(|| Box::new(NO_ROWS));
                    block[square_index(column, row) as usize] = rows;
                }
            }
            if row % 16 == 15 || row + 1 == self.area.height() {
                for (column, block) in (0..).zip(&mut blocks) {
                    if let Some(block) = block.take() {
                        packer.add((column, row / 16), &block);
                    }
                }
            }
        }
        BrickGrid::new(self.area, packer.finish())
    }
}

impl BrickGrid {
    /// Returns the grid over another `area` of bricks: with the bricks of this one where it has them, and elsewhere with
    /// what `draw` returns for the brick.
    pub(super) fn moved_to(self, area: Rect, draw: impl Fn(IVec2) -> [u16; 16]) -> Self {
        if area == *self.area() {
            return self;
        }
        let mut packer = BlockPacker::default();
        for row in 0..area.height().div_ceil(16) {
            for column in 0..area.width().div_ceil(16) {
                let corner = area.min + IVec2::new(column as i32, row as i32) * 16;
                let rows: Box<BlockRows> = Box::new(std::array::from_fn(|index| {
                    let brick = corner + square_position(index);
                    match (area.contains(brick), self.area().contains(brick)) {
                        (true, true) => *self.rows(brick),
                        (true, false) => draw(brick),
                        (false, _) => [0; 16],
                    }
                }));
                if *rows != NO_ROWS {
                    packer.add((column, row), &rows);
                }
            }
        }
        Self::new(area, packer.finish())
    }

    /// Builds the union of some grids over one `area` of bricks. Blocks that only one of them uses are shared with it.
    pub(super) fn union_of(area: Rect, grids: &[&Self]) -> Self {
        let (mut packer, mut shared) = (BlockPacker::default(), Vec::new());
        for row in 0..area.height().div_ceil(16) {
            for column in 0..area.width().div_ceil(16) {
                let blocks = grids.iter().map(|grid| grid.shared_block(column, row));
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
                packer.add((column, row), &rows);
            }
        }
        Self::new(area, packer.finish().chain(shared))
    }
}

/// The bricks of a block by their rows, row after row.
type BlockRows = [[u16; 16]; BRICKS];

const NO_ROWS: BlockRows = [[0; 16]; BRICKS];

/// Packs blocks into as few tables of bricks as a short search finds.
#[derive(Default)]
struct BlockPacker {
    tables: Vec<BrickTable>,
    /// The column and row of each block, the index of its table, and the numbers of its bricks there.
    blocks: Vec<((u32, u32), usize, [u8; BRICKS])>,
}

impl BlockPacker {
    /// The number of newest tables that are tried for a block, which bounds the cost of a map of noise.
    const TRIED_TABLES: usize = 4;

    /// Adds the block in a column and row of blocks.
    fn add(&mut self, position: (u32, u32), rows: &BlockRows) {
        let newest = self.tables.len().saturating_sub(Self::TRIED_TABLES)..self.tables.len();
        let fits = |table: &BrickTable| {
            let mut missing: Vec<_> = rows.iter().filter(|rows| table.find(rows).is_none()).collect();
            missing.sort_unstable();
            missing.dedup();
            table.len() + missing.len() <= BRICKS
        };
        let index = newest.rev().find(|&index| fits(&self.tables[index])).unwrap_or_else(|| {
            self.tables.push(BrickTable::NEW);
            self.tables.len() - 1
        });
        let table = &mut self.tables[index];
        // The default is never taken, as all bricks fit.
        let numbers = rows.each_ref().map(|rows| table.find_or_add(rows).unwrap_or(0));
        self.blocks.push((position, index, numbers));
    }

    /// Returns the blocks, each with its column and row.
    fn finish(self) -> impl Iterator<Item = ((u32, u32), Arc<Block>)> {
        let tables = self.tables.into_iter().map(|mut table| {
            // Edits mostly need these two; a table that has room for them need not be copied then.
            [Brick::EMPTY, Brick::FULL].iter().for_each(|brick| _ = table.find_or_add(brick.rows()));
            Arc::new(table)
        });
        let tables: Vec<Arc<BrickTable>> = tables.collect();
        let block = move |table: usize, numbers| Arc::new(Block::new(Arc::clone(&tables[table]), numbers));
        self.blocks.into_iter().map(move |(position, table, numbers)| (position, block(table, numbers)))
    }
}
