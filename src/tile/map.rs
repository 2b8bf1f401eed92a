//! The map: its content, and how it is built and changed.

use super::cells::RenderOrder;
use super::layer::{MapLayer, TileLayer};
use super::map_error::TileMapError;
use super::object::{MapObject, ObjectLayer};
use super::placed_tile::{PlacedTile, PlacedTiles, Tile};
use super::properties::Properties;
use super::set::TileSet;
use super::warning::{LoadWarning, Warnings};
use crate::geometry::{Direction, Rect};
use crate::solidity::{Orientation, SolidityMap};
use glam::{IVec2, UVec2};
use std::collections::HashSet;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

/// A level: layers of cells, the tile sets that they use, and objects.
///
/// The corner of map tile `(0, 0)` is pixel `(0, 0)`. Layers are kept in drawing order, back to front, without groups.
/// Their cells have the map's tile size, or [one of their own](TileLayer::tile_size). Clones share their contents until
/// one of them changes.
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
/// let mut map = TileMap::new(uvec2(16, 16))?.with_size(uvec2(20, 10))?;
/// let set = map.add_tile_set(set);
/// let ground = map.add_layer(TileLayer::new("ground", Rect::from_size(IVec2::ZERO, uvec2(20, 10))))?;
/// map.set_tile(ground, ivec2(3, 2), Some(Tile { set, id: 0, ..Tile::default() }))?;
///
/// assert!(map.solidity().get(3 * 16, 2 * 16));
/// # Ok::<(), tileray::tile::TileMapError>(())
/// ```
#[derive(Clone)]
#[doc(alias = "TileMapLayer")]
pub struct TileMap {
    pub(super) tile_size: UVec2,
    /// The pixels that the map's size in tiles covers.
    pub(super) frame: Rect,
    /// The order in which the tiles of a layer are drawn, on layers without
    /// [an order of their own](TileLayer::render_order).
    ///
    /// ```
    /// use tileray::tile::RenderOrder;
    /// use tileray::{Ray, Rect, SolidityMap, Terrain, Tile, TileLayer, TileMap, TileSet};
    /// use tileray::glam::{IVec2, ivec2, uvec2};
    ///
    /// // Tiles of 12x8 pixels in cells of 8x8: each covers the left half of the next cell.
    /// let mut map = TileMap::new(uvec2(8, 8))?.with_size(uvec2(2, 1))?;
    /// let mut planks = TileSet::new("planks", IVec2::ZERO);
    /// planks.insert(0, SolidityMap::from_fn(12, 8, |_, _| true));
    /// let tile = Tile { set: map.add_tile_set(planks), ..Tile::default() };
    /// let deck = map.add_layer(TileLayer::new("deck", Rect::new(IVec2::ZERO, ivec2(2, 1))))?;
    /// map.set_tile(deck, ivec2(0, 0), Some(tile))?;
    /// map.set_tile(deck, ivec2(1, 0), Some(tile))?;
    ///
    /// let ray = Ray::between((9.5, -4.5), (9.5, 4.5));
    /// let cell_hit = |map: &TileMap| Terrain::from_map(map).raycast(&ray).map(|hit| hit.cell());
    /// assert_eq!(cell_hit(&map), Some(ivec2(1, 0)));
    /// map.render_order = RenderOrder::LeftDown;
    /// assert_eq!(cell_hit(&map), Some(ivec2(0, 0)));
    /// # Ok::<(), tileray::tile::TileMapError>(())
    /// ```
    pub render_order: RenderOrder,
    pub(super) sets: Vec<Arc<TileSet>>,
    pub(super) layers: Vec<Arc<MapLayer>>,
    pub(super) placed: Arc<PlacedTiles>,
    pub(super) object_layers: Arc<Vec<ObjectLayer>>,
    pub(super) objects: Arc<Vec<MapObject>>,
    /// The map's custom properties.
    pub properties: Properties,
    dependencies: Arc<[PathBuf]>,
    pub(super) warnings: Arc<Warnings>,
}

impl TileMap {
    /// The farthest that a map may reach from pixel `(0, 0)`, in pixels: 2^24. Up to there `f32` tells neighboring
    /// pixels apart.
    pub const MAX_COORDINATE: i32 = 1 << 24;
    const MAX_TILE_SIDE: u32 = 1 << 16;
    /// The most tile sets of a map. [`Tile::set`] is the index of one.
    pub(super) const MAX_TILE_SETS: usize = 1 << 16;

