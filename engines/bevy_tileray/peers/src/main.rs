//! Measures the plugin in Bevy's own schedules, and Avian with the same map, bodies and rays. Prints tables in Markdown.
#![forbid(unsafe_code)]

mod answers;
mod app;
mod avian_rays;
mod cave;
mod colliders;
mod crowd;
mod edits;
mod host;
mod seams;
mod timing;
mod walker;

use cave::Cave;
use colliders::Form;
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

fn report(cave: &Cave, is_quick: bool) {
    let effort = Effort { bodies: 500, rays: 10_000, steps: if is_quick { 60 } else { 600 } };
    let [read, made] = [&cave.read, &cave.made].map(|times| timing::milliseconds(times.median()));
    println!("Reading the files of the map took {read:.1} ms, making terrain of it {made:.1} ms.");
    println!("Times are medians; in brackets is what 10 % and 99 % of them do not exceed.\n");

    println!("### Edits and rays\n");
    edits::report(cave, if is_quick { 400 } else { 2000 });

    let mut contestants = vec![Contestant::tileray(cave)];
    contestants.extend(Form::ALL.map(|form| Contestant::avian(cave, form)));
    println!("\n### Answers of rays\n");
    answers::compare(cave, &mut contestants, effort.rays);

    println!("\n### {} bodies and {} rays in each fixed step\n", effort.bodies, effort.rays);
    for contestant in &mut contestants {
        contestant.populate(cave, &effort);
    }
    crowd::race(&mut contestants, &effort);
    crowd::report(&mut contestants, cave);
    println!("\n{} steps; a step at {} Hz has {:.2} ms.", effort.steps, app::RATE, 1e3 / app::RATE);

    println!("\n### Seams of a flat floor\n");
    seams::report();

    println!("\n{}. `{COMMAND}{}`", host::Host::new(), if is_quick { " -- --quick" } else { "" });
}
