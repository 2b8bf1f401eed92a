//! The rays that all contestants cast.

use crate::bit_mask::BitMask;
use fastrand::Rng;
use std::f32::consts::TAU;
use tileray::Ray;
use tileray::glam::{Vec2, vec2};

/// The rays of one fan.
const FAN: usize = 1_000;

/// Rays of one length.
#[derive(Debug)]
pub(crate) struct CastSet {
    pub(crate) length: u32,
    pub(crate) rays: Vec<Ray>,
}

impl CastSet {
    /// From free pixels all over the map, at all angles.
    pub(crate) fn scattered(mask: &BitMask, length: u32, count: usize) -> Self {
        let mut rng = Rng::with_seed(17);
        let rays = (0..count)
            .map(|_| {
                let (sin, cos) = (rng.f32() * TAU).sin_cos();
                Ray::new(free_point(mask, &mut rng), (cos, sin), length as f32)
            })
            .collect();
        Self { length, rays }
    }

    /// All around from a few free pixels.
    pub(crate) fn fans(mask: &BitMask, length: u32, count: usize) -> Self {
        let mut rng = Rng::with_seed(19);
        let origins: Vec<Vec2> = (0..count / FAN).map(|_| free_point(mask, &mut rng)).collect();
        let rays = origins.into_iter().flat_map(|origin| {
            (0..FAN).map(move |index| {
                let (sin, cos) = (index as f32 / FAN as f32 * TAU).sin_cos();
                Ray::new(origin, (cos, sin), length as f32)
            })
        });
        Self { length, rays: rays.collect() }
    }
}

/// A point in a free pixel.
fn free_point(mask: &BitMask, rng: &mut Rng) -> Vec2 {
    loop {
        let point = vec2(rng.f32() * mask.width() as f32, rng.f32() * mask.height() as f32);
        if mask.get(point.as_ivec2()) == Some(false) {
            return point;
        }
    }
}
