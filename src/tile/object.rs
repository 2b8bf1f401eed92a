use super::{Properties, Tile, TileMap};
use glam::Vec2;

/// A thing that a map places freely, not in cells: a start, a trigger, a path, a decoration.
///
/// Lengths are pixels of the world. Objects are data: rays and solidity do not see them.
///
/// ```
/// use tileray::tile::{MapObject, ObjectShape};
/// use tileray::{TileMap, glam::{uvec2, vec2}};
///
/// let mut map = TileMap::new(uvec2(16, 16), uvec2(20, 10))?;
/// map.add_object(MapObject::new(vec2(40.0, 32.0), ObjectShape::Point).with_class("spawn"))?;
/// let spawn = map.objects().find(|object| object.class() == "spawn").expect("a start");
/// assert_eq!(spawn.position(), vec2(40.0, 32.0));
/// # Ok::<(), tileray::tile::TileMapError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MapObject {
    id: u32,
    name: String,
    class: String,
    layer: String,
    position: Vec2,
    size: Vec2,
    rotation: f32,
    visible: bool,
    shape: ObjectShape,
    properties: Properties,
}

/// What an object is; points lie relative to the object's [`position`](MapObject::position), before it is turned.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum ObjectShape {
    /// A rectangle of the object's size, which may be 0.
    Rectangle,
    /// A point: the position.
    Point,
    /// An ellipse that touches all four sides of the rectangle of the object's size.
    Ellipse,
    /// The corners of a closed outline, which may cross itself: [`Polygon::new`](crate::geometry::Polygon::new) tells.
    Polygon(Vec<Vec2>),
    /// The corners of an open line.
    Polyline(Vec<Vec2>),
    /// A tile, drawn as large as the object's size whatever the tile's own is.
    Tile(Tile),
    /// A text in a rectangle of the object's size.
    Text(String),
}

impl MapObject {
    /// A visible object of size 0 that is not turned.
    #[must_use]
    pub fn new(position: impl Into<Vec2>, shape: ObjectShape) -> Self {
        Self {
            id: 0,
            name: String::new(),
            class: String::new(),
            layer: String::new(),
            position: position.into(),
            size: Vec2::ZERO,
            rotation: 0.0,
            visible: true,
            shape,
            properties: Properties::default(),
        }
    }

    /// The number by which properties refer to it; 0 where it has none. A map does not check that it is unique.
    #[must_use]
    pub const fn id(&self) -> u32 {
        self.id
    }

    /// The same object with another number.
    #[must_use]
    pub const fn with_id(mut self, id: u32) -> Self {
        self.id = id;
        self
    }

    /// Its name; it may be empty and need not be unique.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The same object with another name.
    #[must_use]
    pub fn with_name(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    /// Its class, which tells programs what it stands for; it may be empty.
    #[must_use]
    pub fn class(&self) -> &str {
        &self.class
    }

    /// The same object of another class.
    #[must_use]
    pub fn with_class(mut self, class: impl Into<String>) -> Self {
        self.class = class.into();
        self
    }

    /// The names of the groups around it and of its layer, with slashes: `caves/things`.
    #[must_use]
    pub fn layer(&self) -> &str {
        &self.layer
    }

    /// The same object in another layer.
    #[must_use]
    pub fn with_layer(mut self, path: impl Into<String>) -> Self {
        self.layer = path.into();
        self
    }

    /// The top left corner of its rectangle, for every shape; where the object is turned, it turns around this point.
    ///
    /// The offsets of its layer and of the groups around it are added, and not rounded. The corners of a polygon may lie
    /// to any side of it.
    #[must_use]
    pub const fn position(&self) -> Vec2 {
        self.position
    }

    /// Its width and height.
    #[must_use]
    pub const fn size(&self) -> Vec2 {
        self.size
    }

    /// The same object with another width and height.
    #[must_use]
    pub fn with_size(mut self, size: impl Into<Vec2>) -> Self {
        self.size = size.into();
        self
    }

    /// By how much it is turned around its position, in radians, clockwise on the screen.
    #[must_use]
    pub const fn rotation(&self) -> f32 {
        self.rotation
    }

    /// The same object, turned by so many radians.
    #[must_use]
    pub const fn with_rotation(mut self, radians: f32) -> Self {
        self.rotation = radians;
        self
    }

    /// Whether it is shown; objects of hidden layers and groups are not.
    #[must_use]
    pub const fn is_visible(&self) -> bool {
        self.visible
    }

    /// The same object, shown or hidden.
    #[must_use]
    pub const fn with_visible(mut self, visible: bool) -> Self {
        self.visible = visible;
        self
    }

    /// What it is.
    #[must_use]
    pub const fn shape(&self) -> &ObjectShape {
        &self.shape
    }

    /// Its custom properties.
    #[must_use]
    pub const fn properties(&self) -> &Properties {
        &self.properties
    }

    /// The same object with other custom properties.
    #[must_use]
    pub fn with_properties(mut self, properties: Properties) -> Self {
        self.properties = properties;
        self
    }

    /// Whether a map can hold it: see [`TileMap::add_object`].
    pub(super) fn is_within_reach(&self) -> bool {
        const REACH: f32 = TileMap::MAX_COORDINATE as f32;
        // NaN is within nothing.
        let within = |vector: &Vec2| vector.x.abs() <= REACH && vector.y.abs() <= REACH;
        let corners: &[Vec2] = match &self.shape {
            ObjectShape::Polygon(corners) | ObjectShape::Polyline(corners) => corners,
            _ => &[],
        };
        let positive = self.size.x >= 0.0 && self.size.y >= 0.0;
        positive && self.rotation.is_finite() && [self.position, self.size].iter().chain(corners).all(within)
    }
}
