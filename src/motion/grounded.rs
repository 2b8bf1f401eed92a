//! [`Body::move_and_slide`](super::Body::move_and_slide) with gravity: takes the steps of a motion by the rules of
//! floors, slopes, steps and corners.

use super::collision_world::CollisionWorld;
use super::contact::MoveContacts;
use super::contact_log::{ContactLog, Respond, StepOutcome};
use super::empty_space::EmptySpaceSkipper;
use super::face::FacesRule;
use super::fixed::{self, FixedPosition};
use super::options::{MoveOptions, Slide};
use super::place::Place;
use super::probe::StepProbe;
use super::sole::HIGHEST_STEEP_RISE;
use super::steps::PixelSteps;
use crate::geometry::Direction;
use glam::{IVec2, Vec2, ivec2};
use std::cmp::Ordering;

/// Motions of more steps than this search for empty space before they step.
const LONG: i32 = 64;

/// The fewest pixels over which the floor is measured where one pixel of it is steeper than the slope allows.
const SLOPE_RUN: i32 = 4;

/// Moves a body by a velocity, with floors, slopes and steps. `motion` is that of the velocity, or less for a body that
/// pushes crates.
pub(super) fn slide(
    Place { shape, position }: &mut Place,
    world: CollisionWorld<'_>,
    (velocity, motion): (Vec2, [i64; 2]),
    dt: f32,
    options: &MoveOptions,
    respond: Option<Respond<'_>>,
) -> Slide {
    let mut steps = PixelSteps::in_world(position.pixel(), position.remainder(), motion);
    let velocity = Vec2::select(velocity.is_nan_mask(), Vec2::ZERO, velocity);
    // With a time of 0 the motion is zero, but an upward velocity still counts as rising.
    let rises = motion[1] < 0 || (dt == 0.0 && velocity.y < 0.0);
    let mut probe = StepProbe::new(world, shape, steps.left());
    if probe.is_clear(position.pixel(), steps.left(), !rises) {
        let moved = steps.left();
        position.set(position.pixel() + moved, steps.remainder());
        return Slide { moved, velocity, ..Slide::default() };
    }
    let mut contacts = MoveContacts::default();
    let mut slide = Slide { velocity, ..Slide::default() };
    let mut log = ContactLog::new(&mut contacts, respond);
    if !probe.is_free_at_start(position.pixel(), log.asks()) {
        // Up before aside before down; of two sides, that of the motion, then that of the fraction of a pixel.
        let fraction = position.remainder();
        let preference = |out: IVec2| (-out.y, i64::from(out.x) * motion[0].signum(), out.x * fraction.x.signum());
        match log.hit(&mut probe, position.pixel(), None, velocity, false) {
            StepOutcome::Freed => {}
            StepOutcome::Ended => return Slide { contacts, ..slide },
            StepOutcome::Stopped => match probe.push_out(position.pixel(), options, preference) {
                Some(out) => slide.pushed_out = out,
                None => return Slide { velocity: Vec2::ZERO, is_stuck: true, contacts, ..slide },
            },
        }
    }
    let start = position.pixel() + slide.pushed_out;
    if !rises && let Some(speed) = probe.conveyor(start) {
        let [with_belt, without] = [speed, 0.0].map(|speed| fixed::motion(velocity + Vec2::new(speed, 0.0), dt)[0]);
        steps = PixelSteps::in_world(start, position.remainder(), [motion[0] + with_belt - without, motion[1]]);
    }
    let preferred = Direction::of_step(ivec2(motion[0].signum() as i32, 0));
    let mut remainder = steps.remainder();
    let mut from = start;
    // A fall of less than a pixel would not enter the face, so the body is moved into it.
    if options.drop_through
        && (dt > 0.0 && !rises && steps.left().y == 0)
        && probe.stops_by(FacesRule::Only, start, Direction::Down)
        && !probe.stops_by(FacesRule::Ignore, start, Direction::Down)
    {
        // The least exact position in the next pixel, since the fall by itself would not reach that pixel yet.
        (from.y, remainder.y) = (start.y + 1, fixed::LEAST_REMAINDER);
    }
    probe.drop_through(options.drop_through);
    let mut stepper = SlideStepper::new(&mut probe, options, from, rises, preferred);
    // The contacts of the floor at this position are listed already.
    let landed_at = walk(&mut stepper, &mut steps, &mut log, &mut slide, &mut remainder);
    if options.drop_through && dt > 0.0 && !rises && stepper.leave_slope() {
        remainder.y = fixed::LEAST_REMAINDER;
    }
    slide.on_floor = !rises && stepper.stands();
    while slide.on_floor && landed_at != Some(stepper.at) {
        let at = stepper.at;
        if log.hit(stepper.probe, at, Some(Direction::Down), slide.velocity, true) != StepOutcome::Freed {
            break;
        }
        stepper.support = None;
        slide.on_floor = stepper.stands();
    }
    if slide.on_floor {
        (remainder.y, slide.velocity.y) = (0, 0.0);
    }
    // Slopes and push-outs may lead beyond the edge of the world, where nothing is.
    let at = if FixedPosition::is_in_world(stepper.at) { stepper.at } else { start };
    position.set(at, remainder);
    Slide { moved: at - start, contacts: contacts.compact(), ..slide }
}

