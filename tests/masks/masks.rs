//! Random masks, mostly with sides at the edges of words, and what one pixel at a time says of two of them.

use fastrand::Rng;
use std::fmt::Display;
use tileray::SolidityMap;
use tileray::glam::{I64Vec2, IVec2, ivec2};

/// Widths at the edges of words.
pub(crate) const WIDTHS: [u32; 12] = [1, 2, 15, 16, 17, 63, 64, 65, 127, 128, 129, 200];

/// A mask with each pixel solid as often as `density` says.
pub(crate) fn noise(rng: &mut Rng, width: u32, height: u32, density: f64) -> SolidityMap {
    SolidityMap::from_fn(width, height, |_, _| rng.f64() < density)
}

/// The share of a mask's pixels that are solid: none, all, or some.
pub(crate) fn density(rng: &mut Rng) -> f64 {
    [0.0, 0.004, 0.05, 0.3, 0.5, 0.9, 1.0][rng.usize(0..7)]
}

/// A random mask: wide or high or small, of noise, of blobs or of bars.
pub(crate) fn mask(rng: &mut Rng) -> SolidityMap {
    let long = WIDTHS[rng.usize(0..WIDTHS.len())];
    let short = rng.u32(1..12);
    let (width, height) = match rng.usize(0..8) {
        0 => (rng.u32(0..3), rng.u32(0..20)),
        1 => (short, long),
        2 => (short, rng.u32(1..12)),
        3 => (rng.u32(1..70), rng.u32(1..24)),
        _ => (long, short),
    };
    match rng.usize(0..4) {
        0 => {
            let (x, y) = (rng.i32(-2..width as i32 + 2), rng.i32(-2..height as i32 + 2));
            let square = rng.i32(0..200);
            SolidityMap::from_fn(width, height, |px, py| (px as i32 - x).pow(2) + (py as i32 - y).pow(2) <= square)
        }
        1 => {
            let (step, thick) = (rng.u32(1..9), rng.u32(1..4));
            SolidityMap::from_fn(width, height, |x, y| (x + y) % step < thick)
        }
        _ => {
            let density = density(rng);
            noise(rng, width, height, density)
        }
    }
}

/// An offset at which two masks meet, or nearly; now and then one far away.
pub(crate) fn offset(rng: &mut Rng, a: &SolidityMap, b: &SolidityMap) -> IVec2 {
    let mut along = |own: u32, other: u32| match rng.usize(0..40) {
        0 => [i32::MIN, i32::MIN + 1, i32::MAX, i32::MAX - 1][rng.usize(0..4)],
        1 => [64, -64, 0, 128, -128][rng.usize(0..5)],
        _ => rng.i32(-(other as i32) - 1..=own as i32 + 1),
    };
    ivec2(along(a.width(), b.width()), along(a.height(), b.height()))
}

/// Whether `mask`, laid at `offset`, is solid at a pixel.
pub(crate) fn solid_at(mask: &SolidityMap, offset: I64Vec2, x: i32, y: i32) -> bool {
    let own = |place: i32, offset: i64| i32::try_from(i64::from(place) - offset);
    matches!((own(x, offset.x), own(y, offset.y)), (Ok(x), Ok(y)) if mask.get(x, y))
}

/// The pixels of `a` that are solid in both, row by row.
pub(crate) fn common(a: &SolidityMap, b: &SolidityMap, offset: I64Vec2) -> Vec<IVec2> {
    let pixels = (0..a.height() as i32).flat_map(|y| (0..a.width() as i32).map(move |x| ivec2(x, y)));
    pixels.filter(|pixel| a.get(pixel.x, pixel.y) && solid_at(b, offset, pixel.x, pixel.y)).collect()
}

/// A mask's pixels one by one, and that nothing is solid outside; `expected` says what they have to be.
#[track_caller]
pub(crate) fn assert_pixels(
    found: &SolidityMap,
    size: (u32, u32),
    expected: impl Fn(i32, i32) -> bool,
    what: impl Display,
) {
    assert_eq!((found.width(), found.height()), size, "{what}");
    let mut count = 0;
    for y in -1..=size.1 as i32 {
        for x in -1..=size.0 as i32 + 64 {
            let inside = (0..size.0 as i32).contains(&x) && (0..size.1 as i32).contains(&y);
            let solid = inside && expected(x, y);
            assert_eq!(found.get(x, y), solid, "pixel ({x}, {y}) of {what}\n{found:?}");
            count += u64::from(solid);
        }
    }
    // Bits past the width would be counted, and masks that look alike would differ.
    assert_eq!(found.count(), count, "{what}");
    assert!(*found == SolidityMap::from_fn(size.0, size.1, |x, y| expected(x as i32, y as i32)), "{what}");
}
