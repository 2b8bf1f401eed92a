//! Which tile lies in which cell, before there is a map.

use super::tiles::Kind;
use fastrand::Rng;
use tileray::glam::{IVec2, ivec2};
use tileray::solidity::Orientation;

/// A kind of tile and how it is turned.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed {
    pub(crate) kind: Kind,
    pub(crate) orientation: Orientation,
}

/// A square of cells.
#[derive(Debug)]
pub(crate) struct Layout {
    cells: u32,
    placed: Vec<Option<Placed>>,
}

impl Layout {
    pub(crate) fn from_fn(cells: u32, mut place: impl FnMut(IVec2) -> Option<Placed>) -> Self {
        let side = cells as i32;
        let placed = (0..side * side).map(|index| place(ivec2(index % side, index / side))).collect();
        Self { cells, placed }
    }

    pub(crate) fn empty(cells: u32) -> Self {
        Self::from_fn(cells, |_| None)
    }

    pub(crate) fn every_cell(cells: u32, kind: Kind) -> Self {
        Self::from_fn(cells, |_| Some(Placed { kind, orientation: Orientation::IDENTITY }))
    }

    /// Tiles of all solid kinds in a share of the cells.
    pub(crate) fn scattered(cells: u32, share: f64) -> Self {
        let mut rng = Rng::with_seed(3);
        Self::from_fn(cells, |_| {
            (rng.f64() < share).then(|| {
                let kind = match rng.u32(0..4) {
                    0 | 1 => Kind::Full,
                    2 => Kind::Slope,
                    _ => Kind::Rough(rng.u32(0..Kind::ROUGH_EDGES)),
                };
                Placed { kind, orientation: any_orientation(&mut rng) }
            })
        })
    }

    /// A ring in every cell, as it comes.
    pub(crate) fn rings(cells: u32) -> Self {
        let mut rng = Rng::with_seed(5);
        Self::from_fn(cells, |_| {
            let kind = Kind::Ring(rng.u32(0..Kind::RINGS));
            Some(Placed { kind, orientation: any_orientation(&mut rng) })
        })
    }

    /// The cells along one side.
    pub(crate) const fn cells(&self) -> u32 {
        self.cells
    }

    /// What lies in a cell of the square.
    pub(crate) fn get(&self, cell: IVec2) -> Option<Placed> {
        self.placed[cell.y as usize * self.cells as usize + cell.x as usize]
    }
}

fn any_orientation(rng: &mut Rng) -> Orientation {
    Orientation::new(rng.bool(), rng.bool(), rng.bool())
}
