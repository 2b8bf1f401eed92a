//! Random rays that are the same on every machine, and one number for their answers.

use tileray::glam::{DVec2, IVec2, dvec2, ivec2};
use tileray::{Ray, RayHit, Rect, Terrain};

/// Rays of one length in random directions, from random free pixels of a level.
///
/// The same seed gives the same rays on every machine: the generator is splitmix64, and directions are points in the
/// unit disc, so that no sine is needed.
pub(super) struct RandomRays<'a> {
    terrain: &'a Terrain,
    bounds: Rect,
    length: f64,
    state: u64,
}

/// The number of tries to find a free pixel; the last try counts even if it is solid.
const TRIES: usize = 256;

impl<'a> RandomRays<'a> {
    pub(super) const fn new(terrain: &'a Terrain, bounds: Rect, length: f64, seed: u64) -> Self {
        Self { terrain, bounds, length, state: seed }
    }

    /// Returns the next ray.
    pub(super) fn ray(&mut self) -> Ray {
        let mut origin = self.point();
        for _ in 1..TRIES {
            if !self.terrain.is_solid(origin.floor().as_ivec2()) {
                break;
            }
            origin = self.point();
        }
        Ray::between_f64(origin, origin + self.direction() * self.length)
    }

    /// Returns a point of the level, on a grid of 2^-16 pixels.
    fn point(&mut self) -> DVec2 {
        let word = self.word();
        // The high half of the product is below the side, and nearly uniform for sides far below 2^32.
        let below = |bits: u64, side: u32| ((bits & 0xffff_ffff) * u64::from(side)) >> 32;
        let x = below(word, self.bounds.width()) as i32;
        let y = below(word >> 32, self.bounds.height()) as i32;
        let within = self.word();
        let part = |bits: u64| (bits & 0xffff) as f64 / 65536.0;
        let corner: IVec2 = self.bounds.min + ivec2(x, y);
        corner.as_dvec2() + dvec2(part(within), part(within >> 16))
    }

    fn direction(&mut self) -> DVec2 {
        loop {
            let word = self.word();
            let axis = |bits: u64| f64::from(bits as u32 as i32) / f64::from(1u32 << 31);
            let along = dvec2(axis(word), axis(word >> 32));
            let square = along.x * along.x + along.y * along.y;
            // Near the center there are few directions.
            if (0.01..=1.0).contains(&square) {
                return along / square.sqrt();
            }
        }
    }

    /// Splitmix64, after Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014).
    fn word(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mixed(self.state)
    }
}

/// Returns the output step of splitmix64: every bit of the word affects every bit of the result.
const fn mixed(word: u64) -> u64 {
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

/// Folds the answers to rays, in their order, into 64 bits: equal answers give equal checksums on every machine.
#[derive(Clone, Debug, Default)]
pub(super) struct Checksum(u64);

impl Checksum {
    /// Adds the answers to rays.
    pub(super) fn add_all(&mut self, hits: &[Option<RayHit>]) {
        hits.iter().for_each(|hit| self.add(hit.as_ref()));
    }

    /// Adds every value of a hit, or a fixed word for a miss.
    fn add(&mut self, hit: Option<&RayHit>) {
        let Some(hit) = hit else {
            return self.fold(u64::MAX);
        };
        let pair = |x: u32, y: u32| u64::from(x) << 32 | u64::from(y);
        let normal = hit.normal();
        self.fold(pair(hit.pixel().x as u32, hit.pixel().y as u32));
        self.fold(hit.previous().map_or(0, |pixel| pair(pixel.x as u32, pixel.y as u32)));
        self.fold(pair(hit.point().x.to_bits(), hit.point().y.to_bits()));
        self.fold(pair(hit.distance().to_bits(), hit.fraction().to_bits()));
        self.fold(pair(normal.x.to_bits(), normal.y.to_bits()));
        self.fold(pair(hit.cell().x as u32, hit.cell().y as u32));
        self.fold(pair(hit.layer() as u32, u32::from(hit.inside())));
        let tile = hit.tile().unwrap_or_default();
        self.fold(pair(tile.id, u32::from(tile.set) << 3 | tile.orientation.index() as u32));
    }

    pub(super) const fn value(&self) -> u64 {
        self.0
    }

    fn fold(&mut self, word: u64) {
        self.0 = mixed(self.0.rotate_left(5) ^ word);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tileray::SolidityMap;

    #[test]
    fn the_numbers_are_those_of_splitmix64() {
        let terrain = Terrain::from_solidity(&SolidityMap::new(1, 1));
        let mut rays = RandomRays::new(&terrain, Rect::EMPTY, 0.0, 1_234_567);
        let words: Vec<u64> = (0..3).map(|_| rays.word()).collect();
        assert_eq!(words, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn rays_begin_in_free_pixels_and_have_their_length() {
        let mask = SolidityMap::from_fn(100, 40, |x, y| (x + y) % 3 != 0);
        let terrain = Terrain::from_solidity(&mask);
        let bounds = Rect::from_size(IVec2::ZERO, mask.size());
        let mut rays = RandomRays::new(&terrain, bounds, 77.0, 5);
        for _ in 0..1000 {
            let ray = rays.ray();
            let pixel = ray.origin().floor().as_ivec2();
            assert!(bounds.contains(pixel) && !terrain.is_solid(pixel));
            assert!((ray.length() - 77.0).abs() < 1e-9);
        }
    }

    #[test]
    fn a_level_without_a_free_pixel_still_gives_rays() {
        let terrain = Terrain::from_solidity(&SolidityMap::from_fn(16, 16, |_, _| true));
        let mut rays = RandomRays::new(&terrain, terrain.bounds(), 5.0, 5);
        assert!(rays.ray().is_valid());
    }
}
