//! Single pictures of the town, larger than a tile: trees, a well, a statue, a cart.

use crate::drawings::art;
use crate::noise::{Rng, bayer, unit};
use crate::palette::{AMBER, CLEAR, COBBLE, GRASS, IRON, MOSS, ROSE, Rgba, WATER, WOOD};
use crate::picture::Picture;
use crate::tileset::{Single, TILE};

/// Ids in the collection; they have a gap, as after a tile was removed in the editor.
pub(crate) const TREE: u32 = 0;
/// A slender tree.
pub(crate) const PINE: u32 = 1;
/// A statue of 24×40.
pub(crate) const STATUE: u32 = 2;
/// A well of 32×32.
pub(crate) const WELL: u32 = 3;
/// A cart of 48×32.
pub(crate) const CART: u32 = 5;
/// A bush, which shares its picture file with the logs.
pub(crate) const BUSH: u32 = 6;
/// A stack of logs.
pub(crate) const LOGS: u32 = 7;

/// The collection's tiles.
pub(crate) fn collection() -> Vec<Single> {
    let single = |id, file, picture| Single { id, file, picture, part: None };
    let mut shared = Picture::new(64, 32);
    shared.draw(&crown(24, 20, 44, &MOSS), 2, 6);
    shared.draw(&logs(), 30, 8);
    let part = |id, part| Single { part: Some(part), ..single(id, "town-garden.png", shared.clone()) };
    vec![
        single(TREE, "town-tree.png", tree()),
        single(PINE, "town-pine.png", pine()),
        single(STATUE, "town-statue.png", statue()),
        single(WELL, "town-well.png", well()),
        single(CART, "town-cart.png", cart()),
        part(BUSH, (2, 6, 24, 20)),
        part(LOGS, (30, 8, 30, 18)),
    ]
}

/// A ball of leaves that fills a rectangle.
fn crown(width: i32, height: i32, seed: u64, ramp: &[Rgba; 5]) -> Picture {
    let mut rng = Rng::new(seed);
    let (w, h) = (f64::from(width), f64::from(height));
    let balls: Vec<_> = (0..9)
        .map(|_| {
            let radius = w * f64::from(rng.range(17, 25)) / 100.0;
            let x = radius + (w - 2.0 * radius) * f64::from(rng.range(0, 100)) / 100.0;
            let y = radius + (h - 2.0 * radius) * f64::from(rng.range(0, 100)) / 100.0;
            (x, y, radius)
        })
        .chain([(w / 2.0, h / 2.0, w.min(h) * 0.42)])
        .collect();
    Picture::from_fn(width, height, |x, y| {
        let (fx, fy) = (f64::from(x) + 0.5, f64::from(y) + 0.5);
        let mut light: Option<f64> = None;
        for (bx, by, radius) in &balls {
            let (dx, dy) = ((fx - bx) / radius, (fy - by) / radius);
            if dx * dx + dy * dy < 0.85 + 0.3 * unit(seed, x / 2, y / 2) {
                let here = 1.9 - 1.2 * dy - 0.6 * dx - 1.1 * (fy / h - 0.4);
                light = Some(light.map_or(here, |light| light.max(here)));
            }
        }
        light.map_or(CLEAR, |light| {
            let leaf = 1.1 * (unit(seed ^ 1, x / 2, y) - 0.5);
            ramp[(light + leaf + 0.4 * bayer(x, y)).clamp(0.0, 4.0).round() as usize]
        })
    })
}

fn trunk(picture: &mut Picture, middle: i32, top: i32) {
    let bottom = picture.height();
    for y in top..bottom {
        let flare = if bottom - y < 3 { 1 } else { 0 };
        for (n, x) in (middle - 3 - flare..middle + 3 + flare).enumerate() {
            let step = [1, 3, 3, 2, 2, 1, 1, 0][n.min(7)];
            picture.set(x, y, WOOD[step]);
        }
    }
}

fn tree() -> Picture {
    let mut picture = Picture::new(40, 48);
    trunk(&mut picture, 20, 30);
    picture.draw(&crown(40, 38, 3, &GRASS), 0, 0);
    picture
}

