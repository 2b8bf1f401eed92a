//! Bodies: kinematic bodies that are moved by a velocity and stopped by solid pixels.

use super::collision_world::{CollisionWorld, Floor};
use super::fixed::{self, FixedPosition};
use super::probe::StepProbe;
use super::shape::{BodyShape, BodyShapeError};
use super::solid::Side;
use super::steps::PixelSteps;
use super::walk::{self, EmptySpaceSkipper, MoveOptions, SlideStepper};
use crate::geometry::{Direction, Rect};
use crate::terrain::StateHash;
use glam::{IVec2, UVec2, Vec2};

/// A kinematic body: a character, an enemy or a crate that moves among solid pixels and never enters them.
///
/// It is Celeste's actor, and what other engines call a kinematic body or a character controller;
/// [`move_and_slide`](Self::move_and_slide) is named after Godot's.
///
/// A body lies at whole pixels: the pixel nearest to its exact position. The fraction of a pixel is kept in 1/65536 of
/// a pixel, so that equal inputs give equal bits on every machine. Along an axis on which the body is stopped, the
/// fraction is dropped. Bodies do not collide with each other. The world ends ±2^24 pixels from its origin: motions end
/// there, and report no obstacle. A clone is a snapshot that shares the shape.
///
/// ```
/// use tileray::{Body, MoveOptions, SolidityMap, Terrain, glam::{ivec2, uvec2, vec2}};
///
/// // A floor, and a slope of 45° that rises to the right from x = 100 on.
/// let level = SolidityMap::from_fn(200, 100, |x, y| y >= 80 || x + y >= 180);
/// let terrain = Terrain::from_solidity(&level);
///
/// let mut hero = Body::rectangle(uvec2(12, 14), ivec2(20, 40))?;
/// let (mut velocity, dt) = (vec2(90.0, 0.0), 1.0 / 60.0);
/// for _ in 0..60 {
///     velocity.y += 900.0 * dt;
///     let slide = hero.move_and_slide(&terrain, velocity, dt, &MoveOptions::default());
///     velocity = slide.velocity;
/// }
/// // It fell to the floor, walked to the slope and up the slope, 90 pixels to the right in all.
/// assert_eq!((hero.position(), velocity), (ivec2(110, 45), vec2(90.0, 0.0)));
/// # Ok::<(), tileray::motion::BodyShapeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Body {
    shape: BodyShape,
    pub(super) position: FixedPosition,
}

/// The result of a motion along one axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct AxisMove {
    /// The displacement, in pixels.
    pub moved: i32,
    /// Whether something stopped the body.
    pub blocked: bool,
}

/// The result of [`Body::move_and_slide`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Slide {
    /// The displacement in pixels. It includes the way up and down slopes and steps, but not
    /// [`pushed_out`](Self::pushed_out).
    pub moved: IVec2,
    /// The remaining velocity: 0 along an axis on which the body was stopped.
    pub velocity: Vec2,
    /// Whether the body stands on a floor and does not go up.
    pub on_floor: bool,
    /// Whether a ceiling stopped the body.
    pub on_ceiling: bool,
    /// The side on which a wall stopped the body. `None` beside a wall too, while the body is too slow to reach the
    /// next pixel; [`Body::is_on_wall`] tells whether a wall is there.
    pub wall: Option<Side>,
    /// The displacement by which a body that started inside something solid was pushed out; zero if it was free.
    pub pushed_out: IVec2,
    /// Whether the body started inside something solid, and [`MoveOptions::max_push_out`] is too short to push it out.
    /// Then it did not move.
    pub is_stuck: bool,
}

impl Body {
    /// Creates a body. The shape's pixel `(0, 0)` lies at `position`.
    ///
    /// It may start inside something solid; see [`move_and_slide`](Self::move_and_slide). Positions are clamped to
    /// ±2^24 pixels.
    ///
    /// ```
    /// use tileray::{Body, BodyShape, glam::ivec2};
    ///
    /// let hero = Body::new(BodyShape::rounded((12, 20), 2)?, ivec2(100, 80));
    /// assert_eq!(hero.rect().max, ivec2(112, 100));
    /// # Ok::<(), tileray::motion::BodyShapeError>(())
    /// ```
    #[must_use]
    pub const fn new(shape: BodyShape, position: IVec2) -> Self {
        Self { shape, position: FixedPosition::new(position) }
    }

