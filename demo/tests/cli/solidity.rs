use crate::fixture::{Folder, MAP, png, read_mask};
use crate::tool::tileray;
use serde_json::json;
use std::fs;

#[test]
fn a_map_becomes_a_black_and_white_picture() {
    let (folder, level) = Folder::with_level();
    let out = folder.name("mask.png");
    let printed = tileray(&["solidity", &level, "--out", &out]).printed();
    assert_eq!(printed, "36 24 0 0 320\n", "the ledge is 4 pixels further right, so the map is wider than its frame");
    let empty = ".".repeat(36) + "\n";
    let middle = format!("{}{}{}{}\n", ".".repeat(16), "#".repeat(8), ".".repeat(4), "#".repeat(4) + "....");
    let ground = format!("{}{}{}\n", "#".repeat(24), "....####", "....");
    assert_eq!(read_mask(&folder.path("mask.png")), [empty.repeat(8), middle.repeat(8), ground.repeat(8)].concat());
}

#[test]
fn layers_narrow_it_and_the_frame_stays() {
    let (_folder, level) = Folder::with_level();
    assert_eq!(tileray(&["solidity", &level, "--layers", "back"]).printed(), "36 24 0 0 64\n");
    assert_eq!(tileray(&["solidity", &level, "--layers", "rocks/ledge,back"]).printed(), "36 24 0 0 96\n");
}

