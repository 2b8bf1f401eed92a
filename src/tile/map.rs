//! The map: what it holds, and how it is built and changed.

use super::cells::RenderOrder;
use super::layer::TileLayer;
use super::object::{MapObject, ObjectLayer};
use super::placed_tile::{PlacedTile, PlacedTiles};
use super::properties::Properties;
use super::set::{Tile, TileSet};
use crate::geometry::Rect;
use crate::solidity::Orientation;
use glam::{IVec2, UVec2};
use std::fmt;
use std::sync::Arc;

/// A level: layers of cells of one size, the tile sets that they use, and objects.
///
/// The corner of map tile `(0, 0)` is pixel `(0, 0)`. Layers are kept in drawing order, back to front, without
/// groups. Clones share their contents until one of them changes.
///
/// `TileMap::open` reads maps of the Tiled editor. Other levels are built by hand:
///
/// ```
/// use tileray::{Rect, SolidityMap, Tile, TileLayer, TileMap, TileSet};
/// use tileray::glam::{IVec2, ivec2, uvec2};
///
/// let mut set = TileSet::new("rock", IVec2::ZERO);
/// set.insert(0, SolidityMap::from_fn(16, 16, |x, y| y >= x)); // a slope
///
/// let mut map = TileMap::new(uvec2(16, 16), uvec2(20, 10))?;
/// let set = map.add_tile_set(set);
/// let ground = map.add_layer(TileLayer::new("ground", Rect::from_size(IVec2::ZERO, uvec2(20, 10))))?;
/// map.set_tile(ground, ivec2(3, 2), Some(Tile { set, id: 0, ..Tile::default() }))?;
///
/// assert!(map.solidity().get(3 * 16, 2 * 16));
/// # Ok::<(), tileray::tile::TileMapError>(())
/// ```
#[derive(Clone)]
pub struct TileMap {
    pub(super) tile_size: UVec2,
    /// The pixels of the map's size in tiles.
    pub(super) frame: Rect,
    pub(super) render_order: RenderOrder,
    sets: Vec<Arc<TileSet>>,
    pub(super) layers: Vec<Arc<TileLayer>>,
    pub(super) placed: Arc<PlacedTiles>,
    object_layers: Arc<Vec<ObjectLayer>>,
    objects: Arc<Vec<MapObject>>,
    properties: Properties,
}

/// The error of building or changing a tile map.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TileMapError {
    /// A tile size of 0, or above 65,536.
    #[error("a tile size of {0} pixels cannot be used: both sides must be from 1 to 65536")]
    TileSize(UVec2),
    /// Pixels farther than 2^24 from pixel (0, 0).
    #[error(
        "{what} would reach pixel {pixel}, but maps end at 16777216 pixels from (0, 0) in every direction; \
        move it closer or make it smaller"
    )]
    TooFar {
        /// The part of the map that reaches too far.
        what: String,
        /// The pixel.
        pixel: IVec2,
    },
    /// A layer that the map does not have.
    #[error("there is no layer {layer}: the map has {layers} tile layers, counted from 0; add the layer first")]
    NoSuchLayer {
        /// The layer that was asked for.
        layer: usize,
        /// The number of layers.
        layers: usize,
    },
    /// A cell outside the layer's grid.
    #[error(
        "cell {cell} is outside layer '{layer}', whose cells go from {} to below {}; \
        name a cell within, or make the layer larger",
        .cells.min, .cells.max
    )]
    NoSuchCell {
        /// The layer's name.
        layer: String,
        /// The cell that was asked for.
        cell: IVec2,
        /// The cells that the grid holds.
        cells: Rect,
    },
    /// A tile that no tile set holds.
    #[error("tile {id} is not in tile set {set}; insert it there, or set another tile")]
    NoSuchTile {
        /// The index of the tile set.
        set: u16,
        /// The id in it.
        id: u32,
    },
    /// An object that [`TileMap::add_object`] refuses.
    #[error(
        "object {id} cannot be held: its numbers must be finite, its size not negative, and no position or length \
        beyond 16777216 pixels"
    )]
    Object {
        /// The object's id.
        id: u32,
    },
}

impl TileMap {
    /// The farthest that a map may reach from pixel `(0, 0)`, in pixels: 2^24, up to which `f32` tells neighboring
    /// pixels apart.
    pub const MAX_COORDINATE: i32 = 1 << 24;
    const MAX_TILE_SIDE: u32 = 1 << 16;

