use super::course::Course;
use super::fixed::{self, UNITS};
use super::flight::Flight;
use super::ground::Ground;
use super::place::Place;
use super::walk::Walk;
use super::{BodyShape, BodyShapeError, CollisionWorld, MoveOptions, Side};
use crate::geometry::Direction;
use crate::geometry::Rect;
use crate::terrain::StateHash;
use glam::{IVec2, UVec2, Vec2};

/// Something that moves among solid pixels and is never inside of them: at whole pixels, with the fraction that it has moved
/// beyond kept in 1/65536 of a pixel, so that equal inputs give equal bits on every machine.
///
/// A body lies at the pixel that is nearest to where it is exactly, and the fraction is lost along an axis on which it is
/// stopped. Bodies do not collide with each other. The world ends ±2^24 pixels from its origin: a motion goes no farther than
/// that, and nothing is said to have stopped it. A clone is a snapshot; it shares the shape.
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
/// // It fell to the floor, walked to the slope and up: 90 pixels to the right at every point of it.
/// assert_eq!((hero.position(), velocity), (ivec2(110, 45), vec2(90.0, 0.0)));
/// # Ok::<(), tileray::motion::BodyShapeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Body {
    shape: BodyShape,
    pub(super) place: Place,
}

/// What a motion along one axis came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct AxisMove {
    /// The pixels that the body moved.
    pub moved: i32,
    /// Whether something stopped it.
    pub blocked: bool,
}

/// What [`Body::move_and_slide`] came to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Slide {
    /// The pixels that the body moved, with slopes and steps, but for what it was pushed out.
    pub moved: IVec2,
    /// The velocity that is left: 0 along an axis on which the body was stopped.
    pub velocity: Vec2,
    /// Whether something holds the body from below and it does not go up.
    pub on_floor: bool,
    /// Whether something stopped it going up.
    pub on_ceiling: bool,
    /// The side on which something stopped it. One that is so slow that it does not come to the next pixel is not stopped
    /// there yet; see [`Body::is_on_wall`].
    pub wall: Option<Side>,
    /// How it was moved out of what it was in at first; zero where it was free.
    pub pushed_out: IVec2,
    /// Whether it is inside something solid and [`MoveOptions::max_push_out`] does not lead out of it; then it did not move.
    pub is_stuck: bool,
}

impl Body {
    /// A body at a place; `position` is where the shape's pixel `(0, 0)` lies.
    ///
    /// It may begin inside something solid; see [`move_and_slide`](Self::move_and_slide). Places beyond ±2^24 pixels count as
    /// those.
    #[must_use]
    pub const fn new(shape: BodyShape, position: IVec2) -> Self {
        Self { shape, place: Place::new(position) }
    }

    /// A box of `size` pixels whose top left pixel is `position`.
    ///
    /// # Errors
    /// Where a side is 0 or above [`BodyShape::MAX_SIDE`].
    pub fn rectangle(size: impl Into<UVec2>, position: IVec2) -> Result<Self, BodyShapeError> {
        Ok(Self::new(BodyShape::rectangle(size)?, position))
    }

    /// Its pixels, relative to its position.
    #[must_use]
    pub const fn shape(&self) -> &BodyShape {
        &self.shape
    }

    /// Another shape at the same place, as for one that crouches; it may be inside something solid then.
    pub fn set_shape(&mut self, shape: BodyShape) {
        self.shape = shape;
    }

    /// Where the shape's pixel `(0, 0)` lies.
    #[must_use]
    pub const fn position(&self) -> IVec2 {
        self.place.pixel()
    }

    /// Puts it elsewhere, through whatever is in between, without a fraction.
    pub const fn set_position(&mut self, position: IVec2) {
        self.place = Place::new(position);
    }

    /// Where it lies with the fraction of a pixel that it has moved beyond, from −1/2 up to 1/2.
    #[must_use]
    pub fn exact_position(&self) -> Vec2 {
        self.place.exact()
    }

    /// The smallest rectangle around its pixels in the world.
    #[must_use]
    pub fn rect(&self) -> Rect {
        self.shape.bounds().translated(self.position())
    }

