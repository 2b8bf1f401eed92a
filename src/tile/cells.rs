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
    pages: Vec<Page>,
}

/// A run of cells: narrow until it holds a number that needs more bits. What finds the tile of a hit waits for this load more
/// than for any other, and half the memory is more often in a cache.
#[derive(Clone, Debug)]
enum Page {
    Narrow(Arc<[u16]>),
    Wide(Arc<[u32]>),
}

const PAGE_SHIFT: u32 = 12;
const PAGE: usize = 1 << PAGE_SHIFT;

impl Cells {
    /// Zeros over an `area`.
    pub(super) fn new(area: Rect) -> Self {
        let (full, rest) = ((area.area() >> PAGE_SHIFT) as usize, area.area() as usize % PAGE);
        let zeros = |length| Page::Narrow(vec![0; length].into());
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
            self.pages[place >> PAGE_SHIFT].set(place % PAGE, number);
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
        pages.filter(|(_, (own, other))| !own.is_shared_with(other)).flat_map(move |(page, (own, other))| {
            (0..own.len()).map(move |inside| (self.cell(page * PAGE + inside), own.at(inside), other.at(inside)))
        })
    }

    #[inline]
    fn at(&self, place: usize) -> u32 {
        self.pages[place >> PAGE_SHIFT].at(place % PAGE)
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

impl Page {
    fn len(&self) -> usize {
        match self {
            Self::Narrow(cells) => cells.len(),
            Self::Wide(cells) => cells.len(),
        }
    }

    #[inline]
    fn at(&self, inside: usize) -> u32 {
        match self {
            Self::Narrow(cells) => cells[inside].into(),
            Self::Wide(cells) => cells[inside],
        }
    }

    fn set(&mut self, inside: usize, number: u32) {
        if let (Self::Narrow(cells), Err(_)) = (&*self, u16::try_from(number)) {
            *self = Self::Wide(cells.iter().copied().map(u32::from).collect());
        }
        match self {
            Self::Narrow(cells) => Arc::make_mut(cells)[inside] = number as u16,
            Self::Wide(cells) => Arc::make_mut(cells)[inside] = number,
        }
    }

    fn is_shared_with(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Narrow(own), Self::Narrow(other)) => Arc::ptr_eq(own, other),
            (Self::Wide(own), Self::Wide(other)) => Arc::ptr_eq(own, other),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers on both sides of what a narrow page holds, in the first page, across a border of pages, and in the last.
    #[test]
    fn a_page_is_wide_where_it_has_to_be() {
        let area = Rect::new(ivec2(-50, 3), ivec2(50, 103));
        let mut cells = Cells::new(area);
        let mut expected = std::collections::HashMap::new();
        let mut rng = fastrand::Rng::with_seed(5);
        for round in 0..20_000 {
            let cell = ivec2(rng.i32(-50..50), rng.i32(3..103));
            let number = match rng.u32(0..8) {
                0 if round > 10_000 => rng.u32(65_530..65_545),
                1 if round > 10_000 => u32::MAX - rng.u32(0..3),
                2 => 0,
                _ => rng.u32(0..=65_535),
            };
            // The last page stays narrow.
            let number = if cell.y >= 84 { number.min(65_535) } else { number };
            cells.set(cell, number);
            expected.insert(cell, number);
            assert_eq!(cells.get(cell), Some(number));
        }
        assert!(matches!(cells.pages[..], [Page::Wide(_), Page::Wide(_), Page::Narrow(_)]));
        for y in 3..103 {
            for x in -50..50 {
                let cell = ivec2(x, y);
                assert_eq!(cells.get(cell), Some(expected.get(&cell).copied().unwrap_or(0)), "cell {cell}");
            }
        }
    }

    #[test]
    fn a_widened_page_is_no_longer_shared() {
        let mut cells = Cells::new(Rect::from_size(IVec2::ZERO, UVec2::new(64, 128)));
        cells.set(ivec2(1, 1), 7);
        let before = cells.clone();
        assert_eq!(cells.unshared(&before).count(), 0);
        cells.set(ivec2(2, 1), 65_536);
        assert_eq!((before.get(ivec2(2, 1)), cells.get(ivec2(2, 1))), (Some(0), Some(65_536)));
        let differing = cells.unshared(&before).filter(|(_, own, other)| own != other);
        assert_eq!(differing.collect::<Vec<_>>(), [(ivec2(2, 1), 65_536, 0)]);
        assert_eq!(cells.unshared(&before).count(), PAGE, "the other page is still shared");
    }
}
