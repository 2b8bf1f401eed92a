use crate::terrain::StateHash;
use glam::Vec2;

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