    /// Moves along x until something is in the way: pixel by pixel, so that nothing is jumped over.
    ///
    /// No slope or step is walked up. What is [solid in one direction only](Direction) stops a motion in that direction where the
    /// body comes upon its face from outside. A body that is inside something solid is stopped by what it would newly
    /// cover. A motion that is not a number is none, and one beyond ±32768 pixels is that. Motions add up exactly as far as
    /// they are multiples of 1/65536 pixel: `move_x(a)` and `move_x(b)` come to the same as `move_x(a + b)` where nothing is in
    /// the way, and to the same pixel always where `a` and `b` have one sign.
    ///
    /// Costs a look at the pixels around and a few operations for each pixel.
    pub fn move_x<'a>(&mut self, world: impl Into<CollisionWorld<'a>>, amount: f32) -> AxisMove {
        let motion = [fixed::units(amount.into()), 0];
        self.move_axis(world.into(), motion)
    }

    /// The same along y.
    pub fn move_y<'a>(&mut self, world: impl Into<CollisionWorld<'a>>, amount: f32) -> AxisMove {
        let motion = [0, fixed::units(amount.into())];
        self.move_axis(world.into(), motion)
    }

    fn move_axis(&mut self, around: CollisionWorld<'_>, motion: [i64; 2]) -> AxisMove {
        let mut at = self.position();
        let mut course = Course::within_world(at, self.place.remainder(), motion);
        let mut blocked = false;
        if !course.is_over() {
            let mut ground = Ground::new(around, &self.shape, course.left());
            if ground.is_clear(at, course.left(), false) {
                at += course.left();
                course.go_to(Course::TIME);
            }
            let mut flight = Flight::new(false);
            loop {
                flight.run(&mut ground, &mut course, &mut at);
                let Some(way) = course.next() else { break };
                if ground.stops(at, way) {
                    blocked = true;
                    break;
                }
                at += way.step();
            }
        }
        let axis = usize::from(motion[0] == 0);
        let moved = (at - self.position())[axis];
        let mut remainder = course.remainder();
        if blocked {
            remainder[axis] = 0;
        }
        self.place.arrive(at, remainder);
        AxisMove { moved, blocked }
    }

    /// Adds where it is, to the fraction of a pixel, to the hash of a state.
    pub fn hash_state(&self, hash: &mut StateHash) {
        self.place.hash_state(hash);
    }

    /// Moves by a velocity in pixels a second over `dt` seconds: along slopes, up steps, past corners, and along what it
    /// comes upon.
    ///
    /// The exact point goes straight, and the body takes the steps in which it crosses from pixel to pixel, one along x or y
    /// at a time; nothing is jumped over at any speed. Along x and y up to 32768 pixels are moved in one call.
    ///
    /// - A step **along x** that is stopped goes up a slope or a step instead, by as little as is free: as much as
    ///   [`max_slope`](MoveOptions::max_slope) rises over a pixel, and for one who stands on a floor up to
    ///   [`step_height`](MoveOptions::step_height) where what follows rises by no more than the slope; that is looked at over
    ///   twice the height of a step, at least 4 pixels, and up to a wall. Else the body is at a wall, and what is left of the
    ///   motion along x is lost.
    /// - One who stands on a floor and does not go up stays on it where it falls by at most
    ///   [`floor_snap`](MoveOptions::floor_snap). Slopes and steps do not change the speed along x: that is the same up, down
    ///   and on the flat.
    /// - A step **up** that is stopped goes aside by up to [`corner_correction`](MoveOptions::corner_correction), by as little
    ///   as is free, of two ways the one of the motion along x, to the left where there is none. Else the body is at a ceiling.
    /// - A step **down** that is stopped ends on the floor. A body stands on whatever stops it from falling, be it a pixel.
    /// - What is [solid against motion down only](Direction::Down) is a floor for one who comes upon it from above, or walks onto
    ///   it within the height of a step; it is passed from below, from the sides and from within, and with
    ///   [`drop_through`](MoveOptions::drop_through) from above. The other directions are walls and ceilings in the same way.
    /// - A floor that runs ([`CollisionWorld::conveyor`](super::CollisionWorld::conveyor)) takes along who stands on it at the start;
    ///   the velocity that is left does not hold its speed.
    ///
    /// Who begins inside what stops every motion is first moved out of it by as few pixels as can be, up to
    /// [`max_push_out`](MoveOptions::max_push_out); of equal distances up is taken before the sides, the left before the right,
    /// and down last. Who cannot be moved out is stuck, and does not move.
    ///
    /// One call with twice the time comes to the same as two, as far as the motion is a multiple of 1/65536 pixel, while
    /// nothing stops it along an axis, no floor begins or ends to hold it, and the velocity is the same. A velocity or a time
    /// that is not a number is no motion. In a time of 0 nobody moves but who is pushed out, and a velocity up is kept.
    ///
    /// Costs a look at the pixels around, and a few operations for each pixel moved near something solid. Where a side is above
    /// 40 pixels, a step of a box costs some ten times that, and one of another shape a look at all bricks of 16×16 pixels that
    /// it covers.
    pub fn move_and_slide<'a>(
        &mut self,
        world: impl Into<CollisionWorld<'a>>,
        velocity: impl Into<Vec2>,
        dt: f32,
        options: &MoveOptions,
    ) -> Slide {
        let (around, velocity) = (world.into(), velocity.into());
        let motion = fixed::motion(velocity, dt);
        let mut course = Course::within_world(self.position(), self.place.remainder(), motion);
        let velocity = Vec2::select(velocity.is_nan_mask(), Vec2::ZERO, velocity);
        // In no time nothing goes up either, but one who has just jumped still means to.
        let rises = motion[1] < 0 || (dt == 0.0 && velocity.y < 0.0);
        let mut slide = Slide { velocity, ..Slide::default() };
        let mut ground = Ground::new(around, &self.shape, course.left());
        if ground.is_clear(self.position(), course.left(), !rises) {
            slide.moved = course.left();
            self.place.arrive(self.position() + slide.moved, course.remainder());
            return slide;
        }
        if !ground.is_free(self.position()) {
            match ground.way_out(self.position(), options) {
                Some(out) => slide.pushed_out = out,
                None => return Slide { velocity: Vec2::ZERO, is_stuck: true, ..slide },
            }
        }
        let start = self.position() + slide.pushed_out;
        if !rises && let Some(runs) = ground.conveyor(start) {
            let motion = fixed::motion(velocity + Vec2::new(runs, 0.0), dt);
            course = Course::within_world(start, self.place.remainder(), motion);
        }
        let prefers = if motion[0] > 0 { Direction::Right } else { Direction::Left };
        let mut remainder = course.remainder();
        let mut from = start;
        // A fall of less than a pixel would not get into the face that it is to go through.
        if options.drop_through && dt > 0.0 && !rises && course.left().y == 0 && ground.is_held_by_faces(start) {
            // The least of the exact points there, as so far it would not have come by itself.
            (from.y, remainder.y) = (start.y + 1, fixed::LEAST_REMAINDER);
        }
        let mut walk = Walk::new(&mut ground, options, from, rises, prefers);
        let mut flight = Flight::new(!rises);
        loop {
            walk.run(&mut flight, &mut course);
            let Some(way) = course.next() else { break };
            if walk.step(way) {
                continue;
            }
            flight.try_all();
            match way {
                Direction::Left | Direction::Right => {
                    course.stop_x();
                    (remainder.x, slide.velocity.x) = (0, 0.0);
                    slide.wall = Some(if way == Direction::Left { Side::Left } else { Side::Right });
                }
                Direction::Up | Direction::Down => {
                    course.stop_y();
                    (remainder.y, slide.velocity.y) = (0, 0.0);
                    slide.on_ceiling = way == Direction::Up;
                }
            }
        }
        slide.on_floor = !rises && walk.is_supported();
        if slide.on_floor {
            (remainder.y, slide.velocity.y) = (0, 0.0);
        }
        // Slopes, and what pushed it out, may lead beyond the end of the world, where nothing is.
        let at = if Place::is_within(walk.at()) { walk.at() } else { start };
        slide.moved = at - start;
        self.place.arrive(at, remainder);
        slide
    }
}

const _: () = assert!(fixed::MAX_MOTION as i64 * UNITS <= 1 << 31);
