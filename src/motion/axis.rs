//! Motions along one axis, without any rule: a body goes on until something stops it.

use super::collision_world::CollisionWorld;
use super::contact::MoveContacts;
use super::contact_log::{ContactLog, Respond};
use super::fixed;
use super::grounded::{SlideStepper, walk};
use super::obstacles::BoxSweep;
use super::options::{AxisMove, MoveOptions, Slide};
use super::place::Place;
use super::probe::StepProbe;
use super::shape::BodyShape;
use super::steps::PixelSteps;
use glam::{IVec2, Vec2};

/// Moves a body along x, which is axis 0, or along y. Each axis has its own copy, which computes nothing for the other.
pub(super) fn move_along<const AXIS: usize>(
    Place { shape, position }: &mut Place,
    world: CollisionWorld<'_>,
    amount: f32,
    respond: Option<Respond<'_>>,
) -> AxisMove {
    let (mut motion, mut velocity) = ([0; 2], Vec2::ZERO);
    (motion[AXIS], velocity[AXIS]) = (fixed::units(amount.into()), amount);
    let start = position.pixel();
    let mut at = start;
    let mut steps = PixelSteps::in_world(at, position.remainder(), motion);
    let mut remainder = steps.remainder();
    let two_way = world.terrain.two_way(world.layers);
    let is_solid_in = |around| world.solids_in(around).next().is_some();
    if let Some(sweep) = BoxSweep::new(&world, &two_way, shape, at, steps.left(), is_solid_in) {
        let near = sweep.near_lines();
        let free = sweep.free_steps(near.as_ref());
        steps.advance(free);
        at += sweep.step() * free as i32;
        if !steps.is_over() && respond.is_none() {
            remainder[AXIS] = 0;
            position.set(at, remainder);
            let solid = sweep.solid_on_edge(near.as_ref(), free);
            let (moved, blocked) = ((at - start)[AXIS], true);
            // Most steps are stopped by one thing. Its contact is written in place, without a copy of the whole array.
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
    let (at, contacts) = walk_plainly(world, shape, steps, at, velocity, respond);
    let blocked = contacts.is_some();
    if blocked {
        remainder[AXIS] = 0;
    }
    position.set(at, remainder);
    AxisMove { moved: (at - start)[AXIS], blocked, contacts: contacts.unwrap_or_default().compact() }
}

/// Takes steps, without slopes, floors and corners, until one is stopped. Returns the position, and the contacts of the
/// stopped step.
#[inline(never)]
fn walk_plainly(
    world: CollisionWorld<'_>,
    shape: &BodyShape,
    mut steps: PixelSteps,
    at: IVec2,
    velocity: Vec2,
    respond: Option<Respond<'_>>,
) -> (IVec2, Option<MoveContacts>) {
    let mut probe = StepProbe::new(world, shape, steps.left());
    if probe.is_clear(at, steps.left(), false) {
        return (at + steps.left(), None);
    }
    let (mut contacts, mut slide) = (MoveContacts::default(), Slide { velocity, ..Slide::default() });
    let mut rest = IVec2::ZERO;
    let mut log = ContactLog::new(&mut contacts, respond);
    let mut stepper = SlideStepper::new(&mut probe, &MoveOptions::PLAIN, at, true, None);
    let landed = walk(&mut stepper, &mut steps, &mut log, &mut slide, &mut rest);
    let (at, blocked) = (stepper.at, landed.is_some() || slide.on_ceiling || slide.wall.is_some());
    (at, blocked.then_some(contacts))
}
