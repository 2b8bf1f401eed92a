//! A crate, a key and a sword.

use crate::palette::{AMBER, CLAY, CLEAR, FROST, IRON, Rgba, WOOD};
use crate::picture::Picture;

use super::INK;
use super::figure::{Figure, Point, cloth, ellipse, limb, ring};

/// A wooden crate, 32×32: a full square, but for its four corner pixels.
pub(super) fn wooden_crate() -> Picture {
    let mut picture = Picture::filled(32, 32, INK);
    // Upright boards behind.
    for board in 0..5 {
        let x = 6 + 4 * board;
        picture.rect(x, 6, 4, 20, WOOD[2]);
        picture.rect(x, 6, 1, 20, WOOD[3]);
        picture.rect(x + 3, 6, 1, 20, WOOD[0]);
        let knot = 8 + board * 11 % 15;
        picture.rect(x + 1, knot, 1, 3, WOOD[1]);
    }
    // The shadow that the frame throws on them.
    picture.rect(6, 6, 20, 1, WOOD[0]);
    picture.rect(6, 7, 20, 1, WOOD[1]);
    picture.rect(6, 6, 1, 20, WOOD[0]);
    // A brace from the lower left to the upper right.
    for k in 0..20 {
        for (across, color) in
            [(-3, WOOD[0]), (-2, WOOD[4]), (-1, WOOD[3]), (0, WOOD[3]), (1, WOOD[2]), (2, WOOD[1]), (3, WOOD[0])]
        {
            let (x, y) = (6 + k, 25 - k + across);
            if (6..26).contains(&y) {
                picture.set(x, y, color);
            }
        }
    }
    // The frame: rails above and below, posts between them.
    for (x, y, width, height) in [(1, 6, 5, 20), (26, 6, 5, 20), (1, 1, 30, 5), (1, 26, 30, 5)] {
        picture.rect(x, y, width, height, WOOD[3]);
        picture.rect(x, y + height - 1, width, 1, WOOD[1]);
        picture.rect(x + width - 1, y, 1, height, WOOD[1]);
        picture.rect(x, y, width, 1, WOOD[4]);
        picture.rect(x, y, 1, height, WOOD[4]);
        for k in 0..3 {
            let (along, across) = (4 + k * 9, 2 + k % 2);
            let grain = if width > height { (x + along, y + across, 4, 1) } else { (x + across, y + along, 1, 4) };
            if grain.0 + grain.2 < x + width && grain.1 + grain.3 < y + height {
                picture.rect(grain.0, grain.1, grain.2, grain.3, WOOD[2]);
            }
        }
    }
    for (x, y) in [(3, 3), (28, 3), (3, 28), (28, 28)] {
        picture.set(x, y, IRON[3]);
        picture.set(x - 1, y, IRON[1]);
        picture.set(x, y + 1, IRON[0]);
    }
    for (x, y) in [(0, 0), (31, 0), (0, 31), (31, 31)] {
        picture.set(x, y, CLEAR);
    }
    picture
}

/// A key, 40×20: a ring with a hole, a shaft, and two teeth.
pub(super) fn key() -> Picture {
    const GOLD: [Rgba; 6] = [AMBER[0], AMBER[0], AMBER[1], AMBER[2], AMBER[3], AMBER[4]];
    let mut figure = Figure::new(40, 20);
    for (x, width, bottom) in [(27.0, 4.0, 16.0), (34.0, 4.0, 18.0)] {
        let corners = vec![(x, 9.0), (x + width, 9.0), (x + width, bottom), (x, bottom)];
        figure.part(&GOLD, cloth(corners, move |(i, j)| 0.95 - 0.16 * (i - x) - 0.03 * (j - 9.0)));
    }
    figure.part(&GOLD, bar((16.0, 7.0), (23.0, 5.0), 0.9));
    figure.part(&GOLD, ring((10.0, 10.0), 4.6, 9.0));
    figure.part(&GOLD, bar((18.0, 5.0), (3.0, 9.0), 0.95));
    figure.outlined()
}

/// A bar with its upper left corner here, as bright as said at its top and dark below.
fn bar((x, y): Point, (width, height): Point, bright: f64) -> impl Fn(Point) -> Option<f64> {
    cloth(vec![(x, y), (x + width, y), (x + width, y + height), (x, y + height)], move |(_, j)| {
        bright * (1.0 - 0.8 * (j - y) / height)
    })
}

/// A sword that points to the upper right, 48×48, with a blade of three pixels in its line.
pub(super) fn sword() -> Picture {
    const GOLD: [Rgba; 5] = [AMBER[0], AMBER[1], AMBER[2], AMBER[3], AMBER[4]];
    const GRIP: [Rgba; 4] = [WOOD[0], WOOD[1], WOOD[2], WOOD[3]];
    let mut figure = Figure::new(48, 48);
    // The blade runs along x + y = 47, with its bright edge above and its dark one below.
    let blade = Picture::from_fn(48, 48, |x, y| match x + y {
        _ if !(12..=45).contains(&x) => CLEAR,
        46 => FROST[7],
        47 => FROST[6],
        48 if x < 45 => FROST[4],
        _ => CLEAR,
    });
    figure.detail(&blade, 0, 0);
    figure.part(&GRIP, limb((6.5, 41.5), (14.5, 33.5), (1.6, 1.6)));
    for k in 0..3 {
        figure.detail(&Picture::filled(1, 1, WOOD[4]), 7 + 2 * k, 39 - 2 * k);
    }
    figure.part(&GOLD, limb((9.5, 28.5), (19.5, 38.5), (1.5, 1.5)));
    for end in [(8.5, 27.5), (20.5, 39.5)] {
        figure.part(&GOLD, ellipse(end, (2.3, 2.3)));
    }
    figure.part(&CLAY, ellipse((14.5, 33.5), (2.3, 2.3)));
    figure.part(&GOLD, ellipse((4.5, 43.5), (2.6, 2.6)));
    figure.outlined()
}
