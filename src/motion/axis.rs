//! Motions along one axis, without any rule: a body goes on until something stops it.

use super::collision_world::CollisionWorld;
use super::contact::MoveContacts;
use super::contact_log::{ContactLog, Respond, StepOutcome};
use super::empty_space::EmptySpaceSkipper;
use super::fixed;
use super::obstacles::BoxSweep;
use super::options::AxisMove;
use super::place::Place;
use super::probe::StepProbe;
use super::shape::BodyShape;
use super::steps::PixelSteps;
use glam::{IVec2, Vec2};

/// Moves a body along x, which is axis 0, or along y. Each has its own copy, without any computation for the other axis.
pub(super) fn move_along<const AXIS: usize>(
    Place { shape, position }: &mut Place,
    world: CollisionWorld<'_>,
    amount: f32,
    respond: Option<Respond<'_>>,
) -> AxisMove {
    let (mut motion, mut velocity) = ([0; 2], Vec2::ZERO);
    (motion[AXIS], velocity[AXIS]) = (fixed::units(amount.into()), amount);
    let (start, mut is_stopped) = (position.pixel(), false);
    let mut at = start;
    let mut steps = PixelSteps::in_world(at, position.remainder(), motion);
    let mut remainder = steps.remainder();
    let two_way = world.terrain.two_way(world.layers);
    if let Some(sweep) = BoxSweep::new(&world, &two_way, shape, at, steps.left()) {
        let near = sweep.near_lines();
        let free = sweep.free_steps(near.as_ref());
        steps.advance(free);
        at += sweep.step() * free as i32;
        is_stopped = !steps.is_over();
        if is_stopped && respond.is_none() {
            remainder[AXIS] = 0;
            position.set(at, remainder);
            let solid = sweep.solid_on_edge(near.as_ref(), free);
            let (moved, blocked) = ((at - start)[AXIS], true);
            // Most steps are stopped by one thing. It is written in place, without a copy of the whole array.
            let (first, rest) = sweep.first_contact(free, solid, velocity);
            if rest == 0 {
                return AxisMove { moved, blocked, contacts: MoveContacts::one(first) };
            }
            let mut contacts = MoveContacts::one(first);
            sweep.add_contacts(free, rest, velocity, &mut contacts);
            return AxisMove { moved, blocked, contacts: contacts.compact() };
        }
    }
    if steps.is_over() {
        position.set(at, remainder);
        return AxisMove { moved: (at - start)[AXIS], ..AxisMove::default() };
    }
    let mut contacts = MoveContacts::default();
    let log = ContactLog::new(&mut contacts, respond);
    let (at, blocked) = take_steps(world, shape, steps, at, is_stopped, velocity, log);
    if blocked {
        remainder[AXIS] = 0;
    }
    position.set(at, remainder);
    AxisMove { moved: (at - start)[AXIS], blocked, contacts: contacts.compact() }
}

/// Takes steps without any rule until one is stopped, as the first one is known to be if `is_stopped`; returns the
/// position and whether one was.
#[inline(never)]
fn take_steps(
    world: CollisionWorld<'_>,
    shape: &BodyShape,
    mut steps: PixelSteps,
    mut at: IVec2,
    mut is_stopped: bool,
    velocity: Vec2,
    mut log: ContactLog<'_, '_>,
) -> (IVec2, bool) {
    let mut probe = StepProbe::new(world, shape, steps.left());
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
            && log.hit(&mut probe, at, Some(direction), velocity, true) != StepOutcome::Freed
        {
            return (at, true);
        }
        at += direction.step();
        is_stopped = false;
    }
}
