//! The cells of a layer: a grid of numbers in pages that clones share.

use crate::geometry::Rect;
use glam::{IVec2, UVec2, ivec2};
use std::sync::Arc;

/// The order in which the tiles of a layer are drawn, row after row. Where tiles overlap, the last one drawn is in
/// front.
///
/// It does not change which pixels are solid, only which tile a hit belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum RenderOrder {
    /// Rows from the top, each from the left.
    #[default]
    RightDown,
    /// Rows from the bottom, each from the left.
    RightUp,
    /// Rows from the top, each from the right.
    LeftDown,
    /// Rows from the bottom, each from the right.
    LeftUp,
}

impl RenderOrder {
    const fn is_upward(self) -> bool {
        matches!(self, Self::RightUp | Self::LeftUp)
    }

    const fn is_leftward(self) -> bool {
        matches!(self, Self::LeftDown | Self::LeftUp)
    }
}

/// A grid of numbers in pages of 4096 cells, row after row. Clones share a page until one of them changes it.
///
/// A clone costs a pointer and a word for each page. The first change after it copies one page.
#[derive(Clone, Debug)]
pub(super) struct TileCells {
    /// The cells that the grid has room for. Infinite maps have negative ones.
    area: Rect,
    /// The columns and rows of the area.
    size: UVec2,
    pages: Vec<CellPage>,
    /// A bit for each run of 64 cells of each page, set once a number other than 0 was put there. So the many empty
    /// cells of a large grid take no time.
    used_runs: Vec<u64>,
}

/// A page of cells, in 16 bits each until a number needs more.
///
/// Of all loads of a ray's hit this one takes longest. Half the memory is in the cache more often.
#[derive(Clone, Debug)]
enum CellPage {
    Narrow(Arc<[u16]>),
    Wide(Arc<[u32]>),
}

const PAGE_SHIFT: u32 = 12;
const PAGE: usize = 1 << PAGE_SHIFT;
/// The number of cells of a run, as a shift. A page has 64 runs.
const RUN_SHIFT: u32 = 6;
const RUN: usize = 1 << RUN_SHIFT;

impl TileCells {
    /// Creates a grid of zeros over an `area`.
    pub(super) fn new(area: Rect) -> Self {
        let (full, rest) = ((area.area() >> PAGE_SHIFT) as usize, area.area() as usize % PAGE);
        let zeros = |length| CellPage::Narrow(vec![0; length].into());
        let mut pages = if full > 0 { vec![zeros(PAGE); full] } else { Vec::new() };
        if rest > 0 {
            pages.push(zeros(rest));
        }
        let used_runs = vec![0; pages.len()];
        Self { area, size: area.size(), pages, used_runs }
    }

    /// Makes room for the cells of `area`.
    ///
    /// A side that grows, grows by at least the grid's own length. So the cost of many areas that are added one by one
    /// is in proportion to their cells.
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

    /// Returns a grid over another area with the same numbers. New cells are 0.
    fn with_area(&self, area: Rect) -> Self {
        let mut grown = Self::new(area);
        for (cell, number) in self.used_in(area, RenderOrder::RightDown) {
            grown.set(cell, number);
        }
        grown
    }

    /// Returns whether two grids number their cells alike.
    pub(super) fn has_area_of(&self, other: &Self) -> bool {
        self.area == other.area
    }

    /// Returns the number in a cell, or `None` outside.
    #[inline]
    pub(super) fn get(&self, cell: IVec2) -> Option<u32> {
        self.index(cell).map(|index| self.at(index))
    }

    /// Sets the number in a cell. A cell outside is ignored.
    pub(super) fn set(&mut self, cell: IVec2, number: u32) {
        if let Some(index) = self.index(cell) {
            self.pages[index >> PAGE_SHIFT].set(index % PAGE, number);
            self.used_runs[index >> PAGE_SHIFT] |= u64::from(number != 0) << ((index % PAGE) >> RUN_SHIFT);
        }
    }