    /// Creates a map without layers, of `size` tiles of `tile_size` pixels: the map's frame. A size of 0 means a map
    /// without a frame, such as an infinite one.
    ///
    /// # Errors
    /// [`TileMapError::TileSize`] for a tile size of 0 or above 65,536, [`TileMapError::TooFar`] for a frame that
    /// reaches past [`MAX_COORDINATE`](Self::MAX_COORDINATE).
    ///
    /// ```
    /// use tileray::{Rect, TileMap, glam::{ivec2, uvec2}};
    ///
    /// let map = TileMap::new(uvec2(16, 16), uvec2(20, 10))?;
    /// assert_eq!(map.bounds(), Rect::new(ivec2(0, 0), ivec2(320, 160)));
    /// assert!(TileMap::new(uvec2(0, 16), uvec2(20, 10)).is_err());
    /// # Ok::<(), tileray::tile::TileMapError>(())
    /// ```
    pub fn new(tile_size: UVec2, size: UVec2) -> Result<Self, TileMapError> {
        if tile_size.min_element() == 0 || tile_size.max_element() > Self::MAX_TILE_SIDE {
            return Err(TileMapError::TileSize(tile_size));
        }
        let frame = Rect::from_size(IVec2::ZERO, size.saturating_mul(tile_size));
        Self::check_reach(&frame, || "the map".into())?;
        Ok(Self {
            tile_size,
            frame,
            render_order: RenderOrder::default(),
            sets: Vec::new(),
            layers: Vec::new(),
            placed: Arc::default(),
            object_layers: Arc::default(),
            objects: Arc::default(),
            properties: Properties::default(),
        })
    }

    fn check_reach(pixels: &Rect, what: impl FnOnce() -> String) -> Result<(), TileMapError> {
        let limit = IVec2::splat(Self::MAX_COORDINATE);
        for pixel in [pixels.min, pixels.max] {
            if pixel.cmplt(-limit).any() || pixel.cmpgt(limit).any() {
                return Err(TileMapError::TooFar { what: what(), pixel });
            }
        }
        Ok(())
    }

    /// Adds a tile set and returns its index, by which a [`Tile`] names its `set`.
    ///
    /// # Panics
    /// On the 65,537th set.
    pub fn add_tile_set(&mut self, set: TileSet) -> u16 {
        let index = u16::try_from(self.sets.len()).expect("a map has at most 65,536 tile sets");
        self.sets.push(Arc::new(set));
        index
    }

    /// Adds a layer in front of the others, with all cells empty, and returns its index.
    ///
    /// # Errors
    /// [`TileMapError::TooFar`] for a layer that reaches past [`MAX_COORDINATE`](Self::MAX_COORDINATE).
    ///
    /// ```
    /// use tileray::{Rect, TileLayer, TileMap, glam::{IVec2, ivec2, uvec2}};
    ///
    /// let mut map = TileMap::new(uvec2(16, 16), uvec2(20, 10))?;
    /// let sky = map.add_layer(TileLayer::new("sky", Rect::new(IVec2::ZERO, ivec2(20, 10))))?;
    /// let ground = map.add_layer(TileLayer::new("ground", Rect::new(ivec2(0, 5), ivec2(20, 10))))?;
    /// assert_eq!((sky, ground), (0, 1));
    /// # Ok::<(), tileray::tile::TileMapError>(())
    /// ```
    pub fn add_layer(&mut self, mut layer: TileLayer) -> Result<usize, TileMapError> {
        Self::check_reach(&layer.pixels(self.tile_size), || format!("layer '{}'", layer.name))?;
        // The cells of a layer from another map hold indices of that map's placed tiles.
        layer.clear();
        self.layers.push(Arc::new(layer));
        Ok(self.layers.len() - 1)
    }

    /// Adds a layer of objects after the others. Objects need none.
    pub fn add_object_layer(&mut self, layer: ObjectLayer) {
        Arc::make_mut(&mut self.object_layers).push(layer);
    }

    /// Adds an object after the others. The first call after a clone copies all objects.
    ///
    /// # Errors
    /// [`TileMapError::Object`] for a number that is not finite, a size below 0, or a position, size or corner past
    /// [`MAX_COORDINATE`](Self::MAX_COORDINATE).
    pub fn add_object(&mut self, object: MapObject) -> Result<(), TileMapError> {
        if !object.is_within(Self::MAX_COORDINATE as f32) {
            return Err(TileMapError::Object { id: object.id() });
        }
        Arc::make_mut(&mut self.objects).push(object);
        Ok(())
    }

    /// Replaces the map's custom properties.
    pub fn set_properties(&mut self, properties: Properties) {
        self.properties = properties;
    }

