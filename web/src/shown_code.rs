//! The code that the page shows: it compiles, and does what the page says.

#[path = "../page/code/game.rs"]
mod game;
#[path = "../page/code/rays.rs"]
mod rays;
#[path = "../page/code/shapes.rs"]
mod shapes;
#[path = "../page/code/sprites.rs"]
mod sprites;

use tileray::glam::{Vec2, ivec2, vec2};
use tileray::{Body, SolidityMap, Terrain};

#[test]
fn a_beam_bounces_and_the_brush_carves() {
    let mut terrain = Terrain::from_solidity(&SolidityMap::from_fn(200, 100, |x, y| y >= 80 || x >= 180 || y < 10));
    let beam = rays::rays(&mut terrain, vec2(20.5, 50.5), vec2(100.5, 90.5), 6.0);
    assert!(beam.len() > 1 && beam[0].normal() == Vec2::NEG_Y);
    assert!(!terrain.is_solid(ivec2(100, 90)));
}

#[test]
fn shapes_in_contact_have_a_way_out() {
    let way = shapes::shapes(vec2(0.0, 40.0)).expect("both are convex");
    assert!(way.length() > 0.0);
}

#[test]
fn sprites_meet_where_pixels_do() {
    let dot = SolidityMap::from_fn(40, 40, |x, y| (x as i32 - 20).pow(2) + (y as i32 - 20).pow(2) < 300);
    assert_eq!(sprites::sprites(&dot, &dot).ok(), Some(false));
}

#[test]
fn a_hero_falls_stands_and_jumps() {
    let terrain = Terrain::from_solidity(&SolidityMap::from_fn(100, 100, |_, y| y >= 60));
    let mut hero = Body::rectangle((10, 12), ivec2(20, 20)).expect("a rectangle");
    let mut velocity = Vec2::ZERO;
    for _ in 0..60 {
        velocity = game::step(&mut hero, &terrain, velocity, 0.0, false);
    }
    assert_eq!(hero.rect().max.y, 60);
    assert!(game::step(&mut hero, &terrain, velocity, 0.0, true).y < 0.0);
}
