//! Maps of robots that are broken in one way each, and bytes that are no maps.

use crate::occupancy::{YAML, pgm, read, read_with};
use crate::support::{cases, png};
use png::{BitDepth, ColorType};
use std::fs;
use std::io::{Error, ErrorKind};
use std::path::Path;
use tileray::load::{
    FilesIn, Limit, LimitExceeded, LoadErrorKind, LoadLimits, LoadOptions, OccupancyMap, OccupancyOptions,
};

/// The message of a map whose YAML differs in one place.
fn message_of(from: &str, to: &str) -> String {
    assert!(YAML.contains(from), "{from}");
    message(&YAML.replace(from, to), &pgm(&[0]))
}

fn message(yaml: &str, picture: &[u8]) -> String {
    read(yaml, picture).expect_err("the map is broken").to_string()
}

#[test]
fn each_wrong_value_is_named_with_its_place_and_its_remedy() {
    let place = "maps/map.yaml:";
    for (from, to, expected) in [
        ("0.05", "0", "2:13: 'resolution' is '0', and should be a number of meters a pixel above 0; correct it"),
        (
            "0.05",
            "-0.05",
            "2:13: 'resolution' is '-0.05', and should be a number of meters a pixel above 0; correct it",
        ),
        ("0.05", ".nan", "2:13: 'resolution' is '.nan', and should be a number of meters a pixel above 0; correct it"),
        ("0.05", "nan", "2:13: 'resolution' is 'nan', and should be a number of meters a pixel above 0; correct it"),
        ("0.05", "inf", "2:13: 'resolution' is 'inf', and should be a number of meters a pixel above 0; correct it"),
        ("0.05", "5 cm", "2:13: 'resolution' is '5 cm', and should be a number of meters a pixel above 0; correct it"),
        (
            "0.05",
            "[0.05]",
            "2:13: 'resolution' is a list of 1, and should be a number of meters a pixel above 0; correct it",
        ),
        (
            "0.05",
            "{m: 1}",
            "2:13: 'resolution' is a mapping, and should be a number of meters a pixel above 0; correct it",
        ),
        ("0.05", "", "2:11: 'resolution' is '', and should be a number of meters a pixel above 0; correct it"),
        (
            "[-2.0, -7.5, 0.0]",
            "[-2.0, -7.5]",
            "3:9: 'origin' is a list of 2, and should be three numbers: [x, y, yaw] in meters and radians; correct it",
        ),
        (
            "[-2.0, -7.5, 0.0]",
            "[1, 2, 3, 4]",
            "3:9: 'origin' is a list of 4, and should be three numbers: [x, y, yaw] in meters and radians; correct it",
        ),
        (
            "[-2.0, -7.5, 0.0]",
            "0",
            "3:9: 'origin' is '0', and should be three numbers: [x, y, yaw] in meters and radians; correct it",
        ),
        (
            "-7.5",
            "north",
            "3:16: 'origin' is 'north', and should be three numbers: [x, y, yaw] in meters and radians; correct it",
        ),
        (
            "-7.5",
            "[-7.5]",
            "3:16: 'origin' is a list, and should be three numbers: [x, y, yaw] in meters and radians; correct it",
        ),
        (
            "-7.5",
            "1e999",
            "3:16: 'origin' is '1e999', and should be three numbers: [x, y, yaw] in meters and radians; correct it",
        ),
        ("negate: 0", "negate: maybe", "4:9: 'negate' is 'maybe', and should be 0 or 1; correct it"),
        ("negate: 0", "negate: 0.5", "4:9: 'negate' is '0.5', and should be 0 or 1; correct it"),
        ("0.65", "65", "5:18: 'occupied_thresh' is '65', and should be a number from 0 to 1; correct it"),
        ("0.196", "-0.1", "6:14: 'free_thresh' is '-0.1', and should be a number from 0 to 1; correct it"),
        (
            "0.196",
            "0.9",
            "6:14: 'free_thresh' is 0.9, above 'occupied_thresh', which is 0.65; exchange them, as a pixel is free up to the one and occupied from the other on",
        ),
        (
            "negate: 0",
            "negate: 0\nmode: quad",
            "5:7: 'mode' is 'quad', and should be trinary, scale or raw; correct it",
        ),
        (
            "negate: 0",
            "negate: 0\nmode: [raw]",
            "5:7: 'mode' is a list of 1, and should be trinary, scale or raw; correct it",
        ),
        ("negate: 0", "negate: 0\nnegate: 1", "5:1: the key 'negate' is there twice; remove one of them"),
        ("image: map.pgm", "image: ''", "1:8: 'image' is '', and should be the path of a PGM or PNG; correct it"),
        ("image: map.pgm", "image: ~", "1:8: 'image' is '~', and should be the path of a PGM or PNG; correct it"),
        (
            "image: map.pgm",
            "a: &a x\nimage: *a",
            "2:8: 'image' is an alias, and should be the path of a PGM or PNG; correct it",
        ),
        ("image: map.pgm\n", "", " the map has no key 'image'; add a line such as 'image: map.pgm'"),
        ("resolution: 0.05\n", "", " the map has no key 'resolution'; add a line such as 'resolution: 0.05'"),
        (
            "origin: [-2.0, -7.5, 0.0]\n",
            "",
            " the map has no key 'origin'; add a line such as 'origin: [0.0, 0.0, 0.0]'",
        ),
        ("negate: 0\n", "", " the map has no key 'negate'; add a line such as 'negate: 0'"),
        (
            "occupied_thresh: 0.65\n",
            "",
            " the map has no key 'occupied_thresh'; add a line such as 'occupied_thresh: 0.65'",
        ),
        ("free_thresh: 0.196\n", "", " the map has no key 'free_thresh'; add a line such as 'free_thresh: 0.196'"),
    ] {
        assert_eq!(message_of(from, to), format!("{place}{expected}"));
    }
}

