//! The sheet of single things in the cave: crystals, boulders, stalactites, plants, lanterns.

use crate::map::TILE;
use crate::noise::{Rng, bayer, unit};
use crate::palette::{AMBER, CRYSTAL, IRON, MOSS, ROCK, ROSE, Rgba, WOOD};
use crate::picture::Picture;
use crate::tileset::SheetBuilder;

/// Tile ids of the sheet, each plus 1. What spans several tiles has the id of its upper left one;
/// the next ones follow in rows.
#[derive(Debug)]
pub(crate) struct Props {
    sheet: SheetBuilder,
    /// Grass, one tile each.
    pub(crate) tufts: Vec<u32>,
    /// A vine's middle and its end.
    pub(crate) vines: [(u32, u32); 2],
    /// Stalactites of one tile.
    pub(crate) short: Vec<u32>,
    /// Stalactites of two tiles, one above the other.
    pub(crate) long: Vec<u32>,
    /// Round rocks of one tile.
    pub(crate) stones: Vec<u32>,
    /// A round rock of 2×2 tiles.
    pub(crate) boulders: Vec<u32>,
    /// Crystals that grow upward.
    pub(crate) crystals: Vec<u32>,
    /// Mushrooms.
    pub(crate) mushrooms: Vec<u32>,
    /// A ledge's left end and two middles; its right end is the left one mirrored.
    pub(crate) ledge: [u32; 3],
    /// A lantern's chain, and the lantern.
    pub(crate) lantern: (u32, u32),
    /// A crate.
    pub(crate) crate_box: u32,
    /// A timber post, its foot included, and a beam.
    pub(crate) timber: [u32; 3],
}

impl Props {
    /// Draws the sheet.
    pub(crate) fn new() -> Self {
        let mut sheet = SheetBuilder::default();
        let mut add = |picture: &Picture| sheet.add(picture) + 1;
        let tufts = (0..6).map(|n| add(&tuft(n))).collect();
        let vines = [0, 1].map(|n| (add(&vine(n, false)), add(&vine(n, true))));
        let short = (0..4).map(|n| add(&spike(40 + n, TILE))).collect();
        let long = (0..3).map(|n| add(&spike(60 + n, 2 * TILE))).collect();
        let stones = (0..3)
            .map(|n| add(&ball(80 + n, TILE, 7.6 - 0.6 * n as f64)))
            .collect();
        let boulders = (0..2).map(|n| add(&ball(90 + n, 2 * TILE, 15.7))).collect();
        let crystals = [&CRYSTAL, &ROSE]
            .into_iter()
            .flat_map(|ramp| [0, 1].map(|n| (ramp, n)));
        let crystals = crystals.map(|(ramp, n)| add(&crystal(ramp, n))).collect();
        let mushrooms = (0..3).map(|n| add(&mushroom(n))).collect();
        let ledge = [0, 1, 2].map(|n| add(&plank(n)));
        let lantern = (add(&art(&CHAIN)), add(&art(&LANTERN)));
        let crate_box = add(&crate_picture());
        let timber = [0, 1, 2].map(|n| add(&beam(n)));
        Self {
            sheet,
            tufts,
            vines,
            short,
            long,
            stones,
            boulders,
            crystals,
            mushrooms,
            ledge,
            lantern,
            crate_box,
            timber,
        }
    }

    /// The finished sheet.
    pub(crate) fn sheet(&self) -> Picture {
        self.sheet.build(8)
    }
}

/// The colour of a letter in a drawing: `0-7` rock, `a-e` moss, `A-E` amber, `j-n` wood,
/// `p-s` iron, `t-x` crystal, `J-N` rose; each ramp from dark to light.
pub(crate) fn ink(letter: char) -> Rgba {
    let ramps: [(char, &[Rgba]); 7] = [
        ('0', &ROCK),
        ('a', &MOSS),
        ('A', &AMBER),
        ('j', &WOOD),
        ('p', &IRON),
        ('t', &CRYSTAL),
        ('J', &ROSE),
    ];
    let found = ramps.iter().find_map(|(first, ramp)| {
        let index = (letter as u32).checked_sub(*first as u32)?;
        ramp.get(index as usize)
    });
    *found.unwrap_or(&ROSE[4])
}

/// A drawing from letters.
pub(crate) fn art(rows: &[&str]) -> Picture {
    Picture::from_art(rows, ink)
}

const CHAIN: [&str; 16] = [
    ".......qr.......",
    "......q..q......",
    "......r..r......",
    ".......qr.......",
    ".......qr.......",
    "......q..q......",
    "......r..r......",
    ".......qr.......",
    ".......qr.......",
    "......q..q......",
    "......r..r......",
    ".......qr.......",
    ".......qr.......",
    "......q..q......",
    "......r..r......",
    ".......qr.......",
];

const LANTERN: [&str; 16] = [
    ".......qr.......",
    ".......qr.......",
    "......qrrq......",
    ".....pqqqqp.....",
    "....pqrsrqqp....",
    "....ppppppppp...",
    "....pBCDDCBp....",
    "....pCDEEDCp....",
    "....pCDEEDCp....",
    "....pCDEEDCp....",
    "....pBDEEDBp....",
    "....pBCDDCBp....",
    "....pABCCBAp....",
    "....ppppppppp...",
    ".....pqrrqp.....",
    "......pppp......",
];

