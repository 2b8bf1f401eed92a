//! Runs the programs and the library for long, and fails where their memory grows, or where they become slow.
//!
//! `tests/endurance/run` builds what it needs, and gives it a screen. A run prints a line:
//! the least memory in each tenth of the time, and the greatest; then what was done, and how fast.

mod level;
mod memory;
mod screen;
mod stream;
mod windows;

use anyhow::{Context, Result};
use clap::{Parser, ValueEnum};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

/// Runs the programs and the library for long, and fails where their memory grows, or where they become slow.
#[derive(Debug, Parser)]
struct Args {
    /// What to run.
    #[arg(value_enum, required = true)]
    what: Vec<What>,
    /// How long the demo, the game and the command line run.
    #[arg(long, default_value_t = 30.0)]
    minutes: f64,
    /// How often a map is loaded anew.
    #[arg(long, default_value_t = 10_000)]
    reloads: u64,
    /// How often a terrain is edited.
    #[arg(long, default_value_t = 1_000_000)]
    edits: u64,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum What {
    /// The demo in a window; its map is saved once a second.
    Demo,
    /// The example `platformer` in a window.
    Game,
    /// `tileray cast --rays -` with rays that do not end.
    Cast,
    /// A map that is saved, opened and put into a terrain.
    Reload,
    /// One terrain that is dug and filled.
    Edits,
}

fn run(args: &Args, what: What) -> Result<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize()?;
    // This program stands beside the others.
    let own = std::env::current_exe()?;
    let programs = own.parent().context("a program is in a folder")?;
    let time = Duration::try_from_secs_f64(args.minutes * 60.0).context("--minutes")?;
    match what {
        What::Demo => windows::demo(programs, &root, time),
        What::Game => windows::game(programs, time),
        What::Cast => stream::cast(programs, &root, time),
        What::Reload => level::reload(&root, args.reloads),
        What::Edits => level::edits(&root, args.edits),
    }
}

fn main() -> ExitCode {
    let args = Args::parse();
    let mut code = ExitCode::SUCCESS;
    for what in &args.what {
        let name = what.to_possible_value().expect("no name is hidden");
        match run(&args, *what) {
            Ok(text) => println!("{}: {text}", name.get_name()),
            Err(error) => {
                eprintln!("{}: FAILED: {error:#}", name.get_name());
                code = ExitCode::FAILURE;
            }
        }
    }
    code
}
