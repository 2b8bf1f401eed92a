use super::brick_table::{BRICKS, BrickTable};
use super::region::{Square, cell_of, occupancy_of, place_of};
use crate::solidity::Brick;
use glam::IVec2;
use std::sync::{Arc, LazyLock};

/// 256×256 pixels: a square of 16×16 bricks, and one brick more, which says which of them are not empty.
///
/// Its bricks are numbers in a table that it may share with other blocks. So what rays look up of a map is a byte a brick and
/// stays in a cache, where pointers would not; and equal bricks are mostly one. Those that are empty have numbers too, so that
/// walks need not ask: a branch would be guessed wrong as often as right.
#[derive(Clone, Debug)]
#[repr(C)]
pub(crate) struct Block {
    // In this order, as what walks read lies in the fewest cache lines then.
    occupancy: Brick,
    /// Row after row.
    numbers: [u8; BRICKS],
    table: Arc<BrickTable>,
    /// How many places have each number.
    uses: [u16; BRICKS],
}

impl Square for Block {
    #[inline(always)]
    fn occupancy(&self) -> &Brick {
        &self.occupancy
    }
}

impl Block {
    /// A block of bricks by their numbers in a table.
    pub(super) fn new(table: Arc<BrickTable>, numbers: [u8; BRICKS]) -> Self {
        let occupancy = occupancy_of(|place| !table.brick(numbers[place as usize]).is_empty());
        let mut uses = [0; BRICKS];
        numbers.iter().for_each(|&number| uses[usize::from(number)] += 1);
        Self { occupancy, table, numbers, uses }
    }

    /// The empty one, which is stored once for all terrains. Its table has the full brick too, for those to be filled.
    pub(super) fn empty() -> &'static Arc<Self> {
        static EMPTY: LazyLock<Arc<Block>> = LazyLock::new(|| {
            let table = BrickTable::new([Brick::EMPTY, Brick::FULL].into_iter());
            Arc::new(Block::new(Arc::new(table), [0; BRICKS]))
        });
        &EMPTY
    }

    /// The brick in a column and a row, of which the lowest four bits count.
    #[inline(always)]
    pub(crate) fn child(&self, column: u32, row: u32) -> &Brick {
        self.brick(place_of(column, row) as usize)
    }

    /// The same; `None` where it is empty.
    #[inline(always)]
    pub(crate) fn child_if_any(&self, column: u32, row: u32) -> Option<&Brick> {
        if self.occupancy.is_set(column % 16, row % 16) { Some(self.child(column, row)) } else { None }
    }

    /// All bricks, row after row.
    pub(super) fn bricks(&self) -> impl Iterator<Item = &Brick> {
        (0..BRICKS).map(|place| self.brick(place))
    }

    /// The table that it may share.
    pub(super) const fn table(&self) -> &Arc<BrickTable> {
        &self.table
    }

    /// The places in which two blocks have other bricks, and the bricks.
    pub(super) fn differences<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = (IVec2, &'a Brick, &'a Brick)> {
        let is_one_table = Arc::ptr_eq(&self.table, &other.table);
        let differ = move |&place: &usize| !is_one_table || self.numbers[place] != other.numbers[place];
        let pairs = (0..BRICKS).filter(differ).map(|place| (place, self.brick(place), other.brick(place)));
        pairs.filter(|(_, own, other)| own != other).map(|(place, own, other)| (cell_of(place), own, other))
    }

    /// Puts a brick into a column and a row, of which the lowest four bits count.
    ///
    /// A table that does not have it yet gets it, copied where it is shared.
    pub(super) fn set(&mut self, column: u32, row: u32, brick: &Brick) {
        self.occupancy.set(column % 16, row % 16, !brick.is_empty());
        let place = place_of(column, row) as usize;
        self.uses[usize::from(self.numbers[place])] -= 1;
        let number = self.table.find(brick).unwrap_or_else(|| {
            // There is one, as the other places are fewer than the numbers.
            let unused = self.uses.iter().position(|uses| *uses == 0).unwrap_or(0) as u8;
            Arc::make_mut(&mut self.table).set(unused, brick);
            unused
        });
        self.uses[usize::from(number)] += 1;
        self.numbers[place] = number;
    }

    /// The brick at a [place](place_of).
    #[inline(always)]
    fn brick(&self, place: usize) -> &Brick {
        self.table.brick(self.numbers[place % BRICKS])
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

    /// A block holds whatever was put into it last, be all of its bricks different or all alike, and copies keep what they had.
    #[test]
    fn a_block_is_256_bricks() {
        let mut rng = fastrand::Rng::with_seed(62);
        for kinds in [1, 3, 100, 256, 257, 60_000] {
            let mut block = Block::clone(Block::empty());
            let mut expected = [[0_u16; 16]; BRICKS];
            let mut kept: Vec<(Block, [[u16; 16]; BRICKS])> = Vec::new();
            for step in 0..6000 {
                let place = rng.usize(0..BRICKS);
                let rows = match rng.u32(0..8) {
                    0 => [0; 16],
                    1 => [u16::MAX; 16],
                    _ => [rng.u16(0..kinds); 16],
                };
                block.set(place as u32 % 16, place as u32 / 16, &Brick::from_rows(rows));
                expected[place] = rows;
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
    fn what_walks_read_of_a_block_is_at_its_beginning() {
        assert!(std::mem::offset_of!(Block, table) + size_of::<Arc<BrickTable>>() <= 6 * 64);
    }
}
