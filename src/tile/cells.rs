//! The numbers in the cells of a layer, in pages that clones share.

use super::layer::RenderOrder;
use crate::geometry::Rect;
use glam::{IVec2, UVec2, ivec2};
use std::sync::Arc;

/// A grid of numbers in pages of 4096 cells, row after row. Clones share a page until one of them changes it.
///
/// A clone costs a pointer for each page. The first change after it copies one page.
#[derive(Clone, Debug)]
pub(super) struct TileCells {
    /// The cells that the grid has room for; infinite maps have negative ones.
    area: Rect,
    /// The columns and rows of the area.
    size: UVec2,
    pages: Vec<CellPage>,
}

/// A run of cells in 16 bits each, until a number needs more.
///
/// A ray's hit waits for this load more than for any other, and half the memory is more often in a cache.
#[derive(Clone, Debug)]
enum CellPage {
    Narrow(Arc<[u16]>),
    Wide(Arc<[u32]>),
}

const PAGE_SHIFT: u32 = 12;
const PAGE: usize = 1 << PAGE_SHIFT;

impl TileCells {
    /// Creates a grid of zeros over an `area`.
    pub(super) fn new(area: Rect) -> Self {
        let (full, rest) = ((area.area() >> PAGE_SHIFT) as usize, area.area() as usize % PAGE);
        let zeros = |length| CellPage::Narrow(vec![0; length].into());
        let mut pages = if full > 0 { vec![zeros(PAGE); full] } else { Vec::new() };
        if rest > 0 {
            pages.push(zeros(rest));
        }
        Self { area, size: area.size(), pages }
    }

    /// Makes room for the cells of `area`.
    ///
    /// Where the grid grows to a side, it grows by its own length at least: so many areas that are added one by one
    /// cost time in proportion to their cells.
    pub(super) fn reserve(&mut self, area: Rect) {
        let needed = self.area.union(&area);
        if needed == self.area {
            return;
        }
        let (before, more) = (self.area, needed.size().as_ivec2());
        let room = Rect {
            min: IVec2::select(needed.min.cmplt(before.min), needed.min.saturating_sub(more), needed.min),
            max: IVec2::select(needed.max.cmpgt(before.max), needed.max.saturating_add(more), needed.max),
        };
        *self = self.with_area(if before.is_empty() { needed } else { room });
    }

    /// Returns the cells of another area; new ones are 0.
    fn with_area(&self, area: Rect) -> Self {
        let mut grown = Self::new(area);
        for (index, page) in self.pages.iter().enumerate().filter(|(_, page)| !page.is_zero()) {
            for offset in 0..page.len() {
                let number = page.at(offset);
                if number != 0 {
                    grown.set(self.cell(index * PAGE + offset), number);
                }
            }
        }
        grown
    }

    /// Returns whether two grids number their cells alike.
    pub(super) fn has_area_of(&self, other: &Self) -> bool {
        self.area == other.area
    }

    /// Returns the number in a cell; `None` outside.
    #[inline]
    pub(super) fn get(&self, cell: IVec2) -> Option<u32> {
        self.index(cell).map(|index| self.at(index))
    }

    /// Sets the number in a cell; a cell outside is ignored.
    pub(super) fn set(&mut self, cell: IVec2, number: u32) {
        if let Some(index) = self.index(cell) {
            self.pages[index >> PAGE_SHIFT].set(index % PAGE, number);
        }
    }

    /// Returns the cells of `area` whose number is not 0, row after row in drawing order.
    pub(super) fn used_in(&self, area: Rect, order: RenderOrder) -> impl DoubleEndedIterator<Item = (IVec2, u32)> + '_ {
        let area = area.intersection(&self.area);
        let (width, height) = (area.width() as usize, area.height() as i32);
        (0..height).flat_map(move |row| {
            let y = area.min.y + if order.is_upward() { height - 1 - row } else { row };
            let first = self.index(ivec2(area.min.x, y)).unwrap_or(0);
            (0..width).filter_map(move |column| {
                let x = if order.is_leftward() { width - 1 - column } else { column };
                let number = self.at(first + x);
                (number != 0).then_some((ivec2(area.min.x + x as i32, y), number))
            })
        })
    }

    /// Returns the cells of the pages that two grids over [one area](Self::has_area_of) do not share, with the numbers of both.
    pub(super) fn unshared<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = (IVec2, u32, u32)> + 'a {
        let pages = self.pages.iter().zip(&other.pages).enumerate();
        pages.filter(|(_, (own, other))| !own.is_shared_with(other)).flat_map(move |(page, (own, other))| {
            (0..own.len()).map(move |offset| (self.cell(page * PAGE + offset), own.at(offset), other.at(offset)))
        })
    }

    #[inline]
    fn at(&self, index: usize) -> u32 {
        self.pages[index >> PAGE_SHIFT].at(index % PAGE)
    }

    #[inline]
    fn index(&self, cell: IVec2) -> Option<usize> {
        // The difference of a cell before the first wraps to one beyond the last.
        let (x, y) = (cell.x.wrapping_sub(self.area.min.x) as u32, cell.y.wrapping_sub(self.area.min.y) as u32);
        if x < self.size.x && y < self.size.y { Some(y as usize * self.size.x as usize + x as usize) } else { None }
    }

    fn cell(&self, index: usize) -> IVec2 {
        let width = self.area.width() as usize;
        self.area.min + ivec2((index % width) as i32, (index / width) as i32)
    }
}

impl CellPage {
    fn len(&self) -> usize {
        match self {
            Self::Narrow(cells) => cells.len(),
            Self::Wide(cells) => cells.len(),
        }
    }

    fn is_zero(&self) -> bool {
        match self {
            Self::Narrow(cells) => cells.iter().all(|&number| number == 0),
            Self::Wide(cells) => cells.iter().all(|&number| number == 0),
        }
    }

    #[inline]
    fn at(&self, offset: usize) -> u32 {
        match self {
            Self::Narrow(cells) => cells[offset].into(),
            Self::Wide(cells) => cells[offset],
        }
    }

    fn set(&mut self, offset: usize, number: u32) {
        if let (Self::Narrow(cells), Err(_)) = (&*self, u16::try_from(number)) {
            *self = Self::Wide(cells.iter().copied().map(u32::from).collect());
        }
        match self {
            Self::Narrow(cells) => Arc::make_mut(cells)[offset] = number as u16,
            Self::Wide(cells) => Arc::make_mut(cells)[offset] = number,
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
        let mut cells = TileCells::new(area);
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
        assert!(matches!(cells.pages[..], [CellPage::Wide(_), CellPage::Wide(_), CellPage::Narrow(_)]));
        for y in 3..103 {
            for x in -50..50 {
                let cell = ivec2(x, y);
                assert_eq!(cells.get(cell), Some(expected.get(&cell).copied().unwrap_or(0)), "cell {cell}");
            }
        }
    }

    #[test]
    fn a_widened_page_is_no_longer_shared() {
        let mut cells = TileCells::new(Rect::from_size(IVec2::ZERO, UVec2::new(64, 128)));
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
