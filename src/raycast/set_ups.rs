//! The rays of a wave, set up together.

use super::line::{FixedLine, LONGEST_FIXED, fixed_slope};
use super::ray::{Ray, floor};
use super::track::{AnySense, GridLine};
use super::wave::WAVE;
use crate::geometry::Rect;

/// Rays set up for the walk: each a [`GridLine`], in a list for each quantity, so that the loop over them is made of vector
/// instructions.
///
/// One ray after the other, the set-up takes as many instructions as the walk.
pub(super) struct SetUps {
    constant: [i64; WAVE],
    slope: [i64; WAVE],
    regions: [i32; WAVE],
    base: [i32; WAVE],
    first: [i32; WAVE],
    last: [i32; WAVE],
    steps: [i32; WAVE],
    way: [u8; WAVE],
}

impl SetUps {
    /// The ways that a ray may run: 1 where y is major, and 2 where it runs backward.
    pub(super) const WAYS: usize = 4;
    /// The way of what is too long for fixed point, or no ray.
    pub(super) const OTHER: usize = Self::WAYS;

    pub(super) const NONE: Self = Self {
        constant: [0; WAVE],
        slope: [0; WAVE],
        regions: [0; WAVE],
        base: [0; WAVE],
        first: [0; WAVE],
        last: [0; WAVE],
        steps: [0; WAVE],
        way: [0; WAVE],
    };

    /// Sets up at most [`WAVE`] rays in a grid that holds the pixels within `bounds`.
    #[inline(always)]
    pub(super) fn set(&mut self, rays: &[Ray], bounds: &Rect) {
        for (place, ray) in rays.iter().enumerate().take(WAVE) {
            let (from, to) = (ray.origin(), ray.end());
            let (x, y) = (floor(from.x), floor(from.y));
            let (dx, dy) = (floor(to.x).wrapping_sub(x), floor(to.y).wrapping_sub(y));
            let (across, down) = (dx.unsigned_abs(), dy.unsigned_abs());
            let steep = down > across;
            let (major, minor) = if steep { (dy, dx) } else { (dx, dy) };
            let (from_major, from_minor) = if steep { (y, x) } else { (x, y) };
            // All bits of the sign.
            let backward = major >> 31;
            let steps = across.max(down);
            let line = FixedLine {
                base: (from_major.wrapping_add(major & backward), from_minor.wrapping_add(minor & backward)),
                steps: steps as i32,
                slope: fixed_slope((minor ^ backward).wrapping_sub(backward), steps),
            };
            let line = GridLine::new(bounds, &line, steep);
            self.constant[place] = line.constant;
            self.slope[place] = line.slope;
            self.regions[place] = line.regions;
            self.base[place] = line.base;
            self.first[place] = line.ends.0;
            self.last[place] = line.ends.1;
            self.steps[place] = steps as i32;
            let is_other = !ray.is_valid() | (u64::from(steps) > LONGEST_FIXED);
            let way = u8::from(steep) | (backward as u8 & 2);
            self.way[place] = if is_other { Self::OTHER as u8 } else { way };
        }
    }

    /// The line of the ray at a place.
    #[inline(always)]
    pub(super) fn line(&self, place: usize) -> GridLine {
        let place = place % WAVE;
        GridLine {
            constant: self.constant[place],
            slope: self.slope[place],
            regions: self.regions[place],
            base: self.base[place],
            ends: (self.first[place], self.last[place]),
        }
    }

    /// The number of steps of that line.
    #[inline(always)]
    pub(super) fn steps(&self, place: usize) -> i32 {
        self.steps[place % WAVE]
    }

    /// Which way it runs.
    #[inline(always)]
    pub(super) fn way(&self, place: usize) -> usize {
        usize::from(self.way[place % WAVE]).min(Self::OTHER)
    }

    /// The same, as a walk takes it.
    #[inline(always)]
    pub(super) fn sense(&self, place: usize) -> AnySense {
        let way = self.way[place % WAVE];
        AnySense { steep: way & 1 != 0, backward: way & 2 != 0 }
    }
}
