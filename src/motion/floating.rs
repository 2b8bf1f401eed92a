//! [`Body::move_and_slide`](super::Body::move_and_slide) without gravity, as seen from above: no floor, every surface
//! is a wall to slide along.
//!
//! All rules are the same after a mirroring or a quarter turn, and all numbers are integers. So mirrored and turned
//! set-ups end at mirrored and turned positions, to the bit.
//!
//! ```text
//! for each crossing of the exact point into another pixel, along an axis; both axes at once where it crosses a corner:
//!     if the step is free: take it
//!     else look for the nearest place aside, within the corner correction, from which the step is free:
//!         the motion has a part to that side, or none along the other axis:   one pixel aside, then the step if it is free
//!         the motion presses into a slanted wall from both axes:              the smaller part is taken off both parts
//!         equally near on both sides, or none:                                a wall: the step is dropped
//! ```
//!
//! A pixel of the motion moves the body by at most one pixel along each axis, steps aside included. So the body glides
//! along walls up to 45° from the motion without losing speed, and steeper walls slow it down.
//!
//! ```text
//!   aside, then on       pressed on from both axes: stays       a corner, equal parts: stays
//!
//!    bb→   →bb               bb#                                     bb
//!    bb↓#   bb#              bb##                                    bb↘
//!      ##    ##              ####                                       ##
//! ```

use super::collision_world::CollisionWorld;
use super::contact_log::{ContactLog, Respond, StepOutcome};
use super::fixed::{self, FixedPosition, UNITS};
use super::floor_area;
use super::options::{MoveOptions, Slide};
use super::place::Place;
use super::probe::StepProbe;
use super::solid::Side;
use crate::geometry::Direction;
use glam::{IVec2, Vec2};

/// Half a pixel, in units: the largest fraction.
const HALF: i64 = UNITS / 2;

/// Moves a body by a velocity, without floors.
pub(super) fn slide(
    Place { shape, position }: &mut Place,
    world: CollisionWorld<'_>,
    velocity: Vec2,
    dt: f32,
    options: &MoveOptions,
    respond: Option<Respond<'_>>,
) -> Slide {
    let carried = floor_area::motion_under(world.floor_areas, shape, position.pixel(), dt);
    let motion = fixed::sum(fixed::motion(velocity, dt), carried);
    let velocity = Vec2::select(velocity.is_nan_mask(), Vec2::ZERO, velocity);
    let mut slide = Slide { velocity, ..Slide::default() };
    let start = position.pixel();
    let fraction = position.remainder().to_array().map(i64::from);
    let mut at = FloatingPoint { at: start, fraction, left: motion };
    let end = at.end();
    let mut probe = StepProbe::new(world, shape, end.at - start);
    if FixedPosition::is_in_world(end.at) && probe.is_clear(start, end.at - start, false) {
        slide.moved = end.at - start;
        end.store(position);
        return slide;
    }
    // Of equally short ways out, the one farthest along the motion is preferred, then along the fraction of a pixel.
    let along = |out: IVec2, by: [i64; 2]| i64::from(out.x) * by[0] + i64::from(out.y) * by[1];
    let preference = |out| (along(out, motion), along(out, fraction));
    let mut log = ContactLog::new(&mut slide.contacts, respond);
    if !probe.is_free_at_start(start, log.asks()) {
        match log.hit(&mut probe, start, None, velocity, false) {
            StepOutcome::Freed => {}
            StepOutcome::Ended => return slide,
            StepOutcome::Stopped => match probe.push_out(start, options, preference) {
                Some(out) => slide.pushed_out = out,
                None => return Slide { velocity: Vec2::ZERO, is_stuck: true, ..slide },
            },
        }
    }
    at.at += slide.pushed_out;
    let start = at.at;
    let reach = MoveOptions::reach(options.corner_correction);
    let mut slider =
        WallSlider { probe: &mut probe, log, point: at, start, velocity, reach, steps: [0; 2], walls: [None; 2] };
    slider.run();
    let WallSlider { point: mut end, walls, velocity, .. } = slider;
    slide.velocity = velocity;
    for (axis, wall) in walls.into_iter().enumerate() {
        if let Some(wall) = wall {
            (end.fraction[axis], slide.velocity[axis]) = (0, 0.0);
            slide.wall = match wall.direction {
                Direction::Left => Some(Side::Left),
                Direction::Right => Some(Side::Right),
                Direction::Up | Direction::Down => slide.wall,
            };
        }
    }
    slide.moved = end.at - start;
    end.store(position);
    slide
}

