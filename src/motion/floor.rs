use super::ground::Ground;
use super::walk::Walk;
use super::{Body, BodyShape, CollisionWorld, MoveOptions, Side};
use crate::geometry::Direction;
use crate::terrain::{OneWayRule, Owner};
use crate::tile::Tile;
use glam::{DVec2, IVec2, Vec2, vec2};

/// How far the normal of a floor looks, in pixels.
const NORMAL_RADIUS: u32 = 6;

/// What a body stands on.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Floor {
    /// The pixel that stops the fall, of several the one that is nearest to the middle of the body, of two the left one.
    pub pixel: IVec2,
    /// A unit vector out of the floor: for terrain the [smooth one](crate::terrain::Terrain::surface_normal) within 6 pixels, straight
    /// up where that is none, and for a solid straight up.
    pub normal: Vec2,
    /// The solid that it belongs to, by its place; `None` for terrain.
    pub solid: Option<usize>,
    /// The layer of the terrain; `None` for a solid.
    pub layer: Option<usize>,
    /// The cell of that layer; zero for a solid.
    pub cell: IVec2,
    /// The tile; `None` for a solid, and for what was filled.
    pub tile: Option<Tile>,
}

impl Body {
    /// What the body stands on; `None` where nothing stops it from falling.
    ///
    /// What is solid against motion down only counts where the body is above its face. Costs a look at each pixel of the
    /// body's underside, and the [normal](crate::terrain::Terrain::surface_normal).
    #[must_use]
    pub fn floor<'a>(&self, world: impl Into<CollisionWorld<'a>>) -> Option<Floor> {
        world.into().floor_under(self.shape(), self.position())
    }

    /// Whether something stops the body from falling.
    #[must_use]
    pub fn is_on_floor<'a>(&self, world: impl Into<CollisionWorld<'a>>) -> bool {
        world.into().stops(self.shape(), self.position(), Direction::Down)
    }

    /// Whether something stops the body from going up.
    #[must_use]
    pub fn is_on_ceiling<'a>(&self, world: impl Into<CollisionWorld<'a>>) -> bool {
        world.into().stops(self.shape(), self.position(), Direction::Up)
    }

    /// Whether something stops the body from going aside, slopes and steps too.
    #[must_use]
    pub fn is_on_wall<'a>(&self, world: impl Into<CollisionWorld<'a>>, side: Side) -> bool {
        world.into().stops(self.shape(), self.position(), side.way())
    }

    /// How many pixels a body that stands on a floor can walk to one side before it would leave it, at most `reach`; `None`
    /// where the floor goes on for longer, where a wall comes first, or where the body does not stand on one.
    ///
    /// A floor that falls by no more than [`floor_snap`](MoveOptions::floor_snap) a pixel goes on. The first pixel along which
    /// the body would fall is not counted: 0 means that the next step leads over the edge. Costs a walk of one step more than
    /// `reach`; one above 4096 counts as that.
    ///
    /// ```
    /// use tileray::{Body, MoveOptions, SolidityMap, Terrain, glam::ivec2};
    /// use tileray::motion::Side;
    ///
    /// let ledge = Terrain::from_solidity(&SolidityMap::from_fn(100, 60, |_, y| y >= 40));
    /// let guard = Body::rectangle((12, 14), ivec2(70, 26))?;
    /// let options = MoveOptions::default();
    /// assert_eq!(guard.ledge_ahead(&ledge, Side::Right, 40, &options), Some(29));
    /// assert_eq!(guard.ledge_ahead(&ledge, Side::Right, 28, &options), None);
    /// # Ok::<(), tileray::motion::BodyShapeError>(())
    /// ```
    #[must_use]
    pub fn ledge_ahead<'a>(
        &self,
        world: impl Into<CollisionWorld<'a>>,
        side: Side,
        reach: u32,
        options: &MoveOptions,
    ) -> Option<u32> {
        let way = side.way();
        let mut ground = Ground::new(world.into(), self.shape(), way.step() * reach.min(4096) as i32);
        let mut walk = Walk::new(&mut ground, options, self.position(), false, way);
        if !walk.is_supported() {
            return None;
        }
        for steps in 0..=reach.min(4096) {
            if !walk.step(way) {
                return None;
            }
            if !walk.is_supported() {
                return Some(steps);
            }
        }
        None
    }
}

impl CollisionWorld<'_> {
    /// What a shape at a place stands on.
    fn floor_under(&self, shape: &BodyShape, at: IVec2) -> Option<Floor> {
        let up = vec2(0.0, -1.0);
        let (pixel, solid) = self.support(shape, at)?;
        if solid.is_some() {
            return Some(Floor { pixel, normal: up, solid, layer: None, cell: IVec2::ZERO, tile: None });
        }
        let owner = self.floor_owner(pixel);
        let normal = self.terrain.surface_normal(pixel, NORMAL_RADIUS, self.layers).unwrap_or(up);
        Some(Floor { pixel, normal, solid, layer: Some(owner.layer), cell: owner.cell, tile: *owner.tile })
    }

    /// To whom a pixel of the terrain belongs that stops a fall.
    fn floor_owner(&self, pixel: IVec2) -> Owner<'_> {
        self.terrain.owners(self.layers, OneWayRule::Respect).of(pixel, || DVec2::Y)
    }

    /// The pixel that stops a shape at a place from falling, and the solid that it belongs to; of several the one nearest to
    /// the middle, of two the left one, and the terrain's before a solid's.
    fn support(&self, shape: &BodyShape, at: IVec2) -> Option<(IVec2, Option<usize>)> {
        let at = at + IVec2::Y;
        let bounds = shape.bounds().translated(at);
        // Twice as far from the middle, which may lie between two pixels.
        let off_middle = |pixel: &IVec2| ((2 * pixel.x + 1 - bounds.min.x - bounds.max.x).abs(), pixel.x, pixel.y);
        let under = || shape.front(Direction::Down).pixels().map(|pixel| pixel + at);
        let nearest = |stops: &dyn Fn(IVec2) -> bool| under().filter(|&pixel| stops(pixel)).min_by_key(off_middle);
        let one_way = self.terrain.one_way(self.layers, Direction::Down);
        let two_way = self.terrain.two_way(self.layers);
        let on_terrain = nearest(&|pixel| {
            let is_face = |pixel: IVec2| {
                one_way.as_ref().is_some_and(|solid| solid.is_solid(pixel) && !solid.is_solid(pixel - IVec2::Y))
            };
            two_way.is_solid(pixel) || is_face(pixel)
        });
        let on_solids = self
            .solids_in(bounds)
            .filter_map(|(place, solid)| Some((nearest(&|pixel| solid.is_floor(pixel))?, Some(place))));
        on_terrain.map(|pixel| (pixel, None)).into_iter().chain(on_solids).min_by_key(|(pixel, _)| off_middle(pixel))
    }

    /// How fast the floor runs that holds a shape at a place; `None` where it does not, or nothing holds it.
    pub(super) fn conveyor_under(&self, shape: &BodyShape, at: IVec2) -> Option<f32> {
        match self.support(shape, at)? {
            (_, Some(place)) => self.conveyor_of_solid(place),
            (pixel, None) => self.conveyor_of_tile((*self.floor_owner(pixel).tile)?),
        }
    }
}