    /// Creates a map without layers, with cells of `tile_size` pixels. It has no frame, as infinite maps have none, and
    /// reaches as far as its layers.
    ///
    /// # Errors
    /// [`TileMapError::TileSize`] for a tile size of 0 or above 65,536.
    ///
    /// ```
    /// use tileray::{Rect, TileMap, glam::{ivec2, uvec2}};
    ///
    /// let map = TileMap::new(uvec2(16, 16))?.with_size(uvec2(20, 10))?;
    /// assert_eq!(map.bounds(), Rect::new(ivec2(0, 0), ivec2(320, 160)));
    /// assert!(TileMap::new(uvec2(0, 16)).is_err());
    /// # Ok::<(), tileray::tile::TileMapError>(())
    /// ```
    pub fn new(tile_size: impl Into<UVec2>) -> Result<Self, TileMapError> {
        let tile_size = tile_size.into();
        Self::check_tile_size(tile_size)?;
        Ok(Self {
            tile_size,
            frame: Rect::EMPTY,
            render_order: RenderOrder::default(),
            sets: Vec::new(),
            layers: Vec::new(),
            placed: Arc::default(),
            object_layers: Arc::default(),
            objects: Arc::default(),
            properties: Properties::default(),
            dependencies: Arc::default(),
            warnings: Arc::default(),
        })
    }

    /// Sets the frame of the map: `size` cells from pixel `(0, 0)` on.
    ///
    /// # Errors
    /// [`TileMapError::TooFar`] for a frame that reaches past [`MAX_COORDINATE`](Self::MAX_COORDINATE).
    pub fn with_size(mut self, size: impl Into<UVec2>) -> Result<Self, TileMapError> {
        self.frame = Rect::from_size(IVec2::ZERO, size.into().saturating_mul(self.tile_size));
        Self::check_reach(&self.frame, || "the map".into())?;
        Ok(self)
    }

    fn check_tile_size(size: UVec2) -> Result<(), TileMapError> {
        let is_usable = size.min_element() > 0 && size.max_element() <= Self::MAX_TILE_SIDE;
        if is_usable { Ok(()) } else { Err(TileMapError::TileSize(size)) }
    }

    pub(super) fn check_reach(pixels: &Rect, what: impl FnOnce() -> String) -> Result<(), TileMapError> {
        let limit = IVec2::splat(Self::MAX_COORDINATE);
        for pixel in [pixels.min, pixels.max] {
            if pixel.cmplt(-limit).any() || pixel.cmpgt(limit).any() {
                return Err(TileMapError::TooFar { what: what(), pixel });
            }
        }
        Ok(())
    }

    /// Adds a tile set and returns its index, the `set` of a [`Tile`].
    ///
    /// # Panics
    /// On the 65,537th set.
    pub fn add_tile_set(&mut self, set: TileSet) -> u16 {
        self.add_shared_set(Arc::new(set))
    }

    /// Adds a tile set that other maps may have too.
    pub(crate) fn add_shared_set(&mut self, set: Arc<TileSet>) -> u16 {
        let index = u16::try_from(self.sets.len()).expect("a map has at most 65,536 tile sets");
        self.sets.push(set);
        index
    }

    /// Adds a tile to a set, or replaces it there. Cells that have the tile keep its old mask.
    pub(super) fn insert_tile(&mut self, set: u16, id: u32, mask: SolidityMap) {
        if let Some(set) = self.sets.get_mut(usize::from(set)) {
            Arc::make_mut(set).insert(id, mask);
        }
    }

    /// Adds a tile of a set that is not in the map to one that is. Both then share it.
    #[cfg(feature = "ldtk")]
    pub(crate) fn share_tile(&mut self, set: u16, id: u32, other: &TileSet) {
        if let Some(set) = self.sets.get_mut(usize::from(set)) {
            Arc::make_mut(set).share(id, other);
        }
    }

    /// Adds a layer in front of the others, with all cells empty, and returns its index.
    ///
    /// # Errors
    /// [`TileMapError::TooFar`] for a layer that reaches past [`MAX_COORDINATE`](Self::MAX_COORDINATE).
    /// [`TileMapError::TileSize`] for a [tile size of its own](TileLayer::tile_size) of 0 or above 65,536.
    ///
    /// ```
    /// use tileray::{Rect, TileLayer, TileMap, glam::{IVec2, ivec2, uvec2}};
    ///
    /// let mut map = TileMap::new(uvec2(16, 16))?.with_size(uvec2(20, 10))?;
    /// let sky = map.add_layer(TileLayer::new("sky", Rect::new(IVec2::ZERO, ivec2(20, 10))))?;
    /// let ground = map.add_layer(TileLayer::new("ground", Rect::new(ivec2(0, 5), ivec2(20, 10))))?;
    /// assert_eq!((sky, ground), (0, 1));
    /// # Ok::<(), tileray::tile::TileMapError>(())
    /// ```
    pub fn add_layer(&mut self, layer: TileLayer) -> Result<usize, TileMapError> {
        let cell_size = layer.tile_size.unwrap_or(self.tile_size);
        Self::check_tile_size(cell_size)?;
        let layer = MapLayer::new(layer, cell_size);
        Self::check_reach(&layer.pixels(), || format!("layer '{}'", layer.settings.name))?;
        self.layers.push(Arc::new(layer));
        Ok(self.layers.len() - 1)
    }

