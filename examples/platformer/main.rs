//! A small platformer: run, jump, ride, dig and dodge from the spawn to the flag.
//!
//! ```text
//! cargo run --release --example platformer
//! cargo run --release --example platformer -- --replay examples/platformer/course.replay --headless course.gif
//! ```
//!
//! `game` is the game without a screen, `view` its pictures, `session` both with a title, a pause and an end. These and
//! `replay` run on every platform. The other modules are this one: files, arguments, a window, a GIF.

mod args;
mod files;
mod film;
mod game;
mod replay;
mod session;
mod view;
mod window;

use anyhow::{Context, Result, anyhow, bail};
use args::Args;
use clap::Parser;
use replay::Replay;
use session::Session;
use std::fs;
use std::process::ExitCode;
use view::View;

/// The recorded course, which plays behind the title.
const COURSE: &str = include_str!("course.replay");

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
    let level = files::level(&args.map, &args.sprites)?;
    let view = View::new(&level, |file| files::picture(&args.sprites.join(file)))?;
    let mut session = Session::new(level, view);
    if args.map == args::default_map() {
        session = session.with_demo(Replay::parse(COURSE).map_err(|(line, fault)| anyhow!("line {line}: {fault}"))?);
    }
    let replay = args.replay.as_deref().map(files::replay).transpose()?;
    match (&args.headless, replay) {
        (Some(path), Some(replay)) => {
            let steps = replay.steps().len();
            let mut session = session.with_replay(replay);
            film::shoot(&mut session, steps, path)?;
            let end = session.game();
            println!("wrote {}", path.display());
            println!("{} steps, {} coins, {}", end.time, end.hero.coins, if end.is_won { "won" } else { "not won" });
            println!("state {:016x}", end.state_hash());
            Ok(())
        }
        (Some(_), None) => bail!("--headless needs a recorded game: name one with --replay FILE"),
        (None, replay) => {
            let session = match replay {
                Some(replay) => session.with_replay(replay),
                None => session,
            };
            let recorded = window::play(session, args.seconds)?;
            match &args.record {
                Some(path) => {
                    fs::write(path, recorded.to_string()).with_context(|| format!("cannot write {}", path.display()))
                }
                None => Ok(()),
            }
        }
    }
}
