//! `tileray bench`: the number of rays per second that this machine casts.

mod measure;
mod random_rays;

use crate::args::{BenchArgs, LayersArg};
use crate::cli::bench::measure::{CallSpeed, MOST_RAYS, Run, SizeTimes, measure_calls, measure_runs, measure_sizes};
use crate::cli::bench::random_rays::RandomRays;
use crate::cli::input_file::InputFile;
use crate::number::grouped;
use crate::output::{print, print_json};
use crate::value_args::{ReportFormat, TRAVERSALS, word_of};
use anyhow::{Context, bail};
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde::Serialize;
use std::path::Path;
use tileray_scenes::file_kind::FileKind;

/// Measures ray casts on one thread and on many, checks that both give the same hits, and compares the calls.
pub(crate) fn bench(args: &BenchArgs) -> anyhow::Result<()> {
    let traversal = word_of(TRAVERSALS, args.traversal);
    let all_layers = LayersArg { names: None };
    let level = match &args.map {
        Some(path) => InputFile::open(path, &args.load, &all_layers)?,
        None => {
            args.load.refuse_unused(FileKind::Map, Path::new("the built-in map"))?;
            InputFile::built_in(&args.load)?
        }
    };
    let terrain = level.terrain(&all_layers)?;
    let query = terrain.query().traversal(args.traversal);
    if level.bounds().is_empty() {
        bail!("{}: it has no pixels to cast rays in; name a map with a size", level.name);
    }
    let rays = || RandomRays::new(&terrain, level.bounds(), args.length, args.seed);
    // 0 means the number in the environment variable of rayon, or else the number of processors.
    let pools = [pool(1)?, pool(args.threads.unwrap_or(0).into())?];
    let [alone, together] = measure_runs(pools.each_ref(), query, rays(), args.rays);
    if alone.checksum != together.checksum {
        bail!("{}: 1 thread and {} threads gave different hits; report this as a bug", level.name, together.threads);
    }
    let sizes = measure_sizes(pools.each_ref(), query, rays(), args.rays);
    let ways = pools[0].install(|| measure_calls(query, rays(), args.rays)).with_context(|| level.name.clone())?;
    let figures = Figures {
        conclusion: conclusion(&ways, &sizes, together.threads),
        sizes,
        ways,
        map: level.name,
        rays: args.rays,
        length: args.length,
        seed: args.seed,
        traversal,
        checksum: format!("{:016x}", alone.checksum),
        results: [alone, together],
    };
    match args.format {
        ReportFormat::Text => print(&table(&figures)),
        ReportFormat::Json => print_json(&figures),
    }
}

fn pool(threads: usize) -> anyhow::Result<ThreadPool> {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    pool.with_context(|| format!("--threads {threads}: they cannot be started; give a smaller number"))
}

/// The report of a benchmark, in the order of the JSON.
#[derive(Serialize)]
struct Figures {
    map: String,
    rays: u64,
    length: f64,
    seed: u64,
    traversal: &'static str,
    /// The run on one thread, then the run on many threads.
    results: [Run; 2],
    /// Equal for both.
    checksum: String,
    /// Batches of growing size on one thread and on many.
    sizes: Vec<SizeTimes>,
    /// Single rays and a batch on one thread, with at most [`MOST_RAYS`] of the rays.
    ways: [CallSpeed; 2],
    /// The conclusion from the figures.
    conclusion: String,
}

/// Returns the figures as a table.
fn table(figures: &Figures) -> String {
    let Figures { map, rays, length, seed, traversal, results, checksum, sizes, ways, conclusion } = figures;
    let mut text = format!("map       {map}\nrays      {rays} of {length} px, {traversal}, seed {seed}\n\n");
    text += "threads        rays/s    ns/ray          rounds      hits  mean distance\n";
    for run in results {
        let hits = format!("{:.1} %", run.hit_share * 100.0);
        let distance = run.mean_distance.map_or_else(|| "-".into(), |distance| format!("{distance:.1} px"));
        let (rate, times) = (grouped(run.times.rays_per_second.round() as u64), run.times.columns());
        text += &format!("{:>7} {rate:>13} {times} {hits:>9} {distance:>14}\n", run.threads);
    }
    text += &format!("\nchecksum  {checksum}, equal for both: every hit is the same\n");
    text += &format!("\nns/ray by size of the batch\n   rays   1 thread  {:>2} threads\n", results[1].threads);
    for SizeTimes { rays, ns_alone, ns_together } in sizes {
        text += &format!("{:>7} {ns_alone:>10.1} {ns_together:>11.1}\n", grouped(*rays));
    }
    text += &format!("\n1 thread, {} rays\n", (*rays).min(MOST_RAYS));
    text += "call           rays/s    ns/ray          rounds\n";
    for way in ways {
        let (rate, times) = (grouped(way.times.rays_per_second.round() as u64), way.times.columns());
        text += &format!("{:<7} {rate:>13} {times}\n", way.call);
    }
    text + &format!("\n{}\n", conclusion.replace(". ", ".\n"))
}

