//! `png`, `tmx`, `tmj`, `ldtk`, `ros_yaml` and `cli_rays`: files that are read from memory, within limits; and files of rays, text
//! against a reader of plain lines.

use std::io::{self, Cursor, ErrorKind};
use std::path::Path;
use std::sync::LazyLock;
use tileray::glam::{dvec2, ivec2};
use tileray::load::{
    IntGridRule, LoadLimits, LoadOptions, OccupancyMap, OccupancyOptions, Project, ProjectOptions, TileSolidity,
};
use tileray::{LayerSet, LoadError, Ray, SolidityMap, Terrain, TileMap};

/// A picture of two tiles of 4×4 pixels: a full one and a slope.
static PICTURE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let alpha = |at: usize| if at % 8 < 4 || at % 8 - 4 <= at / 8 { 255 } else { 0 };
    let pixels: Vec<u8> = (0..32).flat_map(|at| [90, 80, 70, alpha(at)]).collect();
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 8, 4);
    encoder.set_color(png::ColorType::Rgba);
    let mut writer = encoder.write_header().expect("a header");
    writer.write_image_data(&pixels).expect("pixels");
    writer.finish().expect("a picture");
    bytes
});

const TSX: &[u8] =
    br#"<tileset name="rock" tilewidth="4" tileheight="4" tilecount="2" columns="2"><image source="rock.png"/></tileset>"#;
const TSJ: &[u8] =
    br#"{"type":"tileset","name":"rock","tilewidth":4,"tileheight":4,"tilecount":2,"columns":2,"image":"rock.png"}"#;
const TX: &[u8] =
    br#"<template><tileset firstgid="1" source="rock.tsx"/><object name="n" gid="1" width="4" height="4"/></template>"#;

/// The bytes of the fuzzer as files: the one that is opened, and after a NUL byte one for all that it names.
struct Files<'a> {
    first: &'a [u8],
    other: Option<&'a [u8]>,
}

impl<'a> Files<'a> {
    fn new(data: &'a [u8]) -> Self {
        let mut parts = data.splitn(2, |byte| *byte == 0);
        Self { first: parts.next().unwrap_or_default(), other: parts.next() }
    }

    fn read(&self, path: &Path, entry: &str) -> io::Result<Vec<u8>> {
        let ends_in = |ending| path.extension().is_some_and(|found| found == ending);
        Ok(match self.other {
            _ if path == Path::new(entry) => self.first.to_vec(),
            _ if ends_in("png") => PICTURE.clone(),
            Some(other) => other.to_vec(),
            None if ends_in("tsx") => TSX.to_vec(),
            None if ends_in("tsj") => TSJ.to_vec(),
            None if ends_in("tx") => TX.to_vec(),
            None => return Err(ErrorKind::NotFound.into()),
        })
    }
}

/// Limits that a small file can reach within the time of a run.
fn options() -> LoadOptions {
    let limits = LoadLimits::default().cells(1 << 16).map_pixels(1 << 20).image_pixels(1 << 18);
    LoadOptions::default().limits(limits.drawn_pixels(1 << 21)).keep_images(true)
}

/// Looks at the message of an error: a line that names the file.
fn assert_names(result: Result<(), LoadError>, stem: &str) {
    if let Err(error) = result {
        let message = error.to_string();
        assert!(!message.contains('\n') && message.len() < 1000 && !message.is_empty(), "{message}");
        assert!(message.contains(stem), "{message} names no file");
    }
}

/// Compares the terrain of a map with its pixels, where they are few.
fn look_at(map: &TileMap) {
    for object in map.objects() {
        let numbers = [object.position.to_array(), object.size.to_array(), [object.rotation; 2]];
        assert!(numbers.as_flattened().iter().all(|number| number.is_finite()), "{object:?}");
    }
    for warning in map.warnings() {
        assert!(!warning.message().contains('\n') && warning.message().len() < 1000, "{warning}");
        assert!(warning.layers().iter().all(|layer| map.layer(*layer).is_some()), "{warning:?}");
    }
    if map.bounds().area() > 1 << 14 {
        return;
    }
    let layers = LayerSet::solid(map);
    let Ok(terrain) = Terrain::from_layers(map, &layers) else { return };
    let (mask, bounds) = (map.solidity(), map.bounds());
    for y in 0..mask.height() as i32 {
        for x in 0..mask.width() as i32 {
            assert_eq!(terrain.is_solid(bounds.min + ivec2(x, y)), mask.get(x, y), "pixel ({x}, {y})");
        }
    }
}

