//! `tileray bench`: the number of rays per second that this machine casts.

mod calls;
mod checksum;
mod conclusion;
mod measure;
mod random_rays;
mod rounds;
mod sizes;

use crate::args::{BenchArgs, LayersArg};
use crate::cli::bench::calls::{CallSpeed, MOST_RAYS, measure_calls, traversal_name};
use crate::cli::bench::conclusion::conclusion;
use crate::cli::bench::measure::{Run, measure_runs};
use crate::cli::bench::random_rays::RandomRays;
use crate::cli::bench::sizes::{SizeTimes, measure_sizes};
use crate::cli::input_file::InputFile;
use crate::number::grouped;
use crate::output::{print, print_json};
use crate::value_args::ReportFormat;
use anyhow::{Context, bail};
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde::Serialize;
use std::path::Path;
use tileray::{RayOptions, Traversal};

/// Measures ray casts on one thread and on many, checks that both give the same hits, and compares the calls.
pub(crate) fn bench(args: &BenchArgs) -> anyhow::Result<()> {
    let traversal = Traversal::from(args.traversal);
    let options = RayOptions { traversal, ..RayOptions::default() };
    let level = match &args.map {
        Some(path) => InputFile::open(path, &args.load)?,
        None => {
            args.load.project.refuse(Path::new("the built-in map"))?;
            InputFile::built_in(&args.load)?
        }
    };
    let terrain = level.terrain(&LayersArg { names: None })?;
    if level.bounds().is_empty() {
        bail!("{}: it has no pixels to cast rays in; name a map with a size", level.name);
    }
    let rays = || RandomRays::new(&terrain, level.bounds(), args.length, args.seed);
    // 0 means the number in the environment variable of rayon, or else the number of processors.
    let pools = [pool(1)?, pool(args.threads.unwrap_or(0).into())?];
    let [alone, together] = measure_runs(pools.each_ref(), &terrain, rays(), args.rays, &options);
    if alone.checksum != together.checksum {
        bail!("{}: 1 thread and {} threads gave different hits; report this as a bug", level.name, together.threads);
    }
    let sizes = measure_sizes(pools.each_ref(), &terrain, rays(), args.rays, &options);
    let ways = pools[0].install(|| measure_calls(&terrain, rays(), args.rays)).with_context(|| level.name.clone())?;
    let figures = Figures {
        conclusion: conclusion(&ways, traversal_name(traversal), &sizes, together.threads),
        sizes,
        ways,
        map: level.name,
        rays: args.rays,
        length: args.length,
        seed: args.seed,
        traversal: traversal_name(traversal),
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
    /// The calls on one thread, with at most [`calls::MOST_RAYS`] of the rays.
    ways: Vec<CallSpeed>,
    /// What follows from the figures.
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
    text += "call    traversal  instructions        rays/s    ns/ray          rounds\n";
    for way in ways {
        let (rate, times) = (grouped(way.times.rays_per_second.round() as u64), way.times.columns());
        text += &format!("{:<7} {:<10} {:<12} {rate:>13} {times}\n", way.call, way.traversal, way.simd);
    }
    text + &format!("\n{}\n", conclusion.replace(". ", ".\n"))
}
