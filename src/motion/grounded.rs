//! Motions along one axis, and [`Body::move_and_slide`](super::Body::move_and_slide) with gravity: the steps of a motion, taken by the rules of
//! `walk`, and what stopped them.

use super::collision_world::CollisionWorld;
use super::contact::MoveContacts;
use super::contact_log::{ContactLog, Respond, StepOutcome};
use super::fixed::{self, FixedPosition};
use super::obstacles::BoxSweep;
use super::options::{AxisMove, MoveOptions, Slide};
use super::probe::StepProbe;
use super::shape::BodyShape;
use super::solid::Side;
use super::steps::PixelSteps;
use super::walk::{self, EmptySpaceSkipper, SlideStepper};
use crate::geometry::Direction;
use glam::{IVec2, Vec2};

/// Moves a body along x, without any rule.
pub(super) fn move_x(
    shape: &BodyShape,
    position: &mut FixedPosition,
    world: CollisionWorld<'_>,
    amount: f32,
    respond: Option<Respond<'_>>,
) -> AxisMove {
    move_axis(shape, position, &world, Vec2::new(amount, 0.0), respond)
}

/// Moves a body along y, without any rule.
pub(super) fn move_y(
    shape: &BodyShape,
    position: &mut FixedPosition,
    world: CollisionWorld<'_>,
    amount: f32,
    respond: Option<Respond<'_>>,
) -> AxisMove {
    move_axis(shape, position, &world, Vec2::new(0.0, amount), respond)
}

/// Moves a body along one axis. Each of the two callers has its own copy, without any computation for the other axis.
#[inline(always)]
fn move_axis(
    shape: &BodyShape,
    position: &mut FixedPosition,
    world: &CollisionWorld<'_>,
    amount: Vec2,
    respond: Option<Respond<'_>>,
) -> AxisMove {
    let motion = [fixed::units(amount.x.into()), fixed::units(amount.y.into())];
    let start = position.pixel();
    let (axis, mut at, mut is_stopped) = (usize::from(motion[0] == 0), start, false);
    let mut steps = PixelSteps::in_world(at, position.remainder(), motion);
    let mut remainder = steps.remainder();
    let two_way = world.terrain.two_way(world.layers);
    if let Some(sweep) = BoxSweep::new(world, &two_way, shape, at, steps.left()) {
        let near = sweep.near_lines();
        let free = sweep.free_steps(near.as_ref());
        steps.advance(free);
        at += sweep.step() * free as i32;
        is_stopped = !steps.is_over();
        if is_stopped && respond.is_none() {
            remainder[axis] = 0;
            position.set(at, remainder);
            let solid = sweep.solid_on_edge(near.as_ref(), free);
            let (moved, blocked) = ((at - start)[axis], true);
            // Most steps are stopped by one thing. It is written in place, without a copy of the whole array.
            let (first, rest) = sweep.first_contact(free, solid, amount);
            if rest == 0 {
                return AxisMove { moved, blocked, contacts: MoveContacts::one(first) };
            }
            let mut contacts = MoveContacts::one(first);
            sweep.add_contacts(free, rest, amount, &mut contacts);
            return AxisMove { moved, blocked, contacts: contacts.compact() };
        }
    }
    if steps.is_over() {
        position.set(at, remainder);
        return AxisMove { moved: (at - start)[axis], ..AxisMove::default() };
    }
    let mut contacts = MoveContacts::default();
    let log = ContactLog::new(&mut contacts, respond);
    let (at, blocked) = take_steps(world, shape, steps, at, is_stopped, amount, log);
    if blocked {
        remainder[axis] = 0;
    }
    position.set(at, remainder);
    AxisMove { moved: (at - start)[axis], blocked, contacts: contacts.compact() }
}

