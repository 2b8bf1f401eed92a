//! Random masks of many kinds.

use tileray::SolidityMap;

/// A mask of one of several kinds, up to `most` pixels wide and high, with at least one solid pixel.
pub(crate) fn any(rng: &mut fastrand::Rng, most: u32) -> SolidityMap {
    let (width, height) = (rng.u32(1..=most), rng.u32(1..=most));
    let mask = match rng.u8(0..6) {
        0 => noise(rng, width, height),
        1 | 2 => blob(rng, width, height),
        3 => line(rng, width, height),
        4 => rings(rng, width, height),
        _ => boxes(rng, width, height),
    };
    if mask.is_empty() { dot(rng, width, height) } else { mask }
}

/// Pixels that are solid each with the same chance.
pub(crate) fn noise(rng: &mut fastrand::Rng, width: u32, height: u32) -> SolidityMap {
    let share = rng.f32();
    SolidityMap::from_fn(width, height, |_, _| rng.f32() < share)
}

/// A union of discs, with some cut out of it.
pub(crate) fn blob(rng: &mut fastrand::Rng, width: u32, height: u32) -> SolidityMap {
    let reach = width.max(height) as f32;
    let discs: Vec<_> = (0..rng.usize(1..8))
        .map(|_| (rng.f32() * width as f32, rng.f32() * height as f32, rng.f32() * reach / 2.0, rng.u8(0..3) > 0))
        .collect();
    SolidityMap::from_fn(width, height, |x, y| {
        let at = |&&(cx, cy, radius, _): &&(f32, f32, f32, bool)| distance(x as f32 - cx, y as f32 - cy) < radius;
        discs.iter().rev().find(at).is_some_and(|disc| disc.3)
    })
}

/// Not `hypot`, whose last bit depends on the machine.
fn distance(x: f32, y: f32) -> f32 {
    (x * x + y * y).sqrt()
}

/// Lines a pixel wide.
fn line(rng: &mut fastrand::Rng, width: u32, height: u32) -> SolidityMap {
    let mut mask = SolidityMap::new(width, height);
    for _ in 0..rng.usize(1..4) {
        let mut end = || (rng.u32(0..width) as i32, rng.u32(0..height) as i32);
        for pixel in tileray::raycast::bresenham(end(), end()) {
            mask.set(pixel.x, pixel.y, true);
        }
    }
    mask
}

/// Rings in rings.
fn rings(rng: &mut fastrand::Rng, width: u32, height: u32) -> SolidityMap {
    let (cx, cy, thick) = (width as f32 / 2.0, height as f32 / 2.0, 1.0 + rng.f32() * 4.0);
    SolidityMap::from_fn(width, height, |x, y| (distance(x as f32 - cx, y as f32 - cy) / thick) as u32 & 1 == 0)
}

/// Rectangles added and taken out.
fn boxes(rng: &mut fastrand::Rng, width: u32, height: u32) -> SolidityMap {
    let mut mask = SolidityMap::new(width, height);
    for _ in 0..rng.usize(1..7) {
        let (left, top, solid) = (rng.u32(0..width), rng.u32(0..height), rng.u8(0..3) > 0);
        let (right, bottom) = (rng.u32(left..=width), rng.u32(top..=height));
        for (x, y) in (left..right).flat_map(|x| (top..bottom).map(move |y| (x, y))) {
            mask.set(x as i32, y as i32, solid);
        }
    }
    mask
}

fn dot(rng: &mut fastrand::Rng, width: u32, height: u32) -> SolidityMap {
    let at = (rng.u32(0..width), rng.u32(0..height));
    SolidityMap::from_fn(width, height, |x, y| (x, y) == at)
}
