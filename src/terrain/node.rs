use super::brick::{BRICK_SHIFT, Brick};
use std::sync::Arc;

/// A square of 16×16 children, each empty or shared, and a brick that says which are not empty.
///
/// Equal children may be one; a change copies what is shared and nothing else, so that a clone costs a pointer.
#[derive(Debug)]
pub(crate) struct Node<T> {
    occupancy: Brick,
    /// Row after row.
    children: [Option<Arc<T>>; 256],
}

/// A pixel's block is its coordinate, from the corner of the grid, shifted right by this.
pub(crate) const BLOCK_SHIFT: u32 = 2 * BRICK_SHIFT;
/// A pixel's region is its coordinate, from the corner of the grid, shifted right by this.
pub(crate) const REGION_SHIFT: u32 = 3 * BRICK_SHIFT;

/// 256×256 pixels in bricks.
pub(crate) type Block = Node<Brick>;
/// 4096×4096 pixels in blocks.
pub(crate) type Region = Node<Block>;

impl<T> Clone for Node<T> {
    fn clone(&self) -> Self {
        Self { occupancy: self.occupancy, children: self.children.clone() }
    }
}

impl<T> Node<T> {
    pub(super) const fn empty() -> Self {
        Self { occupancy: Brick::EMPTY, children: [const { None }; 256] }
    }

    /// One bit a child: set where it is not empty.
    #[inline(always)]
    pub(crate) const fn occupancy(&self) -> &Brick {
        &self.occupancy
    }

    /// The child in a column and a row, of which the lowest four bits count.
    #[inline(always)]
    pub(crate) fn child(&self, column: u32, row: u32) -> Option<&T> {
        self.children[Self::place(column, row)].as_deref()
    }

    /// All children that are not empty.
    pub(super) fn children(&self) -> impl Iterator<Item = &Arc<T>> {
        self.children.iter().flatten()
    }

    pub(super) fn set_child(&mut self, column: u32, row: u32, child: Option<Arc<T>>) {
        self.occupancy.set(column % 16, row % 16, child.is_some());
        self.children[Self::place(column, row)] = child;
    }

    #[inline(always)]
    const fn place(column: u32, row: u32) -> usize {
        ((row % 16) * 16 + column % 16) as usize
    }
}

impl<T: Clone> Node<T> {
    /// The child to be changed, copied where it is shared; a new one where it was empty. It must not be left empty.
    pub(super) fn child_mut(&mut self, column: u32, row: u32, new: impl FnOnce() -> T) -> &mut T {
        self.occupancy.set(column % 16, row % 16, true);
        Arc::make_mut(self.children[Self::place(column, row)].get_or_insert_with(|| Arc::new(new())))
    }
}