    /// Returns the cells of `area` whose number is not 0, row after row in drawing order.
    pub(super) fn used_in(&self, area: Rect, order: RenderOrder) -> impl DoubleEndedIterator<Item = (IVec2, u32)> + '_ {
        let area = area.intersection(&self.area);
        let (width, height) = (area.width() as usize, area.height() as i32);
        (0..height).flat_map(move |row| {
            let y = area.min.y + if order.is_upward() { height - 1 - row } else { row };
            let first = self.index(ivec2(area.min.x, y)).unwrap_or(0);
            let runs = if width == 0 { 0..0 } else { first >> RUN_SHIFT..((first + width - 1) >> RUN_SHIFT) + 1 };
            let mirrored = runs.start + runs.end;
            let runs = runs.map(move |run| if order.is_leftward() { mirrored - 1 - run } else { run });
            runs.filter(|run| self.is_used(*run)).flat_map(move |run| {
                let cells = first.max(run << RUN_SHIFT)..(first + width).min((run + 1) << RUN_SHIFT);
                let mirrored = cells.start + cells.end;
                cells.filter_map(move |cell| {
                    let index = if order.is_leftward() { mirrored - 1 - cell } else { cell };
                    let number = self.at(index);
                    (number != 0).then_some((ivec2(area.min.x + (index - first) as i32, y), number))
                })
            })
        })
    }

    /// Returns the rows in which a cell may have a number other than 0, from the top. They include the rows that share
    /// a run of 64 cells with such a cell.
    pub(super) fn used_rows(&self) -> impl Iterator<Item = i32> + '_ {
        let (width, cells) = (self.size.x as usize, self.size.x as usize * self.size.y as usize);
        let mut next = 0;
        std::iter::from_fn(move || {
            let row = self.next_used(next).filter(|cell| *cell < cells)? / width;
            next = (row + 1) * width;
            Some(self.area.min.y + row as i32)
        })
    }

    /// Returns the first cell from `index` on that is in a used run.
    fn next_used(&self, index: usize) -> Option<usize> {
        let page = index >> PAGE_SHIFT;
        let here = self.used_runs.get(page)? & (u64::MAX << ((index % PAGE) >> RUN_SHIFT));
        let first = |page: usize, runs: u64| page * PAGE + runs.trailing_zeros() as usize * RUN;
        if here != 0 {
            return Some(first(page, here).max(index));
        }
        let after = self.used_runs[page + 1..].iter().position(|runs| *runs != 0)? + page + 1;
        Some(first(after, self.used_runs[after]))
    }

    /// Returns whether a run of cells may have a number other than 0.
    #[inline]
    fn is_used(&self, run: usize) -> bool {
        self.used_runs[run >> (PAGE_SHIFT - RUN_SHIFT)] >> (run % (PAGE / RUN)) & 1 == 1
    }

    /// Returns the cells of the pages that two grids over [one area](Self::has_area_of) do not share, with the numbers
    /// of both. With `differing` it returns only cells whose numbers differ.
    pub(super) fn unshared<'a>(
        &'a self,
        other: &'a Self,
        differing: bool,
    ) -> impl Iterator<Item = (IVec2, u32, u32)> + 'a {
        let pages = self.pages.iter().zip(&other.pages).enumerate();
        pages.filter(|(_, (own, other))| !own.is_shared_with(other)).flat_map(move |(page, (own, other))| {
            let runs = (0..own.len()).step_by(RUN).filter(move |run| !(differing && own.has_run_of(other, *run)));
            let offsets = runs.flat_map(|run| run..(run + RUN).min(own.len()));
            let numbers = offsets.map(|offset| (offset, own.at(offset), other.at(offset)));
            let visited = numbers.filter(move |(_, own, other)| !differing || own != other);
            visited.map(move |(offset, own, other)| (self.cell(page * PAGE + offset), own, other))
        })
    }

    /// Visits the cells in which two grids differ, with the numbers of both. A cell differs if `numbers[other number]`
    /// is not the own number. A cell outside a grid has the number 0.
    pub(super) fn each_difference(&self, other: &Self, numbers: &[u32], mut visit: impl FnMut(IVec2, u32, u32)) {
        if self.area != other.area {
            for (cell, own) in self.used_in(self.area, RenderOrder::RightDown) {
                let others = other.get(cell).unwrap_or(0);
                if numbers[others as usize] != own {
                    visit(cell, own, others);
                }
            }
            for (cell, others) in other.used_in(other.area, RenderOrder::RightDown) {
                // Cells that have a number in this grid were visited above.
                if self.get(cell).unwrap_or(0) == 0 && numbers[others as usize] != 0 {
                    visit(cell, 0, others);
                }
            }
            return;
        }
        for (page, (own, others)) in self.pages.iter().zip(&other.pages).enumerate() {
            if self.used_runs[page] | other.used_runs[page] == 0 {
                continue;
            }
            let mut visit = |offset, own, other| visit(self.cell(page * PAGE + offset), own, other);
            match (own, others) {
                (CellPage::Narrow(own), CellPage::Narrow(others)) => {
                    for (offset, (own, other)) in own.iter().zip(&**others).enumerate() {
                        if numbers[usize::from(*other)] != u32::from(*own) {
                            visit(offset, (*own).into(), (*other).into());
                        }
                    }
                }
                _ => {
                    for offset in 0..own.len() {
                        let (own, other) = (own.at(offset), others.at(offset));
                        if numbers[other as usize] != own {
                            visit(offset, own, other);
                        }
                    }
                }
            }
        }
    }

    #[inline]
    fn at(&self, index: usize) -> u32 {
        self.pages[index >> PAGE_SHIFT].at(index % PAGE)
    }

    #[inline]
    fn index(&self, cell: IVec2) -> Option<usize> {
        // For a cell before the first, the difference wraps to an index beyond the last.
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

    /// Returns whether two pages of the same length have the same numbers in the run that begins at `start`.
    fn has_run_of(&self, other: &Self, start: usize) -> bool {
        let run = start..(start + RUN).min(self.len());
        match (self, other) {
            (Self::Narrow(own), Self::Narrow(other)) => own[run.clone()] == other[run],
            (Self::Wide(own), Self::Wide(other)) => own[run.clone()] == other[run],
            _ => false,
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

    /// Puts numbers on both sides of 65,535 into the first page, across a border of pages, and into the last page.
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

    /// Sparse numbers in grids whose rows begin anywhere in a run, compared with a look at each cell.
    #[test]
    fn used_cells_are_found_in_every_order() {
        let mut rng = fastrand::Rng::with_seed(8);
        for width in [1, 3, 63, 64, 65, 200, 5000] {
            let grid = Rect::new(ivec2(-7, -2), ivec2(width - 7, 60));
            let mut cells = TileCells::new(grid);
            for number in 1..40 {
                let cell = ivec2(rng.i32(grid.min.x..grid.max.x), rng.i32(grid.min.y..grid.max.y));
                cells.set(cell, if number % 5 == 0 { 0 } else { number });
            }
            for order in [RenderOrder::RightDown, RenderOrder::RightUp, RenderOrder::LeftDown, RenderOrder::LeftUp] {
                let corner = ivec2(rng.i32(grid.min.x - 3..grid.max.x), rng.i32(-4..60));
                for area in [grid, Rect::new(corner, corner + ivec2(rng.i32(0..90), rng.i32(0..40))), Rect::EMPTY] {
                    let mut expected = Vec::new();
                    for y in area.min.y..area.max.y {
                        let row = (area.min.x..area.max.x).map(|x| (ivec2(x, y), cells.get(ivec2(x, y)).unwrap_or(0)));
                        expected.push(row.filter(|(_, number)| *number != 0).collect::<Vec<_>>());
                    }
                    if order.is_upward() {
                        expected.reverse();
                    }
                    if order.is_leftward() {
                        expected.iter_mut().for_each(|row| row.reverse());
                    }
                    let mut expected = expected.concat();
                    assert_eq!(
                        cells.used_in(area, order).collect::<Vec<_>>(),
                        expected,
                        "{width}, {order:?}, {area:?}"
                    );
                    expected.reverse();
                    assert_eq!(cells.used_in(area, order).rev().collect::<Vec<_>>(), expected);
                }
            }
            let rows: Vec<_> = cells.used_rows().collect();
            assert!(rows.is_sorted() && rows.iter().all(|row| (-2..60).contains(row)), "{rows:?}");
            for (cell, _) in cells.used_in(grid, RenderOrder::RightDown) {
                assert!(rows.contains(&cell.y), "{cell}");
            }
            assert!(width < 200 || rows.len() <= 40, "{} rows", rows.len());
        }
        assert_eq!(TileCells::new(Rect::EMPTY).used_rows().count(), 0);
    }

    #[test]
    fn a_widened_page_is_no_longer_shared() {
        let mut cells = TileCells::new(Rect::from_size(IVec2::ZERO, UVec2::new(64, 128)));
        cells.set(ivec2(1, 1), 7);
        let before = cells.clone();
        assert_eq!(cells.unshared(&before, false).count(), 0);
        cells.set(ivec2(2, 1), 65_536);
        assert_eq!((before.get(ivec2(2, 1)), cells.get(ivec2(2, 1))), (Some(0), Some(65_536)));
        let differing = cells.unshared(&before, true);
        assert_eq!(differing.collect::<Vec<_>>(), [(ivec2(2, 1), 65_536, 0)]);
        assert_eq!(cells.unshared(&before, false).count(), PAGE, "the other page is still shared");
    }
}
