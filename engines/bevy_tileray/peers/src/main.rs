//! Measures the plugin in Bevy's own schedules, and Avian with the same map, bodies and rays. Prints tables in Markdown.
#![forbid(unsafe_code)]

mod answers;
mod app;
mod cave;
mod crowd;
mod edits;
mod seams;

use cave::{Cave, Form};
use crowd::{Contestant, Effort};
use std::process::ExitCode;

const COMMAND: &str = "cargo run --release -p bevy_tileray_bench --ignore-rust-version";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let is_quick = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => false,
        ["--quick"] => true,
        _ => {
            eprintln!("usage: {COMMAND} [-- --quick]");
            return ExitCode::FAILURE;
        }
    };
    match Cave::open() {
        Ok(cave) => {
            report(&cave, is_quick);
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Prints the tables, each between marks by which `benches/into_pages` finds its place.
fn report(cave: &Cave, is_quick: bool) {
    let effort = Effort { bodies: 500, rays: 10_000, steps: if is_quick { 60 } else { 600 } };
    let mut contestants = vec![Contestant::tileray(cave)];
    contestants.extend(Form::ALL.map(|form| Contestant::avian(cave, form)));
    block("answers", || answers::compare(cave, &mut contestants, effort.rays));
    for contestant in &mut contestants {
        contestant.populate(cave, &effort);
    }
    crowd::race(&mut contestants, &effort);
    block("crowd", || {
        crowd::report(&mut contestants, cave);
        let [read, made] = cave.took.map(app::milliseconds);
        println!("\n{} steps; a step at {} Hz has {:.2} ms.", effort.steps, app::RATE, 1e3 / app::RATE);
        println!("Reading the files of the map took {read:.1} ms, making terrain of it {made:.1} ms.");
    });
    block("edits", || edits::report(cave, effort.steps / 6));
    block("seams", seams::report);
}

/// Prints a table that a function prints, below the versions.
fn block(name: &str, table: impl FnOnce()) {
    println!("<!-- {name} -->\n{}.\n", versions());
    table();
    println!("<!-- /{name} -->\n");
}

/// The versions of Avian and Bevy in the lock file, and the threads of both.
fn versions() -> String {
    let version = |name: &str| {
        let (_, rest) = include_str!("../../Cargo.lock").split_once(&format!("name = \"{name}\"\nversion = \""))?;
        rest.split_once('"').map(|(version, _)| version)
    };
    let [avian, bevy] = ["avian2d", "bevy_app"].map(|name| version(name).unwrap_or("of unknown version"));
    format!("Avian {avian}, Bevy {bevy}, {} threads", rayon::current_num_threads())
}
