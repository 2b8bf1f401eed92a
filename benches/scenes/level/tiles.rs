//! The tiles that scenes are laid of.

use tileray::glam::IVec2;
use tileray::{SolidityMap, TileSet};

/// What a tile looks like, before it is turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
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
    pub(crate) const ROUGH_EDGES: u32 = 6;
    pub(crate) const RINGS: u32 = 6;

    fn all() -> impl Iterator<Item = Self> {
        let single = [Self::Full, Self::Slope, Self::Corners];
        single.into_iter().chain((0..Self::ROUGH_EDGES).map(Self::Rough)).chain((0..Self::RINGS).map(Self::Ring))
    }

    /// Its id in the set.
    pub(crate) const fn id(self) -> u32 {
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

/// The set of all kinds.
pub(crate) fn set(side: u32) -> TileSet {
    let mut set = TileSet::new("tiles", IVec2::ZERO);
    Kind::all().for_each(|kind| set.insert(kind.id(), kind.mask(side)));
    set
}

/// An edge that rises and falls by a pixel a step, at most a quarter of the tile deep.
fn rough(side: u32, shape: u32) -> SolidityMap {
    let mut rng = fastrand::Rng::with_seed(u64::from(shape) + 1);
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
