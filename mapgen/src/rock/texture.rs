//! The grain of rock: rounded stones that repeat every [`PERIOD`] pixels, so that a tile drawn for
//! one phase of the pattern continues its neighbors of the next.

use crate::noise::{bayer, unit, value};

/// The pattern repeats after this many pixels, in x and y.
pub(crate) const PERIOD: i32 = 64;

/// Light added to each pixel of the pattern, in steps of a color ramp.
#[derive(Debug)]
pub(crate) struct Texture {
    light: Vec<f64>,
    rough: Vec<f64>,
}

impl Texture {
    /// A pattern of `columns` × `rows` stones a period.
    pub(crate) fn stones(seed: u64, columns: i32, rows: i32) -> Self {
        let all = || (0..PERIOD * PERIOD).map(|n| (n % PERIOD, n / PERIOD));
        let light = all().map(|(x, y)| stone(seed, columns, rows, x, y) + 0.55 * bayer(x, y));
        let rough = all().map(|(x, y)| {
            let period = PERIOD / 4;
            value(seed ^ 3, f64::from(x), f64::from(y), (4.0, 4.0), (period, period))
        });
        Self { light: light.collect(), rough: rough.collect() }
    }

    /// Light of the stones at a pixel, about `-1.5..1.5`.
    pub(crate) fn light(&self, x: i32, y: i32) -> f64 {
        self.light[index(x, y)]
    }

    /// Smooth noise in `0.0..1.0`, four pixels from wave to wave.
    pub(crate) fn rough(&self, x: i32, y: i32) -> f64 {
        self.rough[index(x, y)]
    }
}

fn index(x: i32, y: i32) -> usize {
    (y.rem_euclid(PERIOD) * PERIOD + x.rem_euclid(PERIOD)) as usize
}

/// Light of a pixel: its stone's own, brighter toward the stone's top left, dark in the joints
/// (where the nearest and the second nearest stone are about as far: Worley's noise).
fn stone(seed: u64, columns: i32, rows: i32, x: i32, y: i32) -> f64 {
    let (width, height) = (f64::from(PERIOD) / f64::from(columns), f64::from(PERIOD) / f64::from(rows));
    let (px, py) = (f64::from(x) + 0.5, f64::from(y) + 0.5);
    let (column, row) = ((px / width) as i32, (py / height) as i32);
    let mut nearest = (f64::MAX, 0.0, 0.0, 0.0);
    let mut second = f64::MAX;
    for j in row - 2..=row + 2 {
        for i in column - 2..=column + 2 {
            let (a, b) = (i.rem_euclid(columns), j.rem_euclid(rows));
            let stagger = if j.rem_euclid(2) == 0 { 0.0 } else { 0.5 };
            let jitter = |n: u64| 0.2 + 0.6 * unit(seed ^ n, a, b);
            let dx = px - (f64::from(i) + jitter(1) + stagger) * width;
            let dy = py - (f64::from(j) + jitter(2)) * height;
            let distance = (dx * dx / (width * width) + dy * dy / (height * height)).sqrt();
            if distance < nearest.0 {
                second = nearest.0;
                nearest = (distance, dx / width, dy / height, unit(seed ^ 4, a, b));
            } else if distance < second {
                second = distance;
            }
        }
    }
    let (distance, dx, dy, own) = nearest;
    let gap = second - distance;
    if gap < 0.13 {
        return -1.25;
    }
    let tilt = -1.5 * dy - 0.7 * dx;
    let rim = if gap < 0.3 && dy < -0.1 { 0.35 } else { 0.0 };
    (tilt + rim + (own - 0.5) * 0.9).clamp(-1.1, 1.3)
}
