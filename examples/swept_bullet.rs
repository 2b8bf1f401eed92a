//! A bullet that is faster than walls are thick: steps tunnel, sweeps do not, for hulls and for pixels alike.
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
    // A bullet of 4×2 pixels at 1200 pixels a step, and a wall that is one pixel thick.
    let bullet = ConvexPolygon::rectangle((0.0, 10.0), (4.0, 12.0))?;
    let wall = ConvexPolygon::rectangle((700.0, 0.0), (701.0, 40.0))?;
    let motion = vec2(1200.0, 6.0);

    let at_step = |share: f32| collide::intersects(&bullet.translated(motion * share), &wall);
    for count in [1, 10, 100, 1000] {
        let is_hit = (0..=count).any(|step| at_step(step as f32 / count as f32));
        writeln!(out, "tested at the ends of {count:4} steps: {}", if is_hit { "hit" } else { "missed" })?;
    }
    let sweep = collide::sweep(&bullet, &wall, motion);
    if let Some(time) = sweep.time {
        writeln!(out, "swept: it hits at time {time}, after {}, normal {}", motion * time, sweep.normal)?;
        writeln!(out, "  and may slide on along the wall, to {}\n", sweep.slide(motion))?;
    }

    // A gate of several pieces, and the bullet through its gap: a sweep against a hull is against all of it.
    let bar = |top: f32, bottom: f32| ConvexPolygon::rectangle((300.0, top), (302.0, bottom));
    let gate = Hull::new(vec![bar(0.0, 10.0)?, bar(14.0, 40.0)?])?;
    for y in [-4.0, 1.0, 4.0] {
        write!(out, "at y = {:2} the bullet ", 10.0 + y)?;
        match collide::sweep(&bullet.translated((0.0, y)), &gate, (1200.0, 0.0)).time {
            Some(time) => writeln!(out, "is stopped at x = {}", 1200.0 * time + 4.0)?,
            None => writeln!(out, "flies through the gap")?,
        }
    }

    // Where both move, the motion is that of the first less that of the second.
    let (bat, flight) = (ConvexPolygon::rectangle((600.0, 60.0), (620.0, 70.0))?, vec2(0.0, -110.0));
    if let Some(time) = collide::sweep(&bullet, &bat, motion - flight).time {
        let (bullet, bat) = (vec2(0.0, 10.0) + motion * time, vec2(600.0, 60.0) + flight * time);
        writeln!(
            out,
            "\na bat that flies up is met at time {time:.4}, the bullet at {bullet:.2}, the bat at {bat:.2}\n"
        )?;
    }

    // The same with pixels: an arrow that moves by whole pixels through terrain.
    let arrow = SolidityMap::from_ascii("#..#..\n.#####\n#..#..\n")?;
    let fence = SolidityMap::from_fn(64, 24, |x, y| x == 44 && y % 8 < 5);
    let terrain = Terrain::from_solidity(&fence);
    let start = ivec2(2, 4);
    let Some(touch) = terrain.cast_mask(&arrow, start, ivec2(9000, 900), LayerMask::ALL) else { return Ok(()) };
    writeln!(
        out,
        "an arrow of pixels moves by {} and meets pixel {}, normal {}",
        touch.moved, touch.pixel, touch.normal
    )?;
    for y in 2..14 {
        let holds = |at: IVec2, x: i32| arrow.get(x - at.x, y - at.y);
        let letter = |x| match () {
            () if ivec2(x, y) == touch.pixel => 'X',
            () if terrain.is_solid(ivec2(x, y)) => '#',
            () if holds(start, x) || holds(start + touch.moved, x) => '>',
            () => ' ',
        };
        writeln!(out, "{}", (0..64).map(letter).collect::<String>().trim_end())?;
    }
    Ok(())
}
