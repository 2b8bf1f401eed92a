//! Levels by difficulty: tile maps that are made in code from fixed seeds. What was published holds for these to the pixel.

use crate::solid::BitMask;
use fastrand::Rng;
use tileray::glam::{IVec2, UVec2, ivec2};
use tileray::solidity::Orientation;
use tileray::{Rect, SolidityMap, Tile, TileLayer, TileMap, TileSet};

/// The side of a map in pixels, unless its name says otherwise.
const SIDE: u32 = 4096;

/// The names of all levels, easiest to explain first.
pub(crate) const NAMES: [&str; 7] = ["cave", "dots", "open", "rings", "empty-16384", "tiles-64", "tiles-18"];

/// A map, its name and how long rays through it are.
#[derive(Debug)]
pub(crate) struct Scene {
    pub(crate) name: &'static str,
    /// The lengths of rays, in pixels.
    pub(crate) lengths: Vec<u32>,
    pub(crate) map: TileMap,
    pub(crate) mask: BitMask,
}

impl Scene {
    /// The scene of one of the [`NAMES`].
    pub(crate) fn new(name: &'static str) -> Self {
        let lengths = if name == "empty-16384" { [512, 4096, 16_384] } else { [64, 512, 4096] };
        let map = named(name);
        let mask = BitMask::new(&map.solidity());
        Self { name, lengths: lengths.to_vec(), map, mask }
    }
}

/// Noise without any two equal squares: the most memory that a terrain can take.
pub(crate) fn noise() -> SolidityMap {
    let mut rng = Rng::with_seed(23);
    SolidityMap::from_fn(SIDE, SIDE, |_, _| rng.bool())
}

/// The level of one of the [`NAMES`].
fn named(name: &str) -> TileMap {
    let (tile, side) = match name {
        "empty-16384" => (16, 16_384),
        "tiles-64" => (64, SIDE),
        "tiles-18" => (18, SIDE),
        _ => (16, SIDE),
    };
    let cells = side.div_ceil(tile);
    match name {
        "dots" => map(cells, tile, |_| Some((Kind::Corners, Orientation::IDENTITY))),
        // Tiles of all solid kinds in a share of the cells.
        "open" => {
            let mut rng = Rng::with_seed(3);
            map(cells, tile, |_| {
                (rng.f64() < 0.01).then(|| {
                    let kind = match rng.u32(0..4) {
                        0 | 1 => Kind::Full,
                        2 => Kind::Slope,
                        _ => Kind::Rough(rng.u32(0..Kind::ROUGH_EDGES)),
                    };
                    (kind, any_orientation(&mut rng))
                })
            })
        }
        "rings" => {
            let mut rng = Rng::with_seed(5);
            map(cells, tile, |_| Some((Kind::Ring(rng.u32(0..Kind::RINGS)), any_orientation(&mut rng))))
        }
        "empty-16384" => map(cells, tile, |_| None),
        _ => {
            let (rock, mut rng) = (Rock::new(cells as i32), Rng::with_seed(11));
            map(cells, tile, |cell| rock.is_solid(cell).then(|| rock.tile(cell, &mut rng)))
        }
    }
}

/// A square of tiles of one size: the kind in each cell, row by row, and how it is turned.
fn map(cells: u32, tile: u32, mut place: impl FnMut(IVec2) -> Option<(Kind, Orientation)>) -> TileMap {
    let mut map = TileMap::new(UVec2::splat(tile))
        .and_then(|map| map.with_size(UVec2::splat(cells)))
        .expect("a map within the limits");
    let mut set = TileSet::new("tiles", IVec2::ZERO);
    Kind::all().for_each(|kind| set.insert(kind.id(), kind.mask(tile)));
    let set = map.add_tile_set(set);
    let ground = TileLayer::new("ground", Rect::from_size(IVec2::ZERO, UVec2::splat(cells)));
    let ground = map.add_layer(ground).expect("a layer within the limits");
    for cell in (0..cells as i32).flat_map(|y| (0..cells as i32).map(move |x| ivec2(x, y))) {
        if let Some((kind, orientation)) = place(cell) {
            let tile = Tile { set, id: kind.id(), orientation };
            map.set_tile(ground, cell, Some(tile)).expect("a tile of the set");
        }
    }
    map
}

fn any_orientation(rng: &mut Rng) -> Orientation {
    Orientation { diagonal: rng.bool(), horizontal: rng.bool(), vertical: rng.bool() }
}

