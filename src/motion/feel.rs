//! Game feel: coyote time, jump buffer, variable jump height and the momentum of platforms, counted in steps.

use crate::terrain::StateHash;
use glam::Vec2;

/// How forgiving a [`Jump`] is, in steps of the game's fixed rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct JumpOptions {
    /// For how many steps after leaving a floor, without a jump, one still may jump: "coyote time".
    pub coyote: u32,
    /// For how many steps before landing a press of the key is kept.
    pub buffer: u32,
}

impl Default for JumpOptions {
    /// 6 steps each, a tenth of a second at 60 steps a second.
    fn default() -> Self {
        Self { coyote: 6, buffer: 6 }
    }
}

/// What is to be done at a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum JumpEvent {
    /// Jump now: set the velocity up to that of a jump.
    Start,
    /// The key was let go while one still rises by a jump: cut the velocity, so that a short press is a low jump.
    Cut,
}

/// Decides when one jumps: with coyote time, a buffer for the key, and a height that follows how long the key is held.
///
/// It counts steps, so equal inputs give equal answers.
///
/// ```
/// use tileray::motion::{Jump, JumpEvent, JumpOptions};
///
/// let mut jump = Jump::new(JumpOptions { coyote: 2, buffer: 3 });
/// assert_eq!(jump.step(true, false, false), None);
/// // Over the edge, and two steps later the key goes down.
/// assert_eq!(jump.step(false, false, false), None);
/// assert_eq!(jump.step(false, false, true), Some(JumpEvent::Start));
/// // It is let go while the hero rises, and pressed again just before the floor.
/// assert_eq!(jump.step(false, true, false), Some(JumpEvent::Cut));
/// assert_eq!(jump.step(false, false, true), None);
/// assert_eq!(jump.step(true, false, true), Some(JumpEvent::Start));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Jump {
    options: JumpOptions,
    /// For how many steps more one may jump.
    may_jump: u32,
    /// For how many steps more a press counts.
    is_wanted: u32,
    was_held: bool,
    /// Whether one is on the way up by a jump whose key is still held.
    is_held_up: bool,
}

impl Jump {
    /// One who has not stood on a floor yet.
    #[must_use]
    pub const fn new(options: JumpOptions) -> Self {
        Self { options, may_jump: 0, is_wanted: 0, was_held: false, is_held_up: false }
    }

    /// A step: whether one stands on a floor, whether one rises, and whether the key is held.
    ///
    /// A press is the step at which the key is held and was not at the step before. It is used up by the jump that it starts,
    /// and so is the floor: two jumps take two floors.
    pub fn step(&mut self, on_floor: bool, rises: bool, held: bool) -> Option<JumpEvent> {
        let pressed = held && !self.was_held;
        self.was_held = held;
        // The step itself counts, so one more than the number of steps after it.
        self.may_jump = if on_floor { self.options.coyote.saturating_add(1) } else { self.may_jump.saturating_sub(1) };
        self.is_wanted = if pressed { self.options.buffer.saturating_add(1) } else { self.is_wanted.saturating_sub(1) };
        if self.is_wanted > 0 && self.may_jump > 0 {
            (self.is_wanted, self.may_jump, self.is_held_up) = (0, 0, true);
            // A press that was let go before the floor came is a low jump.
            return Some(JumpEvent::Start);
        }
        let is_cut = self.is_held_up && rises && !held;
        self.is_held_up &= rises && held;
        is_cut.then_some(JumpEvent::Cut)
    }

    /// Takes back what was pressed, as when one is hit.
    pub const fn reset(&mut self) {
        (self.is_wanted, self.may_jump, self.is_held_up) = (0, 0, false);
    }

    /// Adds all that it keeps to the hash of a state.
    pub fn hash_state(&self, hash: &mut StateHash) {
        hash.add(u64::from(self.may_jump) | u64::from(self.is_wanted) << 32);
        hash.add(u64::from(self.was_held) | u64::from(self.is_held_up) << 1);
    }
}

impl Default for Jump {
    fn default() -> Self {
        Self::new(JumpOptions::default())
    }
}

/// What a [`LiftMomentum`] gives.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LiftOptions {
    /// For how many steps after a platform moved one its speed is kept: platforms stop just before one jumps.
    pub keep: u32,
    /// The most that it gives along x and y, in pixels a second; a platform that sinks gives nothing along y.
    pub most: Vec2,
}

