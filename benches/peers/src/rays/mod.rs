//! Rays through tile maps: nanoseconds until the first solid pixel is found.

mod casters;
mod check;
mod plot;

pub(crate) use plot::plot;
pub(crate) use {
    casters::{bit_test, exact_bit_test},
    check::{first_touched, pixel_of, snapped},
};

use crate::args::RaysArgs;
use crate::level::{self, Scene};
use crate::race::{Effort, Race, median};
use crate::report::{Row, TerrainRow, Words};
use crate::solid::merged;
use anyhow::{Context, Result};
use casters::{CastSet, FAN, Rivals};
use check::Oracle;
use std::hint::black_box;
use std::iter::repeat_with;
use std::time::Instant;
use tileray::Terrain;

const GROUP: &str = "rays";

pub(crate) const WORDS: Words =
    Words { queries: ["ray", "rays"], sized: "length of the rays", unit: "px", summarized: "they hit; come so far" };

/// What a quick run measures: the usual case, long rays, and the one that is lost.
const QUICK: [(&str, &[u32]); 3] = [("cave", &[64, 512]), ("open", &[4096]), ("rings", &[512])];

/// The scenes that are drawn, and the lengths of their rays then.
const PLOTTED: [&str; 2] = ["cave", "open"];
const PLOTTED_LENGTHS: [u32; 7] = [64, 128, 256, 512, 1024, 2048, 4096];

/// Measures the scenes that are asked for; for a plot two of them at more lengths.
pub(crate) fn run(args: &RaysArgs) -> Result<Vec<Row>> {
    let effort = Effort { queries: args.rays.get(), ..args.run.effort() };
    let mut rows = Vec::new();
    let all = args.run.scenes.is_empty();
    for name in args.run.chosen(level::NAMES)? {
        let quick = QUICK.iter().find(|(quick, _)| effort.quick && *quick == name);
        if effort.quick && all && quick.is_none() {
            continue;
        }
        let mut scene = Scene::new(name);
        if args.plot.is_some() && PLOTTED.contains(&name) {
            scene.lengths = PLOTTED_LENGTHS.to_vec();
        } else if let Some((_, lengths)) = quick {
            scene.lengths = lengths.to_vec();
        }
        measure(&scene, effort, args.in_a_row.get(), &mut rows).with_context(|| format!("scene {name}"))?;
    }
    if all {
        let noise = level::noise();
        let bits = noise.size().element_product() as usize / 8;
        rows.push(terrain_row("noise", noise.width(), bits, None, effort, || Terrain::from_solidity(&noise)));
    }
    Ok(rows)
}

/// All lengths of a scene, and its terrain.
fn measure(scene: &Scene, effort: Effort, in_a_row: usize, rows: &mut Vec<Row>) -> Result<()> {
    let terrain = Terrain::from_map(&scene.map);
    let boxes = merged(&scene.mask);
    eprintln!("{}: {} boxes", scene.name, boxes.len());
    let rivals = Rivals::new(&scene.mask, &boxes)?;
    let mut compete = |name, set: &CastSet| -> Result<()> {
        let oracle = Oracle::new(&scene.mask, &set.rays);
        let mut casters = casters::all(&terrain, &scene.map, &scene.mask, &rivals, set);
        let race = Race { group: GROUP, words: &WORDS, scene: name, size: set.length, effort };
        let check = |rule, answers: &[_]| oracle.check(rule, answers);
        let summary = hits_and_ways(oracle.hits(), oracle.walked());
        rows.extend(race.compete(&mut casters, set.rays.len(), check, &summary)?);
        Ok(())
    };
    for &length in &scene.lengths {
        compete(scene.name, &CastSet::scattered(&scene.mask, length, effort.queries, in_a_row))?;
    }
    if scene.name == "cave" && in_a_row == 1 && effort.queries >= FAN {
        compete("cave, fans", &CastSet::fans(&scene.mask, 512, effort.queries))?;
    }
    let (side, bits) = (scene.mask.width(), scene.mask.bytes());
    rows.push(terrain_row(scene.name, side, bits, Some(boxes.len()), effort, || Terrain::from_map(&scene.map)));
    Ok(())
}

/// What a terrain costs: the median milliseconds that it takes to be built, and its memory.
fn terrain_row(
    scene: &'static str,
    size: u32,
    mask_bytes: usize,
    boxes: Option<usize>,
    effort: Effort,
    build: impl Fn() -> Terrain,
) -> Row {
    let time = || {
        let start = Instant::now();
        black_box(build());
        start.elapsed().as_secs_f64() * 1e3
    };
    let mut times: Vec<f64> = repeat_with(time).take(effort.rounds).collect();
    let (build_ms, bytes) = (median(&mut times), build().memory());
    Row::Terrain(TerrainRow { group: "terrain", scene, size, build_ms, bytes, mask_bytes, boxes })
}

/// The share of rays that hit, and how far they come on average, in pixels, as if nothing ended at the border of the map.
pub(crate) fn hits_and_ways(hits: f64, walked: f64) -> String {
    format!("{:.0} %; {walked:.0} px", 100.0 * hits)
}
