//! Fog of war: visible cells, one bit each, and the cells explored so far.

use crate::geometry::Rect;
use crate::solidity::{PlacedMask, SolidityMap, next_set};
use glam::{IVec2, UVec2, ivec2};
use std::borrow::Cow;

/// Returns the size of cells.
///
/// # Panics
/// If a side is 0, or above `i32::MAX`.
pub(super) fn checked_size(cell_size: UVec2) -> IVec2 {
    let side = |side: u32| i32::try_from(side).ok().filter(|&side| side > 0);
    let (Some(width), Some(height)) = (side(cell_size.x), side(cell_size.y)) else {
        panic!("cells of {cell_size} pixels: each side must be from 1 to {}", i32::MAX)
    };
    ivec2(width, height)
}

/// Returns the cells in which one of two masks has a pixel. Both have one size, and their corner at `corner`.
pub(super) fn cells_of(seen: Cow<'_, SolidityMap>, lit: &SolidityMap, corner: IVec2, cell_size: UVec2) -> PlacedMask {
    let size = checked_size(cell_size);
    let IVec2 { x: width, y: height } = size;
    let pixels = Rect::from_size(corner, seen.size());
    if pixels.is_empty() {
        return PlacedMask::default();
    }
    if size == IVec2::ONE && lit.size() == seen.size() {
        let mut mask = seen.into_owned();
        mask.words_mut().iter_mut().zip(lit.words()).for_each(|(seen, lit)| *seen |= lit);
        return PlacedMask { mask, at: corner };
    }
    let last = pixels.max - 1;
    let (first, end) = (corner.div_euclid(size), last.div_euclid(size) + 1);
    let mut cells = SolidityMap::new((end.x - first.x) as u32, (end.y - first.y) as u32);
    let mut row = vec![0_u64; pixels.width().div_ceil(64) as usize];
    for cell_y in first.y..end.y {
        // The union of all rows of pixels in the row of cells.
        row.fill(0);
        let (top, bottom) = ((cell_y * height).max(pixels.min.y), (cell_y * height).saturating_add(height));
        for y in top..bottom.min(pixels.max.y) {
            for mask in [&seen, lit] {
                row.iter_mut().zip(mask.row((y - corner.y) as u32)).for_each(|(any, word)| *any |= word);
            }
        }
        let mut next = next_set(&row, 0);
        while let Some(x) = next {
            let cell = (corner.x + x as i32).div_euclid(width);
            cells.set(cell - first.x, cell_y - first.y, true);
            // The first pixel behind the cell.
            let behind = (i64::from(cell) + 1) * i64::from(width) - i64::from(corner.x);
            next = u32::try_from(behind).ok().and_then(|behind| next_set(&row, behind));
        }
    }
    PlacedMask { mask: cells, at: first }
}

/// The cells that were ever seen: the map of a fog of war.
///
/// ```
/// use tileray::glam::{IVec2, ivec2};
/// use tileray::sight::Explored;
/// use tileray::{Rect, SolidityMap, Terrain};
///
/// // Two rooms in a terrain of 4×4 cells. A wall hides the right one.
/// let terrain = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |x, _| x == 40));
/// let mut explored = Explored::new(Rect::new(IVec2::ZERO, ivec2(4, 4)));
/// let look = |from: IVec2| terrain.query().visible_cells(from, 100.0);
///
/// let discovered = explored.add(&look(ivec2(20, 20)));
/// assert_eq!(discovered.len(), 12, "to be redrawn");
/// assert!(explored.add(&look(ivec2(25, 20))).is_empty(), "nothing new");
/// assert_eq!(explored.add(&look(ivec2(60, 20))).len(), 4);
/// assert_eq!(explored.count(), 16);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Explored(PlacedMask);

impl Explored {
    /// Creates a map that covers some cells, none of them explored. Cells outside are never explored.
    ///
    /// # Panics
    /// If there are more cells than [`SolidityMap::MAX_PIXELS`].
    #[must_use]
    pub fn new(cells: Rect) -> Self {
        Self(PlacedMask { mask: SolidityMap::new(cells.width(), cells.height()), at: cells.min })
    }

    /// Returns the cells that the map covers.
    #[must_use]
    pub fn cells(&self) -> Rect {
        Rect::from_size(self.0.at, self.0.mask.size())
    }

    /// Returns whether a cell was ever seen.
    #[must_use]
    pub fn contains(&self, cell: impl Into<IVec2>) -> bool {
        let cell = cell.into();
        self.0.contains(cell)
    }

    /// Returns the number of cells that were seen.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.0.mask.count()
    }

    /// Returns the explored cells, one bit each; pixel `(0, 0)` is the first cell of [`cells`](Self::cells).
    #[must_use]
    pub const fn mask(&self) -> &SolidityMap {
        &self.0.mask
    }

    /// Adds seen cells, and returns the ones that were not explored before, row by row.
    ///
    /// Costs a few operations for each 64 cells.
    pub fn add(&mut self, seen: &PlacedMask) -> Vec<IVec2> {
        let common = self.cells().intersection(&Rect::from_size(seen.at, seen.mask.size()));
        if common.is_empty() {
            return Vec::new();
        }
        let PlacedMask { mask, at } = &mut self.0;
        let mut new = seen.mask.crop(Rect::new(common.min - seen.at, common.max - seen.at));
        new.erase(mask, *at - common.min);
        mask.draw(&new, common.min - *at);
        new.pixels().map(|cell| common.min + cell).collect()
    }

    /// Forgets all cells.
    pub fn clear(&mut self) {
        self.0.mask.clear();
    }
}
