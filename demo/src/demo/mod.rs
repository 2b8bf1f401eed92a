//! The interactive demo: the scenes of [`tileray_scenes`], in a window or in a file.
//!
//! ```text
//! window -> input -> scene -> canvas -> window | PNG
//! playlist, watch (files) ---^
//! ```

mod display;
mod first_run;
mod playlist;
mod watch;
mod window;

use crate::args::DemoArgs;
use crate::demo::playlist::Playlist;
use crate::demo::window::{Scenes, Window};
use crate::fault::usage_error;
use crate::output::{note, print, refuse_input, write_file};
use anyhow::Result;
use std::path::{Path, PathBuf};
use tileray_scenes::canvas::Canvas;
use tileray_scenes::file_kind::has_extension;
use tileray_scenes::rays::{RayScene, RayState};
use tileray_scenes::scene::SceneKind;
use tileray_scenes::shapes::ShapeState;
use tileray_scenes::sprites::SpriteState;
use tileray_scenes::{rays, shapes, sprites};

/// Runs the demo in a window, or draws a picture if `--headless` names one or there is no display.
pub(crate) fn run(args: &DemoArgs) -> Result<()> {
    match &args.headless {
        Some(path) => {
            if !has_extension(path, "png") {
                let text = format!("--headless {}: the name must end in .png", path.display());
                return Err(usage_error(text));
            }
            refuse_input(Some(path), args.map.as_deref())?;
            print(&draw(args, path)?)
        }
        None => show(args),
    }
}

/// Draws the scene of `--scene` into a file, and returns the report.
fn draw(args: &DemoArgs, path: &Path) -> Result<String> {
    let size = args.size;
    let (canvas, report) = match args.scene {
        SceneKind::Rays => {
            let (_, state) = open_rays(args)?;
            rays::draw_headless(state, size)?
        }
        SceneKind::Shapes => {
            refuse_flags_of_rays(args, "shapes")?;
            shapes::draw_headless(size)?
        }
        SceneKind::Sprites => {
            refuse_flags_of_rays(args, "sprites")?;
            sprites::draw_headless(size)?
        }
    };
    write_png(&canvas, path)?;
    Ok(format!("{report}wrote {} ({}x{})\n", path.display(), size.x, size.y))
}

/// Opens the map of the arguments, and begins the scene of rays as they say.
fn open_rays(args: &DemoArgs) -> Result<(Playlist, RayState)> {
    let mut maps = Playlist::of(args.map.as_deref(), args.load.clone());
    let mut state = RayState::open(maps.open()?, args.size)?;
    state.begin(args.traversal.unwrap_or_default(), args.trace, args.aim);
    Ok((maps, state))
}

/// Writes a canvas as a PNG.
fn write_png(canvas: &Canvas, path: &Path) -> Result<()> {
    write_file(path, |file| {
        let size = canvas.size();
        let mut encoder = png::Encoder::new(file, size.x, size.y);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&canvas.to_rgb())?;
        Ok(writer.finish()?)
    })
}

/// Refuses the flags that only the picture of rays uses.
fn refuse_flags_of_rays(args: &DemoArgs, scene: &str) -> Result<()> {
    let flags = [
        (args.map.is_some(), "MAP"),
        (args.load.level.is_some(), "--level"),
        (!args.load.int_grid.is_empty(), "--int-grid"),
        (args.traversal.is_some(), "--traversal"),
        (args.trace, "--trace"),
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
fn show(args: &DemoArgs) -> Result<()> {
    let size = args.size;
    display::prefer_x11();
    // Wrong arguments are reported before a window opens.
    let (maps, rays) = open_rays(args)?;
    let sprites = SpriteState::new(size)?;
    match Window::open(size) {
        Ok(window) => {
            let (mut rays, shapes) = (RayScene::new(rays)?, ShapeState::new(size)?);
            let is_first = args.scene == SceneKind::Rays && first_run::is_first();
            if args.tour || is_first {
                rays.state.start_tour();
            }
            window.run(Scenes { rays, shapes, sprites, maps }, args.scene)
        }
        Err(error) => {
            note(format_args!("{error:#}; drawing a picture instead"));
            let path = std::path::absolute("tileray.png").unwrap_or_else(|_| PathBuf::from("tileray.png"));
            print(&draw(args, &path)?)
        }
    }
}
