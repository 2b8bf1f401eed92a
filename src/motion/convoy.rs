//! The convoy of a pixel step: the solids and bodies that move together with a solid or in front of a body.
//!
//! ```text
//! convoy(roots, direction):
//!     moving = the roots and, again and again, each crate that one of them would enter
//!     if terrain or a solid that is no crate stops one of them: the step is stopped
//!     again and again, as long as one more is found:                       riders, in any order
//!         a crate that stands on one of them, with the crates that it would enter, moves along if nothing stops them
//!     each body that one of them would enter is pushed; if it is stopped: the step is stopped, or the body is squished
//!     each body that stands on one of them is carried, if nothing stops it
//! ```
//!
//! The set does not depend on the order in which solids and bodies are listed: one more mover never stops another. No
//! side is preferred, so mirrored scenes have mirrored convoys. What does not meet by its
//! [categories](super::Solid::category) passes through each other.

use super::body::Body;
use super::categories::Mover;
use super::collision_world::CollisionWorld;
use super::fixed::FixedPosition;
use super::probe::StepProbe;
use super::solid::Solid;
use crate::geometry::{Direction, Rect};
use glam::IVec2;

/// The solids, the bodies and the terrain around a step, and its direction.
#[derive(Clone, Copy)]
pub(super) struct StepScene<'s> {
    /// The terrain, without solids.
    pub(super) terrain: CollisionWorld<'s>,
    pub(super) solids: &'s [Solid],
    pub(super) near: &'s NearSolids,
    pub(super) bodies: &'s [&'s mut Body],
    /// The indices of the bodies that take part.
    pub(super) free: &'s [usize],
    pub(super) direction: Direction,
    /// The solid that neither terrain nor other solids stop, if the step is its own.
    pub(super) lift: Option<usize>,
    /// Whether the lift goes on into what it cannot push.
    pub(super) squishes: bool,
}

/// The solids that may take part in the steps of a motion.
#[derive(Debug, Default)]
pub(super) struct NearSolids {
    /// The crates that may move, by their indices.
    pub(super) crates: Vec<usize>,
    /// These, and the solids that may stop them.
    pub(super) all: Vec<usize>,
}

impl NearSolids {
    /// Finds the solids that a motion of some pixels may bring together with a box, or with a crate that it may bring
    /// together with it, and so on.
    pub(super) fn around(solids: &[Solid], start: Rect, pixels: i32) -> Self {
        // Both may move, and touch before a step.
        let reach = 2 * pixels.saturating_add(1);
        let wider = |rect: Rect| {
            let by = IVec2::splat(reach);
            Rect::new(rect.min.saturating_sub(by), rect.max.saturating_add(by))
        };
        let rects: Vec<Rect> = solids.iter().map(Solid::rect).collect();
        let (mut near, mut boxes, mut is_found) = (Self::default(), vec![wider(start)], vec![false; solids.len()]);
        while let Some(around) = boxes.pop() {
            for (index, rect) in rects.iter().enumerate() {
                if rect.overlaps(&around) && !is_found[index] {
                    is_found[index] = true;
                    near.all.push(index);
                    if solids[index].is_crate() {
                        near.crates.push(index);
                        // What does not move may only stand on it.
                        if pixels > 0 {
                            boxes.push(wider(*rect));
                        }
                    }
                }
            }
        }
        near
    }
}

/// What moves in a step.
#[derive(Debug, Default)]
pub(super) struct Convoy {
    /// Whether something stops the step. Then nothing moves.
    pub(super) is_stopped: bool,
    pub(super) solids: Vec<usize>,
    pub(super) bodies: Vec<usize>,
    /// The bodies that cannot be pushed.
    pub(super) squished: Vec<usize>,
}

impl Convoy {
    /// Returns what moves with the roots: the lift, a crate, or the crates in front of a body.
    pub(super) fn new(scene: &StepScene<'_>, roots: &[usize]) -> Self {
        let mut convoy = Self { solids: roots.to_vec(), ..Self::default() };
        convoy.is_stopped = !convoy.push_crates(scene);
        if convoy.is_stopped {
            return convoy;
        }
        if scene.direction != Direction::Up {
            while convoy.carry_crates(scene) {}
        }
        convoy.add_bodies(scene);
        convoy
    }

    /// Adds the crates in front of the roots; returns false if something stops the step.
    fn push_crates(&mut self, scene: &StepScene<'_>) -> bool {
        let Some(lift) = scene.lift else { return self.push_from(scene, 0) };
        let is_in_front = |index: &usize| scene.enters(lift, scene.solid(*index));
        let mut left: Vec<usize> = scene.near.crates.iter().copied().filter(is_in_front).collect();
        loop {
            let before = left.len();
            left.retain(|&index| !self.solids.contains(&index) && !self.try_push(scene, index));
            // A crate that is stopped by another one may be free once that one moves.
            if left.is_empty() || left.len() == before {
                return left.is_empty() || scene.squishes || scene.solids[lift].one_way.is_some();
            }
        }
    }

