//! Tileray against other crates: the same scenes, the same questions, answers compared before anything is timed.
//!
//! One sub-command a group of queries. `README.md` tells what is measured and how to read it.

mod args;
mod bit_mask;
#[cfg(feature = "maps")]
mod bodies;
mod boxes;
mod host;
mod masks;
mod parry;
mod race;
mod rays;
mod report;
#[cfg(feature = "maps")]
mod scans;
mod scene;
mod shapes;
mod sprites;
#[cfg(feature = "maps")]
mod terrain;
mod timing;

use anyhow::{Context, Result};
use args::{Args, Format, Group, RaysArgs};
use clap::Parser;
use host::Host;
use report::Row;

fn main() -> Result<()> {
    // One thread for everyone: whatever asks for a pool is in it already, and wakes no thread while it is timed.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    let (rows, format) = match Args::parse().group {
        Group::Rays(args) => (pool.install(|| measure_rays(&args))?, args.run.format),
        Group::Shapes(args) => (pool.install(|| shapes::run(&args))?, args.format),
        Group::Sprites(args) => (pool.install(|| sprites::run(&args))?, args.format),
        #[cfg(feature = "maps")]
        Group::Bodies(args) => (pool.install(|| bodies::run(&args))?, args.format),
        #[cfg(feature = "maps")]
        Group::Terrain(args) => (pool.install(|| terrain::run(&args))?, args.format),
        #[cfg(feature = "maps")]
        Group::Scans(args) => (pool.install(|| scans::run(&args))?, args.run.format),
        Group::Masks(args) => (pool.install(|| masks::run(&args))?, args.format),
    };
    match format {
        Format::Markdown => print!("{}", report::markdown(&rows, &Host::new())),
        Format::Json => println!("{}", serde_json::to_string_pretty(&rows)?),
    }
    Ok(())
}

/// The rows of the rays, and the picture that is asked for.
fn measure_rays(args: &RaysArgs) -> Result<Vec<Row>> {
    let rows = rays::run(args)?;
    if let Some(path) = &args.plot {
        let picture = rays::plot(&rows)?;
        std::fs::write(path, picture).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(rows)
}
