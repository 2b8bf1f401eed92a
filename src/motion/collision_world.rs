//! The collision world: the terrain and the solids that stop bodies, and the floor under a shape.

use super::categories::Categories;
use super::contact::{ContactKey, MoveContact};
use super::floor_area::FloorArea;
use super::solid::Solid;
use crate::geometry::{Direction, Rect};
use crate::terrain::{LayerMask, OneWayRule, Terrain};
use crate::tile::Tile;
use glam::{DVec2, IVec2, Vec2, vec2};

/// The radius of the neighborhood that gives the normal of a floor, in pixels.
const NORMAL_RADIUS: u32 = 6;

/// Everything that stops a body: a terrain, or some of its layers, and solids.
///
/// It borrows both and is cheap to create for each call. All motions and queries of a [`Body`](crate::Body) take it. They
/// regard only the solids that the body meets by its [`category`](crate::Body::category). A terrain alone converts to it:
/// `body.move_x(&terrain, 2.0)`. To move solids, create a [`CollisionWorldMut`](super::CollisionWorldMut).
///
/// ```
/// use tileray::{Body, BodyShape, CollisionWorld, Solid, SolidityMap, Terrain, glam::ivec2};
///
/// let terrain = Terrain::from_solidity(&SolidityMap::from_fn(100, 100, |_, y| y >= 80));
/// let lifts = [Solid::new(BodyShape::rectangle((20, 4))?, ivec2(40, 60))];
/// let mut hero = Body::rectangle((12, 14), ivec2(45, 20))?;
///
/// let world = CollisionWorld::new(&terrain, &lifts);
/// assert_eq!(hero.clone().move_y(world, 100.0).moved, 26); // onto the lift
/// assert_eq!(hero.move_y(&terrain, 100.0).moved, 46); // onto the terrain
/// # Ok::<(), tileray::motion::BodyShapeError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct CollisionWorld<'a> {
    /// The level.
    pub terrain: &'a Terrain,
    /// The layers of the terrain that stop bodies.
    pub layers: LayerMask,
    /// The platforms, lifts and doors.
    pub solids: &'a [Solid],
    /// The floors that move, as seen from above.
    pub floor_areas: &'a [FloorArea],
    /// The categories of the body or solid that moves. Only the solids that it meets count.
    pub(super) categories: Categories,
}

/// The floor under a body.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Floor {
    /// The pixel that stops the fall. Of several pixels, it is the one nearest to the middle of the body; on a tie, the
    /// left one.
    pub pixel: IVec2,
    /// The unit normal of the floor. For terrain it is the [smooth normal](crate::TerrainQuery::surface_normal)
    /// within 6 pixels, or straight up if there is none; for a solid it is straight up.
    pub normal: Vec2,
    /// The index of the solid; `None` for terrain. Where the middle of the body lies right between two floors, it is that
    /// of the left one, so a game whose mirrored levels play the mirrored way asks the contacts of a
    /// [`Slide`](super::Slide), which list both.
    pub solid: Option<usize>,
    /// The layer of the terrain; `None` for a solid.
    pub layer: Option<usize>,
    /// The cell of that layer; zero for a solid.
    pub cell: IVec2,
    /// The tile; `None` for a solid, and for filled pixels.
    pub tile: Option<Tile>,
}

impl<'a> CollisionWorld<'a> {
    /// Creates a world of a terrain with all its layers, and solids.
    #[must_use]
    pub const fn new(terrain: &'a Terrain, solids: &'a [Solid]) -> Self {
        Self { terrain, layers: LayerMask::ALL, solids, floor_areas: &[], categories: Categories::ALL }
    }

    /// Returns the same world with floor areas, which carry bodies as seen from above.
    #[must_use]
    pub const fn floor_areas(mut self, floor_areas: &'a [FloorArea]) -> Self {
        self.floor_areas = floor_areas;
        self
    }

    /// Returns the same world with some layers of the terrain only.
    #[must_use]
    pub const fn layers(mut self, layers: LayerMask) -> Self {
        self.layers = layers;
        self
    }

    /// Returns the same world as a body or a solid with some categories meets it.
    pub(super) const fn met_by(mut self, categories: Categories) -> Self {
        self.categories = categories;
        self
    }

