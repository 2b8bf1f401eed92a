use crate::solidity::{BRICK_SHIFT, Brick};
use glam::IVec2;
use std::sync::{Arc, LazyLock};

/// A square of 16×16 children, each empty or shared, and a brick that says which are not empty.
///
/// Equal children may be one; a change copies what is shared and nothing else, so that a clone costs a pointer.
#[derive(Clone, Debug)]
pub(crate) struct Node<T> {
    occupancy: Brick,
    /// Row after row. Those that are empty are [`Square::empty`], so that walks need not ask: a branch would be guessed wrong
    /// as often as right, and a choice costs a tenth of the test of a strip.
    children: [Arc<T>; 256],
}

/// What a node is made of.
pub(crate) trait Square: Clone + Sized + 'static {
    /// The empty one, which is stored once for all terrains.
    fn empty() -> &'static Arc<Self>;
}

impl Square for Brick {
    fn empty() -> &'static Arc<Self> {
        static EMPTY: LazyLock<Arc<Brick>> = LazyLock::new(|| Arc::new(Brick::EMPTY));
        &EMPTY
    }
}

impl Square for Block {
    fn empty() -> &'static Arc<Self> {
        static EMPTY: LazyLock<Arc<Block>> = LazyLock::new(|| Arc::new(Block::of_empty()));
        &EMPTY
    }
}

impl Square for Region {
    fn empty() -> &'static Arc<Self> {
        static EMPTY: LazyLock<Arc<Region>> = LazyLock::new(|| Arc::new(Region::of_empty()));
        &EMPTY
    }
}

/// A pixel's block is its coordinate, from the corner of the grid, shifted right by this.
pub(crate) const BLOCK_SHIFT: u32 = 2 * BRICK_SHIFT;
/// A pixel's region is its coordinate, from the corner of the grid, shifted right by this.
pub(crate) const REGION_SHIFT: u32 = 3 * BRICK_SHIFT;

/// 256×256 pixels in bricks.
pub(crate) type Block = Node<Brick>;
/// 4096×4096 pixels in blocks.
pub(crate) type Region = Node<Block>;

impl<T> Node<T> {
    /// One bit a child: set where it is not empty.
    #[inline(always)]
    pub(crate) const fn occupancy(&self) -> &Brick {
        &self.occupancy
    }
}

impl<T: Square> Node<T> {
    fn of_empty() -> Self {
        Self { occupancy: Brick::EMPTY, children: std::array::from_fn(|_| Arc::clone(T::empty())) }
    }

    /// The child in a column and a row, of which the lowest four bits count.
    #[inline(always)]
    pub(crate) fn child(&self, column: u32, row: u32) -> &T {
        self.child_at(Self::place(column, row))
    }

    /// The child at a [`place`](Self::place).
    #[inline(always)]
    pub(super) fn child_at(&self, place: u32) -> &T {
        &self.children[place as usize % 256]
    }

    /// The child in a column and a row; `None` where it is empty.
    #[inline(always)]
    pub(crate) fn child_if_any(&self, column: u32, row: u32) -> Option<&T> {
        if self.occupancy.is_set(column % 16, row % 16) { Some(self.child(column, row)) } else { None }
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
                if is_meant(IVec2::new(x as i32, y), self.child(x, y as u32)) {
                    return true;
                }
            }
        }
        false
    }

    /// All children that are not empty.
    pub(super) fn children(&self) -> impl Iterator<Item = &Arc<T>> {
        self.children.iter().filter(|child| !is_empty(child))
    }

    /// The child, where nothing else shares it.
    pub(super) fn own_child(&mut self, column: u32, row: u32) -> Option<&mut T> {
        Arc::get_mut(&mut self.children[Self::place(column, row) as usize])
    }

    pub(super) fn set_child(&mut self, column: u32, row: u32, child: Option<Arc<T>>) {
        self.occupancy.set(column % 16, row % 16, child.is_some());
        self.children[Self::place(column, row) as usize] = child.unwrap_or_else(|| Arc::clone(T::empty()));
    }

    /// The places in which two nodes have other children, and the children.
    pub(super) fn differences<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = (IVec2, &'a Arc<T>, &'a Arc<T>)> {
        let pairs = self.children.iter().zip(&other.children).enumerate();
        pairs
            .filter(|(_, (own, other))| !Arc::ptr_eq(own, other))
            .map(|(place, (own, other))| (IVec2::new(place as i32 % 16, place as i32 / 16), own, other))
    }

    /// Takes over the children of another node where this one has none; `both` makes one of two that are not the same.
    pub(super) fn unite(&mut self, other: &Self, mut both: impl FnMut(&mut Arc<T>, &Arc<T>)) {
        for (own, other) in self.children.iter_mut().zip(&other.children) {
            unite(own, other, &mut both);
        }
        self.occupancy = self.occupancy.united(&other.occupancy);
    }

    /// The child to be changed, copied where it is shared. It must not be left empty.
    pub(super) fn child_mut(&mut self, column: u32, row: u32) -> &mut T {
        self.occupancy.set(column % 16, row % 16, true);
        Arc::make_mut(&mut self.children[Self::place(column, row) as usize])
    }

    #[inline(always)]
    pub(super) const fn place(column: u32, row: u32) -> u32 {
        (row % 16) * 16 + column % 16
    }
}

/// Whether it is the one that stands for all that are empty.
pub(super) fn is_empty<T: Square>(square: &Arc<T>) -> bool {
    Arc::ptr_eq(square, T::empty())
}

/// Takes over another square where this one is empty; `both` makes one of two that are not the same.
pub(super) fn unite<T: Square>(own: &mut Arc<T>, other: &Arc<T>, both: impl FnOnce(&mut Arc<T>, &Arc<T>)) {
    if Arc::ptr_eq(own, other) || is_empty(other) {
        return;
    }
    if is_empty(own) { *own = Arc::clone(other) } else { both(own, other) }
}

#[cfg(test)]
impl<T: Square> Node<T> {
    pub(super) fn check(&self) {
        let rows = std::array::from_fn(|row| {
            (0..16).fold(0, |bits, column| bits | u16::from(!is_empty(&self.children[row * 16 + column])) << column)
        });
        assert_eq!(self.occupancy, Brick::from_rows(rows));
    }
}
