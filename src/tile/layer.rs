//! A layer of cells, its settings, and its place in the world.

use super::cells::{RenderOrder, TileCells};
use super::properties::Properties;
use crate::geometry::{Direction, Rect};
use glam::{IVec2, UVec2, Vec2};

/// A layer: its name, its settings, and a grid of cells, each empty or with a tile, at an offset in the world.
///
/// [`TileMap::add_layer`](super::TileMap::add_layer) adds it to a map, which holds the tiles of its cells.
///
/// ```
/// use tileray::glam::{IVec2, ivec2, uvec2};
/// use tileray::{Direction, Rect, TileLayer, TileMap};
///
/// // 20 by 10 cells, solid only against motion downward, 8 pixels below the others.
/// let cells = Rect::new(IVec2::ZERO, ivec2(20, 10));
/// let planks =
///     TileLayer { one_way: Some(Direction::Down), offset: ivec2(0, 8), ..TileLayer::new("planks", cells) };
/// assert!(planks.visible && planks.is_solid_by_default());
///
/// let mut map = TileMap::new(uvec2(16, 16))?.with_size(uvec2(20, 10))?;
/// let index = map.add_layer(planks)?;
/// assert_eq!(map.layer(index).expect("added").one_way, Some(Direction::Down));
/// # Ok::<(), tileray::tile::TileMapError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct TileLayer {
    /// The layer's name. It may be empty and need not be unique.
    pub name: String,
    /// The names of the groups around the layer and its own name, joined by slashes: `caves/upper/ground`.
    pub path: String,
    /// Whether the layer is shown. A hidden layer is solid only if it is declared [`solid`](Self::solid) or a caller
    /// names it.
    pub visible: bool,
    /// Whether the layer is declared solid or free, shown or hidden. `None` if nothing is declared.
    pub solid: Option<bool>,
    /// The one direction of motion that the layer stops. `None` if it stops every motion. A tile that is
    /// [one-way](super::TileSet::ONE_WAY) itself stops its own direction instead.
    pub one_way: Option<Direction>,
    /// The pixel at the corner of cell `(0, 0)`. It includes the offsets of the groups around the layer.
    pub offset: IVec2,
    /// The size of the layer's cells in pixels. `None` if they have the tile size of the map.
    ///
    /// Cell `(x, y)` of the layer begins at pixel `offset + (x, y) * tile_size`. Hits, [`TileMap::set_tile`] and
    /// [`TileMap::tile`] name cells of the layer. [`TileMap::add_layer`] refuses a size of 0 or above 65,536.
    ///
    /// ```
    /// use tileray::{Ray, Rect, SolidityMap, Terrain, Tile, TileLayer, TileMap, TileSet};
    /// use tileray::glam::{IVec2, ivec2, uvec2};
    ///
    /// // Details of 8 by 8 pixels in a map of tiles of 32 by 32.
    /// let mut map = TileMap::new(uvec2(32, 32))?.with_size(uvec2(10, 5))?;
    /// let mut pebbles = TileSet::new("pebbles", IVec2::ZERO);
    /// pebbles.insert(0, SolidityMap::from_fn(8, 8, |_, _| true));
    /// let set = map.add_tile_set(pebbles);
    /// let details = TileLayer::new("details", Rect::new(IVec2::ZERO, ivec2(40, 20)));
    /// let details = map.add_layer(TileLayer { tile_size: Some(uvec2(8, 8)), ..details })?;
    /// map.set_tile(details, ivec2(39, 19), Some(Tile { set, ..Tile::default() }))?;
    ///
    /// let hit = Terrain::from_map(&map).raycast(&Ray::new((0.5, 156.5), (1.0, 0.0), 320.0)).expect("the pebble");
    /// assert_eq!((hit.pixel(), hit.cell()), (ivec2(312, 156), ivec2(39, 19)));
    /// assert_eq!(map.cell_pixels(details, hit.cell()), Some(Rect::new(ivec2(312, 152), ivec2(320, 160))));
    /// # Ok::<(), tileray::tile::TileMapError>(())
    /// ```
    ///
    /// [`TileMap::add_layer`]: super::TileMap::add_layer
    /// [`TileMap::set_tile`]: super::TileMap::set_tile
    /// [`TileMap::tile`]: super::TileMap::tile
    pub tile_size: Option<UVec2>,
    /// The order in which the layer's tiles are drawn. `None` means the [order of the
    /// map](super::TileMap::render_order).
    pub render_order: Option<RenderOrder>,
    /// How fast the layer scrolls on the screen along each axis, as a fraction of the camera's motion. A layer with 1,
    /// the default, moves with the map. A layer with 0 stays where it is on the screen.
    ///
    /// It is for programs that draw the map. Solidity and rays ignore it, as if the camera were at the origin.
    pub parallax: Vec2,
    /// The layer's custom properties, without the properties of the groups around it. Only programs read them. The
    /// library reads [`solid`](Self::solid) and [`one_way`](Self::one_way).
    pub properties: Properties,
    /// The cells that the grid holds, half open.
    pub cells: Rect,
}