#[test]
fn text_that_is_no_map_is_told_from_other_files() {
    let remedy = "correct it, or save the map again with map_saver";
    let malformed = |detail: &str| format!("the YAML is malformed: {detail}; {remedy}");
    let lines = malformed("it should be lines such as 'resolution: 0.05'");
    for (yaml, expected) in [
        ("- a\n- b\n", format!("maps/map.yaml:1:1: {lines}")),
        ("hello", format!("maps/map.yaml:1:1: {lines}")),
        ("# nothing\n", format!("maps/map.yaml:2:1: {lines}")),
        ("a: 1\nb: [1, 2\n", "maps/map.yaml:3:1: the YAML is malformed: ".to_owned()),
        ("a: 1\n\tb: 2\n", "maps/map.yaml:1:4: the YAML is malformed: ".to_owned()),
        ("<map/>", "maps/map.yaml: this is a Tiled map (TMX), not the map.yaml of a robot's map; ".to_owned()),
        (
            "P2 1 1 255 0",
            "maps/map.yaml: this is a PGM image, not the map.yaml of a robot's map; name the .yaml beside it"
                .to_owned(),
        ),
        ("", "maps/map.yaml: the file is empty; export it again".to_owned()),
    ] {
        let found = message(yaml, b"");
        assert!(found.starts_with(&expected), "{found}\n{expected}");
    }
    let files = |path: &Path| match path.to_str() {
        Some("map.yaml") => Ok(b"image: \xff\n".to_vec()),
        Some("map.png") => Ok(png(1, 1, ColorType::Grayscale, BitDepth::Eight, &[0])),
        _ => Err(Error::from(ErrorKind::NotFound)),
    };
    let fault = |name: &str| OccupancyMap::read(name, &files, &OccupancyOptions::default()).expect_err("no map");
    assert_eq!(fault("map.yaml").to_string(), format!("map.yaml:1:8: {}", malformed("it is not UTF-8")));
    assert!(fault("map.png").to_string().contains("name the .yaml beside it, which tells its meters a pixel"));
    assert_eq!(fault("none.yaml").kind(), &LoadErrorKind::NotFound);
}

