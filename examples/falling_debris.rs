//! Falling debris: a bomb cuts the posts of a shelf. The pieces in the air fall, and are terrain again where they land.
//!
//! `cargo run --example falling_debris`. Next: `bouncing_grenades`.

use std::error::Error;
use std::io::{self, Write};
use tileray::glam::ivec2;
use tileray::solidity::Connectivity;
use tileray::{Body, BodyShape, LayerMask, SolidityMap, Terrain};

const WIDTH: i32 = 160;
const HEIGHT: i32 = 96;
/// The largest distance from a crater at which debris is looked for, in pixels.
const REACH: u32 = 128;

/// Prints a picture with a letter for each 2×4 pixels.
fn show(out: &mut impl Write, title: &str, terrain: &Terrain) -> io::Result<()> {
    writeln!(out, "{title}")?;
    for y in 0..HEIGHT / 4 {
        let shade = |x: i32| {
            let pixels = (0..8).filter(|i| terrain.is_solid(ivec2(x * 2 + i % 2, y * 4 + i / 2))).count();
            [' ', '.', '#'][pixels.div_ceil(4)]
        };
        writeln!(out, "{}", (0..WIDTH / 2).map(shade).collect::<String>().trim_end())?;
    }
    writeln!(out)
}

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout().lock())
}

pub(crate) fn run(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    // A floor with a slope, a shelf on two posts, and a block on the shelf.
    let level = SolidityMap::from_fn(WIDTH as u32, HEIGHT as u32, |x, y| match y {
        12..24 => (60..76).contains(&x),
        24..32 => (20..120).contains(&x),
        32..80 => (32..38).contains(&x) || (96..102).contains(&x) || x + y >= 220,
        _ => y >= 80,
    });
    let mut terrain = Terrain::from_solidity(&level);
    show(out, "A shelf on two posts.", &terrain)?;

    // `record` returns what the bomb removed as a mask, for particles or for an undo.
    for (x, y) in [(35.0, 60.0), (99.0, 60.0)] {
        let (crater, changes) = terrain.record(LayerMask::ALL, |terrain| terrain.carve_circle((x, y), 10.0));
        let pixels = changes.removed.mask.count();
        let mut islands = terrain.query().islands(crater, REACH, Connectivity::Four);
        writeln!(out, "A bomb at ({x}, {y}) removes {pixels} pixels. Pieces cut off: {}.", islands.len())?;

        // The lowest piece falls first, so that no other one is in its way.
        islands.sort_by_key(|island| -island.bounds.max.y);
        for island in islands {
            let (piece, from) = (island.mask(), island.bounds.min);
            terrain.carve_mask(&piece, from);
            let mut debris = Body::new(BodyShape::from_mask(piece.clone())?, from);
            let (mut speed, dt) = (0.0, 1.0 / 60.0);
            let mut frames = 0;
            while !debris.move_y(&terrain, speed * dt).blocked {
                speed += 600.0 * dt;
                frames += 1;
            }
            terrain.fill_mask(&piece, debris.position());
            let fall = debris.position().y - from.y;
            writeln!(out, "  {} pixels fall {fall} px in {frames} frames.", island.count)?;
        }
        show(out, "After the bomb:", &terrain)?;
    }
    Ok(())
}