impl TileLayer {
    /// Creates a visible layer over the `cells` of the grid. Its path is its name.
    #[must_use]
    pub fn new(name: impl Into<String>, cells: Rect) -> Self {
        let name = name.into();
        Self {
            path: name.clone(),
            name,
            visible: true,
            solid: None,
            one_way: None,
            offset: IVec2::ZERO,
            tile_size: None,
            render_order: None,
            parallax: Vec2::ONE,
            properties: Properties::default(),
            cells,
        }
    }

    /// Returns whether the name or the path is `name`.
    pub(super) fn is_named(&self, name: &str) -> bool {
        self.name == name || self.path == name
    }

    /// Returns whether the layer is solid if a caller names no layers: as declared, else if it is shown.
    #[must_use]
    pub fn is_solid_by_default(&self) -> bool {
        self.solid.unwrap_or(self.visible)
    }
}

/// A layer of a map, with the tiles of its cells.
#[derive(Clone)]
pub(super) struct MapLayer {
    pub(super) settings: TileLayer,
    /// The size of a cell in pixels. Both sides are from 1 to 65,536.
    pub(super) cell_size: IVec2,
    /// The shift from a pixel's coordinates to its cell's, if cells are squares with a power of two as side.
    ///
    /// Most are. A shift takes a tenth of the time of a division.
    pub(super) cell_shift: Option<u32>,
    /// The number of cells of all layers that were joined into this one, its own included.
    joined: u64,
    /// 0 for an empty cell, else 1 plus the index of its placed tile in the map. May reach beyond the layer's cells.
    pub(super) cells: TileCells,
    /// The bounding box of all placed tiles, relative to the top left corner of their cells. It never shrinks.
    pub(super) reach: Rect,
    /// Whether every placed tile stays within its cell, so that only one cell may cover a pixel.
    pub(super) fits_cells: bool,
    /// Whether a conveyor was ever put into a cell.
    pub(super) has_conveyor: bool,
    /// The directions of the one-way tiles that were ever put into a cell: bit `d` stands for direction `d`.
    pub(super) one_way_tiles: u8,
}

impl MapLayer {
    /// Creates a layer without tiles, with cells of a size in pixels.
    pub(super) fn new(settings: TileLayer, cell_size: UVec2) -> Self {
        Self {
            cell_size: cell_size.as_ivec2(),
            cell_shift: (cell_size.x == cell_size.y && cell_size.x.is_power_of_two())
                .then(|| cell_size.x.trailing_zeros()),
            joined: settings.cells.area(),
            cells: TileCells::new(settings.cells),
            reach: Rect::EMPTY,
            fits_cells: true,
            has_conveyor: false,
            one_way_tiles: 0,
            settings,
        }
    }

    /// Returns the pixel at the top left corner of a cell.
    #[inline]
    pub(super) fn corner(&self, cell: IVec2) -> IVec2 {
        cell * self.cell_size + self.settings.offset
    }

    /// Returns the pixels that the cells cover.
    pub(super) fn pixels(&self) -> Rect {
        let corner = |cell: IVec2| cell.saturating_mul(self.cell_size).saturating_add(self.settings.offset);
        Rect::new(corner(self.settings.cells.min), corner(self.settings.cells.max))
    }

