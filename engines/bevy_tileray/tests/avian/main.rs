//! Avian's colliders of terrain: they are its pixels after any edit, boxes slide over them, and rocks come to rest on them.

mod colliders;
mod rocks;
mod seams;

use avian2d::prelude::{Gravity, PhysicsPlugins};
use bevy_app::{App, Plugins, TaskPoolPlugin};
use bevy_asset::AssetPlugin;
use bevy_math::Vec2;
use bevy_tileray::{TerrainCollidersPlugin, TilerayPlugin};
use bevy_time::{Fixed, Time, TimePlugin, TimeUpdateStrategy};
use bevy_transform::TransformPlugin;

/// An app without a window, with further plugins. Each update is one fixed step, a 60th of a second.
fn app<M>(plugins: impl Plugins<M>) -> App {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TimePlugin, TransformPlugin, AssetPlugin::default()));
    // 16 pixels are a meter.
    app.add_plugins((PhysicsPlugins::default().with_length_unit(16.0), TilerayPlugin, TerrainCollidersPlugin));
    app.add_plugins(plugins);
    app.insert_resource(Gravity(Vec2::NEG_Y * 600.0));
    app.insert_resource(Time::<Fixed>::from_hz(60.0));
    app.insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
    app.finish();
    app.cleanup();
    // The first update has no time.
    app.update();
    app
}
