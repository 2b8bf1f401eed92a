//! The interactive demo: the scenes of [`tileray_scenes`], in a window or in a file.
//!
//! ```text
//! window -> input -> scene -> canvas -> window | PNG | GIF
//! playlist, watch (files) ---^
//! ```

mod display;
mod export;
mod first_run;
mod playlist;
#[cfg(test)]
mod saved_map;
mod start;
mod watch;
mod watched_names;
mod window;

use crate::args::{DemoArgs, SceneKind};
use crate::demo::export::OutputKind;
use crate::demo::playlist::Playlist;
use crate::demo::watch::WatchedPlaylist;
use crate::demo::window::Window;
use crate::fault::usage_error;
use crate::output::{note, print};
use crate::output_file::refuse_input;
use anyhow::Result;
use std::path::{Path, PathBuf};
use tileray::glam::{UVec2, uvec2};
use tileray::load::Files;
use tileray_scenes::film::Film;
use tileray_scenes::rays::{RayFilm, RayScene, RayState, TourFilm};
use tileray_scenes::shapes::{ShapeFilm, ShapeState};
use tileray_scenes::sprites::{SpriteFilm, SpriteState};

/// The default size of a window and of a picture.
const SIZE: UVec2 = uvec2(1280, 720);
/// The default size of an animation.
const ANIMATION_SIZE: UVec2 = uvec2(640, 360);
/// The default number of frames of an animation.
const FRAMES: u32 = 48;
/// The default number of frames of a tour.
const TOUR_FRAMES: u32 = 100;

/// Runs the demo in a window, or draws a file if `--headless` names one or there is no display.
pub(crate) fn run(args: &DemoArgs) -> Result<()> {
    match &args.headless {
        Some(path) => {
            let output = output(path, args.frames, if args.tour { TOUR_FRAMES } else { FRAMES })?;
            refuse_input(Some(path), args.map.iter().chain(&args.sprites).map(PathBuf::as_path))?;
            let usual = if output == OutputKind::Image { SIZE } else { ANIMATION_SIZE };
            print(&draw(args, path, output, args.size.unwrap_or(usual))?)
        }
        None => show(args, args.size.unwrap_or(SIZE)),
    }
}

/// Draws the scene of `--scene` into a file, and returns the report.
fn draw(args: &DemoArgs, path: &Path, output: OutputKind, size: UVec2) -> Result<String> {
    if args.scene != SceneKind::Sprites && !args.sprites.is_empty() {
        let text = "--sprites: the picture of this scene shows no others; leave it out, or take --scene sprites";
        return Err(usage_error(text));
    }
    let mut film: Box<dyn Film> = match args.scene {
        SceneKind::Rays => {
            let mut state = RayState::open(Box::new(playlist(args)), size)?;
            let start = start::begin(args, &mut state)?;
            if args.tour {
                let mut film = TourFilm::new(state, &start, size)?;
                return write(path, output, size, &mut film);
            }
            // An animation has no room for values, and numbers that change in each frame make large files.
            Box::new(RayFilm::new(state, &start, output == OutputKind::Image, size)?)
        }
        SceneKind::Shapes => {
            refuse_flags_of_rays(args, "shapes")?;
            Box::new(ShapeFilm::new(size))
        }
        SceneKind::Sprites => {
            refuse_flags_of_rays(args, "sprites")?;
            Box::new(SpriteFilm::new(&args.sprites, &Files, size)?)
        }
    };
    write(path, output, size, &mut *film)
}

/// Writes a film into a file, and returns its report.
fn write(path: &Path, output: OutputKind, size: UVec2, film: &mut dyn Film) -> Result<String> {
    export::write_film(path, output, size, film)?;
    let frames = if let OutputKind::Animation(frames) = output { frames } else { 1 };
    let report = film.report(frames)?;
    Ok(format!("{report}wrote {} ({}x{})\n", path.display(), size.x, size.y))
}

/// Returns the maps to show, and how they are loaded.
fn playlist(args: &DemoArgs) -> Playlist {
    Playlist::of(args.map.as_deref()).with_load(args.load.clone())
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
        (args.tour, "--tour"),
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
    // A wrong argument is told before there is a window.
    let mut rays = RayState::open(Box::new(WatchedPlaylist::new(playlist(args))), size)?;
    let start = start::begin(args, &mut rays)?;
    rays.begin(&start);
    let sprites = SpriteState::new(&args.sprites, &Files, size)?;
    match Window::open(size) {
        Ok(window) => {
            let (mut rays, shapes) = (RayScene::new(rays)?, ShapeState::new(size)?);
            let is_first = args.scene == SceneKind::Rays && first_run::is_first();
            if args.tour || is_first {
                rays.start_tour();
            }
            window.run([Box::new(rays), Box::new(shapes), Box::new(sprites)], args.scene.into())
        }
        Err(error) => {
            note(format_args!("{error:#}; drawing a picture instead"));
            let path = std::path::absolute("tileray.png").unwrap_or_else(|_| PathBuf::from("tileray.png"));
            print(&draw(args, &path, OutputKind::Image, size)?)
        }
    }
}

/// Returns the kind of an output file by its name. An animation has `usual` frames if no other number is given.
fn output(path: &Path, frames: Option<u32>, usual: u32) -> Result<OutputKind> {
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase());
    match extension.as_deref() {
        Some("png") if frames.is_some() => {
            Err(usage_error("--frames: a PNG has one frame; leave it out, or name a .gif file"))
        }
        Some("png") => Ok(OutputKind::Image),
        Some("gif") => Ok(OutputKind::Animation(frames.unwrap_or(usual))),
        _ => Err(usage_error(format!("--headless {}: the name must end in .png or .gif", path.display()))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_the_file_gives_its_kind() {
        assert_eq!(output(Path::new("a.PNG"), None, 9).ok(), Some(OutputKind::Image));
        assert_eq!(output(Path::new("a.gif"), Some(3), 9).ok(), Some(OutputKind::Animation(3)));
        assert_eq!(output(Path::new("a.gif"), None, 9).ok(), Some(OutputKind::Animation(9)));
        assert!(output(Path::new("a.jpg"), None, 9).is_err() && output(Path::new("a.png"), Some(3), 9).is_err());
    }
}
