//! The sheet of single things in the cave: crystals, boulders, stalactites, plants, lanterns.

use crate::cave::backdrop::REACH;
use crate::cave::plants::{mushroom, tuft, vine};
use crate::cave::timber::{beam, crate_picture, plank};
use crate::drawings::{CHAIN, LANTERN, POST, art};
use crate::encode::PixelFormat;
use crate::noise::{Rng, bayer, unit};
use crate::palette::{AMBER, CRYSTAL, ROCK, ROSE, Rgba};
use crate::picture::Picture;
use crate::tileset::{SheetBuilder, TILE, TileSet};

/// The flames of a lantern and of a lamp post, in the pixels of their upper tile.
pub(super) const LANTERN_FLAME: (i32, i32) = (8, 9);
pub(super) const POST_FLAME: (i32, i32) = (12, 10);

/// Tiles in a row of the sheet.
pub(super) const COLUMNS: u32 = 8;

/// Tile ids of the sheet, each plus 1. What spans several tiles has the id of its upper left one;
/// the tile below that is [`COLUMNS`] further.
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
    /// A lamp post, two tiles high.
    pub(crate) post: u32,
    /// A crate.
    pub(crate) crate_box: u32,
    /// A timber post, its foot included, and a beam.
    pub(crate) timber: [u32; 3],
}

impl Props {
    /// Draws the sheet.
    pub(crate) fn new() -> Self {
        let mut sheet = SheetBuilder::new(COLUMNS as i32);
        let mut add = |picture: &Picture| sheet.add(picture) + 1;
        let tufts = (0..6).map(|n| add(&tuft(n))).collect();
        let vines = [0, 1].map(|n| (add(&vine(n, false)), add(&vine(n, true))));
        let short = (0..4).map(|n| add(&spike(40 + n, TILE))).collect();
        let stones = (0..3).map(|n| add(&ball(80 + n, TILE, 7.6 - 0.6 * n as f64))).collect();
        let crystals = [&CRYSTAL, &ROSE].into_iter().flat_map(|ramp| [0, 1].map(|n| (ramp, n)));
        let crystals = crystals.map(|(ramp, n)| add(&crystal(ramp, n))).collect();
        let mushrooms = (0..3).map(|n| add(&mushroom(n))).collect();
        let ledge = [0, 1, 2].map(|n| add(&plank(n)));
        let lantern = (add(&art(&CHAIN)), add(&art(&LANTERN)));
        let crate_box = add(&crate_picture());
        let timber = [0, 1, 2].map(|n| add(&beam(n)));
        let long = (0..3).map(|n| add(&spike(60 + n, 2 * TILE))).collect();
        let post = add(&art(&POST));
        let boulders = (0..2).map(|n| add(&ball(90 + n, 2 * TILE, 15.7))).collect();
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
            post,
            crate_box,
            timber,
        }
    }

    /// The finished set. The tiles of lamps say how far they shine, and from which of their pixels.
    pub(super) fn tile_set(&self) -> TileSet {
        let mut set = TileSet::sheet("cave-props", self.sheet.build(), PixelFormat::Rgba);
        for (tile, (x, y)) in [(self.lantern.1, LANTERN_FLAME), (self.post, POST_FLAME)] {
            let property =
                |name: &str, value: i32| format!("   <property name=\"{name}\" type=\"int\" value=\"{value}\"/>\n");
            let numbers = [("light", REACH as i32), ("light_x", x), ("light_y", y)];
            let lines: String = numbers.map(|(name, value)| property(name, value)).concat();
            set.extras.insert(tile - 1, (String::new(), format!("  <properties>\n{lines}  </properties>\n")));
        }
        set
    }
}

/// A stalactite that hangs from the top edge: one thick spike, often with a lesser one beside it.
fn spike(seed: u64, height: i32) -> Picture {
    let mut picture = Picture::new(TILE, height);
    let mut rng = Rng::new(seed);
    let tall = height - rng.range(1, 4);
    let middle = f64::from(rng.range(6, 11));
    let aside = if middle > 8.0 { -4.5 } else { 4.5 };
    let spikes =
        [(middle + aside, tall * rng.range(35, 60) / 100, 3.2), (middle, tall, if height > TILE { 5.4 } else { 4.2 })];
    for (middle, tall, width) in spikes {
        for y in 0..tall {
            let rest = 1.0 - f64::from(y) / f64::from(tall);
            let flare = if y < 3 { f64::from(3 - y) * 0.7 } else { 0.0 };
            let ring = if (y + seed as i32) % 5 == 0 { -0.6 } else { 0.0 };
            let half = width * rest * (0.55 + 0.45 * rest) + 0.45 + flare + ring;
            for x in 0..TILE {
                let side = (f64::from(x) + 0.5 - middle) / half;
                if side.abs() <= 1.0 {
                    let bright = 3.9 - 2.3 * side - 1.2 * rest + 0.8 * bayer(x, y) + ring;
                    let bright = if side.abs() > 0.8 { bright - 0.8 } else { bright };
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
        &[(11.5, 3.0, 8, 1.8), (4.0, -3.0, 7, 1.6), (7.5, 1.5, 15, 2.6)],
        &[(3.5, -2.5, 9, 1.7), (12.5, 2.5, 5, 1.5), (9.0, -1.0, 12, 2.4), (6.0, 0.5, 7, 1.6)],
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

/// A few gems in the rock.
pub(crate) fn ore(variant: u32) -> Picture {
    let mut picture = Picture::new(TILE, TILE);
    let mut rng = Rng::new(960 + u64::from(variant));
    let ramp = if variant < 2 { &AMBER } else { &CRYSTAL };
    for large in [true, false, variant.is_multiple_of(2)] {
        let (x, y) = (rng.range(2, 12), rng.range(2, 11));
        let size = if large { 3 } else { 2 };
        // A dark socket, then the gem, lit from the upper left.
        picture.rect(x, y + 1, size + 1, size, ROCK[0]);
        picture.rect(x, y, size, size, ramp[1]);
        picture.rect(x, y, size - 1, size - 1, ramp[2]);
        picture.set(x, y, ramp[3]);
    }
    picture
}
