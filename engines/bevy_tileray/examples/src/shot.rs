//! A picture of the window after some frames, for people without one: `--shot FILE [--frames N]`.

use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, save_to_disk};
use bevy::time::TimeUpdateStrategy;
use std::time::{Duration, Instant};

/// The frames that are drawn before the picture is taken, and its file.
#[derive(Clone, Debug, Resource)]
struct Shot {
    file: String,
    frames: u32,
    begin: Instant,
}

/// Adds what the command line asks for, and the game's own folder of assets.
pub fn default_plugins(title: &str) -> impl PluginGroup {
    let window = Window { title: title.into(), resolution: (1280, 720).into(), ..Window::default() };
    DefaultPlugins
        .set(WindowPlugin { primary_window: Some(window), ..WindowPlugin::default() })
        .set(ImagePlugin::default_nearest())
        .set(AssetPlugin {
            file_path: concat!(env!("CARGO_MANIFEST_DIR"), "/../../..").into(),
            ..AssetPlugin::default()
        })
}

/// Takes a picture where the command line asks for one.
pub fn shot(app: &mut App) {
    let args: Vec<_> = std::env::args().collect();
    let value = |name: &str| args.iter().position(|arg| arg == name).and_then(|index| args.get(index + 1)).cloned();
    let Some(file) = value("--shot") else { return };
    let frames = value("--frames").and_then(|frames| frames.parse().ok()).unwrap_or(240);
    app.insert_resource(Shot { file, frames, begin: Instant::now() })
        // Each frame is a 60th of a second, however long it takes to draw.
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs(1) / 60))
        .add_systems(Last, take);
}

/// Whether nobody plays, so that the game plays by itself.
pub fn is_shot() -> bool {
    std::env::args().any(|arg| arg == "--shot")
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
