//! An app without a window, whose time goes on by a fixed step each frame.

use bevy_app::{App, Plugins, TaskPoolPlugin};
use bevy_asset::{AssetPlugin, AssetServer, Handle, LoadState};
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemState;
use bevy_math::Vec2;
use bevy_tileray::{Rays, TileLevel, TileLevelAsset, TileTerrain, TilerayPlugin, WorldRay, WorldRayHit};
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::TransformPlugin;
use std::io::Write;
use std::path::Path;
use std::sync::{Mutex, Once};
use std::time::{Duration, Instant};
use tileray::{SolidityMap, Terrain};

/// One fixed step: Bevy's default of 64 a second.
pub const STEP: Duration = Duration::from_micros(15_625);

/// The repository.
pub const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// An app whose assets are those of the repository.
pub fn app() -> App {
    app_of(Path::new(ROOT))
}

/// An app whose assets are in a folder.
pub fn app_of(assets: &Path) -> App {
    app_with(AssetPlugin { file_path: assets.display().to_string(), ..AssetPlugin::default() }, ())
}

/// An app with this plugin for assets, and further plugins.
pub fn app_with<M>(assets: AssetPlugin, plugins: impl Plugins<M>) -> App {
    static LOGGING: Once = Once::new();
    LOGGING.call_once(|| tracing_subscriber::fmt().with_ansi(false).with_writer(|| Log).init());
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TimePlugin, TransformPlugin, assets, TilerayPlugin));
    app.add_plugins(plugins);
    app.insert_resource(TimeUpdateStrategy::ManualDuration(STEP));
    app.finish();
    app.cleanup();
    // The first update has no time.
    app.update();
    app
}

/// Spawns a level, and updates until it is there.
pub fn load(app: &mut App, path: &'static str) -> Entity {
    let handle: Handle<TileLevelAsset> = app.world().resource::<AssetServer>().load(path);
    let level = app.world_mut().spawn(TileLevel(handle.clone())).id();
    wait(app, |app| {
        if let LoadState::Failed(error) = app.world().resource::<AssetServer>().load_state(&handle) {
            panic!("{path}: {error}");
        }
        app.world().get::<TileTerrain>(level).is_some()
    });
    app.update();
    level
}

/// Updates until something is the case, for a minute at most.
pub fn wait(app: &mut App, mut is_done: impl FnMut(&mut App) -> bool) {
    let begin = Instant::now();
    while !is_done(app) {
        assert!(begin.elapsed() < Duration::from_secs(60), "it takes too long");
        app.update();
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Spawns the terrain of a mask, and returns its entity after a frame.
pub fn spawn_terrain(app: &mut App, width: u32, height: u32, is_solid: impl FnMut(u32, u32) -> bool) -> Entity {
    let terrain = Terrain::from_solidity(&SolidityMap::from_fn(width, height, is_solid));
    let entity = app.world_mut().spawn(TileTerrain::from(terrain)).id();
    app.update();
    entity
}

/// Runs queries of [`Rays`].
pub fn with_rays<T>(app: &mut App, query: impl FnOnce(Rays<'_, '_>) -> T) -> T {
    let mut state: SystemState<Rays<'_, '_>> = SystemState::new(app.world_mut());
    query(state.get(app.world()).expect("the plugin is there"))
}

/// Casts one ray from a point to another one.
pub fn cast(app: &mut App, a: Vec2, b: Vec2) -> Option<WorldRayHit> {
    with_rays(app, |rays| rays.cast(&WorldRay::between(a, b)))
}

/// What the log has said so far, all tests together.
static LOG: Mutex<Vec<u8>> = Mutex::new(Vec::new());

struct Log;

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        LOG.lock().expect("no panic").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Returns the lines of the log with a word.
pub fn log_of(word: &str) -> String {
    let log = String::from_utf8_lossy(&LOG.lock().expect("no panic")).into_owned();
    log.lines().filter(|line| line.contains(word)).map(|line| format!("{line}\n")).collect()
}
