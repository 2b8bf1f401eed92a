//! Tile sets: the masks, pictures, properties and collision shapes of tiles by id.

use super::object::MapObject;
use super::properties::{Properties, Property};
use crate::geometry::Direction;
use crate::solidity::{Orientation, SolidityMap};
use glam::{IVec2, UVec2, Vec2Swizzles, ivec2, uvec2};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// Tiles by id: their masks, their custom properties, and their pictures if these were kept.
///
/// Ids need not be dense, and tiles may differ in size. A loader fills a set. A program that builds its own levels
/// calls [`insert`](Self::insert).
///
/// ```
/// use tileray::{SolidityMap, TileSet, glam::IVec2};
///
/// let mut set = TileSet::new("rock", IVec2::ZERO);
/// set.insert(0, SolidityMap::from_fn(16, 16, |_, _| true)); // a full tile
/// set.insert(5, SolidityMap::from_fn(16, 16, |x, y| y >= x)); // a slope
/// assert_eq!(set.ids().collect::<Vec<_>>(), [0, 5]);
/// assert!(set.mask(5).expect("inserted").get(3, 9) && set.mask(1).is_none());
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TileSet {
    /// The set's name. It may be empty and need not be unique.
    pub name: String,
    /// The drawing offset: how far cells move the set's tiles when they draw them, in pixels. Flips do not affect it.
    pub offset: IVec2,
    tiles: BTreeMap<u32, TileEntry>,
    has_conveyor: bool,
    has_one_way: bool,
}

#[derive(Clone, Debug, PartialEq)]
struct TileEntry {
    mask: Arc<SolidityMap>,
    image: Option<Arc<TileImage>>,
    properties: Properties,
    /// `None` for a tile without shapes.
    shapes: Option<Arc<[MapObject]>>,
}

impl TileSet {
    /// Creates a set without tiles, with a [drawing offset](Self::offset).
    #[must_use]
    pub fn new(name: impl Into<String>, offset: impl Into<IVec2>) -> Self {
        let offset = offset.into();
        Self { name: name.into(), offset, tiles: BTreeMap::new(), has_conveyor: false, has_one_way: false }
    }

    /// Adds a tile, or replaces the one with this id. The mask's size is the tile's size.
    ///
    /// A tile that stops nothing has a mask without solid pixels.
    pub fn insert(&mut self, id: u32, mask: SolidityMap) {
        let entry = TileEntry { mask: Arc::new(mask), image: None, properties: Properties::default(), shapes: None };
        self.tiles.insert(id, entry);
    }

    /// Keeps the colors of a tile for programs that draw it. Does nothing if the set has no such tile.
    pub fn set_image(&mut self, id: u32, image: TileImage) {
        if let Some(entry) = self.tiles.get_mut(&id) {
            entry.image = Some(Arc::new(image));
        }
    }

    /// Replaces the custom properties of a tile. Does nothing if the set has no such tile.
    ///
    /// The library reads two of them: [`ONE_WAY`](Self::ONE_WAY) when a tile is put into a cell, and
    /// [`CONVEYOR`](Self::CONVEYOR) in [`Body::move_and_slide`](crate::motion::Body::move_and_slide). The others are for
    /// programs.
    pub fn set_properties(&mut self, id: u32, properties: Properties) {
        if let Some(entry) = self.tiles.get_mut(&id) {
            self.has_conveyor |= properties.number(Self::CONVEYOR).is_some();
            self.has_one_way |= properties.get(Self::ONE_WAY).is_some();
            entry.properties = properties;
        }
    }

    /// Replaces the collision shapes of a tile. Does nothing if the set has no such tile.
    ///
    /// They are data for programs: the mask alone decides what is solid. With a
    /// [`TileSolidity`](crate::load::TileSolidity) of shapes, a loader draws the mask from them.
    pub fn set_shapes(&mut self, id: u32, shapes: impl Into<Arc<[MapObject]>>) {
        if let Some(entry) = self.tiles.get_mut(&id) {
            entry.shapes = Some(shapes.into()).filter(|shapes| !shapes.is_empty());
        }
    }

