//! A layer of cells.

use super::cells::{RenderOrder, TileCells};
use super::properties::Properties;
use crate::geometry::{Direction, Rect};
use glam::{IVec2, UVec2};

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
