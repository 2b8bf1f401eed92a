//! Game feel, counted in steps: coyote time, jump buffer, variable jump height and the momentum of platforms.

use crate::geometry::Bound;
use crate::terrain::StateHash;
use glam::Vec2;

/// The options of a [`Jump`]: coyote time and jump buffer, in steps of the game's fixed rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct JumpOptions {
    /// Coyote time: the number of steps after leaving a floor in which a jump still starts; 6 by default.
    pub coyote: u32,
    /// Jump buffer: the number of steps before landing in which a press of the key still counts; 6 by default.
    pub buffer: u32,
}

impl Default for JumpOptions {
    fn default() -> Self {
        Self::new()
    }
}

impl JumpOptions {
    /// Returns the defaults: 6 steps of coyote time and 6 of jump buffer, a tenth of a second at 60 steps a second.
    #[must_use]
    pub const fn new() -> Self {
        Self { coyote: 6, buffer: 6 }
    }
}

setters! {
    JumpOptions {
        coyote: u32,
        buffer: u32,
    }
}

/// What a [`Jump`] is told each step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct JumpInput {
    /// Whether the body stands on a floor.
    pub on_floor: bool,
    /// Whether the body moves up.
    pub rises: bool,
    /// Whether the key is held.
    pub held: bool,
}

/// The action that [`Jump::step`] asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum JumpEvent {
    /// Jump: set the vertical velocity to the speed of a jump.
    Start,
    /// The key was released during the rise of a jump: reduce the velocity, so that a short press is a low jump
    /// (variable jump height).
    Cut,
}

/// The state of a jump key, with coyote time, a jump buffer and variable jump height.
///
/// It counts steps, so equal inputs give equal events.
///
/// ```
/// use tileray::motion::{Jump, JumpEvent, JumpInput, JumpOptions};
///
/// let mut jump = Jump::new(JumpOptions::new().coyote(2).buffer(3));
/// let falls = JumpInput::default();
/// assert_eq!(jump.step(JumpInput { on_floor: true, ..falls }), None);
/// // The hero leaves the edge. Two steps later the key is pressed.
/// assert_eq!(jump.step(falls), None);
/// assert_eq!(jump.step(JumpInput { held: true, ..falls }), Some(JumpEvent::Start));
/// // The key is released while the hero rises, and pressed again just before the floor.
/// assert_eq!(jump.step(JumpInput { rises: true, ..falls }), Some(JumpEvent::Cut));
/// assert_eq!(jump.step(JumpInput { held: true, ..falls }), None);
/// assert_eq!(jump.step(JumpInput { on_floor: true, held: true, ..falls }), Some(JumpEvent::Start));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Jump {
    options: JumpOptions,
    /// The number of steps left in which a jump may start.
    floor_steps: u32,
    /// The number of steps left in which a press counts.
    press_steps: u32,
    was_held: bool,
    /// Whether a jump is rising and its key is still held.
    is_held_jump: bool,
}

impl Jump {
    /// Creates a jump that starts airborne.
    #[must_use]
    pub const fn new(options: JumpOptions) -> Self {
        Self { options, floor_steps: 0, press_steps: 0, was_held: false, is_held_jump: false }
    }

    /// Advances one step, and returns what to do.
    ///
    /// A press is a step at which the key is held and was not held before. A jump uses up its press and its floor: two
    /// jumps take two presses and two landings.
    pub fn step(&mut self, input: JumpInput) -> Option<JumpEvent> {
        let JumpInput { on_floor, rises, held } = input;
        let pressed = held && !self.was_held;
        self.was_held = held;
        // This step counts too, so one is added.
        self.floor_steps =
            if on_floor { self.options.coyote.saturating_add(1) } else { self.floor_steps.saturating_sub(1) };
        self.press_steps =
            if pressed { self.options.buffer.saturating_add(1) } else { self.press_steps.saturating_sub(1) };
        if self.press_steps > 0 && self.floor_steps > 0 {
            (self.press_steps, self.floor_steps, self.is_held_jump) = (0, 0, true);
            // If the key was released before landing, the next step cuts the jump.
            return Some(JumpEvent::Start);
        }
        let is_cut = self.is_held_jump && rises && !held;
        self.is_held_jump &= rises && held;
        is_cut.then_some(JumpEvent::Cut)
    }

