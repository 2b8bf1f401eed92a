use super::{BRICK_SHIFT, Terrain};
use crate::geometry::Direction;
use glam::IVec2;

/// A number of 64 bits out of all that a game's state is made of, to tell whether two runs agree.
///
/// What is added, and in which order, makes the number; it is the same on every machine and in every build. It is no
/// protection against people who look for collisions.
///
/// ```
/// use tileray::{Body, SolidityMap, Terrain, glam::ivec2};
/// use tileray::terrain::StateHash;
///
/// let terrain = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |_, y| y > 50));
/// let state = |terrain: &Terrain, body: &Body| {
///     let mut hash = StateHash::new();
///     terrain.hash_state(&mut hash);
///     body.hash_state(&mut hash);
///     hash.finish()
/// };
/// let mut body = Body::rectangle((12, 14), ivec2(10, 20))?;
/// let before = state(&terrain, &body);
/// body.move_x(&terrain, 0.25);
/// assert_ne!(state(&terrain, &body), before, "a quarter of a pixel counts");
/// body.move_x(&terrain, -0.25);
/// assert_eq!(state(&terrain, &body), before);
/// # Ok::<(), tileray::motion::BodyShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StateHash(u64);

impl StateHash {
    /// The hash of nothing.
    #[must_use]
    pub const fn new() -> Self {
        Self(0x243f_6a88_85a3_08d3)
    }

    /// Adds a number.
    #[inline]
    pub const fn add(&mut self, number: u64) {
        // A step of splitmix64 (Steele, Lea and Flood 2014): every bit of what comes in reaches every bit of the state.
        let mixed = (self.0 ^ number).wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        self.0 = mixed ^ mixed >> 31;
    }

    /// Adds two whole numbers, as those of a pixel.
    #[inline]
    pub fn add_pair(&mut self, pair: IVec2) {
        self.add(u64::from(pair.x as u32) | u64::from(pair.y as u32) << 32);
    }

    /// Adds a number by its bits; −0 differs from 0.
    #[inline]
    pub const fn add_f32(&mut self, number: f32) {
        self.add(number.to_bits() as u64);
    }

    /// The hash of all that was added.
    #[must_use]
    pub const fn finish(self) -> u64 {
        self.0
    }
}

impl Default for StateHash {
    fn default() -> Self {
        Self::new()
    }
}

impl Terrain {
    /// Adds what is solid, layer by layer, and which layers are one-way, to the hash of a state.
    ///
    /// Tiles that differ in other things than their pixels do not count. Costs five additions for each brick of 16×16 pixels
    /// that is not empty.
    pub fn hash_state(&self, hash: &mut StateHash) {
        for layer in self.stack.layers() {
            hash.add(layer.place as u64);
            hash.add(layer.one_way.map_or(0, |way: Direction| 1 + way as u64));
            let grid = self.stack.grid(layer);
            grid.any_brick(grid.area(), |pixel, brick| {
                hash.add_pair(pixel >> BRICK_SHIFT as i32);
                for rows in brick.rows().as_chunks::<4>().0 {
                    hash.add(rows.iter().rev().fold(0, |word, &row| word << 16 | u64::from(row)));
                }
                false
            });
        }
    }
}
