//! Rays through tile maps: nanoseconds until the first solid pixel is found.

mod answer;
mod cast_set;
mod caster;
mod check;
mod exact;
mod line;
mod plot;
mod rivals;

pub(crate) use plot::plot;
#[cfg(feature = "maps")]
pub(crate) use {
    caster::{bit_test, exact_bit_test},
    exact::first_touched,
    line::pixel_of,
};

use crate::args::RaysArgs;
use crate::boxes;
use crate::race::{Entrant, Race};
use crate::report::{Asked, Row, TerrainRow};
use crate::scene::{self, Scene};
use crate::timing::{Effort, median};
use answer::Answer;
use anyhow::{Context, Result};
use cast_set::CastSet;
use check::Oracle;
use rivals::Rivals;
#[cfg(all(feature = "box2d", feature = "maps"))]
pub(crate) use rivals::world_of;
use std::time::Instant;
use tileray::{SolidityMap, Terrain};

const GROUP: &str = "rays";

/// What a quick run measures: the usual case, long rays, and the one that is lost.
const QUICK: [(&str, &[u32]); 3] = [("cave", &[64, 512]), ("open", &[4096]), ("rings", &[512])];

/// The scenes that are drawn, and the lengths of their rays there.
const PLOTTED: [&str; 2] = ["cave", "open"];
const PLOTTED_LENGTHS: [u32; 7] = [64, 128, 256, 512, 1024, 2048, 4096];

/// Measures the scenes that are asked for; for a plot some of them at more lengths.
pub(crate) fn run(args: &RaysArgs) -> Result<Vec<Row>> {
    let effort = args.run.effort().with_queries(args.rays.get());
    let in_a_row = args.in_a_row.get();
    let mut rows = Vec::new();
    for name in scene::NAMES {
        let quick = QUICK.iter().find(|(quick, _)| effort.quick && *quick == name);
        let is_plotted = args.plot.is_some() && PLOTTED.contains(&name);
        let is_wanted = if args.scenes.is_empty() {
            !effort.quick || quick.is_some()
        } else {
            args.scenes.iter().any(|it| it == name)
        };
        if !is_wanted && !is_plotted {
            continue;
        }
        let mut scene = Scene::new(name);
        if let Some((_, lengths)) = quick {
            scene.lengths = lengths.to_vec();
        }
        let plot_only = PLOTTED_LENGTHS.into_iter().filter(|length| is_plotted && !scene.lengths.contains(length));
        measure(&scene, &plot_only.collect::<Vec<_>>(), effort, in_a_row, &mut rows)
            .with_context(|| format!("scene {name}"))?;
    }
    if args.scenes.is_empty() {
        rows.push(Row::Terrain(noise_row(&scene::noise(), effort)));
    }
    Ok(rows)
}

/// All lengths of a scene, some more for the plot, and its terrain.
fn measure(scene: &Scene, plot_only: &[u32], effort: Effort, in_a_row: usize, rows: &mut Vec<Row>) -> Result<()> {
    let terrain = Terrain::from_map(&scene.map);
    let boxes = boxes::merged(&scene.mask);
    eprintln!("{}: {} boxes", scene.name, boxes.len());
    let rivals = Rivals::new(&scene.mask, &boxes)?;
    for &length in scene.lengths.iter().chain(plot_only) {
        let set = CastSet::scattered(&scene.mask, length, effort.queries, in_a_row);
        compete(scene.name, &terrain, scene, &rivals, &set, effort, rows)?;
    }
    if scene.name == "cave" && in_a_row == 1 && effort.queries >= cast_set::FAN {
        let set = CastSet::fans(&scene.mask, 512, effort.queries);
        compete("cave, fans", &terrain, scene, &rivals, &set, effort, rows)?;
    }
    rows.push(Row::Terrain(TerrainRow {
        group: "terrain",
        scene: scene.name,
        size: scene.mask.width(),
        build_ms: build_time(effort, || Terrain::from_map(&scene.map)),
        bytes: terrain.memory(),
        mask_bytes: scene.mask.bytes(),
        boxes: Some(boxes.len()),
    }));
    Ok(())
}

/// Checks and times every caster on one set of rays.
fn compete(
    name: &'static str,
    terrain: &Terrain,
    scene: &Scene,
    rivals: &Rivals,
    set: &CastSet,
    effort: Effort,
    rows: &mut Vec<Row>,
) -> Result<()> {
    let oracle = Oracle::new(&scene.mask, &set.rays);
    let mut casters = caster::all(terrain, &scene.map, &scene.mask, rivals, set);
    let mut entrants = Vec::new();
    for caster in &mut casters {
        let start = Instant::now();
        caster.cast(set.rays.len())?;
        let turn = effort.turn(start.elapsed(), set.rays.len());
        let answers: Vec<Answer> = (0..set.rays.len()).map(|index| caster.answer(index)).collect();
        let checked = oracle.check(caster.rule(), &answers).with_context(|| caster.name())?;
        entrants.push(Entrant {
            name: caster.name(),
            checked,
            turn,
            run: Box::new(|queries| caster.cast(queries).expect("it answered these rays before")),
        });
    }
    let plot_only = name == scene.name && !scene.lengths.contains(&set.length);
    let race = Race { group: GROUP, scene: name, size: set.length, plot_only, rounds: effort.rounds };
    rows.extend(race.rows(entrants, |rays| Asked::Rays { rays, hits: oracle.hits(), walked: oracle.walked() }));
    Ok(())
}

fn noise_row(mask: &SolidityMap, effort: Effort) -> TerrainRow {
    TerrainRow {
        group: "terrain",
        scene: "noise",
        size: mask.width(),
        build_ms: build_time(effort, || Terrain::from_solidity(mask)),
        bytes: Terrain::from_solidity(mask).memory(),
        mask_bytes: mask.width() as usize * mask.height() as usize / 8,
        boxes: None,
    }
}

/// The median milliseconds that a terrain takes to be built.
fn build_time(effort: Effort, build: impl Fn() -> Terrain) -> f64 {
    let mut times: Vec<f64> = (0..effort.rounds)
        .map(|_| {
            let start = Instant::now();
            std::hint::black_box(build());
            start.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    median(&mut times)
}
