//! Builds grids of bricks from what a map or a mask draws, and from other grids.

use super::block::{BRICKS, Block, BrickTable, GridNode, square_index, square_position};
use super::grid::{BLOCK_SHIFT, BrickGrid};
use crate::geometry::{Direction, Rect, sort_by};
use crate::solidity::{BRICK_SHIFT, BRICK_SIDE, Brick, SolidityMap};
use crate::tile::TileMap;
use glam::{IVec2, UVec2};
use std::error::Error;
use std::fmt;
use std::sync::Arc;

/// The value of [`Terrain::MAX_BRICKS`](super::Terrain::MAX_BRICKS).
pub(super) const MAX_BRICKS: u64 = 1 << 27;

/// The error of building a terrain that would span more than [`Terrain::MAX_BRICKS`](super::Terrain::MAX_BRICKS).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TerrainError {
    /// The size that was asked for, in pixels.
    pub size: UVec2,
}

impl fmt::Display for TerrainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { size } = self;
        write!(
            f,
            "a terrain of {}x{} pixels is too large: it may span {MAX_BRICKS} bricks of 16x16 pixels; split the map",
            size.x, size.y
        )
    }
}

impl Error for TerrainError {}

impl TerrainError {
    /// Returns the bricks that cover some pixels, or an error if a terrain may not span them.
    pub(super) fn check(pixels: &Rect) -> Result<Rect, Self> {
        let area = BrickGrid::covering(pixels);
        // The end of the last brick is a coordinate too.
        let is_near = area.max.max_element() <= i32::MAX >> BRICK_SHIFT;
        if is_near && area.area() <= MAX_BRICKS { Ok(area) } else { Err(Self { size: pixels.size() }) }
    }
}

impl BrickGrid {
    /// Builds the grid of the tiles of a layer of a map that have a one-way direction, or none (`None`).
    ///
    /// Takes no time for rows of blocks that no tile reaches: most of a large map is empty in most of its layers.
    pub(super) fn of_layer(area: Rect, map: &TileMap, layer: usize, one_way: Option<Direction>) -> Self {
        let mut is_reached = vec![false; area.height().div_ceil(16) as usize];
        let row_of = |pixel: i32| ((pixel >> BRICK_SHIFT) - area.min.y).max(0) as usize / 16;
        for range in map.reached_rows(layer).filter(|range| !range.is_empty()) {
            let end = (row_of(range.end - 1) + 1).min(is_reached.len());
            is_reached[row_of(range.start).min(end)..end].fill(true);
        }
        let (mut packer, width) = (BlockPacker::default(), area.width() * BRICK_SIDE as u32);
        // The blocks of a row that tiles were drawn into.
        let mut blocks: Vec<Option<Box<BlockRows>>> = vec![None; area.width().div_ceil(16) as usize];
        for (row, _) in (0..).zip(is_reached).filter(|(_, is_reached)| *is_reached) {
            let corner = area.min + IVec2::new(0, row as i32 * 16);
            let window = Rect::from_size(corner * BRICK_SIDE, UVec2::new(width, 1 << BLOCK_SHIFT));
            for (at, tile) in map.placed_tiles_in(layer, window).filter(|(_, tile)| tile.one_way() == one_way) {
                let bricks = Self::covering(&Rect::from_size(at, tile.mask.size()).intersection(&window));
                for (x, y) in
                    (bricks.min.y..bricks.max.y).flat_map(|y| (bricks.min.x..bricks.max.x).map(move |x| (x, y)))
                {
                    let (brick, inside) = (IVec2::new(x, y) - corner, IVec2::new(x, y) * BRICK_SIDE - at);
                    let block = blocks[brick.x as usize / 16].get_or_insert_with(|| Box::new(NO_ROWS));
                    let rows = block[square_index(brick.x as u32, brick.y as u32) as usize].iter_mut();
                    rows.zip(tile.mask.square(inside.x.into(), inside.y.into())).for_each(|(row, bits)| *row |= bits);
                }
            }
            for (column, block) in (0..).zip(&mut blocks) {
                if let Some(block) = block.take() {
                    packer.add((column, row), &block);
                }
            }
        }
        Self::new(area, packer.finish())
    }

    /// Builds the grid of a mask whose pixel `(0, 0)` lies at `at`.
    pub(super) fn of_mask(area: Rect, mask: &SolidityMap, at: IVec2) -> Self {
        Self::of_bricks(area, |brick| {
            let inside = brick.as_i64vec2() * i64::from(BRICK_SIDE) - at.as_i64vec2();
            mask.square(inside.x, inside.y)
        })
    }

