//! The command line of the duel: a sync test, two peers in memory or over UDP, and the time of a rollback.

#![expect(clippy::disallowed_types, reason = "runs are timed by the clock")]

mod args;
mod report;

use args::{Args, Command};
use clap::Parser;
use report::Failure;
use rollback::session::{join_match, play_loopback, play_sync_test};
use rollback::timing::time_rollbacks;
use std::io;
use std::process::ExitCode;
use std::time::Instant;

fn main() -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(help) if !help.use_stderr() => help.exit(),
        Err(error) => {
            // The first line says what is wrong.
            let text = error.to_string();
            eprintln!("{}; --help lists the options", text.lines().next().unwrap_or("error: bad arguments"));
            return ExitCode::from(2);
        }
    };
    match run(&args.command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: &Command) -> Result<(), Failure> {
    let (start, out, plan) = (Instant::now(), &mut io::stdout().lock(), command.plan());
    if let Some(frame) = plan.desync.filter(|&frame| frame >= plan.frames) {
        return Err(Failure::Late(frame, plan.frames));
    }
    match command {
        Command::SyncTest { .. } => {
            let result = play_sync_test(plan)?;
            report::sync_test(plan, &result, start.elapsed(), out)
        }
        Command::Loopback { network, .. } => {
            let result = play_loopback(plan, *network)?;
            report::loopback(plan, *network, &result, start.elapsed(), out)
        }
        Command::Join { player, port, other, .. } => {
            let result = join_match(plan, usize::from(*player) - 1, *port, *other)?;
            report::join(plan, usize::from(*player), &result, out)
        }
        Command::Time { .. } => report::rollbacks(&time_rollbacks(plan), out),
    }
}
