//! Bodies seen from above, by the documented rules: every pixel of the body is asked about at every step.

use super::level::{Level, opposite, step, way};
use super::plain::{Plain, units};
use std::cmp::Ordering;
use tileray::glam::{IVec2, Vec2, ivec2};
use tileray::motion::{FloorArea, Side, Slide};
use tileray::{Body, Direction, MoveOptions};

const HALF: i64 = 32768;

/// A mover and what is left of its motion.
#[derive(Clone, Debug)]
pub struct PlainFloating<'a> {
    pub plain: Plain<'a>,
    middle: [IVec2; 4],
    left: [i64; 2],
    start: IVec2,
    crossings: [i32; 2],
    /// The wall that stopped the last step along each axis: where the body was, which way the step went.
    walls: [Option<(IVec2, Direction)>; 2],
    velocity: Vec2,
    reach: i32,
}

impl<'a> PlainFloating<'a> {
    pub fn new(level: &'a Level, body: &Body) -> Self {
        let bounds = body.shape().bounds();
        // The pixels in the middle: for an odd side the same one twice.
        let (low, high) = ((bounds.min + bounds.max - 1) / 2, (bounds.min + bounds.max) / 2);
        Self {
            plain: Plain::new(level, body),
            middle: [low, high, ivec2(low.x, high.y), ivec2(high.x, low.y)],
            left: [0; 2],
            start: body.position(),
            crossings: [0; 2],
            walls: [None; 2],
            velocity: Vec2::ZERO,
            reach: 0,
        }
    }

    fn stops(&self, at: IVec2, way: Direction) -> bool {
        self.plain.stops(at, way)
    }

    /// The distance to the next crossing and the length of the motion along an axis, as a fraction of the time left.
    fn time(&self, axis: usize) -> Option<(i128, i128)> {
        let distance = HALF + 1 - self.plain.remainder[axis] * self.left[axis].signum();
        (self.left[axis] != 0 && distance <= self.left[axis].abs())
            .then_some((distance.into(), self.left[axis].abs().into()))
    }

    /// Slides a body that starts free.
    pub fn slide(&mut self, areas: &[FloorArea], velocity: Vec2, dt: f32, options: &MoveOptions) -> Slide {
        let motion_of = |velocity: Vec2, axis: usize| units(f64::from(velocity[axis]) * f64::from(dt));
        for axis in 0..2 {
            let carries = |&pixel: &IVec2| areas.iter().rev().find(|area| area.contains(pixel + self.plain.at));
            let carried: i64 = self.middle.iter().filter_map(carries).map(|area| motion_of(area.velocity, axis)).sum();
            self.left[axis] = (motion_of(velocity, axis) + carried / 4).clamp(-(1 << 31), 1 << 31);
        }
        (self.start, self.crossings, self.walls) = (self.plain.at, [0; 2], [None; 2]);
        (self.velocity, self.reach) = (velocity, options.corner_correction.min(64) as i32);
        self.plain.contacts.clear();
        while self.cross() {}
        let mut slide = Slide { velocity: self.velocity, ..Slide::default() };
        for axis in 0..2 {
            match self.walls[axis] {
                Some((_, way)) => {
                    (self.plain.remainder[axis], slide.velocity[axis]) = (0, 0.0);
                    match way {
                        Direction::Left => slide.wall = Some(Side::Left),
                        Direction::Right => slide.wall = Some(Side::Right),
                        _ => {}
                    }
                }
                None => self.plain.remainder[axis] += self.left[axis],
            }
        }
        slide.moved = self.plain.at - self.start;
        slide
    }

    /// Makes the next crossing, or two at the same instant; returns false if there is none.
    fn cross(&mut self) -> bool {
        let times = [self.time(0), self.time(1)];
        let first = match times {
            [None, None] => return false,
            [Some(_), None] => vec![0],
            [None, Some(_)] => vec![1],
            [Some((x, whole_x)), Some((y, whole_y))] => match (x * whole_y).cmp(&(y * whole_x)) {
                Ordering::Less => vec![0],
                Ordering::Greater => vec![1],
                Ordering::Equal => vec![0, 1],
            },
        };
        let (left, remainder) = (self.left, self.plain.remainder);
        let (distance, whole) = times[first[0]].expect("the crossing");
        for axis in 0..2 {
            let sign = left[axis].signum();
            if first.contains(&axis) {
                self.left[axis] -= (HALF + 1 - remainder[axis] * sign) * sign;
                self.plain.remainder[axis] = -(HALF - 1) * sign;
            } else {
                let by = (distance * i128::from(left[axis].abs()) / whole) as i64 * sign;
                self.left[axis] -= by;
                self.plain.remainder[axis] += by;
            }
        }
        let ways = [0, 1].map(|axis| way(axis, left[axis].signum()));
        if let [axis] = first[..] {
            if !self.step(axis, ways, left) {
                (self.left, self.plain.remainder) = (left, remainder);
                self.press();
            }
        } else if !self.step_both(ways, left) {
            self.press();
        }
        let rests = |axis: usize| {
            self.left[axis] == 0 || self.walls[axis] == Some((self.plain.at, way(axis, self.left[axis].signum())))
        };
        if rests(0) && rests(1) {
            self.left = [0; 2];
        }
        true
    }

