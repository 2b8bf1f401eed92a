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

fn report(cave: &Cave, is_quick: bool) {
    let effort = Effort { bodies: 500, rays: 10_000, steps: if is_quick { 60 } else { 600 } };
    let [read, made] = cave.took.map(app::milliseconds);
    println!("Reading the files of the map took {read:.1} ms, making terrain of it {made:.1} ms.");
    println!("Times are medians; in brackets is what 10 % and 99 % of them do not exceed.\n");

    let mut contestants = vec![Contestant::tileray(cave)];
    contestants.extend(Form::ALL.map(|form| Contestant::avian(cave, form)));
    println!("### Answers of rays\n");
    answers::compare(cave, &mut contestants, effort.rays);

    println!("\n### {} bodies and {} rays in each fixed step\n", effort.bodies, effort.rays);
    for contestant in &mut contestants {
        contestant.populate(cave, &effort);
    }
    crowd::race(&mut contestants, &effort);
    crowd::report(&mut contestants, cave);
    println!("\n{} steps; a step at {} Hz has {:.2} ms.", effort.steps, app::RATE, 1e3 / app::RATE);

    println!("\n### A hole in each step\n");
    edits::report(cave, effort.steps / 6);

    println!("\n### Seams of a flat floor\n");
    seams::report();

    println!("\n{}. `{COMMAND}{}`", host(), if is_quick { " -- --quick" } else { "" });
}

/// The day, the processor, and how many threads of all programs were running or ready over the last minute.
fn host() -> String {
    // Linux keeps both in files; other systems do not.
    let read = |path| std::fs::read_to_string(path).unwrap_or_default();
    let (processors, load) = (read("/proc/cpuinfo"), read("/proc/loadavg"));
    let name = processors.lines().find_map(|line| Some(line.strip_prefix("model name")?.split_once(':')?.1.trim()));
    let name = name.unwrap_or(std::env::consts::ARCH);
    let (threads, load) = (rayon::current_num_threads(), load.split(' ').next().unwrap_or_default());
    let (date, system) = (time::OffsetDateTime::now_utc().date(), std::env::consts::OS);
    format!("{date}, {name}, {threads} threads, {system}; load {load} at the end")
}
