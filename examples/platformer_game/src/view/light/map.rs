use super::super::canvas::Canvas;
use super::blur::blur;
use super::lamp::Lamp;
use tileray::glam::{IVec2, UVec2};

/// The parts of red, green and blue that are seen without light, of air and of rock. Rock is brighter, so that its
/// texture and its outline stay visible in the dark.
const AIR: [f32; 3] = [0.40, 0.42, 0.58];
const ROCK: [f32; 3] = [0.56, 0.55, 0.66];
/// The light that the wall behind the cave throws back, so that it shows light although it is dark.
const HAZE: [f32; 3] = [32.0, 25.0, 17.0];
/// The most light, as a part of a color.
const MOST: f32 = 1.75;

/// The reach of the narrow blur in pixels, and of the wide one in cells of the coarse map.
const SOFT: usize = 2;
const WIDE: usize = 2;
/// The side of a coarse cell, in pixels.
const CELL: usize = 4;
/// The strength of the glow in rock, and of its rim.
const GLOW: f32 = 1.15;
const RIM: f32 = 1.5;

/// The light on a picture, for red, green and blue.
#[derive(Debug, Default)]
pub(in super::super) struct LightMap {
    size: UVec2,
    soft: [Vec<f32>; 3],
    /// The light of squares of `CELL` pixels.
    coarse: [Vec<f32>; 3],
    rim: [Vec<f32>; 3],
    line: Vec<f32>,
}

impl LightMap {
    /// Begins a picture without light.
    pub(in super::super) fn clear(&mut self, size: UVec2) {
        self.size = size;
        for levels in self.soft.iter_mut().chain(&mut self.rim) {
            levels.clear();
            levels.resize((size.x * size.y) as usize, 0.0);
        }
    }

    /// Adds the light of a lamp, with a strength of about 1.
    pub(in super::super) fn add(&mut self, lamp: &Lamp, strength: f32, camera: IVec2) {
        let size = self.size.as_ivec2();
        let offset = lamp.corner - camera;
        let color = lamp.color.map(|part| part * strength);
        for run in lamp.mask.runs() {
            let y = run.y + offset.y;
            let (start, end) = ((run.start + offset.x).max(0), (run.end + offset.x).min(size.x));
            if y < 0 || y >= size.y || start >= end {
                continue;
            }
            let down = (y + camera.y) as f32 + 0.5 - lamp.at.y;
            let first = (start + camera.x) as f32 + 0.5 - lamp.at.x;
            let row = (y * size.x) as usize;
            let range = row + start as usize..row + end as usize;
            let [red, green, blue] = &mut self.soft;
            let pixels = red[range.clone()].iter_mut().zip(&mut green[range.clone()]).zip(&mut blue[range]);
            for (step, ((red, green), blue)) in pixels.enumerate() {
                let across = first + step as f32;
                let level = lamp.level(across * across + down * down);
                *red += color[0] * level;
                *green += color[1] * level;
                *blue += color[2] * level;
            }
        }
        for &(pixel, edge) in &lamp.rim {
            let at = pixel - camera;
            if at.cmpge(IVec2::ZERO).all() && at.cmplt(size).all() {
                let index = (at.y * size.x + at.x) as usize;
                for (levels, part) in self.rim.iter_mut().zip(color) {
                    levels[index] += part * edge;
                }
            }
        }
    }

    /// Softens the light once all lamps are added.
    pub(in super::super) fn soften(&mut self) {
        let width = self.size.x as usize;
        for (levels, coarse) in self.soft.iter_mut().zip(&mut self.coarse) {
            sum_cells(levels, width, coarse);
            blur(coarse, width.div_ceil(CELL), WIDE, &mut self.line);
            blur(levels, width, SOFT, &mut self.line);
        }
    }

