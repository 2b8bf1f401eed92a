//! Builds grids of bricks from what a map or a mask draws, and from other grids.

use super::block::{BRICKS, Block, BrickTable, GridNode, square_index, square_position};
use super::grid::BrickGrid;
use crate::geometry::{Direction, Rect, sort_by};
use crate::solidity::{BRICK_SHIFT, BRICK_SIDE, Brick, SolidityMap, fill_range};
use crate::tile::TileMap;
use glam::{IVec2, UVec2};
use std::error::Error;
use std::fmt;
use std::ops::Range;
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

/// Builds grids over one area from drawn pixels.
pub(super) struct GridBuilder {
    area: Rect,
    band: Band,
}

/// A row of bricks as pixels, and which of its bricks masks were drawn into.
pub(super) struct Band {
    pixels: SolidityMap,
    /// The pixel of the world at the top left.
    origin: IVec2,
    /// A bit for each brick.
    drawn: Vec<u64>,
}

impl Band {
    /// Returns the pixels of the world that the band holds.
    pub(super) fn window(&self) -> Rect {
        Rect::from_size(self.origin, self.pixels.size())
    }

    /// Makes the solid pixels of a mask solid, with its pixel `(0, 0)` at pixel `corner` of the world.
    pub(super) fn draw(&mut self, corner: IVec2, mask: &SolidityMap) {
        let covered = Rect::from_size(corner, mask.size()).intersection(&self.window());
        if covered.is_empty() {
            return;
        }
        self.pixels.draw(mask, corner - self.origin);
        let bricks = BrickGrid::covering(&covered.translated(-self.origin));
        fill_range(&mut self.drawn, bricks.min.x as u32, bricks.max.x as u32, true);
    }

    /// Visits the bricks that were drawn into by their columns, from the left, and clears them.
    fn take_bricks(&mut self, mut visit: impl FnMut(u32, [u16; 16])) {
        for (word, columns) in (0..).step_by(64).zip(&mut self.drawn) {
            if *columns == 0 {
                continue;
            }
            let mut rest = std::mem::take(columns);
            let (first, end) = (word + rest.trailing_zeros(), word + 64 - rest.leading_zeros());
            while rest != 0 {
                let column = word + rest.trailing_zeros();
                rest &= rest - 1;
                visit(column, self.pixels.square(i64::from(column) * i64::from(BRICK_SIDE), 0));
            }
            let pixels = Rect::new(IVec2::new(first as i32, 0), IVec2::new(end as i32, 1));
            self.pixels.clear_rect(Rect::new(pixels.min * BRICK_SIDE, pixels.max * BRICK_SIDE));
        }
    }
}

impl GridBuilder {
    pub(super) fn new(bounds: Rect) -> Result<Self, TerrainError> {
        let area = BrickGrid::covering(&bounds);
        let too_large = TerrainError { size: bounds.size() };
        if area.area() > MAX_BRICKS {
            return Err(too_large);
        }
        let side = BRICK_SIDE as u32;
        let pixels = SolidityMap::try_new(area.width() * side, side).map_err(|_| too_large)?;
        let drawn = vec![0; area.width().div_ceil(64) as usize];
        Ok(Self { area, band: Band { pixels, origin: IVec2::ZERO, drawn } })
    }

    /// Returns the bricks that the grids hold.
    pub(super) const fn area(&self) -> Rect {
        self.area
    }

    /// Builds the grid of the tiles of a layer of a map that have a one-way direction, or none (`None`).
    pub(super) fn build_layer(&mut self, map: &TileMap, layer: usize, one_way: Option<Direction>) -> BrickGrid {
        let draw = |band: &mut Band| {
            map.each_tile(layer, band.window(), &mut |corner, tile| {
                if tile.one_way() == one_way {
                    band.draw(corner, &tile.mask);
                }
            });
        };
        self.build(map.reached_rows(layer), draw)
    }

    /// Builds a grid of the masks that `draw` draws, one row of bricks after the other. So memory grows with the width
    /// of the map, and time with the number of drawn pixels, not with the area.
    ///
    /// Only the rows of pixels in the ranges `reached` are drawn. The beginnings of the ranges must ascend, and so must
    /// their ends; equal ones are allowed.
    pub(super) fn build(&mut self, reached: impl Iterator<Item = Range<i32>>, draw: impl Fn(&mut Band)) -> BrickGrid {
        let mut packer = BlockPacker::default();
        // The blocks of the current row of blocks that are not empty so far.
        let mut blocks: Vec<Option<Box<BlockRows>>> = vec![None; self.area.width().div_ceil(16) as usize];
        let mut finish_row = |blocks: &mut [Option<Box<BlockRows>>], row: u32| {
            for (column, block) in (0..).zip(blocks) {
                if let Some(block) = block.take() {
                    packer.add((column, row), &block);
                }
            }
        };
        let row_of = |pixel: i32| ((pixel >> BRICK_SHIFT) - self.area.min.y).max(0) as u32;
        let (mut done, mut block_row) = (0, 0);
        for range in reached.filter(|range| !range.is_empty()) {
            let end = (row_of(range.end - 1) + 1).min(self.area.height());
            for row in row_of(range.start).max(done)..end {
                if row / 16 != block_row {
                    finish_row(&mut blocks, block_row);
                    block_row = row / 16;
                }
                self.band.origin = (self.area.min + IVec2::new(0, row as i32)) * BRICK_SIDE;
                draw(&mut self.band);
                self.band.take_bricks(|column, rows| {
                    if rows != [0; 16] {
                        let block = blocks[(column / 16) as usize].get_or_insert_with(|| Box::new(NO_ROWS));
                        block[square_index(column, row) as usize] = rows;
                    }
                });
            }
            done = done.max(end);
        }
        finish_row(&mut blocks, block_row);
        BrickGrid::new(self.area, packer.finish())
    }
}

impl BrickGrid {
    /// Returns the grid over another `area` of bricks. It keeps the bricks of this grid; `draw` returns all others.
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

    /// Adds the block in a column and row of blocks.
    pub(super) fn add(&mut self, position: (u32, u32), rows: &BlockRows) {
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
        let (table, mut last) = (&mut self.tables[index], None);
        let numbers = rows.each_ref().map(|brick| match last {
            Some((other, number)) if brick == other => number,
            _ => {
                // The default is never taken, as all bricks fit.
                let number = table.find_or_add(brick).unwrap_or(0);
                last = Some((brick, number));
                number
            }
        });
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
