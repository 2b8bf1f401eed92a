//! Files cut short, flipped and filled with absurd numbers: each gives a level or an error, within a second and within
//! little memory, and never a panic.

use crate::encodings::{chunked, finite};
use crate::mutations::{absurd, mutated};
use crate::support::{Disk, ENCODINGS, ascii_png, cases, large_documents, rock, row};
use crate::worlds::{SETS, folder};
use fastrand::Rng;
use reference::meter::measure;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tileray::glam::ivec2;
use tileray::load::{IntGridRule, LoadLimits, LoadOptions, Project, ProjectOptions, TileSolidity};
use tileray::{LayerSet, LoadError, SolidityMap, Terrain, TileMap};

/// A level of some files, and how it is read.
struct Sample {
    disk: Disk,
    entry: &'static str,
    /// Returns whether the level lacks nothing.
    read: fn(&Disk, &str, &LoadOptions) -> Result<bool, LoadError>,
}

/// A file of a sample, with its path and content.
type SampleFile<'a> = (&'a Sample, PathBuf, &'a [u8]);

/// A level of each reader. A new reader adds its samples here.
fn levels() -> Vec<Sample> {
    let map = |disk: Disk| {
        let text = disk.get(Path::new("a.tmx")).unwrap();
        match text.trim_ascii_start().starts_with(b"{") {
            true => Sample { disk: disk.without("a.tmx").with("a.tmj", text), entry: "a.tmj", read: read_map },
            false => Sample { disk, entry: "a.tmx", read: read_map },
        }
    };
    let mut levels: Vec<_> = samples().into_iter().map(map).collect();
    let picture =
        |name, bytes: Vec<u8>| Sample { disk: Disk::default().with(name, bytes), entry: name, read: read_picture };
    levels.extend(crate::picture_faults::pictures_of_every_kind().into_iter().map(|bytes| picture("a.png", bytes)));
    #[cfg(all(feature = "jpeg", feature = "webp", feature = "bmp", feature = "gif"))]
    levels.extend(crate::formats::small_pictures().map(|(name, bytes)| picture(name, bytes)));
    #[cfg(feature = "ros")]
    levels.extend(["P2 3 1 255 0 205 7", "P5 3 1 65535\nabcdef"].map(|picture| {
        // A cut file lacks the picture's name.
        let yaml = crate::occupancy::YAML.replace("image: map.pgm\n", "") + "mode: scale\nimage: map.pgm\n";
        let disk = Disk::default().with("map.yaml", yaml).with("map.pgm", picture);
        Sample { disk, entry: "map.yaml", read: read_occupancy }
    }));
    levels.push(Sample { disk: crate::ldtk_faults::sample(), entry: "p/game.ldtk", read: read_project });
    levels.push(Sample { disk: world(), entry: "w/all.world", read: read_project });
    levels.push(Sample {
        disk: crate::ldtk_faults::sample().without("p/rock.png").without("p/game/B.ldtkl"),
        entry: "p/game.ldtk",
        read: read_project,
    });
    levels.push(Sample { disk: world().without("w/b.tmx"), entry: "w/all.world", read: read_project });
    levels
}

/// Returns a world with a list and a pattern.
fn world() -> Disk {
    let world = r#"{
 "maps": [
  {"fileName": "a.tmx", "height": 4, "width": 8, "x": -8, "y": 4},
  {"fileName": "b.tmx", "height": 4, "width": 8, "x": 100, "y": 0}
 ],
 "patterns": [{"regexp": "room_(\\d+)_(\\d+)\\.tmx", "multiplierX": 8, "multiplierY": 4, "offsetX": -3}],
 "type": "world"
}"#;
    let map = || row(SETS, &[1, 2]);
    let names = ["w/a.tmx", "w/b.tmx", "w/room_1_2.tmx", "w/room_0_7.tmx"].map(|name| (name, map()));
    folder(&names).with("w/all.world", world)
}

