//! What is asked: how far a box gets.

use crate::bit_mask::BitMask;
use fastrand::Rng;
use tileray::glam::{IVec2, UVec2, ivec2, uvec2};

/// The box that moves, in pixels.
pub(crate) const SIZE: UVec2 = uvec2(12, 14);

/// How far it is to go, in pixels.
pub(crate) const REACH: i32 = 16;

/// A box at a free place, and where it is to go.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Motion {
    /// Its top left pixel.
    pub(crate) at: IVec2,
    /// One pixel to the left, to the right, up or down.
    pub(crate) step: IVec2,
}

impl Motion {
    /// Motions from free places all over the map, in all four directions; in each of them something is in the way, or in none.
    pub(crate) fn all(mask: &BitMask, touches: bool, count: usize) -> Vec<Self> {
        let mut rng = Rng::with_seed(71);
        let (size, map) = (SIZE.as_ivec2(), ivec2(mask.width() as i32, mask.height() as i32));
        // None of them leaves the map.
        let last = map - size - REACH;
        let mut motions = Vec::with_capacity(count);
        while motions.len() < count {
            let at = ivec2(rng.i32(REACH..=last.x), rng.i32(REACH..=last.y));
            let step = [IVec2::NEG_X, IVec2::X, IVec2::NEG_Y, IVec2::Y][rng.usize(..4)];
            let motion = Self { at, step };
            if motion.is_free(mask, 0) && (motion.way(mask) < REACH) == touches {
                motions.push(motion);
            }
        }
        motions
    }

    /// The motion as a whole.
    pub(crate) fn vector(&self) -> IVec2 {
        self.step * REACH
    }

    /// How far the box gets: the steps until it would cover a solid pixel, with a look at each pixel of the box at each.
    pub(crate) fn way(&self, mask: &BitMask) -> i32 {
        (1..=REACH).find(|&steps| !self.is_free(mask, steps)).map_or(REACH, |steps| steps - 1)
    }

    /// Whether the box covers no solid pixel after some steps.
    fn is_free(&self, mask: &BitMask, steps: i32) -> bool {
        let at = self.at + self.step * steps;
        let [width, height] = SIZE.as_ivec2().to_array();
        (0..height).all(|y| (0..width).all(|x| !mask.is_solid(at + ivec2(x, y))))
    }
}