fn pine() -> Picture {
    let mut picture = Picture::new(24, 40);
    trunk(&mut picture, 12, 32);
    for y in 0..35 {
        let tier = y % 12 + if y >= 24 { 24 } else { y / 12 * 12 } / 3;
        let half = (1 + tier * 2 / 3).min(11);
        for x in 12 - half..12 + half {
            let rim = x < 12 - half + 2;
            let step = match () {
                () if y % 12 == 11 || x == 11 + half => 0,
                () if rim => 3,
                () if unit(61, x / 2, y) > 0.7 => 1,
                () => 2 - (x > 13) as usize,
            };
            picture.set(x, y, MOSS[step]);
        }
    }
    picture
}

fn statue() -> Picture {
    let mut picture = Picture::new(24, 40);
    picture.rect(2, 31, 20, 9, COBBLE[2]);
    picture.rect(2, 31, 20, 2, COBBLE[6]);
    picture.rect(2, 38, 20, 2, COBBLE[0]);
    picture.rect(20, 33, 2, 5, COBBLE[1]);
    let figure = art(&[
        "......rr......",
        ".....rssr.....",
        ".....rssq.....",
        "......rq......",
        "....rrssqq....",
        "...rsssrrqq...",
        "..rssssrrqqq..",
        "..rs.srrq.qq..",
        ".rs..srrq..qq.",
        ".rs..srrq..qqs",
        ".r...srrq...ss",
        ".....srrq...s.",
        "....rssrqq..s.",
        "....rssrrq..s.",
        "....rsrrrq..s.",
        "...rssrrrqq.s.",
        "...rssrrrqq.s.",
        "...rsrrrrqq.s.",
        "..rssrrrrqqqs.",
        "..rssrrrrrqqs.",
        "..rsrrrrrrqqs.",
        "..rrrqrrqrqqs.",
    ]);
    picture.draw(&figure, 5, 9);
    picture
}

fn well() -> Picture {
    let mut picture = Picture::from_fn(32, 32, |x, y| {
        let (dx, dy) = ((f64::from(x) - 15.5) / 14.0, (f64::from(y) - 19.5) / 9.0);
        let rim = dx * dx + dy * dy;
        let below = dx * dx + (f64::from(y) - 22.5) * (f64::from(y) - 22.5) / 81.0;
        match () {
            () if rim < 0.5 && dy < -0.25 => COBBLE[0],
            () if rim < 0.5 => WATER[1],
            () if rim < 1.0 => COBBLE[if (x + y / 2) % 5 == 0 { 3 } else { 6 }],
            () if below < 1.0 => COBBLE[if (x + y / 3 * 2) % 6 == 0 || y % 4 == 3 { 0 } else { 2 }],
            () => CLEAR,
        }
    });
    for x in [3, 26] {
        picture.rect(x, 4, 3, 17, WOOD[1]);
        picture.rect(x, 4, 1, 17, WOOD[3]);
    }
    picture.rect(0, 3, 32, 3, WOOD[2]);
    picture.rect(1, 1, 30, 2, WOOD[3]);
    picture.rect(2, 0, 28, 1, WOOD[4]);
    picture.rect(0, 6, 32, 1, WOOD[0]);
    picture.rect(15, 7, 1, 9, PALE);
    picture.rect(13, 14, 5, 4, IRON[1]);
    picture
}

/// Rope.
const PALE: Rgba = COBBLE[6];

fn cart() -> Picture {
    let mut picture = Picture::new(48, 32);
    // The load, the box, the shaft, and two wheels.
    picture.draw(&crown(30, 14, 8, &[AMBER[0], AMBER[1], AMBER[2], AMBER[2], AMBER[3]]), 4, 3);
    for y in 12..22 {
        for x in 2..36 {
            let step = if y == 12 {
                4
            } else if y == 21 || x == 2 || x == 35 {
                0
            } else {
                2 - (y % 3 == 0) as usize
            };
            picture.set(x, y, WOOD[step]);
        }
    }
    picture.rect(36, 17, 12, 2, WOOD[2]);
    picture.rect(36, 19, 12, 1, WOOD[0]);
    for middle in [10_i32, 28] {
        for y in 16..32 {
            for x in middle - 8..middle + 8 {
                let (dx, dy) = (2 * (x - middle) + 1, 2 * (y - 24) + 1);
                let out = dx * dx + dy * dy;
                let spoke = dx.abs() <= 1 || dy.abs() <= 1;
                if (150..=250).contains(&out) {
                    picture.set(x, y, WOOD[if dy < -6 { 3 } else { 1 }]);
                } else if out < 250 && (spoke || out < 18) {
                    picture.set(x, y, WOOD[if out < 18 { 4 } else { 2 }]);
                }
            }
        }
    }
    picture
}

