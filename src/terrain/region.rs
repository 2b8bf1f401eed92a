use super::block::Block;
use crate::solidity::{BRICK_SHIFT, Brick};
use glam::IVec2;
use std::sync::{Arc, LazyLock};

/// A pixel's block is its coordinate, from the corner of the grid, shifted right by this.
pub(crate) const BLOCK_SHIFT: u32 = 2 * BRICK_SHIFT;
/// A pixel's region is its coordinate, from the corner of the grid, shifted right by this.
pub(crate) const REGION_SHIFT: u32 = 3 * BRICK_SHIFT;

/// What holds 16×16 smaller squares.
pub(crate) trait Square {
    /// One bit for each: set where it is not empty.
    fn occupancy(&self) -> &Brick;

    /// The columns and rows of those that are not empty, in the columns and rows from `first` up to, and without, `end`, row
    /// after row.
    #[inline(always)]
    fn used_in(&self, first: IVec2, end: IVec2) -> impl Iterator<Item = IVec2> {
        let end = if first.cmpge(end).any() { first } else { end };
        let across = (u32::from(u16::MAX) >> (16 - (end.x - first.x)) << first.x) as u16;
        (first.y..end.y).flat_map(move |y| {
            let mut used = self.occupancy().rows()[y as usize] & across;
            std::iter::from_fn(move || {
                let x = (used != 0).then(|| used.trailing_zeros())?;
                used &= used - 1;
                Some(IVec2::new(x as i32, y))
            })
        })
    }
}

/// The place of a square in a column and a row, of which the lowest four bits count.
#[inline(always)]
pub(super) const fn place_of(column: u32, row: u32) -> u32 {
    (row % 16) * 16 + column % 16
}

/// The column and the row of a place.
pub(super) const fn cell_of(place: usize) -> IVec2 {
    IVec2::new(place as i32 % 16, place as i32 / 16)
}

/// What says which squares are not empty, by their places.
pub(super) fn occupancy_of(is_used: impl Fn(u32) -> bool) -> Brick {
    let row = |row| (0..16).fold(0, |bits, column| bits | u16::from(is_used(place_of(column, row))) << column);
    Brick::from_rows(std::array::from_fn(|index| row(index as u32)))
}

/// 4096×4096 pixels: a square of 16×16 blocks, each empty or shared, and a brick that says which are not empty.
///
/// A change copies what is shared and nothing else, so that a clone costs a pointer.
#[derive(Clone, Debug)]
pub(crate) struct Region {
    occupancy: Brick,
    /// Row after row. Those that are empty are [`Block::empty`], so that walks need not ask.
    blocks: [Arc<Block>; 256],
}

impl Square for Region {
    #[inline(always)]
    fn occupancy(&self) -> &Brick {
        &self.occupancy
    }
}

impl Region {
    /// The empty one, which is stored once for all terrains.
    pub(super) fn empty() -> &'static Arc<Self> {
        static EMPTY: LazyLock<Arc<Region>> = LazyLock::new(|| {
            let blocks = std::array::from_fn(|_| Arc::clone(Block::empty()));
            Arc::new(Region { occupancy: Brick::EMPTY, blocks })
        });
        &EMPTY
    }

    /// The block in a column and a row, of which the lowest four bits count.
    #[inline(always)]
    pub(crate) fn child(&self, column: u32, row: u32) -> &Block {
        self.child_at(place_of(column, row))
    }

    /// The block at a [place](place_of).
    #[inline(always)]
    pub(super) fn child_at(&self, place: u32) -> &Block {
        &self.blocks[place as usize % 256]
    }

    /// The blocks that are not empty.
    pub(super) fn blocks(&self) -> impl Iterator<Item = &Arc<Block>> {
        self.blocks.iter().filter(|block| !Arc::ptr_eq(block, Block::empty()))
    }

    /// The places in which two regions have other blocks, and the blocks.
    pub(super) fn differences<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = (IVec2, &'a Block, &'a Block)> {
        let pairs = self.blocks.iter().zip(&other.blocks).enumerate();
        pairs
            .filter(|(_, (own, other))| !Arc::ptr_eq(own, other))
            .map(|(place, (own, other))| (cell_of(place), &**own, &**other))
    }

    /// The block in a column and a row, shared.
    pub(super) fn shared(&self, column: u32, row: u32) -> &Arc<Block> {
        &self.blocks[place_of(column, row) as usize]
    }

    /// Puts a block into a column and a row. One that is empty must be [`Block::empty`].
    pub(super) fn put(&mut self, column: u32, row: u32, block: Arc<Block>) {
        self.occupancy.set(column % 16, row % 16, !block.occupancy().is_empty());
        self.blocks[place_of(column, row) as usize] = block;
    }

    /// The block to be changed, copied where it is shared. It must not be left empty.
    pub(super) fn child_mut(&mut self, column: u32, row: u32) -> &mut Block {
        self.occupancy.set(column % 16, row % 16, true);
        Arc::make_mut(&mut self.blocks[place_of(column, row) as usize])
    }
}

/// Whether it is the one that stands for all that are empty.
pub(super) fn is_empty(region: &Arc<Region>) -> bool {
    Arc::ptr_eq(region, Region::empty())
}

#[cfg(test)]
impl Region {
    pub(super) fn check(&self) {
        let is_used = |place: u32| !Arc::ptr_eq(&self.blocks[place as usize], Block::empty());
        assert_eq!(self.occupancy, occupancy_of(is_used));
    }
}
