//! Objects: the content of a map outside its cells.

use super::placed_tile::Tile;
use super::properties::Properties;
use glam::Vec2;

/// An object that a map places freely, not in a cell: a spawn point, a trigger, a path, a decoration.
///
/// Lengths are pixels of the world. Objects are data for programs. They are not solid, and rays pass through them,
/// unless [`TileMap::add_solid_objects`](super::TileMap::add_solid_objects) makes a layer of them terrain.
///
/// ```
/// use tileray::tile::{MapObject, ObjectShape};
/// use tileray::{TileMap, glam::{uvec2, vec2}};
///
/// let mut map = TileMap::new(uvec2(16, 16))?.with_size(uvec2(20, 10))?;
/// let spawn = MapObject::new(vec2(40.0, 32.0), ObjectShape::Point);
/// map.add_object(MapObject { class: "spawn".into(), ..spawn })?;
/// let spawn = map.objects().find(|object| object.class == "spawn").expect("added above");
/// assert_eq!(spawn.position, vec2(40.0, 32.0));
/// # Ok::<(), tileray::tile::TileMapError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MapObject {
    /// The number by which properties refer to the object, or 0. Maps do not check that it is unique.
    pub id: u32,
    /// The object's name. It may be empty and need not be unique.
    pub name: String,
    /// The object's class, which tells programs its purpose. It may be empty.
    pub class: String,
    /// The path of the object's layer, an [`ObjectLayer::path`] such as `caves/things`.
    pub layer: String,
    /// The top left corner of the object's rectangle, for every shape. Rotations turn the object around it.
    ///
    /// It includes the offsets of the layer and of the groups around it, without rounding. The corners of a polygon may
    /// lie on any side of it.
    pub position: Vec2,
    /// The width and height in pixels.
    pub size: Vec2,
    /// The rotation around the position, in radians, clockwise on the screen.
    pub rotation: f32,
    /// Whether the object is shown. Objects of hidden layers and groups are not.
    pub visible: bool,
    /// The shape.
    pub shape: ObjectShape,
    /// The custom properties.
    pub properties: Properties,
}

/// The largest coordinate and length of an object: [`TileMap::MAX_COORDINATE`](super::TileMap::MAX_COORDINATE).
const MAX_LENGTH: f32 = (1 << 24) as f32;

/// The shape of an object. Points are relative to its [`position`](MapObject::position), before its rotation.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum ObjectShape {
    /// A rectangle of the object's size, which may be 0.
    Rectangle,
    /// A point at the position.
    Point,
    /// An ellipse inscribed in the rectangle of the object's size.
    Ellipse,
    /// A capsule inscribed in the rectangle of the object's size: the shorter side is the diameter of its round ends.
    Capsule,
    /// The corners of a closed outline, which may cross itself. [`Polygon::new`](crate::geometry::Polygon::new) checks
    /// whether it does.
    Polygon(Vec<Vec2>),
    /// The corners of an open line.
    Polyline(Vec<Vec2>),
    /// A tile, flipped and then scaled to the object's size.
    Tile(Tile),
    /// A text in a rectangle of the object's size.
    Text(String),
}

/// A layer of objects. Its objects name it by its path, as [`MapObject::layer`].
///
/// [`TileMap::object_layers`](super::TileMap::object_layers) lists the object layers of a map, also those without
/// objects.
///
/// ```
/// use tileray::tile::{MapObject, ObjectLayer, ObjectShape, Properties, Property};
/// use tileray::{TileMap, glam::{uvec2, vec2}};
///
/// let mut map = TileMap::new(uvec2(16, 16))?.with_size(uvec2(20, 10))?;
/// let damage: Properties = [("damage".to_owned(), Property::Int(3))].into_iter().collect();
/// map.add_object_layer(ObjectLayer { properties: damage, ..ObjectLayer::new("traps") });
/// let trap = MapObject::new(vec2(40.0, 32.0), ObjectShape::Point);
/// map.add_object(MapObject { layer: "traps".into(), ..trap })?;
///
/// let trap = map.objects().next().expect("added above");
/// let layer = map.object_layers().find(|layer| layer.path == trap.layer).expect("added above");
/// assert_eq!(layer.properties.number("damage"), Some(3.0));
/// # Ok::<(), tileray::tile::TileMapError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ObjectLayer {
    /// The names of the groups around the layer and its own name, joined by slashes: `caves/things`. Several layers may
    /// have the same path.
    pub path: String,
    /// Whether the layer and the groups around it are shown.
    pub visible: bool,
    /// The layer's own custom properties.
    pub properties: Properties,
}

impl ObjectLayer {
    /// Creates a visible layer with a [path](Self::path).
    #[must_use]
    pub fn new(path: impl Into<String>) -> Self {
        Self { path: path.into(), visible: true, properties: Properties::default() }
    }
}

impl MapObject {
    /// Creates a visible object of size 0, without rotation.
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

    /// Returns the object moved by `offset`, with the tile set of its tile renumbered.
    pub(super) fn moved(&self, offset: Vec2, set: impl Fn(u16) -> u16) -> Self {
        let mut moved = Self { position: self.position + offset, ..self.clone() };
        if let ObjectShape::Tile(tile) = &mut moved.shape {
            tile.set = set(tile.set);
        }
        moved
    }

    /// Returns whether all numbers are finite, the size is not negative, and no coordinate or length is beyond the
    /// limit of maps.
    pub(crate) fn is_valid(&self) -> bool {
        let limit = MAX_LENGTH;
        // False for NaN.
        let within = |vector: &Vec2| vector.x.abs() <= limit && vector.y.abs() <= limit;
        let corners: &[Vec2] = match &self.shape {
            ObjectShape::Polygon(corners) | ObjectShape::Polyline(corners) => corners,
            _ => &[],
        };
        let positive = self.size.x >= 0.0 && self.size.y >= 0.0;
        positive && self.rotation.is_finite() && [self.position, self.size].iter().chain(corners).all(within)
    }
}
