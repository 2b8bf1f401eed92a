//! The options and the results of a motion.

use super::contact::MoveContacts;
use super::solid::Side;
use crate::geometry::{Bound, Direction};
use glam::{IVec2, Vec2};

/// The options of [`Body::move_and_slide`](super::Body::move_and_slide): the mode, slopes, steps, corners and one-way
/// platforms.
///
/// Slopes, steps, ledges, floors, `wall_retry` and `drop_through` have no meaning in [`MotionMode::Floating`]. Pixel
/// counts are clamped to [`MAX_REACH`](Self::MAX_REACH).
///
/// ```
/// use tileray::{Body, MoveOptions, SolidityMap, Terrain, glam::ivec2};
///
/// // A step of 6 pixels in the floor.
/// let level = Terrain::from_solidity(&SolidityMap::from_fn(100, 60, |x, y| y >= if x < 50 { 40 } else { 34 }));
/// let walk = |step_height| {
///     let mut hero = Body::rectangle((12, 14), ivec2(20, 26)).expect("a body");
///     let options = MoveOptions::new().step_height(step_height);
///     hero.move_and_slide(&level, (40.0, 0.0), 1.0, &options);
///     hero.position()
/// };
/// assert_eq!(walk(4), ivec2(38, 26)); // stopped by the step
/// assert_eq!(walk(6), ivec2(60, 20)); // up the step
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
#[non_exhaustive]
pub struct MoveOptions {
    /// The steepest slope that is walked up, as rise over run; 1 by default, which is 45°. Negative numbers and NaN
    /// count as 0. Numbers above [`MAX_REACH`](Self::MAX_REACH) count as `MAX_REACH`.
    #[doc(alias = "floor_max_angle")]
    pub max_slope: f32,
    /// The highest single step that is walked up, in pixels; 4 by default.
    pub step_height: u32,
    /// The largest drop of the floor, in pixels, that a walking body follows instead of falling; 4 by default.
    #[doc(alias = "floor_snap_length")]
    pub floor_snap: u32,
    /// The largest shift aside, in pixels, of a rising body whose corner hits a ceiling; 4 by default. The side is the
    /// nearer one, and on a tie that of the motion along x.
    ///
    /// In [`MotionMode::Floating`] it is the largest overlap with a corner that the body passes, in all four
    /// directions. The body glides along walls that rise by up to this many pixels in each pixel along the motion.
    pub corner_correction: u32,
    /// Whether the body falls through one-way platforms, which are solid against motion down only; false by default.
    ///
    /// If only one-way platforms support the body, it drops at least one pixel into them, unless it rises. From there
    /// it falls on without this option, so a platform takes one call with it. Into a slope, the body drops until its
    /// middle is inside: up to the rise of the slope over half the body's width, but at most
    /// [`MAX_REACH`](Self::MAX_REACH) pixels a call.
    pub drop_through: bool,
    /// The largest distance, in pixels, by which a body that starts inside something solid is pushed out; 8 by
    /// default.
    pub max_push_out: u32,
    /// Whether the body moves with gravity, the default, or is seen from above.
    pub mode: MotionMode,
    /// Whether a body slides down slopes steeper than [`max_slope`](Self::max_slope) instead of standing on them;
    /// false by default.
    ///
    /// A slope drops by a pixel or more in each of at least two pixels; a ledge and a single step are no slopes. So a
    /// body always stands on slopes below 45°, and on a peak between two slopes. On a slope that is too steep, a step
    /// down goes one pixel aside instead, [`Slide::on_floor`](super::Slide::on_floor) is false, and the velocity
    /// remains. The speed down the slope is the velocity along y.
    pub steep_slide: bool,
    /// The highest ledge, in pixels, onto which a body in the air steps where the ledge stops its motion along x; 0 by
    /// default. So a body runs over small gaps, and a jump that ends a little too low still lands.
    ///
    /// It is to a body in the air what [`step_height`](Self::step_height) is to a body on a floor, with the same rules:
    /// the body goes up by as few pixels as possible, the way up must be free, and a slope that is too steep is no
    /// ledge. A body that goes up in this motion does so only with
    /// [`ledge_while_rising`](Self::ledge_while_rising). The ends of one-way platforms stop no motion along x, so they
    /// are no ledges.
    #[doc(alias = "corner_correction")]
    #[doc(alias = "DashCornerCorrection")]
    #[doc(alias = "ledge_snap")]
    pub ledge_forgiveness: u32,
    /// Whether [`ledge_forgiveness`](Self::ledge_forgiveness) also counts while the body goes up; false by default.
    pub ledge_while_rising: bool,
    /// Whether a body that a wall stops goes on along x as soon as its motion along y leads past the wall; false by
    /// default. So a jump right beside a wall loses no frame at the corner.
    ///
    /// The stopped step along x is tried again after each step along y of the same motion. Once it is free, the steps
    /// along x that are late come first. A wall stops the body only if no step along y is left; then it is listed among
    /// the [contacts](super::Slide::contacts) at the last position.
    #[doc(alias = "WallSpeedRetention")]
    pub wall_retry: bool,
}

