//! Objects as terrain: a layer of objects becomes a layer of tiles.
//!
//! ```text
//! objects ──draw, a window of whole cells at a time──▶ mask ──cut into cells──▶ a tile for each distinct mask
//! ```
//!
//! A window has at most 2^24 pixels, or one cell. So memory depends only on the cells that shapes touch.

use super::layer::TileLayer;
use super::map::TileMap;
use super::map_error::TileMapError;
use super::object::ObjectLayer;
use super::placed_tile::Tile;
use super::set::TileSet;
use super::solid_shape::ObjectPixels;
use crate::geometry::{Direction, Rect, sort_by_key};
use crate::solidity::{SolidityMap, bits_between};
use glam::{IVec2, UVec2, ivec2};
use std::collections::HashMap;
use std::error::Error;
use std::fmt;
use std::sync::Arc;

/// The error of making objects terrain.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SolidObjectsError {
    /// A path that no object layer has.
    NoSuchLayer {
        /// The path.
        path: String,
    },
    /// The objects need more than is allowed.
    TooMany {
        /// The path of the layer.
        path: String,
        /// The quantity that is limited.
        what: SolidObjectsLimit,
        /// The count at which the limit was exceeded.
        asked: u64,
        /// The most that is allowed.
        limit: u64,
    },
    /// The map has 65,536 tile sets already.
    TooManySets {
        /// The path of the layer.
        path: String,
    },
    /// The layer cannot be part of the map.
    Map(TileMapError),
}

/// A quantity that is limited while objects become terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SolidObjectsLimit {
    /// The cells of the box around the objects.
    Cells,
    /// The different tiles.
    Tiles,
    /// The pixels of the tiles, with their widths rounded up to multiples of 64.
    Pixels,
    /// The steps of drawing, a few ns each.
    Steps,
}

impl fmt::Display for SolidObjectsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchLayer { path } => {
                write!(
                    f,
                    "there is no object layer '{path}'; name one that the map has, with the groups around it: 'group/layer'"
                )
            }
            Self::TooMany { path, what, asked, limit } => match what {
                SolidObjectsLimit::Cells => write!(
                    f,
                    "the objects of '{path}' span {asked} cells, but at most {limit} are allowed; move them closer together"
                ),
                SolidObjectsLimit::Tiles => write!(
                    f,
                    "the objects of '{path}' need more than {limit} different tiles; make them smaller or fewer"
                ),
                SolidObjectsLimit::Pixels => write!(
                    f,
                    "the tiles of the objects of '{path}' have more than {limit} pixels; make them smaller or fewer"
                ),
                SolidObjectsLimit::Steps => write!(
                    f,
                    "drawing the objects of '{path}' takes more than {limit} steps; make them smaller or fewer"
                ),
            },
            Self::TooManySets { path } => {
                write!(f, "the objects of '{path}' need a tile set, but a map has at most 65536; remove some")
            }
            Self::Map(error) => fmt::Display::fmt(error, f),
        }
    }
}

impl Error for SolidObjectsError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Map(error) => Some(error),
            _ => None,
        }
    }
}

impl From<TileMapError> for SolidObjectsError {
    fn from(error: TileMapError) -> Self {
        Self::Map(error)
    }
}

/// The limits for making objects terrain, and the counts so far, by [`SolidObjectsLimit`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct SolidObjectsBudget(pub(crate) [CountedLimit; 4]);

impl SolidObjectsBudget {
    const fn limit(&self, what: SolidObjectsLimit) -> u64 {
        self.0[what as usize].limit
    }

    /// Counts more for the objects of the layer `path`.
    fn claim(&mut self, path: &str, what: SolidObjectsLimit, more: u64) -> Result<(), SolidObjectsError> {
        let limit = self.limit(what);
        self.0[what as usize].claim(more).map_err(|asked| SolidObjectsError::TooMany {
            path: path.into(),
            what,
            asked,
            limit,
        })
    }
}

/// A count and its limit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CountedLimit {
    pub(crate) count: u64,
    pub(crate) limit: u64,
}

