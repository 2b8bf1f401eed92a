use super::stamps::Stamps;
use super::{LayerSet, MapObject, PlacedTile, Properties, Tile, TileLayer, TileSet};
use crate::geometry::Rect;
use crate::solidity::{Orientation, SizeError, SolidityMap};
use glam::{IVec2, UVec2};
use std::fmt;
use std::sync::Arc;

/// A level: layers of cells over a common tile size, and the tile sets they use.
///
/// Map tile `(0, 0)` begins at pixel `(0, 0)`. Layers are kept in drawing order, the one at the back first, with groups
/// already flattened. A clone shares all that it holds until one of the two is changed.
///
/// Maps of the Tiled editor are read by `TileMap::open`. A level in a format of your own is built by hand:
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
    frame: Rect,
    sets: Vec<Arc<TileSet>>,
    pub(super) layers: Vec<Arc<TileLayer>>,
    pub(super) stamps: Arc<Stamps>,
    objects: Arc<Vec<MapObject>>,
    properties: Properties,
}

/// What a tile map refuses.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TileMapError {
    /// A tile size of 0, or above 65,536.
    #[error("a tile size of {0} pixels cannot be used: both sides must be from 1 to 65536")]
    TileSize(UVec2),
    /// Pixels farther than 2^24 from pixel (0, 0).
    #[error("{what} would reach pixel {pixel}, but maps end at 16777216 pixels from (0, 0) in every direction")]
    TooFar {
        /// What reaches so far.
        what: String,
        /// The pixel.
        pixel: IVec2,
    },
    /// A layer that the map does not have.
    #[error("the map has {layers} tile layers, so there is no layer {layer}")]
    NoSuchLayer {
        /// The layer that was asked for.
        layer: usize,
        /// The number of layers.
        layers: usize,
    },
    /// A cell that the layer's grid does not hold.
    #[error("cell {cell} is outside layer '{layer}', which holds {} up to and without {}", .cells.min, .cells.max)]
    NoSuchCell {
        /// The layer's name.
        layer: String,
        /// The cell that was asked for.
        cell: IVec2,
        /// The cells that it holds.
        cells: Rect,
    },
    /// A tile that no tile set holds.
    #[error("tile {id} is not in tile set {set}")]
    NoSuchTile {
        /// The tile set.
        set: u16,
        /// The id in it.
        id: u32,
    },
    /// An object that [`TileMap::add_object`] does not take.
    #[error(
        "object {id} cannot be held: its numbers must be finite, its size not negative, and no place or length beyond \
        16777216 pixels"
    )]
    Object {
        /// The object's id.
        id: u32,
    },
}

impl TileMap {
    /// How far from pixel `(0, 0)` a map may reach, in pixels: `f32` still tells one pixel from the next there.
    pub const MAX_COORDINATE: i32 = 1 << 24;
    const MAX_TILE_SIDE: u32 = 1 << 16;

