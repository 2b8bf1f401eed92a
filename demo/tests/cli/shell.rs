//! Completions and manual pages.

use crate::fixture::Folder;
use crate::tool::tileray;
use std::fs;

const COMMANDS: [&str; 9] = ["demo", "cast", "scan", "solidity", "hull", "info", "bench", "completions", "man"];

#[test]
fn completions_name_the_commands_and_flags_in_every_shell() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = tileray(&["completions", shell]).printed();
        for word in COMMANDS.into_iter().chain(["traversal", "bresenham", "max-error"]) {
            assert!(script.contains(word), "{shell}: no {word}");
        }
    }
    tileray(&["completions", "csh"]).misused(&["'csh'", "bash, elvish, fish, powershell, zsh"]);
}

#[test]
fn manual_pages_are_printed_or_written() {
    let page = tileray(&["man"]).printed();
    assert!(
        page.contains(".TH tileray 1") && page.contains("tileray\\-cast(1)") && page.contains("Exit codes"),
        "{page}"
    );
    assert!(tileray(&["man", "cast"]).printed().contains(".TH tileray-cast 1"));
    tileray(&["man", "csat"]).misused(&["'csat'", "a similar value exists: 'cast'"]);
    assert!(tileray(&["completions", "Bash"]).printed().contains("_tileray"));
    let folder = Folder::new();
    let out = folder.name("share/man/man1");
    let outcome = tileray(&["man", "--out", &out]);
    assert_eq!((outcome.code, &*outcome.stderr), (Some(0), &*format!("wrote 10 pages into {out}\n")));
    for command in COMMANDS {
        let page = fs::read_to_string(folder.path(&format!("share/man/man1/tileray-{command}.1"))).expect("a page");
        assert!(page.contains(&format!("tileray {command}").replace('-', "\\-")), "{command}: {page}");
    }
    let file = folder.write("file", "");
    tileray(&["man", "--out", &file]).refused(&[&file, "cannot be made"]);
}