    fn press(&mut self) {
        let least = self.left[0].abs().min(self.left[1].abs());
        for axis in 0..2 {
            self.left[axis] -= least * self.left[axis].signum();
            if self.left[axis] == 0 {
                self.velocity[axis] = 0.0;
            }
        }
        self.walls = [None; 2];
    }

    /// Steps along an axis if that is possible; returns false where the motion presses into a slanted wall.
    fn step(&mut self, axis: usize, ways: [Direction; 2], left: [i64; 2]) -> bool {
        let (at, to, own) = (self.plain.at, ways[axis], ways[1 - axis]);
        let before = self.crossings[axis];
        if (at - self.start).dot(step(to)) > before {
            self.crossings[axis] += 1;
            return true;
        }
        if !self.stops(at, to) {
            self.plain.at += step(to);
            self.crossings[axis] += 1;
            self.walls[axis] = None;
            return true;
        }
        self.plain.list(to, self.velocity);
        self.walls[axis] = None;
        let sides = if left[1 - axis] == 0 { [way(1 - axis, 1), way(1 - axis, -1)] } else { [own, opposite(own)] };
        let [a, b] = sides.map(|side| self.aside(side, to));
        let mut goes = None;
        if left[1 - axis] == 0 {
            match (a, b) {
                (Some(a), Some(b)) if a == b => self.walls[axis] = Some((at, to)),
                (None, None) => self.walls[axis] = Some((at, to)),
                _ => goes = Some(if a.unwrap_or(i32::MAX) < b.unwrap_or(i32::MAX) { sides[0] } else { sides[1] }),
            }
        } else if a.is_some() {
            goes = Some(own).filter(|_| (at - self.start).dot(step(own)) <= before);
        } else if b.is_some() && self.stops(at, own) {
            self.plain.list(own, self.velocity);
            return false;
        } else {
            self.walls[axis] = Some((at, to));
        }
        if let Some(side) = goes {
            self.plain.at += step(side);
            if !self.stops(self.plain.at, to) {
                self.plain.at += step(to);
            }
        }
        self.crossings[axis] += 1;
        true
    }

    fn step_both(&mut self, ways: [Direction; 2], left: [i64; 2]) -> bool {
        let (at, [x, y]) = (self.plain.at, ways);
        let larger = usize::from(left[1].abs() > left[0].abs());
        let order = match (self.stops(at, x), self.stops(at, y)) {
            (false, true) => [0, 1],
            (true, false) => [1, 0],
            (true, true) => [larger, 1 - larger],
            (false, false) => match (self.stops(at + step(x), y), self.stops(at + step(y), x)) {
                (false, true) => [0, 1],
                (true, false) => [1, 0],
                (true, true) if left[0].abs() == left[1].abs() => {
                    for (aside, to) in [(x, y), (y, x)] {
                        self.plain.at = at + step(aside);
                        self.plain.list(to, self.velocity);
                    }
                    self.plain.at = at;
                    self.crossings = self.crossings.map(|count| count + 1);
                    self.walls = [Some((at, x)), Some((at, y))];
                    return true;
                }
                _ => [larger, 1 - larger],
            },
        };
        order.into_iter().all(|axis| self.step(axis, ways, left))
    }

    /// The distance to a side from which a step is free.
    fn aside(&self, side: Direction, to: Direction) -> Option<i32> {
        let at = self.plain.at;
        let is_reached = |steps: i32| (0..steps).all(|before| !self.stops(at + step(side) * before, side));
        let free = |&steps: &i32| !self.stops(at + step(side) * steps, to);
        (1..=self.reach).find(free).filter(|&steps| is_reached(steps))
    }
}