    /// Returns the cell of a pixel relative to the corner of cell `(0, 0)`, given the layer's
    /// [shift](Self::cell_shift).
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
    /// size`. So it meets the window if `cell * size + reach.min < window.max` and `window.min < cell * size +
    /// reach.max`. These cells go from `floor((window.min - reach.max) / size) + 1` to below `ceil((window.max -
    /// reach.min) / size)`.
    pub(super) fn cells_reaching(&self, window: Rect) -> Rect {
        let low = window.min - self.settings.offset - self.reach.max;
        let high = window.max - self.settings.offset - self.reach.min;
        let cell_of = |pixel| self.cell_of(pixel, self.cell_shift);
        // ceil(a / b) = floor((a - 1) / b) + 1 for whole numbers.
        Rect::new(cell_of(low) + 1, cell_of(high - 1) + 1)
    }

    /// Returns the union of this layer's cells and those of another one at `offset`. `None` if the two may not be
    /// joined: they are not alike, their cells do not lie on one grid, or the union is too large, as of a few tiles far
    /// apart.
    pub(super) fn union_with(&self, other: &Self, offset: IVec2) -> Option<LayerUnion> {
        let apart = offset.saturating_sub(self.settings.offset);
        let (own, others) = (&self.settings, &other.settings);
        let is_alike = (&own.path, &own.name, &own.properties) == (&others.path, &others.name, &others.properties)
            && (own.visible, own.solid, own.one_way) == (others.visible, others.solid, others.one_way)
            && own.parallax == others.parallax
            && self.cell_size == other.cell_size;
        if !is_alike || apart.rem_euclid(self.cell_size) != IVec2::ZERO {
            return None;
        }
        let shift = apart.div_euclid(self.cell_size);
        let area = self.settings.cells.union(&other.settings.cells.translated(shift));
        let joined = self.joined + other.joined;
        (area.area() <= (joined * MAX_UNION_FACTOR).max(FREE_UNION)).then_some(LayerUnion { area, joined, shift })
    }

    /// Returns whether no cell has a tile in both layers, with the other layer moved by `shift` cells.
    pub(super) fn is_free_for(&self, other: &Self, shift: IVec2) -> bool {
        let common = self.settings.cells.translated(-shift);
        other.used_in(common, RenderOrder::RightDown).all(|(cell, _)| self.placed_index(cell + shift).is_none())
    }

    /// Extends the layer's cells.
    pub(super) fn extend(&mut self, union: &LayerUnion) {
        (self.settings.cells, self.joined) = (union.area, union.joined);
        self.cells.reserve(union.area);
    }

    /// Returns the layer moved to `offset`, without tiles, and the cell at which its cell `(0, 0)` then lies. Cells are
    /// renumbered so that the layer's offset is less than a cell. A tile size or drawing order of `None` is the map's.
    pub(super) fn moved_to(
        &self,
        offset: IVec2,
        tile_size: Option<UVec2>,
        render_order: Option<RenderOrder>,
    ) -> (Self, IVec2) {
        let (shift, rest) = (offset.div_euclid(self.cell_size), offset.rem_euclid(self.cell_size));
        let cells = self.settings.cells.translated(shift);
        let settings = TileLayer { cells, offset: rest, tile_size, render_order, ..self.settings.clone() };
        (Self::new(settings, self.cell_size.as_uvec2()), shift)
    }

    /// Returns the index of the placed tile in a cell, or `None` if the cell is empty or outside.
    #[inline]
    pub(super) fn placed_index(&self, cell: IVec2) -> Option<usize> {
        index_of(self.cells.get(cell)?)
    }

    /// Puts a placed tile into a cell, or empties the cell. The tile covers `pixels`, relative to the corner of the
    /// cell. A cell outside the grid is ignored.
    pub(super) fn put(&mut self, cell: IVec2, index: Option<usize>, pixels: Rect) {
        self.cells.set(cell, index.map_or(0, |index| index as u32 + 1));
        if index.is_some() {
            self.reach = self.reach.union(&pixels);
            self.fits_cells &= pixels.intersection(&Rect::new(IVec2::ZERO, self.cell_size)) == pixels;
        }
    }

    /// Returns the cells of `area` that are not empty, in drawing order, each with the index of its placed tile.
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

/// The most cells of a joined layer, for each cell that the layers had before.
const MAX_UNION_FACTOR: u64 = 8;

/// The number of cells that a joined layer may have in any case.
const FREE_UNION: u64 = 1 << 20;

/// Returns the index of the placed tile that a number in a cell means, or `None` for an empty cell.
#[inline]
pub(super) const fn index_of(number: u32) -> Option<usize> {
    if number == 0 { None } else { Some(number as usize - 1) }
}