#[test]
fn the_origin_is_the_first_pixel_of_the_map() {
    let (folder, _) = Folder::with_level();
    let infinite = MAP
        .replace("infinite=\"0\"", "infinite=\"1\"")
        .replace("1,0,0,0,0,0,0,0,0,0,0,0", r#"<chunk x="-2" y="-3" width="2" height="2">1,0,0,1</chunk>"#);
    let first_layer = infinite.split("<group").next().expect("a beginning").to_owned() + "</map>";
    let level = folder.write("infinite.tmx", first_layer);
    let out = folder.name("mask.png");
    let printed = tileray(&["solidity", &level, "--layers", "back", "--out", &out]).printed();
    assert_eq!(printed, "16 16 -16 -24 128\n");
    assert!(read_mask(&folder.path("mask.png")).starts_with('#'));
    let found =
        tileray(&["cast", &level, "--layers", "back", "--from", "-30,-20", "--to", "5,-20", "--format", "json"]);
    let found = found.json();
    assert_eq!((&found["pixel_x"], &found["cell_x"], &found["cell_y"]), (&json!(-16), &json!(-2), &json!(-3)));
}

#[test]
fn alpha_and_darkness_are_rules() {
    let folder = Folder::new();
    let picture = folder.write("ramp.png", png(256, 2, |x, _| x as u8));
    let solid = |flags: &[&str]| tileray(&[&["solidity", &picture], flags].concat()).printed();
    assert_eq!(solid(&[]), "256 2 0 0 510\n");
    assert_eq!(solid(&["--alpha", "0"]), "256 2 0 0 512\n");
    assert_eq!(solid(&["--alpha", "128"]), "256 2 0 0 256\n");
    assert_eq!(solid(&["--alpha", "255"]), "256 2 0 0 2\n");
    assert_eq!(solid(&["--dark"]), "256 2 0 0 512\n");
    let (_folder, level) = Folder::with_level();
    assert_eq!(tileray(&["solidity", &level, "--alpha", "0"]).printed(), "36 24 0 0 384\n", "of maps, too");
}

#[test]
fn the_bound_of_darkness_is_a_number() {
    let folder = Folder::new();
    let picture = folder.name("ramp.png");
    let file = fs::File::create(&picture).expect("a file");
    let mut encoder = png::Encoder::new(file, 256, 1);
    encoder.set_color(png::ColorType::Grayscale);
    let ramp: Vec<u8> = (0..=255).collect();
    encoder.write_header().and_then(|mut writer| writer.write_image_data(&ramp)).expect("a picture");
    let solid = |args: &[&str], count: u32| {
        let printed = tileray(&[&["solidity"], args].concat()).printed();
        assert_eq!(printed, format!("256 1 0 0 {count}\n"), "{args:?}");
    };
    solid(&[&picture, "--dark"], 128);
    solid(&["--dark", &picture], 128);
    solid(&[&picture, "--dark=200"], 200);
    solid(&["--dark=7", &picture], 7);
    solid(&[&picture, "--dark=0"], 0);
    solid(&[&picture, "--dark=255"], 255);
}

#[test]
fn the_numbers_have_names_in_json() {
    let (_folder, level) = Folder::with_level();
    let expected = json!({"width": 36, "height": 24, "origin_x": 0, "origin_y": 0, "solid_pixels": 320});
    assert_eq!(tileray(&["solidity", &level, "--format", "json"]).json(), expected);
}

#[test]
fn what_cannot_be_written_is_refused() {
    let (folder, level) = Folder::with_level();
    let out = folder.name("");
    tileray(&["solidity", &level, "--out", &out]).refused(&[&out, "cannot write", "check"]);
    let nothing = r#"<map orientation="orthogonal" width="0" height="0" tilewidth="8" tileheight="8" infinite="1"/>"#;
    let nothing = folder.write("nothing.tmx", nothing);
    let out = folder.name("mask.png");
    assert_eq!(tileray(&["solidity", &nothing]).printed(), "0 0 0 0 0\n");
    tileray(&["solidity", &nothing, "--out", &out]).refused(&[&out, "0x0", "leave out --out"]);
}

#[test]
fn collision_shapes_and_objects_are_solid_by_choice() {
    let (folder, _) = Folder::with_level();
    let shaped = MAP.replace(
        " </tileset>",
        r#"<tile id="0"><objectgroup><object x="0" y="4" width="8" height="4"/></objectgroup></tile></tileset>"#,
    );
    let walls = r#"<objectgroup name="walls"><properties><property name="solid" type="bool" value="true"/></properties>
        <object x="0" y="0" width="8" height="4"/><object><polyline points="9,5 15,5"/></object></objectgroup></map>"#;
    let level = folder.write("shaped.tmx", shaped.replace("</map>", walls));
    for (flags, solid) in [
        (&[][..], 359),
        (&["--solid", "alpha"], 359),
        (&["--solid", "shapes"], 167),
        (&["--solid", "both"], 231),
        (&["--solid", "cells"], 423),
        (&["--solid", "shapes", "--line-width", "0"], 160),
        (&["--line-width", "2"], 368),
    ] {
        let printed = tileray(&[&["solidity", &level], flags].concat()).printed();
        assert_eq!(printed, format!("36 24 0 0 {solid}\n"), "{flags:?}");
    }
    let below = ["cast", &*level, "--from", "20,2", "--to", "20,30", "--format", "json"];
    assert_eq!(tileray(&below).json()["pixel_y"], json!(8));
    assert_eq!(tileray(&[&below[..], &["--solid", "shapes"]].concat()).json()["pixel_y"], json!(12));
    let info = tileray(&["info", &level]).printed();
    assert!(info.contains("\n    0  rock  2 tiles, 1 with shapes\n"), "{info}");
    assert!(info.contains("\nobjects    'walls' is an object layer that is solid\n"), "{info}");
    tileray(&["bench", &level, "--solid", "cells", "--rays", "100"]).printed();
    tileray(&["demo", &level, "--solid", "both", "--headless", &folder.name("a.png"), "--size", "64x48"]).printed();
    assert_eq!(tileray(&["solidity", &level, "--solid", "pixels"]).code, Some(2));
}

/// A picture of the repository.
fn odd(name: &str) -> String {
    format!("{}/../maps/formats/odd/{name}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn pictures_of_every_format_are_read_by_their_content_too() {
    for (format, solid) in [("png", 46), ("jpg", 64), ("webp", 46), ("bmp", 46), ("gif", 46)] {
        let picture = odd(&format!("stones.{format}"));
        let expected = format!("16 4 0 0 {solid}\n");
        assert_eq!(tileray(&["solidity", &picture]).printed(), expected, "{format}");
        let folder = Folder::new();
        let renamed = folder.write("stones", fs::read(&picture).expect("a picture"));
        assert_eq!(tileray(&["solidity", &renamed]).printed(), expected, "{format} without an extension");
    }
}

#[test]
fn a_chunk_that_was_skipped_for_its_checksum_is_noted() {
    let picture = odd("wrong-profile.png");
    let answer = tileray(&["solidity", &picture]);
    assert!(answer.stderr.contains("the checksum of its chunk iCCP is wrong"), "{}", answer.stderr);
    assert_eq!((answer.code, &*answer.stdout), (Some(0), "16 4 0 0 46\n"));
}
