//! The scene of shapes without a window: a picture of all vignettes, or an animation in which they move.

use super::encounters::Encounters;
use super::vignettes::{Sheet, Vignette, vignettes};
use crate::demo::animation::Animation;
use crate::demo::headless::Output;
use crate::demo::snapshot;
use anyhow::Result;
use std::path::Path;
use std::time::Duration;
use tileray::glam::UVec2;

/// How many pictures of an animation are looked at to choose its colours.
const SAMPLES: u32 = 4;
/// How many times all pairs are tested to tell the time.
const TIMED_ROUNDS: usize = 25;

/// Draws the vignettes into a file, and says what was tested.
pub(crate) fn run(path: &Path, output: Output, size: UVec2) -> Result<String> {
    let mut sheet = Sheet::new(size);
    let first = vignettes(0.0)?;
    match output {
        Output::Picture => snapshot::write_png(sheet.draw(&first), path)?,
        Output::Animation(frames) => {
            let part = |frame: u32, frames: u32| frame as f32 / frames as f32;
            let mut samples = Vec::new();
            for sample in 0..SAMPLES {
                let vignettes = vignettes(part(sample, SAMPLES))?;
                samples.extend(sheet.draw(&vignettes).pixels().iter().step_by(7));
            }
            let mut animation = Animation::create(path, size, &samples)?;
            for frame in 0..frames {
                animation.add(sheet.draw(&vignettes(part(frame, frames))?))?;
            }
        }
    }
    Ok(format!("{}wrote {} ({}x{})\n", tally(&first), path.display(), size.x, size.y))
}

/// What was tested on all tables together, and what that takes: the median of some rounds, as the first one is slow.
fn tally(vignettes: &[Vignette]) -> String {
    let all = || vignettes.iter().map(|vignette| &vignette.table);
    let found = || all().map(|table| &table.findings.encounters);
    let pairs: usize = found().map(|found| found.pairs).sum();
    let tested: usize = found().map(|found| found.tested).sum();
    let overlaps: usize = found().map(|found| found.found.len()).sum();
    let round = |_| all().map(|table| Encounters::among(&table.bodies).time).sum();
    let mut times: Vec<Duration> = (0..TIMED_ROUNDS).map(round).collect();
    times.sort_unstable();
    let micros = times[TIMED_ROUNDS / 2].as_secs_f64() * 1e6;
    format!("shapes: {pairs} pairs, {tested} tested, {overlaps} overlaps, {micros:.1} \u{b5}s\n")
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
            let path = folder.path().join("shapes.png");
            run(&path, Output::Picture, size)?;
            assert_eq!(decode_png(&std::fs::read(&path)?)?.size(), size);
        }
        Ok(())
    }
}
