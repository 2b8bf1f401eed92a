//! Apps without a window, each update of which is one fixed step, and times of many steps.

use avian2d::prelude::{Gravity, PhysicsPlugins};
use bevy_app::{App, Plugins, TaskPoolPlugin};
use bevy_asset::AssetPlugin;
use bevy_math::Vec2;
use bevy_tileray::{TerrainCollidersPlugin, TilerayPlugin};
use bevy_time::{Fixed, Time, TimePlugin, TimeUpdateStrategy};
use bevy_transform::TransformPlugin;
use std::time::{Duration, Instant};

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

/// Returns an app with Avian, and the plugin, which keeps colliders.
pub fn avian_and_tileray() -> App {
    with_avian((AssetPlugin::default(), TilerayPlugin, TerrainCollidersPlugin))
}

/// Returns an app with Avian.
pub fn avian() -> App {
    with_avian(())
}

fn with_avian<M>(plugins: impl Plugins<M>) -> App {
    let mut app = bare();
    app.add_plugins(plugins);
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

/// Times of the same work, again and again.
#[derive(Clone, Debug, Default)]
pub struct Times(Vec<Duration>);

impl Times {
    /// Does something and adds the time that it took.
    pub fn time<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = work();
        self.0.push(start.elapsed());
        result
    }

    pub fn push(&mut self, time: Duration) {
        self.0.push(time);
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn last(&self) -> Option<Duration> {
        self.0.last().copied()
    }

    /// Forgets all times.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Returns the time that a share of all times does not exceed. Zero if there are none.
    pub fn at(&self, share: f64) -> Duration {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        let index = (sorted.len() as f64 * share) as usize;
        sorted.get(index).or(sorted.last()).copied().unwrap_or_default()
    }

    /// Returns the median in milliseconds, and in brackets what 10 % and 99 % of the times do not exceed.
    pub fn spread(&self) -> String {
        let [median, low, high] = [0.5, 0.1, 0.99].map(|share| milliseconds(self.at(share)));
        format!("{median:.2} ({low:.2} to {high:.2})")
    }
}

pub fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
