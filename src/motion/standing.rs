//! Queries of a body at its position: the floor under it, walls beside it, and the ledge ahead.

use super::body::Body;
use super::collision_world::{CollisionWorld, Floor};
use super::grounded::SlideStepper;
use super::options::MoveOptions;
use super::probe::StepProbe;
use super::solid::Side;
use crate::geometry::Direction;

impl Body {
    /// Returns the floor under the body; `None` if nothing stops a fall.
    ///
    /// A one-way platform counts if the body is above its face. Costs a test of each pixel of the body's underside, and
    /// the [normal](crate::TerrainQuery::surface_normal).
    ///
    /// ```
    /// use tileray::{Body, SolidityMap, Terrain, glam::{ivec2, vec2}};
    ///
    /// let level = Terrain::from_solidity(&SolidityMap::from_fn(100, 100, |_, y| y >= 80));
    /// let floor = Body::rectangle((11, 10), ivec2(20, 70))?.floor(&level).expect("a floor");
    /// assert_eq!((floor.pixel, floor.normal), (ivec2(25, 80), vec2(0.0, -1.0)));
    /// # Ok::<(), tileray::motion::BodyShapeError>(())
    /// ```
    #[must_use]
    pub fn floor<'a>(&self, world: impl Into<CollisionWorld<'a>>) -> Option<Floor> {
        let world = self.world(world);
        let floors = StepProbe::unbuffered(world, self.shape()).floors(self.position());
        floors.first().map(|floor| world.floor_of(floor))
    }

    /// Returns whether something stops the body from falling.
    ///
    /// ```
    /// use tileray::motion::Side;
    /// use tileray::{Body, SolidityMap, Terrain, glam::ivec2};
    ///
    /// // A tunnel of 14 pixels, closed at x = 60.
    /// let tunnel = SolidityMap::from_fn(100, 100, |x, y| x >= 60 || !(66..80).contains(&y));
    /// let (tunnel, hero) = (Terrain::from_solidity(&tunnel), Body::rectangle((12, 14), ivec2(48, 66))?);
    /// assert!(hero.is_on_floor(&tunnel) && hero.is_on_ceiling(&tunnel));
    /// assert!(hero.is_on_wall(&tunnel, Side::Right) && !hero.is_on_wall(&tunnel, Side::Left));
    /// # Ok::<(), tileray::motion::BodyShapeError>(())
    /// ```
    #[must_use]
    pub fn is_on_floor<'a>(&self, world: impl Into<CollisionWorld<'a>>) -> bool {
        self.is_stopped(world.into(), Direction::Down)
    }

    /// Returns whether something stops the body from going up. See [`is_on_floor`](Self::is_on_floor).
    #[must_use]
    pub fn is_on_ceiling<'a>(&self, world: impl Into<CollisionWorld<'a>>) -> bool {
        self.is_stopped(world.into(), Direction::Up)
    }

    /// Returns whether something stops the body on one side; a slope and a step count. See
    /// [`is_on_floor`](Self::is_on_floor).
    #[must_use]
    pub fn is_on_wall<'a>(&self, world: impl Into<CollisionWorld<'a>>, side: Side) -> bool {
        self.is_stopped(world.into(), side.direction())
    }

    /// Returns whether something stops the body's next step in a direction.
    pub(super) fn is_stopped(&self, world: CollisionWorld<'_>, direction: Direction) -> bool {
        StepProbe::unbuffered(self.world(world), self.shape()).stops(self.position(), direction)
    }

    /// Returns how many pixels a body on a floor can walk to one side before it leaves the floor.
    ///
    /// The step over the edge is not counted: 0 means that the next step leads over it. A floor that drops by no more
    /// than [`floor_snap`](MoveOptions::floor_snap) a pixel goes on. Returns `None` if the floor goes on for more than
    /// `reach` pixels, if a wall comes first, or if the body does not stand on a floor. Costs a walk of `reach` + 1
    /// steps; `reach` is clamped to 4096.
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
        let (direction, reach) = (side.direction(), reach.min(4096));
        let mut probe = StepProbe::new(self.world(world), self.shape(), direction.step() * reach as i32);
        let mut stepper = SlideStepper::new(&mut probe, options, self.position(), false, None);
        if !stepper.is_supported() {
            return None;
        }
        for steps in 0..=reach {
            if !stepper.step(direction) {
                return None;
            }
            if !stepper.is_supported() {
                return Some(steps);
            }
        }
        None
    }
}
