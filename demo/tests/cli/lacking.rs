//! Levels that lack a part: what `info` and the picture tell, and what the other commands refuse.

use crate::fixture::{Folder, MAP};
use crate::project::{project, world};
use crate::tool::tileray;
use serde_json::json;

/// The level of [`MAP`] with a second tile set, which is not there, on a hidden layer.
fn level() -> (Folder, String, String) {
    let (folder, _) = Folder::with_level();
    let set = "<tileset firstgid=\"3\" source=\"gone.tsx\"/>\n <layer id=\"1\"";
    let text = MAP.replace("<layer id=\"1\"", set).replace("csv\">1,0,", "csv\">1,3,");
    let path = folder.write("level.tmx", text);
    let file = folder.name("gone.tsx");
    let warning = format!(
        "{file}: there is no such file; check its name, upper and lower case too (referenced by {path}:6:2, a tile set of the map)"
    );
    (folder, path, warning)
}

#[test]
fn info_prints_a_line_for_each_missing_part() {
    let (_folder, path, warning) = level();
    let printed = tileray(&["info", &path]).printed();
    assert!(printed.ends_with(&format!("\nwarnings   1\n  {warning}\n")), "{printed}");
    assert!(printed.contains("\nsolid      320 pixels, "), "{printed}");
    assert!(printed.contains("\n    1  gone  0 tiles\n"), "{printed}");
    let facts = tileray(&["info", &path, "--format", "json"]).json();
    assert_eq!(facts["warnings"], json!([warning]));
}

#[test]
fn layers_that_lack_nothing_can_be_used() {
    let (folder, path, warning) = level();
    let count = |layers: &[&str]| tileray(&[&["solidity", &path], layers].concat());
    assert!(count(&[]).printed().ends_with(" 320\n"));
    assert!(count(&["--layers", "ground,ledge"]).printed().ends_with(" 320\n"));
    count(&["--layers", "ground,back"]).refused(&[&warning]);
    tileray(&["cast", &path, "--layers", "back", "--from", "1,1", "--to", "2,2"]).refused(&[&warning]);
    // What the solid layers lack is an error without names, too.
    folder.write("level.tmx", MAP.replace("rock.png", "gone.png"));
    count(&[]).refused(&["gone.png: there is no such file", "tile set 'rock'"]);
    tileray(&["info", &path]).refused(&["gone.png: there is no such file"]);
    count(&["--layers", "ground"]).refused(&["gone.png: there is no such file"]);
    assert!(count(&["--solid", "cells"]).printed().ends_with(" 384\n"));
    assert!(tileray(&["info", &path, "--solid", "shapes"]).printed().contains("\nwarnings   1\n"));
}

#[test]
fn int_grids_need_no_picture() {
    let folder = Folder::new();
    let game = folder.write("game.ldtk", project());
    tileray(&["solidity", &game]).refused(&["rock.png: there is no such file", "tile set 'rock'"]);
    assert!(tileray(&["solidity", &game, "--int-grid", "Walls"]).printed().ends_with(" 64\n"));
    let facts = tileray(&["info", &game, "--int-grid", "Walls", "--format", "json"]).json();
    assert!(facts["warnings"][0].as_str().is_some_and(|line| line.contains("rock.png: there is no such file")));
    assert_eq!(facts["solid_pixels"], 64);
    let values = ["--layers", "Grid/values", "--int-grid", "Walls"];
    assert!(tileray(&[&["solidity", &game][..], &values].concat()).printed().ends_with(" 64\n"));
    tileray(&["solidity", &game, "--int-grid", "Walls", "--layers", "Ground"]).refused(&["rock.png"]);
}

#[test]
fn a_world_lacks_a_map() {
    let (folder, world) = world();
    std::fs::remove_file(folder.path("other.tmx")).expect("it was there");
    let warning = format!("{}: there is no such file; check its name", folder.name("other.tmx"));
    let printed = tileray(&["info", &world]).printed();
    assert!(printed.contains(&format!("\nwarnings   1\n  {warning}")), "{printed}");
    assert!(printed.contains("\nsolid      320 pixels, "), "{printed}");
    let one = tileray(&["info", &world, "--level", "level", "--format", "json"]).json();
    assert_eq!(one["solid_pixels"], 320);
    assert!(one["warnings"][0].as_str().is_some_and(|line| line.starts_with(&warning)), "{one}");
    assert!(tileray(&["solidity", &world, "--level", "level"]).printed().ends_with(" 320\n"));
    tileray(&["info", &world, "--level", "other"]).refused(&[&warning, "map 'other' of the world"]);
    tileray(&["solidity", &world]).refused(&[&warning]);
    tileray(&["solidity", &world, "--layers", "ground"]).refused(&[&warning]);
    // The picture shows the other map.
    let picture = folder.name("a.png");
    let printed = tileray(&[&world, "--headless", &picture, "--size", "640x360"]).printed();
    assert!(printed.contains(&format!("\nwarning: {warning}")), "{printed}");
}

#[test]
fn the_picture_shows_what_is_missing() {
    let (folder, path, warning) = level();
    let draw = |name: &str| tileray(&[&path, "--headless", &folder.name(name), "--size", "640x360"]).printed();
    assert!(draw("lacking.png").contains(&format!("\nwarning: {warning}\nwrote ")));
    folder.write("gone.tsx", "<tileset name=\"gone\"/>");
    let text = std::fs::read_to_string(&path).expect("it was written").replace("csv\">1,3,", "csv\">1,0,");
    folder.write("level.tmx", text);
    assert!(!draw("whole.png").contains("warning"));
    // The lines lie at the bottom left.
    let [lacking, whole] = ["lacking.png", "whole.png"].map(|name| crate::headless::decoded(&folder.path(name)));
    let is_same = |y| (10..300).all(|x| lacking.get(x, y) == whole.get(x, y));
    assert!((300..340).any(|y| !is_same(y)));
}