/// A point during its motion: its pixel, its fraction from −[`HALF`] to [`HALF`], and the motion that is left, in
/// units.
#[derive(Clone, Copy, Debug)]
struct FloatingPoint {
    at: IVec2,
    fraction: [i64; 2],
    left: [i64; 2],
}

impl FloatingPoint {
    /// Returns the end of a motion through empty space.
    fn end(&self) -> Self {
        let mut end = Self { left: [0; 2], ..*self };
        for axis in 0..2 {
            let (pixels, fraction) = fixed::crossed(self.fraction[axis] + self.left[axis]);
            end.at[axis] += pixels as i32;
            end.fraction[axis] = fraction;
        }
        end
    }

    /// Returns the distance to the next crossing along an axis, in units, whether the motion reaches it or not.
    fn distance(&self, axis: usize) -> i64 {
        HALF + 1 - self.fraction[axis] * self.left[axis].signum()
    }

    /// Returns the axes along which the point crosses next; `None` if the motion ends before.
    fn next(&self) -> Option<[bool; 2]> {
        match [0, 1].map(|axis| self.distance(axis) <= self.left[axis].abs()) {
            [false, false] => None,
            [true, true] => {
                let (x, y) = (self.distance(0) * self.left[1].abs(), self.distance(1) * self.left[0].abs());
                Some([x <= y, y <= x])
            }
            one => Some(one),
        }
    }

    /// Moves the point until it has crossed along some axes; the pixel stays.
    fn advance(&mut self, crossed: [bool; 2]) {
        let axis = usize::from(!crossed[0]);
        let (distance, whole) = (self.distance(axis), self.left[axis].abs());
        for (other, has_crossed) in crossed.into_iter().enumerate() {
            let sign = self.left[other].signum();
            let by = match has_crossed {
                true => self.distance(other),
                // Rounds toward zero, so mirrored motions stay mirrored.
                false => distance * self.left[other].abs() / whole,
            };
            self.left[other] -= by * sign;
            self.fraction[other] += by * sign - if has_crossed { UNITS * sign } else { 0 };
        }
    }

    /// Returns the direction of the motion along an axis.
    fn direction(&self, axis: usize) -> Direction {
        direction(axis, self.left[axis].signum())
    }

    fn store(&self, position: &mut FixedPosition) {
        let fraction = self.fraction.map(|fraction| fraction as i32);
        position.set(self.at, IVec2::from_array(fraction));
    }
}

fn direction(axis: usize, sign: i64) -> Direction {
    match (axis, sign > 0) {
        (0, true) => Direction::Right,
        (0, false) => Direction::Left,
        (_, true) => Direction::Down,
        (_, false) => Direction::Up,
    }
}

/// A body that slides along walls.
struct WallSlider<'w, 'a, 'c, 'f> {
    probe: &'w mut StepProbe<'a>,
    log: ContactLog<'c, 'f>,
    point: FloatingPoint,
    start: IVec2,
    velocity: Vec2,
    /// The most pixels that a step may go aside.
    reach: i32,
    /// The number of crossings along each axis.
    steps: [i32; 2],
    /// The wall that stopped the last step along each axis.
    walls: [Option<WallStop>; 2],
}

/// A step that a wall stopped: the body's position, the step's direction, and the sign of the motion along the other
/// axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct WallStop {
    at: IVec2,
    direction: Direction,
    aside: i64,
}

/// The ways in which a stopped step goes on.
enum Blocked {
    /// The body goes one pixel to a side, and takes the step if it is free then.
    Aside(Direction),
    /// Nothing. The motion itself leads to the place aside.
    Waits,
    /// The motion presses into a slanted wall.
    Pressed,
    Wall,
}

