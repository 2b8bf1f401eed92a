mod checksum;
mod random_rays;
mod run;
mod text;
mod way;

use super::level::Level;
use crate::args::{BenchArgs, LayersArg, ReportFormat};
use crate::number;
use crate::output::{print, print_json};
use anyhow::{Context, bail};
use random_rays::RandomRays;
use rayon::{ThreadPool, ThreadPoolBuilder};
use run::Run;
use serde::Serialize;
use tileray::{Ray, RayOptions, Traversal};
use way::Way;

/// Measures ray casts on one thread and on many, checks that both give the same hits, and compares the ways to cast.
pub(crate) fn bench(args: &BenchArgs) -> anyhow::Result<()> {
    let traversal = Traversal::from(args.traversal);
    let options = RayOptions { traversal, ..RayOptions::default() };
    let length = number::length("--length", &args.length)?;
    if length > Ray::MAX_LENGTH {
        bail!("--length {length}: a ray is at most {} pixels long; give a smaller number", Ray::MAX_LENGTH);
    }
    let level = match &args.map {
        Some(path) => Level::open(path)?,
        None => Level::built_in()?,
    };
    let terrain = level.terrain(&LayersArg { names: None })?;
    if level.bounds().is_empty() {
        bail!("{}: it has no pixels to cast rays in; name a map with a size", level.name);
    }
    let rays = || RandomRays::new(&terrain, level.bounds(), length, args.seed);
    let run = |pool: &ThreadPool| run::measure(pool, &terrain, rays(), args.rays, &options);

    let alone_pool = pool(1)?;
    let alone = run(&alone_pool);
    // 0 lets rayon take what its environment variable says, or else the number of processors.
    let together = run(&pool(args.threads.unwrap_or(0).into())?);
    if alone.checksum != together.checksum {
        bail!("{}: 1 thread and {} threads gave different hits; report this as a bug", level.name, together.threads);
    }
    let ways = alone_pool.install(|| way::measure_all(&terrain, rays(), args.rays));
    let figures = Figures {
        ways: ways.with_context(|| level.name.clone())?,
        map: level.name,
        rays: args.rays,
        length,
        seed: args.seed,
        traversal: way::traversal_name(traversal),
        checksum: format!("{:016x}", alone.checksum),
        results: [alone, together],
    };
    match args.format {
        ReportFormat::Text => print(&text::table(&figures)),
        ReportFormat::Json => print_json(&figures),
    }
}

fn pool(threads: usize) -> anyhow::Result<ThreadPool> {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    pool.with_context(|| format!("--threads {threads}: they cannot be started; give a smaller number"))
}

/// What was measured: in JSON as it stands here.
#[derive(Serialize)]
struct Figures {
    map: String,
    rays: u64,
    length: f64,
    seed: u64,
    traversal: &'static str,
    /// One thread, then many.
    results: [Run; 2],
    /// Equal for both.
    checksum: String,
    /// On one thread, at most [`way::MOST_RAYS`] of the rays.
    ways: Vec<Way>,
}
