//! A layer of cells, and the grid that stores them.

use super::properties::Properties;
use crate::geometry::{Direction, Rect};
use glam::{IVec2, UVec2, ivec2};
use std::sync::Arc;

/// The order in which the tiles of a layer are drawn, row after row: where tiles overlap, the last one drawn is in front.
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

/// A grid of cells, each empty or with a tile, at an offset in the world.
///
/// ```
/// use tileray::glam::{IVec2, ivec2, uvec2};
/// use tileray::{Direction, Rect, TileLayer, TileMap};
///
/// // 20 by 10 cells, solid only against motion downward, 8 pixels below the others.
/// let planks = TileLayer::new("planks", Rect::new(IVec2::ZERO, ivec2(20, 10)))
///     .with_one_way(Some(Direction::Down))
///     .with_offset(ivec2(0, 8));
/// assert!(planks.is_visible() && planks.is_solid_by_default());
///
/// let mut map = TileMap::new(uvec2(16, 16), uvec2(20, 10))?;
/// let index = map.add_layer(planks)?;
/// assert_eq!(map.layers().nth(index).expect("added").one_way(), Some(Direction::Down));
/// # Ok::<(), tileray::tile::TileMapError>(())
/// ```
#[derive(Clone, Debug)]
pub struct TileLayer {
    pub(super) name: String,
    path: String,
    visible: bool,
    solid: Option<bool>,
    pub(super) offset: IVec2,
    one_way: Option<Direction>,
    properties: Properties,
    /// 0 for an empty cell, else 1 plus the index of its placed tile in the map.
    pub(super) cells: TileCells,
    /// The bounding box of all placed tiles, from the top left corner of their cells; it never shrinks.
    pub(super) reach: Rect,
    /// Whether every placed tile stays within its cell, so that only one cell may cover a pixel.
    pub(super) fits_cells: bool,
    /// Whether a conveyor was ever put into a cell.
    pub(super) has_conveyor: bool,
}

impl TileLayer {
    /// Creates a visible layer without tiles over the `cells` of the grid.
    #[must_use]
    pub fn new(name: impl Into<String>, cells: Rect) -> Self {
        let name = name.into();
        Self {
            path: name.clone(),
            name,
            visible: true,
            solid: None,
            offset: IVec2::ZERO,
            one_way: None,
            properties: Properties::default(),
            cells: TileCells::new(cells),
            reach: Rect::EMPTY,
            fits_cells: true,
            has_conveyor: false,
        }
    }

    /// Returns the layer's name; it may be empty and need not be unique.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the names of the groups around the layer and its own, with slashes: `caves/upper/ground`.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Sets the [`path`](Self::path) of the layer.
    #[must_use]
    pub fn with_path(mut self, path: impl Into<String>) -> Self {
        self.path = path.into();
        self
    }

    /// Returns whether the layer is shown. A hidden layer is solid only if it is [declared](Self::with_solid) solid, or
    /// if a caller names it.
    #[must_use]
    pub const fn is_visible(&self) -> bool {
        self.visible
    }

    /// Shows or hides the layer.
    #[must_use]
    pub const fn with_visible(mut self, visible: bool) -> Self {
        self.visible = visible;
        self
    }

    /// Returns whether the layer is declared solid or free; `None` if nothing is declared.
    #[must_use]
    pub const fn solid(&self) -> Option<bool> {
        self.solid
    }

    /// Declares the layer solid or free by default, whether it is shown or hidden; `None` declares nothing.
    #[must_use]
    pub const fn with_solid(mut self, solid: Option<bool>) -> Self {
        self.solid = solid;
        self
    }

    /// Returns the one direction of motion that the layer stops; `None` if it stops every motion.
    #[must_use]
    pub const fn one_way(&self) -> Option<Direction> {
        self.one_way
    }

    /// Makes the layer solid against one direction of motion only, or against every motion (`None`).
    #[must_use]
    pub const fn with_one_way(mut self, one_way: Option<Direction>) -> Self {
        self.one_way = one_way;
        self
    }

    /// Returns the layer's custom properties, without those of the groups around it.
    #[must_use]
    pub const fn properties(&self) -> &Properties {
        &self.properties
    }

    /// Sets the custom properties, which only programs read; [`with_solid`](Self::with_solid) and
    /// [`with_one_way`](Self::with_one_way) set what the library reads.
    #[must_use]
    pub fn with_properties(mut self, properties: Properties) -> Self {
        self.properties = properties;
        self
    }

