//! Apps without a window, each update of which is one fixed step.

use avian2d::prelude::{Gravity, PhysicsPlugins};
use bevy_app::{App, TaskPoolPlugin};
use bevy_asset::AssetPlugin;
use bevy_math::Vec2;
use bevy_tileray::TilerayPlugin;
use bevy_time::{Fixed, Time, TimePlugin, TimeUpdateStrategy};
use bevy_transform::TransformPlugin;

/// Fixed steps a second.
pub const RATE: f64 = 60.0;

/// The acceleration down, in pixels a second squared.
pub const GRAVITY: f32 = 600.0;

/// Pixels that are a meter to Avian, as its examples do: the side of a tile.
const LENGTH_UNIT: f32 = 16.0;

/// Returns an app with the plugin.
pub fn tileray() -> App {
    let mut app = bare();
    app.add_plugins((AssetPlugin::default(), TilerayPlugin));
    start(app)
}

/// Returns an app with Avian.
pub fn avian() -> App {
    let mut app = bare();
    app.add_plugins(PhysicsPlugins::default().with_length_unit(LENGTH_UNIT));
    app.insert_resource(Gravity(Vec2::NEG_Y * GRAVITY));
    start(app)
}

fn bare() -> App {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TimePlugin, TransformPlugin));
    app.insert_resource(Time::<Fixed>::from_hz(RATE));
    app.insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
    app
}

fn start(mut app: App) -> App {
    app.finish();
    app.cleanup();
    // The first update has no time.
    app.update();
    app
}
