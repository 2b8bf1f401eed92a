//! A fast bullet and thin walls: discrete steps tunnel, sweeps of hulls and casts of masks do not.
//!
//! `cargo run --example swept_bullet`. Next: `one_way`.

use std::error::Error;
use std::io::{self, Write};
use tileray::glam::{IVec2, ivec2, vec2};
use tileray::{ConvexPolygon, Hull, LayerMask, SolidityMap, Terrain, collide};

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout().lock())
}

pub(crate) fn run(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    // A bullet of 4×2 pixels that moves 1200 pixels a step, and a wall one pixel thick.
    let bullet = ConvexPolygon::rectangle((0.0, 10.0), (4.0, 12.0))?;
    let wall = ConvexPolygon::rectangle((700.0, 0.0), (701.0, 40.0))?;
    let motion = vec2(1200.0, 6.0);

    let hits_at = |time: f32| collide::intersects(&bullet.translated(motion * time), &wall);
    for count in [1, 10, 100, 1000] {
        let is_hit = (0..=count).any(|step| hits_at(step as f32 / count as f32));
        writeln!(out, "tested at the ends of {count:4} steps: {}", if is_hit { "hit" } else { "missed" })?;
    }
    let sweep = collide::sweep(&bullet, &wall, motion);
    if let Some(time) = sweep.time {
        writeln!(out, "swept: hit at time {time}, after {}, normal {}", motion * time, sweep.normal)?;
        writeln!(out, "  the remaining motion slides along the wall, to {}\n", sweep.slide(motion))?;
    }

    // A gate of two pieces with a gap. A sweep against a hull tests all pieces.
    let bar = |top: f32, bottom: f32| ConvexPolygon::rectangle((300.0, top), (302.0, bottom));
    let gate = Hull::new(vec![bar(0.0, 10.0)?, bar(14.0, 40.0)?])?;
    for y in [-4.0, 1.0, 4.0] {
        write!(out, "at y = {:2} the bullet ", 10.0 + y)?;
        match collide::sweep(&bullet.translated((0.0, y)), &gate, (1200.0, 0.0)).time {
            Some(time) => writeln!(out, "is stopped at x = {}", 1200.0 * time + 4.0)?,
            None => writeln!(out, "flies through the gap")?,
        }
    }

    // If both move, pass the motion of the first minus that of the second.
    let (bat, flight) = (ConvexPolygon::rectangle((600.0, 60.0), (620.0, 70.0))?, vec2(0.0, -110.0));
    if let Some(time) = collide::sweep(&bullet, &bat, motion - flight).time {
        let (bullet, bat) = (vec2(0.0, 10.0) + motion * time, vec2(600.0, 60.0) + flight * time);
        writeln!(
            out,
            "\nthe bullet hits a rising bat at time {time:.4}, the bullet at {bullet:.2}, the bat at {bat:.2}\n"
        )?;
    }

    // A mask cast: an arrow that moves pixel by pixel through terrain.
    let arrow = SolidityMap::from_ascii("#..#..\n.#####\n#..#..\n")?;
    let fence = SolidityMap::from_fn(64, 24, |x, y| x == 44 && y % 8 < 5);
    let terrain = Terrain::from_solidity(&fence);
    let start = ivec2(2, 4);
    let Some(hit) = terrain.cast_mask(&arrow, start, ivec2(9000, 900), LayerMask::ALL) else { return Ok(()) };
    writeln!(out, "an arrow of pixels moves by {} and hits pixel {}, normal {}", hit.moved, hit.pixel, hit.normal)?;
    for y in 2..14 {
        let covers = |at: IVec2, x: i32| arrow.get(x - at.x, y - at.y);
        let letter = |x| match () {
            () if ivec2(x, y) == hit.pixel => 'X',
            () if terrain.is_solid(ivec2(x, y)) => '#',
            () if covers(start, x) || covers(start + hit.moved, x) => '>',
            () => ' ',
        };
        writeln!(out, "{}", (0..64).map(letter).collect::<String>().trim_end())?;
    }
    Ok(())
}
