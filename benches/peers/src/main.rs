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

use anyhow::Result;
use args::{Args, Group};
use clap::Parser;

fn main() -> Result<()> {
    // One thread for everyone: whatever asks for a pool is in it already, and wakes no thread while it is timed.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    let mut range_libc = None;
    let (name, found) = match Args::parse().group {
        Group::Rays(args) => ("rays", pool.install(|| rays::run(&args))?),
        Group::Shapes(args) => ("shapes", pool.install(|| shapes::run(&args))?.into()),
        Group::Sprites(args) => ("sprites", pool.install(|| sprites::run(&args))?.into()),
        Group::Bodies(args) => ("bodies", pool.install(|| bodies::run(&args))?.into()),
        Group::Terrain(args) => ("terrain", pool.install(|| terrain::run(&args))?.into()),
        Group::Masks(args) => ("masks", pool.install(|| masks::run(&args))?.into()),
        Group::Scans(args) => {
            let found = pool.install(|| scans::run(&args))?;
            range_libc = args.range_libc_commit;
            ("scans", found)
        }
    };
    print!("{}", report::blocks(name, &found, range_libc.as_deref()));
    Ok(())
}
