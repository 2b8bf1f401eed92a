//! A connected cave by a cellular automaton, with slopes at its corners and rough edges along its walls.

use super::layout::{Layout, Placed};
use super::tiles::Kind;
use fastrand::Rng;
use tileray::glam::{IVec2, ivec2};
use tileray::solidity::Orientation;

/// The share of cells that are solid at last.
const SOLID: f64 = 0.35;
/// How far around a cell the automaton looks, step after step: the first ones make rock and halls several tiles wide,
/// the others take off what is thin.
const STEPS: [i32; 4] = [2, 2, 1, 1];

/// The cave, as tiles.
pub(crate) fn layout(cells: u32) -> Layout {
    let rock = Rock::new(cells as i32);
    let mut rng = Rng::with_seed(11);
    Layout::from_fn(cells, |cell| rock.is_solid(cell).then(|| rock.tile(cell, &mut rng)))
}

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
    fn tile(&self, cell: IVec2, rng: &mut Rng) -> Placed {
        let open = |x: i32, y: i32| !self.is_solid(cell + ivec2(x, y));
        let (left, right, up, down) = (open(-1, 0), open(1, 0), open(0, -1), open(0, 1));
        let rough = Kind::Rough(rng.u32(0..Kind::ROUGH_EDGES));
        // A slope is open at the top and the right, a rough edge at the top.
        let (kind, orientation) = match (left, right, up, down) {
            (false, true, true, false) => (Kind::Slope, Orientation::IDENTITY),
            (true, false, true, false) => (Kind::Slope, Orientation::new(false, true, false)),
            (false, true, false, true) => (Kind::Slope, Orientation::new(false, false, true)),
            (true, false, false, true) => (Kind::Slope, Orientation::new(false, true, true)),
            (_, _, true, _) => (rough, Orientation::new(false, rng.bool(), false)),
            (_, _, _, true) => (rough, Orientation::new(false, rng.bool(), true)),
            (true, ..) => (rough, Orientation::new(true, false, rng.bool())),
            (_, true, ..) => (rough, Orientation::new(true, true, rng.bool())),
            _ => (Kind::Full, Orientation::IDENTITY),
        };
        Placed { kind, orientation }
    }
}

#[cfg(test)]
mod tests {
    // Without imports: the benches compile this module, but not what stands in it.

    #[test]
    fn about_a_third_is_solid() {
        for side in [64, 228, 256] {
            let share = super::Rock::new(side).share();
            assert!((super::SOLID - 0.02..=super::SOLID).contains(&share), "{share} of {side}×{side} cells");
        }
    }

    #[test]
    fn the_cave_is_connected() {
        let rock = super::Rock::new(64);
        let mut seen = rock.solid.clone();
        let halls = rock.cells().filter(|&cell| !rock.flood(cell, &mut seen).is_empty()).count();
        assert_eq!(halls, 1);
    }
}
