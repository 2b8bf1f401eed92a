//! What the miners left: planks, crates, posts and beams.

use crate::noise::unit;
use crate::palette::{IRON, WOOD};
use crate::picture::Picture;
use crate::tileset::TILE;

/// A piece of a plank ledge, four pixels thick: 0 the left end, 1 and 2 middles.
pub(super) fn plank(piece: i32) -> Picture {
    let mut picture = Picture::new(TILE, TILE);
    let from = if piece == 0 { 1 } else { 0 };
    for x in from..TILE {
        let joint = piece == 2 && x == 9;
        let grain = unit(900 + piece as u64, x / 3, 0);
        let rows = [4, if grain > 0.5 { 3 } else { 2 }, 2, 0];
        for (y, step) in rows.into_iter().enumerate() {
            let step = if joint && y > 0 { 0 } else { step };
            picture.set(x, y as i32, WOOD[step]);
        }
    }
    if piece == 0 {
        picture.set(1, 0, [0; 4]);
        picture.set(1, 3, [0; 4]);
        picture.set(4, 1, IRON[3]);
        picture.set(4, 2, IRON[1]);
    }
    picture
}

/// A wooden crate.
pub(super) fn crate_picture() -> Picture {
    Picture::from_fn(TILE, TILE, |x, y| {
        let frame = !(2..14).contains(&x) || !(2..14).contains(&y);
        let outline = x == 0 || y == 15 || x == 15;
        let brace = (x - y).abs() <= 1;
        let step = match () {
            () if y == 0 => 4,
            () if outline => 0,
            () if frame && (x == 14 || y == 14) => 1,
            () if frame => 3,
            () if x == 2 || y == 2 => 0,
            () if brace => 3 - ((x - y) == -1) as usize,
            () if x % 4 == 1 => 0,
            () => 1 + (unit(930, x / 4, y / 5) > 0.5) as usize,
        };
        WOOD[step]
    })
}

/// Timber of the mine, behind everything: 0 a post, 1 a post's head under a beam, 2 a beam.
pub(super) fn beam(piece: i32) -> Picture {
    Picture::from_fn(TILE, TILE, |x, y| {
        let post = (5..11).contains(&x) && piece < 2;
        let beam = piece > 0 && y < 6;
        let strut = piece == 1 && y >= 6 && ((x + y - 6) == 4 || (x - y) == 5);
        let along = if beam { y } else { x - 5 };
        let grain = unit(940, if beam { x / 5 } else { x }, if beam { y } else { y / 5 });
        if beam || post {
            let step = match along {
                0 => 2,
                5 => 0,
                _ if grain > 0.7 => 0,
                _ => 1,
            };
            let shadow = !beam && piece == 1 && y < 8;
            WOOD[if shadow { 0 } else { step }]
        } else if strut {
            WOOD[1]
        } else {
            [0; 4]
        }
    })
}
