//! Tileray against other crates: the same scenes, the same questions, answers compared before anything is timed.
//!
//! One sub-command a group of queries. `README.md` tells what is measured and how to read it.

mod args;
mod bit_mask;
mod boxes;
mod host;
mod rays;
mod report;
mod scene;
mod timing;

use anyhow::{Context, Result};
use args::{Args, Format, Group};
use clap::Parser;
use host::Host;

fn main() -> Result<()> {
    let Group::Rays(args) = Args::parse().group;
    // One thread for everyone: whatever asks for a pool is in it already, and wakes no thread while it is timed.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    let rows = pool.install(|| rays::run(&args))?;
    if let Some(path) = &args.plot {
        let picture = rays::plot(&rows)?;
        std::fs::write(path, picture).with_context(|| format!("cannot write {}", path.display()))?;
    }
    match args.format {
        Format::Markdown => print!("{}", report::markdown(&rows, &Host::new())),
        Format::Json => println!("{}", serde_json::to_string_pretty(&rows)?),
    }
    Ok(())
}
