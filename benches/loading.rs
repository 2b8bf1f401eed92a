//! Maps of 1000×1000 cells from files in memory, in each format; their terrains are compared before timing.
//!
//! Three quarters of the cells have a tile, chosen at random, so nothing repeats and packed data is as long as it gets.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use fastrand::Rng;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::hint::black_box;
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;
use std::time::{Duration, Instant};
use tileray::load::{AssetReader, LoadOptions, Project, ProjectOptions};
use tileray::terrain::StateHash;
use tileray::{Terrain, TileMap};

const SIDE: usize = 1000;
/// The columns and rows of the tile set, and the sides of its tiles in pixels.
const TILES: u32 = 8;
const TILE: u32 = 16;
/// The longest time that the fastest of a few loads may take in an optimized build, on a machine with nothing else to do.
const MOST: Duration = Duration::from_millis(300);

/// The picture of the tile set: disks of growing radius.
fn picture() -> Vec<u8> {
    let side = TILES * TILE;
    let mut pixels = Vec::new();
    for (y, x) in (0..side).flat_map(|y| (0..side).map(move |x| (y, x))) {
        let radius = (x / TILE + y / TILE * TILES) as i32 / 8 + 1;
        let [i, j] = [x, y].map(|at| (at % TILE) as i32 - 8);
        let alpha = if i * i + j * j < radius * radius { 255 } else { 0 };
        pixels.extend([90, 90, 90, alpha]);
    }
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, side, side);
    encoder.set_color(png::ColorType::Rgba);
    let mut writer = encoder.write_header().expect("a header");
    writer.write_image_data(&pixels).expect("pixels");
    writer.finish().expect("an end");
    bytes
}

/// The tile number of each cell, with flips to the left and upside down: what every format can say.
fn gids() -> Vec<u32> {
    let mut rng = Rng::with_seed(23);
    let mut gid = || match rng.u32(..4) {
        0 => 0,
        flips => flips << 30 | rng.u32(1..=TILES * TILES),
    };
    (0..SIDE * SIDE).map(|_| gid()).collect()
}

fn list(gids: &[u32]) -> String {
    gids.chunks(SIDE)
        .map(|row| row.iter().map(u32::to_string).collect::<Vec<_>>().join(","))
        .collect::<Vec<_>>()
        .join(",\n")
}

fn packed(gids: &[u32], compression: &str) -> String {
    let bytes: Vec<u8> = gids.iter().flat_map(|gid| gid.to_le_bytes()).collect();
    STANDARD.encode(match compression {
        "zstd" => compress_to_vec(&bytes[..], CompressionLevel::Fastest),
        _ => {
            let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::default());
            encoder.write_all(&bytes).expect("zlib");
            encoder.finish().expect("zlib")
        }
    })
}

fn tmx(attributes: &str, data: &str) -> String {
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" orientation="orthogonal" renderorder="right-down" width="{SIDE}" height="{SIDE}" tilewidth="{TILE}" tileheight="{TILE}" infinite="0">
 <tileset firstgid="1" name="disks" tilewidth="{TILE}" tileheight="{TILE}" tilecount="64" columns="{TILES}">
  <image source="disks.png" width="128" height="128"/>
 </tileset>
 <layer id="1" name="ground" width="{SIDE}" height="{SIDE}">
  <data {attributes}>
{data}
</data>
 </layer>
</map>
"#
    )
}

fn tmj(data: &str) -> String {
    format!(
        r#"{{ "height":{SIDE}, "infinite":false,
 "layers":[{{ {data}, "height":{SIDE}, "id":1, "name":"ground", "opacity":1, "type":"tilelayer", "visible":true, "width":{SIDE}, "x":0, "y":0 }}],
 "orientation":"orthogonal", "renderorder":"right-down", "tileheight":{TILE}, "tilewidth":{TILE},
 "tilesets":[{{ "columns":{TILES}, "firstgid":1, "image":"disks.png", "imageheight":128, "imagewidth":128, "margin":0, "name":"disks",
   "spacing":0, "tilecount":64, "tileheight":{TILE}, "tilewidth":{TILE} }}],
 "type":"map", "version":"1.10", "width":{SIDE} }}"#
    )
}

