use super::MoveOptions;
use super::course::Course;
use super::flight::Flight;
use super::ground::Ground;
use crate::geometry::Direction;
use glam::{IVec2, ivec2};

/// The pixels ahead over which a slope is measured where the rise of one step exceeds it, at least.
const SLOPE_RUN: i32 = 4;

/// A body's walk over pixels: one step at a time, by rules that look at nothing but where it is.
#[derive(Debug)]
pub(super) struct Walk<'w, 'a> {
    ground: &'w mut Ground<'a>,
    options: &'w MoveOptions,
    at: IVec2,
    /// Whether something stops it from falling where it is, once that is known.
    support: Option<bool>,
    /// Whether the body means to go up, so that it does not stick to the floor.
    rises: bool,
    /// The way along x in which corners are passed first.
    prefers: Direction,
}

impl<'w, 'a> Walk<'w, 'a> {
    pub(super) const fn new(
        ground: &'w mut Ground<'a>,
        options: &'w MoveOptions,
        at: IVec2,
        rises: bool,
        prefers: Direction,
    ) -> Self {
        Self { ground, options, at, support: None, rises, prefers }
    }

    /// Where it is.
    pub(super) const fn at(&self) -> IVec2 {
        self.at
    }

    /// Takes the steps that need no rules: through what is free, or along a level floor.
    pub(super) fn run(&mut self, flight: &mut Flight, course: &mut Course) {
        let stands = !self.rises && self.is_supported();
        if stands {
            self.ground.stroll(course, &mut self.at);
        } else if flight.run(self.ground, course, &mut self.at) {
            self.support = None;
        }
    }

    /// Goes one pixel; false where the step is stopped.
    pub(super) fn step(&mut self, way: Direction) -> bool {
        match way {
            Direction::Left | Direction::Right => self.step_along(way),
            Direction::Up => self.step_up(),
            Direction::Down => self.step_down(),
        }
    }

    /// Whether something stops it from falling.
    #[inline]
    pub(super) fn is_supported(&mut self) -> bool {
        if let Some(support) = self.support {
            return support;
        }
        let support = self.stops_fall(self.at);
        self.support = Some(support);
        support
    }

    fn go_to(&mut self, at: IVec2) {
        (self.at, self.support) = (at, None);
    }

    fn stops_fall(&mut self, at: IVec2) -> bool {
        if self.options.drop_through {
            // Through the faces that look up, not through what stops every motion.
            return self.ground.stops_two_way(at, Direction::Down);
        }
        self.ground.stops(at, Direction::Down)
    }

    fn step_down(&mut self) -> bool {
        if self.is_supported() {
            return false;
        }
        self.go_to(self.at + IVec2::Y);
        true
    }

    /// Goes up, or aside first where only a corner is in the way: by as few pixels as can be, the preferred way first.
    fn step_up(&mut self) -> bool {
        if !self.ground.stops(self.at, Direction::Up) {
            self.go_to(self.at - IVec2::Y);
            return true;
        }
        let mut sides = [self.prefers, self.prefers.opposite()].map(|way| Some((way, self.at)));
        for _ in 0..MoveOptions::reach(self.options.corner_correction) {
            for side in &mut sides {
                let Some((way, at)) = side else { continue };
                if self.ground.stops(*at, *way) {
                    *side = None;
                    continue;
                }
                *at += way.step();
                if !self.ground.stops(*at, Direction::Up) {
                    let at = *at - IVec2::Y;
                    self.go_to(at);
                    return true;
                }
            }
        }
        false
    }

    /// Goes along x: up slopes and steps, and down with the floor where it stands on one.
    fn step_along(&mut self, way: Direction) -> bool {
        let stands = !self.rises && self.is_supported();
        if self.ground.stops(self.at, way) {
            return self.climb(way, stands);
        }
        self.go_to(self.at + way.step());
        if stands {
            self.follow_floor();
        }
        true
    }

    /// After a step along a floor: up onto a one-way floor that it came into, else down to the floor.
    fn follow_floor(&mut self) {
        if self.ground.has_one_way()
            && !self.options.drop_through
            && let Some(rise) = self.rise_onto_face()
        {
            self.go_to(self.at - ivec2(0, rise));
            return;
        }
        let snap = MoveOptions::reach(self.options.floor_snap);
        let mut at = self.at;
        for _ in 0..=snap {
            if self.stops_fall(at) {
                (self.at, self.support) = (at, Some(true));
                return;
            }
            at.y += 1;
        }
        self.support = Some(false);
    }

    /// How far up a face that looks up stops a fall, within what is walked up; `None` where the floor is where the body is.
    fn rise_onto_face(&mut self) -> Option<i32> {
        let mut at = self.at;
        for rise in 1..=self.highest_rise(true) {
            if self.ground.stops(at, Direction::Up) {
                return None;
            }
            at.y -= 1;
            if self.ground.stops_one_way(at, Direction::Down) {
                return Some(rise);
            }
        }
        None
    }

    /// The most that one step rises.
    fn highest_rise(&self, stands: bool) -> i32 {
        let slope = self.options.slope_rise(1);
        if stands { slope.max(MoveOptions::reach(self.options.step_height)) } else { slope }
    }

    /// Goes up and one pixel along; false where that takes more than is walked up.
    fn climb(&mut self, way: Direction, stands: bool) -> bool {
        let Some(rise) = self.rise(self.at, way, self.highest_rise(stands)) else { return false };
        let to = self.at + way.step() - ivec2(0, rise);
        // A single rise no higher than the slope is one of the slope. One that is higher may be a step, or part of a
        // slope that is too steep: what comes next tells.
        let is_gentle = rise as f32 <= self.options.max_slope;
        if !is_gentle && self.is_too_steep(to, way, rise, stands) {
            return false;
        }
        self.go_to(to);
        true
    }

    /// The lowest rise after which a step along x is free, with all the way up to it.
    fn rise(&mut self, mut at: IVec2, way: Direction, highest: i32) -> Option<i32> {
        for rise in 1..=highest {
            if self.ground.stops(at, Direction::Up) {
                return None;
            }
            at.y -= 1;
            if !self.ground.stops(at, way) {
                return Some(rise);
            }
        }
        None
    }

    /// Whether the ground keeps rising by more than the slope and a step allow, after a first rise that led to `at`.
    ///
    /// After the first pixel it may have risen by one step, and beyond that by as much as the slope does. How steep a slope has
    /// to be to be found out depends on how far one looks: over twice the height of a step one that exceeds the limit by half.
    /// A wall, which is what rises by more than a step at once, ends the slope before it.
    fn is_too_steep(&mut self, mut at: IVec2, way: Direction, mut rise: i32, stands: bool) -> bool {
        let highest = self.highest_rise(stands);
        for run in 2..=SLOPE_RUN.max(2 * highest) {
            if self.ground.stops(at, way) {
                let Some(more) = self.rise(at, way, highest) else { return false };
                rise += more;
                at.y -= more;
            }
            at += way.step();
            let slope = |run| self.options.slope_rise(run);
            if rise > if stands { highest + slope(run - 1) } else { slope(run) } {
                return true;
            }
        }
        false
    }
}
