use crate::fixture::{Folder, MAP, png};
use crate::tool::tileray;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use std::fs;
use tileray::glam::Vec2;
use tileray::hull::{HullMode, OutlineBias};
use tileray::solidity::Contour;
use tileray::{HullOptions, SolidityMap, SpriteHull};

type Point = [f64; 2];

/// The sprites of the repository.
const SPRITES: [&str; 6] = ["hero", "crate", "key", "bat", "sword", "blob"];

fn sprite(name: &str) -> String {
    format!("assets/sprites/{name}.png")
}

/// A box of 4×4 solid pixels in a picture of 16×8.
fn box_png() -> Vec<u8> {
    png(16, 8, |x, y| if (2..6).contains(&x) && (1..5).contains(&y) { 200 } else { 0 })
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

fn points(value: &Value) -> Vec<Point> {
    let corners = value.as_array().expect("corners");
    corners.iter().map(|corner| [number(&corner[0]), number(&corner[1])]).collect()
}

fn pieces(hull: &Value) -> Vec<Vec<Point>> {
    hull["pieces"].as_array().expect("pieces").iter().map(points).collect()
}

#[test]
fn each_kind_holds_what_is_solid() {
    let folder = Folder::new();
    let picture = folder.write("box.png", box_png());
    for mode in ["convex", "box", "circle", "pieces"] {
        let hull = tileray(&["hull", &picture, "--mode", mode]).json();
        assert_eq!((&hull["mode"], &hull["coverage"]), (&json!(mode), &json!(1.0)), "{mode}");
        assert_eq!(hull["circle"].is_null(), mode != "circle", "{mode}");
    }
    let circle = tileray(&["hull", &picture, "--mode", "circle"]).json()["circle"].clone();
    assert_eq!((&circle["x"], &circle["y"]), (&json!(4.0), &json!(3.0)));
    assert!((number(&circle["radius"]) - 8.0_f64.sqrt()).abs() < 1e-5, "{circle}");
}

#[test]
fn hulls_are_those_of_the_library() {
    let default = HullOptions::default();
    for name in SPRITES {
        let mask = SolidityMap::open(format!("../{}", sprite(name))).expect("a sprite");
        for (flags, options) in [
            (&[][..], default),
            (&["--max-error", "0"], default.max_error(0.0)),
            (&["--bias", "grow"], default.bias(OutlineBias::Grow)),
            (&["--bias", "shrink"], default.bias(OutlineBias::Shrink)),
            (&["--mode", "convex"], default.mode(HullMode::Convex)),
            (&["--max-vertices", "12"], default.max_vertices(Some(12))),
            (&["--max-pieces", "6"], default.max_pieces(Some(6))),
        ] {
            let hull = tileray(&[&["hull", &sprite(name)], flags].concat()).json();
            let expected = SpriteHull::from_mask(&mask, &options).expect("it has solid pixels");
            let fit = &expected.fit;
            assert_eq!(hull["solid"], json!(mask.count()), "{name} {flags:?}");
            for (key, value) in [("iou", fit.iou()), ("coverage", fit.coverage()), ("overshoot", fit.overshoot())] {
                assert!((number(&hull[key]) - value).abs() < 1e-9, "{name} {flags:?}: {key}");
            }
            let point = |at: Vec2| -> Point { [at.x.into(), at.y.into()] };
            let own: Vec<Vec<Point>> =
                expected.hull.pieces().map(|piece| piece.points().map(point).collect()).collect();
            assert_eq!(pieces(&hull), own, "{name} {flags:?}");
            assert_eq!(hull["vertices"], json!(own.iter().map(Vec::len).sum::<usize>()));
            let outlines = hull["contours"].as_array().expect("contours");
            let outlines: Vec<_> = outlines.iter().map(|it| (it["hole"] == true, points(&it["points"]))).collect();
            let own = |contour: &Contour| -> (bool, Vec<Point>) {
                (contour.is_hole(), contour.points().iter().map(|at| point(at.as_vec2())).collect())
            };
            assert!(expected.contours.iter().map(own).eq(outlines), "{name} {flags:?}");
        }
    }
}

#[test]
fn an_svg_stands_alone() {
    let folder = Folder::new();
    let out = folder.name("key.SVG");
    assert_eq!(tileray(&["hull", &sprite("key"), "--out", &out]).printed(), "");
    let svg = fs::read_to_string(&out).expect("it was written");
    assert_eq!(tileray(&["hull", &sprite("key"), "--format", "svg"]).printed(), svg);
    check_xml(&svg);
    let picture = svg.split("data:image/png;base64,").nth(1).and_then(|rest| rest.split('"').next());
    let picture = STANDARD.decode(picture.expect("an embedded picture")).expect("base64");
    assert!(picture == fs::read(format!("../{}", sprite("key"))).expect("the sprite"));
    let hull = tileray(&["hull", &sprite("key")]).json();
    assert_eq!(svg.matches("<polygon").count(), pieces(&hull).len());
    assert_eq!(svg.matches("<path").count(), 1);
    assert!(!svg.contains("http://") || svg.matches("http://").count() == 1, "only the name space: {svg}");
}

/// Every tag is closed, and nothing is malformed.
fn check_xml(text: &str) {
    let mut reader = quick_xml::Reader::from_str(text);
    let mut depth = 0;
    loop {
        match reader.read_event().expect("well-formed XML") {
            quick_xml::events::Event::Start(_) => depth += 1,
            quick_xml::events::Event::End(_) => depth -= 1,
            quick_xml::events::Event::Eof => break,
            _ => {}
        }
    }
    assert_eq!(depth, 0);
}

#[test]
fn text_is_written_by_name_and_tells_the_circle() {
    let folder = Folder::new();
    let picture = folder.write("box.png", box_png());
    let circle = tileray(&["hull", &picture, "--mode", "circle", "--format", "text"]).printed();
    assert!(circle.contains("circle     4,3 radius 2.828"), "{circle}");
    let out = folder.name("box.txt");
    assert_eq!(tileray(&["hull", &picture, "--mode", "circle", "--out", &out]).printed(), "");
    assert_eq!(fs::read_to_string(out).expect("it was written"), circle);
}

/// A sheet of 2×2 frames of 8×8: a box, nothing, nothing, the same box.
fn sheet_png() -> Vec<u8> {
    png(16, 16, |x, y| {
        let is_box = (1..4).contains(&(x % 8)) && (2..7).contains(&(y % 8));
        if x / 8 == y / 8 && is_box { 255 } else { 0 }
    })
}

#[test]
fn frames_of_a_sheet_have_their_own_hulls() {
    let folder = Folder::new();
    let picture = folder.write("sheet.png", sheet_png());
    let hulls = tileray(&["hull", &picture, "--max-error", "0", "--frames", "8x8"]).json();
    let frames = hulls["frames"].as_array().expect("frames");
    assert_eq!(hulls.as_object().map(serde_json::Map::len), Some(1));
    assert_eq!(frames.len(), 4);
    assert_eq!((&frames[1], &frames[2]), (&Value::Null, &Value::Null));
    assert_eq!(frames[0]["pieces"], json!([[[1.0, 2.0], [4.0, 2.0], [4.0, 7.0], [1.0, 7.0]]]));
    assert_eq!(frames[0]["pieces"], frames[3]["pieces"]);
    assert_eq!(frames[3]["frame"], json!({"x": 8, "y": 8, "width": 8, "height": 8}));
    assert_eq!((&frames[3]["width"], &frames[3]["solid"]), (&json!(8), &json!(15)));
    for svg in [["--format", "svg"], ["--out", "hulls.svg"]] {
        let sheet = ["hull", &picture, "--frames", "8X8"];
        tileray(&[&sheet[..], &svg].concat()).misused(&["--frames", "written as json", ".json file", "--format json"]);
    }
}

#[test]
fn sheets_that_do_not_come_out_even_are_refused() {
    let folder = Folder::new();
    let picture = folder.write("sheet.png", sheet_png());
    let hull = |frames: &str| tileray(&["hull", &picture, "--frames", frames]);
    hull("0x8").misused(&["invalid value '0x8' for '--frames <WxH>'", "from 1"]);
    hull("5x8").refused(&[&picture, "--frames 5x8", "16x16", "whole frames"]);
    hull("4294967295x4294967295").refused(&[&picture, "whole frames"]);
    let noise = folder.write("noise.png", png(512, 512, |x, y| (x * y % 251) as u8));
    tileray(&["hull", &noise, "--frames", "1x1"]).refused(&["--frames 1x1", "262144 frames", "larger"]);
}

#[test]
fn sprites_that_have_no_hull_are_refused() {
    let folder = Folder::new();
    let clear = folder.write("clear.png", png(9, 7, |_, _| 0));
    tileray(&["hull", &clear]).refused(&[&clear, "none of its 9x7 pixels is solid", "lower --alpha"]);
    tileray(&["hull", &clear, "--frames", "3x7"]).refused(&[&clear, "lower --alpha"]);
    let faint = folder.write("faint.png", png(9, 7, |_, _| 40));
    tileray(&["hull", &faint, "--alpha", "41"]).refused(&[&faint, "lower --alpha"]);
    assert_eq!(tileray(&["hull", &faint, "--alpha", "40"]).json()["solid"], json!(63));
    assert_eq!(tileray(&["hull", &clear, "--alpha", "0"]).json()["solid"], json!(63));
    let map = folder.write("level.tmx", MAP);
    tileray(&["hull", &map]).refused(&[&map, "Tiled map"]);
    let key = sprite("key");
    let small = |flags: &[&str]| tileray(&[&["hull", &key], flags].concat());
    small(&["--max-vertices", "5"]).refused(&[&key, "raise --max-vertices", "2 loops", "5 corners"]);
    small(&["--max-pieces", "1"]).refused(&[&key, "raise --max-pieces", "--mode convex"]);
    small(&["--mode", "box", "--max-vertices", "3"]).refused(&[&key, "raise --max-vertices"]);
    let hero = sprite("hero");
    tileray(&["hull", &hero, "--mode", "convex", "--max-vertices", "3", "--max-error", "-1"])
        .misused(&["invalid value '-1' for '--max-error", "negative"]);
}
