use crate::fixture::Folder;
use crate::tool::{command, tileray, tileray_fed};
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use std::sync::mpsc;
use std::time::Duration;
use std::{fs, thread};

const HEADER: &str = "hit,pixel_x,pixel_y,distance,normal_x,normal_y,layer,cell_x,cell_y,tile\n";
const RAYS: &str = "2.5,10.5,30.5,10.5\n-9,-9,-5,3\n3,20,3,0\n";
const ANSWERS: &str = "1,16,10,13.5,-1,0,1,2,1,0\n0,,,,,,,,,\n1,3,20,0,0,0,1,0,2,0\n";

#[test]
fn a_file_or_standard_input_is_answered_line_by_line() {
    let (folder, level) = Folder::with_level();
    let file = folder.write("rays.csv", RAYS);
    assert_eq!(tileray(&["cast", &level, "--rays", &file]).printed(), format!("{HEADER}{ANSWERS}"));
    assert_eq!(tileray_fed(&["cast", &level, "--rays", "-"], RAYS).printed(), format!("{HEADER}{ANSWERS}"));
    assert_eq!(tileray_fed(&["cast", &level, "--rays", "-"], "").printed(), HEADER);
}

#[test]
fn answers_are_written_into_a_file_as_its_name_tells() {
    let (folder, level) = Folder::with_level();
    let rays = folder.write("rays.csv", RAYS);
    let written = |name: &str, flags: &[&str]| {
        let out = folder.name(name);
        let flags = [&["cast", &level, "--rays", &rays, "--out", &out], flags].concat();
        assert_eq!(tileray(&flags).printed(), "");
        fs::read_to_string(folder.path(name)).expect("it was written")
    };
    assert_eq!(written("hits.csv", &[]), format!("{HEADER}{ANSWERS}"));
    assert_eq!(written("hits", &[]), format!("{HEADER}{ANSWERS}"));
    assert_eq!(written("hits.dat", &["--format", "csv"]), format!("{HEADER}{ANSWERS}"));
    assert!(written("hits.jsonl", &[]).starts_with("{\"hit\":true,"));
    assert!(written("hits.txt", &[]).starts_with("1: hit 16,10 at 13.5 px"));
    // A bad line fails the whole, so the older file stays.
    folder.write("rays.csv", format!("{RAYS}oops\n"));
    let out = folder.name("hits.csv");
    tileray(&["cast", &level, "--rays", &rays, "--out", &out]).refused(&["rays.csv:4: 1 field where 4"]);
    assert_eq!(fs::read_to_string(folder.path("hits.csv")).expect("a file"), format!("{HEADER}{ANSWERS}"));
}

#[test]
fn other_formats_are_a_line_a_ray_too() {
    let (_folder, level) = Folder::with_level();
    let printed = tileray_fed(&["cast", &level, "--rays", "-", "--format", "json"], RAYS).printed();
    let hits: Vec<serde_json::Value> =
        printed.lines().map(|line| serde_json::from_str(line).expect("an object a line")).collect();
    assert_eq!(hits.iter().map(|hit| hit["hit"].as_bool()).collect::<Vec<_>>(), [Some(true), Some(false), Some(true)]);
    let printed = tileray_fed(&["cast", &level, "--rays", "-", "--format", "text"], RAYS).printed();
    let expected = "\
1: hit 16,10 at 13.5 px, left face, layer 1 'rocks/ground', cell 2,1, tile 0 of set 0 'rock', flips -
2: no hit
3: hit 3,20 at 0 px, no face, layer 1 'rocks/ground', cell 0,2, tile 0 of set 0 'rock', flips -
";
    assert_eq!(printed, expected);
}

#[test]
fn a_bad_line_far_down_loses_no_answer() {
    let (_folder, level) = Folder::with_level();
    let rays = RAYS.repeat(10_000) + "oops\n";
    let outcome = tileray_fed(&["cast", &level, "--rays", "-"], &rays);
    outcome.refused(&["standard input:30001: 1 field where 4 are needed", "give x0,y0,x1,y1 such as"]);
    assert_eq!(outcome.stdout, format!("{HEADER}{}", ANSWERS.repeat(10_000)));
}

#[test]
fn bytes_that_are_not_text_are_a_bad_line() {
    let (folder, level) = Folder::with_level();
    let rock = folder.name("rock.png");
    tileray(&["cast", &level, "--rays", &rock]).refused(&[&format!("{rock}:1:"), "not text"]);
}

#[test]
fn a_reader_that_has_enough_ends_it_quietly() {
    let (_folder, level) = Folder::with_level();
    let mut child = command(&["cast", &level, "--rays", "-"]).stdin(Stdio::piped()).spawn().expect("the binary runs");
    let mut stdin = child.stdin.take().expect("its input");
    // Far more than any pipe holds, so the binary is still writing when its reader goes.
    let feeder = thread::spawn(move || drop(stdin.write_all(RAYS.repeat(200_000).as_bytes())));
    let mut first = String::new();
    BufReader::new(child.stdout.take().expect("its output")).read_line(&mut first).expect("a line");
    let output = child.wait_with_output().expect("the binary ends");
    feeder.join().expect("the feeder ends");
    assert_eq!(first, HEADER);
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}

#[test]
fn each_ray_is_answered_before_the_next_is_asked_for() {
    let (_folder, level) = Folder::with_level();
    let mut child = command(&["cast", &level, "--rays", "-"]).stdin(Stdio::piped()).spawn().expect("the binary runs");
    let mut stdin = child.stdin.take().expect("its input");
    let stdout = BufReader::new(child.stdout.take().expect("its output"));
    let (sender, lines) = mpsc::channel();
    let reader = thread::spawn(move || stdout.lines().for_each(|line| drop(sender.send(line.expect("text")))));
    let next = || lines.recv_timeout(Duration::from_secs(20)).expect("an answer comes while the input is open");
    for (place, (ray, answer)) in RAYS.lines().zip(ANSWERS.lines()).enumerate() {
        writeln!(stdin, "{ray}").expect("the binary reads");
        if place == 0 {
            assert_eq!(next(), HEADER.trim_end());
        }
        assert_eq!(next(), answer);
    }
    drop(stdin);
    assert!(child.wait().expect("the binary ends").success());
    reader.join().expect("the reader ends");
}
