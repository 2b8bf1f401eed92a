//! Opens a Tiled map, casts one ray, and prints the hit.
//!
//! `cargo run --example hello_ray`, in the root of the repository. Next: `line_of_sight`.

use std::error::Error;
use std::io::{self, Write};
use tileray::glam::{IVec2, ivec2};
use tileray::raycast::bresenham;
use tileray::{Ray, Terrain, TileMap};

/// The pixels per letter of the picture.
const LETTER: IVec2 = ivec2(4, 8);

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout().lock())
}

pub(crate) fn run(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let map = TileMap::open("maps/cave.tmx")?;
    let terrain = Terrain::from_map(&map);

    // y points down: this ray goes right and slightly down, for 512 pixels.
    let ray = Ray::new((888.0, 628.0), (1.0, 0.2), 512.0);
    let Some(hit) = terrain.raycast(&ray) else {
        writeln!(out, "the ray hits nothing")?;
        return Ok(());
    };
    writeln!(out, "pixel     {}", hit.pixel())?;
    // A ray that starts inside something solid has no free pixel before its hit.
    if let Some(previous) = hit.previous() {
        writeln!(out, "before    {previous}, the last free pixel")?;
    }
    writeln!(out, "point     {:.2}", hit.point())?;
    writeln!(out, "distance  {:.2} px, {:.1} % of the ray", hit.distance(), hit.fraction() * 100.0)?;
    writeln!(out, "normal    {} of the pixel's face", hit.normal())?;
    if let Some(normal) = terrain.query().surface_normal(hit.pixel(), 6) {
        writeln!(out, "          {normal:.2} of the slope, within 6 px")?;
    }
    if let (Some(tile), Some(layer)) = (hit.tile(), map.layer(hit.layer())) {
        writeln!(out, "tile      {} of set {}, in cell {} of layer {:?}", tile.id, tile.set, hit.cell(), layer.name)?;
    }

    // The ray walks Bresenham's line. `*` is its path, `X` the hit, `#` is solid; a letter stands for 4×8 pixels.
    let start = ray.origin().floor().as_ivec2();
    let walked: Vec<IVec2> = bresenham(start, hit.pixel()).map(|pixel| pixel.div_euclid(LETTER)).collect();
    let corner = start.div_euclid(LETTER) - ivec2(4, 3);
    writeln!(out)?;
    for y in 0..14 {
        let line: String = (0..64)
            .map(|x| {
                let letter = corner + ivec2(x, y);
                match () {
                    () if letter == hit.pixel().div_euclid(LETTER) => 'X',
                    () if walked.contains(&letter) => '*',
                    () if terrain.is_solid(letter * LETTER + LETTER / 2) => '#',
                    () => ' ',
                }
            })
            .collect();
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}