    /// Sets the order in which the tiles of each layer are drawn.
    ///
    /// ```
    /// use tileray::tile::RenderOrder;
    /// use tileray::{Ray, Rect, SolidityMap, Terrain, Tile, TileLayer, TileMap, TileSet};
    /// use tileray::glam::{IVec2, ivec2, uvec2};
    ///
    /// // Tiles of 12x8 pixels in cells of 8x8: each covers the left half of the next cell.
    /// let mut map = TileMap::new(uvec2(8, 8), uvec2(2, 1))?;
    /// let mut planks = TileSet::new("planks", IVec2::ZERO);
    /// planks.insert(0, SolidityMap::from_fn(12, 8, |_, _| true));
    /// let tile = Tile { set: map.add_tile_set(planks), ..Tile::default() };
    /// let deck = map.add_layer(TileLayer::new("deck", Rect::new(IVec2::ZERO, ivec2(2, 1))))?;
    /// map.set_tile(deck, ivec2(0, 0), Some(tile))?;
    /// map.set_tile(deck, ivec2(1, 0), Some(tile))?;
    ///
    /// let ray = Ray::between((9.5, -4.5), (9.5, 4.5));
    /// let cell_hit = |map: &TileMap| Terrain::from_map(map).raycast(&ray).map(|hit| hit.cell);
    /// assert_eq!(cell_hit(&map), Some(ivec2(1, 0)));
    /// map.set_render_order(RenderOrder::LeftDown);
    /// assert_eq!(cell_hit(&map), Some(ivec2(0, 0)));
    /// # Ok::<(), tileray::tile::TileMapError>(())
    /// ```
    pub const fn set_render_order(&mut self, order: RenderOrder) {
        self.render_order = order;
    }

    /// Puts a tile into a cell, or empties the cell (`None`).
    ///
    /// The first change after a clone copies the run of 4096 cells that holds the cell, and a pointer for each other
    /// run of the layer.
    ///
    /// # Errors
    /// [`TileMapError::NoSuchLayer`], [`TileMapError::NoSuchCell`] or [`TileMapError::NoSuchTile`] for what the map
    /// does not have, [`TileMapError::TooFar`] for a tile that is too large. Nothing changes then.
    ///
    /// ```
    /// use tileray::{Rect, SolidityMap, Tile, TileLayer, TileMap, TileSet};
    /// use tileray::glam::{IVec2, ivec2, uvec2};
    ///
    /// let mut map = TileMap::new(uvec2(16, 16), uvec2(20, 10))?;
    /// let mut rock = TileSet::new("rock", IVec2::ZERO);
    /// rock.insert(0, SolidityMap::from_fn(16, 16, |_, _| true));
    /// let set = map.add_tile_set(rock);
    /// let ground = map.add_layer(TileLayer::new("ground", Rect::new(IVec2::ZERO, ivec2(20, 10))))?;
    ///
    /// let tile = Tile { set, id: 0, ..Tile::default() };
    /// map.set_tile(ground, ivec2(3, 2), Some(tile))?;
    /// assert_eq!(map.tile(ground, ivec2(3, 2)), Some(tile));
    /// map.set_tile(ground, ivec2(3, 2), None)?;
    /// assert_eq!(map.tile(ground, ivec2(3, 2)), None);
    /// # Ok::<(), tileray::tile::TileMapError>(())
    /// ```
    pub fn set_tile(&mut self, layer: usize, cell: IVec2, tile: Option<Tile>) -> Result<(), TileMapError> {
        self.put(layer, cell, tile).map(|_| ())
    }

    /// Puts a tile into a cell, or empties it, and returns the indices of the placed tiles before and after.
    pub(super) fn put(
        &mut self,
        layer: usize,
        cell: IVec2,
        tile: Option<Tile>,
    ) -> Result<[Option<usize>; 2], TileMapError> {
        let layers = self.layers.len();
        let old = self.layers.get(layer).ok_or(TileMapError::NoSuchLayer { layer, layers })?;
        // Checked before anything is copied or made for the cell.
        if !old.cells().contains(cell) {
            return Err(TileMapError::NoSuchCell { layer: old.name.clone(), cell, cells: old.cells() });
        }
        let before = old.placed_index(cell);
        let after = tile.map(|tile| self.place(tile)).transpose()?;
        if after != before {
            let pixels = after.map_or(Rect::EMPTY, |index| self.placed[index].rect());
            let conveyor = |tile: Tile| self.tile_set(tile.set)?.conveyor(tile.id, tile.orientation);
            let has_conveyor = tile.and_then(conveyor).is_some();
            let layer = Arc::make_mut(&mut self.layers[layer]);
            layer.put(cell, after, pixels, self.tile_size);
            layer.has_conveyor |= has_conveyor;
        }
        Ok([before, after])
    }

