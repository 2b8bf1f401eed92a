//! The race: the same rays by the library, and by the plain loop that one writes first.

mod pixel_loop;

use crate::files::PageFiles;
use pixel_loop::first_solid;
use tileray::glam::{IVec2, Vec2, ivec2};
use tileray::{LayerMask, Ray, RayHit, RayOptions, Rect, Terrain};
use wasm_bindgen::prelude::wasm_bindgen;

/// The length of the rays, in pixels.
const LENGTH: f32 = 512.0;

/// A map, rays in it, and the answers of the contestants: for each ray the index of the pixel that it hits, row by row,
/// or -1.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Race {
    terrain: Terrain,
    width: i32,
    /// A byte for each pixel of the map: 1 where it is solid.
    pixels: Vec<u8>,
    /// x and y of the first and the last pixel of each ray.
    ends: Vec<i32>,
    rays: Vec<Ray>,
    hits: Vec<Option<RayHit>>,
    looped: Vec<i32>,
}

#[wasm_bindgen]
impl Race {
    /// Prepares `count` rays of 512 pixels from free pixels of a map, in all directions. They end inside the map.
    ///
    /// # Errors
    /// Fails where the map cannot be read, or has no room for the rays.
    #[wasm_bindgen(constructor)]
    pub fn new(files: &PageFiles, map: &str, count: usize) -> Result<Self, String> {
        Self::in_terrain(files.terrain(map)?, count)
    }

    /// Casts all rays by the library, as a batch.
    pub fn cast_by_library(&mut self) {
        self.terrain.raycast_batch(&self.rays, &RayOptions::default(), &mut self.hits);
    }

    /// Casts all rays by the plain loop.
    pub fn cast_by_loop(&mut self) {
        for (answer, ends) in self.looped.iter_mut().zip(self.ends.chunks_exact(4)) {
            *answer = first_solid(&self.pixels, self.width, ends);
        }
    }

    /// Returns the number of rays whose answers are not the same in the library, in the plain loop and in `others`.
    pub fn differences(&self, others: &[i32]) -> usize {
        let answers = self.hits.iter().map(|hit| hit.map_or(-1, |hit| self.index(hit.pixel)));
        let same = answers.zip(&self.looped).zip(others).filter(|((a, b), c)| a == *b && a == *c).count();
        self.rays.len().max(others.len()) - same
    }

    /// Returns the number of rays that hit something.
    #[wasm_bindgen(getter)]
    pub fn hit_count(&self) -> usize {
        self.hits.iter().flatten().count()
    }

    /// The width of the map in pixels.
    #[wasm_bindgen(getter)]
    pub fn width(&self) -> i32 {
        self.width
    }

    /// Returns a copy of the pixels, for a loop in another language.
    pub fn pixels(&self) -> Vec<u8> {
        self.pixels.clone()
    }

    /// Returns a copy of the first and the last pixel of each ray: x, y, x, y.
    pub fn ends(&self) -> Vec<i32> {
        self.ends.clone()
    }
}

impl Race {
    fn in_terrain(terrain: Terrain, count: usize) -> Result<Self, String> {
        let bounds = terrain.bounds();
        let mask = terrain.to_mask(bounds, LayerMask::ALL);
        let (width, height) = (bounds.width() as i32, bounds.height() as i32);
        let pixels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).map(|(x, y)| u8::from(mask.get(x, y)));
        let pixels: Vec<u8> = pixels.collect();
        let ends = random_ends(&terrain, count).ok_or("the map has no room for rays of 512 pixels")?;
        let center = |x: i32, y: i32| bounds.min.as_vec2() + ivec2(x, y).as_vec2() + 0.5;
        let ray = |ends: &[i32]| Ray::between(center(ends[0], ends[1]), center(ends[2], ends[3]));
        let rays = ends.chunks_exact(4).map(ray).collect();
        Ok(Self { terrain, width, pixels, ends, rays, hits: vec![None; count], looped: vec![-1; count] })
    }

    fn index(&self, pixel: IVec2) -> i32 {
        let at = pixel - self.terrain.bounds().min;
        at.y * self.width + at.x
    }
}

/// Returns the first and the last pixel of rays from random free pixels, counted from the corner of the terrain.
fn random_ends(terrain: &Terrain, count: usize) -> Option<Vec<i32>> {
    let bounds = terrain.bounds();
    let mut random = Random(1);
    let mut ends = Vec::with_capacity(4 * count);
    for _ in 0..400 * count {
        if ends.len() == 4 * count {
            break;
        }
        let size = bounds.size().as_vec2();
        let from = (Vec2::new(random.next(), random.next()) * size).as_ivec2();
        let way = Vec2::from_angle(random.next() * std::f32::consts::TAU) * LENGTH;
        let to = from + way.round().as_ivec2();
        let map = Rect::from_size(IVec2::ZERO, bounds.size());
        if map.contains(from) && map.contains(to) && !terrain.is_solid(from + bounds.min) {
            ends.extend([from.x, from.y, to.x, to.y]);
        }
    }
    (ends.len() == 4 * count).then_some(ends)
}

/// Numbers from 0 to below 1, the same ones on every machine.
struct Random(u32);

impl Random {
    /// Returns the next number, of 24 bits.
    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) as f32 / (1 << 24) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tileray::SolidityMap;

    #[test]
    fn the_library_and_the_loop_agree() {
        let mask = SolidityMap::from_fn(1500, 900, |x, y| (x / 7 + y / 5) % 61 == 0 || (x * y) % 997 == 3);
        let mut race = Race::in_terrain(Terrain::from_solidity(&mask), 3000).expect("a map with room");
        race.cast_by_library();
        race.cast_by_loop();
        assert!((500..3000).contains(&race.hit_count()), "{}", race.hit_count());
        let same = race.looped.clone();
        assert_eq!(race.differences(&same), 0);
        let other: Vec<i32> = same.iter().map(|&answer| answer + i32::from(answer == same[0])).collect();
        assert!(race.differences(&other) > 0);
        assert!(race.differences(&same[1..]) > 2000, "answers of other rays");
    }

    #[test]
    fn a_map_without_room_is_refused() {
        let small = SolidityMap::from_fn(40, 40, |_, y| y > 30);
        assert!(Race::in_terrain(Terrain::from_solidity(&small), 10).is_err());
    }
}
