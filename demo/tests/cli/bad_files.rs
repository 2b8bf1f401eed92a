use crate::fixture::{Folder, MAP, png, png_header};
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
fn files_that_are_not_there() {
    let folder = Folder::new();
    for name in ["none.tmx", "none.png", "none", "folder/none.tmx"] {
        refused_by_all(&folder.name(name), &["no such file", "check"]);
    }
}

#[test]
fn folders_and_empty_files() {
    let folder = Folder::new();
    for name in ["sub.png", "sub.tmx", "sub"] {
        std::fs::create_dir(folder.path(name)).expect("a folder");
        refused_by_all(&folder.name(name), &["folder", "name a file"]);
    }
    for name in ["empty.png", "empty.tmx", "empty"] {
        refused_by_all(&folder.write(name, ""), &["empty", "export it again"]);
    }
}

#[cfg(unix)]
#[test]
fn what_is_no_regular_file_is_not_waited_for() {
    let folder = Folder::new();
    for name in ["socket.png", "socket.tmx", "socket"] {
        let _listener = std::os::unix::net::UnixListener::bind(folder.path(name)).expect("a socket");
        refused_by_all(&folder.name(name), &["a pipe or a device", "name that"]);
    }
    refused_by_all("/dev/zero", &["a pipe or a device"]);
}

#[test]
fn files_of_another_kind() {
    let folder = Folder::new();
    refused_by_all(&folder.write("a.tmx", png(4, 4, |_, _| 9)), &["PNG image", "not a Tiled map"]);
    refused_by_all(&folder.write("a.png", MAP), &["Tiled map", "not a PNG image"]);
    refused_by_all(&folder.write("a.txt", "hello"), &["text", "not a Tiled map"]);
}

#[test]
fn pictures_that_are_broken() {
    let folder = Folder::new();
    let whole = png(64, 64, |x, y| (x * y) as u8);
    refused_by_all(&folder.write("cut.png", &whole[..whole.len() / 2]), &["ends too early", "again"]);
    let mut flipped = whole.clone();
    // Somewhere in the compressed pixels, before their checksum.
    let place = flipped.len() - 20;
    flipped[place] ^= 0x55;
    refused_by_all(&folder.write("flipped.png", flipped), &["checksum", "again"]);
    refused_by_all(&folder.write("vast.png", png_header(100_000, 100_000)), &["10000000000 pixels"]);
}

/// The level's map with one thing changed.
fn changed(folder: &Folder, from: &str, to: &str) -> String {
    assert!(MAP.contains(from), "{from}");
    folder.write("level.tmx", MAP.replacen(from, to, 1))
}

#[test]
fn maps_that_are_broken() {
    let (folder, _) = Folder::with_level();
    for (from, to, words) in [
        ("source=\"rock.png\"", "source=\"gone.png\"", &["gone.png", "no such file", "tile set 'rock'"][..]),
        (
            "<tileset firstgid=\"1\" name",
            "<tileset firstgid=\"2\" source=\"gone.tsx\"/><tileset firstgid=\"1\" name",
            &["gone.tsx", "no such file"],
        ),
        ("0,0,0,0,0,0,1,0", "0,0,0,0,0,0,77,0", &["gid 77", "'ground'"]),
        ("0,0,0,0,0,0,1,0", "0,0,0,0,0,0,1", &["11 cells", "12 are expected", "'ground'"]),
        ("tilewidth=\"8\"", "tilewidth=\"0\"", &["tilewidth", "0"]),
        ("width=\"4\" height=\"3\"", "width=\"65536\" height=\"32768\"", &["2147483648 cells"]),
        ("orthogonal", "isometric", &["isometric", "orthogonal"]),
        ("</map>", "", &["XML"]),
    ] {
        let level = changed(&folder, from, to);
        let outcome = tileray(&["info", &level]);
        outcome.refused(words);
        assert!(outcome.stderr.contains(&level), "{}", outcome.stderr);
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
