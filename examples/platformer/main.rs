//! A small platformer: run, jump, ride, dig and dodge from the spawn to the flag. A second level has crates.
//!
//! ```text
//! cargo run --release --example platformer
//! cargo run --release --example platformer -- --replay examples/platformer_game/course.replay --headless course.png
//! cargo run --release --example platformer -- --map maps/crates.tmx
//! ```
//!
//! The game, its pictures and its screens are the crate `platformer_game` beside this folder, which runs on every
//! platform. This program adds files, arguments, a window, gamepads and a PNG.

mod args;
mod gamepad;
mod headless;
mod window;

use anyhow::{Context, Result, anyhow};
use args::Args;
use clap::Parser;
use platformer_game::COURSE;
use platformer_game::game::Level;
use platformer_game::replay::Replay;
use platformer_game::session::Session;
use platformer_game::view::{Hints, View};
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use tileray::load::Files;
use tileray::tile::TileImage;

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Opens the level of the arguments, and its view.
fn open(args: &Args) -> Result<(Level, View)> {
    let sprites = args::sprites();
    let level = Level::read(&args.map, &sprites, &Files)?;
    let view = View::new(&level, &Hints::KEYS, |file| picture(&sprites.join(file)))?;
    Ok((level, view))
}

/// Decodes a picture.
fn picture(path: &Path) -> Result<TileImage> {
    let picture = image::open(path).with_context(|| format!("cannot read {}", path.display()))?.into_rgba8();
    let pixels = picture.pixels().map(|pixel| pixel.0).collect();
    TileImage::new(picture.width(), pixels).with_context(|| format!("{} has no pixels", path.display()))
}

/// The steps of the title before its picture.
const TITLE_STEPS: u32 = 600;

fn run(args: &Args) -> Result<()> {
    let (level, view) = open(args)?;
    let mut session = Session::new(level, view);
    if args.map == args::default_map() {
        session = session.with_demo(Replay::parse(COURSE).map_err(|(line, fault)| anyhow!("line {line}: {fault}"))?);
    }
    let mut steps = TITLE_STEPS;
    if let Some(path) = &args.replay {
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        let replay = Replay::parse(&text).map_err(|(line, fault)| anyhow!("{}:{line}: {fault}", path.display()))?;
        steps = replay.steps().len() as u32;
        session = session.with_replay(replay);
    }
    if let Some(path) = &args.headless {
        headless::shoot(&mut session, args.steps.unwrap_or(steps), path)?;
        let end = session.game();
        let won = if end.is_won { "won" } else { "not won" };
        // Errors are ignored: a reader of only the first line closes the pipe.
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
    let recorded = window::play(session)?;
    if let Some(path) = &args.record {
        fs::write(path, recorded.to_string()).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}
