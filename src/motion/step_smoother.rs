//! Step smoothing: slopes and stairs raise a body by whole pixels, and are drawn as a smooth path.

use super::body::Body;
use super::fixed::UNITS;
use super::options::Slide;
use crate::geometry::Bound;
use glam::Vec2;

/// The time constant with which the offset fades in the air and at rest, in seconds.
const FADE: f32 = 0.2;
/// Motions below and above these parts of the distance are too short to have a gradient, or are clamped.
const PARTS: [f32; 2] = [1e-4, 64.0];

/// Smooths the height at which a body is drawn, so that it does not shake on slopes and stairs. For drawing alone: the body
/// stays where it is.
///
/// Slopes and stairs raise a body by whole pixels at once. A `StepSmoother` keeps a vertical offset from the body to the
/// drawn path, as the step smoothing of Quake and Unreal does:
///
/// - On an even slope or stair the path is the straight line through it. It lags behind at no speed, since the smoother
///   learns the gradient of the floor over the last [`distance`](Self::new) pixels. Where a slope of 45° begins or ends, the
///   path rounds the corner by up to 0.37 of the distance.
/// - Only slopes and steps are smoothed: the vertical motion of a slide that begins and ends on a floor. Jumps, falls,
///   landings, push-outs, teleports and lifts are drawn at once.
/// - In the air and at rest the offset fades, to 37 % in 0.2 s.
///
/// The path depends little on the number of steps a second. To draw between two steps, interpolate their drawn positions.
/// It is the same to the bit on every machine, but it is no part of a game's state: draw with it alone.
///
/// ```
/// use tileray::glam::{ivec2, vec2};
/// use tileray::motion::StepSmoother;
/// use tileray::{Body, MoveOptions, SolidityMap, Terrain};
///
/// // A slope that rises by a pixel every two pixels.
/// let slope = Terrain::from_solidity(&SolidityMap::from_fn(400, 200, |x, y| x / 2 + y >= 200));
/// let (mut hero, mut fall) = (Body::rectangle((12, 14), ivec2(20, 160))?, 0.0);
/// let mut smoother = StepSmoother::default();
/// let mut drawn = Vec::new();
/// for _ in 0..120 {
///     fall += 15.0;
///     let slide = hero.move_and_slide(&slope, vec2(110.0, fall), 1.0 / 60.0, &MoveOptions::default());
///     fall = slide.velocity.y;
///     drawn.push(smoother.step(&hero, &slide, 1.0 / 60.0));
/// }
/// // From step to step the body rises by 0, 1 or 2 px, and is drawn to rise by about 0.9 px.
/// let rises = drawn[60..].windows(2).map(|pair| pair[0].y - pair[1].y);
/// assert!(rises.into_iter().all(|rise| (0.6..1.2).contains(&rise)));
/// # Ok::<(), tileray::motion::BodyShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepSmoother {
    /// The distance over which steps are smoothed, in pixels.
    distance: f32,
    /// From the body to where it is drawn, in pixels down.
    offset: f32,
    /// The gradient of the drawn path: pixels down for the distance to the right.
    gradient: f32,
    on_floor: bool,
    /// Where the body was along x, in units.
    x: i64,
}

impl Default for StepSmoother {
    fn default() -> Self {
        Self::new(6.0)
    }
}

impl StepSmoother {
    /// Creates a smoother for a body that is drawn where it is. `distance` is the walk over which steps are smoothed, in
    /// pixels; 6 by default.
    ///
    /// A longer distance smooths coarser stairs, and rounds corners more. With 0, a body that walks is drawn where it is.
    #[must_use]
    pub const fn new(distance: f32) -> Self {
        Self { distance, offset: 0.0, gradient: 0.0, on_floor: false, x: 0 }
    }

    /// Follows a step of the body, and returns where to draw it: its exact position with the offset.
    ///
    /// `slide` is what the body's motion answered, and `dt` its time in seconds. Call it once a step, after all has moved.
    /// NaN counts as no time.
    pub fn step(&mut self, body: &Body, slide: &Slide, dt: f32) -> Vec2 {
        // The offset is the error of a critically damped filter of second order, whose time is the walked part of the
        // distance. The floor is linear within the step, so an even slope has no error:
        //
        //     offset' = (gradient - floor) - 2 · offset       gradient' = -offset
        //
        // u = (gradient - floor) - offset decays as u' = -u, and offset' = u - offset.
        let (position, before) = (&body.place.position, self.x);
        self.x = i64::from(position.pixel().x) * UNITS + i64::from(position.remainder().x);
        let motion = (self.x - before) as f32 / UNITS as f32;
        let part = (motion.abs() / self.distance).at_least(0.0).at_most(PARTS[1]);
        let side = if motion < 0.0 { -1.0 } else { 1.0 };
        let (follows_floor, walks) = (slide.on_floor && self.on_floor, part > PARTS[0]);
        self.on_floor = slide.on_floor;
        let drop = if follows_floor { slide.moved.y as f32 } else { 0.0 };
        if walks {
            let (floor, decay) = (drop / part, decay(part));
            let from = if follows_floor { self.gradient * side } else { 0.0 };
            let u = from - floor - self.offset;
            self.offset = (self.offset + u * part) * decay;
            self.gradient = (floor + u * decay + self.offset) * side;
        } else {
            self.offset -= drop;
        }
        if !(walks && follows_floor) {
            self.offset *= decay((dt / FADE).at_least(0.0).at_most(PARTS[1]));
        }
        self.offset = self.offset.positive_zero();
        body.exact_position() + Vec2::new(0.0, self.offset)
    }
}

/// Returns e to the power of −`time`, within 0.1 % up to a time of 1, by products alone: they are the same on every processor.
fn decay(time: f32) -> f32 {
    // (1 + x + x²/2)^16 for x = time / 16.
    let mut power = 1.0 + time / 16.0 * (1.0 + time / 32.0);
    for _ in 0..4 {
        power *= power;
    }
    1.0 / power
}