    /// The name of the property that makes a tile a conveyor. It is a number: the speed along x, in pixels a second, at
    /// which the tile carries bodies that stand on it.
    pub const CONVEYOR: &str = "conveyor";

    /// Returns the speed of a conveyor tile along x in pixels a second, or `None` for other tiles.
    ///
    /// A horizontal flip reverses the speed. A tile with a diagonal flip would run along y, and carries nothing.
    ///
    /// ```
    /// use tileray::solidity::Orientation;
    /// use tileray::tile::Properties;
    /// use tileray::{SolidityMap, TileSet, glam::IVec2};
    ///
    /// let mut set = TileSet::new("machines", IVec2::ZERO);
    /// set.insert(3, SolidityMap::from_fn(16, 16, |_, _| true));
    /// set.set_properties(3, Properties::default().with(TileSet::CONVEYOR, 40));
    /// assert_eq!(set.conveyor(3, Orientation::IDENTITY), Some(40.0));
    /// let flipped = Orientation { horizontal: true, ..Orientation::IDENTITY };
    /// assert_eq!(set.conveyor(3, flipped), Some(-40.0));
    /// ```
    #[must_use]
    pub fn conveyor(&self, id: u32, orientation: Orientation) -> Option<f32> {
        // Most sets have no conveyor and need no look-up.
        let properties = if self.has_conveyor { self.properties(id) } else { return None };
        let speed = properties.number(Self::CONVEYOR)? as f32;
        let speed = if orientation.horizontal { -speed } else { speed };
        (speed.is_finite() && speed != 0.0 && !orientation.diagonal).then_some(speed)
    }

    /// The name of the property that makes a tile one-way: solid against one direction of motion only. It is `down`,
    /// `up`, `left` or `right`, or the truth value true, which means `down`.
    pub const ONE_WAY: &str = "one_way";

    /// Returns the one direction of motion that a tile stops, or `None` for a tile that is not one-way.
    ///
    /// Flips and turns of the tile turn the direction. It takes the place of the direction of the
    /// [layer](super::TileLayer::one_way) for the pixels of this tile. A text that names no direction counts as no
    /// property.
    ///
    /// ```
    /// use tileray::solidity::Orientation;
    /// use tileray::tile::Properties;
    /// use tileray::{Direction, SolidityMap, TileSet, glam::IVec2};
    ///
    /// let mut set = TileSet::new("planks", IVec2::ZERO);
    /// set.insert(3, SolidityMap::from_fn(16, 16, |_, y| y < 4));
    /// set.set_properties(3, Properties::default().with(TileSet::ONE_WAY, "down"));
    /// assert_eq!(set.one_way(3, Orientation::IDENTITY), Some(Direction::Down));
    /// assert_eq!(set.one_way(3, Orientation::ROTATE_90), Some(Direction::Left));
    /// ```
    #[must_use]
    pub fn one_way(&self, id: u32, orientation: Orientation) -> Option<Direction> {
        // Most sets have no one-way tile and need no look-up.
        let properties = if self.has_one_way { self.properties(id) } else { return None };
        let step = match properties.get(Self::ONE_WAY)? {
            Property::Bool(true) => Direction::Down.step(),
            Property::String(name) => Direction::from_name(name)?.step(),
            _ => return None,
        };
        let step = if orientation.diagonal { step.yx() } else { step };
        let flipped = |coordinate: i32, flip| if flip { -coordinate } else { coordinate };
        Direction::of_step(ivec2(flipped(step.x, orientation.horizontal), flipped(step.y, orientation.vertical)))
    }