impl Default for LiftOptions {
    /// 8 steps, and 250 and 130 pixels a second.
    fn default() -> Self {
        Self { keep: 8, most: Vec2::new(250.0, 130.0) }
    }
}

/// Keeps the speed of the platform that one stands on, to be added to a jump off it.
///
/// ```
/// use tileray::motion::{LiftMomentum, LiftOptions};
/// use tileray::glam::{Vec2, vec2};
///
/// let mut lift = LiftMomentum::new(LiftOptions { keep: 2, most: vec2(200.0, 100.0) });
/// lift.step(Some(vec2(90.0, -400.0)));
/// assert_eq!(lift.velocity(), vec2(90.0, -100.0));
/// lift.step(None);
/// lift.step(None);
/// assert_eq!(lift.velocity(), vec2(90.0, -100.0));
/// lift.step(None);
/// assert_eq!(lift.velocity(), Vec2::ZERO);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LiftMomentum {
    options: LiftOptions,
    velocity: Vec2,
    left: u32,
}

impl LiftMomentum {
    /// One whom no platform has moved yet.
    #[must_use]
    pub const fn new(options: LiftOptions) -> Self {
        Self { options, velocity: Vec2::ZERO, left: 0 }
    }

    /// A step: the velocity of the platform that moved one, in pixels a second; `None` where none did.
    ///
    /// One that is not a number counts as none.
    pub fn step(&mut self, platform: Option<Vec2>) {
        match platform.filter(|velocity| !velocity.is_nan()) {
            Some(velocity) => (self.velocity, self.left) = (velocity, self.options.keep),
            None if self.left == 0 => self.velocity = Vec2::ZERO,
            None => self.left -= 1,
        }
    }

    /// What to add to the velocity of a jump.
    #[must_use]
    pub fn velocity(&self) -> Vec2 {
        // Limits that are no numbers give nothing.
        let most = self.options.most.max(Vec2::ZERO);
        let given = Vec2::new(self.velocity.x.max(-most.x).min(most.x), self.velocity.y.max(-most.y).min(0.0));
        // Of two zeros either may be the greater one; a sum of them is not below 0.
        given + Vec2::ZERO
    }

    /// Adds what it keeps to the hash of a state.
    pub fn hash_state(&self, hash: &mut StateHash) {
        hash.add_f32(self.velocity.x);
        hash.add_f32(self.velocity.y);
        hash.add(self.left.into());
    }
}

impl Default for LiftMomentum {
    fn default() -> Self {
        Self::new(LiftOptions::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Steps as letters: `f` on the floor, `r` rising, `k` with the key held; the events as `S` and `C`.
    fn play(options: JumpOptions, steps: &[&str]) -> String {
        let mut jump = Jump::new(options);
        let event = |step: &&str| match jump.step(step.contains('f'), step.contains('r'), step.contains('k')) {
            None => '.',
            Some(JumpEvent::Start) => 'S',
            Some(JumpEvent::Cut) => 'C',
        };
        steps.iter().map(event).collect()
    }

    #[test]
    fn a_jump_takes_a_floor_and_a_press() {
        let none = JumpOptions { coyote: 0, buffer: 0 };
        assert_eq!(play(none, &["k", "fk", "f", "fk", "rk", "rk", "", "fk", "f", "fk"]), "...S...S.S");
        assert_eq!(play(none, &["f", "", "k", "f"]), "....");
    }

    #[test]
    fn forgiveness_ends_after_as_many_steps() {
        let some = JumpOptions { coyote: 2, buffer: 2 };
        assert_eq!(play(some, &["f", "", "", "k"]), "....");
        assert_eq!(play(some, &["f", "", "k", ""]), "..S.");
        assert_eq!(play(some, &["k", "", "", "f"]), "....");
        assert_eq!(play(some, &["k", "", "f", "f"]), "..S.");
        // One press and one floor are one jump.
        assert_eq!(play(some, &["fk", "rk", "k", "", "k"]), "S....");
    }

    #[test]
    fn letting_go_cuts_once_and_only_on_the_way_up() {
        let options = JumpOptions::default();
        assert_eq!(play(options, &["fk", "rk", "r", "r", "rk", "r"]), "S.C...");
        assert_eq!(play(options, &["fk", "rk", "rk", "k", "", "r"]), "S.....");
        assert_eq!(play(options, &["f", "r", "r"]), "...", "thrown up, not jumped");
    }
}