/// Takes the steps of a motion by the rules. A stop is noted in `slide`, and clears the remainder along its axis.
/// Returns the position at which something stopped a fall.
///
/// With [`MoveOptions::wall_retry`], a stopped step along x waits. It is tried again after each step along y.
pub(super) fn walk(
    stepper: &mut SlideStepper<'_, '_>,
    steps: &mut PixelSteps,
    log: &mut ContactLog<'_, '_>,
    slide: &mut Slide,
    remainder: &mut IVec2,
) -> Option<IVec2> {
    let mut skipper = EmptySpaceSkipper::new(!stepper.rises);
    let mut landed_at = None;
    let mut waits = false;
    loop {
        let next = if waits {
            // A step along y, which may free the way.
            waits = false;
            steps.peek_y()
        } else {
            stepper.skip(&mut skipper, steps);
            steps.peek()
        };
        let Some(direction) = next else { return landed_at };
        let mut is_ended = false;
        if log.asks() && stepper.is_stopped(direction) {
            // The callback is asked before the body climbs or goes aside.
            match log.hit(stepper.probe, stepper.at, Some(direction), slide.velocity, false) {
                // What was ignored may have been the floor, even if something else still stops the step.
                StepOutcome::Stopped | StepOutcome::Freed => stepper.support = None,
                StepOutcome::Ended => is_ended = true,
            }
        }
        if !is_ended && stepper.step(direction) {
            steps.take(direction);
            continue;
        }
        if stepper.options.wall_retry && !is_ended && direction.step().x != 0 && steps.peek_y().is_some() {
            waits = true;
            continue;
        }
        if !is_ended {
            log.hit(stepper.probe, stepper.at, Some(direction), slide.velocity, true);
        }
        skipper.restart();
        remainder[steps.stop(direction)] = 0;
        slide.stop(direction);
        if direction == Direction::Down {
            landed_at = Some(stepper.at);
        }
        if is_ended {
            *remainder = IVec2::ZERO;
            return landed_at;
        }
    }
}

/// A body that takes one step at a time by the rules. These depend on nothing but its position.
#[derive(Debug)]
pub(super) struct SlideStepper<'w, 'a> {
    probe: &'w mut StepProbe<'a>,
    options: &'w MoveOptions,
    pub(super) at: IVec2,
    /// Whether something stops a fall from `at`, once that is known.
    support: Option<bool>,
    /// Whether the body goes up, and so does not stick to the floor.
    rises: bool,
    /// The direction of the motion along x, in which corners are passed first.
    preferred: Option<Direction>,
}

impl<'w, 'a> SlideStepper<'w, 'a> {
    pub(super) const fn new(
        probe: &'w mut StepProbe<'a>,
        options: &'w MoveOptions,
        at: IVec2,
        rises: bool,
        preferred: Option<Direction>,
    ) -> Self {
        Self { probe, options, at, support: None, rises, preferred }
    }

    /// Returns whether something stops a step.
    fn is_stopped(&mut self, direction: Direction) -> bool {
        match direction {
            Direction::Down => self.is_supported(),
            _ => self.probe.stops(self.at, direction),
        }
    }

    /// Takes the steps that need no rules: through empty space, or along a level floor.
    fn skip(&mut self, skipper: &mut EmptySpaceSkipper, steps: &mut PixelSteps) {
        let stands = !self.rises && self.is_supported();
        let near = if stands || steps.left().abs().element_sum() <= LONG {
            self.probe.take_free_steps(steps, &mut self.at, self.rises, stands)
        } else {
            None
        };
        if !stands && near.unwrap_or_else(|| skipper.skip(self.probe, steps, &mut self.at)) {
            self.support = None;
        }
    }

    /// Takes one step by the rules; returns false if it is stopped.
    pub(super) fn step(&mut self, direction: Direction) -> bool {
        match direction {
            Direction::Left | Direction::Right => self.step_along(direction),
            Direction::Up => self.step_up(),
            Direction::Down => self.step_down(),
        }
    }

