//! The guide shows the code as it is here.

use std::fs;
use std::path::Path;

/// Returns a file's code without the comment at its top, the imports and the tests.
fn shown(text: &str) -> String {
    let code = text.split("\n#[cfg(test)]").next().unwrap_or_default();
    let lines = code.lines().filter(|line| !line.starts_with("//!") && !line.starts_with("use "));
    lines.collect::<Vec<_>>().join("\n").trim().to_owned()
}

#[test]
fn the_guide_shows_this_code() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| fs::read_to_string(root.join(path)).expect("a file of the repository");
    let guide = read("../../docs/platformer.md");
    for file in ["src/paint.rs", "src/clock.rs"] {
        let code = shown(&read(file));
        assert!(code.lines().count() > 10, "{file} has code");
        // The first line that differs says more than both texts.
        let mut known = String::new();
        for line in code.lines() {
            known += line;
            assert!(
                guide.contains(&known),
                "docs/platformer.md and {file} differ at: {line}\nmake both the same"
            );
            known.push('\n');
        }
    }
}

/// Returns the code in a section of the guide that is not run, block by block.
fn excerpts<'a>(guide: &'a str, section: &str) -> Vec<&'a str> {
    let text = guide.split("\n## ").find(|text| text.starts_with(section)).expect("a section");
    let blocks = text.split("```rust,ignore\n").skip(1);
    blocks.map(|block| block.split("```").next().unwrap_or_default()).collect()
}

/// Returns the text without the spaces at the start of each line.
fn flush(text: &str) -> String {
    text.lines().map(str::trim_start).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_guide_shows_parts_of_the_program() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |path: &str| fs::read_to_string(root.join(path)).expect("a file of the repository");
    let guide = read("docs/platformer.md");
    let files = ["main.rs", "picture.rs"]
        .map(|file| flush(&read(&format!("engines/macroquad_platformer/src/{file}"))));
    let excerpts = excerpts(&guide, "macroquad");
    assert_eq!(excerpts.len(), 2);
    for excerpt in excerpts {
        let is_part = files.iter().any(|file| file.contains(&flush(excerpt)));
        assert!(is_part, "engines/macroquad_platformer has no longer this code:\n{excerpt}");
    }
}