    /// Lights a picture; `is_rock` tells for each of its pixels whether it is rock.
    pub(in super::super) fn shine(&self, canvas: &mut Canvas, is_rock: &[bool]) {
        let width = self.size.x as usize;
        let columns = width.div_ceil(CELL);
        let shift = [16, 8, 0];
        for (y, row) in canvas.pixels_mut().chunks_exact_mut(width).enumerate() {
            let first = y * width;
            let (upper, lower, down) = between(y, self.coarse[0].len() / columns);
            for (x, pixel) in row.iter_mut().enumerate() {
                let index = first + x;
                let mut lit = 0;
                if is_rock[index] {
                    let (left, right, across) = between(x, columns);
                    for channel in 0..3 {
                        let coarse = &self.coarse[channel];
                        let mix = |row: usize| {
                            let (from, to) = (coarse[row * columns + left], coarse[row * columns + right]);
                            from + (to - from) * across
                        };
                        let glow = mix(upper) + (mix(lower) - mix(upper)) * down;
                        let level = ROCK[channel] + GLOW * glow + RIM * self.rim[channel][index];
                        let color = (*pixel >> shift[channel] & 255) as f32;
                        lit |= ((color * level.min(MOST)).min(255.0) as u32) << shift[channel];
                    }
                } else {
                    for channel in 0..3 {
                        let light = self.soft[channel][index];
                        let color = (*pixel >> shift[channel] & 255) as f32;
                        let color = color * (AIR[channel] + light).min(MOST) + HAZE[channel] * light.min(1.0);
                        lit |= (color.min(255.0) as u32) << shift[channel];
                    }
                }
                *pixel = lit;
            }
        }
    }

    /// Returns the brightness of the light at a pixel of the picture, of 1.
    pub(in super::super) fn brightness(&self, at: IVec2) -> f32 {
        if at.cmplt(IVec2::ZERO).any() || at.cmpge(self.size.as_ivec2()).any() {
            return 0.0;
        }
        self.soft[0][(at.y * self.size.x as i32 + at.x) as usize].min(1.0)
    }
}

/// Averages squares of `CELL` pixels.
fn sum_cells(levels: &[f32], width: usize, coarse: &mut Vec<f32>) {
    let columns = width.div_ceil(CELL);
    coarse.clear();
    for rows in levels.chunks(width * CELL) {
        let start = coarse.len();
        coarse.resize(start + columns, 0.0);
        for row in rows.chunks_exact(width) {
            for (cell, part) in coarse[start..].iter_mut().zip(row.chunks(CELL)) {
                *cell += part.iter().sum::<f32>() / (CELL * CELL) as f32;
            }
        }
    }
}

/// Returns the coarse cells before and after a pixel, and how far it is from the first to the second.
fn between(pixel: usize, cells: usize) -> (usize, usize, f32) {
    let place = ((pixel as f32 + 0.5) / CELL as f32 - 0.5).max(0.0);
    let before = (place as usize).min(cells - 1);
    (before, (before + 1).min(cells - 1), place - before as f32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tileray::glam::{ivec2, uvec2, vec2};
    use tileray::{SolidityMap, Terrain};

    /// Returns the red of a gray picture under a lamp, by pixel.
    fn lit(terrain: &Terrain, at: (f32, f32), size: UVec2) -> impl Fn(i32, i32) -> u32 {
        let mut map = LightMap::default();
        map.clear(size);
        map.add(&Lamp::new(terrain, at.into(), 40.0, [1.0; 3]), 1.0, IVec2::ZERO);
        map.soften();
        let mut canvas = Canvas::new(size);
        canvas.clear(0x80_8080);
        let pixels = (0..size.y as i32).flat_map(|y| (0..size.x as i32).map(move |x| ivec2(x, y)));
        let is_rock: Vec<bool> = pixels.map(|pixel| terrain.is_solid(pixel)).collect();
        map.shine(&mut canvas, &is_rock);
        move |x, y| canvas.pixels()[(y * size.x as i32 + x) as usize] >> 16
    }

    #[test]
    fn light_falls_off_and_stops_at_rock() {
        let terrain = Terrain::from_solidity(&SolidityMap::from_fn(100, 60, |x, y| x >= 50 && (10..50).contains(&y)));
        let red = lit(&terrain, (30.5, 30.5), uvec2(100, 60));
        let air = (128.0 * AIR[0]) as u32;
        let rock = (128.0 * ROCK[0]) as u32;
        assert!(red(30, 30) > red(40, 30) && red(40, 30) > air + 20, "{} {}", red(30, 30), red(40, 30));
        assert_eq!(red(30, 12), red(30, 48), "the same on both sides");
        assert!(red(50, 30) > red(53, 30) && red(53, 30) > red(58, 30), "the rim is bright, the rock behind it glows");
        assert_eq!((red(80, 30), red(70, 3)), (rock, air), "neither deep in the rock nor in its shadow");
    }

    #[test]
    fn a_picture_of_any_size_is_lit() {
        let terrain = Terrain::from_solidity(&SolidityMap::new(4, 4));
        for size in [uvec2(1, 1), uvec2(3, 9), uvec2(321, 5)] {
            assert!(lit(&terrain, (0.5, 0.5), size)(0, 0) > 128, "{size}");
        }
        let map = LightMap::default();
        assert_eq!(map.brightness(vec2(3.0, 3.0).as_ivec2()), 0.0);
    }
}
