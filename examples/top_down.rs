//! A game seen from above: a hero slides along walls, passes a corner, rides a conveyor and a raft.
//!
//! `cargo run --example top_down`. The next step is the guide, `docs/platformer.md`.

use std::error::Error;
use std::io::{self, Write};
use tileray::glam::{IVec2, Vec2, ivec2, vec2};
use tileray::motion::FloorArea;
use tileray::{Body, BodyShape, CollisionWorld, MoveOptions, SolidityMap, Terrain};

const DT: f32 = 1.0 / 60.0;

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout().lock())
}

pub(crate) fn run(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    // A room with a slanted wall, a pillar and a wall with a door of 14 pixels.
    let level = SolidityMap::from_fn(192, 96, |x, y| {
        let is_room = (4..188).contains(&x) && (4..92).contains(&y);
        let (is_slant, is_pillar) = (x + y < 50, x.abs_diff(60) < 6 && y.abs_diff(60) < 6);
        !is_room || is_slant || is_pillar || ((100..106).contains(&x) && !(40..54).contains(&y))
    });
    let terrain = Terrain::from_solidity(&level);
    // A conveyor runs down; a raft floats to and fro.
    let mut floors = vec![
        FloorArea::new(BodyShape::rectangle((20, 50))?, ivec2(112, 20), vec2(0.0, 30.0)),
        FloorArea::new(BodyShape::rectangle((24, 20))?, ivec2(136, 66), vec2(24.0, 0.0)),
    ];
    let options = MoveOptions::top_down();
    let mut hero = Body::new(BodyShape::rounded((10, 10), 5)?, ivec2(20, 60));

    let keys: [(&str, Vec2, u32); 7] = [
        ("Up, along the slanted wall", vec2(0.0, -60.0), 60),
        ("To the right, to the next wall", vec2(60.0, 0.0), 55),
        ("Down, almost to the height of the door", vec2(0.0, 60.0), 33),
        ("To the right: past the corner, through the door", vec2(60.0, 0.0), 30),
        ("No key, on the conveyor", Vec2::ZERO, 60),
        ("To the right, onto the raft", vec2(60.0, 0.0), 25),
        ("No key, on the raft", Vec2::ZERO, 40),
    ];
    for (title, velocity, steps) in keys {
        let mut touched = 0;
        for _ in 0..steps {
            let raft = &mut floors[1];
            raft.advance(DT);
            if !(136..160).contains(&raft.position().x) {
                raft.velocity = -raft.velocity;
            }
            let world = CollisionWorld::new(&terrain, &[]).floor_areas(&floors);
            touched += hero.move_and_slide(world, velocity, DT, &options).contacts.len().min(1);
        }
        show(out, &format!("{title}: {steps} steps, {touched} with a contact."), &terrain, &floors, &hero)?;
    }
    Ok(())
}

/// Prints a picture with a letter for each 2×4 pixels.
fn show(out: &mut impl Write, title: &str, terrain: &Terrain, floors: &[FloorArea], hero: &Body) -> io::Result<()> {
    writeln!(out, "{title} The hero is at {:.2}.", hero.exact_position())?;
    for y in 0..24 {
        let letter = |x: i32| {
            let pixel = ivec2(x * 2 + 1, y * 4 + 2);
            let is_hero = |pixel: IVec2| hero.shape().mask().get(pixel.x, pixel.y);
            match () {
                () if is_hero(pixel - hero.position()) => '@',
                () if terrain.is_solid(pixel) => '#',
                () if floors[0].contains(pixel) => 'v',
                () if floors[1].contains(pixel) => '=',
                () => ' ',
            }
        };
        writeln!(out, "{}", (0..96).map(letter).collect::<String>().trim_end())?;
    }
    writeln!(out)
}
