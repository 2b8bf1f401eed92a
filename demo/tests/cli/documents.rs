//! The samples of the documents: each command in them prints what stands below it.

use crate::fixture::Folder;
use crate::tool::{Outcome, command, tileray};
use serde_json::Value;
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// The documents with samples of the command line.
const DOCUMENTS: [&str; 5] =
    ["README.md", "demo/README.md", "docs/command-line.md", "docs/levels.md", "docs/robots.md"];

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)).expect("a file of the repository")
}

/// A command of a document, and the lines below it.
struct Sample {
    line: String,
    expected: String,
}

/// The samples of a document: in its blocks of code for a console, lines that begin with `$`.
fn samples(document: &str) -> Vec<Sample> {
    let mut samples: Vec<Sample> = Vec::new();
    for block in document.split("```console\n").skip(1) {
        for line in block.split("```").next().unwrap_or_default().lines() {
            match (line.strip_prefix("$ "), samples.last_mut()) {
                (Some(line), _) => samples.push(Sample { line: line.into(), expected: String::new() }),
                (None, Some(sample)) => writeln!(sample.expected, "{line}").expect("a line"),
                (None, None) => panic!("a block begins with output: {line}"),
            }
        }
    }
    samples
}

/// Whether a text is the expected one. `...` stands for any text, also for any lines.
fn matches(expected: &str, found: &str) -> bool {
    let mut parts = expected.split("...");
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = found.strip_prefix(first) else { return false };
    let parts: Vec<&str> = parts.collect();
    for (index, part) in parts.iter().enumerate() {
        // The line end after dots at the start of a line belongs to the lines that they stand for.
        let part = part.strip_prefix('\n').unwrap_or(part);
        let place = if index + 1 == parts.len() && !part.is_empty() { rest.rfind(part) } else { rest.find(part) };
        let Some(place) = place else { return false };
        rest = &rest[place + part.len()..];
    }
    rest.is_empty() || expected.ends_with("...\n")
}

/// Asserts that a document shows the JSON that was found: the same keys, and of each list some elements. Times differ, and
/// fractions are rounded.
#[track_caller]
fn assert_shown(shown: &Value, found: &Value, place: &str) {
    const MEASURED: [&str; 6] = ["rays_per_second", "ns_per_ray", "ns_least", "ns_most", "ns_alone", "ns_together"];
    match (shown, found) {
        (Value::Object(shown), Value::Object(found)) => {
            let keys = |map: &serde_json::Map<String, Value>| map.keys().cloned().collect::<Vec<_>>();
            assert_eq!(keys(shown), keys(found), "{place}");
            for (key, shown) in
                shown.iter().filter(|(key, _)| !MEASURED.contains(&key.as_str()) && *key != "conclusion")
            {
                assert_shown(shown, &found[key], &format!("{place}.{key}"));
            }
        }
        (Value::Array(shown), Value::Array(found)) if shown.iter().all(Value::is_object) => {
            for shown in shown {
                let name =
                    ["name", "path", "call", "threads", "rays", "hole"].into_iter().find(|key| !shown[key].is_null());
                let name = name.unwrap_or_else(|| panic!("{place}: nothing tells the elements apart"));
                let same = found.iter().find(|found| found[name] == shown[name]);
                assert_shown(shown, same.unwrap_or_else(|| panic!("{place}: no {name} is {}", shown[name])), place);
            }
            assert_eq!(shown.is_empty(), found.is_empty(), "{place}");
        }
        (Value::Number(shown), Value::Number(found)) => {
            let (shown, found) = (shown.as_f64().expect("a number"), found.as_f64().expect("a number"));
            let rounding = if shown.fract() == 0.0 { 0.0 } else { shown.abs() / 40.0 };
            assert!((shown - found).abs() <= rounding, "{place}: {shown} is shown, {found} was found");
        }
        _ => assert_eq!(shown, found, "{place}"),
    }
}

#[cfg(unix)]
#[test]
fn commands_print_what_the_documents_show() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for name in DOCUMENTS {
        let folder = Folder::new();
        for shown in ["maps", "assets"] {
            std::os::unix::fs::symlink(root.join(shown).canonicalize().expect("a folder"), folder.path(shown))
                .expect("a link");
        }
        for Sample { line, expected } in samples(&read(name)) {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words[..] {
                ["cat", file] => drop(folder.write(file, &expected)),
                ["tileray", ref args @ ..] => {
                    let Outcome { stdout, stderr, .. } =
                        command(args).current_dir(folder.path("")).output().expect("the binary runs").into();
                    let found = stdout + &stderr;
                    if let Ok(shown) = serde_json::from_str::<Value>(&expected) {
                        let found = serde_json::from_str(&found).expect("JSON, as the document shows");
                        assert_shown(&shown, &found, &format!("{name}: $ {line}: "));
                        continue;
                    }
                    assert!(matches(&expected, &found), "{name}: $ {line}\n{found}\nand not\n{expected}");
                }
                _ => panic!("{name}: no sample can be '{line}'"),
            }
        }
    }
}

#[test]
fn dots_stand_for_any_text() {
    for (expected, found, is_equal) in [
        ("a\n", "a\n", true),
        ("a\n", "a\nb\n", false),
        ("a ... c\n", "a b c\n", true),
        ("a ... c\n", "a b d\n", false),
        ("a\n...\n", "a\nb\nc\n", true),
        ("a\n...\nc\n", "a\nb\nc\n", true),
        ("a\n...\nc\n", "a\nb\nd\n", false),
        ("...\n", "a\n", true),
    ] {
        assert_eq!(matches(expected, found), is_equal, "{expected:?} {found:?}");
    }
}

#[test]
fn flags_and_commands_of_the_documents_exist() {
    let help = |name: &str| {
        let args = if name.is_empty() { vec!["--help"] } else { vec![name, "--help"] };
        tileray(&args).printed()
    };
    let all: String = ["", "demo", "cast", "scan", "solidity", "hull", "info", "bench", "man"].map(help).concat();
    for name in DOCUMENTS.into_iter().chain(["docs/performance.md"]) {
        for line in read(name).lines().filter(|line| line.contains("tileray ") && !line.starts_with("cargo install")) {
            let Some(after) = line.split("tileray ").nth(1) else { continue };
            let flags =
                after.split([' ', '`', ',', '=', '|', ')']).filter(|word| word.starts_with("--") && word.len() > 2);
            for flag in flags {
                assert!(all.contains(flag), "{name}: {flag} in '{line}'");
            }
        }
    }
}

#[test]
fn the_reference_names_every_flag() {
    let reference = read("demo/README.md");
    for command in ["demo", "cast", "scan", "solidity", "hull", "info", "bench", "man"] {
        let help = tileray(&[command, "-h"]).printed();
        let options = help.split("\nOptions:\n").nth(1).expect("options").split("\n\n").next().expect("lines");
        for flag in options.lines().filter_map(|line| line.split([' ', '[', '=']).find(|word| word.starts_with("--"))) {
            assert!(flag == "--help" || reference.contains(flag), "demo/README.md does not name {flag} of {command}");
        }
    }
}
