//! Ranges of laser scanners in maps of robots: nanoseconds a beam of processor time.

mod casters;
mod maps;
mod range_libc;
mod truth;

use crate::args::ScansArgs;
use crate::race::Effort;
use crate::report::{Found, TimeRow, Words, digits};
use crate::solid::BitMask;
use anyhow::{Context, Result};
use casters::{RangeCaster, Rule};
use maps::ScanMap;
use std::path::Path;
use tileray::Terrain;
use truth::{Accuracy, Truth, Work};

const WORDS: Words =
    Words { queries: ["beam", "beams"], sized: "beams", unit: "a pose", summarized: "they hit; mean range" };

/// Measures the maps that are asked for.
pub(crate) fn run(args: &ScansArgs) -> Result<Found> {
    let mut maps: Vec<(ScanMap, Option<&Path>)> = Vec::new();
    for path in &args.maps {
        maps.push((ScanMap::open(path)?, Some(path)));
    }
    let names = args.run.chosen(maps::NAMES)?;
    if maps.is_empty() {
        maps.extend(names.into_iter().map(|name| (ScanMap::named(name), None)));
    }
    let head = "\n### What the answers cost\n\n| map | | off by > 1 px | > 2 px | built in | memory |\n\
                | --- | --- | --- | --- | --- | --- |\n";
    let (mut found, mut notes) = (Found { times: Vec::new(), tables: head.to_owned() }, String::from("\n"));
    for (map, path) in maps {
        let external = args.range_libc.as_deref().zip(path);
        let grazes = measure(&map, external, args.run.effort(), &mut found);
        let grazes = grazes.with_context(|| format!("map {}", map.name))?;
        notes += &format!("- {}: {grazes} ranges of `tileray scan` are off by more than a pixel.\n", map.name);
    }
    found.tables += &notes;
    Ok(found)
}

/// Checks and times every contestant in a map. Returns the number of grazing beams.
fn measure(map: &ScanMap, external: Option<(&Path, &Path)>, effort: Effort, found: &mut Found) -> Result<usize> {
    let (mask, terrain) = (BitMask::new(&map.mask), Terrain::from_solidity(&map.mask));
    eprintln!("{}: {} solid pixels", map.name, map.mask.count());
    let works = Work::all(&map.mask);
    let mut casters = casters::all(map, &terrain, &mask)?;
    if let Some((program, path)) = external {
        casters.extend(range_libc::start(program, path, map.mask.count(), &works)?);
    }
    let mut accuracies = vec![Accuracy::default(); casters.len()];
    let mut grazes = 0;
    for work in &works {
        let truth = Truth::new(&mask, work);
        let mut ranges = vec![0.0; work.rays.len()];
        let mut repeats = Vec::new();
        for (caster, accuracy) in casters.iter_mut().zip(&mut accuracies) {
            ranges.fill(f32::NAN);
            let time = (caster.cast)(work, 1, &mut ranges)?;
            repeats.push((Effort::SHORTEST_TURN.as_secs_f64() / time.as_secs_f64()).ceil().clamp(1.0, 100.0) as usize);
            accuracy.add(truth.accuracy(&ranges));
            let checked = check(caster.rule, &truth, &ranges).with_context(|| caster.name)?;
            // All queries of the library give the same bits.
            grazes += if caster.name == "tileray scan" { checked } else { 0 };
        }
        let times = race(&mut casters, work, &repeats, effort.rounds)?;
        eprintln!("{}, {} beams: {:.1} ns", map.name, work.angles.len(), times[0]);
        found.times.extend(casters.iter().zip(&times).map(|(caster, &ns)| TimeRow {
            scene: map.name,
            size: work.angles.len() as u32,
            name: caster.name,
            ns,
            ratio: ns / times[0],
            // How often the ranges are off stands in a table of its own.
            checked: String::new(),
            queries: work.rays.len(),
            of: work.rays.len(),
            summary: format!("{:.0} %; {:.0} px", 100.0 * truth.hits(), truth.mean()),
            words: &WORDS,
        }));
    }
    for (RangeCaster { name, build_ms, bytes, .. }, accuracy) in casters.iter().zip(&accuracies) {
        let [off_by_1, off_by_2] = [accuracy.off_by_1, accuracy.off_by_2].map(|count| accuracy.percent(count));
        let (built, memory) = (digits(*build_ms), memory(*bytes));
        found.tables += &format!("| {} | {name} | {off_by_1} | {off_by_2} | {built} ms | {memory} |\n", map.name);
    }
    Ok(grazes)
}

/// Checks the ranges of a contestant, and returns the number of grazing beams.
fn check(rule: Rule, truth: &Truth<'_>, ranges: &[f32]) -> Result<usize> {
    match rule {
        Rule::Exact => truth.check_equal(ranges).map(|()| 0),
        Rule::RoundedEnds => truth.check_rounded(ranges),
        Rule::Approximate => Ok(0),
    }
}

fn memory(bytes: usize) -> String {
    if bytes < 10 << 20 { format!("{} KiB", bytes.div_ceil(1024)) } else { format!("{} MiB", bytes >> 20) }
}

/// Returns the least nanoseconds a beam of each contestant, who take turns in rounds.
fn race(casters: &mut [RangeCaster<'_>], work: &Work, repeats: &[usize], rounds: usize) -> Result<Vec<f64>> {
    let mut ranges = vec![0.0; work.rays.len()];
    let mut times = vec![f64::INFINITY; casters.len()];
    for round in 0..rounds {
        for place in 0..casters.len() {
            let index = (round + place) % casters.len();
            let time = (casters[index].cast)(work, repeats[index], &mut ranges)?;
            let ns = time.as_nanos() as f64 / (repeats[index] * ranges.len()) as f64;
            times[index] = times[index].min(ns);
        }
    }
    Ok(times)
}
