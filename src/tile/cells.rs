use crate::geometry::Rect;
use glam::{IVec2, UVec2, ivec2};
use std::sync::Arc;

/// A grid of numbers in pages that clones share until one of the two is changed.
///
/// A page is a run of 4096 cells, row after row. So a clone costs a pointer for each page, a change after it one page, and
/// pages that nobody changed are one.
#[derive(Clone, Debug)]
pub(super) struct Cells {
    /// The cells that the grid holds; infinite maps have negative ones.
    area: Rect,
    /// How many there are in a row, and how many rows.
    size: UVec2,
    pages: Vec<Arc<[u32]>>,
}

const PAGE_SHIFT: u32 = 12;
const PAGE: usize = 1 << PAGE_SHIFT;

impl Cells {
    /// Zeros over an `area`.
    pub(super) fn new(area: Rect) -> Self {
        let (full, rest) = ((area.area() >> PAGE_SHIFT) as usize, area.area() as usize % PAGE);
        let zeros = |length| Arc::<[u32]>::from(vec![0; length]);
        let mut pages = if full > 0 { vec![zeros(PAGE); full] } else { Vec::new() };
        if rest > 0 {
            pages.push(zeros(rest));
        }
        Self { area, size: area.size(), pages }
    }

    #[inline]
    pub(super) const fn area(&self) -> &Rect {
        &self.area
    }

    /// The number in a cell; `None` outside.
    #[inline]
    pub(super) fn get(&self, cell: IVec2) -> Option<u32> {
        self.place(cell).map(|place| self.at(place))
    }

    /// Puts a number into a cell; one outside is passed over.
    pub(super) fn set(&mut self, cell: IVec2, number: u32) {
        if let Some(place) = self.place(cell) {
            Arc::make_mut(&mut self.pages[place >> PAGE_SHIFT])[place % PAGE] = number;
        }
    }

    /// The cells of `area` whose number is not 0, row after row.
    pub(super) fn used_in(&self, area: Rect) -> impl DoubleEndedIterator<Item = (IVec2, u32)> + '_ {
        let area = area.intersection(&self.area);
        (area.min.y..area.max.y).flat_map(move |y| {
            let first = self.place(ivec2(area.min.x, y)).unwrap_or(0);
            (0..area.width() as usize).filter_map(move |x| {
                let number = self.at(first + x);
                (number != 0).then_some((ivec2(area.min.x + x as i32, y), number))
            })
        })
    }

    /// The cells of the pages that another grid over the same area does not share, with the numbers of both.
    pub(super) fn unshared<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = (IVec2, u32, u32)> + 'a {
        let pages = self.pages.iter().zip(&other.pages).enumerate();
        pages.filter(|(_, (own, other))| !Arc::ptr_eq(own, other)).flat_map(move |(page, (own, other))| {
            let numbers = own.iter().zip(&**other).enumerate();
            numbers.map(move |(inside, (own, other))| (self.cell(page * PAGE + inside), *own, *other))
        })
    }

    #[inline]
    fn at(&self, place: usize) -> u32 {
        self.pages[place >> PAGE_SHIFT][place % PAGE]
    }

    #[inline]
    fn place(&self, cell: IVec2) -> Option<usize> {
        // A cell before the first one comes out beyond the last.
        let (x, y) = (cell.x.wrapping_sub(self.area.min.x) as u32, cell.y.wrapping_sub(self.area.min.y) as u32);
        if x < self.size.x && y < self.size.y { Some(y as usize * self.size.x as usize + x as usize) } else { None }
    }

    fn cell(&self, place: usize) -> IVec2 {
        let width = self.area.width() as usize;
        self.area.min + ivec2((place % width) as i32, (place / width) as i32)
    }
}
