//! Tileray's command line, and the demo in a window. It is a library so that the fuzzer reads rays as the program does.

use crate::args::{Args, Command};
use std::process::ExitCode;

pub use crate::cli::read_rays;

mod args;
mod cli;
mod demo;
mod fault;
mod help;
mod load_args;
mod number;
mod output;
mod value_args;

/// Runs the program by the arguments of its command line.
#[must_use]
pub fn run() -> ExitCode {
    let args = Args::of_command_line();
    let done = match args.command {
        None => demo::run(&args.demo),
        Some(Command::Demo(args)) => demo::run(&args),
        Some(Command::Cast(args)) => cli::cast(&args),
        Some(Command::Scan(args)) => cli::scan(&args),
        Some(Command::Solidity(args)) => cli::solidity(&args),
        Some(Command::Hull(args)) => cli::hull(&args),
        Some(Command::Info(args)) => cli::info(&args),
        Some(Command::Bench(args)) => cli::bench(&args),
        Some(Command::Completions(args)) => cli::completions(&args),
        Some(Command::Man(args)) => cli::man(&args),
    };
    fault::report(done)
}