    /// Returns whether something stops a fall.
    #[inline]
    pub(super) fn is_supported(&mut self) -> bool {
        if let Some(support) = self.support {
            return support;
        }
        let support = self.stops_fall(self.at);
        self.support = Some(support);
        support
    }

    fn move_to(&mut self, at: IVec2) {
        (self.at, self.support) = (at, None);
    }

    fn stops_fall(&mut self, at: IVec2) -> bool {
        // To drop through, faces that look up do not count; two-way pixels do.
        let faces = if self.options.drop_through { FacesRule::Ignore } else { FacesRule::Count };
        self.probe.stops_by(faces, at, Direction::Down)
    }

    fn step_down(&mut self) -> bool {
        if !self.is_supported() {
            self.move_to(self.at + IVec2::Y);
            return true;
        }
        let Some(side) = self.steep_side() else { return false };
        self.move_to(self.at + side.step());
        true
    }

    /// Returns whether the body stands: on a floor that is no slope to slide down.
    fn stands(&mut self) -> bool {
        self.is_supported() && self.steep_side().is_none()
    }

    /// Returns the side to which a supported body slides down: the only side that is too steep. `None` unless the
    /// options ask for it.
    fn steep_side(&mut self) -> Option<Direction> {
        if !self.options.steep_slide {
            return None;
        }
        let sides = [Direction::Left, Direction::Right];
        match sides.map(|side| self.is_steep(side)) {
            [true, false] => Some(sides[0]),
            [false, true] => Some(sides[1]),
            _ => None,
        }
    }

    /// Returns whether the floor drops to a side by more than the slope allows.
    ///
    /// The slope is measured over [`SLOPE_RUN`] pixels in a row that each drop: the pixels ahead and, if too few of
    /// them drop, the pixels behind the body. A drop of one pixel's width is a step or a ledge, not a slope.
    fn is_steep(&mut self, side: Direction) -> bool {
        let (mut at, mut run, mut height) = (self.at, 0, 0);
        while run < SLOPE_RUN
            && let Some(drop) = self.drop_ahead(at, side)
        {
            at += side.step() + ivec2(0, drop);
            (run, height) = (run + 1, height + drop);
        }
        if run == 0 {
            return false;
        }
        let (mut at, back) = (self.at, side.opposite());
        while run < SLOPE_RUN
            && self.probe.stops(at, back)
            && let Some(rise) = self.rise(at, back, MoveOptions::MAX_REACH as i32)
        {
            at += back.step() - ivec2(0, rise);
            (run, height) = (run + 1, height + rise);
        }
        run > 1 && height > self.options.slope_rise(run)
    }

    /// Returns the drop of the floor one pixel to a side; `None` if it does not drop, ends, or rises.
    fn drop_ahead(&mut self, at: IVec2, side: Direction) -> Option<i32> {
        if self.probe.stops(at, side) {
            return None;
        }
        let at = at + side.step();
        (0..=MoveOptions::MAX_REACH as i32).find(|&drop| self.stops_fall(at + ivec2(0, drop))).filter(|&drop| drop > 0)
    }

    /// Goes up. If only a corner is in the way, goes aside first, by as few pixels as possible; on a tie, in the
    /// preferred direction. Without one, no side is chosen.
    fn step_up(&mut self) -> bool {
        if !self.probe.stops(self.at, Direction::Up) {
            self.move_to(self.at - IVec2::Y);
            return true;
        }
        let reach = MoveOptions::reach(self.options.corner_correction);
        let [left, right] = [Direction::Left, Direction::Right]
            .map(|side| self.probe.distance_aside(self.at, side, Direction::Up, reach).unwrap_or(i32::MAX));
        let side = match left.cmp(&right) {
            Ordering::Less => Some(Direction::Left),
            Ordering::Greater => Some(Direction::Right),
            Ordering::Equal => self.preferred.filter(|_| left < i32::MAX),
        };
        let Some(side) = side else { return false };
        self.move_to(self.at + side.step() * left.min(right) - IVec2::Y);
        true
    }

    /// Goes along x: up slopes and steps, and down with the floor.
    fn step_along(&mut self, direction: Direction) -> bool {
        let stands = !self.rises && self.is_supported();
        if self.probe.stops(self.at, direction) {
            return self.climb(direction, stands);
        }
        self.move_to(self.at + direction.step());
        if stands {
            self.follow_floor();
        }
        true
    }