/// Reads a project, and makes the maps of all its levels and worlds.
fn read_project(disk: &Disk, entry: &str, options: &LoadOptions) -> Result<bool, LoadError> {
    let options = ProjectOptions::from(*options).int_grid(IntGridRule::All);
    let project = Project::read(entry, disk, &options)?;
    let mut is_whole = project.warnings().is_empty();
    for index in 0..project.levels().len() {
        match project.map(index) {
            Ok(map) => is_whole &= look_at(&map),
            // A map of several levels leaves it out.
            Err(_) if options.load.allow_missing && !is_whole => {}
            Err(error) => return Err(error),
        }
    }
    for index in 0..project.worlds().len() {
        is_whole &= look_at(&project.world_map(index)?);
    }
    Ok(is_whole)
}

/// Reads a map and looks at all that it has.
fn read_map(disk: &Disk, entry: &str, options: &LoadOptions) -> Result<bool, LoadError> {
    disk.map_with(entry, options).map(|map| look_at(&map))
}

fn read_picture(disk: &Disk, entry: &str, options: &LoadOptions) -> Result<bool, LoadError> {
    SolidityMap::read(entry, &|path: &Path| disk.get(path), options).map(|_| true)
}

#[cfg(feature = "ros")]
fn read_occupancy(disk: &Disk, entry: &str, options: &LoadOptions) -> Result<bool, LoadError> {
    use tileray::load::{OccupancyMap, OccupancyOptions};
    let map = OccupancyMap::read(entry, disk, &OccupancyOptions::default().load(*options))?;
    let all = map.size().element_product();
    assert!(map.occupied().count() + map.unknown().count() <= all.into());
    Ok(look_at(map.map()))
}

/// Asks a map, which may be very large, for what each game asks. Returns whether it lacks nothing.
fn look_at(map: &TileMap) -> bool {
    let layers = LayerSet::solid(map);
    if let Ok(terrain) = Terrain::from_layers(map, &layers) {
        assert!(terrain.bounds().union(&map.bounds()) == terrain.bounds() || map.bounds().is_empty());
    }
    if map.bounds().area() < 1 << 20 {
        let _ = map.solidity().count();
    }
    for object in map.objects() {
        let numbers = [object.position.to_array(), object.size.to_array(), [object.rotation; 2]];
        assert!(numbers.as_flattened().iter().all(|number| number.is_finite()), "{object:?}");
    }
    for warning in map.warnings() {
        assert_is_line(warning.message());
        assert!(warning.layers().iter().all(|layer| *layer < map.layers().len()));
    }
    assert!(map.warnings().len() <= 65);
    map.warnings().is_empty()
}

fn assert_is_line(message: &str) {
    assert!(!message.contains('\n') && message.len() < 1000, "{message}");
}

/// The options for a random case: pixels, shapes or whole tiles are solid, and missing parts may be allowed.
fn options_of(seed: u64) -> LoadOptions {
    let solidity = [TileSolidity::Pixels, TileSolidity::Shapes, TileSolidity::ShapesOrPixels, TileSolidity::Cells];
    options().tile_solidity(solidity[seed as usize / 2 % 4]).allow_missing(seed % 2 == 1)
}

/// Limits that a small file can reach, so that the tests stay small.
fn options() -> LoadOptions {
    let limits = LoadLimits::default().cells(1 << 20).map_pixels(1 << 22).image_pixels(1 << 20);
    LoadOptions::default().limits(limits.drawn_pixels(1 << 26)).keep_images(true)
}

