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
fn an_odd_word_is_named() {
    for (args, expected) in [
        (&["--fast"][..], "error: '--fast' is not an option"),
        (&["--shot"], "error: --shot lacks its value"),
        (&["--shot", "a.png", "--frames", "few"], "error: --frames: 'few' is not a number"),
    ] {
        let error = failure(args);
        assert!(error.starts_with(expected), "{error}");
    }
}