/// The share of the cave that is solid at last.
const SOLID: f64 = 0.35;
/// How far around a cell the cellular automaton of the cave looks, step after step: the first ones make rock and halls several
/// tiles wide, the others take off what is thin.
const STEPS: [i32; 4] = [2, 2, 1, 1];

/// Which cells are rock; so are all outside.
struct Rock {
    side: i32,
    solid: Vec<bool>,
}

impl Rock {
    /// Rock of which [`SOLID`] is left once only the largest hall is kept; the share of the noise is found by halving.
    fn new(side: i32) -> Self {
        let (mut low, mut high) = (0.3, 0.6);
        for _ in 0..12 {
            let middle = (low + high) / 2.0;
            if Self::smoothed(side, middle).share() < SOLID { low = middle } else { high = middle }
        }
        Self::smoothed(side, low)
    }

    fn smoothed(side: i32, noise: f64) -> Self {
        let mut rng = Rng::with_seed(7);
        let mut rock = Self { side, solid: (0..side * side).map(|_| rng.f64() < noise).collect() };
        for reach in STEPS {
            // A cell becomes what most of those around it are.
            let solid = rock.cells().map(|cell| rock.is_mostly_solid(cell, reach)).collect();
            rock.solid = solid;
        }
        rock.keep_largest_hall();
        rock
    }

    fn cells(&self) -> impl Iterator<Item = IVec2> + use<> {
        let side = self.side;
        (0..side * side).map(move |index| ivec2(index % side, index / side))
    }

    fn place(&self, cell: IVec2) -> Option<usize> {
        let inside = cell.x >= 0 && cell.y >= 0 && cell.x < self.side && cell.y < self.side;
        inside.then(|| (cell.y * self.side + cell.x) as usize)
    }

    fn is_solid(&self, cell: IVec2) -> bool {
        self.place(cell).is_none_or(|place| self.solid[place])
    }

    /// Whether most cells of the square around a cell are solid.
    fn is_mostly_solid(&self, cell: IVec2, reach: i32) -> bool {
        let side = 2 * reach + 1;
        let around = (0..side * side).map(|index| cell + ivec2(index % side - reach, index / side - reach));
        2 * around.filter(|&cell| self.is_solid(cell)).count() as i32 > side * side
    }

    fn share(&self) -> f64 {
        self.solid.iter().filter(|solid| **solid).count() as f64 / self.solid.len() as f64
    }

    /// Fills every hall but the largest, so that the cave is connected.
    fn keep_largest_hall(&mut self) {
        let mut seen = self.solid.clone();
        let mut largest = Vec::new();
        for start in self.cells() {
            let hall = self.flood(start, &mut seen);
            if hall.len() > largest.len() {
                largest = hall;
            }
        }
        self.solid.fill(true);
        largest.into_iter().for_each(|place| self.solid[place] = false);
    }

    /// The cells of a hall that were not seen yet.
    fn flood(&self, start: IVec2, seen: &mut [bool]) -> Vec<usize> {
        let (mut hall, mut open) = (Vec::new(), vec![start]);
        while let Some(cell) = open.pop() {
            if let Some(place) = self.place(cell).filter(|&place| !seen[place]) {
                seen[place] = true;
                hall.push(place);
                open.extend([IVec2::X, IVec2::NEG_X, IVec2::Y, IVec2::NEG_Y].map(|step| cell + step));
            }
        }
        hall
    }

    /// A slope where two sides that meet are open, a rough edge where one side is, else a full tile.
    fn tile(&self, cell: IVec2, rng: &mut Rng) -> (Kind, Orientation) {
        let open = |x: i32, y: i32| !self.is_solid(cell + ivec2(x, y));
        let (left, right, up, down) = (open(-1, 0), open(1, 0), open(0, -1), open(0, 1));
        let rough = Kind::Rough(rng.u32(0..Kind::ROUGH_EDGES));
        // A slope is open at the top and the right, a rough edge at the top.
        match (left, right, up, down) {
            (false, true, true, false) => (Kind::Slope, Orientation::IDENTITY),
            (true, false, true, false) => (Kind::Slope, Orientation { horizontal: true, ..Orientation::IDENTITY }),
            (false, true, false, true) => (Kind::Slope, Orientation { vertical: true, ..Orientation::IDENTITY }),
            (true, false, false, true) => {
                (Kind::Slope, Orientation { horizontal: true, vertical: true, ..Orientation::IDENTITY })
            }
            (_, _, true, _) => (rough, Orientation { horizontal: rng.bool(), ..Orientation::IDENTITY }),
            (_, _, _, true) => (rough, Orientation { horizontal: rng.bool(), vertical: true, ..Orientation::IDENTITY }),
            (true, ..) => (rough, Orientation { diagonal: true, vertical: rng.bool(), ..Orientation::IDENTITY }),
            (_, true, ..) => (rough, Orientation { diagonal: true, horizontal: true, vertical: rng.bool() }),
            _ => (Kind::Full, Orientation::IDENTITY),
        }
    }
}

