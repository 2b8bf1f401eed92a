//! What the program says before it opens a window, so these tests need no display.

use std::fs;
use std::process::Command;

/// Runs the program, and returns what it writes as it fails.
fn failure(args: &[&str]) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_macroquad_platformer"));
    let output = program.args(args).env_remove("DISPLAY").output().expect("the program runs");
    assert_eq!(output.status.code(), Some(1), "{args:?}");
    String::from_utf8(output.stderr).expect("text")
}

#[test]
fn a_map_that_is_not_there_is_one_clear_line() {
    let text = failure(&["--map", "no/such.tmx"]);
    assert!(text.starts_with("error: no/such.tmx: ") && text.lines().count() == 1, "{text}");
}

#[test]
fn a_map_without_a_spawn_point_says_what_to_add() {
    let map = concat!(env!("CARGO_TARGET_TMPDIR"), "/empty.tmx");
    let empty = r#"<map width="2" height="2" tilewidth="8" tileheight="8"/>"#;
    fs::write(map, empty).expect("a file");
    let text = failure(&["--map", map]);
    assert!(text.contains("'spawn': add a point") && text.lines().count() == 1, "{text}");
}

#[test]
fn an_unknown_option_is_named() {
    assert!(failure(&["--fast"]).starts_with("error: '--fast' is not an option"));
}