/// The result of a crossing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Crossing {
    Done,
    Pressed,
    Ended,
}

impl WallSlider<'_, '_, '_, '_> {
    fn run(&mut self) {
        while let Some(crossed) = self.point.next() {
            let before = self.point;
            self.point.advance(crossed);
            let crossing = match crossed {
                [true, true] => self.cross_both(&before),
                [is_x, _] => {
                    let crossing = self.cross(usize::from(!is_x), &before);
                    if crossing == Crossing::Pressed {
                        // Undone: `press` changes the motion, which goes on from here.
                        (self.point.fraction, self.point.left) = (before.fraction, before.left);
                    }
                    crossing
                }
            };
            match crossing {
                Crossing::Done => {}
                Crossing::Pressed => self.press(),
                Crossing::Ended => return,
            }
            if self.is_at_rest() {
                self.point.left = [0; 2];
            }
        }
        self.point = self.point.end();
    }

    /// Returns whether each part of the motion that is left is stopped by a wall at this position.
    fn is_at_rest(&self) -> bool {
        let point = &self.point;
        let is_walled = |axis: usize| {
            self.walls[axis].is_some_and(|wall| (wall.at, wall.direction) == (point.at, point.direction(axis)))
        };
        (0..2).all(|axis| point.left[axis] == 0 || is_walled(axis))
    }

    /// Makes a crossing along one axis.
    fn cross(&mut self, axis: usize, before: &FloatingPoint) -> Crossing {
        let (direction, sign) = (before.direction(axis), before.left[axis].signum() as i32);
        // Steps aside have already made this crossing.
        let is_ahead = (self.point.at - self.start)[axis] * sign > self.steps[axis];
        if is_ahead {
            self.steps[axis] += 1;
            return Crossing::Done;
        }
        if !FixedPosition::is_in_world(self.point.at + direction.step()) {
            (self.point.left[axis], self.point.fraction[axis]) = (0, 0);
            return Crossing::Done;
        }
        let aside = before.left[1 - axis].signum();
        while self.probe.stops(self.point.at, direction) {
            let wall = WallStop { at: self.point.at, direction, aside };
            if self.walls[axis] == Some(wall) {
                self.steps[axis] += 1;
                return Crossing::Done;
            }
            match self.log.hit(self.probe, self.point.at, Some(direction), self.velocity, true) {
                StepOutcome::Freed => continue,
                StepOutcome::Ended => return self.end(axis, direction),
                StepOutcome::Stopped => {}
            }
            self.walls[axis] = None;
            match self.blocked(axis, direction, aside) {
                Blocked::Aside(side) => {
                    self.point.at += side.step();
                    if !self.probe.stops(self.point.at, direction) {
                        self.point.at += direction.step();
                    }
                }
                Blocked::Waits => {}
                Blocked::Wall => self.walls[axis] = Some(wall),
                Blocked::Pressed => {
                    let other = before.direction(1 - axis);
                    match self.log.hit(self.probe, self.point.at, Some(other), self.velocity, true) {
                        StepOutcome::Freed => continue,
                        StepOutcome::Ended => return self.end(1 - axis, other),
                        StepOutcome::Stopped => return Crossing::Pressed,
                    }
                }
            }
            self.steps[axis] += 1;
            return Crossing::Done;
        }
        self.point.at += direction.step();
        self.steps[axis] += 1;
        self.walls[axis] = None;
        Crossing::Done
    }

