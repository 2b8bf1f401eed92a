//! The scene of shapes without a window: a picture of all vignettes, or an animation in which they move.

use super::encounters::Encounters;
use super::vignettes::{Sheet, Vignette, vignettes};
use crate::demo::animation::{Animation, parts};
use crate::demo::headless::Output;
use crate::demo::snapshot;
use crate::demo::timing::{TIMED_FRAMES, Timing};
use anyhow::Result;
use std::path::Path;
use std::time::Duration;
use tileray::glam::UVec2;

/// How many pictures of an animation are looked at to choose its colors.
const SAMPLES: u32 = 4;

/// Draws the vignettes into a file, and says what was tested.
pub(crate) fn run(path: &Path, output: Output, size: UVec2) -> Result<String> {
    let mut sheet = Sheet::new(size);
    let first = vignettes(0.0)?;
    match output {
        Output::Image => snapshot::write_png(sheet.draw(&first), path)?,
        Output::Animation(frames) => {
            let mut animation =
                Animation::create(path, size, SAMPLES, |part| Ok(sheet.draw(&vignettes(part)?).pixels().to_vec()))?;
            for part in parts(frames) {
                animation.add(sheet.draw(&vignettes(part)?))?;
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
    let mut timing = Timing::default();
    for _ in 0..TIMED_FRAMES {
        let round: Duration = all().map(|table| Encounters::among(&table.bodies).time).sum();
        timing.add(round.as_secs_f64() * 1e9);
    }
    let micros = timing.nanos() / 1e3;
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
            run(&path, Output::Image, size)?;
            assert_eq!(decode_png(&std::fs::read(&path)?)?.size(), size);
        }
        Ok(())
    }
}
