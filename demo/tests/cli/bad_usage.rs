use crate::tool::tileray;

#[test]
fn wrong_usage_is_told_by_exit_code_2() {
    for line in [
        "cast",
        "cast maps/cave.tmx",
        "cast maps/cave.tmx --from 1,2",
        "cast maps/cave.tmx --from 1,2 --angle 5",
        "cast maps/cave.tmx --from 1,2 --length 5",
        "cast maps/cave.tmx --to 1,2",
        "cast maps/cave.tmx --from 1,2 --to 3,4 --angle 5 --length 6",
        "cast maps/cave.tmx --from 1,2 --to 3,4 --length 6",
        "cast maps/cave.tmx --from 1,2 --to 3,4 --rays -",
        "cast maps/cave.tmx --rays - --to 3,4",
        "cast maps/cave.tmx --rays - --traversal straight",
        "solidity maps/cave.tmx --alpha 256",
        "solidity maps/cave.tmx --limit pixels=5",
        "solidity maps/cave.tmx --limit image_pixels",
        "solidity maps/cave.tmx --limit image_pixels=-1",
        "solidity maps/cave.tmx --alpha 5 --dark",
        "solidity maps/cave.tmx --alpha 5 --dark=6",
        "solidity maps/cave.tmx --dark=256",
        "solidity maps/cave.tmx --dark=much",
        "hull assets/hero.png --alpha 300",
        "hull assets/hero.png --mode round",
        "hull assets/hero.png --max-vertices 2",
        "hull assets/hero.png --max-pieces 0",
        "bench --rays -5",
        "bench --threads 0",
        "demo one.tmx two.tmx",
    ] {
        let outcome = tileray(&line.split(' ').collect::<Vec<_>>());
        assert_eq!((outcome.code, &*outcome.stdout), (Some(2), ""), "{line}");
        assert!(outcome.stderr.starts_with("error: "), "{line}: {}", outcome.stderr);
    }
}

#[test]
fn a_second_map_is_told_as_one() {
    for (line, second) in [("one.tmx two.tmx", "two.tmx"), ("one.tmx cast", "cast"), ("cave.png info cave.png", "info")]
    {
        let outcome = tileray(&line.split(' ').collect::<Vec<_>>());
        assert_eq!(outcome.code, Some(2), "{line}");
        let words = format!("unexpected argument '{second}'; name one MAP, or a command before");
        assert!(outcome.stderr.contains(&words), "{line}: {}", outcome.stderr);
    }
}

#[test]
fn malformed_numbers_are_wrong_usage() {
    let cast = |args: &[&str]| tileray(&[&["cast", "maps/cave.tmx"], args].concat());
    cast(&["--from", "1,1", "--angle", "up", "--length", "1"]).misused(&[
        "invalid value 'up' for '--angle <",
        "not a number",
        "degrees",
    ]);
    cast(&["--from", "1,1", "--angle", "0", "--length", "-5"]).misused(&[
        "invalid value '-5' for '--length <",
        "negative",
        "0 or more",
    ]);
    cast(&["--from", "1e9,1", "--angle", "0", "--length", "1e9"]).misused(&["the ray ends at 2000000000,1", "shorter"]);
    for (args, fault) in [
        (&["bench", "--rays", "1e6"][..], "invalid digit"),
        (&["bench", "--rays", "0"], "0 is not in 1.."),
        (&["bench", "--threads", "2000"], "2000 is not in 1..=1024"),
        (&["solidity", "maps/cave.tmx", "--alpha", "300"], "300 is not in 0..=255"),
        (&["info", "maps/cave.tmx", "--line-width", "thin"], "invalid digit"),
    ] {
        tileray(args).misused(&[fault]);
    }
    tileray(&["hull", "assets/sprites/hero.png", "--max-error", "nan"])
        .misused(&["'--max-error <PX>'", "not a finite"]);
    tileray(&["bench", "--length", "1e9"]).misused(&["--length", "1048576", "smaller"]);
}

#[test]
fn names_tell_the_format_or_are_refused() {
    let solidity = |out| tileray(&["solidity", "maps/cave.tmx", "--out", out]);
    for out in ["mask.jpg", "mask.svg", "mask.PNG.txt"] {
        solidity(out).misused(&[out, "'--out <FILE.png>'", "name a .png file"]);
    }
    tileray(&["hull", "assets/sprites/hero.png", "--out", "hull.png"]).misused(&["as .png", ".json, .svg or .txt"]);
    let cast = ["cast", "maps/cave.tmx", "--from", "1,1", "--to", "2,2", "--out", "hits.xlsx"];
    tileray(&cast).misused(&["as .xlsx", ".csv, .json, .jsonl, .ndjson, .txt or .npy"]);
}

#[test]
fn a_misspelled_command_is_told_as_one() {
    for (line, meant) in [
        ("csat", "cast"),
        ("csat maps/cave.tmx --from 1,1 --to 2,2", "cast"),
        ("inof", "info"),
        ("hepl", "help"),
        ("bnech", "bench"),
    ] {
        let outcome = tileray(&line.split(' ').collect::<Vec<_>>());
        outcome.misused(&["there is no command and no file", &format!("did you mean '{meant}'?")]);
    }
    // What is no misspelled command is a map.
    for map in ["none", "csat.tmx", "./csat"] {
        tileray(&[map]).refused(&[map, "no such file"]);
    }
    tileray(&["cast", "maps/cave.tmx", "--form", "1,2"]).misused(&["'--form'", "'--from'"]);
    tileray(&["cast", "maps/cave.tmx", "--from", "1", "2", "--to", "3", "4"]).misused(&["argument '2'", "one word"]);
    tileray(&["solidity", "maps/cave.tmx", "--dark", "200"]).misused(&["argument '200'; write --dark=200"]);
}

#[test]
fn every_command_has_examples_and_tells_the_exit_codes() {
    for line in [
        "--help",
        "demo -h",
        "cast --help",
        "solidity -h",
        "hull -h",
        "info -h",
        "bench -h",
        "completions -h",
        "man -h",
        "help cast",
    ] {
        let printed = tileray(&line.split(' ').collect::<Vec<_>>()).printed();
        assert!(printed.contains("Usage: tileray"), "{line}: {printed}");
        assert!(printed.contains("\nExamples:\n  tileray"), "{line}: {printed}");
        assert!(printed.contains("\nExit codes: 0 done; 1 failed"), "{line}: {printed}");
        let after = printed.split("\nExamples:\n").nth(1).expect("examples");
        assert!(after.lines().all(|line| line.len() <= 110), "{line}: {after}");
    }
    assert_eq!(tileray(&["--version"]).printed(), concat!("tileray ", env!("CARGO_PKG_VERSION"), "\n"));
}