impl CountedLimit {
    pub(crate) const fn new(limit: u64) -> Self {
        Self { count: 0, limit }
    }

    /// Counts more. Returns the new count as an error if it is above the limit.
    pub(crate) fn claim(&mut self, more: u64) -> Result<(), u64> {
        self.count = self.count.saturating_add(more);
        if self.count > self.limit { Err(self.count) } else { Ok(()) }
    }
}

impl ObjectLayer {
    /// Returns the tile layer that the layer's objects become, without cells.
    pub(crate) fn terrain(&self, one_way: Option<Direction>) -> TileLayer {
        TileLayer {
            path: self.path.clone(),
            visible: self.visible,
            solid: Some(true),
            one_way,
            properties: self.properties.clone(),
            ..TileLayer::new(self.path.rsplit('/').next().unwrap_or_default(), Rect::EMPTY)
        }
    }
}

/// The most pixels of a window of several cells.
const WINDOW: u64 = 1 << 24;
/// The steps for each object in a window. Each 256 pixels of a window cost one step.
const STEPS_OF_OBJECT: u64 = 64;
const PIXELS_OF_STEP: u64 = 256;
/// The steps for each cell that is not empty.
const STEPS_OF_CELL: u64 = 16;

impl TileMap {
    /// Makes the objects of a layer terrain: adds a tile layer that is solid where they are, in front of the others,
    /// and returns its index.
    ///
    /// `path` is the path of the [`ObjectLayer`](super::ObjectLayer). If several have it, the objects of all are taken,
    /// shown or hidden. Points, texts and objects with the property `solid` = false are left out.
    /// [`object_mask`](Self::object_mask) states which pixels an object covers, and what `line_width` means.
    ///
    /// The new layer has the path and the visibility of the object layer, and the [one-way](TileLayer::one_way)
    /// direction that its property `one_way` names, also where an object shows a one-way tile. It is [declared solid](TileLayer::solid). Its cells are the map's,
    /// at offset 0, as the objects' positions include the offsets of their layers. They span the box around the
    /// objects. Its tiles are in a set of its own, each distinct mask once. So hits name this layer, the map's cell,
    /// and a tile that is in no file.
    ///
    /// The loader of Tiled's maps does this for object layers with the property `solid` = true.
    ///
    /// Costs about 0.1 µs for each cell of the box, and the drawing. Memory is needed for the distinct masks, and for
    /// the cells: 2 bytes each in the parts of the box that are not empty.
    ///
    /// # Errors
    /// [`SolidObjectsError`] for a path that no layer has, for objects beyond [`MAX_COORDINATE`](Self::MAX_COORDINATE),
    /// and for objects that span more than 2^26 cells, need more than 2^20 distinct masks or 2^28 pixels of masks, or
    /// take more than 2^28 steps to draw. On an error nothing changes.
    ///
    /// ```
    /// use tileray::glam::{ivec2, uvec2};
    /// use tileray::tile::{MapObject, ObjectLayer, ObjectShape};
    /// use tileray::{Ray, Terrain, TileMap};
    ///
    /// let mut map = TileMap::new(uvec2(16, 16))?.with_size(uvec2(20, 10))?;
    /// map.add_object_layer(ObjectLayer::new("walls"));
    /// let wall = MapObject { size: (60.0, 20.0).into(), ..MapObject::new((100.0, 40.0), ObjectShape::Rectangle) };
    /// map.add_object(MapObject { layer: "walls".into(), ..wall })?;
    /// let walls = map.add_solid_objects("walls", 1)?;
    ///
    /// let hit = Terrain::from_map(&map).raycast(&Ray::between((8.5, 50.5), (300.5, 50.5))).expect("the wall");
    /// assert_eq!((hit.pixel(), hit.layer(), hit.cell()), (ivec2(100, 50), walls, ivec2(6, 3)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add_solid_objects(&mut self, path: &str, line_width: u16) -> Result<usize, SolidObjectsError> {
        let layer = self
            .object_layers()
            .find(|layer| layer.path == path)
            .ok_or_else(|| SolidObjectsError::NoSuchLayer { path: path.into() })?;
        let one_way = layer.properties.text("one_way").and_then(Direction::from_name);
        let own = layer.terrain(one_way);
        let mut budget = SolidObjectsBudget([1 << 26, 1 << 20, 1 << 28, 1 << 28].map(CountedLimit::new));
        // A clone shares everything, and is dropped on an error.
        let mut changed = self.clone();
        let index = changed.add_object_terrain(own, 0, line_width, &mut budget)?;
        *self = changed;
        Ok(index)
    }

    /// Adds `layer` with the solid pixels of its objects, of those from index `first` on, within a budget. On an error
    /// the map may have changed.
    pub(crate) fn add_object_terrain(
        &mut self,
        layer: TileLayer,
        first: usize,
        line_width: u16,
        budget: &mut SolidObjectsBudget,
    ) -> Result<usize, SolidObjectsError> {
        let path = layer.path.clone();
        let limit = budget.limit(SolidObjectsLimit::Pixels);
        let too_many_pixels = |asked| {
            let path = path.clone();
            SolidObjectsError::TooMany { path, what: SolidObjectsLimit::Pixels, asked, limit }
        };
        let mut drawn: Vec<(Rect, ObjectPixels)> = Vec::new();
        let mut masks = CountedLimit::new(limit);
        let objects = Arc::clone(&self.objects);
        let own = objects.iter().skip(first).filter(|object| object.layer == path);
        for object in own.filter(|object| object.properties.bool("solid") != Some(false)) {
            masks.claim(ObjectPixels::bits_of(self, object)).map_err(too_many_pixels)?;
            let pixels = ObjectPixels::new(self, object, line_width).map_err(|_| too_many_pixels(masks.count))?;
            if let Some(pixels) = pixels {
                let own = pixels.bounds();
                budget.claim(&path, SolidObjectsLimit::Steps, pixels.steps(&own))?;
                drawn.push((own, pixels));
            }
        }
        let bounds = drawn.iter().fold(Rect::EMPTY, |bounds, (own, _)| bounds.union(own));
        let tile = self.tile_size();
        let side = tile.as_ivec2();
        let cells = match bounds.is_empty() {
            true => Rect::EMPTY,
            false => Rect::new(bounds.min.div_euclid(side), (bounds.max - 1).div_euclid(side) + 1),
        };
        budget.claim(&path, SolidObjectsLimit::Cells, cells.area())?;
        if self.tile_sets().len() > usize::from(u16::MAX) {
            return Err(SolidObjectsError::TooManySets { path });
        }
        let index = self.add_layer(TileLayer { cells, ..layer })?;
        let set = self.add_tile_set(TileSet::new(path.as_str(), IVec2::ZERO));
        let mut cutter = CellCutter { set, tile, ids: HashMap::new(), budget, path: &path };
        sort_by_key(&mut drawn, |(own, _)| own.min.y);
        for window in windows(cells, tile) {
            let pixels = Rect::new(window.min * side, window.max * side);
            let meeting = |(own, _): &&(Rect, ObjectPixels)| own.overlaps(&pixels);
            // Shapes are sorted by their tops, so all shapes from some index on begin below the window.
            let first_below = drawn.partition_point(|(own, _)| own.min.y < pixels.max.y);
            let count = drawn[..first_below].iter().filter(meeting).count() as u64;
            let steps = first_below as u64 + count * STEPS_OF_OBJECT;
            cutter.budget.claim(&path, SolidObjectsLimit::Steps, steps)?;
            if count == 0 {
                continue;
            }
            // A cell whose mask would be too large is refused before the mask is allocated.
            let bits = SolidityMap::bits_of_size(pixels.size());
            cutter.budget.claim(&path, SolidObjectsLimit::Steps, bits / PIXELS_OF_STEP)?;
            if bits > limit.max(2 * WINDOW) {
                return Err(too_many_pixels(bits));
            }
            let mut mask = SolidityMap::new(pixels.width(), pixels.height());
            for (_, object) in drawn[..first_below].iter().filter(meeting) {
                object.draw(&mut mask, pixels.min);
            }
            cutter.cut(self, index, &mask, &window)?;
        }
        Ok(index)
    }
}

