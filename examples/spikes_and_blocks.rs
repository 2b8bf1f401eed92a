//! The contacts of a body: spikes, a block over the head, and bullets, each in about five lines.
//!
//! `cargo run --example spikes_and_blocks`. Next: `top_down`.

use std::error::Error;
use std::io::{self, Write};
use tileray::glam::{IVec2, Vec2, ivec2, uvec2, vec2};
use tileray::motion::ContactResponse;
use tileray::{Body, MoveOptions, Rect, SolidityMap, Terrain, Tile, TileLayer, TileMap, TileSet};

const DT: f32 = 1.0 / 60.0;
const ROCK: u32 = 0;
const SPIKES: u32 = 1;
const BLOCK: u32 = 2;
const FOG: u32 = 3;

/// A letter for each cell of 8×8 pixels.
const LEVEL: &str = "\
........................
........................
............%...........
........................
......???...%...........
............%...........
............%...........
............%..........#
........................
....^^^.................
########################
";

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout().lock())
}

pub(crate) fn run(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let (mut terrain, layer) = level()?;
    let options = MoveOptions::default();
    let id = |tile: Option<Tile>| tile.map(|tile| tile.id);

    // Spikes: the hero walks until it touches some.
    let mut hero = Body::rectangle((7, 12), ivec2(4, 68))?;
    let dies = (0..120).any(|_| {
        let slide = hero.move_and_slide(&terrain, vec2(60.0, 60.0), DT, &options);
        slide.contacts.iter().any(|contact| id(contact.tile()) == Some(SPIKES))
    });
    show(out, &format!("The hero touches spikes: {dies}."), &terrain, &hero)?;

    // A block that breaks over the head: the first contact is the one nearest to the middle of the head.
    hero.set_position(ivec2(57, 60));
    let slide = hero.move_and_slide(&terrain, vec2(0.0, -240.0), 0.25, &options);
    let head = slide.contacts.iter().find(|contact| contact.normal() == Vec2::Y);
    if let Some(block) = head.filter(|contact| id(contact.tile()) == Some(BLOCK)) {
        terrain.set_tile(layer, block.cell(), None)?;
    }
    show(out, "The hero's head breaks a block.", &terrain, &hero)?;

    // A bullet stops at the first thing that is not fog, and digs a crater.
    let mut bullet = Body::rectangle((3, 2), ivec2(20, 60))?;
    let slide = bullet.move_and_slide_with(&terrain, vec2(600.0, 0.0), 1.0, &options, |contact| {
        if id(contact.tile()) == Some(FOG) { ContactResponse::Ignore } else { ContactResponse::Stop }
    });
    if let Some(hit) = slide.contacts.first() {
        writeln!(out, "The bullet hits pixel {} at {} px/s, normal {}.\n", hit.pixel(), hit.velocity(), hit.normal())?;
        terrain.carve_circle(hit.pixel().as_vec2(), 6.0);
    }
    show(out, "Its crater.", &terrain, &bullet)?;
    Ok(())
}

/// Makes the terrain of [`LEVEL`], and returns the index of its layer.
fn level() -> Result<(Terrain, usize), Box<dyn Error>> {
    let mut set = TileSet::new("tiles", IVec2::ZERO);
    for id in [ROCK, BLOCK, FOG] {
        set.insert(id, SolidityMap::from_fn(8, 8, |_, _| true));
    }
    set.insert(SPIKES, SolidityMap::from_fn(8, 8, |x, y| y >= 4 && (x % 4).abs_diff(2) < y - 3));
    let mut map = TileMap::new(uvec2(8, 8))?.with_size(uvec2(24, 11))?;
    let set = map.add_tile_set(set);
    let layer = map.add_layer(TileLayer::new("rock", Rect::new(IVec2::ZERO, ivec2(24, 11))))?;
    for (y, line) in (0..).zip(LEVEL.lines()) {
        for (x, letter) in (0..).zip(line.chars()) {
            if let Some(id) = "#^?%".find(letter) {
                map.set_tile(layer, ivec2(x, y), Some(Tile { set, id: id as u32, ..Tile::default() }))?;
            }
        }
    }
    Ok((Terrain::from_map(&map), layer))
}

/// Prints a picture with a letter for each 2×4 pixels.
fn show(out: &mut impl Write, title: &str, terrain: &Terrain, body: &Body) -> io::Result<()> {
    writeln!(out, "{title}")?;
    for y in 0..22 {
        let letter = |x: i32| {
            let is_any = |is: &dyn Fn(IVec2) -> bool| (0..8).any(|i| is(ivec2(x * 2 + i % 2, y * 4 + i / 2)));
            match () {
                () if is_any(&|pixel| body.rect().contains(pixel)) => '@',
                () if is_any(&|pixel| terrain.is_solid(pixel)) => '#',
                () => ' ',
            }
        };
        writeln!(out, "{}", (0..96).map(letter).collect::<String>().trim_end())?;
    }
    writeln!(out)
}
