//! The command line: what it prints, and one clear line for what it cannot do.

use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_rollback")).args(arguments).output().expect("the program runs")
}

/// Returns the lines of a run that ends well.
fn lines(arguments: &[&str]) -> Vec<String> {
    let output = run(arguments);
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("text");
    assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stdout).lines().map(str::to_owned).collect()
}

#[test]
fn both_commands_end_in_the_same_state() {
    let state = |line: &String| line.strip_prefix("state ").map(|rest| rest.chars().take(16).collect::<String>());
    let alone: Vec<_> = lines(&["sync-test", "--frames", "90", "--seed", "5"]).iter().filter_map(state).collect();
    let peers: Vec<_> = lines(&["loopback", "--frames", "90", "--seed", "5"]).iter().filter_map(state).collect();
    assert_eq!((alone.len(), peers.len()), (1, 2));
    assert!(peers.iter().all(|peer| *peer == alone[0]));
}

#[test]
fn an_injected_fault_is_named() {
    let found = "desync found: fault injected in frame 60, states differ from frame 61 on";
    assert_eq!(lines(&["sync-test", "--frames", "90", "--desync", "60"]), [found]);
    let peers = ["loopback", "--frames", "90", "--desync", "60", "--loss", "0"];
    assert_eq!(lines(&peers).last().map(String::as_str), Some(found));
}

#[test]
fn rollbacks_are_timed() {
    let table = lines(&["time", "--frames", "40"]);
    assert_eq!((table.len(), table[0].as_str()), (7, "5 rollbacks of 8 frames"));
    let numbers: Vec<f64> = table[6].split_whitespace().filter_map(|word| word.parse().ok()).collect();
    assert!(numbers.len() == 3 && numbers.is_sorted() && numbers[0] > 0.0, "{numbers:?}");
}

#[test]
fn bad_options_are_one_clear_line() {
    let cases: [(&[&str], &str); 7] = [
        (&[], "error: 'rollback' requires a subcommand but one was not provided; --help lists the options"),
        (&["fly"], "error: unrecognized subcommand 'fly'; --help lists the options"),
        (&["time", "--loss", "3"], "error: unexpected argument '--loss' found; --help lists the options"),
        (
            &["sync-test", "--frames", "ten"],
            "error: invalid value 'ten' for '--frames <N>': invalid digit found in string; --help lists the options",
        ),
        (
            &["sync-test", "--frames", "0"],
            "error: invalid value '0' for '--frames <N>': 0 is not in 1..=1000000; --help lists the options",
        ),
        (
            &["loopback", "--loss", "51"],
            "error: invalid value '51' for '--loss <PERCENT>': 51 is not in 0..=50; --help lists the options",
        ),
        (&["loopback", "--frames", "9", "--desync", "9"], "error: --desync 9: write a frame before the end, 9"),
    ];
    for (arguments, line) in cases {
        let output = run(arguments);
        assert!(!output.status.success() && output.stdout.is_empty(), "{arguments:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), format!("{line}\n"), "{arguments:?}");
    }
    assert!(run(&["--help"]).status.success());
}