fn logs() -> Picture {
    let mut picture = Picture::new(30, 18);
    for (x, y) in [(0, 9), (10, 9), (20, 9), (5, 1), (15, 1)] {
        let log = Picture::from_fn(10, 9, |i, j| {
            let (dx, dy) = (2 * i - 9, 2 * j - 8);
            match dx * dx + dy * dy {
                0..=8 => WOOD[2],
                9..=30 => WOOD[4],
                31..=52 => WOOD[3],
                53..=90 => WOOD[0],
                _ => CLEAR,
            }
        });
        picture.draw(&log, x, y);
    }
    picture
}

/// Fence along, fence down, and a post with flowers.
pub(crate) fn fences() -> Picture {
    let mut sheet = Picture::new(4 * TILE, TILE);
    let post = |sheet: &mut Picture, x: i32, y: i32, height: i32| {
        sheet.rect(x, y, 4, height, WOOD[2]);
        sheet.rect(x, y, 1, height, WOOD[3]);
        sheet.rect(x + 3, y, 1, height, WOOD[0]);
        sheet.rect(x, y, 4, 1, WOOD[4]);
    };
    for y in [6, 11] {
        sheet.rect(0, y, TILE, 2, WOOD[3]);
        sheet.rect(0, y + 1, TILE, 1, WOOD[1]);
    }
    post(&mut sheet, 6, 3, 13);
    sheet.rect(TILE + 7, 0, 2, TILE, WOOD[3]);
    sheet.rect(TILE + 8, 0, 1, TILE, WOOD[1]);
    post(&mut sheet, TILE + 6, 4, 10);
    for y in [6, 11] {
        sheet.rect(2 * TILE + 6, y, 10, 2, WOOD[3]);
        sheet.rect(2 * TILE + 6, y + 1, 10, 1, WOOD[1]);
    }
    post(&mut sheet, 2 * TILE + 6, 3, 13);
    // A tub of flowers.
    let tub = 3 * TILE;
    sheet.rect(tub + 3, 9, 10, 7, WOOD[2]);
    sheet.rect(tub + 3, 9, 10, 1, WOOD[4]);
    sheet.rect(tub + 3, 12, 10, 1, IRON[1]);
    for (x, y) in [(4, 5), (8, 3), (11, 6)] {
        sheet.rect(tub + x, y + 1, 1, 9 - y, GRASS[1]);
        sheet.rect(tub + x - 1, y, 3, 2, ROSE[3]);
        sheet.set(tub + x, y, AMBER[3]);
    }
    sheet
}

/// Two street lamps; the tile set lifts them off the lower edge of their cells.
pub(crate) fn lamps() -> Picture {
    let mut sheet = Picture::new(2 * TILE, TILE);
    let lamp = art(&[
        "......pp......",
        "....pqrrqp....",
        "....pDEEDp....",
        "....pCEDCp....",
        "....pCDDCp....",
        ".....pppp.....",
        "......qp......",
        "......rp......",
        "......rp......",
        "......rp......",
        "......rp......",
        "......rp......",
        "......rp......",
        ".....qrpp.....",
        "....pqrrpp....",
        "....pppppp....",
    ]);
    sheet.draw(&lamp, 1, 0);
    let unlit = Picture::from_fn(lamp.width(), lamp.height(), |x, y| {
        let pixel = lamp.get(x, y);
        if AMBER.contains(&pixel) { IRON[2] } else { pixel }
    });
    sheet.draw(&unlit, TILE + 1, 0);
    sheet
}
