//! What the command line asks for: `--shot FILE [--frames N]` for a picture of the window after some frames, and `--size WxH`.

use bevy::asset::AssetMetaCheck;
use bevy::platform::time::Instant;
use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, save_to_disk};
use bevy::time::TimeUpdateStrategy;
use std::time::Duration;

/// The frames that are drawn before the picture is taken, and its file.
#[derive(Clone, Debug, Resource)]
struct Shot {
    file: String,
    frames: u32,
    begin: Instant,
}

/// Returns the word after an option.
fn value(option: &str) -> Option<String> {
    std::env::args().skip_while(|arg| arg != option).nth(1)
}

/// Whether the command line has an option.
pub fn has(option: &str) -> bool {
    std::env::args().any(|arg| arg == option)
}

/// Whether nobody plays, so that the game plays by itself.
pub fn is_shot() -> bool {
    has("--shot")
}

/// Returns Bevy's plugins with a window of the size that the command line asks for, and the repository's assets.
pub fn default_plugins(title: &str) -> impl PluginGroup {
    let size = value("--size").map_or((1280, 720), |size| {
        let sides = size.split_once('x').and_then(|(x, y)| Some((x.parse().ok()?, y.parse().ok()?)));
        sides.unwrap_or_else(|| panic!("--size {size}: write a width and a height, as in 640x360"))
    });
    let (title, resolution) = (title.into(), size.into());
    let window = Window { title, resolution, fit_canvas_to_parent: true, ..Window::default() };
    // On a page, paths are addresses beside it.
    let root = if cfg!(target_arch = "wasm32") { "." } else { concat!(env!("CARGO_MANIFEST_DIR"), "/../../..") };
    DefaultPlugins
        .set(WindowPlugin { primary_window: Some(window), ..WindowPlugin::default() })
        .set(ImagePlugin::default_nearest())
        .set(AssetPlugin { file_path: root.into(), meta_check: AssetMetaCheck::Never, ..AssetPlugin::default() })
}

/// Takes a picture where the command line asks for one.
pub fn shot(app: &mut App) {
    let Some(file) = value("--shot") else { return };
    let frames = value("--frames").and_then(|frames| frames.parse().ok()).unwrap_or(240);
    app.insert_resource(Shot { file, frames, begin: Instant::now() })
        // Each frame is a 60th of a second, however long it takes to draw.
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs(1) / 60))
        .add_systems(Last, take);
}

fn take(mut commands: Commands, shot: Res<Shot>, mut frame: Local<u32>, mut exit: MessageWriter<AppExit>) {
    *frame += 1;
    if *frame == shot.frames {
        let millis = shot.begin.elapsed().as_secs_f64() * 1000.0 / f64::from(*frame);
        println!("{} frames, {millis:.1} ms each, with start and loading", *frame);
        commands.spawn(Screenshot::primary_window()).observe(save_to_disk(shot.file.clone()));
    } else if *frame == shot.frames + 60 {
        println!("wrote {}", shot.file);
        exit.write(AppExit::Success);
    }
}
