//! The interactive demo: the scenes of [`tileray_scenes`], in a window or in a file.
//!
//! ```text
//! window -> input -> scene -> canvas -> window | PNG
//! playlist, watch (files) ---^
//! ```

mod display;
mod export;
mod first_run;
mod playlist;
mod watch;
mod window;

use crate::args::{DemoArgs, SceneKind, Show};
use crate::demo::playlist::Playlist;
use crate::demo::watch::WatchedPlaylist;
use crate::demo::window::Window;
use crate::fault::usage_error;
use crate::output::{note, print, refuse_input};
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use tileray::Circle;
use tileray::glam::{UVec2, uvec2};
use tileray::load::Files;
use tileray_scenes::rays::{Brush, RayScene, RayStart, RayState};
use tileray_scenes::shapes::ShapeState;
use tileray_scenes::sprites::SpriteState;
use tileray_scenes::{rays, shapes, sprites};

/// The default size of a window and of a picture.
const SIZE: UVec2 = uvec2(1280, 720);

/// Runs the demo in a window, or draws a picture if `--headless` names one or there is no display.
pub(crate) fn run(args: &DemoArgs) -> Result<()> {
    let size = args.size.unwrap_or(SIZE);
    match &args.headless {
        Some(path) => {
            if path.extension().is_none_or(|extension| !extension.eq_ignore_ascii_case("png")) {
                let text = format!("--headless {}: the name must end in .png", path.display());
                return Err(usage_error(text));
            }
            refuse_input(Some(path), args.map.iter().chain(&args.sprites).map(PathBuf::as_path))?;
            print(&draw(args, path, size)?)
        }
        None => show(args, size),
    }
}

/// Draws the scene of `--scene` into a file, and returns the report.
fn draw(args: &DemoArgs, path: &Path, size: UVec2) -> Result<String> {
    if args.scene != SceneKind::Sprites && !args.sprites.is_empty() {
        let text = "--sprites: only the scene of sprites draws them; leave the flag out, or add --scene sprites";
        return Err(usage_error(text));
    }
    let (canvas, report) = match args.scene {
        SceneKind::Rays => {
            let mut state = RayState::open(Box::new(playlist(args)), size)?;
            let start = begin(args, &mut state)?;
            rays::draw_headless(state, &start, size)?
        }
        SceneKind::Shapes => {
            refuse_flags_of_rays(args, "shapes")?;
            shapes::draw_headless(size)?
        }
        SceneKind::Sprites => {
            refuse_flags_of_rays(args, "sprites")?;
            sprites::draw_headless(&args.sprites, &Files, size)?
        }
    };
    export::write_png(&canvas, path)?;
    Ok(format!("{report}wrote {} ({}x{})\n", path.display(), size.x, size.y))
}

/// Returns the maps to show, and how they are loaded.
fn playlist(args: &DemoArgs) -> Playlist {
    Playlist::of(args.map.as_deref(), args.load.clone())
}

/// Refuses the flags that only the picture of rays uses.
fn refuse_flags_of_rays(args: &DemoArgs, scene: &str) -> Result<()> {
    let flags = [
        (args.map.is_some(), "MAP"),
        (args.load.project.level.is_some(), "--level"),
        (!args.load.project.int_grid.is_empty(), "--int-grid"),
        (args.traversal.is_some(), "--traversal"),
        (!args.show.is_empty(), "--show"),
        (!args.carve.is_empty(), "--carve"),
        (!args.fill.is_empty(), "--fill"),
        (args.aim.is_some(), "--aim"),
    ];
    match flags.into_iter().find(|(given, _)| *given) {
        Some((_, flag)) => Err(usage_error(format!(
            "{flag}: the picture of --scene {scene} has no map and no rays; leave it out, or take --scene rays"
        ))),
        None => Ok(()),
    }
}

/// Shows the demo in a window, or draws a picture without a display.
fn show(args: &DemoArgs, size: UVec2) -> Result<()> {
    display::prefer_x11();
    // Wrong arguments are reported before a window opens.
    let mut rays = RayState::open(Box::new(WatchedPlaylist::new(playlist(args))), size)?;
    let start = begin(args, &mut rays)?;
    rays.begin(&start);
    let sprites = SpriteState::new(&args.sprites, &Files, size)?;
    match Window::open(size) {
        Ok(window) => {
            let (mut rays, shapes) = (RayScene::new(rays)?, ShapeState::new(size)?);
            let is_first = args.scene == SceneKind::Rays && first_run::is_first();
            if args.tour || is_first {
                rays.state.start_tour();
            }
            window.run([Box::new(rays), Box::new(shapes), Box::new(sprites)], args.scene.into())
        }
        Err(error) => {
            note(format_args!("{error:#}; drawing a picture instead"));
            let path = std::path::absolute("tileray.png").unwrap_or_else(|_| PathBuf::from("tileray.png"));
            print(&draw(args, &path, size)?)
        }
    }
}

/// Applies the strokes of the arguments to a scene, and returns the settings of its start.
///
/// # Errors
/// Fails if a circle lies outside the level.
fn begin(args: &DemoArgs, state: &mut RayState) -> Result<RayStart> {
    for (brush, flag, circles) in [(Brush::Carve, "--carve", &args.carve), (Brush::Fill, "--fill", &args.fill)] {
        for circle in circles {
            let drawn = Circle::new(circle.center.as_vec2(), circle.radius as f32);
            state.stroke(brush, drawn).with_context(|| format!("{flag} '{circle}'"))?;
        }
    }
    let shows = |part| args.show.contains(&part);
    Ok(RayStart {
        traversal: args.traversal.unwrap_or_default().into(),
        trace: shows(Show::Trace),
        spans: shows(Show::Spans),
        normals: shows(Show::Normals),
        fog: shows(Show::Fog),
        aim: args.aim,
    })
}