    /// Returns the number of tiles.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tiles.len()
    }

    /// Returns whether the set has no tile.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tiles.is_empty()
    }

    /// Returns the ids of all tiles, ascending.
    pub fn ids(&self) -> impl Iterator<Item = u32> + '_ {
        self.tiles.keys().copied()
    }

    /// Returns the mask of a tile without flips, or `None` if the set has no such tile.
    #[must_use]
    pub fn mask(&self, id: u32) -> Option<&SolidityMap> {
        self.tiles.get(&id).map(|entry| &*entry.mask)
    }

    /// Returns the colors of a tile. `None` if the set has no such tile or its picture was not kept.
    #[must_use]
    pub fn image(&self, id: u32) -> Option<&TileImage> {
        self.tiles.get(&id)?.image.as_deref()
    }

    /// Returns the custom properties of a tile. They are empty if the set has no such tile.
    #[must_use]
    pub fn properties(&self, id: u32) -> &Properties {
        self.tiles.get(&id).map_or(Properties::NONE, |entry| &entry.properties)
    }

    /// Adds a tile of another set. Both sets then share it. Does nothing if the other set has no such tile.
    #[cfg(feature = "ldtk")]
    pub(crate) fn share(&mut self, id: u32, other: &Self) {
        if let Some(entry) = other.tiles.get(&id) {
            self.has_conveyor |= other.has_conveyor;
            self.has_one_way |= other.has_one_way;
            self.tiles.insert(id, entry.clone());
        }
    }

    /// Returns the collision shapes of a tile, in pixels from the top left corner of its picture, before the tile is
    /// scaled to the grid or flipped. Empty if the set has no such tile.
    #[must_use]
    pub fn shapes(&self, id: u32) -> &[MapObject] {
        self.tiles.get(&id).and_then(|entry| entry.shapes.as_deref()).unwrap_or_default()
    }

    pub(super) fn shared_mask(&self, id: u32) -> Option<Arc<SolidityMap>> {
        self.tiles.get(&id).map(|entry| Arc::clone(&entry.mask))
    }
}

/// The colors of a tile: 8-bit red, green, blue and alpha, not premultiplied, row after row from the top left.
///
/// They are kept for programs that draw a map. No query reads them.
///
/// ```
/// use tileray::tile::TileImage;
///
/// let image = TileImage::new(2, vec![[255, 0, 0, 255], [0; 4], [0; 4], [0, 0, 255, 255]]).expect("whole rows");
/// assert_eq!((image.width(), image.height()), (2, 2));
/// assert_eq!((image.get(1, 1), image.get(2, 0)), ([0, 0, 255, 255], [0; 4]));
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct TileImage {
    width: u32,
    height: u32,
    pixels: Vec<[u8; 4]>,
}

impl TileImage {
    /// Creates a picture `width` pixels wide. `None` if `pixels` are not whole rows.
    #[must_use]
    pub fn new(width: u32, pixels: Vec<[u8; 4]>) -> Option<Self> {
        let rows = if width == 0 { 0 } else { pixels.len() / width as usize };
        let height = u32::try_from(rows).ok()?;
        (width as usize * rows == pixels.len()).then_some(Self { width, height, pixels })
    }

    /// Returns the number of pixels from left to right.
    #[must_use]
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// Returns the number of pixels from top to bottom.
    #[must_use]
    pub const fn height(&self) -> u32 {
        self.height
    }

    /// Returns the width and height in pixels.
    #[must_use]
    pub const fn size(&self) -> UVec2 {
        uvec2(self.width, self.height)
    }

    /// Returns all pixels, row after row.
    #[must_use]
    pub fn pixels(&self) -> &[[u8; 4]] {
        &self.pixels
    }

    /// Returns the color at `(x, y)`, or transparent black outside.
    #[must_use]
    pub fn get(&self, x: i32, y: i32) -> [u8; 4] {
        match (u32::try_from(x), u32::try_from(y)) {
            (Ok(x), Ok(y)) if x < self.width && y < self.height => {
                self.pixels[y as usize * self.width as usize + x as usize]
            }
            _ => [0; 4],
        }
    }
}

impl fmt::Debug for TileImage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TileImage {}x{}", self.width, self.height)
    }
}