/// Maps that use all that is read.
fn samples() -> Vec<Disk> {
    let things = r#"<tileset firstgid="1" source="things.tsx"/>
        <tileset firstgid="7" name="rock" tilewidth="4" tileheight="2" spacing="1" margin="1" tilerendersize="grid" fillmode="preserve-aspect-fit" tilecount="2" columns="1">
        <tileoffset x="1" y="-1"/><image source="rock.png" trans="ff00ff" width="8" height="4"/></tileset>"#;
    let tsx = r#"<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" name="things" tilewidth="8" tileheight="4" tilecount="2" columns="0">
 <properties><property name="solid" type="bool" value="true"/></properties>
 <tile id="0" x="1" y="0" width="3" height="4"><image source="rock.png" width="8" height="4"/></tile>
 <tile id="5"><properties><property name="solid" type="bool" value="false"/></properties><image source="dot.png"/></tile>
</tileset>"#;
    let groups = row(things, &[1, 6, 7]).replace(
        "<layer",
        r#"<group name="g" offsetx="3.5" offsety="-2" visible="1"><layer name="h" visible="0" offsetx="0.25" x="1" y="2" width="1" height="1">
        <data><tile gid="6"/></data></layer></group><layer"#,
    );
    let inside = crate::old_forms::LISTS.to_owned()
        + r##"<properties><property name="p" type="object" value="3"/></properties><group name="g" offsetx="3.5">
        <objectgroup name="o" offsety="-2" visible="1"><object id="1" type="t" x="1.5" y="2" width="3" height="4" rotation="45">
        <properties><property name="a" type="float" value="1.5"/><property name="b" type="color" value="#ff112233"/></properties>
        <ellipse/></object><object id="2" gid="6" x="4" y="8"/><object id="3" template="t.tx" x="9"/>
        <object id="4"><polygon points="0,0 5,0 5,7"/></object><object id="5"><text>t</text></object></objectgroup></group><layer"##;
    let objects = row(things, &[1]).replace("<layer", &inside);
    let template = r#"<?xml version="1.0" encoding="UTF-8"?>
<template><tileset firstgid="1" source="things.tsx"/><object name="n" gid="1" width="4" height="2" visible="1"/></template>"#;
    let mut samples = vec![
        Disk::default()
            .with("a.tmx", groups)
            .with("things.tsx", tsx)
            .with("rock.png", rock())
            .with("dot.png", ascii_png("#")),
    ];
    samples.push(samples[0].clone().with("a.tmx", objects).with("t.tx", template));
    samples.push(samples[1].in_json());
    // Both formats once more without their parts.
    let lacking = samples[1].clone().without("things.tsx").without("t.tx");
    samples.push(lacking.without("rock.png"));
    samples.push(samples[2].clone().without("rock.png").without("dot.png"));
    samples.extend(crate::old_forms::samples());
    for (encoding, attributes) in ENCODINGS {
        samples.push(Disk::default().with("a.tmx", finite(encoding, attributes)).with("rock.png", rock()));
        let text = chunked(encoding, attributes, ivec2(-5, 3));
        let chunked = Disk::default().with("a.tmx", text).with("rock.png", rock());
        samples.extend([chunked.in_json(), chunked]);
    }
    samples
}

/// Tells whether a level was read. A message is a short line.
fn is_level(read: Result<bool, LoadError>) -> bool {
    read.inspect_err(|error| assert_is_line(&error.to_string())).is_ok()
}

#[test]
fn the_samples_themselves_load() {
    for (index, disk) in samples().into_iter().enumerate() {
        let lacks = matches!(index, 3 | 4);
        let map = disk.map_with("a.tmx", &options().allow_missing(lacks)).unwrap();
        assert_eq!(!map.warnings().is_empty(), lacks);
    }
}

/// Pictures are cut in `picture_faults`, as those in other formats than PNG may lack some pixels.
#[test]
fn files_cut_short() {
    let most = cases(60);
    for sample in levels().iter().filter(|sample| sample.disk.files().count() > 1) {
        for (path, content) in sample.disk.files() {
            let step = (content.len() / most).max(1);
            for length in (0..content.len()).step_by(step) {
                let cut = sample.disk.clone().with(path.to_str().unwrap(), &content[..length]);
                let blank = content[length..].iter().all(u8::is_ascii_whitespace);
                let read = (sample.read)(&cut, sample.entry, &options());
                assert!(read != Ok(true) || blank, "{} cut to {length} bytes", path.display());
                is_level(read);
            }
        }
    }
}

