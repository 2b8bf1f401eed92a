//! Rays through tile maps: nanoseconds until the first solid pixel is found.

mod casters;
mod check;

pub(crate) use {
    casters::{bit_test, exact_bit_test},
    check::{first_touched, pixel_of, snapped},
};

use crate::args::RaysArgs;
use crate::level::{self, Scene};
use crate::race::{Effort, Race, median};
use crate::report::{Found, Words, digits};
use crate::solid::merged;
use anyhow::{Context, Result};
use casters::{CastSet, FAN, Rivals};
use check::Oracle;
use std::hint::black_box;
use std::iter::repeat_with;
use std::time::Instant;
use tileray::Terrain;

pub(crate) const WORDS: Words =
    Words { queries: ["ray", "rays"], sized: "length of the rays", unit: "px", summarized: "they hit; come so far" };

/// What a quick run measures: the usual case, long rays, and the one that is lost.
const QUICK: [(&str, &[u32]); 3] = [("cave", &[64, 512]), ("open", &[4096]), ("rings", &[512])];

/// Measures the scenes that are asked for, and what terrains cost.
pub(crate) fn run(args: &RaysArgs) -> Result<Found> {
    let effort = Effort { queries: args.rays.get(), ..args.run.effort() };
    let all = args.run.scenes.is_empty();
    let tables = "\n### What a terrain costs\n\n| scene | side | built in | memory | one bit a pixel | merged boxes |\n\
                  | --- | --- | --- | --- | --- | --- |\n";
    let mut found = Found { times: Vec::new(), tables: tables.to_owned() };
    for name in args.run.chosen(level::NAMES)? {
        let quick = QUICK.iter().find(|(quick, _)| effort.quick && *quick == name);
        if effort.quick && all && quick.is_none() {
            continue;
        }
        let mut scene = Scene::new(name);
        if let Some((_, lengths)) = quick {
            scene.lengths = lengths.to_vec();
        }
        measure(&scene, effort, args.in_a_row.get(), &mut found).with_context(|| format!("scene {name}"))?;
    }
    if all {
        let noise = level::noise();
        let bits = noise.size().element_product() as usize / 8;
        found.tables += &terrain_row("noise", [noise.width() as usize, bits], "not merged", effort, || {
            Terrain::from_solidity(&noise)
        });
    }
    Ok(found)
}

/// All lengths of a scene, and its terrain.
fn measure(scene: &Scene, effort: Effort, in_a_row: usize, found: &mut Found) -> Result<()> {
    let terrain = Terrain::from_map(&scene.map);
    let boxes = merged(&scene.mask);
    eprintln!("{}: {} boxes", scene.name, boxes.len());
    let rivals = Rivals::new(&scene.mask, &boxes)?;
    let mut compete = |name, set: &CastSet| -> Result<()> {
        let oracle = Oracle::new(&scene.mask, &set.rays);
        let casters = casters::all(&terrain, &scene.map, &scene.mask, &rivals, set);
        let race = Race { words: &WORDS, scene: name, size: set.length, effort };
        let check = |rule, answers: &[_]| oracle.check(rule, answers);
        let summary = hits_and_ways(oracle.hits(), oracle.walked());
        found.times.extend(race.compete(casters, check, &summary)?);
        Ok(())
    };
    for &length in &scene.lengths {
        compete(scene.name, &CastSet::scattered(&scene.mask, length, effort.queries, in_a_row))?;
    }
    if scene.name == "cave" && in_a_row == 1 && effort.queries >= FAN {
        compete("cave, fans", &CastSet::fans(&scene.mask, 512, effort.queries))?;
    }
    let sizes = [scene.mask.width() as usize, scene.mask.bytes()];
    let boxes = boxes.len().to_string();
    found.tables += &terrain_row(scene.name, sizes, &boxes, effort, || Terrain::from_map(&scene.map));
    Ok(())
}

/// What a terrain costs, as a row of the table: the median milliseconds that it takes to be built, and its memory.
///
/// The sizes are the side of the map in pixels, and the bytes of one bit a pixel. The boxes are those that the solid pixels merge
/// into.
fn terrain_row(
    scene: &str,
    [side, bits]: [usize; 2],
    boxes: &str,
    effort: Effort,
    build: impl Fn() -> Terrain,
) -> String {
    let time = || {
        let start = Instant::now();
        black_box(build());
        start.elapsed().as_secs_f64() * 1e3
    };
    let mut times: Vec<f64> = repeat_with(time).take(effort.rounds).collect();
    let [memory, bits] = [build().memory(), bits].map(|bytes| format!("{} KiB", bytes.div_ceil(1024)));
    let built = digits(median(&mut times));
    format!("| {scene} | {side} px | {built} ms | {memory} | {bits} | {boxes} |\n")
}

/// The share of rays that hit, and how far they come on average, in pixels, as if nothing ended at the border of the map.
pub(crate) fn hits_and_ways(hits: f64, walked: f64) -> String {
    format!("{:.0} %; {walked:.0} px", 100.0 * hits)
}