    /// Creates a box of `size` pixels whose top left pixel is `position`.
    ///
    /// # Errors
    /// Returns an error if a side is 0 or above [`BodyShape::MAX_SIDE`].
    ///
    /// ```
    /// use tileray::{Body, glam::ivec2};
    ///
    /// assert_eq!(Body::rectangle((12, 14), ivec2(20, 40))?.position(), ivec2(20, 40));
    /// assert!(Body::rectangle((0, 14), ivec2(20, 40)).is_err());
    /// # Ok::<(), tileray::motion::BodyShapeError>(())
    /// ```
    pub fn rectangle(size: impl Into<UVec2>, position: IVec2) -> Result<Self, BodyShapeError> {
        Ok(Self::new(BodyShape::rectangle(size)?, position))
    }

    /// Returns the pixels, relative to the position.
    #[must_use]
    pub const fn shape(&self) -> &BodyShape {
        &self.shape
    }

    /// Sets the shape, for instance to crouch, and keeps the position. The new shape may overlap something solid.
    pub fn set_shape(&mut self, shape: BodyShape) {
        self.shape = shape;
    }

    /// Returns the position of the shape's pixel `(0, 0)`.
    #[must_use]
    pub const fn position(&self) -> IVec2 {
        self.position.pixel()
    }

    /// Teleports the body and drops its fraction of a pixel.
    pub const fn set_position(&mut self, position: IVec2) {
        self.position = FixedPosition::new(position);
    }

    /// Returns the position with its fraction of a pixel, which is from −1/2 up to 1/2.
    #[must_use]
    pub fn exact_position(&self) -> Vec2 {
        self.position.to_vec2()
    }

    /// Returns the bounding box of the pixels in the world.
    #[must_use]
    pub fn rect(&self) -> Rect {
        self.shape.bounds().translated(self.position())
    }

    /// Adds the position with its fraction to the hash of a state.
    pub fn hash_state(&self, hash: &mut StateHash) {
        self.position.hash_state(hash);
    }

