//! Seeded randomness that is the same on every machine: integer hashes, and value noise that uses
//! nothing but IEEE addition and multiplication.

/// Mixes a seed and two coordinates into 64 well-spread bits (the finaliser of SplitMix64).
pub(crate) fn hash(seed: u64, x: i32, y: i32) -> u64 {
    let mut z = seed
        .wrapping_mul(0x9E37_79B9_7F4A_7C15)
        .wrapping_add((x as u32 as u64) << 32 | y as u32 as u64)
        .wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// A number in `0.0..1.0` for a place.
pub(crate) fn unit(seed: u64, x: i32, y: i32) -> f64 {
    (hash(seed, x, y) >> 40) as f64 / (1u64 << 24) as f64
}

/// True for about `percent` of all places.
pub(crate) fn chance(seed: u64, x: i32, y: i32, percent: u64) -> bool {
    hash(seed, x, y) % 100 < percent
}

/// One of `n` choices for a place.
pub(crate) fn pick(seed: u64, x: i32, y: i32, n: u64) -> u32 {
    ((hash(seed, x, y) >> 8) % n) as u32
}

/// Smooth noise in `0.0..1.0`: random values on a lattice of `step` units, blended between.
///
/// With `period` (in lattice points) above zero the noise repeats, which is what lets a few tile
/// variants continue each other across a whole map.
pub(crate) fn value(seed: u64, x: f64, y: f64, step: (f64, f64), period: (i32, i32)) -> f64 {
    let (u, v) = (x / step.0, y / step.1);
    let (i, j) = (u.floor(), v.floor());
    let (fu, fv) = (smooth(u - i), smooth(v - j));
    let (i, j) = (i as i32, j as i32);
    let at = |i: i32, j: i32| unit(seed, wrap(i, period.0), wrap(j, period.1));
    let top = at(i, j) * (1.0 - fu) + at(i + 1, j) * fu;
    let bottom = at(i, j + 1) * (1.0 - fu) + at(i + 1, j + 1) * fu;
    top * (1.0 - fv) + bottom * fv
}

/// Two octaves of [`value`] without a period, for landscapes.
pub(crate) fn hills(seed: u64, x: f64, y: f64, step: (f64, f64)) -> f64 {
    let fine = (step.0 / 2.0, step.1 / 2.0);
    0.68 * value(seed, x, y, step, (0, 0)) + 0.32 * value(seed ^ 0x51, x, y, fine, (0, 0))
}

fn wrap(i: i32, period: i32) -> i32 {
    if period > 0 { i.rem_euclid(period) } else { i }
}

fn smooth(t: f64) -> f64 {
    t * t * (3.0 - 2.0 * t)
}

/// The 4×4 Bayer matrix as thresholds in `-0.5..0.5`, for ordered dithering.
pub(crate) fn bayer(x: i32, y: i32) -> f64 {
    const M: [[i32; 4]; 4] = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]];
    let m = M[y.rem_euclid(4) as usize][x.rem_euclid(4) as usize];
    (f64::from(m) + 0.5) / 16.0 - 0.5
}

/// A small generator for sequences, where a place-bound hash would be awkward.
#[derive(Debug)]
pub(crate) struct Rng(u64);

impl Rng {
    /// Starts the sequence of this seed. It is hashed first: the sequences of neighboring seeds
    /// would otherwise be the same one, shifted.
    pub(crate) fn new(seed: u64) -> Self {
        Self(hash(seed, 3, 5))
    }

    /// The next number in `low..high`.
    pub(crate) fn range(&mut self, low: i32, high: i32) -> i32 {
        self.0 = self.0.wrapping_add(1);
        low + (hash(self.0, 7, 11) % (high - low) as u64) as i32
    }
}
