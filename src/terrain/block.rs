//! Blocks: 16×16 bricks as numbers in a table, which blocks share.

use crate::solidity::{Brick, words_of_rows};
use glam::{IVec2, UVec2};
use std::sync::{Arc, LazyLock};

/// The number of bricks in a block, and in a table.
pub(super) const BRICKS: usize = 256;

/// A node of the tree, which holds 16×16 smaller squares.
pub(crate) trait GridNode {
    /// Returns one bit for each smaller square: set where that square is not empty.
    fn occupancy(&self) -> &Brick;

    /// Returns the columns and rows of the squares that are not empty, from `first` to below `end`, row after row.
    #[inline(always)]
    fn used_in(&self, first: IVec2, end: IVec2) -> impl Iterator<Item = IVec2> {
        let end = if first.cmpge(end).any() { first } else { end };
        let columns = (u32::from(u16::MAX) >> (16 - (end.x - first.x)) << first.x) as u16;
        (first.y..end.y).flat_map(move |y| {
            let mut used = self.occupancy().rows()[y as usize] & columns;
            std::iter::from_fn(move || {
                let x = (used != 0).then(|| used.trailing_zeros())?;
                used &= used - 1;
                Some(IVec2::new(x as i32, y))
            })
        })
    }
}

/// Returns the index of a square among 16×16 by the lowest four bits of its column and its row.
#[inline(always)]
pub(super) const fn square_index(column: u32, row: u32) -> u32 {
    (row % 16) * 16 + column % 16
}

/// Returns the column and row of a square among 16×16 by its index.
pub(super) const fn square_position(index: usize) -> IVec2 {
    IVec2::new(index as i32 % 16, index as i32 / 16)
}

/// Returns the bits of the squares that are not empty, by their indices.
pub(super) fn occupancy_of(is_used: impl Fn(u32) -> bool) -> Brick {
    let row = |row| (0..16).fold(0, |bits, column| bits | u16::from(is_used(square_index(column, row))) << column);
    Brick::from_rows(std::array::from_fn(|index| row(index as u32)))
}

/// Bricks by number, for one block or for many.
///
/// A table has room for as many bricks as a byte can number, so no number needs a bounds check.
#[derive(Clone, Debug)]
pub(super) struct BrickTable {
    bricks: [Brick; BRICKS],
    /// A byte of the hash of each brick, so that a search compares few bricks.
    tags: [u8; BRICKS],
    len: usize,
}

impl BrickTable {
    pub(super) const NEW: Self = Self { bricks: [Brick::EMPTY; BRICKS], tags: [0; BRICKS], len: 0 };

    /// Returns the number of bricks in the table.
    pub(super) const fn len(&self) -> usize {
        self.len
    }

    #[inline(always)]
    const fn brick(&self, number: u8) -> &Brick {
        &self.bricks[number as usize]
    }

    /// Sets the brick of a number, which is at most the number of bricks so far.
    fn set(&mut self, number: u8, brick: &Brick) {
        let index = usize::from(number);
        debug_assert!(index <= self.len);
        self.bricks[index] = *brick;
        self.tags[index] = tag(brick.rows());
        self.len = self.len.max(index + 1);
    }

    /// Returns the number of a brick, and adds the brick if the table lacks it; `None` if the table is full.
    pub(super) fn find_or_add(&mut self, rows: &[u16; 16]) -> Option<u8> {
        let (known, new) = (self.find(rows), self.len);
        if known.is_none() && new < BRICKS {
            self.set(new as u8, &Brick::from_rows(*rows));
            return Some(new as u8);
        }
        known
    }

    /// Returns the lowest number of a brick.
    pub(super) fn find(&self, rows: &[u16; 16]) -> Option<u8> {
        let tag = tag(rows);
        let chunks = &self.tags.as_chunks::<32>().0[..self.len.div_ceil(32)];
        // Without an exit in the middle of a chunk, this is a few vector instructions.
        let is_tagged = |tags: &[u8; 32]| tags.iter().fold(false, |any, other| any | (*other == tag));
        let tagged = (0..).step_by(32).zip(chunks).filter(|(_, tags)| is_tagged(tags));
        let is_equal = |index: &usize| self.tags[*index] == tag && self.bricks[*index].rows() == rows;
        tagged
            .map(|(first, _)| first..self.len.min(first + 32))
            .find_map(|mut indices| indices.find(is_equal))
            .map(|index| index as u8)
    }
}