    /// Moves along x, pixel by pixel, until something stops the body.
    ///
    /// Slopes and steps stop it. Something [one-way](Direction) stops a motion in its direction that meets its face
    /// from outside, and no other motion. A body inside something solid is stopped by the solid pixels that it would
    /// newly cover.
    ///
    /// NaN counts as 0, and motions beyond ±32768 pixels are clamped. Motions that are multiples of 1/65536 pixel add
    /// up exactly: `move_x(a)` and `move_x(b)` equal `move_x(a + b)` where nothing is in the way, and end at the same
    /// pixel in any case if `a` and `b` have one sign.
    ///
    /// Costs a look at the pixels around the body and a few operations for each pixel of the motion.
    ///
    /// ```
    /// use tileray::motion::AxisMove;
    /// use tileray::{Body, SolidityMap, Terrain, glam::ivec2};
    ///
    /// let wall = Terrain::from_solidity(&SolidityMap::from_fn(100, 100, |x, _| x >= 50));
    /// let mut crate_box = Body::rectangle((10, 10), ivec2(20, 20))?;
    /// assert_eq!(crate_box.move_x(&wall, 7.5), AxisMove { moved: 8, blocked: false });
    /// assert_eq!(crate_box.move_x(&wall, 300.0), AxisMove { moved: 12, blocked: true });
    /// # Ok::<(), tileray::motion::BodyShapeError>(())
    /// ```
    pub fn move_x<'a>(&mut self, world: impl Into<CollisionWorld<'a>>, amount: f32) -> AxisMove {
        let motion = [fixed::units(amount.into()), 0];
        self.move_axis(world.into(), motion)
    }

    /// Moves along y, pixel by pixel, until something stops the body. See [`move_x`](Self::move_x).
    ///
    /// ```
    /// use tileray::{Body, SolidityMap, Terrain, glam::ivec2};
    ///
    /// let floor = Terrain::from_solidity(&SolidityMap::from_fn(100, 100, |_, y| y >= 80));
    /// let mut stone = Body::rectangle((10, 10), ivec2(20, 20))?;
    /// assert!(stone.move_y(&floor, 1000.0).blocked);
    /// assert_eq!(stone.position(), ivec2(20, 70));
    /// # Ok::<(), tileray::motion::BodyShapeError>(())
    /// ```
    pub fn move_y<'a>(&mut self, world: impl Into<CollisionWorld<'a>>, amount: f32) -> AxisMove {
        let motion = [0, fixed::units(amount.into())];
        self.move_axis(world.into(), motion)
    }

    fn move_axis(&mut self, world: CollisionWorld<'_>, motion: [i64; 2]) -> AxisMove {
        let mut at = self.position();
        let mut steps = PixelSteps::in_world(at, self.position.remainder(), motion);
        let mut blocked = false;
        if !steps.is_over() {
            let mut probe = StepProbe::new(world, &self.shape, steps.left());
            if probe.is_clear(at, steps.left(), false) {
                at += steps.left();
                steps.skip_until(PixelSteps::DURATION);
            }
            let mut skipper = EmptySpaceSkipper::new(false);
            loop {
                skipper.skip(&mut probe, &mut steps, &mut at);
                let Some(direction) = steps.next() else { break };
                if probe.stops(at, direction) {
                    blocked = true;
                    break;
                }
                at += direction.step();
            }
        }
        let axis = usize::from(motion[0] == 0);
        let moved = (at - self.position())[axis];
        let mut remainder = steps.remainder();
        if blocked {
            remainder[axis] = 0;
        }
        self.position.set(at, remainder);
        AxisMove { moved, blocked }
    }

    /// Moves by a velocity in pixels a second over `dt` seconds, and slides along slopes, steps, corners and walls.
    ///
    /// The exact position moves on a straight line, and the body takes the steps in which it crosses from pixel to
    /// pixel, one along x or y at a time. So no speed jumps over anything. Motions are clamped to ±32768 pixels along
    /// each axis.
    ///
    /// - A step **along x** that is stopped climbs instead, by as few pixels as possible: up to the rise of
    ///   [`max_slope`](MoveOptions::max_slope) over one pixel. A body on a floor climbs up to
    ///   [`step_height`](MoveOptions::step_height), if the floor behind the step rises by no more than the slope. That
    ///   floor is examined over twice the height of a step, at least 4 pixels; a wall ends it. If the step cannot
    ///   climb, a wall stops it, and the rest of the motion along x is dropped.
    /// - A body on a floor follows it down, unless the body goes up. A floor that drops by more than
    ///   [`floor_snap`](MoveOptions::floor_snap) at once is left. The speed along x is the same uphill, downhill and on
    ///   level floors.
    /// - A step **up** that is stopped goes aside by up to [`corner_correction`](MoveOptions::corner_correction), by as
    ///   few pixels as possible. Of two directions it takes that of the motion along x, or the left one without such
    ///   motion. If the step cannot go aside, a ceiling stops it.
    /// - A step **down** that is stopped ends on a floor. A body stands on whatever stops its fall, even a single
    ///   pixel.
    /// - A [one-way platform](Direction::Down) is a floor for a body that meets it from above, or that walks onto it
    ///   within the height of a step. Bodies pass it from below, from the sides and from inside, and with
    ///   [`drop_through`](MoveOptions::drop_through) from above. In the same way, what is solid against motion to the
    ///   left or to the right only is a wall, and what is solid against motion up only is a ceiling.
    /// - A floor that is a [conveyor](CollisionWorld::conveyor) adds its speed to a body that stands on it at the
    ///   start. The remaining velocity does not include that speed.
    ///
    /// A body that starts inside something that stops every motion is pushed out first, by as few pixels as possible,
    /// up to [`max_push_out`](MoveOptions::max_push_out). Of equal distances it takes up, then left, then right, then
    /// down. A body that cannot be pushed out is stuck and does not move.
    ///
    /// One call equals two calls with half the time each if the motions are multiples of 1/65536 pixel, nothing stops
    /// the body along an axis, no floor starts or ends under it, and the velocity is the same. NaN in the velocity or
    /// the time counts as no motion. A time of 0 moves only bodies that are pushed out, and keeps an upward velocity.
    ///
    /// Costs a look at the pixels around the body, and a few operations for each pixel of the motion near something
    /// solid. Where a side of the shape is above 40 pixels, a step of a box costs about ten times as much, and a step
    /// of another shape tests all bricks of 16×16 pixels that it covers.
    ///
    /// ```
    /// use tileray::motion::Side;
    /// use tileray::{Body, MoveOptions, SolidityMap, Terrain, glam::{ivec2, vec2}};
    ///
    /// // A floor, and a wall at x = 60.
    /// let room = Terrain::from_solidity(&SolidityMap::from_fn(100, 100, |x, y| x >= 60 || y >= 80));
    /// let mut hero = Body::rectangle((12, 14), ivec2(20, 60))?;
    /// let slide = hero.move_and_slide(&room, vec2(120.0, 90.0), 0.5, &MoveOptions::default());
    /// assert_eq!(hero.position(), ivec2(48, 66));
    /// assert_eq!((slide.wall, slide.on_floor), (Some(Side::Right), true));
    /// assert_eq!(slide.velocity, vec2(0.0, 0.0));
    /// # Ok::<(), tileray::motion::BodyShapeError>(())
    /// ```
    pub fn move_and_slide<'a>(
        &mut self,
        world: impl Into<CollisionWorld<'a>>,
        velocity: impl Into<Vec2>,
        dt: f32,
        options: &MoveOptions,
    ) -> Slide {
        let (world, velocity) = (world.into(), velocity.into());
        let motion = fixed::motion(velocity, dt);
        let mut steps = PixelSteps::in_world(self.position(), self.position.remainder(), motion);
        let velocity = Vec2::select(velocity.is_nan_mask(), Vec2::ZERO, velocity);
        // With a time of 0 the motion is zero, but an upward velocity still counts as rising.
        let rises = motion[1] < 0 || (dt == 0.0 && velocity.y < 0.0);
        let mut slide = Slide { velocity, ..Slide::default() };
        let mut probe = StepProbe::new(world, &self.shape, steps.left());
        if probe.is_clear(self.position(), steps.left(), !rises) {
            slide.moved = steps.left();
            self.position.set(self.position() + slide.moved, steps.remainder());
            return slide;
        }
        if !probe.is_free(self.position()) {
            match walk::push_out(&mut probe, self.position(), options) {
                Some(out) => slide.pushed_out = out,
                None => return Slide { velocity: Vec2::ZERO, is_stuck: true, ..slide },
            }
        }
        let start = self.position() + slide.pushed_out;
        if !rises && let Some(speed) = probe.conveyor(start) {
            let motion = fixed::motion(velocity + Vec2::new(speed, 0.0), dt);
            steps = PixelSteps::in_world(start, self.position.remainder(), motion);
        }
        let preferred = if motion[0] > 0 { Direction::Right } else { Direction::Left };
        let mut remainder = steps.remainder();
        let mut from = start;
        // A fall of less than a pixel would not enter the face that is to be dropped through.
        if options.drop_through && dt > 0.0 && !rises && steps.left().y == 0 && probe.is_held_by_faces(start) {
            // The least exact position of the next pixel, as the fall by itself would not reach it yet.
            (from.y, remainder.y) = (start.y + 1, fixed::LEAST_REMAINDER);
        }
        let mut stepper = SlideStepper::new(&mut probe, options, from, rises, preferred);
        let mut skipper = EmptySpaceSkipper::new(!rises);
        loop {
            stepper.skip(&mut skipper, &mut steps);
            let Some(direction) = steps.next() else { break };
            if stepper.step(direction) {
                continue;
            }
            skipper.restart();
            match direction {
                Direction::Left | Direction::Right => {
                    steps.stop_x();
                    (remainder.x, slide.velocity.x) = (0, 0.0);
                    slide.wall = Some(if direction == Direction::Left { Side::Left } else { Side::Right });
                }
                Direction::Up | Direction::Down => {
                    steps.stop_y();
                    (remainder.y, slide.velocity.y) = (0, 0.0);
                    slide.on_ceiling = direction == Direction::Up;
                }
            }
        }
        slide.on_floor = !rises && stepper.is_supported();
        if slide.on_floor {
            (remainder.y, slide.velocity.y) = (0, 0.0);
        }
        // Slopes and push-outs may lead beyond the edge of the world, where nothing is.
        let at = if FixedPosition::is_in_world(stepper.at()) { stepper.at() } else { start };
        slide.moved = at - start;
        self.position.set(at, remainder);
        slide
    }

    /// Returns the floor under the body; `None` if nothing stops a fall.
    ///
    /// A one-way platform counts if the body is above its face. Costs a test of each pixel of the body's underside, and
    /// the [normal](crate::terrain::Terrain::surface_normal).
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
        world.into().floor_under(&self.shape, self.position())
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

    fn is_stopped(&self, world: CollisionWorld<'_>, direction: Direction) -> bool {
        StepProbe::unbuffered(world, &self.shape).stops(self.position(), direction)
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
        let mut probe = StepProbe::new(world.into(), &self.shape, direction.step() * reach as i32);
        let mut stepper = SlideStepper::new(&mut probe, options, self.position(), false, direction);
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