    /// Returns the grid over another `area` of bricks. It keeps the bricks of this grid; `draw` returns all others.
    pub(super) fn moved_to(self, area: Rect, draw: impl Fn(IVec2) -> [u16; 16]) -> Self {
        if area == *self.area() {
            return self;
        }
        Self::of_bricks(area, |brick| if self.area().contains(brick) { *self.rows(brick) } else { draw(brick) })
    }

    /// Builds a grid from the rows of each brick of an `area`.
    fn of_bricks(area: Rect, rows: impl Fn(IVec2) -> [u16; 16]) -> Self {
        let mut packer = BlockPacker::default();
        for row in 0..area.height().div_ceil(16) {
            for column in 0..area.width().div_ceil(16) {
                let (corner, mut block) = (area.min + IVec2::new(column as i32, row as i32) * 16, NO_ROWS);
                let bricks = (0..).map(|index| corner + square_position(index)).zip(&mut block);
                for (brick, block_rows) in bricks.filter(|(brick, _)| area.contains(*brick)) {
                    *block_rows = rows(brick);
                }
                packer.add((column, row), &block);
            }
        }
        Self::new(area, packer.finish())
    }

    /// Builds the union of some grids over one `area` of bricks. Blocks that only one of them uses are shared with it.
    pub(super) fn union_of(area: Rect, grids: &[&Self]) -> Self {
        let (mut packer, mut shared) = (BlockPacker::default(), Vec::new());
        let (columns, rows) = (area.width().div_ceil(16), area.height().div_ceil(16));
        let mut used_grids: Vec<Vec<&Self>> = Vec::new();
        for row in 0..rows {
            if row % 16 == 0 {
                // Most regions of a large map are empty in most of its layers.
                let is_used = |column, grid: &&Self| !grid.region(column, (row >> 4) as i32).occupancy().is_empty();
                let used_in = |column| grids.iter().copied().filter(|grid| is_used(column, grid)).collect();
                used_grids = (0..columns.div_ceil(16) as i32).map(used_in).collect();
            }
            for column in 0..columns {
                let grids = &used_grids[(column >> 4) as usize];
                let mut used = grids
                    .iter()
                    .map(|grid| grid.shared_block(column, row))
                    .filter(|block| !block.occupancy().is_empty());
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
pub(super) type BlockRows = [[u16; 16]; BRICKS];

const NO_ROWS: BlockRows = [[0; 16]; BRICKS];

/// Packs blocks into as few tables of bricks as a short search finds.
#[derive(Default)]
pub(super) struct BlockPacker {
    tables: Vec<BrickTable>,
    /// The column and row of each block, the index of its table, and the numbers of its bricks there.
    blocks: Vec<((u32, u32), usize, [u8; BRICKS])>,
}

impl BlockPacker {
    /// The number of newest tables that are tried for a block, which bounds the cost of a map of noise.
    const TRIED_TABLES: usize = 4;

    /// Adds the block in a column and row of blocks, unless it is empty.
    pub(super) fn add(&mut self, position: (u32, u32), rows: &BlockRows) {
        if *rows == NO_ROWS {
            return;
        }
        let newest = self.tables.len().saturating_sub(Self::TRIED_TABLES)..self.tables.len();
        // Neighbors are often equal, above all empty bricks. They are searched for once.
        let fits = |table: &BrickTable| {
            let distinct = rows.chunk_by(|brick, next| brick == next).map(|run| &run[0]);
            let mut missing: Vec<_> = distinct.filter(|brick| table.find(brick).is_none()).collect();
            let room = BRICKS - table.len();
            if missing.len() > room && room > 0 {
                sort_by(&mut missing, Ord::cmp);
                missing.dedup();
            }
            missing.len() <= room
        };
        let index = newest.rev().find(|&index| fits(&self.tables[index])).unwrap_or_else(|| {
            self.tables.push(BrickTable::NEW);
            self.tables.len() - 1
        });
        let (table, mut numbers, mut start) = (&mut self.tables[index], [0; BRICKS], 0);
        for run in rows.chunk_by(|brick, next| brick == next) {
            let end = start + run.len();
            // The default is never taken, as all bricks fit.
            numbers[start..end].fill(table.find_or_add(&run[0]).unwrap_or(0));
            start = end;
        }
        self.blocks.push((position, index, numbers));
    }

    /// Returns the blocks, each with its column and row.
    pub(super) fn finish(self) -> impl Iterator<Item = ((u32, u32), Arc<Block>)> {
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
