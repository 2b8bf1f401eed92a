use super::canvas::Canvas;
use super::light::{Lamp, LightMap};
use tileray::glam::{IVec2, UVec2, Vec2, ivec2, vec2};
use tileray::{SolidityMap, Terrain};

/// The letters of the title, five squares wide.
const LETTERS: [[&str; 7]; 7] = [
    ["#####", "..#..", "..#..", "..#..", "..#..", "..#..", "..#.."],
    ["#####", "..#..", "..#..", "..#..", "..#..", "..#..", "#####"],
    ["#....", "#....", "#....", "#....", "#....", "#....", "#####"],
    ["#####", "#....", "#....", "####.", "#....", "#....", "#####"],
    ["####.", "#...#", "#...#", "####.", "#.#..", "#..#.", "#...#"],
    [".###.", "#...#", "#...#", "#####", "#...#", "#...#", "#...#"],
    ["#...#", "#...#", ".#.#.", "..#..", "..#..", "..#..", "..#.."],
];
/// The squares from one letter to the next, and of the whole title.
const PITCH: i32 = 7;
const SQUARES: IVec2 = IVec2::new(PITCH * 7 - 2, 7);

/// The colors of the letters from the top down.
const COLORS: [u32; 7] = [0xff_f4c8, 0xff_e8a0, 0xff_d878, 0xf8_b858, 0xef_9c3c, 0xd8_7830, 0xb8_5c28];
/// The steps that the lamp takes from one end of the title to the other.
const SWAY: u32 = 420;

/// The title as a terrain of its own: a lamp that sways above the letters throws their shadows.
#[derive(Debug)]
pub(super) struct Logo {
    terrain: Terrain,
    corner: IVec2,
    /// The side of a square, in pixels.
    side: i32,
    light: LightMap,
    is_letter: Vec<bool>,
}

impl Logo {
    /// Creates the title for pictures of a size.
    pub(super) fn new(picture: UVec2) -> Self {
        let size = picture.as_ivec2();
        let side = (size.x * 3 / 4 / SQUARES.x).min(size.y / 4 / SQUARES.y).max(1);
        let corner = ivec2((size.x - SQUARES.x * side) / 2, size.y / 6);
        let is_set = |pixel: IVec2| {
            let square = (pixel - corner).div_euclid(IVec2::splat(side));
            let (letter, column) = (square.x.div_euclid(PITCH), square.x.rem_euclid(PITCH));
            let rows = usize::try_from(letter).ok().and_then(|letter| LETTERS.get(letter));
            let row = rows.and_then(|rows| rows.get(usize::try_from(square.y).ok()?));
            row.is_some_and(|row| row.as_bytes().get(column as usize) == Some(&b'#'))
        };
        let mask = SolidityMap::from_fn(picture.x, picture.y, |x, y| is_set(ivec2(x as i32, y as i32)));
        let pixels = (0..size.y).flat_map(|y| (0..size.x).map(move |x| ivec2(x, y)));
        let is_letter = pixels.map(is_set).collect();
        Self { terrain: Terrain::from_solidity(&mask), corner, side, light: LightMap::default(), is_letter }
    }

    /// Returns the first row below the title.
    pub(super) const fn bottom(&self) -> i32 {
        self.corner.y + SQUARES.y * self.side
    }

    /// Draws the title and its light over a picture.
    pub(super) fn draw(&mut self, canvas: &mut Canvas, time: u32) {
        let size = canvas.size().as_vec2();
        self.light.clear(canvas.size());
        let lamp = Lamp::new(&self.terrain, self.lamp(time), size.x * 0.7, [1.0; 3]);
        self.light.add(&lamp, 1.0, IVec2::ZERO);
        self.light.soften();
        let width = canvas.size().x as usize;
        for (index, is_letter) in self.is_letter.iter().enumerate() {
            let at = ivec2((index % width) as i32, (index / width) as i32);
            if *is_letter {
                let row = ((at.y - self.corner.y) / self.side) as usize;
                canvas.blend(at, COLORS[row.min(COLORS.len() - 1)], 255);
            } else {
                canvas.add(at, 0xff_b060, (self.light.brightness(at) * 150.0) as u8);
            }
        }
    }

    /// Returns the place of the lamp: above the letters, there and back.
    fn lamp(&self, time: u32) -> Vec2 {
        let turn = (time % (2 * SWAY)) as f32 / SWAY as f32;
        let part = 1.0 - (turn - 1.0).abs();
        // Slow at the ends.
        let part = part * part * (3.0 - 2.0 * part);
        let (left, width) = (self.corner.x as f32, (SQUARES.x * self.side) as f32);
        vec2(left + width * (0.05 + 0.9 * part), (self.corner.y - 4 * self.side) as f32)
    }
}
