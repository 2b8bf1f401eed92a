//! Output files: complete, or as they were before.

use crate::fixture::Folder;
use crate::tool::{Outcome, command, tileray};
use std::fs;

/// The names in a folder.
fn names(folder: &Folder) -> Vec<String> {
    let entries = fs::read_dir(folder.path("")).expect("a folder");
    let mut names: Vec<_> =
        entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("a name")).collect();
    names.sort_unstable();
    names
}

/// The arguments of each command that writes a file, and the file.
const WRITERS: [(&[&str], &str); 4] = [
    (&["solidity", "maps/rings.tmx", "--out"], "mask.png"),
    (&["hull", "assets/sprites/hero.png", "--out"], "hull.svg"),
    (&["cast", "maps/rings.tmx", "--from", "1,1", "--to", "900,700", "--out"], "hit.json"),
    (&["--scene", "shapes", "--size", "90x60", "--headless"], "picture.png"),
];

#[test]
fn an_old_file_is_replaced_and_nothing_else_is_left() {
    for (args, name) in WRITERS {
        let folder = Folder::new();
        let out = folder.write(name, "old");
        assert_eq!(tileray(&[args, &[&out]].concat()).code, Some(0), "{args:?}");
        assert_ne!(fs::read(folder.path(name)).expect("a file"), b"old", "{args:?}");
        assert_eq!(names(&folder), [name]);
    }
}

#[test]
fn a_folder_that_is_not_there_is_named() {
    let folder = Folder::new();
    for (args, name) in WRITERS {
        let out = folder.name(&format!("nowhere/{name}"));
        let outcome = tileray(&[args, &[&out]].concat());
        outcome.refused(&[&out, "cannot write it (No such file", "check that its folder is there"]);
    }
}

#[test]
fn a_file_that_is_read_is_not_replaced() {
    let folder = Folder::new();
    let picture = folder.write("a.png", crate::fixture::png(8, 8, |_, _| 255));
    let before = fs::read(&picture).expect("a picture");
    let (rays, map) = (folder.write("rays.csv", "1,1,2,2\n"), "maps/rings.tmx");
    for args in [
        &["solidity", &picture, "-o", &picture][..],
        &["hull", &picture, "--format", "svg", "-o", &picture],
        &["cast", map, "--rays", &rays, "-o", &rays],
        &[&picture, "--headless", &picture],
    ] {
        tileray(args).misused(&["this file is an input, so it is not replaced", "name another one"]);
    }
    assert_eq!(fs::read(&picture).expect("a picture"), before);
    assert_eq!(fs::read_to_string(&rays).expect("rays"), "1,1,2,2\n");
}

#[cfg(target_os = "linux")]
mod linux {
    use super::*;
    use std::io::Write;
    use std::os::unix::process::ExitStatusExt;
    use std::process::{Child, Command, Stdio};
    use std::thread;
    use std::time::{Duration, Instant};

    #[test]
    fn a_full_device_is_an_error() {
        let folder = Folder::new();
        // A link gives the device a name with the right extension.
        for (args, name) in WRITERS {
            let out = folder.name(name);
            std::os::unix::fs::symlink("/dev/full", &out).expect("a link");
            tileray(&[args, &[&out]].concat()).refused(&[&out, "cannot write it", "No space left on device", "space"]);
            assert!(fs::symlink_metadata(&out).expect("a link").is_symlink());
        }
    }

    #[test]
    fn standard_output_may_be_named() {
        let named = tileray(&["hull", "assets/sprites/hero.png", "--format", "text", "--out", "/dev/stdout"]);
        let printed = tileray(&["hull", "assets/sprites/hero.png", "--format", "text"]);
        assert_eq!(named.printed(), printed.printed());
    }

    #[test]
    fn a_folder_that_may_not_be_written_is_an_error() {
        // Even the superuser makes no files there.
        tileray(&["solidity", "maps/rings.tmx", "--out", "/sys/mask.png"]).refused(&["/sys/mask.png: cannot write it"]);
    }

    /// Runs a command with a limit on the size of files, which is met like a full disk.
    fn with_short_files(args: &[&str]) -> Outcome {
        let program = command(args);
        let mut shell = Command::new("sh");
        let script = "trap '' XFSZ; ulimit -f 1; exec \"$0\" \"$@\"";
        shell.args(["-c", script]).arg(program.get_program()).args(program.get_args());
        shell.current_dir(program.get_current_dir().expect("the root"));
        Outcome::from(shell.output().expect("a shell"))
    }

    #[test]
    fn a_full_disk_leaves_the_old_file() {
        let folder = Folder::new();
        let rays = "1,1,900,700\n".repeat(200);
        let rays = folder.write("rays", rays);
        for (args, name) in [
            (&["cast", "maps/rings.tmx", "--rays", &rays, "--out"][..], "hits.csv"),
            (&["--scene", "shapes", "--headless"], "shapes.png"),
        ] {
            let out = folder.write(name, "old");
            with_short_files(&[args, &[&out]].concat()).refused(&[&out, "cannot write it", "File too large"]);
            assert_eq!(fs::read_to_string(&out).expect("the old file"), "old");
        }
        assert_eq!(names(&folder), ["hits.csv", "rays", "shapes.png"]);
    }

    /// A program that does not outlive the test.
    struct Running(Child);

    impl Drop for Running {
        fn drop(&mut self) {
            let _ = self.0.kill();
        }
    }

    #[test]
    fn a_killed_program_leaves_the_old_file() {
        for (signal, number) in [("INT", 2), ("TERM", 15), ("KILL", 9)] {
            let folder = Folder::new();
            let out = folder.write("hits.csv", "old");
            let args = ["cast", "maps/rings.tmx", "--rays", "-", "--out", &out];
            let mut child = Running(command(&args).stdin(Stdio::piped()).spawn().expect("the binary runs"));
            // More rays may follow until the end of the test, so the file is not complete.
            let mut rays = child.0.stdin.take().expect("its input");
            rays.write_all(b"1,1,900,700\n").expect("a ray");
            let start = Instant::now();
            while names(&folder).len() < 2 {
                assert!(start.elapsed() < Duration::from_secs(60), "no file was begun");
                thread::sleep(Duration::from_millis(20));
            }
            let id = child.0.id().to_string();
            assert!(Command::new("kill").args(["-s", signal, &id]).status().expect("kill").success());
            assert_eq!(child.0.wait().expect("it ends").signal(), Some(number), "{signal}");
            assert_eq!(fs::read_to_string(&out).expect("the old file"), "old", "{signal}");
            if signal != "KILL" {
                assert_eq!(names(&folder), ["hits.csv"], "{signal}");
            }
        }
    }
}
