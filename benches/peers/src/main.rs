//! Tileray against other crates: the same scenes, the same questions, answers compared before anything is timed.
//!
//! One sub-command a group of queries. `README.md` tells what is measured and how to read it.

mod agents;
mod args;
mod bodies;
mod level;
mod masks;
mod outline;
mod race;
mod rays;
mod report;
mod scans;
mod shadow;
mod shapes;
mod solid;
mod sprites;
mod terrain;

use anyhow::{Context, Result};
use args::{Args, Format, Group, RaysArgs};
use clap::Parser;
use report::Row;

fn main() -> Result<()> {
    // One thread for everyone: whatever asks for a pool is in it already, and wakes no thread while it is timed.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    let group = Args::parse().group;
    let (name, rows, run) = match &group {
        Group::Rays(args) => ("rays", pool.install(|| measure_rays(args))?, &args.run),
        Group::Shapes(args) => ("shapes", pool.install(|| shapes::run(args))?, args),
        Group::Sprites(args) => ("sprites", pool.install(|| sprites::run(args))?, args),
        Group::Bodies(args) => ("bodies", pool.install(|| bodies::run(args))?, args),
        Group::Terrain(args) => ("terrain", pool.install(|| terrain::run(args))?, args),
        Group::Scans(args) => ("scans", pool.install(|| scans::run(args))?, &args.run),
        Group::Masks(args) => ("masks", pool.install(|| masks::run(args))?, args),
    };
    let range_libc = if let Group::Scans(args) = &group { args.range_libc_commit.as_deref() } else { None };
    match run.format {
        Format::Markdown => print!("{}", report::blocks(name, &rows, range_libc)),
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
