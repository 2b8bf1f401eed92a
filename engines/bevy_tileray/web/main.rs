//! Loads levels on a page and casts rays in them, without drawing anything: each line of text on the page is a level, with the
//! number of its solid pixels, the point that a ray hits, and the pixels that are left after a hole is dug there.

use bevy_app::{App, AppExit, PanicHandlerPlugin, ScheduleRunnerPlugin, Startup, TaskPoolPlugin, Update};
use bevy_asset::{AssetMetaCheck, AssetPlugin, AssetServer, LoadState};
use bevy_ecs::prelude::*;
use bevy_math::vec2;
use bevy_tileray::{Rays, TileLevel, TileTerrain, TilerayPlugin, WorldRay};
use bevy_time::TimePlugin;
use bevy_transform::TransformPlugin;
use bevy_transform::components::{GlobalTransform, Transform};
use std::time::Duration;
use tileray::Terrain;

/// A map of Tiled with four tile sets, a project of LDtk, one of its levels, and a picture.
const LEVELS: [&str; 4] =
    ["maps/cave.tmx", "maps/formats/level.ldtk", "maps/formats/level.ldtk#cellar", "assets/sprites/hero.png"];

/// A level that is not told yet, by its name.
#[derive(Component)]
struct Waiting(&'static str);

fn main() {
    // On a page, paths are addresses beside it. Elsewhere it is the repository.
    let root = if cfg!(target_arch = "wasm32") { "." } else { concat!(env!("CARGO_MANIFEST_DIR"), "/../..") };
    let assets = AssetPlugin { file_path: root.into(), meta_check: AssetMetaCheck::Never, ..AssetPlugin::default() };
    App::new()
        .add_plugins((
            PanicHandlerPlugin,
            TaskPoolPlugin::default(),
            TimePlugin,
            TransformPlugin,
            assets,
            TilerayPlugin,
        ))
        .add_plugins(ScheduleRunnerPlugin::run_loop(Duration::from_millis(16)))
        .add_systems(Startup, load)
        .add_systems(Update, look)
        .run();
}

/// Spawns the levels far from each other.
fn load(mut commands: Commands, assets: Res<AssetServer>) {
    for (name, index) in LEVELS.into_iter().zip(0_u8..) {
        let place = Transform::from_xyz(10_000.0 * f32::from(index), 0.0, 0.0);
        commands.spawn((Waiting(name), TileLevel(assets.load(name)), place));
    }
}

/// Tells each level that is loaded: a ray is cast down its middle, and a hole is dug where it hits.
fn look(
    mut commands: Commands,
    assets: Res<AssetServer>,
    rays: Rays,
    waiting: Query<(Entity, &Waiting, &TileLevel, Option<&TileTerrain>, &GlobalTransform)>,
    mut exit: MessageWriter<AppExit>,
) {
    if waiting.is_empty() {
        exit.write(AppExit::Success);
    }
    for (level, Waiting(name), asset, terrain, transform) in &waiting {
        if let LoadState::Failed(error) = assets.load_state(&asset.0) {
            tell(&format!("{name}: {error}"));
            commands.entity(level).remove::<Waiting>();
        }
        let Some(terrain) = terrain else { continue };
        let count = |terrain: &Terrain| terrain.query().to_mask(terrain.bounds()).count();
        let middle = transform.translation().truncate() + vec2(terrain.bounds().width() as f32 / 2.0 + 0.5, 0.0);
        let ray = WorldRay::new(middle, vec2(0.0, -1.0), 2000.0);
        let hit = rays.cast(&ray).and_then(|hit| hit.terrain);
        let mut dug = (**terrain).clone();
        if let Some(hit) = &hit {
            dug.carve_circle(hit.point(), 5.0);
        }
        let point = hit.map(|hit| hit.point().to_string()).unwrap_or_default();
        tell(&format!("{name}: {} pixels, hit at {point}, {} pixels left", count(terrain), count(&dug)));
        commands.entity(level).remove::<Waiting>();
    }
}

/// Adds a line to the page, or prints it where there is none.
fn tell(line: &str) {
    #[cfg(target_arch = "wasm32")]
    {
        let page = web_sys::window().and_then(|window| window.document());
        if let Some((page, body)) = page.and_then(|page| Some((page.clone(), page.body()?))) {
            let text = page.create_element("p").expect("an element");
            text.set_text_content(Some(line));
            body.append_child(&text).expect("a body");
        }
    }
    #[cfg(not(target_arch = "wasm32"))]
    println!("{line}");
}
