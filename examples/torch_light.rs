//! Torch light: the polygon that a lamp lights, the cone of a torch, and the edges of walls that catch the light.
//!
//! `cargo run --example torch_light`. Next: `lidar_fan`.

use std::error::Error;
use std::f32::consts::FRAC_PI_3;
use std::io::{self, Write};
use tileray::glam::{Vec2, ivec2, vec2};
use tileray::sight::{SightOptions, VisibleRegion};
use tileray::{Direction, SolidityMap, Terrain};

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout().lock())
}

pub(crate) fn run(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    // A hall with two pillars; a pixel of the terrain is a letter below.
    let (width, height) = (56, 20);
    let is_wall = |x: u32, y: u32| x == 0 || y == 0 || x == width - 1 || y == height - 1;
    let is_pillar = |x: u32, y: u32| (18..22).contains(&x) && (5..9).contains(&y) || (36..40).contains(&x) && y > 11;
    let mut terrain =
        Terrain::from_solidity(&SolidityMap::from_fn(width, height, |x, y| is_wall(x, y) || is_pillar(x, y)));

    // A lamp shines all around, a torch over 60 degrees.
    let lamp = SightOptions::default();
    let torch = SightOptions { angle: 0.3, sweep: FRAC_PI_3, ..lamp };
    let hand = vec2(10.0, 10.5);
    for (name, options) in [("lamp", lamp), ("torch", torch)] {
        let light = terrain.visible_region(hand, 36.0, &options);
        writeln!(
            out,
            "The {name} lights {:.1} square pixels with {} triangles.",
            light.area(),
            light.triangles().count()
        )?;
        draw(out, &terrain, &light)?;
    }

    // An edit shows at once: the far wall of the left pillar falls.
    terrain.carve_circle((20.0, 7.0), 3.0);
    let light = terrain.visible_region(hand, 36.0, &lamp);
    writeln!(out, "With the pillar broken, the lamp lights {:.1} square pixels.", light.area())?;

    // Edges that face the light, for a rim or for normal mapping.
    let mut length = 0.0;
    for edge in light.lit_edges(&terrain).filter(|edge| edge.direction() == Direction::Up) {
        length += edge.from.distance(edge.to);
    }
    writeln!(out, "It shines down on {length:.1} px of floor.")?;
    Ok(())
}

/// Draws the light, brighter near its origin.
fn draw(out: &mut impl Write, terrain: &Terrain, light: &VisibleRegion) -> io::Result<()> {
    for y in 0..20 {
        let letter = |x: i32| {
            let center = Vec2::new(x as f32, y as f32) + 0.5;
            match (terrain.is_solid(ivec2(x, y)), light.contains(center)) {
                (true, _) => '#',
                (_, false) => ' ',
                _ if center.distance(light.origin()) < 1.0 => '@',
                _ if center.distance(light.origin()) < 15.0 => '+',
                _ => '.',
            }
        };
        writeln!(out, "{}", (0..56).map(letter).collect::<String>().trim_end())?;
    }
    writeln!(out)
}
