//! Bouncing grenades: balls that are thrown at hills and walls, bounce off the smooth surface of the pixels, come to rest and
//! explode.
//!
//! `cargo run --example bouncing_grenades`. Next: `hull_from_sprite`.

use std::error::Error;
use std::io::{self, Write};
use tileray::glam::{DVec2, Vec2, ivec2, vec2};
use tileray::{Circle, SolidityMap, Terrain, TerrainQuery};

/// The level spans x from -96 to 96 and y from 0 to 96.
const SIZE: (i32, i32) = (192, 96);
/// The time of a frame in seconds, and gravity in pixels/s².
const FRAME: f32 = 1.0 / 60.0;
const GRAVITY: Vec2 = vec2(0.0, 600.0);
/// A bounce keeps this part of the speed into the surface. Below `SLOW` pixels/s a grenade does not bounce but slides, and keeps
/// this part of its speed at each touch.
const RESTITUTION: f32 = 0.5;
const SLOW: f32 = 20.0;
const SLIDE: f32 = 0.98;

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Grenade {
    pub(crate) ball: Circle,
    pub(crate) velocity: Vec2,
}

impl Grenade {
    /// Moves for a frame: to the next touch, off it, and on for the time that is left.
    pub(crate) fn step(&mut self, query: &TerrainQuery, gravity: Vec2) {
        const TOUCHES: usize = 8;
        let (mut time, mut pull) = (FRAME, gravity);
        for touch in 0..TOUCHES {
            let motion = (self.velocity + pull * time) * time;
            let hit = query.cast_shape(&self.ball, motion);
            // Gravity acts for the time that has passed. For the whole frame, it would add energy to a bounce.
            let part = hit.map_or(1.0, |hit| hit.fraction());
            self.ball.center += motion * part;
            self.velocity += pull * (time * part);
            time -= time * part;
            let Some(hit) = hit else { break };
            // A pixel that still stops the ball in its place counts with its own normal.
            let is_new = touch == 0 || part > 0.0;
            let smooth = if is_new { smooth_normal(query, &self.ball) } else { Vec2::ZERO };
            let is_out = smooth.dot(motion) < 0.0 && smooth.dot(hit.normal()) > 0.0;
            let normal = if is_out { smooth } else { hit.normal() };
            let speed = self.velocity.dot(normal);
            if speed < -SLOW {
                self.velocity -= normal * (speed * (1.0 + RESTITUTION));
                pull = gravity;
            } else {
                self.velocity = (self.velocity - normal * speed) * SLIDE;
                pull = gravity - normal * gravity.dot(normal);
            }
        }
    }
}

/// The mean of the smooth normals of the pixels that a ball touches. It is off by 1° on a slope, the normal of a hit by 11°.
pub(crate) fn smooth_normal(query: &TerrainQuery, ball: &Circle) -> Vec2 {
    // Such sums are exact in `f64`, so the order of the pixels does not matter.
    let mut sum = DVec2::ZERO;
    query.overlap_pixels(&Circle::new(ball.center, ball.radius + 0.5), |pixel| {
        sum += query.surface_normal(pixel, 6).map_or(DVec2::ZERO, Vec2::as_dvec2);
    });
    sum.normalize_or_zero().as_vec2()
}

/// Whether a pixel is rock: walls, a floor, a round hill, a slope, and a shelf.
fn is_rock(x: i32, y: i32) -> bool {
    let hill = (x - 10).pow(2) + (y - 104).pow(2) < 40 * 40;
    let slope = 2 * (y - 40) > 3 * (x + 90);
    let shelf = (58..84).contains(&x) && (48..54).contains(&y);
    !(-90..90).contains(&x) || y >= 88 || hill || slope || shelf
}

/// A picture with a letter for each 2×4 pixels.
fn picture(terrain: &Terrain) -> Vec<Vec<char>> {
    let letter = |x: i32, y: i32| {
        let solid = (0..8).filter(|i| terrain.is_solid(ivec2(x * 2 + i % 2 - SIZE.0 / 2, y * 4 + i / 2))).count();
        [' ', '.', '#'][solid.div_ceil(4)]
    };
    (0..SIZE.1 / 4).map(|y| (0..SIZE.0 / 2).map(|x| letter(x, y)).collect()).collect()
}

fn show(out: &mut impl Write, title: &str, picture: &[Vec<char>]) -> io::Result<()> {
    writeln!(out, "{title}")?;
    for row in picture {
        writeln!(out, "{}", row.iter().collect::<String>().trim_end())?;
    }
    writeln!(out)
}

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout().lock())
}

pub(crate) fn run(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let mask = SolidityMap::from_fn(SIZE.0 as u32, SIZE.1 as u32, |x, y| is_rock(x as i32 - SIZE.0 / 2, y as i32));
    let mut level = Terrain::from_solidity_at(&mask, (-SIZE.0 / 2, 0))?;

    let mut paths = picture(&level);
    let mut craters = Vec::new();
    for (name, velocity) in [('a', (260.0, -120.0)), ('b', (60.0, -180.0)), ('c', (-90.0, -60.0))] {
        let mut grenade = Grenade { ball: Circle::new((-20.0, 30.0), 2.5), velocity: velocity.into() };
        for _ in 0..300 {
            grenade.step(&level.query(), GRAVITY);
            let at = (grenade.ball.center + vec2(96.0, 0.0)) / vec2(2.0, 4.0);
            if at.min_element() >= 0.0 {
                paths[at.y as usize][at.x as usize] = name;
            }
        }
        writeln!(
            out,
            "{name} is at {:.1} after 5 s, and moves at {:.1} px/s.",
            grenade.ball.center,
            grenade.velocity.length()
        )?;
        craters.push(grenade.ball.center);
    }
    show(out, "The paths of the grenades:", &paths)?;
    for at in craters {
        level.carve_circle(at, 10.0);
    }
    show(out, "After they explode:", &picture(&level))?;
    Ok(())
}