    /// Returns the index of the placed tile of a tile, which is made where there is none yet.
    fn place(&mut self, tile: Tile) -> Result<usize, TileMapError> {
        if let Some(index) = self.placed.find(tile) {
            return Ok(index);
        }
        let missing = TileMapError::NoSuchTile { set: tile.set, id: tile.id };
        let set = self.tile_set(tile.set).ok_or_else(|| missing.clone())?;
        let mask = set.shared_mask(tile.id).ok_or(missing)?;
        let mask = match tile.orientation {
            Orientation::IDENTITY => mask,
            orientation => Arc::new(mask.oriented(orientation)),
        };
        let placed = PlacedTile::new(tile, mask, set.offset(), self.tile_size);
        Self::check_reach(&placed.rect(), || format!("tile {} of tile set '{}'", tile.id, set.name()))?;
        Ok(Arc::make_mut(&mut self.placed).push(placed))
    }

    /// Returns the size of a cell in pixels; tiles may be larger or smaller.
    #[must_use]
    pub const fn tile_size(&self) -> UVec2 {
        self.tile_size
    }

    /// Returns the size of the map in tiles; 0 for a map without a frame, such as an infinite one.
    #[must_use]
    pub fn size(&self) -> UVec2 {
        self.frame.size() / self.tile_size
    }

    /// Returns the order in which the tiles of each layer are drawn.
    #[must_use]
    pub const fn render_order(&self) -> RenderOrder {
        self.render_order
    }

    /// Returns the tile sets.
    pub fn tile_sets(&self) -> impl ExactSizeIterator<Item = &TileSet> + '_ {
        self.sets.iter().map(|set| &**set)
    }

    /// Returns a tile set by its index, the `set` of a [`Tile`]; `None` past the last set.
    #[must_use]
    pub fn tile_set(&self, index: u16) -> Option<&TileSet> {
        self.sets.get(usize::from(index)).map(|set| &**set)
    }

    /// Returns the tile layers, back to front.
    pub fn layers(&self) -> impl ExactSizeIterator<Item = &TileLayer> + DoubleEndedIterator + '_ {
        self.layers.iter().map(|layer| &**layer)
    }

    /// Returns the layers of objects, in the order in which they were added: for a loaded map, the file's order.
    pub fn object_layers(&self) -> impl ExactSizeIterator<Item = &ObjectLayer> + DoubleEndedIterator + '_ {
        self.object_layers.iter()
    }

    /// Returns the objects of all layers, in the order in which they were added: for a loaded map, the file's order.
    pub fn objects(&self) -> impl ExactSizeIterator<Item = &MapObject> + DoubleEndedIterator + '_ {
        self.objects.iter()
    }

    /// Returns the map's custom properties.
    #[must_use]
    pub const fn properties(&self) -> &Properties {
        &self.properties
    }

    /// Returns the tile in a cell; `None` if the cell is empty or outside, or the map has no such layer.
    #[must_use]
    pub fn tile(&self, layer: usize, cell: IVec2) -> Option<Tile> {
        let index = self.layers.get(layer)?.placed_index(cell)?;
        Some(self.placed[index].tile())
    }

    /// Returns the placed tiles of a layer in drawing order, each with the pixel of its top left corner.
    ///
    /// The drawing order is the [`render_order`](Self::render_order). None if the map has no such layer.
    /// [`PlacedTile`] shows an example.
    pub fn placed_tiles(&self, layer: usize) -> impl Iterator<Item = (IVec2, &PlacedTile)> + '_ {
        self.layers.get(layer).into_iter().flat_map(move |layer| self.placed_in(layer, layer.cells()))
    }

    /// Returns the placed tiles of some cells of a layer in drawing order, each with the pixel of its top left corner.
    pub(super) fn placed_in<'a>(
        &'a self,
        layer: &'a TileLayer,
        cells: Rect,
    ) -> impl Iterator<Item = (IVec2, &'a PlacedTile)> + 'a {
        layer.used_in(cells, self.render_order).map(move |(cell, index)| {
            let placed = &self.placed[index];
            (self.corner(layer, cell) + placed.offset(), placed)
        })
    }

    /// Returns the pixel at the top left corner of a cell.
    #[inline]
    pub(super) fn corner(&self, layer: &TileLayer, cell: IVec2) -> IVec2 {
        cell * self.tile_size.as_ivec2() + layer.offset
    }
}

impl fmt::Debug for TileMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TileMap")
            .field("tile_size", &self.tile_size)
            .field("size", &self.size())
            .field("tile_sets", &self.sets.iter().map(|set| set.name()).collect::<Vec<_>>())
            .field("layers", &self.layers.iter().map(|layer| layer.path()).collect::<Vec<_>>())
            .field("objects", &self.objects.len())
            .finish()
    }
}
