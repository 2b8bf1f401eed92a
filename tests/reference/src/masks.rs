//! Random masks of many kinds.

use fastrand::Rng;
use tileray::glam::ivec2;
use tileray::{Rect, SolidityMap};

/// Every mask of `width` by `height` pixels.
pub fn all(width: u32, height: u32) -> impl Iterator<Item = SolidityMap> {
    let pixels = width * height;
    (0..1_u32 << pixels).map(move |bits| SolidityMap::from_fn(width, height, |x, y| bits >> (y * width + x) & 1 == 1))
}

/// A round-cornered shape: noise that was averaged over squares, cut at a level.
pub fn blob(rng: &mut Rng, width: u32, height: u32) -> SolidityMap {
    let (radius, level) = (rng.i32(1..5), 0.4 + 0.2 * rng.f64());
    let noise: Vec<f64> = (0..width * height).map(|_| rng.f64()).collect();
    let at = |x: i32, y: i32| {
        let is_within = (0..width as i32).contains(&x) && (0..height as i32).contains(&y);
        if is_within { noise[(y * width as i32 + x) as usize] } else { 0.3 }
    };
    SolidityMap::from_fn(width, height, |x, y| {
        let square = (-radius..=radius).flat_map(|dy| (-radius..=radius).map(move |dx| (dx, dy)));
        let sum: f64 = square.map(|(dx, dy)| at(x as i32 + dx, y as i32 + dy)).sum();
        // Averages of many lie nearer to each other.
        let side = f64::from(2 * radius + 1);
        (sum / (side * side) - 0.5) * side > (level - 0.5) * 2.0
    })
}

/// Strokes of one to three pixels, in any direction.
fn lines(rng: &mut Rng, width: u32, height: u32) -> SolidityMap {
    let mut mask = SolidityMap::new(width, height);
    for _ in 0..rng.usize(1..6) {
        let mut point = || [rng.f64() * f64::from(width), rng.f64() * f64::from(height)];
        let (from, to) = (point(), point());
        let brush = rng.i32(1..4);
        for step in 0..200 {
            let part = f64::from(step) / 199.0;
            let at = [0, 1].map(|axis| (from[axis] + (to[axis] - from[axis]) * part) as i32);
            (0..brush * brush).for_each(|i| mask.set(at[0] + i % brush, at[1] + i / brush, true));
        }
    }
    mask
}

/// Rings in rings, some of them broken.
fn rings(rng: &mut Rng, width: u32, height: u32) -> SolidityMap {
    let (pitch, is_round, breaks) = (rng.u32(2..6), rng.bool(), rng.f64() * 0.1);
    let mut mask = SolidityMap::from_fn(width, height, |x, y| {
        let (dx, dy) = (x.abs_diff(width / 2), y.abs_diff(height / 2));
        let distance = if is_round { (dx * dx + dy * dy).isqrt() } else { dx.max(dy) };
        distance % pitch < pitch.div_ceil(2)
    });
    for _ in 0..(f64::from(width * height) * breaks * 0.1) as usize {
        let (x, y) = (rng.i32(0..width as i32), rng.i32(0..height as i32));
        mask.set(x, y, !mask.get(x, y));
    }
    mask
}

/// A polygon of a few corners with straight sides, as pixels.
fn slopes(rng: &mut Rng, width: u32, height: u32) -> SolidityMap {
    let planes: Vec<[f64; 3]> =
        (0..rng.usize(3..6)).map(|_| [rng.f64() - 0.5, rng.f64() - 0.5, rng.f64() * 12.0]).collect();
    SolidityMap::from_fn(width, height, |x, y| {
        let (x, y) = (f64::from(x) - f64::from(width) / 2.0, f64::from(y) - f64::from(height) / 2.0);
        planes.iter().all(|[a, b, c]| a * x + b * y <= *c)
    })
}

/// A union of discs, with some cut out of it.
pub fn discs(rng: &mut Rng, width: u32, height: u32) -> SolidityMap {
    let reach = width.max(height) as f32;
    let discs: Vec<_> = (0..rng.usize(1..8))
        .map(|_| (rng.f32() * width as f32, rng.f32() * height as f32, rng.f32() * reach / 2.0, rng.u8(0..3) > 0))
        .collect();
    SolidityMap::from_fn(width, height, |x, y| {
        let at = |&&(cx, cy, radius, _): &&(f32, f32, f32, bool)| {
            let (dx, dy) = (x as f32 - cx, y as f32 - cy);
            dx * dx + dy * dy < radius * radius
        };
        discs.iter().rev().find(at).is_some_and(|disc| disc.3)
    })
}

/// Rectangles added and taken out.
fn boxes(rng: &mut Rng, width: u32, height: u32) -> SolidityMap {
    let mut mask = SolidityMap::new(width, height);
    for _ in 0..rng.usize(1..7) {
        let (min, solid) = (ivec2(rng.i32(0..width as i32), rng.i32(0..height as i32)), rng.u8(0..3) > 0);
        let rect = Rect::new(min, ivec2(rng.i32(min.x..=width as i32), rng.i32(min.y..=height as i32)));
        if solid { mask.fill_rect(rect) } else { mask.clear_rect(rect) }
    }
    mask
}

/// A mask of any kind, up to `most` pixels wide and high.
pub fn any(rng: &mut Rng, most: u32) -> SolidityMap {
    let (width, height) = (rng.u32(1..=most), rng.u32(1..=most));
    let density = rng.f64();
    match rng.u32(0..10) {
        0 => SolidityMap::from_fn(width.min(24), height.min(24), |_, _| rng.f64() < density),
        1 => SolidityMap::from_fn(width.min(20), height.min(20), |x, y| (x + y) % 2 == 0 || rng.f64() < density * 0.3),
        2 => lines(rng, width, height),
        3 => rings(rng, width, height),
        4 => slopes(rng, width, height),
        5 | 6 => discs(rng, width, height),
        7 => boxes(rng, width, height),
        _ => blob(rng, width, height),
    }
}

/// A mask of any kind with a solid pixel.
pub fn any_solid(rng: &mut Rng, most: u32) -> SolidityMap {
    std::iter::repeat_with(|| any(rng, most)).find(|mask| !mask.is_empty()).expect("one of them")
}