    /// Adds an object layer after the others. Objects do not need one.
    pub fn add_object_layer(&mut self, layer: ObjectLayer) {
        Arc::make_mut(&mut self.object_layers).push(layer);
    }

    /// Adds an object after the others. The first call after a clone copies all objects.
    ///
    /// # Errors
    /// [`TileMapError::Object`] for a number that is not finite, a size below 0, or a position, size or corner past
    /// [`MAX_COORDINATE`](Self::MAX_COORDINATE).
    pub fn add_object(&mut self, object: MapObject) -> Result<(), TileMapError> {
        if !object.is_valid() {
            return Err(TileMapError::Object { id: object.id });
        }
        Arc::make_mut(&mut self.objects).push(object);
        Ok(())
    }

    /// Replaces the list of files that the map was read from. Of equal paths, the first one stays.
    ///
    /// Loaders call it. A program with a level format of its own may call it too, so that
    /// [`dependencies`](Self::dependencies) lists the files to watch.
    pub fn set_dependencies(&mut self, files: impl IntoIterator<Item = PathBuf>) {
        let mut known = HashSet::new();
        self.dependencies = files.into_iter().filter(|file| known.insert(file.clone())).collect();
    }

    /// Replaces the list of warnings.
    #[cfg(any(feature = "ldtk", feature = "tmx"))]
    pub(crate) fn set_warnings(&mut self, warnings: Warnings) {
        self.warnings = Arc::new(warnings);
    }

    /// Adds a warning that concerns all layers.
    #[cfg(any(feature = "ldtk", feature = "tmx"))]
    pub(crate) fn add_warning(&mut self, message: String) {
        let warnings = Arc::make_mut(&mut self.warnings);
        let index = warnings.push(|| message);
        (0..self.layers.len()).for_each(|layer| warnings.add_layer(index, layer));
    }

    /// Puts a tile into a cell, or empties the cell (`None`).
    ///
    /// The first change after a clone copies the page of 4096 cells that holds the cell, and a pointer for each other
    /// page of the layer.
    ///
    /// # Errors
    /// [`TileMapError::NoSuchLayer`], [`TileMapError::NoSuchCell`] or [`TileMapError::NoSuchTile`] if the map does not
    /// have it. [`TileMapError::TooFar`] for a tile that is too large. On an error nothing changes.
    ///
    /// ```
    /// use tileray::{Rect, SolidityMap, Tile, TileLayer, TileMap, TileSet};
    /// use tileray::glam::{IVec2, ivec2, uvec2};
    ///
    /// let mut map = TileMap::new(uvec2(16, 16))?.with_size(uvec2(20, 10))?;
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
    pub fn set_tile(&mut self, layer: usize, cell: impl Into<IVec2>, tile: Option<Tile>) -> Result<(), TileMapError> {
        let cell = cell.into();
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
        // Check before anything is copied or made for the cell.
        let TileLayer { name, cells, .. } = &old.settings;
        if !cells.contains(cell) {
            return Err(TileMapError::NoSuchCell { layer: name.clone(), cell, cells: *cells });
        }
        let before = old.placed_index(cell);
        let height = old.cell_size.y;
        let after = tile.map(|tile| self.place(tile, height)).transpose()?;
        if after != before {
            let pixels = after.map_or(Rect::EMPTY, |index| self.placed[index].rect());
            let conveyor = |tile: Tile| self.tile_set(tile.set)?.conveyor(tile.id, tile.orientation);
            let has_conveyor = tile.and_then(conveyor).is_some();
            let one_way = after.and_then(|index| self.placed[index].one_way());
            let layer = Arc::make_mut(&mut self.layers[layer]);
            layer.put(cell, after, pixels);
            layer.has_conveyor |= has_conveyor;
            layer.one_way_tiles |= one_way.map_or(0, |direction| 1 << direction as u8);
        }
        Ok([before, after])
    }

