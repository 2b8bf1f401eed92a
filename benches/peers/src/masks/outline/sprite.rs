//! Sprites with outlines that are neither smooth nor noise.

use fastrand::Rng;
use tileray::SolidityMap;
use tileray::glam::{Vec2, vec2};

/// Kinds of sprites.
const KINDS: usize = 12;

/// Sprites of this side: bodies with limbs, dents and holes, whose borders are rough by some pixels.
pub(super) fn blobs(side: u32) -> Vec<SolidityMap> {
    let mut rng = Rng::with_seed(67);
    (0..KINDS).map(|_| blob(&mut rng, side)).collect()
}

fn blob(rng: &mut Rng, side: u32) -> SolidityMap {
    let size = side as f32;
    let mut place =
        |reach: f32| (vec2(rng.f32(), rng.f32()) - Vec2::splat(0.5)) * reach * size + Vec2::splat(size / 2.0);
    let mut discs = vec![(Vec2::splat(size / 2.0), 0.3 * size, true)];
    for index in 0..14 {
        let solid = index % 3 != 2;
        discs.push((place(0.8), size * if solid { 0.1 } else { 0.05 }, solid));
    }
    let waves: Vec<(Vec2, f32)> = (0..4).map(|_| (vec2(rng.f32(), rng.f32()) * 60.0 / size, rng.f32() * 6.0)).collect();
    SolidityMap::from_fn(side, side, |x, y| {
        let at = vec2(x as f32, y as f32) + 0.5;
        let rough: f32 = waves.iter().map(|(way, phase)| (at.dot(*way) + phase).sin()).sum::<f32>() * size / 160.0;
        let last = discs.iter().rev().find(|(middle, radius, _)| middle.distance(at) < radius + rough);
        last.is_some_and(|disc| disc.2)
    })
}
