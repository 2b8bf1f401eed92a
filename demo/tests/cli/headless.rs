use crate::fixture::Folder;
use crate::tool::{command, tileray};
use std::fs;

#[test]
fn a_picture_or_an_animation_is_written_and_told() {
    let folder = Folder::with_level();
    let level = folder.name("level.tmx");
    for (name, start) in [("a.png", &b"\x89PNG"[..]), ("a.gif", b"GIF89a")] {
        let file = folder.name(name);
        let printed = tileray(&["demo", &level, "--headless", &file, "--frames", "2", "--size", "90x60"]).printed();
        let words =
            ["level.tmx: ", " rays, ", " hits, mean distance ", " ns a ray\n", &format!("wrote {file} (90x60)\n")];
        assert!(words.iter().all(|word| printed.contains(word)), "{printed}");
        assert!(fs::read(folder.path(name)).expect("it was written").starts_with(start), "{name}");
    }
}

#[test]
fn a_reader_that_does_not_listen_ends_it_quietly() {
    let folder = Folder::new();
    let mut child =
        command(&["--headless", &folder.name("a.png"), "--size", "90x60"]).spawn().expect("the binary runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the binary ends");
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
}

#[cfg(target_os = "linux")]
#[test]
fn an_output_without_room_is_told() {
    let folder = Folder::new();
    let full = fs::File::create("/dev/full").expect("a device that is full");
    let mut run = command(&["--headless", &folder.name("a.png"), "--size", "90x60"]);
    crate::tool::Outcome::from(run.stdout(full).output().expect("the binary runs"))
        .refused(&["cannot write to standard output", "check"]);
}
