use super::block::Block;
use super::brick_table::{BRICKS, BrickTable};
use crate::solidity::Brick;
use std::collections::HashMap;
use std::sync::Arc;

/// The bricks of a block by their rows, row after row.
pub(super) type BlockRows = [[u16; 16]; BRICKS];

/// Those of the empty block.
pub(super) const NO_ROWS: BlockRows = [[0; 16]; BRICKS];

/// Packs blocks, so that they share tables of bricks.
#[derive(Default)]
pub(super) struct Packing {
    /// Each distinct brick by its rows, numbered as they come.
    ids: HashMap<[u16; 16], u32>,
    bricks: Vec<[u16; 16]>,
    tables: Vec<Table>,
    /// Each block's place, its table, and the numbers of its bricks there.
    blocks: Vec<((u32, u32), usize, [u8; BRICKS])>,
}

/// The bricks of a table by their ids, and the number of each.
#[derive(Default)]
struct Table {
    ids: Vec<u32>,
    numbers: HashMap<u32, u8>,
}

impl Table {
    /// Whether there is room for those of some ids that it has not yet.
    fn fits(&self, ids: &[u32]) -> bool {
        self.ids.len() + ids.iter().filter(|id| !self.numbers.contains_key(id)).count() <= BRICKS
    }

    /// The number of a brick, for which there is room.
    fn number(&mut self, id: u32) -> u8 {
        *self.numbers.entry(id).or_insert_with(|| {
            self.ids.push(id);
            (self.ids.len() - 1) as u8
        })
    }
}

impl Packing {
    /// How many of the newest tables are asked whether a block fits, which keeps the cost of a map of noise in bounds.
    const ASKED: usize = 4;

    /// Adds the block in a column and a row of blocks.
    pub(super) fn add(&mut self, place: (u32, u32), rows: &BlockRows) {
        let ids: Vec<u32> = rows.iter().map(|rows| self.id(rows)).collect();
        let mut distinct = ids.clone();
        distinct.sort_unstable();
        distinct.dedup();
        let newest = self.tables.len().saturating_sub(Self::ASKED)..self.tables.len();
        let table = newest.rev().find(|&table| self.tables[table].fits(&distinct)).unwrap_or_else(|| {
            self.tables.push(Table::default());
            self.tables.len() - 1
        });
        let into = &mut self.tables[table];
        let mut numbers = [0; BRICKS];
        numbers.iter_mut().zip(ids).for_each(|(number, id)| *number = into.number(id));
        self.blocks.push((place, table, numbers));
    }

    /// The blocks, each with its place.
    pub(super) fn finish(self) -> impl Iterator<Item = ((u32, u32), Arc<Block>)> {
        let Self { ids, bricks, tables, blocks } = self;
        let tables = tables.iter().map(|table| {
            let own = table.ids.iter().map(|&id| Brick::from_rows(bricks[id as usize]));
            // Where there is room also what edits mostly need, so that they do not copy the table for it.
            let is_known = |brick: &Brick| ids.get(brick.rows()).is_some_and(|id| table.numbers.contains_key(id));
            let common = [Brick::EMPTY, Brick::FULL].into_iter().filter(|brick| !is_known(brick));
            Arc::new(BrickTable::new(own.chain(common)))
        });
        let tables: Vec<Arc<BrickTable>> = tables.collect();
        blocks
            .into_iter()
            .map(move |(place, table, numbers)| (place, Arc::new(Block::new(Arc::clone(&tables[table]), numbers))))
    }

    fn id(&mut self, rows: &[u16; 16]) -> u32 {
        *self.ids.entry(*rows).or_insert_with(|| {
            self.bricks.push(*rows);
            (self.bricks.len() - 1) as u32
        })
    }
}