/// Returns the cells of an area in parts of at most [`WINDOW`] pixels, or of one cell.
fn windows(cells: Rect, tile: UVec2) -> impl Iterator<Item = Rect> {
    let row = u64::from(cells.width()) * u64::from(tile.x);
    let rows = (WINDOW / (row * u64::from(tile.y)).max(1)).clamp(1, u64::from(cells.height()).max(1)) as usize;
    let column = rows as u64 * u64::from(tile.x) * u64::from(tile.y);
    let columns = (WINDOW / column.max(1)).clamp(1, u64::from(cells.width()).max(1)) as usize;
    let parts = move |from: i32, to: i32, step: usize| {
        (i64::from(from)..i64::from(to))
            .step_by(step)
            .map(move |start| (start as i32, (start + step as i64).min(i64::from(to)) as i32))
    };
    parts(cells.min.y, cells.max.y, rows).flat_map(move |(top, bottom)| {
        parts(cells.min.x, cells.max.x, columns)
            .map(move |(left, right)| Rect::new(ivec2(left, top), ivec2(right, bottom)))
    })
}

/// Cuts masks into tiles. Each distinct tile is kept once.
struct CellCutter<'a> {
    set: u16,
    tile: UVec2,
    /// The ids of the tiles by the words of their rows.
    ids: HashMap<Box<[u64]>, u32>,
    budget: &'a mut SolidObjectsBudget,
    /// The path of the layer of objects.
    path: &'a str,
}

