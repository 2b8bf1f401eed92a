//! The recorded course of `examples/platformer_game`, played by the example with Bevy: in each step its hero is where the hero of
//! the library's own game is.

#[allow(dead_code, unreachable_pub, reason = "the window uses the rest")]
#[path = "../../examples/src/cave.rs"]
mod cave;

use crate::support::{ROOT, app_with, wait};
use bevy_app::App;
use bevy_asset::AssetPlugin;
use bevy_tileray::{PixelBody, PixelSolid, TileTerrain};
use bevy_time::{Fixed, Time, TimeUpdateStrategy};
use cave::{CavePlugin, Coin, Flag, Hero, Recording};
use platformer_game::game::{Game, Level};
use platformer_game::replay::Replay;
use std::path::Path;
use tileray::load::Files;
use tileray::terrain::StateHash;

/// Returns the game of the library at its start.
fn original() -> Game {
    let root = Path::new(ROOT);
    let level = Level::read(&root.join("maps/cave.tmx"), &root.join("assets/sprites"), &Files);
    Game::new(level.expect("the level of the repository"))
}

/// Returns the game with Bevy before its first step. Each update is a step.
fn start() -> App {
    let mut app = app_with(AssetPlugin { file_path: ROOT.into(), ..AssetPlugin::default() }, CavePlugin);
    let step = app.world().resource::<Time<Fixed>>().timestep();
    app.insert_resource(TimeUpdateStrategy::ManualDuration(std::time::Duration::ZERO));
    wait(&mut app, |app| app.world_mut().query::<&Hero>().iter(app.world()).count() == 1);
    app.insert_resource(TimeUpdateStrategy::ManualDuration(step));
    app.insert_resource(Recording::course());
    app
}

#[test]
fn the_recorded_course_is_that_of_the_librarys_game() {
    let (mut app, mut original) = (start(), original());
    let course = Replay::parse(platformer_game::COURSE);
    for (step, &input) in course.expect("the course").steps().iter().enumerate() {
        app.update();
        original.step(input);
        let world = app.world_mut();
        let (body, hero) = world.query::<(&PixelBody, &Hero)>().single(world).expect("one hero");
        assert_eq!(body.body(), &original.hero.body, "the hero after step {step}");
        assert_eq!(hero.coins, original.hero.coins, "the coins after step {step}");
        let solids: Vec<_> = world.query::<&PixelSolid>().iter(world).map(|solid| solid.solid().position()).collect();
        let expected: Vec<_> = original.solids.iter().map(|solid| solid.position()).collect();
        assert_eq!(solids, expected, "the lifts after step {step}");
    }
    let world = app.world_mut();
    assert!(original.is_won && world.query::<&Flag>().single(world).expect("one flag").is_reached);
    assert_eq!((original.hero.coins, world.query::<&Coin>().iter(world).count()), (17, 0));
    let terrain = world.query::<&TileTerrain>().single(world).expect("one terrain");
    let dug = |terrain: &tileray::Terrain| {
        let mut hash = StateHash::new();
        terrain.hash_state(&mut hash);
        hash.finish()
    };
    assert_eq!(dug(terrain), dug(&original.terrain), "the same rock is dug away");
}
