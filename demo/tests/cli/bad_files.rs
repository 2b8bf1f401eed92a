use crate::fixture::{Folder, MAP, png};
use crate::tool::tileray;

/// Every command that opens a file refuses this one in one line with these words, and prints nothing. So does the demo,
/// with or without a window.
#[track_caller]
fn refused_by_all(file: &str, words: &[&str]) {
    for args in [
        &["info", file][..],
        &["solidity", file],
        &["bench", file],
        &["cast", file, "--from", "1,1", "--to", "2,2"],
        &[file],
        &["demo", file, "--headless", "never-written.png"],
    ] {
        let outcome = tileray(args);
        outcome.refused(&[&[file], words].concat());
        assert_eq!(outcome.stdout, "", "{args:?}");
    }
}

#[test]
fn every_command_tells_the_fault_of_the_library_in_one_line() {
    let folder = Folder::new();
    for name in ["none.tmx", "none.png", "none"] {
        refused_by_all(&folder.name(name), &["no such file", "check"]);
    }
    std::fs::create_dir(folder.path("sub")).expect("a folder");
    refused_by_all(&folder.name("sub"), &["folder", "name a file"]);
    refused_by_all(&folder.write("empty", ""), &["empty", "export it again"]);
    refused_by_all(&folder.write("a.txt", "hello"), &["text", "not a Tiled map"]);
    refused_by_all(&folder.write("a.png", MAP), &["Tiled map", "not a PNG image"]);
}

#[cfg(unix)]
#[test]
fn what_is_no_regular_file_is_not_waited_for() {
    let folder = Folder::new();
    for name in ["socket.tmx", "socket"] {
        let _listener = std::os::unix::net::UnixListener::bind(folder.path(name)).expect("a socket");
        refused_by_all(&folder.name(name), &["a pipe or a device", "name that"]);
    }
}

#[test]
fn a_file_of_rays_that_cannot_be_read() {
    let (folder, level) = Folder::with_level();
    let gone = folder.name("gone.csv");
    tileray(&["cast", &level, "--rays", &gone]).refused(&[&gone, "cannot read the rays", "check"]);
    let sub = folder.name("");
    tileray(&["cast", &level, "--rays", &sub]).refused(&[&sub, "cannot read", "check"]);
}

/// A file that may be opened, and whose first byte is an error. Even the superuser cannot read it.
#[cfg(target_os = "linux")]
#[test]
fn a_file_whose_bytes_cannot_be_read() {
    refused_by_all("/proc/self/mem", &["cannot be read", "check"]);
    tileray(&["cast", "maps/rings.tmx", "--rays", "/proc/self/mem"]).refused(&[
        "/proc/self/mem",
        "cannot read",
        "check",
    ]);
}

#[test]
fn limits_are_raised_by_the_option_that_the_error_names() {
    let (folder, level) = Folder::with_level();
    let picture = folder.write("dot.png", png(10, 5, |_, _| 9));
    let commands = |file: &str, limit: &str| {
        for command in [
            &["--headless", "never-written.png"][..],
            &["info"],
            &["solidity"],
            &["bench", "--rays", "1"],
            &["cast", "--from", "1,1", "--to", "2,2"],
        ] {
            let args = [command, &[file, "--limit", limit]].concat();
            let name = limit.split('=').next().expect("a name");
            tileray(&args).refused(&[&format!("raise --limit {name}=N")]);
        }
    };
    for limit in ["image_pixels=127", "map_pixels=127", "cells=35", "tiles=1", "file_bytes=99", "nesting=0"] {
        commands(&level, limit);
    }
    commands(&picture, "image_pixels=49");
    tileray(&["hull", &picture, "--limit", "image_pixels=49"]).refused(&["raise --limit image_pixels=N"]);
    let raised = ["solidity", &picture, "--limit", "image_pixels=49", "--limit", "image_pixels=50"];
    assert_eq!(tileray(&raised).printed(), "10 5 0 0 50\n");
}
