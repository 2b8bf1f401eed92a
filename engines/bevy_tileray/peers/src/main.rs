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

/// Prints a table that a function prints, below the day, the machine and the versions.
fn block(name: &str, table: impl FnOnce()) {
    println!("<!-- {name} -->\n{}. {}.\n", host(), versions());
    table();
    println!("<!-- /{name} -->\n");
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
    format!("{date}, {name}, {threads} threads, {system}, load {load}")
}

/// The commit of the plugin, and the versions of Avian and Bevy in the lock file.
fn versions() -> String {
    let git = |arguments: &[&str]| std::process::Command::new("git").args(arguments).output().ok();
    let commit = git(&["describe", "--always", "--abbrev=8"]).and_then(|output| String::from_utf8(output.stdout).ok());
    // The tables of an earlier run change nothing that is measured.
    let changes = git(&["diff", "--quiet", "HEAD", "--", ":/", ":(top,exclude)*.md"]);
    let changed = if changes.is_some_and(|output| !output.status.success()) { ", changed" } else { "" };
    let version = |name: &str| {
        let (_, rest) = include_str!("../../Cargo.lock").split_once(&format!("name = \"{name}\"\nversion = \""))?;
        rest.split_once('"').map(|(version, _)| version)
    };
    let [avian, bevy] = ["avian2d", "bevy_app"].map(|name| version(name).unwrap_or("of unknown version"));
    format!("The plugin at commit {}{changed}, Avian {avian}, Bevy {bevy}", commit.unwrap_or_default().trim())
}