    /// Returns the pixel at the corner of cell `(0, 0)`; the offsets of the groups around the layer are included.
    #[must_use]
    pub const fn offset(&self) -> IVec2 {
        self.offset
    }

    /// Moves the corner of cell `(0, 0)` to pixel `offset`.
    #[must_use]
    pub const fn with_offset(mut self, offset: IVec2) -> Self {
        self.offset = offset;
        self
    }

    /// Returns whether the layer is solid where a caller names no layers: as declared, else where it is shown.
    #[must_use]
    pub fn is_solid_by_default(&self) -> bool {
        self.solid.unwrap_or(self.visible)
    }

    /// Returns whether some tile of the layer may be a [conveyor](crate::tile::TileSet::CONVEYOR).
    pub(crate) const fn has_conveyor(&self) -> bool {
        self.has_conveyor
    }

    /// Returns the cells that the grid holds, half open.
    #[must_use]
    pub const fn cells(&self) -> Rect {
        self.cells.area
    }

    /// Replaces the grid by one without tiles over some `cells`.
    pub(super) fn with_cells(mut self, cells: Rect) -> Self {
        self.cells = TileCells::new(cells);
        self
    }

    /// Returns the pixels that the cells cover, for cells of `tile_size`.
    pub(super) fn pixels(&self, tile_size: UVec2) -> Rect {
        let corner = |cell: IVec2| cell.saturating_mul(tile_size.as_ivec2()).saturating_add(self.offset);
        Rect::new(corner(self.cells().min), corner(self.cells().max))
    }

    /// Returns the index of the placed tile in a cell; `None` if the cell is empty or outside.
    #[inline]
    pub(super) fn placed_index(&self, cell: IVec2) -> Option<usize> {
        index_of(self.cells.get(cell)?)
    }

    /// Empties all cells.
    pub(super) fn clear(&mut self) {
        self.cells = TileCells::new(self.cells());
        self.reach = Rect::EMPTY;
        self.fits_cells = true;
    }

    /// Puts a placed tile that covers `pixels` into a cell of `tile_size`, or empties the cell. A cell outside the
    /// grid is ignored.
    pub(super) fn put(&mut self, cell: IVec2, index: Option<usize>, pixels: Rect, tile_size: UVec2) {
        self.cells.set(cell, index.map_or(0, |index| index as u32 + 1));
        if index.is_some() {
            self.reach = self.reach.union(&pixels);
            self.fits_cells &= pixels.intersection(&Rect::from_size(IVec2::ZERO, tile_size)) == pixels;
        }
    }

    /// Returns the cells of `area` that are not empty in drawing order, each with the index of its placed tile.
    pub(super) fn used_in(
        &self,
        area: Rect,
        order: RenderOrder,
    ) -> impl DoubleEndedIterator<Item = (IVec2, usize)> + '_ {
        self.cells.used_in(area, order).map(|(cell, number)| (cell, number as usize - 1))
    }
}

/// Returns the index of a placed tile by the number in a cell.
#[inline]
pub(super) const fn index_of(number: u32) -> Option<usize> {
    if number == 0 { None } else { Some(number as usize - 1) }
}

/// A grid of numbers in pages of 4096 cells, row after row. Clones share a page until one of them changes it.
///
/// A clone costs a pointer for each page. The first change after it copies one page.
#[derive(Clone, Debug)]
pub(super) struct TileCells {
    /// The cells that the grid holds; infinite maps have negative ones.
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
    fn new(area: Rect) -> Self {
        let (full, rest) = ((area.area() >> PAGE_SHIFT) as usize, area.area() as usize % PAGE);
        let zeros = |length| CellPage::Narrow(vec![0; length].into());
        let mut pages = if full > 0 { vec![zeros(PAGE); full] } else { Vec::new() };
        if rest > 0 {
            pages.push(zeros(rest));
        }
        Self { area, size: area.size(), pages }
    }

    /// Returns the number in a cell; `None` outside.
    #[inline]
    fn get(&self, cell: IVec2) -> Option<u32> {
        self.index(cell).map(|index| self.at(index))
    }

    /// Sets the number in a cell; a cell outside is ignored.
    fn set(&mut self, cell: IVec2, number: u32) {
        if let Some(index) = self.index(cell) {
            self.pages[index >> PAGE_SHIFT].set(index % PAGE, number);
        }
    }

    /// Returns the cells of `area` whose number is not 0, row after row in drawing order.
    fn used_in(&self, area: Rect, order: RenderOrder) -> impl DoubleEndedIterator<Item = (IVec2, u32)> + '_ {
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

    /// Returns the cells of the pages that two grids over the same area do not share, with the numbers of both.
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
