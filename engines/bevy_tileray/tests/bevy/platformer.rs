//! The recorded courses of `examples/platformer_game`, played by the example with Bevy: in each step its hero, its lifts and its
//! crates are where those of the library's own game are.

#[allow(dead_code, unreachable_pub, reason = "the window uses the rest")]
#[path = "../../examples/src/cave.rs"]
mod cave;

use crate::support::{ROOT, app_with, wait};
use bevy_app::App;
use bevy_asset::AssetPlugin;
use bevy_ecs::prelude::With;
use bevy_tileray::{PixelBody, PixelSolid, TileTerrain};
use bevy_time::{Fixed, Time, TimeUpdateStrategy};
use cave::{CavePlugin, Coin, Crate, Flag, Hero, Lift, Recording};
use platformer_game::game::{Game, Level};
use platformer_game::replay::Replay;
use std::path::Path;
use tileray::Solid;
use tileray::glam::IVec2;
use tileray::load::Files;
use tileray::terrain::StateHash;

/// Returns the game of the library at its start.
fn original(map: &str) -> Game {
    let root = Path::new(ROOT);
    let level = Level::read(&root.join(map), &root.join("assets/sprites"), &Files);
    Game::new(level.expect("a level of the repository"))
}

/// Returns the game with Bevy before its first step. Each update is a step.
fn start(map: &'static str, course: &str) -> App {
    let mut app = app_with(AssetPlugin { file_path: ROOT.into(), ..AssetPlugin::default() }, CavePlugin(map));
    let step = app.world().resource::<Time<Fixed>>().timestep();
    app.insert_resource(TimeUpdateStrategy::ManualDuration(std::time::Duration::ZERO));
    wait(&mut app, |app| app.world_mut().query::<&Hero>().iter(app.world()).count() == 1);
    app.insert_resource(TimeUpdateStrategy::ManualDuration(step));
    app.insert_resource(Recording::of(course));
    app
}

/// Plays a recorded course in both games, which end at the flag with all coins.
fn assert_plays_alike(map: &'static str, course: &str, coins: u32) {
    let (mut app, mut original) = (start(map, course), original(map));
    for (step, &input) in Replay::parse(course).expect("a course").steps().iter().enumerate() {
        app.update();
        original.step(input);
        let world = app.world_mut();
        let (body, hero) = world.query::<(&PixelBody, &Hero)>().single(world).expect("one hero");
        assert_eq!(body.body(), &original.hero.body, "the hero after step {step}");
        assert_eq!(hero.coins, original.hero.coins, "the coins after step {step}");
        let (platforms, crates) = original.platforms_and_crates();
        let position = |solid: &PixelSolid| solid.solid().position();
        let lifts: Vec<_> = world.query_filtered::<&PixelSolid, With<Lift>>().iter(world).map(position).collect();
        assert_eq!(lifts, positions(platforms), "the lifts after step {step}");
        let found: Vec<_> = world.query_filtered::<&PixelSolid, With<Crate>>().iter(world).map(position).collect();
        assert_eq!(found, positions(crates), "the crates after step {step}");
    }
    let world = app.world_mut();
    assert!(original.is_won && world.query::<&Flag>().single(world).expect("one flag").is_reached);
    assert_eq!((original.hero.coins, world.query::<&Coin>().iter(world).count()), (coins, 0));
    let terrain = world.query::<&TileTerrain>().single(world).expect("one terrain");
    let dug = |terrain: &tileray::Terrain| {
        let mut hash = StateHash::new();
        terrain.hash_state(&mut hash);
        hash.finish()
    };
    assert_eq!(dug(terrain), dug(&original.terrain), "the same rock is dug away");
}

fn positions(solids: &[Solid]) -> Vec<IVec2> {
    solids.iter().map(Solid::position).collect()
}

#[test]
fn the_recorded_course_is_that_of_the_librarys_game() {
    assert_plays_alike("maps/cave.tmx", platformer_game::COURSE, 17);
}

#[test]
fn one_way_tiles_let_pass_and_stop_as_in_the_librarys_game() {
    assert_plays_alike("maps/planks.tmx", platformer_game::PLANKS, 6);
}

#[test]
fn crates_are_pushed_and_carried_as_in_the_librarys_game() {
    assert_plays_alike("maps/crates.tmx", platformer_game::CRATES, 5);
}