/// Returns a byte that is the same for equal bricks, and mostly differs for others.
fn tag(rows: &[u16; 16]) -> u8 {
    // The fractional part of the golden ratio spreads the bits upward.
    let mixed = |hash: u64, rows: u64| (hash ^ rows).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (words_of_rows(rows).into_iter().fold(0, mixed) >> 56) as u8
}

/// A square of 16×16 bricks: 256×256 pixels. Each brick is a number in a table.
///
/// A byte a brick stays in a cache where a pointer a brick would not, and equal bricks are mostly stored once. Empty
/// bricks have numbers too, so that a look-up has no branch, which would often be mispredicted.
#[derive(Clone, Debug)]
#[repr(C)]
pub(crate) struct Block {
    // In this order, a look-up reads the fewest cache lines.
    occupancy: Brick,
    /// Row after row.
    numbers: [u8; BRICKS],
    table: Arc<BrickTable>,
    /// How often the block uses each number.
    uses: [u16; BRICKS],
}

impl GridNode for Block {
    #[inline(always)]
    fn occupancy(&self) -> &Brick {
        &self.occupancy
    }
}

impl Block {
    /// Creates a block of bricks by their numbers in a table.
    pub(super) fn new(table: Arc<BrickTable>, numbers: [u8; BRICKS]) -> Self {
        let occupancy = occupancy_of(|index| !table.brick(numbers[index as usize]).is_empty());
        let mut uses = [0; BRICKS];
        numbers.iter().for_each(|&number| uses[usize::from(number)] += 1);
        Self { occupancy, table, numbers, uses }
    }

    /// Returns the empty block, which all terrains share. Its table also has the full brick, for fills.
    pub(super) fn empty() -> &'static Arc<Self> {
        static EMPTY: LazyLock<Arc<Block>> = LazyLock::new(|| {
            let mut table = BrickTable::NEW;
            [Brick::EMPTY, Brick::FULL].iter().for_each(|brick| _ = table.find_or_add(brick.rows()));
            Arc::new(Block::new(Arc::new(table), [0; BRICKS]))
        });
        &EMPTY
    }

    /// Returns the brick in a column and row. Only their lowest four bits count.
    #[inline(always)]
    pub(crate) fn child(&self, column: u32, row: u32) -> &Brick {
        self.brick(square_index(column, row) as usize)
    }

    /// Returns the brick in a column and row; `None` if it is empty.
    #[inline(always)]
    pub(super) fn child_if_any(&self, column: u32, row: u32) -> Option<&Brick> {
        if self.occupancy.is_set(column % 16, row % 16) { Some(self.child(column, row)) } else { None }
    }

    /// Returns the bricks at the corners of the rectangle from `first` to `last`; `None` if all four are empty.
    #[inline(always)]
    pub(super) fn corners(&self, first: UVec2, last: UVec2) -> Option<[&Brick; 4]> {
        let rows = self.occupancy.rows();
        let used = rows[first.y as usize % 16] | rows[last.y as usize % 16];
        if (used >> (first.x % 16) | used >> (last.x % 16)) & 1 == 0 {
            return None;
        }
        let (upper, lower) = (self.child(first.x, first.y), self.child(first.x, last.y));
        Some([upper, self.child(last.x, first.y), lower, self.child(last.x, last.y)])
    }

    /// Returns all bricks, row after row.
    pub(super) fn bricks(&self) -> impl Iterator<Item = &Brick> {
        (0..BRICKS).map(|index| self.brick(index))
    }

    /// Returns the table, which other blocks may share.
    pub(super) const fn table(&self) -> &Arc<BrickTable> {
        &self.table
    }

    /// Returns the positions at which two blocks have different bricks, with both bricks.
    pub(super) fn differences<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = (IVec2, &'a Brick, &'a Brick)> {
        let is_one_table = Arc::ptr_eq(&self.table, &other.table);
        let may_differ = move |&index: &usize| !is_one_table || self.numbers[index] != other.numbers[index];
        let pairs = (0..BRICKS).filter(may_differ).map(|index| (index, self.brick(index), other.brick(index)));
        pairs.filter(|(_, own, other)| own != other).map(|(index, own, other)| (square_position(index), own, other))
    }

    /// Sets the brick in a column and row. Only their lowest four bits count.
    ///
    /// If no other block shares the table, and the old brick is used only here, the brick is changed in its place. Most
    /// bricks that were edited before are such. Otherwise the new brick gets a number of the table. If the table lacks
    /// the brick, it is added, to a copy of the table if other blocks share it.
    pub(super) fn set(&mut self, column: u32, row: u32, brick: &Brick) {
        self.occupancy.set(column % 16, row % 16, !brick.is_empty());
        let index = square_index(column, row) as usize;
        let before = self.numbers[index];
        if self.uses[usize::from(before)] == 1
            && let Some(table) = Arc::get_mut(&mut self.table)
        {
            return table.set(before, brick);
        }
        self.uses[usize::from(before)] -= 1;
        let number = self.table.find(brick.rows()).unwrap_or_else(|| {
            // One exists, since the block has 255 other bricks and the table 256 numbers.
            let unused = self.uses.iter().position(|uses| *uses == 0).unwrap_or(0) as u8;
            Arc::make_mut(&mut self.table).set(unused, brick);
            unused
        });
        self.uses[usize::from(number)] += 1;
        self.numbers[index] = number;
    }

    /// Returns the brick with a [`square_index`].
    #[inline(always)]
    fn brick(&self, index: usize) -> &Brick {
        self.table.brick(self.numbers[index % BRICKS])
    }
}

