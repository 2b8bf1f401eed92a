//! Ranges of laser scanners in maps of robots: nanoseconds a beam of processor time.

mod casters;
mod maps;
mod range_libc;
mod truth;

use crate::args::ScansArgs;
use crate::race::Effort;
use crate::report::{GrazeRow, Row, ScanRow};
use crate::solid::BitMask;
use anyhow::{Context, Result};
use casters::{RangeCaster, Rule};
use maps::ScanMap;
use std::path::Path;
use tileray::Terrain;
use truth::{Accuracy, Cause, Graze, Truth, Work};

/// How many grazing beams are listed.
const LISTED: usize = 10;

/// Measures the maps that are asked for.
pub(crate) fn run(args: &ScansArgs) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    for path in &args.maps {
        let map = ScanMap::open(path)?;
        let external = args.range_libc.as_deref().map(|program| (program, path.as_path()));
        rows.extend(measure(&map, external, args.run.effort()).with_context(|| format!("map {}", map.name))?);
    }
    let names = args.run.chosen(maps::NAMES)?;
    for name in names.into_iter().filter(|_| args.maps.is_empty()) {
        rows.extend(measure(&ScanMap::named(name), None, args.run.effort()).with_context(|| format!("map {name}"))?);
    }
    Ok(rows)
}

/// Checks and times every contestant in a map.
fn measure(map: &ScanMap, external: Option<(&Path, &Path)>, effort: Effort) -> Result<Vec<Row>> {
    let (mask, terrain) = (BitMask::new(&map.mask), Terrain::from_solidity(&map.mask));
    eprintln!("{}: {} solid pixels", map.name, map.mask.count());
    let works = Work::all(&map.mask);
    let truths = works.each_ref().map(|work| Truth::new(&mask, work));
    let mut casters = casters::all(map, &terrain, &mask)?;
    if let Some((program, path)) = external {
        casters.extend(range_libc::start(program, path, map.mask.count(), &works)?);
    }
    let mut accuracies = vec![Accuracy::default(); casters.len()];
    let mut rows = Vec::new();
    let mut graze_rows = Vec::new();
    for (work, truth) in works.iter().zip(&truths) {
        let mut ranges = vec![0.0; work.rays.len()];
        let mut repeats = Vec::new();
        for (caster, accuracy) in casters.iter_mut().zip(&mut accuracies) {
            ranges.fill(f32::NAN);
            let time = (caster.cast)(work, 1, &mut ranges)?;
            repeats.push((Effort::SHORTEST_TURN.as_secs_f64() / time.as_secs_f64()).ceil().clamp(1.0, 100.0) as usize);
            accuracy.add(truth.accuracy(&ranges));
            let checked = check(caster.rule, truth, &ranges).with_context(|| caster.name.clone())?;
            // All queries of the library give the same bits.
            if caster.name == "tileray scan" {
                graze_rows.extend(checked.into_iter().map(|graze| graze_row(map, work, &graze)));
            }
        }
        let times = race(&mut casters, work, &repeats, effort.rounds)?;
        eprintln!("{}, {}: {:.1} ns", map.name, work.name, times[0]);
        rows.extend(casters.iter().zip(&times).map(|(caster, &ns)| ScanRow {
            group: "scans",
            scene: map.name.clone(),
            work: work.name,
            name: caster.name.clone(),
            ns,
            ratio: ns / times[0],
            beams: work.rays.len(),
            hits: truth.hits(),
            walked: truth.mean(),
            build_ms: caster.build_ms,
            bytes: caster.bytes,
            off_by_1_percent: 0.0,
            off_by_2_percent: 0.0,
        }));
    }
    for (row, accuracy) in rows.iter_mut().zip(accuracies.iter().cycle()) {
        row.off_by_1_percent = accuracy.percent(accuracy.off_by_1);
        row.off_by_2_percent = accuracy.percent(accuracy.off_by_2);
    }
    let count = graze_rows.len();
    graze_rows.truncate(LISTED);
    graze_rows.iter_mut().for_each(|row| row.of = count);
    Ok(rows.into_iter().map(Row::Scan).chain(graze_rows.into_iter().map(Row::Graze)).collect())
}

/// Checks the ranges of a contestant, and returns the beams to be listed.
fn check(rule: Rule, truth: &Truth<'_>, ranges: &[f32]) -> Result<Vec<Graze>> {
    match rule {
        Rule::Exact => truth.check_equal(ranges).map(|()| Vec::new()),
        Rule::RoundedEnds => truth.check_rounded(ranges),
        Rule::Approximate => Ok(Vec::new()),
    }
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

fn graze_row(map: &ScanMap, work: &Work, graze: &Graze) -> GrazeRow {
    GrazeRow {
        group: "scans, grazing beams",
        scene: map.name.clone(),
        work: work.name,
        x: graze.beam.origin.x,
        y: graze.beam.origin.y,
        angle: graze.beam.angle,
        truth: graze.truth,
        range: graze.range,
        distance: graze.distance,
        corner: graze.cause == Cause::Corner,
        of: 0,
    }
}
