use super::{PlacedTile, Tile};
use crate::solidity::{BRICK_SIDE, Brick};
use glam::IVec2;
use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::ops::Index;
use std::sync::OnceLock;

/// The stamps of a map: one for every distinct tile that a cell uses, or used.
#[derive(Clone, Default)]
pub(super) struct Stamps {
    stamps: Vec<PlacedTile>,
    /// The mask of each in bricks, made when it is first asked for.
    bricks: Vec<OnceLock<MaskBricks>>,
    /// The place of a tile's stamp, by the tile's key.
    places: HashMap<u64, u32, TileHashes>,
}

/// A mask cut into bricks from its top left corner on, row after row; `None` for one without a solid pixel.
type MaskBricks = Box<[Option<Brick>]>;

impl Stamps {
    /// The place of a tile's stamp; `None` where it has none yet.
    #[inline]
    pub(super) fn place(&self, tile: Tile) -> Option<u32> {
        self.places.get(&key(tile)).copied()
    }

    /// Adds the stamp of a tile that has none, and gives its place.
    pub(super) fn push(&mut self, stamp: PlacedTile) -> u32 {
        let place = self.stamps.len() as u32;
        self.places.insert(key(stamp.tile()), place);
        self.stamps.push(stamp);
        self.bricks.push(OnceLock::new());
        place
    }

    /// The brick of a stamp's mask in a column and a row of bricks, which count from its top left corner.
    #[inline]
    pub(super) fn brick(&self, place: usize, brick: IVec2) -> Option<&Brick> {
        let stamp = &self.stamps[place];
        let columns = stamp.mask().width().div_ceil(BRICK_SIDE as u32);
        let bricks = self.bricks[place].get_or_init(|| cut(stamp));
        bricks[(brick.y as u32 * columns + brick.x as u32) as usize].as_ref()
    }
}

impl Index<usize> for Stamps {
    type Output = PlacedTile;

    #[inline]
    fn index(&self, place: usize) -> &PlacedTile {
        &self.stamps[place]
    }
}

/// The mask of a stamp in bricks; what reaches beyond it is free.
#[cold]
fn cut(stamp: &PlacedTile) -> MaskBricks {
    let mask = stamp.mask();
    let corners = |length: u32| (0..i64::from(length)).step_by(BRICK_SIDE as usize);
    corners(mask.height()).flat_map(|y| corners(mask.width()).map(move |x| Brick::solid(mask.square(x, y)))).collect()
}

/// A number that no other tile has.
#[inline]
fn key(tile: Tile) -> u64 {
    u64::from(tile.set) << 35 | u64::from(tile.id) << 3 | tile.orientation.index() as u64
}

/// Hashes the keys of tiles by one product, which takes a tenth of the standard library's rounds.
///
/// The seed is a random one, as the ids of a map from elsewhere could else be chosen to meet in one place.
#[derive(Clone)]
struct TileHashes {
    seed: u64,
}

impl Default for TileHashes {
    fn default() -> Self {
        Self { seed: RandomState::new().hash_one(0) }
    }
}

impl BuildHasher for TileHashes {
    type Hasher = TileHasher;

    #[inline]
    fn build_hasher(&self) -> TileHasher {
        TileHasher(self.seed)
    }
}

struct TileHasher(u64);

impl Hasher for TileHasher {
    #[inline]
    fn write_u64(&mut self, number: u64) {
        // The golden ratio in 64 bits. The upper half of the product depends on all bits of the number, so it is folded
        // into the lower one.
        let product = u128::from(self.0 ^ number) * 0x9e37_79b9_7f4a_7c15;
        self.0 = (product >> 64 ^ product) as u64;
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u64(u64::from(*byte)));
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solidity::{Orientation, SolidityMap};
    use glam::UVec2;
    use std::collections::HashSet;
    use std::sync::Arc;

    #[test]
    fn each_tile_has_a_place_of_its_own() {
        let ids = [0, 1, 2, 3, 100, u32::MAX / 2, u32::MAX - 1, u32::MAX];
        let each_set = [0, 1, 255, u16::MAX].into_iter().flat_map(|set| ids.map(|id| (set, id)));
        let tiles: Vec<_> =
            each_set.flat_map(|(set, id)| Orientation::ALL.map(|orientation| Tile { set, id, orientation })).collect();
        let mut stamps = Stamps::default();
        let mask = Arc::new(SolidityMap::new(1, 1));
        for (place, tile) in tiles.iter().enumerate() {
            assert_eq!(stamps.place(*tile), None);
            let stamp = PlacedTile::new(*tile, Arc::clone(&mask), IVec2::ZERO, UVec2::ONE);
            assert_eq!(stamps.push(stamp), place as u32);
        }
        for (place, tile) in tiles.iter().enumerate() {
            assert_eq!((stamps.place(*tile), stamps[place].tile()), (Some(place as u32), *tile));
        }
    }

    #[test]
    fn keys_that_differ_in_few_bits_are_spread() {
        for seed in [0, 1, u64::MAX, 0x0123_4567_89ab_cdef] {
            let hashes = TileHashes { seed };
            for shift in 0..45 {
                // What a table of 1024 places, a quarter of them used, looks at.
                let used: HashSet<u64> = (0..256_u64).map(|key| hashes.hash_one(key << shift) % 1024).collect();
                assert!(used.len() > 128, "seed {seed:x}, bit {shift}: {} places for 256 keys", used.len());
            }
        }
    }
}
