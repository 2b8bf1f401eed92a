//! Regions: the squares of 16×16 blocks that a grid is made of.

use super::block::{Block, GridNode, square_index, square_position};
use crate::solidity::Brick;
use glam::IVec2;
use std::sync::{Arc, LazyLock};

/// A square of 16×16 blocks; 4096×4096 pixels.
///
/// Clones share the blocks. A change copies the shared block that it meets and no other.
#[derive(Clone, Debug)]
pub(crate) struct Region {
    occupancy: Brick,
    /// Row after row. Empty ones are [`Block::empty`], so that a look-up has no branch.
    pub(super) blocks: [Arc<Block>; 256],
}

impl GridNode for Region {
    #[inline(always)]
    fn occupancy(&self) -> &Brick {
        &self.occupancy
    }
}

impl Region {
    /// Returns the empty region, which all terrains share.
    pub(super) fn empty() -> &'static Arc<Self> {
        static EMPTY: LazyLock<Arc<Region>> = LazyLock::new(|| {
            let blocks = std::array::from_fn(|_| Arc::clone(Block::empty()));
            Arc::new(Region { occupancy: Brick::EMPTY, blocks })
        });
        &EMPTY
    }

    /// Returns the block in a column and row. Only their lowest four bits count.
    #[inline(always)]
    pub(crate) fn child(&self, column: u32, row: u32) -> &Block {
        self.child_at(square_index(column, row))
    }

    /// Returns the block with a [`square_index`].
    #[inline(always)]
    pub(super) fn child_at(&self, index: u32) -> &Block {
        &self.blocks[index as usize % 256]
    }

    /// Returns the blocks that are not empty.
    pub(super) fn blocks(&self) -> impl Iterator<Item = &Arc<Block>> {
        self.blocks.iter().filter(|block| !Arc::ptr_eq(block, Block::empty()))
    }

    /// Returns the positions at which two regions do not share a block, with both blocks.
    pub(super) fn differences<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = (IVec2, &'a Block, &'a Block)> {
        let pairs = self.blocks.iter().zip(&other.blocks).enumerate();
        pairs
            .filter(|(_, (own, other))| !Arc::ptr_eq(own, other))
            .map(|(index, (own, other))| (square_position(index), &**own, &**other))
    }

    /// Sets the block in a column and row. An empty one must be [`Block::empty`].
    pub(super) fn put(&mut self, column: u32, row: u32, block: Arc<Block>) {
        self.occupancy.set(column % 16, row % 16, !block.occupancy().is_empty());
        self.blocks[square_index(column, row) as usize] = block;
    }

    /// Returns the block for a change, copied where it is shared. It must not be left empty.
    pub(super) fn child_mut(&mut self, column: u32, row: u32) -> &mut Block {
        self.occupancy.set(column % 16, row % 16, true);
        Arc::make_mut(&mut self.blocks[square_index(column, row) as usize])
    }
}
