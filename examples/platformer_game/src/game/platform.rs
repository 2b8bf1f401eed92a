use super::STEP;
use tileray::Solid;
use tileray::glam::Vec2;
use tileray::terrain::StateHash;

/// The steps of a wait at either end.
pub const WAIT: u32 = 40;

/// The platform of a map object.
#[derive(Clone, Debug)]
pub struct PlatformPlan {
    pub solid: Solid,
    /// The displacement from one end to the other.
    pub to: Vec2,
    /// The speed in pixels a second.
    pub speed: f32,
}

/// A platform that moves back and forth.
#[derive(Clone, Debug)]
pub struct Platform {
    /// The motion of a step toward the other end.
    motion: Vec2,
    /// Steps from one end to the other.
    length: u32,
    /// Steps since the start of the cycle, waits included.
    time: u32,
}

impl Platform {
    pub fn new(plan: &PlatformPlan) -> Self {
        let length = (plan.to.length() / (plan.speed * STEP)).ceil().clamp(1.0, 1e6) as u32;
        Self { motion: plan.to / length as f32, length, time: 0 }
    }

    /// Advances one step and returns its motion, in pixels.
    pub fn step(&mut self) -> Vec2 {
        let direction = match self.time {
            time if time < WAIT => 0.0,
            time if time < WAIT + self.length => 1.0,
            time if time < 2 * WAIT + self.length => 0.0,
            _ => -1.0,
        };
        self.time = (self.time + 1) % (2 * (self.length + WAIT));
        self.motion * direction
    }

    pub fn hash_state(&self, hash: &mut StateHash) {
        hash.add(self.time.into());
    }
}