/// The rules of [`Body::move_and_slide`](super::Body::move_and_slide): with floors, or as seen from above. It is named
/// after Godot's motion mode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum MotionMode {
    /// Gravity points down: there are floors, slopes, steps and ceilings.
    #[default]
    Grounded,
    /// No floor: every surface is a wall to slide along.
    ///
    /// - A free step is taken. A stopped step goes aside if the step is free within [`MoveOptions::corner_correction`]
    ///   pixels aside: the body goes one pixel to that side, and takes the step if it is free then. So a pixel of the
    ///   motion moves the body by at most one pixel along each axis, and the body passes corners and glides along
    ///   slanted walls.
    /// - The side is the direction of the motion along the other axis; without such a motion, the nearer side. On a
    ///   tie, no side is chosen.
    /// - If a motion presses into a slanted wall from both axes, the smaller of its two parts is subtracted from both.
    ///   So a body that is pressed against the wall head-on stays.
    /// - If a motion meets the tip of a corner exactly, along both axes at once, its larger part goes on. If both are
    ///   equal, none does.
    /// - In all other cases a wall stops the body along an axis, until the body has moved along the other one.
    ///
    /// No rule prefers a side: mirrored and quarter-turned set-ups have mirrored and turned results, to the bit, unless
    /// the motion reaches the edge of the world. A body that starts in something solid is pushed out by as few pixels
    /// as possible; on a tie, along the motion, then along the fraction of a pixel. If several ways are as good as each
    /// other, no side is chosen, and longer ways are examined.
    ///
    /// [`Slide::wall`](super::Slide::wall) reports walls at the left and the right. Walls above and below are among the
    /// [contacts](super::Slide::contacts), with a remaining velocity of 0 along y. Every stopped step is among the
    /// contacts, also where the body glided on. [Floor areas](super::FloorArea) carry the body; conveyors do not.
    Floating,
}

impl MoveOptions {
    /// The largest pixel count of an option: 64.
    pub const MAX_REACH: u32 = 64;

    /// The options of a motion along one axis: no slopes, steps and corners.
    pub(super) const PLAIN: Self =
        Self { max_slope: 0.0, step_height: 0, floor_snap: 0, corner_correction: 0, max_push_out: 0, ..Self::new() };