    /// Returns the index of the placed tile for a tile in cells of a height. Makes the placed tile if there is none
    /// yet.
    pub(super) fn place(&mut self, tile: Tile, cell_height: i32) -> Result<usize, TileMapError> {
        if let Some(index) = self.placed.find(tile, cell_height) {
            return Ok(index);
        }
        let missing = TileMapError::NoSuchTile { set: tile.set, id: tile.id };
        let set = self.tile_set(tile.set).ok_or_else(|| missing.clone())?;
        let mask = set.shared_mask(tile.id).ok_or(missing)?;
        let mask = match tile.orientation {
            Orientation::IDENTITY => mask,
            orientation => Arc::new(mask.oriented(orientation)),
        };
        let placed = PlacedTile::new(tile, mask, set.offset, cell_height, set.one_way(tile.id, tile.orientation));
        Self::check_reach(&placed.rect(), || format!("tile {} of tile set '{}'", tile.id, set.name))?;
        Ok(Arc::make_mut(&mut self.placed).push(placed, cell_height))
    }

    /// Returns the size of a cell in pixels, on layers without [a size of their own](TileLayer::tile_size). Tiles may
    /// be larger or smaller.
    #[must_use]
    pub const fn tile_size(&self) -> UVec2 {
        self.tile_size
    }

    /// Returns the size of the map's frame in tiles, or 0 for a map without a frame, such as an infinite one. A part of
    /// a tile at the end of a [joined](Self::add_map) frame counts as a tile.
    #[must_use]
    pub fn size(&self) -> UVec2 {
        let UVec2 { x, y } = self.frame.size();
        UVec2::new(x.div_ceil(self.tile_size.x), y.div_ceil(self.tile_size.y))
    }

    /// Returns the order in which the tiles of a layer of the map are drawn.
    #[inline]
    pub(super) fn order_of(&self, layer: &MapLayer) -> RenderOrder {
        layer.settings.render_order.unwrap_or(self.render_order)
    }