/// The least gain that is worth a change; smaller ones are within the noise of a machine that does other work too.
const WORTHWHILE: f64 = 1.1;

/// Says whether to cast in batches or one by one, and from which number of rays on more threads save time.
fn conclusion([single, batch]: &[CallSpeed; 2], sizes: &[SizeTimes], threads: usize) -> String {
    format!("{} {}", of_calls(single.times.ns_per_ray, batch.times.ns_per_ray), of_threads(sizes, threads))
}

fn of_calls(single: f64, batch: f64) -> String {
    let figures = format!("{batch:.1} ns a ray in a batch, {single:.1} ns alone");
    if single >= batch * WORTHWHILE {
        format!("Cast rays in batches: they are {:.1} times faster than single casts ({figures}).", single / batch)
    } else if batch >= single * WORTHWHILE {
        format!("Cast rays one by one: they are {:.1} times faster than batches ({figures}).", batch / single)
    } else {
        format!("Batches and single casts are equally fast ({figures}).")
    }
}

fn of_threads(sizes: &[SizeTimes], threads: usize) -> String {
    let Some(largest) = sizes.last().filter(|_| threads > 1) else {
        return match threads {
            1 => "One thread was measured; give --threads N to compare it with more.".into(),
            _ => "The rays are too few to compare threads; give more --rays.".into(),
        };
    };
    let worthwhile = sizes.iter().rev().take_while(|size| size.gain() >= WORTHWHILE).last();
    let (gain, rays) = (largest.gain(), grouped(largest.rays));
    match worthwhile {
        Some(first) => format!(
            "{threads} threads save time from {} rays in a batch on; with {rays} they are {gain:.1} times faster than one.",
            grouped(first.rays)
        ),
        None => format!(
            "{threads} threads save no time: with {rays} rays in a batch they are {gain:.1} times as fast as one."
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(times: &[(u64, f64, f64)]) -> Vec<SizeTimes> {
        times.iter().map(|&(rays, ns_alone, ns_together)| SizeTimes { rays, ns_alone, ns_together }).collect()
    }

    #[test]
    fn the_faster_call_is_named() {
        let batches = "Cast rays in batches: they are 1.8 times faster than single casts (50.0 ns a ray in a batch, 90.0 ns alone).";
        assert_eq!(of_calls(90.0, 50.0), batches);
        assert!(of_calls(50.0, 90.0).starts_with("Cast rays one by one: they are 1.8 times faster"));
        assert!(of_calls(50.0, 54.0).starts_with("Batches and single casts are equally fast (54.0"));
    }

    #[test]
    fn threads_pay_from_the_least_size_after_which_they_always_do() {
        let times = sizes(&[(64, 60.0, 20.0), (256, 50.0, 50.0), (1024, 50.0, 40.0), (4096, 50.0, 20.0)]);
        let expected =
            "4 threads save time from 1,024 rays in a batch on; with 4,096 they are 2.5 times faster than one.";
        assert_eq!(of_threads(&times, 4), expected);
        let slower = of_threads(&sizes(&[(64, 50.0, 50.0), (256, 50.0, 51.0)]), 2);
        assert_eq!(slower, "2 threads save no time: with 256 rays in a batch they are 1.0 times as fast as one.");
        assert!(of_threads(&times, 1).starts_with("One thread was measured; give --threads N"));
        assert!(of_threads(&[], 2).contains("give more --rays"));
    }
}
