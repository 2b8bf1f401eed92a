use crate::solidity::{BRICK_SHIFT, Brick};
use glam::IVec2;
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

/// A brick where there is none, for walks that do not ask.
pub(crate) static EMPTY_BRICK: Brick = Brick::EMPTY;
/// A block where there is none.
pub(crate) static EMPTY_BLOCK: Block = Block::empty();
/// A region where there is none.
pub(crate) static EMPTY_REGION: Region = Region::empty();

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

    /// The same, with another where it is empty: without a branch, which would be guessed wrong as often as right.
    #[inline(always)]
    pub(crate) fn child_or<'a>(&'a self, column: u32, row: u32, empty: &'a T) -> &'a T {
        let child = self.children[Self::place(column, row)].as_deref();
        match std::hint::select_unpredictable(child.is_some(), child, Some(empty)) {
            Some(child) => child,
            None => empty,
        }
    }

    /// Shows the children that are not empty, of those in the columns and rows from `first` up to, and without, `end`, row after
    /// row, until one is what is looked for; whether one was.
    #[inline(always)]
    pub(super) fn any_child(&self, first: IVec2, end: IVec2, mut is_meant: impl FnMut(IVec2, &T) -> bool) -> bool {
        if first.cmpge(end).any() {
            return false;
        }
        let across = u16::MAX >> (16 - (end.x - first.x)) << first.x;
        for y in first.y..end.y {
            let mut used = self.occupancy.rows()[y as usize] & across;
            while used != 0 {
                let x = used.trailing_zeros();
                used &= used - 1;
                if self.child(x, y as u32).is_some_and(|child| is_meant(IVec2::new(x as i32, y), child)) {
                    return true;
                }
            }
        }
        false
    }

    /// All children that are not empty.
    pub(super) fn children(&self) -> impl Iterator<Item = &Arc<T>> {
        self.children.iter().flatten()
    }

    /// The child, where nothing else shares it.
    pub(super) fn own_child(&mut self, column: u32, row: u32) -> Option<&mut T> {
        self.children[Self::place(column, row)].as_mut().and_then(Arc::get_mut)
    }

    pub(super) fn set_child(&mut self, column: u32, row: u32, child: Option<Arc<T>>) {
        self.occupancy.set(column % 16, row % 16, child.is_some());
        self.children[Self::place(column, row)] = child;
    }

    /// The places in which two nodes, `None` for an empty one, have other children, and the children.
    pub(super) fn differences<'a>(
        own: Option<&'a Self>,
        other: Option<&'a Self>,
    ) -> impl Iterator<Item = (IVec2, Option<&'a Arc<T>>, Option<&'a Arc<T>>)> {
        (0..256).filter_map(move |place| {
            let child = |node: Option<&'a Self>| node.and_then(|node| node.children[place as usize].as_ref());
            let (own, other) = (child(own), child(other));
            (!is_same(own, other)).then_some((IVec2::new(place % 16, place / 16), own, other))
        })
    }

    /// Takes over the children of another node where this one has none; `both` makes one of two that are not the same.
    pub(super) fn unite(&mut self, other: &Self, mut both: impl FnMut(&mut Arc<T>, &Arc<T>)) {
        for (own, other) in self.children.iter_mut().zip(&other.children) {
            match (own.as_mut(), other) {
                (Some(own), Some(other)) if !Arc::ptr_eq(own, other) => both(own, other),
                (None, Some(other)) => *own = Some(Arc::clone(other)),
                _ => {}
            }
        }
        self.occupancy = self.occupancy.united(&other.occupancy);
    }

    #[inline(always)]
    const fn place(column: u32, row: u32) -> usize {
        ((row % 16) * 16 + column % 16) as usize
    }
}

/// Whether two children are empty or are stored once.
pub(super) fn is_same<T>(own: Option<&Arc<T>>, other: Option<&Arc<T>>) -> bool {
    own.map(Arc::as_ptr) == other.map(Arc::as_ptr)
}

impl<T: Clone> Node<T> {
    /// The child to be changed, copied where it is shared; a new one where it was empty. It must not be left empty.
    pub(super) fn child_mut(&mut self, column: u32, row: u32, new: impl FnOnce() -> T) -> &mut T {
        self.occupancy.set(column % 16, row % 16, true);
        Arc::make_mut(self.children[Self::place(column, row)].get_or_insert_with(|| Arc::new(new())))
    }
}

#[cfg(test)]
impl<T> Node<T> {
    pub(super) fn check(&self) {
        let rows = std::array::from_fn(|row| {
            (0..16).fold(0, |bits, column| bits | u16::from(self.children[row * 16 + column].is_some()) << column)
        });
        assert_eq!(self.occupancy, Brick::from_rows(rows));
    }
}
