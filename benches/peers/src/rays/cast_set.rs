//! The rays that all contestants cast.

use crate::bit_mask::BitMask;
use fastrand::Rng;
use std::f32::consts::TAU;
use std::iter::{repeat_n, repeat_with};
use tileray::glam::{Vec2, vec2};
use tileray::{Ray, RayFan};

/// The rays of one fan.
pub(crate) const FAN: usize = 1_000;

/// Rays of one length.
#[derive(Debug)]
pub(crate) struct CastSet {
    pub(crate) length: u32,
    pub(crate) rays: Vec<Ray>,
    /// The same rays as fans of [`FAN`] rays each, where they are.
    pub(crate) fans: Vec<RayFan>,
}

impl CastSet {
    /// From free pixels all over the map, at all angles; each so many times in a row.
    pub(crate) fn scattered(mask: &BitMask, length: u32, count: usize, in_a_row: usize) -> Self {
        let mut rng = Rng::with_seed(17);
        let ray = || {
            let (sin, cos) = (rng.f32() * TAU).sin_cos();
            Ray::new(free_point(mask, &mut rng), (cos, sin), length as f32)
        };
        let different = repeat_with(ray).take(count.div_ceil(in_a_row));
        let rays = different.flat_map(|ray| repeat_n(ray, in_a_row)).take(count).collect();
        Self { length, rays, fans: Vec::new() }
    }

    /// All around from a few free pixels.
    pub(crate) fn fans(mask: &BitMask, length: u32, count: usize) -> Self {
        let mut rng = Rng::with_seed(19);
        let fan = |rng: &mut Rng| RayFan::new(free_point(mask, rng), 0.0, TAU, length as f32);
        let fans: Vec<RayFan> = (0..count / FAN).map(|_| fan(&mut rng)).collect();
        let rays = fans.iter().flat_map(|fan| (0..FAN).map(move |index| fan.ray(index, FAN))).collect();
        Self { length, rays, fans }
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
