//! The picture of the paths, a pixel of it for 2×2 pixels of the terrain.

use std::error::Error;
use std::fs::File;
use std::io::BufWriter;
use tileray::glam::{IVec2, Vec2, ivec2};
use tileray::{Rect, Terrain};

const ROCK: [u8; 3] = [58, 48, 62];
const AIR: [u8; 3] = [222, 226, 232];
const PATH: [u8; 3] = [28, 96, 176];
const AGENT: [u8; 3] = [208, 60, 40];

/// Draws a part of each terrain with the paths in it, one below the other, and writes a PNG.
pub(crate) fn write(file: &str, part: Rect, scenes: [(&Terrain, &[Vec<Vec2>]); 2]) -> Result<(), Box<dyn Error>> {
    let size = part.size() / 2;
    let mut bytes = Vec::new();
    for (terrain, paths) in scenes {
        bytes.extend(draw(terrain, paths, part).into_iter().flatten());
    }
    let mut encoder = png::Encoder::new(BufWriter::new(File::create(file)?), size.x, 2 * size.y);
    encoder.set_color(png::ColorType::Rgb);
    encoder.write_header()?.write_image_data(&bytes)?;
    Ok(())
}

fn draw(terrain: &Terrain, paths: &[Vec<Vec2>], part: Rect) -> Vec<[u8; 3]> {
    let size = part.size().as_ivec2() / 2;
    let at = |point: Vec2| (point / 2.0).floor().as_ivec2() - part.min / 2;
    let corners = (0..size.y).flat_map(|y| (0..size.x).map(move |x| 2 * ivec2(x, y) + part.min));
    let mut picture: Vec<[u8; 3]> = corners.map(|pixel| if terrain.is_solid(pixel) { ROCK } else { AIR }).collect();
    let mut dot = |pixel: IVec2, color| {
        if pixel.cmpge(IVec2::ZERO).all() && pixel.cmplt(size).all() {
            picture[(pixel.y * size.x + pixel.x) as usize] = color;
        }
    };
    for path in paths {
        for leg in path.windows(2) {
            let steps = leg[0].distance(leg[1]).ceil().max(1.0);
            (0..=steps as u32).for_each(|step| dot(at(leg[0].lerp(leg[1], step as f32 / steps)), PATH));
        }
    }
    for &start in paths.iter().filter_map(|path| path.first()) {
        (0..9).for_each(|index| dot(at(start) + ivec2(index % 3 - 1, index / 3 - 1), AGENT));
    }
    picture
}