    /// A map without layers, of `size` tiles of `tile_size` pixels; a size of 0 is for maps without a frame.
    ///
    /// # Errors
    /// A tile size of 0 or above 65,536, or a frame that reaches past [`MAX_COORDINATE`](Self::MAX_COORDINATE).
    pub fn new(tile_size: UVec2, size: UVec2) -> Result<Self, TileMapError> {
        if tile_size.min_element() == 0 || tile_size.max_element() > Self::MAX_TILE_SIDE {
            return Err(TileMapError::TileSize(tile_size));
        }
        let frame = Rect::from_size(IVec2::ZERO, size.saturating_mul(tile_size));
        Self::check_reach(&frame, || "the map".into())?;
        Ok(Self {
            tile_size,
            frame,
            sets: Vec::new(),
            layers: Vec::new(),
            stamps: Arc::default(),
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

    /// Adds a tile set and returns its place, which is the `set` of its [`Tile`]s.
    ///
    /// # Panics
    /// On the 65,537th.
    pub fn add_tile_set(&mut self, set: TileSet) -> u16 {
        let place = u16::try_from(self.sets.len()).expect("a map has at most 65,536 tile sets");
        self.sets.push(Arc::new(set));
        place
    }

    /// Adds an empty layer in front of the others and returns its place.
    ///
    /// # Errors
    /// A layer that reaches past [`MAX_COORDINATE`](Self::MAX_COORDINATE).
    pub fn add_layer(&mut self, mut layer: TileLayer) -> Result<usize, TileMapError> {
        Self::check_reach(&layer.pixels(self.tile_size), || format!("layer '{}'", layer.name))?;
        // Stamps are of the map that made them, so a layer from elsewhere begins without any.
        layer.clear();
        self.layers.push(Arc::new(layer));
        Ok(self.layers.len() - 1)
    }

    /// Adds an object after the others. The first one after a clone copies all objects.
    ///
    /// # Errors
    /// A number that is not finite, a size below 0, or a position, size or corner past
    /// [`MAX_COORDINATE`](Self::MAX_COORDINATE).
    pub fn add_object(&mut self, object: MapObject) -> Result<(), TileMapError> {
        if !object.is_within_reach() {
            return Err(TileMapError::Object { id: object.id() });
        }
        Arc::make_mut(&mut self.objects).push(object);
        Ok(())
    }

    /// Gives the map other custom properties.
    pub fn set_properties(&mut self, properties: Properties) {
        self.properties = properties;
    }

    /// Puts a tile into a cell, or empties it. The first change after a clone copies a run of 4096 cells, and a pointer
    /// for each other such run of the layer.
    ///
    /// # Errors
    /// A layer, cell or tile that is not there.
    pub fn set_tile(&mut self, layer: usize, cell: IVec2, tile: Option<Tile>) -> Result<(), TileMapError> {
        self.put(layer, cell, tile).map(|_| ())
    }

    /// The same, with the places of the stamps before and now.
    pub(super) fn put(
        &mut self,
        layer: usize,
        cell: IVec2,
        tile: Option<Tile>,
    ) -> Result<[Option<usize>; 2], TileMapError> {
        let layers = self.layers.len();
        let old = self.layers.get(layer).ok_or(TileMapError::NoSuchLayer { layer, layers })?;
        // Before anything is copied or made for it.
        if !old.cells().contains(cell) {
            return Err(TileMapError::NoSuchCell { layer: old.name.clone(), cell, cells: old.cells() });
        }
        let before = old.stamp_index(cell);
        let stamp = tile.map(|tile| self.stamp_for(tile)).transpose()?;
        if stamp != before {
            let reach = stamp.map_or(Rect::EMPTY, |stamp| self.stamps[stamp].rect());
            let runs = |tile: Tile| self.tile_set(tile.set)?.conveyor(tile.id, tile.orientation);
            let has_conveyor = tile.and_then(runs).is_some();
            let layer = Arc::make_mut(&mut self.layers[layer]);
            layer.put(cell, stamp, reach, self.tile_size);
            layer.has_conveyor |= has_conveyor;
        }
        Ok([before, stamp])
    }

    /// The place of the tile's stamp, which is made where it is not there yet.
    fn stamp_for(&mut self, tile: Tile) -> Result<usize, TileMapError> {
        if let Some(stamp) = self.stamps.place(tile) {
            return Ok(stamp as usize);
        }
        let missing = TileMapError::NoSuchTile { set: tile.set, id: tile.id };
        let set = self.sets.get(usize::from(tile.set)).ok_or_else(|| missing.clone())?;
        let mask = set.shared_mask(tile.id).ok_or(missing)?;
        let laid = match tile.orientation {
            Orientation::IDENTITY => mask,
            orientation => Arc::new(mask.oriented(orientation)),
        };
        let stamp = PlacedTile::new(tile, laid, set.offset(), self.tile_size);
        Self::check_reach(&stamp.rect(), || format!("tile {} of tile set '{}'", tile.id, set.name()))?;
        Ok(Arc::make_mut(&mut self.stamps).push(stamp) as usize)
    }

    /// The size of a cell in pixels; tiles may be larger or smaller.
    #[must_use]
    pub const fn tile_size(&self) -> UVec2 {
        self.tile_size
    }

    /// The size of the map in tiles; 0 for a map without a frame, such as an infinite one.
    #[must_use]
    pub fn size(&self) -> UVec2 {
        self.frame.size() / self.tile_size
    }

    /// The tile sets.
    pub fn tile_sets(&self) -> impl ExactSizeIterator<Item = &TileSet> + '_ {
        self.sets.iter().map(|set| &**set)
    }

    /// A tile set by its place, which is the `set` of its [`Tile`]s; `None` where the map has no such one.
    #[must_use]
    pub fn tile_set(&self, place: u16) -> Option<&TileSet> {
        self.sets.get(usize::from(place)).map(|set| &**set)
    }

    /// The tile layers, the one at the back first.
    pub fn layers(&self) -> impl ExactSizeIterator<Item = &TileLayer> + DoubleEndedIterator + '_ {
        self.layers.iter().map(|layer| &**layer)
    }

    /// The objects of all layers, in the order in which they were added; for a file, its order.
    pub fn objects(&self) -> impl ExactSizeIterator<Item = &MapObject> + DoubleEndedIterator + '_ {
        self.objects.iter()
    }

