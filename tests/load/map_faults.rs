//! Wrong maps and tile sets, and what is said about them: the file, the place, the remedy, on one line.

use crate::support::{Disk, assert_says, exceeded, map, rock, row};
use std::path::Path;
use tileray::load::{Limit, LoadErrorKind, LoadLimits, LoadOptions};

const ONE: &str = r#"width="1" height="1""#;

fn message(text: impl Into<Vec<u8>>) -> String {
    let disk = Disk::default().with("maps/a.tmx", text).with("maps/rock.png", rock());
    disk.map("maps/a.tmx").unwrap_err().to_string()
}

#[test]
fn long_names_of_control_characters_are_shortened() {
    // Each of these characters is eight in a message.
    let controls = "&#x2028;".repeat(1000);
    let data = format!("<layer name=\"{controls}\"><data encoding=\"{controls}\">1</data></layer>");
    let message = message(map(ONE, &data));
    let seven = "\\u{2028}".repeat(7);
    assert_says(&message, &[&format!("layer '{seven}...'"), &format!("encoding '{seven}...' is not supported")]);
}

#[test]
fn a_file_that_is_not_there_is_told_from_a_broken_one() {
    let error = Disk::default().map("a.tmx").unwrap_err();
    assert_eq!((error.kind(), error.path()), (&LoadErrorKind::NotFound, Path::new("a.tmx")));
    assert_eq!(error.to_string(), "a.tmx: there is no such file; check its name, upper and lower case too");
}

#[test]
fn groups_nest_as_deep_as_the_limit() {
    let deep = |groups: usize| map(ONE, &("<group>".repeat(groups) + &"</group>".repeat(groups)));
    let says = ["maps/a.tmx:6:449:", "nested 65 deep, more than the limit of 64", "LoadLimits::nesting (with_nesting)"];
    assert_says(&message(deep(65)), &says);
    let disk = Disk::default().with("a.tmx", deep(64)).with("rock.png", rock());
    assert!(disk.map("a.tmx").is_ok());
}

/// A frame of a million zeros.
const ZSTD_ZEROS: &str = "KLUv/QRIVAAAEAAAAQD7/znAAgIAEAACABAAAgAQAAIAEAACABAAAgAQAAMAEADxPhbh";

#[test]
fn data_that_expands_without_end_is_not_followed() {
    use base64::Engine;
    let zeros = vec![0u8; 40 << 20];
    let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::Write::write_all(&mut encoder, &zeros).unwrap();
    let zlib = base64::engine::general_purpose::STANDARD.encode(encoder.finish().unwrap());
    for (compression, data) in [("zlib", &*zlib), ("zstd", ZSTD_ZEROS)] {
        let layer =
            format!(r#"<layer name="a"><data encoding="base64" compression="{compression}">{data}</data></layer>"#);
        assert_says(&message(map(ONE, &layer)), &["layer 'a'", "holds 2 or more cells where 1 are expected"]);
    }
}

#[test]
fn limits_of_a_map_are_raised_and_lowered_by_the_caller() {
    let limits = LoadLimits::default();
    let sets =
        r#"<tileset firstgid="1" tilewidth="4" tileheight="4" tilecount="2"><image source="rock.png"/></tileset>"#;
    let flat = row(sets, &[1, 2, 1]);
    let groups = map(ONE, "<group><group/></group>");
    let cases = [
        (&flat, limits.with_cells(2), limits.with_cells(3), "with_cells"),
        (&flat, limits.with_tiles(1), limits.with_tiles(2), "with_tiles"),
        // Two tiles of four rows, and a row counts 64.
        (&flat, limits.with_map_pixels(511), limits.with_map_pixels(512), "with_map_pixels"),
        // Three tiles of four rows.
        (&flat, limits.with_drawn_pixels(767), limits.with_drawn_pixels(768), "with_drawn_pixels"),
        (&flat, limits.with_image_pixels(31), limits.with_image_pixels(32), "with_image_pixels"),
        (&flat, limits.with_file_bytes(100), limits.with_file_bytes(1000), "with_file_bytes"),
        (&groups, limits.with_nesting(1), limits.with_nesting(2), "with_nesting"),
    ];
    for (text, low, high, remedy) in cases {
        let disk = Disk::default().with("a.tmx", text.as_bytes()).with("rock.png", rock());
        let read = |limits| disk.map_with("a.tmx", &LoadOptions::default().with_limits(limits));
        assert_says(&read(low).unwrap_err().to_string(), &[remedy]);
        assert!(read(high).is_ok(), "{remedy}");
    }
}

#[test]
fn copies_of_a_tile_set_are_counted() {
    let sets = r#"<tileset firstgid="1" source="s.tsx"/><tileset firstgid="9" source="s.tsx"/>"#;
    let disk = Disk::default()
        .with("a.tmx", row(sets, &[1, 10]))
        .with("s.tsx", r#"<tileset name="s" tilewidth="4" tileheight="4"><image source="rock.png"/></tileset>"#)
        .with("rock.png", rock());
    let read =
        |tiles| disk.map_with("a.tmx", &LoadOptions::default().with_limits(LoadLimits::default().with_tiles(tiles)));
    assert_eq!(exceeded(read(3)), (Limit::Tiles, 4, 3));
    assert_eq!(read(4).unwrap().tile_sets().len(), 2);
}

#[test]
fn references_to_images_are_counted() {
    let map = |images: usize| {
        let images = r#"<image source="rock.png"/>"#.repeat(images);
        map(ONE, &format!(r#"<tileset firstgid="1" name="s" tilewidth="4" tileheight="4">{images}</tileset>"#))
    };
    let read = |images| {
        let options = LoadOptions::default().with_limits(LoadLimits::default().with_tiles(9));
        Disk::default().with("a.tmx", map(images)).with("rock.png", rock()).map_with("a.tmx", &options)
    };
    // The map has one more set, with one image.
    assert_eq!(read(65_544).map(drop), Ok(()));
    assert_eq!(exceeded(read(65_545)), (Limit::Tiles, 65_546, 65_545));
}