/// Blades of grass along the bottom edge.
fn tuft(variant: i32) -> Picture {
    let mut picture = Picture::new(TILE, TILE);
    let mut rng = Rng::new(500 + 37 * variant as u64);
    let blades = if variant < 4 { 7 } else { 4 };
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
fn vine(variant: i32, end: bool) -> Picture {
    const SWAY: [[i32; 16]; 2] = [
        [0, 0, 1, 1, 1, 2, 2, 1, 1, 0, 0, -1, -1, -1, -1, 0],
        [0, -1, -1, -2, -2, -2, -1, -1, 0, 1, 1, 2, 2, 1, 1, 0],
    ];
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

/// A stalactite that hangs from the top edge: one thick spike, often with a lesser one beside it.
fn spike(seed: u64, height: i32) -> Picture {
    let mut picture = Picture::new(TILE, height);
    let mut rng = Rng::new(seed);
    let tall = height - rng.range(1, 4);
    let middle = f64::from(rng.range(6, 11));
    let aside = if middle > 8.0 { -4.5 } else { 4.5 };
    let spikes = [
        (middle + aside, tall * rng.range(35, 60) / 100, 3.2),
        (middle, tall, if height > TILE { 5.4 } else { 4.2 }),
    ];
    for (middle, tall, width) in spikes {
        for y in 0..tall {
            let rest = 1.0 - f64::from(y) / f64::from(tall);
            let flare = if y < 3 { f64::from(3 - y) * 0.7 } else { 0.0 };
            let ring = if (y + seed as i32) % 5 == 0 {
                -0.6
            } else {
                0.0
            };
            let half = width * rest * (0.55 + 0.45 * rest) + 0.45 + flare + ring;
            for x in 0..TILE {
                let side = (f64::from(x) + 0.5 - middle) / half;
                if side.abs() <= 1.0 {
                    let bright = 3.9 - 2.3 * side - 1.2 * rest + 0.8 * bayer(x, y) + ring;
                    let bright = if side.abs() > 0.8 {
                        bright - 0.8
                    } else {
                        bright
                    };
                    picture.set(x, y, ROCK[bright.clamp(1.0, 6.0).round() as usize]);
                }
            }
        }
    }
    picture
}

/// A round rock that stands on the bottom edge, lit from the upper left.
fn ball(seed: u64, size: i32, radius: f64) -> Picture {
    let middle = f64::from(size) / 2.0;
    let low = f64::from(size) - radius;
    Picture::from_fn(size, size, |x, y| {
        let dx = (f64::from(x) + 0.5 - middle) / radius;
        let dy = (f64::from(y) + 0.5 - low) / radius;
        let out = dx * dx + dy * dy;
        if out > 1.0 {
            return [0; 4];
        }
        let depth = (1.0 - out).sqrt();
        let mut light = 2.3 + 3.6 * (-0.45 * dx - 0.75 * dy + 0.45 * depth);
        light += 0.9 * bayer(x, y) + 0.7 * (unit(seed, x / 3, y / 2) - 0.5);
        // Bounced light along the lower rim, a crack, and an outline below.
        if out > 0.86 && dy > 0.2 {
            light = 1.0;
        }
        let crack = (x - size / 2 + (y / 3) % 2 - (seed % 3) as i32 * 2).abs();
        if crack == 0 && dy > -0.5 && dy < 0.25 {
            light -= 1.6;
        }
        ROCK[light.clamp(1.0, 7.0).round() as usize]
    })
}

/// A cluster of crystals that grows from the bottom edge, leaning to one side.
fn crystal(ramp: &[Rgba; 5], variant: i32) -> Picture {
    let mut picture = Picture::new(TILE, TILE);
    // Foot, lean over the whole height, height, half width.
    let clusters: [&[(f64, f64, i32, f64)]; 2] = [
        &[
            (11.5, 3.0, 8, 1.8),
            (4.0, -3.0, 7, 1.6),
            (7.5, 1.5, 15, 2.6),
        ],
        &[
            (3.5, -2.5, 9, 1.7),
            (12.5, 2.5, 5, 1.5),
            (9.0, -1.0, 12, 2.4),
            (6.0, 0.5, 7, 1.6),
        ],
    ];
    for &(foot, lean, height, half) in clusters[variant as usize] {
        for k in 0..height {
            let rise = f64::from(k) / f64::from(height);
            let middle = foot + lean * rise;
            let left = f64::from(height - k);
            let half = half.min(left * 0.62);
            for x in 0..TILE {
                let side = f64::from(x) + 0.5 - middle;
                if side.abs() <= half {
                    let face = if side < -half * 0.2 { 3 } else { 1 };
                    let edge = side.abs() > half - 0.9;
                    let step = match (face, edge) {
                        (3, true) => 2,
                        (3, false) if rise > 0.55 => 4,
                        (3, false) => 3,
                        (_, true) => 0,
                        _ if rise > 0.7 => 2,
                        _ => 1,
                    };
                    picture.set(x, TILE - 1 - k, ramp[step]);
                }
            }
        }
    }
    picture
}

/// Mushrooms with glowing caps.
fn mushroom(variant: i32) -> Picture {
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

/// A piece of a plank ledge, four pixels thick: 0 the left end, 1 and 2 middles.
fn plank(piece: i32) -> Picture {
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
fn crate_picture() -> Picture {
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
fn beam(piece: i32) -> Picture {
    Picture::from_fn(TILE, TILE, |x, y| {
        let post = (5..11).contains(&x) && piece < 2;
        let beam = piece > 0 && y < 6;
        let strut = piece == 1 && y >= 6 && ((x + y - 6) == 4 || (x - y) == 5);
        let along = if beam { y } else { x - 5 };
        let grain = unit(
            940,
            if beam { x / 5 } else { x },
            if beam { y } else { y / 5 },
        );
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
