//! The scene of sprites without a window: a picture of all of them, or an animation in which they move.

use super::settings::Settings;
use super::sheet::Sheet;
use super::source::Source;
use super::values::fit_of;
use crate::demo::animation::{Animation, parts};
use crate::demo::headless::Output;
use crate::demo::snapshot;
use crate::demo::timing::Timing;
use anyhow::Result;
use std::path::Path;
use std::time::Instant;
use tileray::glam::UVec2;

/// How many pictures of an animation are looked at to choose its colors.
const SAMPLES: u32 = 4;
/// How many times all hulls are made to tell the time.
const TIMED_ROUNDS: usize = 9;

/// Draws the sprites into a file, and says how well their hulls fit.
pub(crate) fn run(source: &Source, path: &Path, output: Output, size: UVec2) -> Result<String> {
    let settings = Settings::default();
    let mut figures = source.figures(&settings)?;
    let mut sheet = Sheet::new(size, figures.len());
    match output {
        Output::Image => snapshot::write_png(sheet.draw(&figures, 0.0), path)?,
        Output::Animation(frames) => {
            let mut animation =
                Animation::create(path, size, SAMPLES, |part| Ok(sheet.draw(&figures, part).pixels().to_vec()))?;
            for part in parts(frames) {
                animation.add(sheet.draw(&figures, part))?;
            }
        }
    }
    // The median of some rounds, as the first one is slow.
    let mut timing = Timing::default();
    for _ in 0..TIMED_ROUNDS {
        let start = Instant::now();
        figures.iter_mut().try_for_each(|figure| figure.fit(&settings))?;
        timing.add(start.elapsed().as_secs_f64() * 1e9);
    }
    let micros = timing.nanos() / 1e3;
    let ((corners, pieces), iou) = fit_of(&figures);
    let told = format!(
        "sprites: {} sprites, {corners}, {pieces}, IoU {:.1} %, {micros:.0} \u{b5}s\n",
        figures.len(),
        iou * 100.0
    );
    Ok(format!("{told}wrote {} ({}x{})\n", path.display(), size.x, size.y))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::demo::sprite::decode_png;
    use tileray::glam::uvec2;

    #[test]
    fn pictures_of_any_size_are_drawn() -> Result<()> {
        let folder = tempfile::tempdir()?;
        for size in [uvec2(1, 1), uvec2(30, 700), uvec2(640, 360), uvec2(1700, 90)] {
            let path = folder.path().join("sprites.png");
            run(&Source::default(), &path, Output::Image, size)?;
            assert_eq!(decode_png(&std::fs::read(&path)?)?.size(), size);
        }
        Ok(())
    }
}
