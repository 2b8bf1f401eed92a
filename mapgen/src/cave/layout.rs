//! Where the cave is rock: noise, two long tunnels, and a hall to begin in.

use crate::cave::{HEIGHT, WIDTH};
use crate::land::Land;
use crate::noise::{hills, value};
use crate::rock::shape::{Shape, ShapeGrid};
use crate::rock::slopes::{Rates, smooth};

const SEED: u64 = 9;

/// The middle of the hall, in cells.
pub(crate) const HALL: (i32, i32) = (62, 33);

/// The cave's cells, slopes included.
pub(crate) fn shapes() -> ShapeGrid {
    let mut land = Land::from_fn(WIDTH, HEIGHT, true, is_rock);
    land.settle(3);
    land.trim();
    land.drop_small(true, 14);
    land.drop_small(false, 40);
    land.connect(3);
    land.settle(1);
    land.trim();
    land.drop_small(false, 40);
    let mut shapes = ShapeGrid::from_fn(WIDTH, HEIGHT, Shape::FULL, |x, y| land.get(x, y));
    let rates = Rates {
        gentle: 62,
        half: 9,
        step: 92,
        corner: 45,
        chamfer: 45,
    };
    smooth(&mut shapes, SEED, rates);
    shapes
}

/// Rock added to the hall (or taken away), so that there is something to shoot at: ellipses by
/// their middle from the hall's, half width, half height, weight.
const FEATURES: [(f64, f64, f64, f64, f64); 6] = [
    // A tooth that hangs from the ceiling, left of the middle.
    (-9.0, -10.0, 4.5, 6.5, 0.9),
    // A floating rock right of the middle.
    (5.0, -3.0, 5.0, 2.2, 1.3),
    // Steps up to the left, and a knoll.
    (-19.0, 5.5, 7.0, 4.0, 0.8),
    (9.0, 8.0, 4.0, 2.6, 0.8),
    // A way out below, and one above.
    (24.0, 9.0, 3.0, 6.0, -0.9),
    (2.0, -14.0, 3.0, 7.0, -0.9),
];

fn is_rock(x: i32, y: i32) -> bool {
    let (fx, fy) = (f64::from(x), f64::from(y));
    let mut rock = hills(SEED, fx, fy, (19.0, 10.0)) - 0.557;
    for (seed, middle, radius) in [(3, 20.0, 4.0), (4, 46.0, 5.0)] {
        let path = middle + 22.0 * (value(SEED ^ seed, fx, 0.0, (24.0, 1.0), (0, 0)) - 0.5);
        let distance = (fy - path).abs() / radius;
        rock -= 0.35 * (1.5 - distance).clamp(0.0, 1.0);
    }
    // The hall: a wide free ellipse over a nearly flat floor.
    let (dx, dy) = (
        (fx - f64::from(HALL.0)) / 27.0,
        (fy - f64::from(HALL.1)) / 11.0,
    );
    let hall = dx * dx + dy * dy;
    if hall < 1.7 {
        rock -= 0.55 * (1.7 - hall).min(1.0);
    }
    let floor =
        f64::from(HALL.1) + 7.5 + 4.0 * (value(SEED ^ 8, fx, 0.0, (7.0, 1.0), (0, 0)) - 0.5);
    if dx.abs() < 0.9 && fy > floor && fy < floor + 7.0 {
        rock += 0.6;
    }
    for (right, down, width, height, weight) in FEATURES {
        let dx = (fx - f64::from(HALL.0) - right) / width;
        let dy = (fy - f64::from(HALL.1) - down) / height;
        rock += weight * (1.6 - dx * dx - dy * dy).clamp(0.0, 1.0);
    }
    let border = [x, y, WIDTH - 1 - x, HEIGHT - 1 - y]
        .into_iter()
        .min()
        .unwrap_or(0);
    rock += 0.22 * (4.0 - f64::from(border)).max(0.0);
    rock > 0.0
}