    /// Returns the defaults: slopes up to 45°, steps and floor drops up to 4 pixels, corners up to 4 pixels, push-outs
    /// up to 8 pixels. No forgiveness: ledges in the air and walls stop the body.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            max_slope: 1.0,
            step_height: 4,
            floor_snap: 4,
            corner_correction: 4,
            drop_through: false,
            max_push_out: 8,
            mode: MotionMode::Grounded,
            steep_slide: false,
            ledge_forgiveness: 0,
            ledge_while_rising: false,
            wall_retry: false,
        }
    }

    /// Returns the options of a game that is seen from above: every surface is a wall to slide along.
    ///
    /// Corners up to 4 pixels wide are passed; see [`corner_correction`](Self::corner_correction).
    ///
    /// ```
    /// use tileray::{Body, BodyShape, MoveOptions, SolidityMap, Terrain, glam::ivec2};
    ///
    /// // A wall that stands on a corner, as a diamond.
    /// let diamond = |x: u32, y: u32| x.abs_diff(100) + y.abs_diff(100) < 30;
    /// let terrain = Terrain::from_solidity(&SolidityMap::from_fn(200, 200, diamond));
    /// let mut ball = Body::new(BodyShape::rounded((16, 16), 8)?, ivec2(100, 20));
    /// ball.move_and_slide(&terrain, (0.0, 150.0), 1.0, &MoveOptions::top_down());
    /// assert_eq!(ball.position(), ivec2(130, 170)); // around it, as fast as the motion
    /// # Ok::<(), tileray::motion::BodyShapeError>(())
    /// ```
    #[must_use]
    pub const fn top_down() -> Self {
        Self::new().mode(MotionMode::Floating)
    }

    /// Returns the rise that the steepest slope may have over a run, in whole pixels. It is rounded up, because the
    /// pixels of a slope lie less than one pixel above its line.
    pub(super) fn slope_rise(&self, run: i32) -> i32 {
        let slope = self.max_slope.within(0.0, Self::MAX_REACH as f32);
        // The cast makes 0 of NaN.
        (f64::from(slope) * f64::from(run)).ceil() as i32
    }

    /// Clamps a pixel count.
    pub(super) fn reach(pixels: u32) -> i32 {
        pixels.min(Self::MAX_REACH) as i32
    }
}

impl Default for MoveOptions {
    fn default() -> Self {
        Self::new()
    }
}

setters! {
    MoveOptions {
        max_slope: f32,
        step_height: u32,
        floor_snap: u32,
        corner_correction: u32,
        drop_through: bool,
        max_push_out: u32,
        mode: MotionMode,
        steep_slide: bool,
        ledge_forgiveness: u32,
        ledge_while_rising: bool,
        wall_retry: bool,
    }
}

/// The result of a motion along one axis.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct AxisMove {
    /// The displacement, in pixels.
    pub moved: i32,
    /// Whether something stopped the body.
    pub blocked: bool,
    /// The tiles and solids that stopped the body, nearest to its middle first.
    pub contacts: MoveContacts,
}

/// The result of [`Body::move_and_slide`](super::Body::move_and_slide).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Slide {
    /// The displacement in pixels. It includes the way up and down slopes and steps, but not
    /// [`pushed_out`](Self::pushed_out).
    pub moved: IVec2,
    /// The remaining velocity: 0 along an axis on which the body was stopped.
    pub velocity: Vec2,
    /// Whether the body stands on a floor and does not go up.
    #[doc(alias = "is_on_floor")]
    pub on_floor: bool,
    /// Whether a ceiling stopped the body.
    pub on_ceiling: bool,
    /// The side on which a wall stopped the body. A body that is too slow to reach the next pixel is not stopped, so
    /// the side is `None` even beside a wall; [`Body::is_on_wall`](super::Body::is_on_wall) tells whether one is there.
    pub wall: Option<Side>,
    /// The displacement by which a body that started inside something solid was pushed out; zero if it was free.
    pub pushed_out: IVec2,
    /// Whether the body started inside something solid, and
    /// [`MoveOptions::max_push_out`](super::MoveOptions::max_push_out) was too short to push it out. Then it did not
    /// move. A body without a motion to any side is stuck, too, if every way out is as short as its mirror image.
    pub is_stuck: bool,
    /// The contacts in the order of the motion: for each stopped step, the tiles and solids that stopped it, nearest to
    /// the middle of the body first; at the end, the floor of a body that stands. Slopes and steps that the body
    /// climbed are not listed.
    pub contacts: MoveContacts,
}

impl Slide {
    /// Notes that something stopped a step: the velocity along its axis, and the wall or the ceiling.
    pub(super) fn stop(&mut self, direction: Direction) {
        self.velocity[usize::from(direction.step().x == 0)] = 0.0;
        match direction {
            Direction::Left => self.wall = Some(Side::Left),
            Direction::Right => self.wall = Some(Side::Right),
            Direction::Up => self.on_ceiling = true,
            Direction::Down => {}
        }
    }
}