    /// Follows the floor after a step along it: up onto a one-way floor that the step entered, else down.
    fn follow_floor(&mut self) {
        if self.rise_onto_face() {
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

    /// Goes up to a face that looks up and supports the body, within the highest rise; returns false if there is none.
    /// On a slope into which the body has sunk, goes on as far as it is sunk.
    fn rise_onto_face(&mut self) -> bool {
        let (mut at, start, highest) = (self.at, self.at, self.highest_rise(true));
        if self.options.drop_through || !self.probe.is_one_way_near(at, highest) {
            return false;
        }
        for _ in 0..highest {
            if self.probe.stops(at, Direction::Up) {
                break;
            }
            at.y -= 1;
            if self.probe.stops_by(FacesRule::Only, at, Direction::Down) {
                self.move_to(at);
                if !self.probe.is_sunk(at) {
                    break;
                }
            }
        }
        self.at != start
    }

    /// Goes down until no face of a slope holds the body that has sunk into it. Returns whether it went.
    ///
    /// Else one step with [`MoveOptions::drop_through`] would leave the body with its middle above the slope, which would
    /// stop it again.
    fn leave_slope(&mut self) -> bool {
        let (start, mut at) = (self.at, self.at);
        // On a steep slope not each row has a face.
        while at.y - self.at.y < HIGHEST_STEEP_RISE
            && at.y - start.y < MoveOptions::MAX_REACH as i32
            && self.probe.is_sunk(at)
            && !self.probe.stops_by(FacesRule::Ignore, at, Direction::Down)
        {
            let is_held = self.probe.stops_by(FacesRule::Only, at, Direction::Down);
            at.y += 1;
            if is_held {
                self.move_to(at);
            }
        }
        self.at != start
    }

    /// Returns the height of a step that the body may take; `None` if it takes none.
    fn step_height(&self, stands: bool) -> Option<i32> {
        let MoveOptions { step_height, ledge_forgiveness, ledge_while_rising, .. } = *self.options;
        let forgives = ledge_forgiveness > 0 && (ledge_while_rising || !self.rises);
        match (stands, forgives) {
            (true, _) => Some(MoveOptions::reach(step_height)),
            (false, true) => Some(MoveOptions::reach(ledge_forgiveness)),
            (false, false) => None,
        }
    }

    /// Returns the highest rise of one step along x.
    fn highest_rise(&self, stands: bool) -> i32 {
        self.options.slope_rise(1).max(self.step_height(stands).unwrap_or(0))
    }

    /// Goes up and one pixel along; returns false if that is too high or too steep.
    fn climb(&mut self, direction: Direction, stands: bool) -> bool {
        let (slope, highest) = (self.options.slope_rise(1), self.highest_rise(stands));
        let is_sunk =
            slope > 0 && self.probe.is_sunk(self.at) && !self.probe.stops_by(FacesRule::Ignore, self.at, direction);
        // A body that has sunk into a one-way slope is a pixel lower where it comes out.
        let highest = if is_sunk { highest.max(slope + 1) } else { highest };
        let takes_steps = is_sunk || self.step_height(stands).is_some();
        let Some(rise) = self.rise(self.at, direction, highest) else { return false };
        let to = self.at + direction.step() - ivec2(0, rise);
        // A rise within the slope is part of a slope. A higher one is a step, or part of a slope that is too steep: the
        // pixels ahead decide.
        let is_gentle = rise as f32 <= self.options.max_slope;
        if !is_gentle && self.is_too_steep(to, direction, rise, highest, takes_steps) {
            return false;
        }
        self.move_to(to);
        if is_sunk && stands {
            self.rise_onto_face();
        }
        true
    }

    /// Returns the lowest rise after which a step along x is free, with a free path up to it.
    fn rise(&mut self, mut at: IVec2, direction: Direction, highest: i32) -> Option<i32> {
        for rise in 1..=highest {
            if self.probe.stops(at, Direction::Up) {
                return None;
            }
            at.y -= 1;
            if !self.probe.stops(at, direction) {
                return Some(rise);
            }
        }
        None
    }

    /// Returns whether the floor keeps rising by more than the slope and a step allow, after a first rise that led to
    /// `at`.
    ///
    /// The floor may rise by one step at the first pixel, and by the slope after it. The length of the run decides
    /// which slopes are recognized: twice the height of a step recognizes slopes that exceed the limit by half. A wall
    /// ends the run: a rise above the height of a step.
    fn is_too_steep(
        &mut self,
        mut at: IVec2,
        direction: Direction,
        mut rise: i32,
        highest: i32,
        takes_steps: bool,
    ) -> bool {
        for run in 2..=SLOPE_RUN.max(2 * highest) {
            if self.probe.stops(at, direction) {
                let Some(more) = self.rise(at, direction, highest) else { return false };
                rise += more;
                at.y -= more;
            }
            at += direction.step();
            let slope = |run| self.options.slope_rise(run);
            let most = if takes_steps { highest + slope(run - 1) } else { slope(run) };
            if rise > most {
                return true;
            }
        }
        false
    }
}
