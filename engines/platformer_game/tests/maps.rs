//! Maps that cannot be played: one line that names the file, what is wrong, and what to do.

use platformer_game::{Level, LevelError};
use std::io::{self, ErrorKind};
use std::path::Path;

/// Reads a map of 8×8 cells of 16 pixels, with these elements in it.
fn read(elements: &str) -> Result<Level, LevelError> {
    let text = format!(
        r#"<map width="8" height="8" tilewidth="16" tileheight="16" orientation="orthogonal">{elements}</map>"#
    );
    let files = move |path: &Path| -> io::Result<Vec<u8>> {
        let is_there = path == Path::new("level.tmx");
        is_there.then(|| text.clone().into_bytes()).ok_or(ErrorKind::NotFound.into())
    };
    Level::read(Path::new("level.tmx"), &files)
}

/// A layer without tiles, which is solid by default.
fn layer(name: &str) -> String {
    let row = ["0"; 8].join(",");
    let rows = [row.as_str(); 8].join(",\n");
    format!(
        r#"<layer name="{name}" width="8" height="8"><data encoding="csv">{rows}</data></layer>"#
    )
}

const SPAWN: &str =
    r#"<objectgroup name="objects"><object id="1" type="spawn" x="40" y="60"/></objectgroup>"#;

#[test]
fn a_map_that_can_be_played_is_read() {
    let level = read(&(layer("ground") + SPAWN)).expect("a level");
    assert_eq!(level.spawn, (34, 40).into());
}

#[test]
fn each_fault_is_one_clear_line() {
    let huge = r#"<object id="1" type="spawn" x="40" y="60"/>"#;
    let cases = [
        (layer("ground"), "level.tmx has no object of class 'spawn': add a point"),
        (
            "<layer name='ground' width='8' height='8'><data encoding='csv'>1,2</data></layer>"
                .into(),
            "level.tmx:1:",
        ),
        (r#"<tileset firstgid="1" source="gone.tsx"/>"#.into(), "gone.tsx"),
        (huge.replace("<object", "<objekt"), "level.tmx has no object of class 'spawn'"),
    ];
    for (elements, expected) in cases {
        let error = read(&elements).expect_err(expected).to_string();
        assert!(error.contains(expected) && error.lines().count() == 1, "{error}");
    }
    let missing = Level::open(Path::new("no/such.tmx")).expect_err("no file").to_string();
    assert!(missing.contains("no/such.tmx"), "{missing}");
}
