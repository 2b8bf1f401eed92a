//! What the program says before it opens a window, so these tests need no display.

use std::process::Command;

/// Runs the program, and returns what it writes as it fails.
fn failure(args: &[&str]) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_macroquad_platformer"));
    let output = program.args(args).env_remove("DISPLAY").output().expect("the program runs");
    assert_eq!(output.status.code(), Some(1), "{args:?}");
    String::from_utf8(output.stderr).expect("text")
}

#[test]
fn an_unknown_option_is_named() {
    assert!(failure(&["--fast"]).starts_with("error: '--fast' is not an option"));
}