/// `TILERAY_CASES` is the number of changed files of each kind.
#[test]
fn changed_files_are_read_or_refused_in_little_time_and_memory() {
    const LONGEST: Duration = Duration::from_secs(1);
    const MOST_BYTES: usize = 256 << 20;
    let levels = levels();
    let mut by_kind: BTreeMap<String, Vec<SampleFile>> = BTreeMap::new();
    for sample in &levels {
        for (path, content) in sample.disk.files() {
            let kind = path.extension().map_or_else(String::new, |kind| kind.to_string_lossy().into_owned());
            by_kind.entry(kind).or_default().push((sample, path.to_owned(), content));
        }
    }
    for (kind, files) in by_kind {
        let (count, mut loaded) = (cases(150), 0);
        for seed in 0..count as u64 {
            let mut rng = Rng::with_seed(seed);
            let [file, other] = [(); 2].map(|()| &files[rng.usize(..files.len())]);
            let (sample, path, content) = file;
            let content = mutated(content, other.2, &mut rng);
            let describe = || format!("{kind}, seed {seed}: {:?}", String::from_utf8_lossy(&content));
            let disk = sample.disk.clone().with(path.to_str().unwrap(), &content[..]);
            let work = || (sample.read)(&disk, sample.entry, &options_of(seed));
            let (read, cost) = measure(|| catch_unwind(AssertUnwindSafe(work)));
            let read = read.unwrap_or_else(|_| panic!("{}", describe()));
            assert!(cost.time < LONGEST && cost.bytes < MOST_BYTES, "{cost:?}: {}", describe());
            loaded += usize::from(is_level(read));
        }
        assert!(loaded > 0 && loaded < count, "{kind}: {loaded} of {count} cases are levels");
    }
}

#[test]
fn files_with_absurd_numbers() {
    for (index, disk) in samples().iter().enumerate().take(7) {
        // Stated sizes count where pictures are missing.
        let options = if matches!(index, 3 | 4) { options_of(7) } else { options() };
        for (path, content) in disk.files() {
            let Ok(text) = std::str::from_utf8(content) else { continue };
            let quotes: Vec<usize> = text.match_indices('"').map(|(at, _)| at).collect();
            let values = quotes.chunks_exact(2).filter(|value| value[1] - value[0] < 12);
            for value in values.step_by(if cfg!(debug_assertions) { 5 } else { 1 }) {
                for number in absurd() {
                    let changed = format!("{}{number}{}", &text[..=value[0]], &text[value[1]..]);
                    is_level(read_map(&disk.clone().with(path.to_str().unwrap(), changed), "a.tmx", &options));
                }
            }
        }
    }
}

/// `cargo bench --bench worst_cases` holds that the time grows no faster than the document.
#[test]
#[cfg_attr(debug_assertions, ignore = "takes seconds without optimization; .ci/run has it")]
fn large_documents_end() {
    for document in large_documents(25_000) {
        is_level(read_map(&Disk::default().with("a.tmx", document), "a.tmx", &options()));
    }
}

fn is_project(disk: &Disk) -> bool {
    is_level(read_project(disk, "p/game.ldtk", &options()))
}

/// Depth is bounded, whether a value is read or skipped.
#[test]
fn deep_projects_end() {
    for name in ["defs", "levels", "skipped"] {
        for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
            let deep = format!("{}0{}", open.repeat(100_000), close.repeat(100_000));
            is_project(
                &Disk::default().with("p/game.ldtk", format!("{{\"jsonVersion\":\"1.5.3\",\"{name}\":{deep}}}")),
            );
        }
    }
}
