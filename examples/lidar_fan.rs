//! A lidar scan: a robot casts a fan of rays in all directions, and draws the part of the room that it sees.
//!
//! `cargo run --example lidar_fan`. Next: `destructible`.

use std::error::Error;
use std::io::{self, Write};
use tileray::glam::{IVec2, ivec2};
use tileray::raycast::bresenham;
use tileray::{RayFan, RayOptions, SolidityMap, Terrain, Traversal};

const WIDTH: i32 = 66;
const HEIGHT: i32 = 23;

/// Returns whether a pixel is solid, in a room with a pillar, a crate, and a wall with a door.
fn room(x: i32, y: i32) -> bool {
    let is_outside = x == 0 || y == 0 || x == WIDTH - 1 || y == HEIGHT - 1;
    let is_pillar = (ivec2(x, y) - ivec2(18, 6)).length_squared() < 10;
    let is_crate = (28..33).contains(&x) && (14..18).contains(&y);
    let is_wall = (44..46).contains(&x) && !(9..13).contains(&y);
    is_outside || is_pillar || is_crate || is_wall
}

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout().lock())
}

pub(crate) fn run(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let mask = SolidityMap::from_fn(WIDTH as u32, HEIGHT as u32, |x, y| room(x as i32, y as i32));
    let terrain = Terrain::from_solidity(&mask);

    // 720 rays, half a degree apart, of 60 pixels each. With the exact traversal no ray slips between two corners.
    let robot = ivec2(24, 11);
    let fan = RayFan::circle(robot.as_vec2() + 0.5, 60.0);
    let options = RayOptions { traversal: Traversal::Exact, ..RayOptions::default() };
    let mut hits = [None; 720];
    terrain.raycast_fan(&fan, &options, &mut hits);

    let mut known = vec![vec![' '; WIDTH as usize]; HEIGHT as usize];
    let mut draw = |pixel: IVec2, letter| {
        if (0..WIDTH).contains(&pixel.x) && (0..HEIGHT).contains(&pixel.y) {
            known[pixel.y as usize][pixel.x as usize] = letter;
        }
    };
    let ends: Vec<IVec2> = fan
        .rays(hits.len())
        .zip(&hits)
        .map(|(ray, hit)| hit.and_then(|hit| hit.previous()).unwrap_or(ray.end().floor().as_ivec2()))
        .collect();
    ends.iter().flat_map(|&end| bresenham(robot, end)).for_each(|pixel| draw(pixel, '.'));
    hits.iter().flatten().for_each(|hit| draw(hit.pixel, '#'));
    draw(robot, 'R');

    writeln!(out, "The robot `R` sees free pixels `.` and solid pixels `#`; the rest is in shadow.\n")?;
    for line in &known {
        writeln!(out, "{}", line.iter().collect::<String>().trim_end())?;
    }

    // Distances in eight directions. Angles grow from +x toward +y, which points down.
    writeln!(out)?;
    let names = ["right", "down right", "down", "down left", "left", "up left", "up", "up right"];
    for (name, hit) in names.iter().zip(hits.iter().step_by(hits.len() / names.len())) {
        match hit {
            Some(hit) => writeln!(out, "{name:10} {:5.1} px", hit.distance)?,
            None => writeln!(out, "{name:10} nothing within 60 px")?,
        }
    }
    let nearest = hits.iter().flatten().min_by(|a, b| a.distance.total_cmp(&b.distance));
    if let Some(hit) = nearest {
        writeln!(out, "the nearest solid pixel is {}, with the normal {}", hit.pixel, hit.normal())?;
    }
    Ok(())
}
