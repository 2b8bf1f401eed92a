//! Shown by the page: a step of a platformer.
use tileray::{Body, MoveOptions, Terrain, glam::Vec2};

pub(super) fn step(hero: &mut Body, terrain: &Terrain, velocity: Vec2, run: f32, jump: bool) -> Vec2 {
    let dt = 1.0 / 60.0;
    let wanted = Vec2::new(run * 110.0, velocity.y + 900.0 * dt);
    let slide = hero.move_and_slide(terrain, wanted, dt, &MoveOptions::default());
    let mut velocity = slide.velocity; // slopes, steps and walls are in it
    if jump && slide.on_floor {
        velocity.y = -300.0;
    }
    velocity
}