    /// Returns the tile sets.
    pub fn tile_sets(&self) -> impl ExactSizeIterator<Item = &TileSet> + '_ {
        self.sets.iter().map(|set| &**set)
    }

    /// Returns a tile set by its index, the `set` of a [`Tile`]. `None` past the last set.
    #[must_use]
    pub fn tile_set(&self, index: u16) -> Option<&TileSet> {
        self.sets.get(usize::from(index)).map(|set| &**set)
    }

    /// Returns the tile layers, back to front.
    pub fn layers(&self) -> impl ExactSizeIterator<Item = &TileLayer> + DoubleEndedIterator + '_ {
        self.layers.iter().map(|layer| &layer.settings)
    }

    /// Returns a layer by its index; `None` for an index that the map does not have.
    #[must_use]
    pub fn layer(&self, index: usize) -> Option<&TileLayer> {
        self.layers().nth(index)
    }

    /// Returns the index of the first layer with a name or a path (`group/layer`); `None` if there is none.
    ///
    /// Queries take several layers by name: [`LayerMask::named`](crate::LayerMask::named).
    #[must_use]
    pub fn layer_index(&self, name: &str) -> Option<usize> {
        self.layers().position(|layer| layer.is_named(name))
    }

    /// Returns whether a tile of the layer may be a [conveyor](TileSet::CONVEYOR).
    pub(crate) fn has_conveyor(&self, layer: usize) -> bool {
        self.layers.get(layer).is_some_and(|layer| layer.has_conveyor)
    }

    /// Returns whether some tile of the layer may be [one-way](TileSet::ONE_WAY) in a direction.
    pub(crate) fn has_one_way_tile(&self, layer: usize, direction: Direction) -> bool {
        self.layers.get(layer).is_some_and(|layer| layer.one_way_tiles >> direction as u8 & 1 == 1)
    }

    /// Returns the object layers, in the order in which they were added. For a loaded map, this is the file's order.
    pub fn object_layers(&self) -> impl ExactSizeIterator<Item = &ObjectLayer> + DoubleEndedIterator + '_ {
        self.object_layers.iter()
    }

    /// Returns the objects of all layers, in the order in which they were added. For a loaded map, this is the file's
    /// order.
    pub fn objects(&self) -> impl ExactSizeIterator<Item = &MapObject> + DoubleEndedIterator + '_ {
        self.objects.iter()
    }

    /// Returns the parts of the map that are missing and were left out when it was loaded. Empty for a map that lacks
    /// nothing, and for a map that was built by hand.
    ///
    /// A loader returns an error for a missing part that decides what is solid, unless
    /// [`LoadOptions::allow_missing`](crate::load::LoadOptions::allow_missing) is set. There is one warning for each part,
    /// in the order in which the file names them. The 65th warning, if there is one, stands for all further parts. Clones
    /// of the map share the list.
    #[must_use]
    pub fn warnings(&self) -> &[LoadWarning] {
        self.warnings.list()
    }

    /// Returns the files that the map was read from, each once, in the order in which they were read: first the map,
    /// then tile sets, templates and images. Files that are [missing](Self::warnings) are among them. Empty for a map
    /// that was built by hand.
    ///
    /// A path is as the [`AssetReader`](crate::load::AssetReader) was asked for it: as given for the map, and joined
    /// with the folder of the referencing file for the others. Clones of the map share the list.
    ///
    /// A program that reloads a map when it changes watches these files. Editors replace a file rather than write into
    /// it, so watch the folders and compare names. If loading fails, keep watching the files of the last map that
    /// loaded, and also [`LoadError::path`](crate::LoadError::path) and
    /// [`LoadError::referencing_file`](crate::LoadError::referencing_file). One of them must change before the load can
    /// succeed.
    ///
    /// ```
    /// # #[cfg(feature = "tmx")] {
    /// use tileray::TileMap;
    ///
    /// let map = TileMap::open("maps/rings.tmx")?;
    /// let files: Vec<_> = map.dependencies().iter().map(|file| file.display().to_string()).collect();
    /// assert_eq!(files[..2], ["maps/rings.tmx", "assets/rings.tsx"]);
    /// assert!(files.contains(&"assets/rings.png".to_owned()));
    /// # }
    /// # Ok::<(), tileray::LoadError>(())
    /// ```
    #[must_use]
    pub fn dependencies(&self) -> &[PathBuf] {
        &self.dependencies
    }

    /// Returns the tile in a cell. `None` if the cell is empty or outside, or the map has no such layer.
    #[must_use]
    pub fn tile(&self, layer: usize, cell: impl Into<IVec2>) -> Option<Tile> {
        let cell = cell.into();
        let index = self.layers.get(layer)?.placed_index(cell)?;
        Some(self.placed[index].tile())
    }

    /// Returns the placed tiles of a layer in drawing order, each with the pixel of its top left corner.
    ///
    /// The drawing order is the layer's [`render_order`](TileLayer::render_order), else the map's. Empty if the map has
    /// no such layer. [`PlacedTile`] shows an example.
    pub fn placed_tiles(&self, layer: usize) -> impl Iterator<Item = (IVec2, &PlacedTile)> + '_ {
        self.layers.get(layer).into_iter().flat_map(move |layer| self.placed_in(layer, layer.settings.cells))
    }

    /// Returns the placed tiles that a picture of a rectangle of pixels shows of a layer, in drawing order, each with
    /// the pixel of its top left corner.
    ///
    /// If tiles reach out of their cells, tiles next to the rectangle may be included. Costs a step for each cell
    /// there.
    ///
    /// ```
    /// use tileray::{Rect, TileMap, glam::ivec2};
    ///
    /// # #[cfg(feature = "tmx")] {
    /// let map = TileMap::open("maps/cave.tmx")?;
    /// let screen = Rect::from_size(ivec2(800, 560), (320, 180));
    /// let shown = map.placed_tiles_in(0, screen).count();
    /// assert!(shown > 0 && shown < map.placed_tiles(0).count());
    /// # }
    /// # Ok::<(), tileray::LoadError>(())
    /// ```
    pub fn placed_tiles_in(&self, layer: usize, pixels: Rect) -> impl Iterator<Item = (IVec2, &PlacedTile)> + '_ {
        let layer = self.layers.get(layer).filter(|_| !pixels.is_empty());
        layer.into_iter().flat_map(move |layer| self.placed_in(layer, layer.cells_reaching(pixels)))
    }

    /// Returns the placed tiles of some cells of a layer in drawing order, each with the pixel of its top left corner.
    pub(super) fn placed_in<'a>(
        &'a self,
        layer: &'a MapLayer,
        cells: Rect,
    ) -> impl Iterator<Item = (IVec2, &'a PlacedTile)> + 'a {
        layer.used_in(cells, self.order_of(layer)).map(move |(cell, index)| {
            let placed = &self.placed[index];
            (layer.corner(cell) + placed.offset, placed)
        })
    }
}

impl fmt::Debug for TileMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TileMap")
            .field("tile_size", &self.tile_size)
            .field("size", &self.size())
            .field("tile_sets", &self.sets.iter().map(|set| &set.name).collect::<Vec<_>>())
            .field("layers", &self.layers.iter().map(|layer| &layer.settings.path).collect::<Vec<_>>())
            .field("objects", &self.objects.len())
            .finish()
    }
}
