//! A layer of cells, its settings, and its place in the world.

use super::cells::{RenderOrder, TileCells};
use super::properties::Properties;
use crate::geometry::{Direction, Rect};
use glam::{IVec2, UVec2, Vec2};

/// A grid of cells, each empty or with a tile, at an offset in the world.
///
/// Its cells have the tile size of the map, or [one of its own](Self::with_tile_size).
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
    tile_size: Option<UVec2>,
    render_order: Option<RenderOrder>,
    /// The size of a cell in pixels, once the layer is in a map.
    pub(super) cell_size: IVec2,
    /// The shift that turns a pixel's coordinates into its cell's, where cells are squares of a power of two.
    ///
    /// Most are, and a shift takes a tenth of the time of a division.
    pub(super) cell_shift: Option<u32>,
    one_way: Option<Direction>,
    parallax: Vec2,
    properties: Properties,
    /// The cells that the layer has.
    area: Rect,
    /// The cells of all layers that were joined to this one.
    joined: u64,
    /// 0 for an empty cell, else 1 plus the index of its placed tile in the map. May reach beyond the area.
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
            tile_size: None,
            render_order: None,
            cell_size: IVec2::ONE,
            cell_shift: Some(0),
            one_way: None,
            parallax: Vec2::ONE,
            properties: Properties::default(),
            area: cells,
            joined: cells.area(),
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

    /// Returns the size of the layer's cells in pixels; `None` if they have the tile size of the map.
    #[must_use]
    pub const fn tile_size(&self) -> Option<UVec2> {
        self.tile_size
    }

    /// Gives the layer cells of its own size in pixels, instead of the map's tile size.
    ///
    /// The layer's cells and offset are counted with it: cell `(x, y)` begins at pixel `offset + (x, y) * tile_size`.
    /// Hits, [`TileMap::set_tile`] and [`TileMap::tile`] name the layer's cells. [`TileMap::add_layer`] refuses a size
    /// of 0 or above 65,536.
    ///
    /// ```
    /// use tileray::{Ray, Rect, SolidityMap, Terrain, Tile, TileLayer, TileMap, TileSet};
    /// use tileray::glam::{IVec2, ivec2, uvec2};
    ///
    /// // Details of 8 by 8 pixels in a map of tiles of 32 by 32.
    /// let mut map = TileMap::new(uvec2(32, 32), uvec2(10, 5))?;
    /// let mut pebbles = TileSet::new("pebbles", IVec2::ZERO);
    /// pebbles.insert(0, SolidityMap::from_fn(8, 8, |_, _| true));
    /// let set = map.add_tile_set(pebbles);
    /// let details = TileLayer::new("details", Rect::new(IVec2::ZERO, ivec2(40, 20))).with_tile_size(uvec2(8, 8));
    /// let details = map.add_layer(details)?;
    /// map.set_tile(details, ivec2(39, 19), Some(Tile { set, ..Tile::default() }))?;
    ///
    /// let hit = Terrain::from_map(&map).raycast(&Ray::new((0.5, 156.5), (1.0, 0.0), 320.0)).expect("the pebble");
    /// assert_eq!((hit.pixel, hit.cell), (ivec2(312, 156), ivec2(39, 19)));
    /// assert_eq!(map.cell_pixels(details, hit.cell), Some(Rect::new(ivec2(312, 152), ivec2(320, 160))));
    /// # Ok::<(), tileray::tile::TileMapError>(())
    /// ```
    ///
    /// [`TileMap::add_layer`]: super::TileMap::add_layer
    /// [`TileMap::set_tile`]: super::TileMap::set_tile
    /// [`TileMap::tile`]: super::TileMap::tile
    #[must_use]
    pub const fn with_tile_size(mut self, tile_size: UVec2) -> Self {
        self.tile_size = Some(tile_size);
        self
    }

    /// Returns how fast the layer scrolls on the screen along each axis, as a part of the camera's motion. A layer with
    /// 1, the default, stays with the map; a layer with 0 stays where it is on the screen.
    ///
    /// It is for programs that draw the map. Solidity and rays ignore it: the layer lies where it is for a camera at the
    /// origin.
    #[must_use]
    pub const fn parallax(&self) -> Vec2 {
        self.parallax
    }

    /// Sets the [`parallax`](Self::parallax).
    #[must_use]
    pub const fn with_parallax(mut self, parallax: Vec2) -> Self {
        self.parallax = parallax;
        self
    }

    /// Returns the order in which the layer's tiles are drawn; `None` if it is that of the map.
    #[must_use]
    pub const fn render_order(&self) -> Option<RenderOrder> {
        self.render_order
    }

    /// Gives the layer a drawing order of its own, instead of the map's
    /// [`render_order`](super::TileMap::render_order).
    #[must_use]
    pub const fn with_render_order(mut self, order: RenderOrder) -> Self {
        self.render_order = Some(order);
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
        self.area
    }

    /// Replaces the grid by one without tiles over some `cells`.
    pub(super) fn with_cells(mut self, cells: Rect) -> Self {
        (self.area, self.joined, self.cells) = (cells, cells.area(), TileCells::new(cells));
        self
    }

    /// Sets the size of a cell in pixels, whose sides must be from 1 to 65,536.
    pub(super) fn set_cell_size(&mut self, size: UVec2) {
        self.cell_size = size.as_ivec2();
        self.cell_shift = (size.x == size.y && size.x.is_power_of_two()).then(|| size.x.trailing_zeros());
    }

    /// Returns the pixel at the top left corner of a cell.
    #[inline]
    pub(super) fn corner(&self, cell: IVec2) -> IVec2 {
        cell * self.cell_size + self.offset
    }

    /// Returns the pixels that the cells cover.
    pub(super) fn pixels(&self) -> Rect {
        let corner = |cell: IVec2| cell.saturating_mul(self.cell_size).saturating_add(self.offset);
        Rect::new(corner(self.cells().min), corner(self.cells().max))
    }

    /// Returns the cell of a pixel counted from the corner of cell `(0, 0)`, given the [shift](Self::cell_shift) of
    /// the layer.
    #[inline(always)]
    pub(super) fn cell_of(&self, pixel: IVec2, shift: Option<u32>) -> IVec2 {
        match shift {
            Some(shift) => pixel >> shift,
            None => pixel.div_euclid(self.cell_size),
        }
    }

    /// Returns the cells whose tiles may cover a pixel of `window`.
    ///
    /// A tile covers at most the pixels from `corner + reach.min` to `corner + reach.max`, with the corner at `cell *
    /// size`. So it meets the window where `cell * size + reach.min < window.max` and `window.min < cell * size +
    /// reach.max`: from `floor((window.min - reach.max) / size) + 1` to below `ceil((window.max - reach.min) /
    /// size)`.
    pub(super) fn cells_reaching(&self, window: Rect) -> Rect {
        let low = window.min - self.offset - self.reach.max;
        let high = window.max - self.offset - self.reach.min;
        let cell_of = |pixel| self.cell_of(pixel, self.cell_shift);
        // ceil(a / b) = floor((a - 1) / b) + 1 for whole numbers.
        Rect::new(cell_of(low) + 1, cell_of(high - 1) + 1)
    }

    /// Returns the cells of a layer at `offset` that this one would have with them, if it may have them: the layer is
    /// like this one, and their cells lie on one grid, which `None` denies.
    ///
    /// A union of few tiles far apart would take more memory than they do.
    pub(super) fn union_with(&self, other: &Self, offset: IVec2) -> Option<LayerUnion> {
        let apart = offset.saturating_sub(self.offset);
        let is_alike = (&self.path, &self.name, &self.properties) == (&other.path, &other.name, &other.properties)
            && (self.visible, self.solid, self.one_way) == (other.visible, other.solid, other.one_way)
            && self.parallax == other.parallax
            && self.cell_size == other.cell_size;
        if !is_alike || apart.rem_euclid(self.cell_size) != IVec2::ZERO {
            return None;
        }
        let shift = apart.div_euclid(self.cell_size);
        let area = self.area.union(&other.area.translated(shift));
        let joined = self.joined + other.joined;
        (area.area() <= (joined * MAX_UNION_FACTOR).max(FREE_UNION)).then_some(LayerUnion { area, joined, shift })
    }

    /// Returns whether no cell has a tile in both layers, with those of the other moved by `shift` cells.
    pub(super) fn is_free_for(&self, other: &Self, shift: IVec2) -> bool {
        let common = self.area.translated(-shift);
        other.used_in(common, RenderOrder::RightDown).all(|(cell, _)| self.placed_index(cell + shift).is_none())
    }

    /// Extends the layer's cells.
    pub(super) fn extend(&mut self, union: &LayerUnion) {
        (self.area, self.joined) = (union.area, union.joined);
        self.cells.reserve(union.area);
    }

    /// Returns the layer at `offset` without tiles, with its cells counted so that its offset is less than a cell, and
    /// the cell at which cell `(0, 0)` comes to lie. `None` stands for the tile size and the drawing order of a map.
    pub(super) fn moved_to(
        &self,
        offset: IVec2,
        tile_size: Option<UVec2>,
        render_order: Option<RenderOrder>,
    ) -> (Self, IVec2) {
        let (shift, rest) = (offset.div_euclid(self.cell_size), offset.rem_euclid(self.cell_size));
        let (area, offset) = (self.area.translated(shift), rest);
        let mut moved = Self { area, offset, tile_size, render_order, ..self.clone() };
        moved.clear();
        (moved, shift)
    }

    /// Returns the index of the placed tile in a cell; `None` if the cell is empty or outside.
    #[inline]
    pub(super) fn placed_index(&self, cell: IVec2) -> Option<usize> {
        index_of(self.cells.get(cell)?)
    }

    /// Empties all cells.
    pub(super) fn clear(&mut self) {
        self.cells = TileCells::new(self.area);
        self.joined = self.area.area();
        self.reach = Rect::EMPTY;
        self.fits_cells = true;
    }

    /// Puts a placed tile that covers `pixels`, counted from the corner of the cell, into a cell, or empties the cell. A
    /// cell outside the grid is ignored.
    pub(super) fn put(&mut self, cell: IVec2, index: Option<usize>, pixels: Rect) {
        self.cells.set(cell, index.map_or(0, |index| index as u32 + 1));
        if index.is_some() {
            self.reach = self.reach.union(&pixels);
            self.fits_cells &= pixels.intersection(&Rect::new(IVec2::ZERO, self.cell_size)) == pixels;
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

/// The cells of two layers that become one.
pub(super) struct LayerUnion {
    pub(super) area: Rect,
    joined: u64,
    /// The cell of the first layer at which cell `(0, 0)` of the second one comes to lie.
    pub(super) shift: IVec2,
}

/// The most cells of a layer that others were joined to, for each cell that they had.
const MAX_UNION_FACTOR: u64 = 8;

/// The cells that a layer which others are joined to may have anyway.
const FREE_UNION: u64 = 1 << 20;

/// Returns the index of a placed tile by the number in a cell.
#[inline]
pub(super) const fn index_of(number: u32) -> Option<usize> {
    if number == 0 { None } else { Some(number as usize - 1) }
}
