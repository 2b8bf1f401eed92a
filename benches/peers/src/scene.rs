//! The levels of the benches, with the lengths of rays that are cast in them.

#[path = "../../scenes/level/mod.rs"]
#[expect(dead_code, reason = "some levels are for the benches")]
mod level;

pub(crate) use level::NAMES;

use crate::bit_mask::BitMask;
use level::SIDE;
use tileray::{SolidityMap, TileMap};

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
        let map = level::named(name);
        let mask = BitMask::new(&map.solidity());
        Self { name, lengths: lengths.to_vec(), map, mask }
    }
}

/// Noise without any two equal squares: the most memory that a terrain can take.
pub(crate) fn noise() -> SolidityMap {
    let mut rng = fastrand::Rng::with_seed(23);
    SolidityMap::from_fn(SIDE, SIDE, |_, _| rng.bool())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scenes_are_those_of_the_table() {
        let expected = [5_334_499, 262_144, 142_540, 6_771_372, 0, 5_418_445, 5_365_725];
        for (name, solid) in NAMES.into_iter().zip(expected) {
            assert_eq!(level::named(name).solidity().count(), solid, "{name}: other pixels than were measured");
        }
    }
}