/// Takes steps without any rule until one is stopped, as the first one is known to be if `is_stopped`; returns the
/// position and whether one was.
#[inline(never)]
fn take_steps(
    world: &CollisionWorld<'_>,
    shape: &BodyShape,
    mut steps: PixelSteps,
    mut at: IVec2,
    mut is_stopped: bool,
    velocity: Vec2,
    mut log: ContactLog<'_, '_>,
) -> (IVec2, bool) {
    let mut probe = StepProbe::new(*world, shape, steps.left());
    if !is_stopped && probe.is_clear(at, steps.left(), false) {
        return (at + steps.left(), false);
    }
    let mut skipper = EmptySpaceSkipper::new(false);
    loop {
        if !is_stopped {
            skipper.skip(&mut probe, &mut steps, &mut at);
        }
        let Some(direction) = steps.next() else { return (at, false) };
        if (is_stopped || probe.stops(at, direction))
            && log.hit(&mut probe, at, direction, velocity, true) != StepOutcome::Freed
        {
            return (at, true);
        }
        at += direction.step();
        is_stopped = false;
    }
}

/// Moves a body by a velocity, with floors, slopes and steps.
pub(super) fn slide(
    shape: &BodyShape,
    position: &mut FixedPosition,
    world: CollisionWorld<'_>,
    velocity: Vec2,
    dt: f32,
    options: &MoveOptions,
    respond: Option<Respond<'_>>,
) -> Slide {
    let motion = fixed::motion(velocity, dt);
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
    if !probe.is_free(position.pixel()) {
        match log.overlap(&mut probe, position.pixel(), velocity) {
            StepOutcome::Freed => {}
            StepOutcome::Ended => return Slide { contacts, ..slide },
            StepOutcome::Stopped => match walk::push_out(&mut probe, position.pixel(), options) {
                Some(out) => slide.pushed_out = out,
                None => return Slide { velocity: Vec2::ZERO, is_stuck: true, contacts, ..slide },
            },
        }
    }
    let start = position.pixel() + slide.pushed_out;
    if !rises && let Some(speed) = probe.conveyor(start) {
        let motion = fixed::motion(velocity + Vec2::new(speed, 0.0), dt);
        steps = PixelSteps::in_world(start, position.remainder(), motion);
    }
    let preferred = if motion[0] > 0 { Direction::Right } else { Direction::Left };
    let mut remainder = steps.remainder();
    let mut from = start;
    // A fall of less than a pixel would not enter the face that is to be dropped through.
    if options.drop_through && dt > 0.0 && !rises && steps.left().y == 0 && probe.is_held_by_faces(start) {
        // The least exact position of the next pixel, as the fall by itself would not reach it yet.
        (from.y, remainder.y) = (start.y + 1, fixed::LEAST_REMAINDER);
    }
    probe.drop_through(options.drop_through);
    let mut stepper = SlideStepper::new(&mut probe, options, from, rises, preferred);
    let mut skipper = EmptySpaceSkipper::new(!rises);
    // Where the contacts of the floor are listed already.
    let mut landed_at = None;
    loop {
        stepper.skip(&mut skipper, &mut steps);
        let Some(direction) = steps.next() else { break };
        let mut is_ended = false;
        if log.asks() && stepper.is_stopped(direction) {
            // Before it climbs or goes aside.
            let at = stepper.at();
            match log.hit(stepper.probe(), at, direction, slide.velocity, false) {
                StepOutcome::Stopped => {}
                StepOutcome::Freed => stepper.forget_support(),
                StepOutcome::Ended => is_ended = true,
            }
        }
        if !is_ended && stepper.step(direction) {
            continue;
        }
        let at = stepper.at();
        if !is_ended {
            log.hit(stepper.probe(), at, direction, slide.velocity, true);
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
        if direction == Direction::Down {
            landed_at = Some(at);
        }
        if is_ended {
            remainder = IVec2::ZERO;
            break;
        }
    }
    slide.on_floor = !rises && stepper.stands();
    while slide.on_floor && landed_at != Some(stepper.at()) {
        let at = stepper.at();
        if log.hit(stepper.probe(), at, Direction::Down, slide.velocity, true) != StepOutcome::Freed {
            break;
        }
        stepper.forget_support();
        slide.on_floor = stepper.stands();
    }
    if slide.on_floor {
        (remainder.y, slide.velocity.y) = (0, 0.0);
    }
    // Slopes and push-outs may lead beyond the edge of the world, where nothing is.
    let at = if FixedPosition::is_in_world(stepper.at()) { stepper.at() } else { start };
    position.set(at, remainder);
    Slide { moved: at - start, contacts: contacts.compact(), ..slide }
}
