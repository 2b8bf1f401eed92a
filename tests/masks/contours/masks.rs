//! Random masks of many kinds.

use fastrand::Rng;
use tileray::SolidityMap;

/// Widths around the ends of 64-bit words, and small ones.
const WIDTHS: [u32; 16] = [1, 2, 3, 5, 8, 16, 31, 62, 63, 64, 65, 66, 127, 128, 129, 130];

/// Each pixel solid by chance, with widths around the ends of words.
pub(crate) fn noise(rng: &mut Rng) -> SolidityMap {
    let (width, height) = (WIDTHS[rng.usize(0..WIDTHS.len())], rng.u32(1..14));
    let density = [0.03, 0.2, 0.4, 0.5, 0.6, 0.8, 0.97][rng.usize(0..7)];
    SolidityMap::from_fn(width, height, |_, _| rng.f64() < density)
}

/// Every mask of `width` by `height` pixels.
pub(crate) fn all(width: u32, height: u32) -> impl Iterator<Item = SolidityMap> {
    let pixels = width * height;
    (0..1_u32 << pixels).map(move |bits| SolidityMap::from_fn(width, height, |x, y| bits >> (y * width + x) & 1 == 1))
}

/// A round-cornered shape: noise that was averaged over squares, cut at a level.
pub(crate) fn blob(rng: &mut Rng, width: u32, height: u32) -> SolidityMap {
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

/// A mask of any kind, up to about 50 pixels a side.
pub(crate) fn any(rng: &mut Rng) -> SolidityMap {
    let (width, height) = (rng.u32(1..50), rng.u32(1..40));
    let density = rng.f64();
    match rng.u32(0..8) {
        0 => SolidityMap::from_fn(width.min(16), height.min(16), |_, _| rng.f64() < density),
        1 => SolidityMap::from_fn(width.min(20), height.min(20), |x, y| (x + y) % 2 == 0 || rng.f64() < density * 0.3),
        2 => lines(rng, width, height),
        3 => rings(rng, width, height),
        4 => slopes(rng, width, height),
        _ => blob(rng, width, height),
    }
}
