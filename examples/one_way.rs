//! A body that jumps up through a one-way platform, drops down through it, and rides a lift.
//!
//! `cargo run --example one_way`. The next step is the guide, `docs/platformer.md`.

use std::error::Error;
use std::io::{self, Write};
use tileray::glam::{ivec2, vec2};
use tileray::motion::CollisionWorldMut;
use tileray::{Body, BodyShape, CollisionWorld, Direction, MoveOptions, Solid, SolidityMap, Terrain};

const DT: f32 = 1.0 / 60.0;

/// Prints a picture with a letter for each 2×4 pixels: the hero, the lift, the platform and the terrain.
fn show(out: &mut impl Write, title: &str, terrain: &Terrain, solids: &[Solid], hero: &Body) -> io::Result<()> {
    writeln!(out, "{title} The hero is at {}.", hero.exact_position())?;
    for y in 7..24 {
        let letter = |x: i32| {
            let pixel = ivec2(x * 2 + 1, y * 4 + 2);
            match () {
                () if hero.rect().contains(pixel) => '@',
                () if solids[1].rect().contains(pixel) => '%',
                () if solids[0].rect().contains(pixel) => '=',
                () if terrain.is_solid(pixel) => '#',
                () => ' ',
            }
        };
        writeln!(out, "{}", (0..64).map(letter).collect::<String>().trim_end())?;
    }
    writeln!(out)
}

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout().lock())
}

pub(crate) fn run(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let terrain = Terrain::from_solidity(&SolidityMap::from_fn(128, 96, |x, y| y >= 88 || !(4..124).contains(&x)));
    // Solid against motion down only, like a map layer whose property `one_way` is `down`.
    let platform = Solid::new(BodyShape::rectangle((48, 4))?, ivec2(20, 48)).with_one_way(Some(Direction::Down));
    let lift = Solid::new(BodyShape::rectangle((24, 6))?, ivec2(84, 80));
    let mut solids = [platform, lift];
    let mut hero = Body::rectangle((8, 12), ivec2(40, 76))?;
    show(out, "A platform `=`, and a lift `%`.", &terrain, &solids, &hero)?;

    // The game owns gravity and the velocity. The body returns the velocity that remains.
    let options = MoveOptions::default();
    let drop = options.drop_through(true);
    let mut velocity = vec2(0.0, -300.0);
    let mut fall = |hero: &mut Body, solids: &[Solid], options: &MoveOptions, steps: u32| {
        (0..steps).any(|_| {
            velocity.y += 600.0 * DT;
            let slide = hero.move_and_slide(CollisionWorld::new(&terrain, solids), velocity, DT, options);
            velocity = slide.velocity;
            slide.on_floor
        })
    };
    let landed = fall(&mut hero, &solids, &options, 60);
    show(out, &format!("Jumped through the platform from below, landed: {landed}."), &terrain, &solids, &hero)?;

    // Six steps with `drop_through` take the hero into the platform. Inside it, the face does not stop the fall.
    fall(&mut hero, &solids, &drop, 6);
    let landed = fall(&mut hero, &solids, &options, 60);
    show(out, &format!("Dropped through the platform, landed: {landed}."), &terrain, &solids, &hero)?;

    // The lift moves to the left and pushes the hero. Then it carries the hero, who stands on it.
    hero.set_position(ivec2(70, 76));
    let pushed = CollisionWorldMut::new(&terrain, &mut solids).move_solid(1, vec2(-20.5, 0.0), &mut [&mut hero]);
    writeln!(out, "The lift pushes the hero by {}.", pushed[0].moved)?;
    hero.set_position(ivec2(72, 68));
    let carried = CollisionWorldMut::new(&terrain, &mut solids).move_solid(1, vec2(16.0, -40.0), &mut [&mut hero]);
    writeln!(out, "The lift carries the hero by {}; squished: {}.", carried[0].moved, carried[0].squished)?;
    let floor = hero.floor(CollisionWorld::new(&terrain, &solids)).and_then(|floor| floor.solid);
    show(out, &format!("The hero stands on the lift: {}.", floor == Some(1)), &terrain, &solids, &hero)?;
    Ok(())
}
