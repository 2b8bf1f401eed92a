//! Destructible terrain: craters, a trench, a bridge, undo and redo. Each edit returns the dirty rectangle to redraw.
//!
//! `cargo run --example destructible`. Next: `falling_debris`.

use std::error::Error;
use std::io::{self, Write};
use tileray::glam::{ivec2, vec2};
use tileray::{Ray, Rect, SolidityMap, Terrain};

const WIDTH: i32 = 256;
const HEIGHT: i32 = 128;

/// Returns how deep a bomb falls from the sky at some x, by casting a ray.
fn height_at(terrain: &Terrain, x: f32) -> Option<f32> {
    terrain.raycast(&Ray::new((x, 0.5), (0.0, 1.0), HEIGHT as f32)).map(|hit| hit.distance())
}

/// Prints a picture with a letter for each 4×8 pixels, in four shades by the number of solid ones.
fn show(out: &mut impl Write, title: &str, terrain: &Terrain, dirty: Option<Rect>) -> io::Result<()> {
    writeln!(out, "{title}")?;
    if let Some(dirty) = dirty {
        writeln!(out, "changed: {}x{} pixels at {}", dirty.width(), dirty.height(), dirty.min)?;
    }
    for y in 0..HEIGHT / 8 {
        let shade = |x: i32| {
            let pixels = (0..32).filter(|i| terrain.is_solid(ivec2(x * 4 + i % 4, y * 8 + i / 4))).count();
            [' ', '.', 'o', '#'][pixels.div_ceil(11)]
        };
        writeln!(out, "{}", (0..WIDTH / 4).map(shade).collect::<String>().trim_end())?;
    }
    writeln!(out)
}

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout().lock())
}

pub(crate) fn run(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    // The hill is half a parabola, computed in integers.
    let hill = |x: u32, y: u32| y as i32 >= 40 + (x as i32 - 110).pow(2) / 200;
    let mut terrain = Terrain::from_solidity(&SolidityMap::from_fn(WIDTH as u32, HEIGHT as u32, hill));
    show(out, "A hill.", &terrain, None)?;
    let before = terrain.snapshot();

    // A ray finds where each bomb lands: the second one falls into the crater of the first.
    let mut dirty = Rect::EMPTY;
    for (x, radius) in [(70.5, 18.0), (70.5, 14.0), (150.5, 22.0)] {
        let Some(depth) = height_at(&terrain, x) else { continue };
        writeln!(out, "A bomb at x = {x} falls {depth} px.")?;
        dirty = dirty.union(&terrain.carve_circle((x, depth), radius));
    }
    show(out, "Three bombs later:", &terrain, Some(dirty))?;

    let trench = [vec2(96.0, 128.0), (104.0, 80.0).into(), (124.0, 64.0).into(), (116.0, 128.0).into()];
    let dirty = terrain.carve_polygon(&trench);
    show(out, "A trench, carved as a polygon:", &terrain, Some(dirty))?;

    let bridge = [vec2(40.0, 56.0), vec2(190.0, 56.0), vec2(190.0, 64.0), vec2(40.0, 64.0)];
    let dirty = terrain.fill_polygon(&bridge).union(&terrain.fill_circle((215.5, 40.5), 12.0));
    show(out, "A bridge, and a boulder in the air:", &terrain, Some(dirty))?;

    let after = terrain.snapshot();
    let dirty = terrain.restore(&before);
    show(out, "Undone by one snapshot:", &terrain, Some(dirty))?;
    terrain.restore(&after);
    if let Some(depth) = height_at(&terrain, 70.5) {
        writeln!(out, "Redone: a bomb at x = 70.5 would fall {depth} px, onto the bridge.")?;
    }
    Ok(())
}