fn map(data: &[u8], entry: &str) {
    let files = Files::new(data);
    let variants = [(TileSolidity::Pixels, false), (TileSolidity::ShapesOrPixels, false), (TileSolidity::Cells, true)];
    for (solidity, allow_missing) in variants {
        let options = options().tile_solidity(solidity).allow_missing(allow_missing);
        let map = TileMap::read(entry, &|path: &Path| files.read(path, entry), &options);
        assert_names(map.map(|map| look_at(&map)), "");
    }
}

pub(crate) fn tmx(data: &[u8]) {
    map(data, "a.tmx");
}

pub(crate) fn tmj(data: &[u8]) {
    map(data, "a.tmj");
}

/// A project of LDtk, or a world of Tiled: the bytes tell which.
pub(crate) fn ldtk(data: &[u8]) {
    let files = Files::new(data);
    let options = ProjectOptions::from(options()).int_grid(IntGridRule::All);
    for entry in ["a.ldtk", "a.world"] {
        let read = || {
            let project = Project::read(entry, &|path: &Path| files.read(path, entry), &options)?;
            (0..project.levels().len().min(8)).try_for_each(|index| project.map(index).map(|map| look_at(&map)))?;
            (0..project.worlds().len().min(2)).try_for_each(|index| project.world_map(index).map(|map| look_at(&map)))
        };
        assert_names(read(), "");
    }
}

pub(crate) fn ros_yaml(data: &[u8]) {
    let files = Files::new(data);
    let mut occupancy = OccupancyOptions::default();
    occupancy.load = options();
    let map = OccupancyMap::read("a.yaml", &|path: &Path| files.read(path, "a.yaml"), &occupancy);
    assert_names(map.map(drop), "");
}

/// A picture. Its checksums are made right, which mutations hardly ever do.
pub(crate) fn png(data: &[u8]) {
    let mut bytes = data.to_vec();
    reference::png::seal_chunks(&mut bytes);
    let read = SolidityMap::read("a.png", &|_: &Path| Ok(bytes.clone()), &options());
    if let Ok(mask) = &read {
        let area = u64::from(mask.width()) * u64::from(mask.height());
        assert!(area <= 1 << 18 && mask.count() <= area, "{}", mask.size());
        if area < 1 << 12 && area > 0 {
            assert_eq!(&SolidityMap::from_ascii(&mask.to_ascii()).expect("its own picture"), mask);
        }
    }
    assert_names(read.map(drop), "a.png");
}

/// The farthest coordinate that a text may have.
const FARTHEST: f64 = (1u64 << 30) as f64;

pub(crate) fn cli_rays(data: &[u8]) {
    let (values, fault) = tileray_demo::read_rays(Cursor::new(data.to_vec()));
    assert!(values.len() % 4 == 0, "{} numbers in rows of 4", values.len());
    assert!(values.len() <= 4 * data.len(), "{} numbers of {} bytes", values.len(), data.len());
    if let Some(fault) = fault {
        assert!(fault.starts_with("rays:"), "{fault}");
    }
    let mut left = &values[..];
    for row in data.split(|byte| *byte == b'\n').map_while(plain_row) {
        let (read, rest) = left.split_at_checked(4).expect("a row of every plain line");
        assert_eq!(read.iter().map(|it| it.to_bits()).collect::<Vec<_>>(), row, "{:?}", String::from_utf8_lossy(data));
        left = rest;
    }
    let terrain = Terrain::from_solidity(&SolidityMap::from_fn(40, 30, |x, y| (x * 7 + y * 5) % 11 == 0));
    let rays = values.as_chunks().0.iter();
    let rays: Vec<_> = rays.map(|&[x0, y0, x1, y1]| Ray::between_f64(dvec2(x0, y0), dvec2(x1, y1))).collect();
    let mut hits = vec![None; rays.len()];
    terrain.query().raycast_batch(&rays, &mut hits);
    assert!(rays.iter().zip(&hits).all(|(ray, hit)| ray.is_valid() || hit.is_none()));
}

/// The bits of the numbers of a line that is four numbers with commas between them; `None` for any other line.
fn plain_row(line: &[u8]) -> Option<Vec<u64>> {
    let text = std::str::from_utf8(line).ok().filter(|text| text.len() < 4096)?;
    let number = |field: &str| field.parse().ok().filter(|number: &f64| number.abs() <= FARTHEST).map(f64::to_bits);
    let row: Vec<_> = text.split(',').map(number).collect::<Option<_>>()?;
    (row.len() == 4).then_some(row)
}
