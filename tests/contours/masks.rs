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