#[test]
fn each_broken_picture_is_named_with_the_map_that_references_it() {
    let end = " (referenced by maps/map.yaml:1:8, key 'image')";
    let pgm = |text: &str| format!("the PGM image cannot be decoded ({text}); copy or export it again");
    for (picture, expected) in [
        (&b"P5 2 2 255 abc"[..], pgm("it ends too early")),
        (b"P5 2 2 255", pgm("it ends too early")),
        (b"P5 2 2 65535 abcdefg", pgm("it ends too early")),
        (b"P2 2 1 255 7", pgm("it ends too early")),
        (b"P2 2 1 255 12 ", pgm("it ends too early")),
        (b"P2 2 1 255 12 x", pgm("a gray is no number")),
        (b"P2 2 1 255 12 99999999999", pgm("a gray is no number")),
        (b"P2 2 1 255 12 256", pgm("a gray is 256, above its maximum of 255")),
        (b"P5 0 2 255 ", pgm("its width is 0")),
        (b"P5 2 0 255 ", pgm("its height is 0")),
        (b"P5 2 2 0 abcd", pgm("its maximum is 0")),
        (b"P5 2 2 65536 abcd", pgm("its maximum is 65536, above 65535")),
        (b"P5 2 -2 255 abcd", pgm("its height is no number")),
        (b"P5 99999999999 2 255 abcd", pgm("its width is no number")),
        (b"P5\n# only a comment", pgm("its width is no number")),
        (b"P6 1 1 255 abc", "this is a PBM or PPM image, not a PNG image; export it as PNG".to_owned()),
        (
            b"\x89PNG\r\n\x1a\n",
            "the PNG image cannot be decoded (it ends too early); copy or export it again".to_owned(),
        ),
        (b"", "the file is empty; export it again".to_owned()),
    ] {
        assert_eq!(message(YAML, picture), format!("maps/map.pgm: {expected}{end}"));
    }
    let missing = message(&YAML.replace("map.pgm", "../maps/nap.pgm"), b"");
    let expected = "maps/nap.pgm: there is no such file; check its name, upper and lower case too";
    assert_eq!(missing, format!("{expected}{end}"));
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
    assert_eq!(map.image(), elsewhere);

    let confined = FilesIn::new(folder.path()).expect("a folder");
    let error = OccupancyMap::read("map.yaml", &confined, &OccupancyOptions::default()).expect_err("outside");
    assert!(matches!(error.kind(), LoadErrorKind::OutsideFolder { .. }), "{error}");
    assert_eq!(error.referrer(), Some(Path::new("map.yaml")));
}

