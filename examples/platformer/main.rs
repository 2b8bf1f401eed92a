//! A small platformer: run, jump, ride, dig and dodge from the spawn to the flag.
//!
//! ```text
//! cargo run --release --example platformer
//! cargo run --release --example platformer -- --replay examples/platformer/course.replay --headless course.png
//! ```
//!
//! `game` is the game without a screen, `view` its pictures, `session` both with a title, a pause and an end. These and
//! `replay` run on every platform. The other modules are this one: files, arguments, a window, a PNG.

mod args;
mod files;
mod game;
mod gamepad;
mod headless;
mod pace;
mod replay;
mod session;
mod view;
mod window;

use anyhow::{Context, Result, anyhow};
use args::Args;
use clap::Parser;
use replay::Replay;
use session::Session;
use std::fs;
use std::io::{self, Write};
use std::process::ExitCode;
use view::{Hints, View};

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

/// The steps of the title before its picture.
const TITLE_STEPS: u32 = 600;

fn run(args: &Args) -> Result<()> {
    let level = files::level(&args.map, &args.sprites)?;
    let mut view = View::new(&level, &Hints::KEYS, |file| files::picture(&args.sprites.join(file)))?;
    view.set_shakes(!args.no_shake);
    let mut session = Session::new(level, view);
    if args.map == args::default_map() {
        session = session.with_demo(Replay::parse(COURSE).map_err(|(line, fault)| anyhow!("line {line}: {fault}"))?);
    }
    let mut steps = TITLE_STEPS;
    if let Some(path) = &args.replay {
        let replay = files::replay(path)?;
        steps = replay.steps().len() as u32;
        session = session.with_replay(replay);
    }
    if let Some(path) = &args.headless {
        headless::shoot(&mut session, args.steps.unwrap_or(steps), args.size, path)?;
        let end = session.game();
        let won = if end.is_won { "won" } else { "not won" };
        // Whoever reads only the first line closes the pipe.
        let _ = writeln!(
            io::stdout(),
            "wrote {}\n{} steps, {} coins, {won}\nstate {:016x}",
            path.display(),
            end.time,
            end.hero.coins,
            end.state_hash()
        );
        return Ok(());
    }
    let recorded = window::play(session, args.seconds)?;
    if let Some(path) = &args.record {
        fs::write(path, recorded.to_string()).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}