impl CellCutter<'_> {
    /// Cuts a mask that covers the cells of `window`, and puts its tiles into a layer.
    fn cut(
        &mut self,
        map: &mut TileMap,
        layer: usize,
        mask: &SolidityMap,
        window: &Rect,
    ) -> Result<(), SolidObjectsError> {
        let (width, height) = (self.tile.x as i32, self.tile.y as i32);
        let mut words: Vec<u64> = Vec::new();
        // The rows of the last tile, and its placed index. Neighboring cells repeat.
        let mut last: (Vec<u64>, usize) = (Vec::new(), 0);
        let cell = Rect::from_size(IVec2::ZERO, self.tile);
        for y in window.min.y..window.max.y {
            for x in window.min.x..window.max.x {
                let corner = (ivec2(x, y) - window.min) * self.tile.as_ivec2();
                words.clear();
                words.extend((0..height).flat_map(|row| {
                    (0..width).step_by(64).map(move |column| {
                        let bits = mask.bits_from((corner.x + column).into(), (corner.y + row).into());
                        bits & bits_between(0, (width - column).into())
                    })
                }));
                if words.iter().all(|&word| word == 0) {
                    continue;
                }
                self.budget.claim(self.path, SolidObjectsLimit::Steps, STEPS_OF_CELL)?;
                if words != last.0 {
                    let id = self.id(map, &words)?;
                    last.1 = map.place(Tile { set: self.set, id, ..Tile::default() }, height)?;
                    last.0.clone_from(&words);
                }
                Arc::make_mut(&mut map.layers[layer]).put(ivec2(x, y), Some(last.1), cell);
            }
        }
        Ok(())
    }

    /// Returns the id of the tile with these rows. Adds the tile if it is new.
    fn id(&mut self, map: &mut TileMap, words: &[u64]) -> Result<u32, SolidObjectsError> {
        if let Some(&id) = self.ids.get(words) {
            return Ok(id);
        }
        self.budget.claim(self.path, SolidObjectsLimit::Tiles, 1)?;
        self.budget.claim(self.path, SolidObjectsLimit::Pixels, words.len() as u64 * 64)?;
        let mut mask = SolidityMap::new(self.tile.x, self.tile.y);
        for (y, row) in (0..).zip(words.chunks(self.tile.x.div_ceil(64) as usize)) {
            mask.row_mut(y).copy_from_slice(row);
        }
        let id = self.ids.len() as u32;
        map.insert_tile(self.set, id, mask);
        self.ids.insert(words.into(), id);
        Ok(id)
    }
}