    /// Returns the conveyor speed of a floor, in pixels a second along x; `None` if it does not move.
    ///
    /// The speed is the [`conveyor`](Solid::conveyor) of a solid, or the
    /// [property](crate::tile::TileSet::CONVEYOR) of a tile.
    ///
    /// ```
    /// use tileray::{Body, BodyShape, CollisionWorld, Solid, SolidityMap, Terrain, glam::ivec2};
    ///
    /// let terrain = Terrain::from_solidity(&SolidityMap::new(100, 100));
    /// let belt = [Solid::new(BodyShape::rectangle((60, 4))?, ivec2(0, 50)).with_conveyor(-30.0)];
    /// let world = CollisionWorld::new(&terrain, &belt);
    /// let floor = Body::rectangle((12, 14), ivec2(10, 36))?.floor(world).expect("the belt");
    /// assert_eq!((floor.solid, world.conveyor(&floor)), (Some(0), Some(-30.0)));
    /// # Ok::<(), tileray::motion::BodyShapeError>(())
    /// ```
    #[must_use]
    pub fn conveyor(&self, floor: &Floor) -> Option<f32> {
        self.conveyor_at(floor.solid, floor.tile)
    }

    /// Returns the conveyor speed of a solid or a tile.
    fn conveyor_at(&self, solid: Option<usize>, tile: Option<Tile>) -> Option<f32> {
        match solid {
            Some(index) => self.solids.get(index).and_then(Solid::conveyor_speed),
            None => tile.and_then(|tile| self.terrain.map()?.tile_set(tile.set)?.conveyor(tile.id, tile.orientation)),
        }
    }

    /// Returns whether the world has any conveyor.
    pub(super) fn has_conveyor(&self) -> bool {
        self.solids.iter().any(|solid| solid.conveyor_speed().is_some()) || self.terrain.has_conveyor()
    }

    /// Returns the conveyor speed of a tile or solid that stops a fall at a pixel; `None` if it does not move.
    pub(super) fn conveyor_of(&self, pixel: IVec2, key: ContactKey) -> Option<f32> {
        let key = self.floor_key(pixel, key);
        self.conveyor_at(key.solid(), key.tile())
    }

    /// Returns whether a layer is solid against one direction only.
    #[inline]
    pub(super) fn has_one_way_layer(&self) -> bool {
        let is_one_way = |direction: &Direction| self.terrain.one_way(self.layers, *direction).is_some();
        self.terrain.has_one_way() && Direction::ALL.iter().any(is_one_way)
    }

    /// Returns the solids that are met and whose bounding boxes overlap a rectangle, with their indices.
    pub(super) fn solids_in(&self, pixels: Rect) -> impl Iterator<Item = (usize, &'a Solid)> + use<'a> {
        let categories = self.categories;
        let counts = move |(index, solid): &(usize, &Solid)| {
            solid.rect().overlaps(&pixels) && categories.meet(&solid.categories(*index))
        };
        self.solids.iter().enumerate().filter(counts)
    }

    /// Returns the floor of a contact that stops a fall.
    pub(super) fn floor_of(&self, contact: &MoveContact) -> Floor {
        let (up, pixel, solid) = (vec2(0.0, -1.0), contact.pixel(), contact.solid());
        let smooth = || self.terrain.query().layers(self.layers).surface_normal(pixel, NORMAL_RADIUS);
        let normal = if solid.is_some() { None } else { smooth() };
        let contact = MoveContact { key: self.floor_key(pixel, contact.key), ..*contact };
        let (layer, cell, tile) = (contact.layer(), contact.cell(), contact.tile());
        Floor { pixel, normal: normal.unwrap_or(up), solid, layer, cell, tile }
    }

    /// Returns what a floor belongs to, given what stops a fall at its pixel: the frontmost of all tiles that are solid
    /// there against a fall. Where none is, the floor is the side of something else.
    fn floor_key(&self, pixel: IVec2, key: ContactKey) -> ContactKey {
        let is_plain = key.solid().is_some() || !self.has_one_way_layer();
        if is_plain || !self.terrain.select(self.layers, OneWayRule::Respect, DVec2::Y).is_solid(pixel) {
            return key;
        }
        ContactKey::of_tile(&self.terrain.owners(self.layers, OneWayRule::Respect).owner_of(pixel, || DVec2::Y))
    }
}

impl<'a> From<&'a Terrain> for CollisionWorld<'a> {
    fn from(terrain: &'a Terrain) -> Self {
        Self::new(terrain, &[])
    }
}
