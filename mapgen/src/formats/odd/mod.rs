//! Small files that show one odd feature each, and the answer to each.

mod ldtk;
mod pictures;
mod shapes;
mod tiled;
mod worlds;

use anyhow::{Result, ensure};

use super::Files;
use crate::encode::{PixelFormat, png};
use crate::palette::{FROST, MOSS};
use crate::picture::Picture;

/// A file that shows a feature, with the answer to it.
pub(super) struct Fixture {
    /// The name of the file, which may be in a folder.
    pub(super) file: String,
    /// What it shows, a line.
    pub(super) shows: &'static str,
    /// What a reader should find in it.
    pub(super) expected: String,
    pub(super) bytes: Vec<u8>,
}

impl Fixture {
    pub(super) fn new(file: &str, shows: &'static str, bytes: impl Into<Vec<u8>>, expected: &str) -> Self {
        Self { file: file.to_owned(), shows, expected: expected.to_owned(), bytes: bytes.into() }
    }
}

/// What a group of fixtures has.
#[derive(Default)]
pub(super) struct Group {
    pub(super) title: &'static str,
    pub(super) fixtures: Vec<Fixture>,
    /// The files that the fixtures refer to.
    pub(super) parts: Vec<(String, Vec<u8>)>,
}

/// All files, by their path from `maps/formats/odd`.
pub(super) fn files() -> Result<Files> {
    let mut files = Files::new();
    let mut add = |path: String, bytes: Vec<u8>| -> Result<()> {
        ensure!(files.get(&path).is_none_or(|other| *other == bytes), "two different files are named {path}");
        files.insert(path, bytes);
        Ok(())
    };
    add("stones.png".to_owned(), stones()?)?;
    let mut readme = README.to_owned();
    for group in [tiled::group()?, shapes::group()?, pictures::group()?, worlds::group(), ldtk::group()?] {
        readme.push_str(&format!("\n## {}\n\n| file | shows |\n| --- | --- |\n", group.title));
        for (path, bytes) in group.parts {
            add(path, bytes)?;
        }
        for Fixture { file, shows, expected, bytes } in group.fixtures {
            readme.push_str(&format!("| `{file}` | {shows} |\n"));
            add(format!("{file}.expected.txt"), expected.into_bytes())?;
            add(file, bytes)?;
        }
    }
    add("README.md".to_owned(), readme.into_bytes())?;
    Ok(files)
}

const README: &str = "\
# Odd features

Each file shows one feature. Beside it stands the answer, `NAME.expected.txt`, which `tests/load/odd_features.rs` compares
with what is read. All files are written by `mapgen/src/formats/odd`.

- A map is a picture of its solid pixels: each is the last digit of the number of the tile that owns it, or `#` where none
  does. Further lines are its objects, and the properties of its object layers.
- `shapes:` before a picture means that Tiled's collision shapes decide what is solid, where a tile has any.
- Each level of a project, and each map of a world, is headed by its name and its position.
- A picture is its solid pixels.
- `error:` means that the file is refused, with this message.
";

/// Four tiles of 4×4 pixels: a full one, a slope, the lower half, and a ring.
fn stones() -> Result<Vec<u8>> {
    png(&stones_picture(), PixelFormat::Palette)
}

fn stones_picture() -> Picture {
    drawing(&[
        "#### ...# .... ####", //
        "#### ..## .... #..#",
        "#### .### #### #..#",
        "#### #### #### ####",
    ])
}

/// A picture from rows of `#` and `.`, spaces left out; pixels with nothing above them are green.
fn drawing(rows: &[&str]) -> Picture {
    let rows: Vec<Vec<char>> = rows.iter().map(|row| row.chars().filter(|letter| *letter != ' ').collect()).collect();
    let solid = |x: i32, y: i32| y >= 0 && rows[y as usize][x as usize] == '#';
    Picture::from_fn(rows[0].len() as i32, rows.len() as i32, |x, y| match () {
        () if !solid(x, y) => crate::palette::CLEAR,
        () if solid(x, y - 1) => FROST[3],
        () => MOSS[3],
    })
}

/// The tile set of the stones with a first number, to stand in a map.
fn stones_xml(first_gid: u32) -> String {
    format!(
        " <tileset firstgid=\"{first_gid}\" name=\"stones\" tilewidth=\"4\" tileheight=\"4\" tilecount=\"4\" columns=\"4\">\n  \
         <image source=\"stones.png\" width=\"16\" height=\"4\"/>\n </tileset>\n"
    )
}

/// A map of cells of 4×4 pixels.
fn tmx(size: (i32, i32), attributes: &str, inside: &str) -> String {
    let (width, height) = size;
    let orientation = if attributes.contains("orientation") { "" } else { " orientation=\"orthogonal\"" };
    let order = if attributes.contains("renderorder") { "" } else { " renderorder=\"right-down\"" };
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<map version=\"1.10\" tiledversion=\"1.10.2\"{orientation}{order}{attributes} \
         width=\"{width}\" height=\"{height}\" tilewidth=\"4\" tileheight=\"4\" infinite=\"0\" nextlayerid=\"9\" \
         nextobjectid=\"9\">\n{inside}</map>\n"
    )
}

/// A layer of these tile numbers.
fn layer(name: &str, width: i32, rows: &[&str]) -> String {
    let height = rows.len();
    format!(
        " <layer id=\"1\" name=\"{name}\" width=\"{width}\" height=\"{height}\">\n  <data encoding=\"csv\">\n{}\n</data>\n </layer>\n",
        rows.join(",\n")
    )
}