    /// The map's custom properties.
    #[must_use]
    pub const fn properties(&self) -> &Properties {
        &self.properties
    }

    /// The tile in a cell; `None` where it is empty, outside, or the map has no such layer.
    #[must_use]
    pub fn tile(&self, layer: usize, cell: IVec2) -> Option<Tile> {
        let stamp = self.layers.get(layer)?.stamp_index(cell)?;
        Some(self.stamps[stamp].tile())
    }

    /// The stamps of a layer in drawing order (rows from the top, each from the left), with the pixel of their top
    /// left corner; none where the map has no such layer.
    pub fn placed_tiles(&self, layer: usize) -> impl Iterator<Item = (IVec2, &PlacedTile)> + '_ {
        self.layers.get(layer).into_iter().flat_map(move |layer| {
            layer.stamps_in(layer.cells()).map(move |(cell, stamp)| {
                let stamp = &self.stamps[stamp];
                (self.corner(layer, cell) + stamp.offset(), stamp)
            })
        })
    }

    /// The pixel at the top left corner of a cell.
    #[inline]
    pub(super) fn corner(&self, layer: &TileLayer, cell: IVec2) -> IVec2 {
        cell * self.tile_size.as_ivec2() + layer.offset
    }

    /// The pixels of the map: its frame and every tile that a cell lays, on all layers.
    ///
    /// Costs a look at every cell.
    #[must_use]
    pub fn bounds(&self) -> Rect {
        let stamps = (0..self.layers.len()).flat_map(|layer| self.placed_tiles(layer));
        stamps.fold(self.frame, |bounds, (corner, stamp)| bounds.union(&Rect::from_size(corner, stamp.mask().size())))
    }

    /// The solidity of the layers that are solid where none are named, as [`LayerSet::solid`] tells.
    ///
    /// Pixel `(0, 0)` of the mask is pixel [`bounds`](Self::bounds)`().min` of the map.
    ///
    /// # Panics
    /// Where [`solidity_with`](Self::solidity_with) is an error.
    #[must_use]
    pub fn solidity(&self) -> SolidityMap {
        self.solidity_with(&LayerSet::solid(self)).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The solidity of some layers, in the frame of [`solidity`](Self::solidity): the union of their tiles.
    ///
    /// # Errors
    /// [`SizeError`] where the map has more pixels than a mask may have.
    pub fn solidity_with(&self, layers: &LayerSet) -> Result<SolidityMap, SizeError> {
        let bounds = self.bounds();
        let mut mask = SolidityMap::try_new(bounds.width(), bounds.height())?;
        self.draw_solidity(layers, bounds.min, &mut mask);
        Ok(mask)
    }

    /// Adds to `mask`, whose pixel `(0, 0)` lies at `origin`, what is solid there on these layers.
    fn draw_solidity(&self, layers: &LayerSet, origin: IVec2, mask: &mut SolidityMap) {
        layers.iter().for_each(|layer| self.draw_layer(layer, origin, mask));
    }

    /// Adds to `mask`, whose pixel `(0, 0)` lies at `origin`, what is solid there on a layer.
    ///
    /// Costs a look at every cell whose tile may reach the mask, so a map can be taken band by band.
    pub(crate) fn draw_layer(&self, layer: usize, origin: IVec2, mask: &mut SolidityMap) {
        let window = Rect::from_size(origin, mask.size());
        let Some(layer) = self.layers.get(layer) else { return };
        for (cell, stamp) in layer.stamps_in(self.cells_reaching(layer, window)) {
            let stamp = &self.stamps[stamp];
            mask.draw(stamp.mask(), self.corner(layer, cell) + stamp.offset() - origin);
        }
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
