//! Maps of robots that are beyond the limits, or whose picture lies elsewhere.

use crate::occupancy::{YAML, pgm, read, read_with};
use crate::support::exceeded;
use std::fs;
use std::path::Path;
use tileray::load::{FilesIn, Limit, LoadErrorKind, LoadLimits, LoadOptions, OccupancyMap, OccupancyOptions};

fn message(yaml: &str, picture: &[u8]) -> String {
    read(yaml, picture).expect_err("the map is broken").to_string()
}

#[test]
fn pictures_may_lie_elsewhere_as_far_as_the_reader_allows() {
    let folder = tempfile::tempdir().expect("a folder");
    let outside = tempfile::tempdir().expect("a folder");
    let elsewhere = outside.path().join("floor.pgm");
    fs::write(&elsewhere, pgm(&[0, 254])).expect("a picture");
    let absolute = YAML.replace("map.pgm", elsewhere.to_str().expect("UTF-8"));
    fs::write(folder.path().join("map.yaml"), absolute).expect("a map");
    let map = OccupancyMap::open(folder.path().join("map.yaml")).expect("an absolute path");
    assert_eq!(map.image, elsewhere);

    let confined = FilesIn::new(folder.path()).expect("a folder");
    let error = OccupancyMap::read("map.yaml", &confined, &OccupancyOptions::default()).expect_err("outside");
    assert!(matches!(error.kind(), LoadErrorKind::OutsideFolder { .. }), "{error}");
    assert_eq!(error.referencing_file(), Some(Path::new("map.yaml")));
}

#[test]
fn limits_hold_before_memory_is_taken() {
    let limited = |limits: LoadLimits, yaml: &str, picture: &[u8]| {
        let options = OccupancyOptions::default().load(LoadOptions::default().limits(limits));
        read_with(yaml, picture, &options)
    };
    let row = pgm(&[254; 100]);
    let usual = LoadLimits::default();
    assert!(limited(usual, YAML, &row).is_ok());
    assert!(limited(usual.map_pixels(256), YAML, &row).is_ok());
    assert_eq!(exceeded(limited(usual.image_pixels(99), YAML, &row)), (Limit::ImagePixels, 100, 99));
    for (limits, limit) in [
        (usual.map_pixels(255), Limit::MapPixels),
        (usual.tiles(1), Limit::Tiles),
        (usual.cells(1), Limit::Cells),
        (usual.drawn_pixels(1), Limit::DrawnPixels),
        (usual.file_bytes(64), Limit::FileBytes),
    ] {
        assert_eq!(exceeded(limited(limits, YAML, &row)).0, limit);
    }
    // A small file that claims a large picture.
    for header in ["P5 60000 60000 255 ", "P2 60000 60000 255 ", "P5 4294967295 4294967295 255 "] {
        assert_eq!(exceeded(limited(usual, YAML, header.as_bytes())).0, Limit::ImagePixels, "{header}");
    }
    let kind = |picture: &[u8]| limited(usual, YAML, picture).unwrap_err().kind().clone();
    for header in ["P5 8000 8000 255 ", "P2 8000 8000 255 "] {
        assert!(matches!(kind(header.as_bytes()), LoadErrorKind::DamagedImage { .. }), "{header}");
    }
    let long = [b"P5 65537 1 255 ".as_slice(), &[254; 65_537]].concat();
    assert!(matches!(kind(&long), LoadErrorKind::NotSupported { .. }));

    let comment = format!("{YAML}# {}", "x".repeat(1 << 16));
    assert!(
        message(&comment, &row)
            .ends_with("has more than 65536 bytes, but a map.yaml has less than 1000; name the map.yaml")
    );
}

#[test]
fn yaml_that_nests_or_repeats_is_read_in_no_time() {
    let aliases: String = (1..60).map(|n| format!("a{n}: &a{n} [*a{m}, *a{m}, *a{m}]\n", m = n - 1)).collect();
    let deep = (0..300).fold(String::new(), |text, depth| text + &" ".repeat(depth) + "a:\n");
    for extra in [
        format!("a0: &a0 lol\n{aliases}"),
        format!("deep:\n{deep}"),
        format!("deep: {}\n", "[".repeat(60_000)),
        format!("deep: {}\n", "{a: ".repeat(15_000)),
        format!("deep: {}1\n", "- ".repeat(30_000)),
        format!("list: [{}]\n", "1, ".repeat(20_000)),
        format!("origin_of: [{}]\n", "[], ".repeat(16_000)),
        "key: 1\n".repeat(9_000),
        format!("text: \"{}\"\n", "\\n".repeat(30_000)),
    ] {
        // Some are malformed, and some are maps with keys that are not known.
        let _ = read(&format!("{YAML}{extra}"), &pgm(&[0]));
        let _ = read(&format!("{extra}{YAML}"), &pgm(&[0]));
    }
    assert!(read(&format!("{YAML}a0: &a0 lol\n{aliases}"), &pgm(&[0])).is_ok(), "nothing is expanded");
}