/// A project of LDtk with one level, as the editor writes it: a line for each tile.
fn ldtk(gids: &[u32]) -> String {
    let mut tiles = String::new();
    for (index, &gid) in gids.iter().enumerate().filter(|(_, gid)| **gid != 0) {
        let (x, y) = (index % SIDE * TILE as usize, index / SIDE * TILE as usize);
        let (id, flips) = ((gid & 0xffff) - 1, gid >> 31 | gid >> 29 & 2);
        let (left, top) = (id % TILES * TILE, id / TILES * TILE);
        let comma = if tiles.is_empty() { "" } else { "," };
        write!(
            tiles,
            "{comma}\n\t\t\t\t\t\t{{ \"px\": [{x},{y}], \"src\": [{left},{top}], \"f\": {flips}, \"t\": {id}, \"d\": [{index}], \"a\": 1 }}"
        )
        .expect("text");
    }
    let (side, picture) = (SIDE * TILE as usize, TILES * TILE);
    format!(
        r##"{{ "__header__": {{ "fileType": "LDtk Project JSON", "app": "LDtk" }}, "iid": "p", "jsonVersion": "1.5.3", "worldLayout": "Free",
 "defs": {{
  "layers": [{{ "__type": "Tiles", "identifier": "ground", "type": "Tiles", "uid": 1, "gridSize": {TILE}, "tilesetDefUid": 2,
    "pxOffsetX": 0, "pxOffsetY": 0, "parallaxFactorX": 0, "parallaxFactorY": 0, "tilePivotX": 0, "tilePivotY": 0, "intGridValues": [] }}],
  "tilesets": [{{ "__cWid": {TILES}, "__cHei": {TILES}, "identifier": "disks", "uid": 2, "relPath": "disks.png", "embedAtlas": null,
    "pxWid": {picture}, "pxHei": {picture}, "tileGridSize": {TILE}, "spacing": 0, "padding": 0, "enumTags": [], "customData": [] }}],
  "entities": [], "enums": [], "externalEnums": [], "levelFields": [] }},
 "externalLevels": false, "worlds": [],
 "levels": [{{ "identifier": "level", "iid": "l", "uid": 3, "worldX": 0, "worldY": 0, "worldDepth": 0, "pxWid": {side}, "pxHei": {side},
  "__bgColor": "#000000", "externalRelPath": null, "fieldInstances": [],
  "layerInstances": [{{ "__identifier": "ground", "__type": "Tiles", "__cWid": {SIDE}, "__cHei": {SIDE}, "__gridSize": {TILE},
   "__pxTotalOffsetX": 0, "__pxTotalOffsetY": 0, "__tilesetDefUid": 2, "__tilesetRelPath": "disks.png", "iid": "i", "levelId": 3,
   "layerDefUid": 1, "visible": true, "intGridCsv": [], "autoLayerTiles": [], "overrideTilesetUid": null,
   "gridTiles": [{tiles}
   ], "entityInstances": [] }}] }}] }}
"##
    )
}

/// The map in each format, the first of which the others are compared with.
fn documents(gids: &[u32]) -> Vec<(&'static str, String)> {
    let pack = |compression| packed(gids, compression);
    let base64 = |name: &str| format!(r#"encoding="base64" compression="{name}""#);
    let zlib = pack("zlib");
    vec![
        ("tmx-csv", tmx(r#"encoding="csv""#, &list(gids))),
        ("tmx-zlib", tmx(&base64("zlib"), &zlib)),
        ("tmx-zstd", tmx(&base64("zstd"), &pack("zstd"))),
        ("tmj-list", tmj(&format!(r#""data":[{}]"#, list(gids)))),
        ("ldtk", ldtk(gids)),
        ("tmj-zlib", tmj(&format!(r#""compression":"zlib", "data":"{zlib}", "encoding":"base64""#))),
    ]
}

/// The files, as a program has them that keeps its maps in memory.
struct InMemory(BTreeMap<&'static str, Vec<u8>>);

impl AssetReader for InMemory {
    fn open(&self, path: &Path) -> io::Result<Box<dyn Read + '_>> {
        match path.to_str().and_then(|path| self.0.get(path)) {
            Some(bytes) => Ok(Box::new(bytes.as_slice())),
            None => Err(ErrorKind::NotFound.into()),
        }
    }
}

fn open(name: &str, files: &InMemory) -> TileMap {
    let map = match name {
        "ldtk" => Project::read(name, files, &ProjectOptions::default()).and_then(|project| project.map(0)),
        _ => TileMap::read(name, files, &LoadOptions::default()),
    };
    map.unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn hash(map: &TileMap) -> u64 {
    let mut hash = StateHash::default();
    Terrain::from_map(map).hash_state(&mut hash);
    hash.finish()
}

fn loading(criterion: &mut Criterion) {
    let documents = documents(&gids());
    let names: Vec<&str> = documents.iter().map(|(name, _)| *name).collect();
    let mut files: BTreeMap<_, _> = documents.into_iter().map(|(name, text)| (name, text.into_bytes())).collect();
    files.insert("disks.png", picture());
    let files = InMemory(files);
    let first = hash(&open(names[0], &files));
    for name in &names {
        assert_eq!(hash(&open(name, &files)), first, "{name} is another level than {}", names[0]);
    }

    // Taken in turns, as other work on the machine slows all of them.
    let mut best = vec![Duration::MAX; names.len()];
    for _ in 0..7 {
        for (name, best) in names.iter().zip(&mut best) {
            let start = Instant::now();
            black_box(open(name, &files));
            *best = start.elapsed().min(*best);
        }
    }
    for (name, time) in names.iter().zip(&best) {
        let (megabytes, ratio) = (files.0[name].len() as f64 / 1e6, time.as_secs_f64() / best[0].as_secs_f64());
        let over = if *time > MOST { ", longer than is allowed" } else { "" };
        println!("{name}: {megabytes:.1} MB, {time:.1?}, {ratio:.2} times {}{over}", names[0]);
    }

    for name in names {
        let mut group = criterion.benchmark_group("loading");
        group.throughput(Throughput::Elements((SIDE * SIDE) as u64)).sample_size(10);
        group.bench_function(name, |bencher| bencher.iter(|| open(black_box(name), &files)));
        group.finish();
    }
}

criterion_group!(benches, loading);
criterion_main!(benches);
