//! All that names the version or the address of the project names the same one. Cargo checks the workspace's own dependencies.

use std::fs;
use std::path::Path;

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect("a file of the repository")
}

/// Returns the texts in quotes after each `before`.
fn quoted<'a>(text: &'a str, before: &'a str) -> impl Iterator<Item = &'a str> {
    text.split(before).skip(1).filter_map(|rest| rest.split('"').next())
}

fn first<'a>(text: &'a str, before: &'a str) -> &'a str {
    quoted(text, before).next().unwrap_or_else(|| panic!("there is no {before}"))
}

#[test]
fn other_workspaces_have_the_version_and_the_address_of_the_library() {
    for path in ["engines/bevy_tileray/Cargo.toml", "python/Cargo.toml"] {
        let manifest = read(path);
        assert_eq!(first(&manifest, "\nversion = \""), env!("CARGO_PKG_VERSION"), "{path}");
        assert_eq!(first(&manifest, "\nrepository = \""), env!("CARGO_PKG_REPOSITORY"), "{path}");
    }
    assert_eq!(first(&read("python/tileray/__init__.py"), "\n__version__ = \""), env!("CARGO_PKG_VERSION"));
    let project = read("python/pyproject.toml");
    // The package then has the version of its Cargo.toml.
    assert!(project.contains("\ndynamic = [\"version\"]\n"));
    for key in ["Repository", "Changelog", "Issues"] {
        assert!(first(&project, &format!("\n{key} = \"")).starts_with(env!("CARGO_PKG_REPOSITORY")), "{key}");
    }
}

/// `| 0.1 | 0.33 | 0.20 | 1.89 (the plugin 1.95) |` for Tileray, glam, Bevy and Rust, and `tileray = "0.1"`.
#[test]
fn readmes_name_this_version_its_glam_and_its_bevy() {
    let short = concat!(env!("CARGO_PKG_VERSION_MAJOR"), ".", env!("CARGO_PKG_VERSION_MINOR"));
    let (library, plugin, readme) = (read("Cargo.toml"), read("engines/bevy_tileray/Cargo.toml"), read("README.md"));
    let glam = first(&library, "\nglam = { version = \"").rsplit_once('.').expect("three numbers").0;
    let (bevy, rust) = (first(&plugin, "\nbevy_app = \""), first(&plugin, "\nrust-version = \""));
    let row = format!("\n| {short} | {glam} | {bevy} | {} (the plugin {rust}) |\n", env!("CARGO_PKG_RUST_VERSION"));
    for (page, text) in [("README.md", &readme), ("docs/stability.md", &read("docs/stability.md"))] {
        assert!(text.contains(&row), "{page} has no row {row}");
    }
    assert!(library.contains(&format!("# The glam of the current Bevy ({bevy})")));
    assert!(read("Cargo.lock").contains(&format!("name = \"glam\"\nversion = \"{glam}.")));
    assert!(read("docs/platformer.md").contains(&format!("For Bevy {bevy}, whose glam ({glam}) is Tileray's")));
    let plugin_readme = read("engines/bevy_tileray/README.md");
    for (text, before) in [(&readme, "\ntileray = \""), (&plugin_readme, "\nbevy_tileray = \"")] {
        assert!(quoted(text, before).all(|version| version == short), "{before}{short}\" is meant");
    }
}

/// Before the first release there is none.
#[test]
fn the_newest_release_in_the_changelog_is_this_version() {
    let changelog = read("CHANGELOG.md");
    let mut releases = changelog.lines().filter_map(|line| line.strip_prefix("## [")?.split_once(']'));
    assert_eq!(releases.next(), Some(("Unreleased", "")));
    if let Some((version, date)) = releases.next() {
        assert_eq!(version, env!("CARGO_PKG_VERSION"));
        assert!(date.starts_with(" - 20") && date.len() == " - 2026-11-28".len(), "{date}");
    }
}