/// What a tile looks like, before it is turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Solid all over.
    Full,
    /// Solid below the diagonal from the top left to the bottom right.
    Slope,
    /// Solid but for a rough edge at the top, of one of [`Self::ROUGH_EDGES`] shapes.
    Rough(u32),
    /// Its four corner pixels.
    Corners,
    /// A rim with a hole, of one of [`Self::RINGS`] shapes.
    Ring(u32),
}

impl Kind {
    const ROUGH_EDGES: u32 = 6;
    const RINGS: u32 = 6;

    fn all() -> impl Iterator<Item = Self> {
        let single = [Self::Full, Self::Slope, Self::Corners];
        single.into_iter().chain((0..Self::ROUGH_EDGES).map(Self::Rough)).chain((0..Self::RINGS).map(Self::Ring))
    }

    /// Its id in the set.
    const fn id(self) -> u32 {
        match self {
            Self::Full => 0,
            Self::Slope => 1,
            Self::Corners => 2,
            Self::Rough(shape) => 3 + shape,
            Self::Ring(shape) => 3 + Self::ROUGH_EDGES + shape,
        }
    }

    /// The solid pixels of a tile with sides of `side` pixels.
    fn mask(self, side: u32) -> SolidityMap {
        match self {
            Self::Full => SolidityMap::from_fn(side, side, |_, _| true),
            Self::Slope => SolidityMap::from_fn(side, side, |x, y| y >= x),
            Self::Corners => {
                let is_end = |at: u32| at == 0 || at == side - 1;
                SolidityMap::from_fn(side, side, |x, y| is_end(x) && is_end(y))
            }
            Self::Rough(shape) => rough(side, shape),
            Self::Ring(shape) => SolidityMap::from_fn(side, side, |x, y| is_rim(side, shape, x, y)),
        }
    }
}

/// An edge that rises and falls by a pixel a step, at most a quarter of the tile deep.
fn rough(side: u32, shape: u32) -> SolidityMap {
    let mut rng = Rng::with_seed(u64::from(shape) + 1);
    let mut depth = rng.u32(0..=side / 8);
    let depths: Vec<u32> = (0..side)
        .map(|_| {
            depth = (depth + rng.u32(0..=2)).saturating_sub(1).min(side / 4);
            depth
        })
        .collect();
    SolidityMap::from_fn(side, side, |x, y| y >= depths[x as usize])
}

/// Whether a pixel belongs to the rim of a ring: even shapes are round, odd ones square; some have a gap at the right.
fn is_rim(side: u32, shape: u32, x: u32, y: u32) -> bool {
    let from_middle = |at: u32| f64::from(at) - (f64::from(side) - 1.0) / 2.0;
    let (dx, dy) = (from_middle(x), from_middle(y));
    let (half, unit) = (f64::from(side) / 2.0, f64::from(side) / 16.0);
    let distance = if shape.is_multiple_of(2) { dx.hypot(dy) } else { dx.abs().max(dy.abs()) };
    let thickness = [2.0, 1.5, 3.0, 2.5, 2.0, 3.5][shape as usize] * unit;
    let gap = [0.0, 0.0, 3.0, 4.0, 6.0, 0.0][shape as usize] * unit;
    distance <= half && distance > half - thickness && !(dx > 0.0 && dy.abs() < gap / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scenes_are_those_of_the_table() {
        let expected = [5_334_499, 262_144, 142_540, 6_771_372, 0, 5_418_445, 5_365_725];
        for (name, solid) in NAMES.into_iter().zip(expected) {
            assert_eq!(named(name).solidity().count(), solid, "{name}: other pixels than were measured");
        }
    }
}