    /// Forgets the press and the floor, for instance when the body is hit.
    pub const fn reset(&mut self) {
        (self.press_steps, self.floor_steps, self.is_held_jump) = (0, 0, false);
    }

    /// Adds the counters to the hash of a state.
    pub fn hash_state(&self, hash: &mut StateHash) {
        hash.add(u64::from(self.floor_steps) | u64::from(self.press_steps) << 32);
        hash.add(u64::from(self.was_held) | u64::from(self.is_held_jump) << 1);
    }
}

impl Default for Jump {
    fn default() -> Self {
        Self::new(JumpOptions::default())
    }
}

/// The options of a [`LiftMomentum`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct LiftOptions {
    /// The number of steps for which the velocity is kept after the platform stops; 8 by default. Platforms often stop
    /// just before the jump.
    pub keep: u32,
    /// The largest speed along x and y, in pixels a second; 250 and 130 by default. A sinking platform adds nothing
    /// along y.
    pub most: Vec2,
}

impl Default for LiftOptions {
    fn default() -> Self {
        Self::new()
    }
}

impl LiftOptions {
    /// Returns the defaults: 8 steps, and at most 250 pixels a second along x and 130 along y.
    #[must_use]
    pub const fn new() -> Self {
        Self { keep: 8, most: Vec2::new(250.0, 130.0) }
    }
}

setters! {
    LiftOptions {
        keep: u32,
        most: Vec2,
    }
}

/// The velocity of the platform under a body, to add to a jump off the platform.
///
/// ```
/// use tileray::motion::{LiftMomentum, LiftOptions};
/// use tileray::glam::{Vec2, vec2};
///
/// let mut lift = LiftMomentum::new(LiftOptions::new().keep(2).most(vec2(200.0, 100.0)));
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
    /// Creates the momentum of a body that no platform has moved yet.
    #[must_use]
    pub const fn new(options: LiftOptions) -> Self {
        Self { options, velocity: Vec2::ZERO, left: 0 }
    }

    /// Advances one step. `platform` is the velocity of the platform that moved the body, in pixels a second; `None` if
    /// none did.
    ///
    /// A velocity with NaN counts as `None`.
    pub fn step(&mut self, platform: Option<Vec2>) {
        match platform.filter(|velocity| !velocity.is_nan()) {
            Some(velocity) => (self.velocity, self.left) = (velocity, self.options.keep),
            None if self.left == 0 => self.velocity = Vec2::ZERO,
            None => self.left -= 1,
        }
    }

    /// Returns the velocity to add to a jump.
    #[must_use]
    pub fn velocity(&self) -> Vec2 {
        // A limit of NaN counts as 0.
        let most = self.options.most.at_least(Vec2::ZERO);
        let given = Vec2::new(
            self.velocity.x.at_least(-most.x).at_most(most.x),
            self.velocity.y.at_least(-most.y).at_most(0.0),
        );
        given.positive_zero()
    }

    /// Adds the velocity and the counter to the hash of a state.
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

    /// Plays steps given as letters, `f` on the floor, `r` rising, `k` with the key held, and returns the events as `S`
    /// and `C`.
    fn play(options: JumpOptions, steps: &[&str]) -> String {
        let mut jump = Jump::new(options);
        let input = |step: &str| JumpInput {
            on_floor: step.contains('f'),
            rises: step.contains('r'),
            held: step.contains('k'),
        };
        let event = |step: &&str| match jump.step(input(step)) {
            None => '.',
            Some(JumpEvent::Start) => 'S',
            Some(JumpEvent::Cut) => 'C',
        };
        steps.iter().map(event).collect()
    }

    #[test]
    fn a_jump_takes_a_floor_and_a_press() {
        let none = JumpOptions::new().coyote(0).buffer(0);
        assert_eq!(play(none, &["k", "fk", "f", "fk", "rk", "rk", "", "fk", "f", "fk"]), "...S...S.S");
        assert_eq!(play(none, &["f", "", "k", "f"]), "....");
    }

    #[test]
    fn releasing_the_key_cuts_once_and_only_while_rising() {
        let options = JumpOptions::default();
        assert_eq!(play(options, &["fk", "rk", "r", "r", "rk", "r"]), "S.C...");
        assert_eq!(play(options, &["fk", "rk", "rk", "k", "", "r"]), "S.....");
        assert_eq!(play(options, &["f", "r", "r"]), "...", "thrown up, not jumped");
    }
}
