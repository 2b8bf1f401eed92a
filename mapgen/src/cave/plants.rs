//! Grass, vines and mushrooms.

use crate::noise::Rng;
use crate::palette::{AMBER, MOSS, ROCK, ROSE};
use crate::picture::Picture;
use crate::tileset::TILE;

/// Blades of grass along the bottom edge.
pub(super) fn tuft(variant: i32) -> Picture {
    let mut picture = Picture::new(TILE, TILE);
    let mut rng = Rng::new(500 + 37 * variant as u64);
    let blades = if variant < 4 { 10 } else { 6 };
    for _ in 0..blades {
        let root = rng.range(1, TILE - 1);
        let height = rng.range(3, if variant < 4 { 8 } else { 11 });
        let lean = rng.range(-2, 3);
        for k in 0..height {
            let x = root + lean * k * k / (height * height).max(1);
            let step = 1 + (3 * k + 1) / height;
            picture.set(x, TILE - 1 - k, MOSS[step.min(4) as usize]);
        }
    }
    if variant % 3 == 2 {
        let x = rng.range(4, 12);
        picture.rect(x, TILE - 9, 1, 9, MOSS[2]);
        picture.rect(x - 1, TILE - 11, 3, 2, ROSE[3]);
        picture.set(x, TILE - 11, ROSE[4]);
        picture.set(x, TILE - 10, AMBER[3]);
    }
    picture
}

/// A hanging vine: it enters and leaves its tile in the middle, so that tiles follow each other.
pub(super) fn vine(variant: i32, end: bool) -> Picture {
    const SWAY: [[i32; 16]; 2] =
        [[0, 0, 1, 1, 1, 2, 2, 1, 1, 0, 0, -1, -1, -1, -1, 0], [0, -1, -1, -2, -2, -2, -1, -1, 0, 1, 1, 2, 2, 1, 1, 0]];
    let mut picture = Picture::new(TILE, TILE);
    let mut rng = Rng::new(700 + variant as u64);
    let length = if end { 12 } else { TILE };
    for y in 0..length {
        let x = 8 + SWAY[variant as usize][y as usize];
        picture.set(x, y, MOSS[1]);
        if y % 2 == 0 {
            picture.set(x + 1, y, MOSS[0]);
        }
        if y % 4 == 1 + variant {
            let side = if rng.range(0, 2) == 0 { -1 } else { 1 };
            picture.set(x + side, y, MOSS[2]);
            picture.set(x + 2 * side, y, MOSS[3]);
            picture.set(x + 2 * side, y + 1, MOSS[2]);
            picture.set(x + 3 * side, y + 1, MOSS[3]);
        }
    }
    if end {
        picture.set(8, 12, MOSS[3]);
        picture.set(8, 13, MOSS[4]);
    }
    picture
}

/// Mushrooms with glowing caps.
pub(super) fn mushroom(variant: i32) -> Picture {
    let mut picture = Picture::new(TILE, TILE);
    let all = [(8, 9, 4), (3, 5, 2), (12, 6, 3)];
    let count = [3, 1, 2][variant as usize];
    for &(x, height, cap) in all.iter().rev().skip(3 - count) {
        let top = TILE - height;
        picture.rect(x, top, 1, height, ROCK[6]);
        picture.rect(x + 1, top, 1, height, ROCK[4]);
        for (row, half) in [(0, cap - 2), (1, cap - 1), (2, cap)] {
            let half = half.max(1);
            picture.rect(x - half + 1, top - 2 + row, 2 * half, 1, ROSE[2]);
            picture.set(x - half + 1, top - 2 + row, ROSE[3]);
            picture.set(x + half, top - 2 + row, ROSE[1]);
        }
        picture.set(x, top - 2, ROSE[4]);
        picture.set(x + cap - 2, top - 1, ROSE[4]);
        picture.rect(x - cap + 2, top + 1, 2 * cap - 2, 1, ROSE[0]);
    }
    picture
}
