//! A small platformer: run, jump, ride, dig and dodge from the spawn to the flag.
//!
//! ```text
//! cargo run --release --example platformer
//! cargo run --release --example platformer -- --replay examples/platformer/course.replay --headless course.gif
//! ```
//!
//! `game` is the game without a screen. The other modules show it in a window or render it into a GIF.

mod args;
mod film;
mod game;
mod replay;
mod view;
mod window;

use anyhow::{Context, Result, bail};
use args::Args;
use clap::Parser;
use game::{Game, Level};
use replay::Replay;
use std::fs;
use std::process::ExitCode;

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &Args) -> Result<()> {
    let game = Game::new(Level::open(&args.map, &args.sprites)?);
    let replay = args.replay.as_deref().map(Replay::open).transpose()?;
    match (&args.headless, replay) {
        (Some(path), Some(replay)) => {
            let end = film::shoot(game, &replay, path, &args.sprites)?;
            println!("wrote {}", path.display());
            println!("{} steps, {} coins, {}", end.time, end.hero.coins, if end.is_won { "won" } else { "not won" });
            println!("state {:016x}", end.state_hash());
            Ok(())
        }
        (Some(_), None) => bail!("--headless needs a recorded game: name one with --replay FILE"),
        (None, replay) => {
            let recorded = window::play(game, replay.as_ref(), args)?;
            match &args.record {
                Some(path) => {
                    fs::write(path, recorded.to_string()).with_context(|| format!("cannot write {}", path.display()))
                }
                None => Ok(()),
            }
        }
    }
}