#[test]
fn limits_hold_before_memory_is_taken() {
    let limited = |limits: LoadLimits, yaml: &str, picture: &[u8]| {
        let options = OccupancyOptions::default().with_load(LoadOptions::default().with_limits(limits));
        read_with(yaml, picture, &options).map_err(|error| error.kind().clone())
    };
    let row = pgm(&[254; 100]);
    let usual = LoadLimits::default();
    assert!(limited(usual, YAML, &row).is_ok());
    let image = LoadErrorKind::LimitExceeded(LimitExceeded { limit: Limit::ImagePixels, asked: 100, most: 99 });
    assert_eq!(limited(usual.with_image_pixels(99), YAML, &row).err(), Some(image));
    assert!(matches!(
        limited(usual.with_map_pixels(255), YAML, &row),
        Err(LoadErrorKind::LimitExceeded(LimitExceeded { limit: Limit::MapPixels, .. }))
    ));
    assert!(limited(usual.with_map_pixels(256), YAML, &row).is_ok());
    assert!(matches!(
        limited(usual.with_tiles(1), YAML, &row),
        Err(LoadErrorKind::LimitExceeded(LimitExceeded { limit: Limit::Tiles, .. }))
    ));
    assert!(matches!(
        limited(usual.with_cells(1), YAML, &row),
        Err(LoadErrorKind::LimitExceeded(LimitExceeded { limit: Limit::Cells, .. }))
    ));
    assert!(matches!(
        limited(usual.with_drawn_pixels(1), YAML, &row),
        Err(LoadErrorKind::LimitExceeded(LimitExceeded { limit: Limit::DrawnPixels, .. }))
    ));
    assert!(matches!(
        limited(usual.with_file_bytes(64), YAML, &row),
        Err(LoadErrorKind::LimitExceeded(LimitExceeded { limit: Limit::FileBytes, .. }))
    ));

    // A small file that claims a large picture.
    for header in ["P5 60000 60000 255 ", "P2 60000 60000 255 ", "P5 4294967295 4294967295 255 "] {
        let found = limited(usual, YAML, header.as_bytes());
        assert!(
            matches!(found, Err(LoadErrorKind::LimitExceeded(LimitExceeded { limit: Limit::ImagePixels, .. }))),
            "{header}"
        );
    }
    for header in ["P5 8000 8000 255 ", "P2 8000 8000 255 "] {
        assert!(matches!(limited(usual, YAML, header.as_bytes()), Err(LoadErrorKind::DamagedImage { .. })));
    }
    let mut long = b"P5 65537 1 255 ".to_vec();
    long.resize(long.len() + 65_537, 254);
    assert!(matches!(limited(usual, YAML, &long), Err(LoadErrorKind::NotSupported { .. })));

    let comment = format!("{YAML}# {}", "x".repeat(1 << 16));
    assert!(
        message(&comment, &row)
            .ends_with("has more than 65536 bytes, and a map.yaml less than 1000; name the map.yaml")
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

#[test]
fn random_bytes_are_an_error_or_a_map() {
    let mut rng = fastrand::Rng::with_seed(62);
    let pieces: [&[u8]; 40] = [
        b"image: map.pgm\n",
        b"resolution: 0.05\n",
        b"origin: [0, 0, 0]\n",
        b"negate: 0\n",
        b"free_thresh: 0.1\n",
        b"occupied_thresh: 0.6\n",
        b"mode: raw\n",
        b"- ",
        b"? ",
        b": ",
        b"|\n",
        b">-\n",
        b"&a ",
        b"*a ",
        b"!!str ",
        b"%YAML 1.2\n",
        b"---\n",
        b"...\n",
        b"'",
        b"\"",
        b"\\x",
        b"[",
        b"]",
        b"{",
        b"}",
        b",",
        b"#",
        b"\t",
        b"  ",
        b"\n",
        b"\r\n",
        b"P5 ",
        b"P2 ",
        b"3 2 255 ",
        b"65535\n",
        b"12 ",
        b"\0",
        b"\xef\xbb\xbf",
        b"\xc3\xa9",
        b"\x89PNG\r\n\x1a\n",
    ];
    let (mut maps, mut faults) = (0, 0);
    for case in 0..cases(6000) {
        let soup = |rng: &mut fastrand::Rng| {
            let mut bytes = Vec::new();
            for _ in 0..rng.usize(..30) {
                match rng.u8(..8) {
                    0 => bytes.push(rng.u8(..)),
                    _ => bytes.extend(pieces[rng.usize(..pieces.len())]),
                }
            }
            bytes
        };
        let mutated = |rng: &mut fastrand::Rng, good: &[u8]| {
            let mut bytes = good.to_vec();
            for _ in 0..rng.usize(1..4) {
                let at = rng.usize(..bytes.len());
                match rng.u8(..4) {
                    0 => bytes[at] = rng.u8(..),
                    1 => bytes[at] ^= 1 << rng.u8(..8),
                    2 => bytes.truncate(at + 1),
                    _ => bytes.splice(at..at, soup(rng)).for_each(drop),
                }
            }
            bytes
        };
        let good_picture: &[u8] =
            if rng.bool() { b"P2\n3 2\n255\n0 1 2\n205 254 255\n" } else { b"P5 3 2 65535 abcdefghijkl" };
        let (yaml, picture) = match case % 4 {
            0 => (soup(&mut rng), good_picture.to_vec()),
            1 => (mutated(&mut rng, YAML.as_bytes()), good_picture.to_vec()),
            2 => (YAML.as_bytes().to_vec(), mutated(&mut rng, good_picture)),
            _ => (YAML.as_bytes().to_vec(), soup(&mut rng)),
        };
        let files = move |path: &Path| match path.to_str() {
            Some("map.yaml") => Ok(yaml.clone()),
            Some("map.pgm") => Ok(picture.clone()),
            _ => Err(Error::from(ErrorKind::NotFound)),
        };
        match OccupancyMap::read("map.yaml", &files, &OccupancyOptions::default()) {
            Ok(map) => {
                maps += 1;
                let all = map.size().element_product();
                assert!(map.occupied().count() + map.unknown().count() <= all.into());
            }
            Err(error) => {
                faults += 1;
                let text = error.to_string();
                assert!(!text.contains('\n') && text.contains("map.yaml"), "{text}");
            }
        }
    }
    assert!(maps > cases(6000) / 50 && faults > cases(6000) / 4, "{maps} maps, {faults} faults");
}