    /// Adds a crate and the crates in front of it, unless something stops one of them.
    fn try_push(&mut self, scene: &StepScene<'_>, index: usize) -> bool {
        let before = self.solids.len();
        self.solids.push(index);
        let is_free = self.push_from(scene, before);
        if !is_free {
            self.solids.truncate(before);
        }
        is_free
    }

    /// Adds the crates in front of the solids from `first` on; returns false if something stops one of them.
    fn push_from(&mut self, scene: &StepScene<'_>, first: usize) -> bool {
        let mut next = first;
        while let Some(&index) = self.solids.get(next) {
            next += 1;
            if scene.is_stopped(scene.solid(index), true, &self.solids) {
                return false;
            }
            for &other in &scene.near.crates {
                if !self.solids.contains(&other) && scene.enters(index, scene.solid(other)) {
                    // A crate does not push down the crate that it falls onto.
                    if scene.direction == Direction::Down {
                        return false;
                    }
                    self.solids.push(other);
                }
            }
        }
        true
    }

    /// Adds crates that stand on a solid that moves; returns whether there was one.
    fn carry_crates(&mut self, scene: &StepScene<'_>) -> bool {
        let all = self.solids.len();
        for &index in &scene.near.crates {
            let is_rider = |on: &usize| scene.stands_on(scene.solid(index), *on);
            if self.solids.contains(&index) || !self.solids.iter().any(is_rider) {
                continue;
            }
            let before = self.solids.len();
            // Bodies in front must not be stopped, as a rider squishes nobody.
            if self.try_push(scene, index) && !scene.free.iter().all(|&body| self.can_pass(scene, before, body)) {
                self.solids.truncate(before);
            }
        }
        self.solids.len() > all
    }

    /// Returns whether the solids from `first` on do not enter a body, or push it.
    fn can_pass(&self, scene: &StepScene<'_>, first: usize, body: usize) -> bool {
        let body = scene.bodies[body].mover();
        !self.solids[first..].iter().any(|&index| scene.enters(index, body))
            || !scene.is_stopped(body, false, &self.solids)
    }

    /// Adds the bodies that are pushed and carried.
    fn add_bodies(&mut self, scene: &StepScene<'_>) {
        for &body in scene.free {
            let mover = scene.bodies[body].mover();
            let mut pushing = self.solids.iter().filter(|&&index| scene.enters(index, mover)).peekable();
            let is_pushed = pushing.peek().is_some();
            if !is_pushed && !self.solids.iter().any(|&index| scene.stands_on(mover, index)) {
                continue;
            }
            if !scene.is_stopped(mover, false, &self.solids) {
                self.bodies.push(body);
            } else if pushing.any(|&index| scene.solids[index].one_way.is_none()) {
                self.squished.push(body);
            }
        }
        self.is_stopped = !scene.squishes && !self.squished.is_empty();
    }
}

impl StepScene<'_> {
    fn solid(&self, index: usize) -> Mover<'_> {
        self.solids[index].mover(index)
    }

    /// Returns whether a solid meets a mover near its step in a direction.
    fn meets(&self, index: usize, mover: &Mover<'_>, direction: Direction) -> bool {
        let (solid, after) = (&self.solids[index], mover.at + direction.step());
        mover.shape.bounds().translated(after).overlaps(&solid.rect())
            && mover.categories.meet(&solid.categories(index))
    }

    /// Returns whether a solid stops a step of a mover that does not overlap it.
    pub(super) fn stops(&self, index: usize, mover: Mover<'_>, direction: Direction) -> bool {
        let solid = &self.solids[index];
        self.meets(index, &mover, direction)
            && solid.stops(mover.shape, mover.at, direction)
            && !solid.is_entered_by(mover.shape, mover.at)
    }

    /// Returns whether a step of a solid would enter a mover: whether the solid stops the opposite step of the mover.
    pub(super) fn enters(&self, index: usize, mover: Mover<'_>) -> bool {
        self.stops(index, mover, self.direction.opposite())
    }

    /// Returns whether a mover stands on a solid.
    fn stands_on(&self, mover: Mover<'_>, index: usize) -> bool {
        self.stops(index, mover, Direction::Down)
    }

    /// Returns whether something that does not move along stops the step of a solid, or else of a body: terrain, the edge
    /// of the world or a solid. Crates do not stop each other, as they are pushed.
    pub(super) fn is_stopped(&self, mover: Mover<'_>, is_solid: bool, moving: &[usize]) -> bool {
        let direction = self.direction;
        let stops = |index: usize| {
            let other = &self.solids[index];
            self.meets(index, &mover, direction)
                && !moving.contains(&index)
                && !(is_solid && other.is_crate())
                && other.stops(mover.shape, mover.at, direction)
        };
        !FixedPosition::is_in_world(mover.at + direction.step())
            || StepProbe::unbuffered(self.terrain, mover.shape).stops(mover.at, direction)
            || match is_solid {
                true => self.near.all.iter().copied().any(stops),
                false => (0..self.solids.len()).any(stops),
            }
    }
}
