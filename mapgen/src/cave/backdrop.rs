//! What stands behind the ground: a far wall that lanterns light up, and dark rock before it.

use crate::land::Land;
use crate::map::Grid;
use crate::noise::{bayer, hills};
use crate::palette::{SHADE, WALL};
use crate::picture::Picture;
use crate::rock::draw::{Brush, Style};
use crate::rock::shape::{Shape, ShapeGrid};
use crate::rock::slopes::{Rates, smooth};
use crate::rock::texture::Texture;
use crate::tileset::{SheetBuilder, TILE};

const SEED: u64 = 77;

/// How far a lantern lights the wall, in pixels.
pub(super) const REACH: f64 = 92.0;

/// The two layers behind the ground, and their common sheet.
#[derive(Debug)]
pub(crate) struct Backdrop {
    /// The tiles.
    pub(crate) sheet: Picture,
    /// The far wall, in every cell; ids plus 1.
    pub(crate) wall: Grid,
    /// The rock before it; ids plus 1.
    pub(crate) shade: Grid,
}

/// Draws what is behind `ground`, with a light around each of these pixels.
pub(crate) fn draw(ground: &ShapeGrid, lights: &[(i32, i32)]) -> Backdrop {
    let (width, height) = (ground.width, ground.height);
    let texture = Texture::stones(5, 3, 5);
    let mut sheet = SheetBuilder::new(32);
    let mut wall = Grid::new(width, height);
    for y in 0..height {
        for x in 0..width {
            // Behind solid rock too: digging shows the wall there.
            wall.set(x, y, sheet.id(wall_tile(&texture, x, y, lights)) + 1);
        }
    }
    let shapes = shade_shapes(width, height, lights);
    let mut brush = Brush::new(Style { ramp: &SHADE, moss: None, texture, relief: 0.45, deep: 0.7, edge: 1.5 });
    let mut shade = Grid::new(width, height);
    for (x, y, _) in wall.used() {
        if !ground.full(x, y) && !shapes.empty(x, y) {
            shade.set(x, y, sheet.id(brush.cell(&shapes, x, y)) + 1);
        }
    }
    Backdrop { sheet: sheet.build(), wall, shade }
}

fn wall_tile(texture: &Texture, column: i32, row: i32, lights: &[(i32, i32)]) -> Picture {
    let (left, top) = (column * TILE, row * TILE);
    let near = |&&(x, y): &&(i32, i32)| {
        let (dx, dy) = (f64::from(x - left - 8), f64::from(y - top - 8));
        (dx * dx + dy * dy).sqrt() < REACH + 12.0
    };
    let lights: Vec<_> = lights.iter().filter(near).collect();
    Picture::from_fn(TILE, TILE, |x, y| {
        let (x, y) = (left + x, top + y);
        let mut light = 2.0 + 0.75 * texture.light(x, y);
        for (i, j) in &lights {
            let (dx, dy) = (f64::from(x - i), f64::from(y - j));
            let near = 1.0 - (dx * dx + dy * dy).sqrt() / REACH;
            if near > 0.0 {
                light += (4.6 * near * near + 0.9 * near) * (1.0 + 0.12 * texture.light(x, y));
            }
        }
        light += 0.55 * bayer(x, y);
        WALL[light.clamp(0.0, WALL.len() as f64 - 1.0).round() as usize]
    })
}

fn shade_shapes(width: i32, height: i32, lights: &[(i32, i32)]) -> ShapeGrid {
    let mut land = Land::from_fn(width, height, true, |x, y| {
        // Kept out of the light, which would not fall on it.
        let lit = lights.iter().any(|(i, j)| {
            let (dx, dy) = (x - i / TILE, y - j / TILE);
            dx * dx + dy * dy < 30
        });
        !lit && hills(SEED, f64::from(x), f64::from(y), (13.0, 15.0)) > 0.54
    });
    land.settle(3);
    land.trim();
    land.drop_small(true, 20);
    land.drop_small(false, 12);
    let mut shapes = ShapeGrid::from_fn(width, height, Shape::FULL, |x, y| land.get(x, y));
    let rates = Rates { gentle: 80, half: 0, step: 100, corner: 100, chamfer: 80 };
    smooth(&mut shapes, SEED, rates);
    shapes
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The far wall as one picture.
    fn wall(is_solid: bool, lights: &[(i32, i32)]) -> Picture {
        let ground = ShapeGrid::from_fn(16, 16, Shape::FULL, |_, _| is_solid);
        let backdrop = draw(&ground, lights);
        let mut picture = Picture::new(16 * TILE, 16 * TILE);
        for (x, y, id) in backdrop.wall.used() {
            let (column, row) = ((id as i32 - 1) % 32, (id as i32 - 1) / 32);
            picture.draw(&backdrop.sheet.crop(column * TILE, row * TILE, TILE, TILE), x * TILE, y * TILE);
        }
        picture
    }

    #[test]
    fn a_light_shines_on_the_wall_behind_rock_as_behind_air() {
        let lights = [(128, 121)];
        let lit = wall(true, &lights);
        assert!(lit == wall(false, &lights), "digging shows where light was cut");
        let dark = wall(true, &[]);
        let is_lit = |x: i32, y: i32| lit.get(x, y) != dark.get(x, y);
        assert!(is_lit(128, 121) && is_lit(128 - 70, 121) && !is_lit(128 - 100, 121));
    }
}