#[cfg(test)]
impl Block {
    pub(super) fn check(&self) {
        let anew = Self::new(Arc::clone(&self.table), self.numbers);
        assert_eq!((self.occupancy, self.uses), (anew.occupancy, anew.uses));
        for brick in self.bricks().filter(|brick| !brick.is_empty()) {
            assert_eq!(*brick, Brick::from_rows(*brick.rows()), "its columns are its rows");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_finds_the_first_of_equal_bricks() {
        let mut rng = fastrand::Rng::with_seed(61);
        for kinds in [1, 2, 40, 256, 4096] {
            let brick = |kind: u16| Brick::from_rows(std::array::from_fn(|row| if row < 2 { kind } else { 0 }));
            let chosen: Vec<Brick> = (0..BRICKS).map(|_| brick(rng.u16(0..kinds))).collect();
            let len = rng.usize(1..=BRICKS);
            let mut table = BrickTable::NEW;
            (0..).zip(&chosen[..len]).for_each(|(number, brick)| table.set(number, brick));
            for kind in 0..kinds.max(300) {
                let expected = chosen[..len].iter().position(|known| *known == brick(kind)).map(|number| number as u8);
                assert_eq!(table.find(brick(kind).rows()), expected, "{len} of {kinds} kinds: {kind}");
            }
        }
    }

    /// A block holds the bricks last set, be all of them different or all alike, and copies keep theirs.
    #[test]
    fn a_block_is_256_bricks() {
        let mut rng = fastrand::Rng::with_seed(62);
        for kinds in [1, 3, 100, 256, 257, 60_000] {
            let mut block = Block::clone(Block::empty());
            let mut expected = [[0_u16; 16]; BRICKS];
            let mut kept: Vec<(Block, [[u16; 16]; BRICKS])> = Vec::new();
            for step in 0..6000 {
                let index = rng.usize(0..BRICKS);
                let rows = match rng.u32(0..8) {
                    0 => [0; 16],
                    1 => [u16::MAX; 16],
                    _ => [rng.u16(0..kinds); 16],
                };
                block.set(index as u32 % 16, index as u32 / 16, &Brick::from_rows(rows));
                expected[index] = rows;
                if step % 200 == 0 {
                    kept.push((block.clone(), expected));
                    kept.truncate(rng.usize(1..8));
                    block.check();
                    for (block, expected) in kept.iter().chain([&(block.clone(), expected)]) {
                        assert!(block.bricks().map(Brick::rows).eq(expected), "{kinds} kinds, step {step}");
                    }
                }
            }
        }
    }

    #[test]
    fn look_ups_read_the_first_cache_lines_of_a_block() {
        assert!(std::mem::offset_of!(Block, table) + size_of::<Arc<BrickTable>>() <= 6 * 64);
    }
}
