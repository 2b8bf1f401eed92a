//! Sprites: round bodies with limbs, as large as their pictures.

use fastrand::Rng;
use tileray::SolidityMap;
use tileray::glam::{Vec2, vec2};

/// Kinds of sprites, which fit in the caches in every form.
const KINDS: usize = 16;

/// Sprites of this side.
pub(crate) fn blobs(side: u32) -> Vec<SolidityMap> {
    let mut rng = Rng::with_seed(61);
    (0..KINDS).map(|_| blob(&mut rng, side)).collect()
}

/// A disc in the middle and some at its border, so that the outline is concave and the corners of the picture are free.
fn blob(rng: &mut Rng, side: u32) -> SolidityMap {
    let (middle, size) = (Vec2::splat(side as f32 / 2.0), side as f32);
    let mut discs = vec![(middle, 0.28 * size)];
    for _ in 0..rng.usize(2..6) {
        let away = vec2(rng.f32() - 0.5, rng.f32() - 0.5).normalize_or(Vec2::X);
        let radius = size * (0.06 + 0.1 * rng.f32());
        discs.push((middle + away * (0.5 * size - radius), radius));
    }
    SolidityMap::from_fn(side, side, |x, y| {
        let center = vec2(x as f32 + 0.5, y as f32 + 0.5);
        discs.iter().any(|(middle, radius)| middle.distance_squared(center) <= radius * radius)
    })
}
