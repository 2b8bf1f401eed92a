//! Small files that show one odd feature each: what is read of them is what the text beside each says.
//!
//! `maps/formats/odd/README.md` lists the files, and says how the answers are written.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{fs, io};
use tileray::glam::{IVec2, ivec2};
use tileray::load::{IntGridRule, LoadOptions, Project, ProjectOptions, TileSolidity};
use tileray::tile::{MapObject, ObjectShape, Properties};
use tileray::{LoadError, Ray, SolidityMap, Terrain, TileMap};

const ANSWER: &str = ".expected.txt";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("maps/formats/odd")
}

/// Reads the files of the folder, by their names there, so that errors name them so.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    fs::read(folder().join(path))
}

#[test]
fn every_file_is_read_as_its_answer_says() {
    let mut wrong = String::new();
    let mut files: Vec<String> = fs::read_dir(folder())
        .unwrap()
        .filter_map(|entry| Some(entry.unwrap().file_name().into_string().unwrap().strip_suffix(ANSWER)?.to_owned()))
        .collect();
    files.sort();
    assert!(files.len() > 30, "{files:?}");
    for file in files {
        // A feature of the library may be off.
        let formats = [
            ("ldtk", cfg!(feature = "ldtk")),
            ("set-in-jpg.tmx", cfg!(feature = "jpeg")),
            ("set-in-webp.tmx", cfg!(feature = "webp")),
            ("set-in-bmp.tmx", cfg!(feature = "bmp")),
            ("set-in-gif.tmx", cfg!(feature = "gif")),
        ];
        if formats.iter().any(|(ending, is_on)| file.ends_with(ending) && !is_on) {
            continue;
        }
        // A checkout may end lines with a carriage return.
        let expected = fs::read_to_string(folder().join(format!("{file}{ANSWER}"))).unwrap().replace("\r\n", "\n");
        let seen = answer(&file, &expected);
        if seen != expected {
            write!(wrong, "\n{file}: this is read:\n{seen}where this is expected:\n{expected}").unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// Returns what is read of a file, in the sections of the expected text: each is headed by what decides solidity.
fn answer(file: &str, expected: &str) -> String {
    let headings = expected.lines().filter_map(|line| line.strip_prefix("== "));
    let mut text = describe(file, "");
    for heading in headings {
        writeln!(text, "== {heading}").unwrap();
        text += &describe(file, heading);
    }
    text
}

fn describe(file: &str, heading: &str) -> String {
    let described = match Path::new(file).extension().and_then(|ending| ending.to_str()) {
        Some("png") => SolidityMap::read(file, &read, &LoadOptions::default()).map(|mask| mask.to_ascii()),
        Some("tmx" | "tmj") => describe_map_file(file, heading),
        Some("ldtk" | "world") => describe_project(file, heading),
        _ => Ok("no reader\n".into()),
    };
    described.unwrap_or_else(|error| format!("error: {error}\n"))
}

fn describe_map_file(file: &str, heading: &str) -> Result<String, LoadError> {
    let solidity = match heading {
        "" => TileSolidity::Pixels,
        "shapes" => TileSolidity::ShapesOrPixels,
        _ => panic!("{file}: there is no heading '{heading}'"),
    };
    let options = LoadOptions::default().tile_solidity(solidity);
    TileMap::read(file, &read, &options).map(|map| describe_map(&map))
}

/// Returns the levels of a project, each headed by its name and position, and by its world where there are several.
fn describe_project(file: &str, heading: &str) -> Result<String, LoadError> {
    let options = ProjectOptions::default();
    let options = match heading.strip_prefix("values ") {
        Some(value) => options.int_grid(IntGridRule::values([value])),
        None => options,
    };
    let project = match file.ends_with("world") {
        // A pattern looks for maps in the folder itself.
        true => Project::open_with(folder().join(file), &options)?,
        false => Project::read(file, &read, &options)?,
    };
    let mut text = String::new();
    for (index, level) in project.levels().enumerate() {
        let at = level.position;
        write!(text, "level \"{}\" at ({}, {})", level.name, at.x, at.y).unwrap();
        if project.worlds().len() > 1 {
            write!(text, " of \"{}\"", level.world).unwrap();
        }
        text += &format!("\n{}", describe_map(&project.map(index)?));
    }
    Ok(text)
}

/// Returns the solid pixels by the tiles that own them, and the objects.
fn describe_map(map: &TileMap) -> String {
    let terrain = Terrain::from_map(map);
    let bounds = map.bounds();
    let mut text = String::new();
    if bounds.min != IVec2::ZERO {
        writeln!(text, "from ({}, {})", bounds.min.x, bounds.min.y).unwrap();
    }
    let rows: Vec<String> = (bounds.min.y..bounds.max.y)
        .map(|y| (bounds.min.x..bounds.max.x).map(|x| owner(map, &terrain, ivec2(x, y))).collect())
        .collect();
    if rows.iter().any(|row| row.contains(|pixel| pixel != '.')) {
        text += &(rows.join("\n") + "\n");
    }
    for layer in map.object_layers() {
        writeln!(text, "layer of objects \"{}\"", layer.path).unwrap();
        describe_properties(&layer.properties, &mut text);
        for object in map.objects().filter(|object| object.layer == layer.path) {
            text += &describe_object(map, object);
        }
    }
    text
}

/// Returns the last digit of the number of the tile that owns a pixel, `#` where it is an object's.
fn owner(map: &TileMap, terrain: &Terrain, pixel: IVec2) -> char {
    let center = pixel.as_vec2() + 0.5;
    let Some(hit) = terrain.raycast(&Ray::between(center, center)) else { return '.' };
    let layer = map.layer(hit.layer()).unwrap();
    let is_object = map.object_layers().any(|objects| objects.path == layer.path);
    hit.tile().filter(|_| !is_object).and_then(|tile| char::from_digit(tile.id % 10, 10)).unwrap_or('#')
}

fn describe_object(map: &TileMap, object: &MapObject) -> String {
    let mut text = format!("object {}", object.id);
    if !object.name.is_empty() {
        write!(text, " \"{}\"", object.name).unwrap();
    }
    if !object.class.is_empty() {
        write!(text, " ({})", object.class).unwrap();
    }
    let shape = match &object.shape {
        ObjectShape::Rectangle => "rectangle".to_owned(),
        ObjectShape::Point => "point".to_owned(),
        ObjectShape::Ellipse => "ellipse".to_owned(),
        ObjectShape::Polygon(_) => "polygon".to_owned(),
        ObjectShape::Tile(tile) => {
            format!("tile {} of \"{}\"", tile.id, map.tile_set(tile.set).unwrap().name)
        }
        other => format!("{other:?}"),
    };
    let (at, size) = (object.position, object.size);
    write!(text, ": {shape} at ({}, {})", at.x, at.y).unwrap();
    match &object.shape {
        ObjectShape::Point => {}
        ObjectShape::Polygon(corners) => {
            let corners: String = corners.iter().map(|corner| format!(" ({}, {})", corner.x, corner.y)).collect();
            write!(text, ":{corners}").unwrap();
        }
        _ => write!(text, ", {}x{}", size.x, size.y).unwrap(),
    }
    text.push('\n');
    describe_properties(&object.properties, &mut text);
    text
}

/// Adds a line for each property; LDtk's own number of an entity is left out.
fn describe_properties(properties: &Properties, text: &mut String) {
    for (name, value) in properties.iter().filter(|(name, _)| *name != "iid") {
        writeln!(text, "  {name} = {value:?}").unwrap();
    }
}
