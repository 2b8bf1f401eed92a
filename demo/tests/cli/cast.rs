use crate::fixture::{Folder, png};
use crate::tool::tileray;
use serde_json::json;

const HEADER: &str = "hit,pixel_x,pixel_y,distance,normal_x,normal_y,layer,cell_x,cell_y,tile\n";

#[test]
fn one_ray_as_csv_and_json() {
    let (_folder, level) = Folder::with_level();
    let cast = |format| tileray(&["cast", &level, "--from", "29,0", "--to", "29,23", "--format", format]);
    assert_eq!(cast("csv").printed(), format!("{HEADER}1,29,8,8,0,-1,2,3,1,1\n"));
    let expected = json!({
        "hit": true, "pixel_x": 29, "pixel_y": 8, "previous_x": 29, "previous_y": 7, "point_x": 29.0, "point_y": 8.0,
        "distance": 8.0, "fraction": 8.0_f32 / 23.0, "normal_x": 0.0, "normal_y": -1.0, "layer": 2,
        "layer_path": "rocks/ledge", "cell_x": 3, "cell_y": 1, "tile": 1, "tile_set": 0, "tile_set_name": "rock",
        "orientation": "-", "inside": false,
    });
    let found = cast("json").json();
    assert_eq!(found["fraction"].as_f64().map(|value| value as f32), Some(8.0 / 23.0));
    for (name, value) in expected.as_object().expect("an object").iter().filter(|(name, _)| *name != "fraction") {
        assert_eq!(&found[name], value, "{name}");
    }
    assert_eq!(found.as_object().map(serde_json::Map::len), Some(20));
}

#[test]
fn a_miss_has_empty_fields() {
    let (_folder, level) = Folder::with_level();
    let cast = |format| tileray(&["cast", &level, "--from", "-9,-9", "--to", "-5,3", "--format", format]);
    assert_eq!(cast("csv").printed(), format!("{HEADER}0,,,,,,,,,\n"));
    let found = cast("json").json();
    let object = found.as_object().expect("an object");
    assert!(object.iter().all(|(name, value)| if name == "hit" { value == false } else { value.is_null() }), "{found}");
}

#[test]
fn an_exact_ray_does_not_slip_through_a_corner() {
    let folder = Folder::new();
    // Two solid squares that touch at the corner 8,8.
    let picture = folder.write("corner.png", png(16, 16, |x, y| if (x < 8) == (y < 8) { 0 } else { 255 }));
    let cast = |traversal| {
        let ray = ["--from", "2,2", "--to", "14,14", "--format", "csv"];
        tileray(&[&["cast", &picture, "--traversal", traversal], &ray[..]].concat()).printed()
    };
    assert_eq!(cast("bresenham"), format!("{HEADER}0,,,,,,,,,\n"));
    let found = cast("exact");
    assert!(found.lines().nth(1).is_some_and(|line| line.starts_with("1,8,7,")), "{found}");
}

#[test]
fn flips_are_told() {
    let (_folder, level) = Folder::with_level();
    // The last cell of the ground holds tile 1 mirrored: its right half is solid.
    let found = tileray(&["cast", &level, "--from", "24,20", "--to", "40,20", "--format", "json"]).json();
    assert_eq!((&found["pixel_x"], &found["tile"], &found["orientation"]), (&json!(28), &json!(1), &json!("H")));
}

#[test]
fn a_ray_that_begins_inside_says_so() {
    let (_folder, level) = Folder::with_level();
    let found = tileray(&["cast", &level, "--from", "3,20", "--to", "3,0", "--format", "json"]).json();
    assert_eq!((&found["inside"], &found["distance"], &found["previous_x"]), (&json!(true), &json!(0.0), &json!(null)));
    let printed = tileray(&["cast", &level, "--from", "3,20", "--to", "3,0"]).printed();
    assert!(printed.contains("previous  none, the ray begins inside\n") && printed.ends_with("inside    yes\n"));
}

#[test]
fn angles_grow_from_right_to_down() {
    let (_folder, level) = Folder::with_level();
    let end = |angle, length| {
        let args = ["cast", &level, "--from", "12,12", "--angle", angle, "--length", length, "--format", "csv"];
        tileray(&args).printed().lines().nth(1).map(str::to_owned)
    };
    let hit = |row: &str| Some(row.to_owned());
    assert_eq!(end("0", "20"), hit("1,16,12,4,-1,0,1,2,1,0"));
    assert_eq!(end("360", "20"), hit("1,16,12,4,-1,0,1,2,1,0"));
    assert_eq!(end("90", "20"), hit("1,12,16,4,0,-1,1,1,2,0"));
    assert_eq!(end("-90", "20"), hit("0,,,,,,,,,"));
    assert_eq!(end("180", "20"), hit("0,,,,,,,,,"));
    assert_eq!(end("0", "0"), hit("0,,,,,,,,,"));
}

#[test]
fn layers_are_chosen_by_name_or_path() {
    let (_folder, level) = Folder::with_level();
    let layer_hit = |layers, from, to| {
        let args = ["cast", &level, "--layers", layers, "--from", from, "--to", to, "--format", "json"];
        tileray(&args).json()["layer"].clone()
    };
    assert_eq!(layer_hit("back", "4,-5", "4,30"), json!(0), "a hidden layer counts where it is named");
    assert_eq!(layer_hit("ledge", "4,-5", "4,30"), json!(null));
    assert_eq!(layer_hit("back,rocks/ground", "4,30", "4,9"), json!(1));
    let unknown = tileray(&["cast", &level, "--layers", "sky", "--from", "0,0", "--to", "1,1"]);
    unknown.refused(&[&level, "--layers", "'sky'", "'back', 'rocks/ground', 'rocks/ledge'"]);
}

#[test]
fn a_picture_is_a_level_too() {
    let folder = Folder::new();
    let picture = folder.write("wall.png", png(32, 32, |x, _| if x == 20 { 1 } else { 0 }));
    let args = ["cast", &picture, "--from", "0,5", "--to", "31,5", "--format", "csv"];
    assert_eq!(tileray(&args).printed(), format!("{HEADER}1,20,5,20,-1,0,0,0,0,\n"));
    let text = tileray(&["cast", &picture, "--from", "0,5", "--to", "31,5"]).printed();
    assert!(text.contains("layer     0\n") && text.contains("tile      none\n"), "{text}");
    tileray(&["cast", &picture, "--layers", "a", "--from", "0,5", "--to", "31,5"]).refused(&[&picture, "no layers"]);
}

#[test]
fn a_picture_without_an_extension_is_known_by_its_content() {
    let (folder, _) = Folder::with_level();
    let picture = folder.write("wall", png(32, 32, |_, _| 255));
    assert_eq!(tileray(&["info", &picture, "--format", "json"]).json()["kind"], "image");
    let text = std::fs::read(folder.path("level.tmx")).expect("the level");
    let map = folder.write("level", text);
    assert_eq!(tileray(&["info", &map, "--format", "json"]).json()["kind"], "map");
}
