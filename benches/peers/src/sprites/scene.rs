//! Boxes of sprites, anywhere and in crowds.

use fastrand::Rng;
use tileray::Aabb;
use tileray::glam::{Vec2, vec2};

/// The side of a sprite's box, in pixels.
const SIDE: f32 = 16.0;

/// The boxes of a scene: 10,000 of them lie in 4096×4096 pixels, others as densely.
pub(crate) fn boxes(name: &str, count: usize) -> Vec<Aabb> {
    let mut rng = Rng::with_seed(71);
    let world = 4096.0 * (count as f32 / 10_000.0).sqrt();
    let anywhere = |rng: &mut Rng| vec2(rng.f32(), rng.f32()) * (world - SIDE);
    let sized = |corner: Vec2, side: f32| Aabb::new(corner, corner + side);
    match name {
        "clustered" => {
            // Around forty places, 80 pixels wide, where there are 10,000.
            let centers: Vec<Vec2> = (0..count.div_ceil(250)).map(|_| anywhere(&mut rng)).collect();
            let near = |rng: &mut Rng| centers[rng.usize(..centers.len())] + vec2(normal(rng), normal(rng)) * 80.0;
            (0..count).map(|_| sized(near(&mut rng).clamp(Vec2::ZERO, Vec2::splat(world - SIDE)), SIDE)).collect()
        }
        "mixed" => {
            // From 4 to 64 pixels, small ones more often, and one in a hundred of 512.
            let side = |rng: &mut Rng| if rng.u8(..100) == 0 { 512.0 } else { 4.0 / (1.0 - 15.0 / 16.0 * rng.f32()) };
            (0..count).map(|_| sized(anywhere(&mut rng), side(&mut rng))).collect()
        }
        _ => (0..count).map(|_| sized(anywhere(&mut rng), SIDE)).collect(),
    }
}

/// About a normal deviate: twelve even ones, added up.
fn normal(rng: &mut Rng) -> f32 {
    (0..12).map(|_| rng.f32()).sum::<f32>() - 6.0
}