    /// Makes a crossing along both axes at once, in an order that prefers neither axis.
    fn cross_both(&mut self, before: &FloatingPoint) -> Crossing {
        loop {
            let [x, y] = [0, 1].map(|axis| before.direction(axis));
            let (at, parts) = (self.point.at, before.left.map(i64::abs));
            let larger = usize::from(parts[1] > parts[0]);
            let first = match [x, y].map(|direction| !self.probe.stops(at, direction)) {
                [true, false] => 0,
                [false, true] => 1,
                [true, true] => {
                    let past = [(at + x.step(), y), (at + y.step(), x)];
                    let are_stopped = past.map(|(at, direction)| self.probe.stops(at, direction));
                    if are_stopped == [true, true] && parts[0] == parts[1] {
                        // The tip of a corner has no side to prefer.
                        match self.hit_both(past) {
                            StepOutcome::Freed => continue,
                            StepOutcome::Ended => return Crossing::Ended,
                            StepOutcome::Stopped => {}
                        }
                        for (axis, direction) in [x, y].into_iter().enumerate() {
                            let aside = before.left[1 - axis].signum();
                            self.walls[axis] = Some(WallStop { at, direction, aside });
                            self.steps[axis] += 1;
                        }
                        return Crossing::Done;
                    }
                    // One of the two ways around the corner is free, or the larger part decides.
                    match are_stopped {
                        [false, true] => 0,
                        [true, false] => 1,
                        _ => larger,
                    }
                }
                [false, false] => {
                    // The order must not matter, so both are asked about before one of them goes on.
                    if self.log.asks() && parts[0] == parts[1] {
                        match self.hit_both([(at, x), (at, y)]) {
                            StepOutcome::Freed => continue,
                            StepOutcome::Ended => return Crossing::Ended,
                            StepOutcome::Stopped => {}
                        }
                    }
                    larger
                }
            };
            return match self.cross(first, before) {
                Crossing::Done => self.cross(1 - first, before),
                crossing => crossing,
            };
        }
    }

    /// Lists the contacts of two stopped steps, and asks the callback about both.
    fn hit_both(&mut self, steps: [(IVec2, Direction); 2]) -> StepOutcome {
        let mut outcome = StepOutcome::Stopped;
        for (at, direction) in steps {
            match self.log.hit(self.probe, at, Some(direction), self.velocity, true) {
                StepOutcome::Freed => outcome = StepOutcome::Freed,
                StepOutcome::Ended => {
                    self.end(usize::from(direction.step().x == 0), direction);
                    return StepOutcome::Ended;
                }
                StepOutcome::Stopped => {}
            }
        }
        outcome
    }

    /// Subtracts the smaller part of the motion from both parts; the rest slides along the wall.
    fn press(&mut self) {
        let parts = self.point.left.map(i64::abs);
        for axis in 0..2 {
            let kept = (parts[axis] - parts[1 - axis]).max(0);
            self.point.left[axis] = kept * self.point.left[axis].signum();
            if kept == 0 {
                self.velocity[axis] = 0.0;
            }
        }
        self.walls = [None; 2];
    }

    /// Ends the motion at this pixel.
    fn end(&mut self, axis: usize, direction: Direction) -> Crossing {
        (self.point.left, self.point.fraction) = ([0; 2], [0; 2]);
        self.walls[axis] = Some(WallStop { at: self.point.at, direction, aside: 0 });
        Crossing::Ended
    }

    /// Returns how a stopped step goes on. `aside` is the sign of the motion along the other axis.
    fn blocked(&mut self, axis: usize, step: Direction, aside: i64) -> Blocked {
        let other = 1 - axis;
        if aside == 0 {
            let [back, on] = [-1, 1].map(|sign| direction(other, sign));
            return match (self.distance_aside(back, step), self.distance_aside(on, step)) {
                (None, None) => Blocked::Wall,
                (Some(_), None) => Blocked::Aside(back),
                (None, Some(_)) => Blocked::Aside(on),
                (Some(a), Some(b)) if a == b => Blocked::Wall,
                (Some(a), Some(b)) => Blocked::Aside(if a < b { back } else { on }),
            };
        }
        let own = direction(other, aside);
        if self.distance_aside(own, step).is_some() {
            let moved = (self.point.at - self.start)[other] * aside as i32;
            return if moved <= self.steps[axis] { Blocked::Aside(own) } else { Blocked::Waits };
        }
        let is_pressed = self.probe.stops(self.point.at, own) && self.distance_aside(own.opposite(), step).is_some();
        if is_pressed { Blocked::Pressed } else { Blocked::Wall }
    }

    /// Returns the number of pixels to a side after which a step is free; `None` if that is beyond the reach.
    fn distance_aside(&mut self, side: Direction, step: Direction) -> Option<i32> {
        self.probe.distance_aside(self.point.at, side, step, self.reach)
    }
}
