use fastrand::Rng;
use tileray::glam::{IVec2, Vec2, ivec2};
use tileray::{Ray, SolidityMap};

/// Rays of one length from free pixels all over a map, at all angles.
pub(crate) fn random(mask: &SolidityMap, length: f32, count: usize) -> Vec<Ray> {
    let mut rng = Rng::with_seed(17);
    let mut ray = || {
        let origin = free_pixel(mask, &mut rng).as_vec2() + Vec2::new(rng.f32(), rng.f32());
        let angle = rng.f32() * std::f32::consts::TAU;
        Ray::new(origin, (angle.cos(), angle.sin()), length)
    };
    (0..count).map(|_| ray()).collect()
}

/// A free pixel, any of the mask.
pub(crate) fn free_pixel(mask: &SolidityMap, rng: &mut Rng) -> IVec2 {
    loop {
        let pixel = ivec2(rng.i32(0..mask.width() as i32), rng.i32(0..mask.height() as i32));
        if !mask.get(pixel.x, pixel.y) {
            return pixel;
        }
    }
}
