use super::ground::Ground;
use super::{BodyShape, Floor, Solid};
use crate::geometry::Direction;
use crate::geometry::Rect;
use crate::terrain::{LayerMask, Terrain};
use crate::tile::Tile;
use glam::IVec2;

/// What a body may come up against: terrain, and solid things that move.
///
/// A terrain by itself is one too: `body.move_x(&terrain, 2.0)`.
#[derive(Clone, Copy, Debug)]
pub struct CollisionWorld<'a> {
    /// The level.
    pub terrain: &'a Terrain,
    /// The layers of it that count.
    pub layers: LayerMask,
    /// Platforms and the like.
    pub solids: &'a [Solid],
    /// The solid that does not count, as while it is what moves.
    pub(super) except: Option<usize>,
}

impl<'a> CollisionWorld<'a> {
    /// A terrain with all its layers, and solid things.
    #[must_use]
    pub const fn new(terrain: &'a Terrain, solids: &'a [Solid]) -> Self {
        Self { terrain, layers: LayerMask::ALL, solids, except: None }
    }

    /// The same with some of the layers.
    #[must_use]
    pub const fn with_layers(mut self, layers: LayerMask) -> Self {
        self.layers = layers;
        self
    }

    /// The solids that count and whose box meets a rectangle, with their places.
    pub(super) fn solids_in(&self, pixels: Rect) -> impl Iterator<Item = (usize, &'a Solid)> + use<'a> {
        let except = self.except;
        let meets = move |(_, solid): &(usize, &Solid)| !solid.rect().intersection(&pixels).is_empty();
        self.solids.iter().enumerate().filter(move |(place, _)| Some(*place) != except).filter(meets)
    }

    /// Whether any floor may run.
    pub(super) fn has_conveyor(&self) -> bool {
        self.solids.iter().any(|solid| solid.runs().is_some()) || self.terrain.has_conveyor()
    }

    /// How fast a floor runs, in pixels a second along x: a solid by its [`conveyor`](Solid::conveyor), a tile by its
    /// [property](crate::tile::TileSet::CONVEYOR). `None` where it does not.
    #[must_use]
    pub fn conveyor(&self, floor: &Floor) -> Option<f32> {
        match floor.solid {
            Some(place) => self.conveyor_of_solid(place),
            None => self.conveyor_of_tile(floor.tile?),
        }
    }

    pub(super) fn conveyor_of_solid(&self, place: usize) -> Option<f32> {
        self.solids.get(place).and_then(Solid::runs)
    }

    pub(super) fn conveyor_of_tile(&self, tile: Tile) -> Option<f32> {
        self.terrain.map()?.tile_set(tile.set)?.conveyor(tile.id, tile.orientation)
    }

    /// Whether a step of a shape is stopped, from a place where it is free.
    pub(super) fn stops(&self, shape: &BodyShape, at: IVec2, way: Direction) -> bool {
        Ground::plain(*self, shape).stops(at, way)
    }

    /// Whether a shape at a place shares a pixel with what stops every motion.
    pub(super) fn is_blocked(&self, shape: &BodyShape, at: IVec2) -> bool {
        self.terrain.two_way(self.layers).overlap(shape.mask(), at).is_some()
            || self
                .solids_in(shape.bounds().translated(at))
                .any(|(_, solid)| solid.one_way.is_none() && shape.overlaps(at, &solid.shape, solid.position()))
    }
}

impl<'a> From<&'a Terrain> for CollisionWorld<'a> {
    fn from(terrain: &'a Terrain) -> Self {
        Self::new(terrain, &[])
    }
}

impl<'a> From<&CollisionWorld<'a>> for CollisionWorld<'a> {
    fn from(surroundings: &CollisionWorld<'a>) -> Self {
        *surroundings
    }
}
