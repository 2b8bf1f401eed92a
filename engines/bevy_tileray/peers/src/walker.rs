//! How bodies decide, the same with both engines: they walk, turn at walls, jump and fall.

use crate::app::{GRAVITY, RATE};
use bevy_ecs::prelude::*;
use bevy_math::{Vec2, vec2};

const WALK: f32 = 80.0;
const JUMP: f32 = 250.0;
const FASTEST_FALL: f32 = 400.0;

/// A body that walks.
#[derive(Clone, Component, Copy, Debug)]
pub struct Walker {
    /// Makes it jump and turn in other steps than the others.
    number: u32,
    step: u32,
    /// 1 to the right, -1 to the left.
    direction: f32,
}

/// What a body met in the last step.
#[derive(Clone, Component, Copy, Debug, Default)]
pub struct Met {
    pub floor: bool,
    pub wall: bool,
}

impl Walker {
    pub const fn new(number: u32) -> Self {
        Self { number, step: 0, direction: if number.is_multiple_of(2) { 1.0 } else { -1.0 } }
    }

    /// Returns the velocity of the next step.
    pub fn decide(&mut self, velocity: Vec2, met: Met) -> Vec2 {
        self.step += 1;
        let beat = self.step + 7 * self.number;
        if met.wall || beat.is_multiple_of(150) {
            self.direction = -self.direction;
        }
        let fall = (velocity.y - GRAVITY / RATE as f32).max(-FASTEST_FALL);
        vec2(self.direction * WALK, if met.floor && beat % 40 < 2 { JUMP } else { fall })
    }
}
