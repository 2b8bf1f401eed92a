//! Worlds of the Tiled editor: a JSON file that lists maps with their positions, or finds them by their names.
//!
//! ```text
//! {"maps": [{"fileName": "a.tmx", "x": 0, "y": 0, "width": 320, "height": 160}], "type": "world"}
//! {"patterns": [{"regexp": "room_(\\d+)_(\\d+)\\.tmx", "multiplierX": 320, "multiplierY": 160}], "type": "world"}
//! ```
//!
//! All maps are read together with the world. Tile sets in files of their own are built once.

use super::tmx::SetCache;
use crate::geometry::sort_by;
use crate::load::error::shortened;
use crate::load::input::{TextDocument, WORLD, describe_content, is_json_object, resolve};
use crate::load::json::{self, Kind, Member, Object, Value, optional};
use crate::load::level::{
    IntGridRule, Level, ProjectContent, ProjectOptions, ReadProject, World, WorldLayout, no_such_int_grid_value,
};
use crate::load::limits::{Budget, Count};
use crate::load::{AssetReader, LoadError, LoadErrorKind};
use crate::tile::TileMap;
use glam::{IVec2, UVec2, ivec2, uvec2};
use regex_lite::{Regex, RegexBuilder};
use serde_json::value::RawValue;
use std::collections::HashSet;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The most maps of a world.
const MOST_MAPS: usize = 1 << 13;
/// The most patterns of a world, and the most comparisons of all patterns with all names.
const MOST_PATTERNS: usize = 1 << 8;
const MOST_COMPARISONS: usize = 1 << 17;
/// The most bytes of a pattern, and of its compiled program. They bound the time of a comparison.
const PATTERN_BYTES: usize = 1 << 10;
const PROGRAM_BYTES: usize = 1 << 16;
/// The number of bytes by which a world is recognized.
const START: u64 = 4096;
/// The extensions of files that patterns can find.
const MAP_EXTENSIONS: [&str; 4] = ["tmx", "tmj", "xml", "json"];

/// The maps of a world, or their errors, in the order of its levels.
struct TiledWorld {
    path: PathBuf,
    maps: Vec<Result<TileMap, LoadError>>,
}

impl ProjectContent for TiledWorld {
    fn path(&self) -> &Path {
        &self.path
    }

    fn fault(&self, level: usize) -> Option<&LoadError> {
        self.maps[level].as_ref().err()
    }

    fn map(&self, _: &Level, index: usize) -> Result<TileMap, LoadError> {
        self.maps[index].clone()
    }
}

/// A map of a world, before it is read.
struct WorldEntry {
    path: PathBuf,
    name: String,
    position: IVec2,
    size: UVec2,
    /// The byte in the world at which the map is listed or found.
    at: usize,
}

const WORLD_MEMBERS: &[Member] =
    &[optional("maps", Kind::Raws(usize::MAX)), optional("patterns", Kind::Raws(usize::MAX))];

const ENTRY: &[Member] = &[
    optional("fileName", Kind::Text),
    optional("x", Kind::Number),
    optional("y", Kind::Number),
    optional("width", Kind::Number),
    optional("height", Kind::Number),
];

const PATTERN: &[Member] = &[
    optional("regexp", Kind::Text),
    optional("multiplierX", Kind::Number),
    optional("multiplierY", Kind::Number),
    optional("offsetX", Kind::Number),
    optional("offsetY", Kind::Number),
    optional("mapWidth", Kind::Number),
    optional("mapHeight", Kind::Number),
];

/// Returns whether a file is a world, by its content or its extension.
pub(super) fn is_world(path: &Path, reader: &dyn AssetReader) -> bool {
    let mut start = Vec::new();
    let content = reader.open(path).and_then(|file| file.take(START).read_to_end(&mut start));
    let is_named = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("world"));
    match describe_content(&start) {
        WORLD => true,
        "a JSON document" => is_named,
        // Then the error of a world says more than the error of an LDtk project.
        _ => is_named && (content.is_err() || !is_json_object(&start)),
    }
}

/// Reads a world and its maps.
pub(super) fn read(path: &Path, reader: &dyn AssetReader, options: &ProjectOptions) -> Result<ReadProject, LoadError> {
    if let IntGridRule::Values(names) = &options.int_grid
        && let Some(name) = names.first()
    {
        let kind = no_such_int_grid_value(name, Vec::new());
        return Err(LoadError::new(path, kind));
    }
    let limits = &options.load.limits;
    let expected = [WORLD, "name a file that Tiled saved as .world"];
    let document = TextDocument::read_json(reader, path.to_owned(), limits, expected, json::tiled_fault)?;
    let entries = WorldReader { document: &document, reader }.entries()?;
    let name: Arc<str> = path.file_stem().unwrap_or_default().to_string_lossy().into();
    let mut cache = SetCache::new(*limits);
    let (mut levels, mut maps) = (Vec::with_capacity(entries.len()), Vec::with_capacity(entries.len()));
    for entry in entries {
        let position = document.position(entry.at);
        let element = format!("map '{}' of the world", shortened(&entry.name));
        let map = TileMap::read_of_world(&entry.path, reader, &options.load, &mut cache);
        let map = match map.map_err(|error| error.in_world(path, position, &element)) {
            Err(error) if error.is_limit() => return Err(error),
            map => map,
        };
        let too_much = |kind| LoadError::new(path, kind).at(position).within(format!("{element} and those before it"));
        map.as_ref().map_or(Ok(()), |map| claim_map(&mut cache.budget, map)).map_err(too_much)?;
        let size = map.as_ref().map_or(UVec2::ZERO, |map| map.size() * map.tile_size());
        levels.push(Level {
            name: entry.name,
            iid: String::new(),
            world: Arc::clone(&name),
            position: entry.position,
            depth: 0,
            size: if size == UVec2::ZERO { entry.size } else { size },
            background: None,
            properties: map.as_ref().map(|map| map.properties.clone()).unwrap_or_default(),
        });
        maps.push(map);
    }
    let world = World { name, layout: WorldLayout::Free, levels: 0..levels.len() };
    let content = Arc::new(TiledWorld { path: path.to_owned(), maps });
    Ok(ReadProject::new(levels, vec![world], content, &options.load))
}

/// Counts a map of a world. The limits hold for all its maps together.
fn claim_map(budget: &mut Budget, map: &TileMap) -> Result<(), LoadErrorKind> {
    budget.take(Count::Cells, map.layers().map(|layer| layer.cells.area()).sum())?;
    budget.take(Count::Objects, map.objects().len() as u64)?;
    let of_layers = map.layers().map(|layer| layer.properties.len());
    let of_objects = map.objects().map(|object| object.properties.len());
    budget.take(Count::Properties, (of_layers.chain(of_objects).sum::<usize>() + map.properties.len()) as u64)?;
    budget.take(Count::DrawnPixels, map.drawn_pixels())
}

/// The reader of a world's entries.
struct WorldReader<'a> {
    document: &'a TextDocument,
    reader: &'a dyn AssetReader,
}

impl WorldReader<'_> {
    /// Returns the listed maps, then the maps that patterns find.
    fn entries(&self) -> Result<Vec<WorldEntry>, LoadError> {
        let world = self.parse(&self.document.text, WORLD_MEMBERS)?;
        let [maps, patterns] = ["maps", "patterns"].map(|name| match world.get(name) {
            Some(Value::Raws(list)) => list.as_slice(),
            _ => &[],
        });
        let mut entries = Vec::new();
        let mut known = HashSet::new();
        for raw in maps {
            let at = self.document.offset_of(raw.get());
            if entries.len() == MOST_MAPS {
                return Err(self.too_many_maps(at));
            }
            let entry = self.entry(at, raw)?;
            if !known.insert(entry.path.clone()) {
                let detail = format!("the map '{}' is listed twice", shortened(&entry.name));
                return Err(self.wrong(at, detail, "remove one of them in Tiled"));
            }
            entries.push(entry);
        }
        if let Some(first) = patterns.first() {
            let at = self.document.offset_of(first.get());
            let names = self.names(at)?;
            if patterns.len() > MOST_PATTERNS || patterns.len() * names.len() > MOST_COMPARISONS {
                let detail = format!(
                    "{} patterns are too many to compare with {} maps beside the world",
                    patterns.len(),
                    names.len()
                );
                let remedy = "use fewer patterns, or list the maps";
                return Err(self.wrong(at, detail, remedy));
            }
            for raw in patterns {
                let at = self.document.offset_of(raw.get());
                let pattern = self.pattern(at, raw)?;
                for name in &names {
                    let Some(entry) = self.found(&pattern, name, at)? else { continue };
                    // As in Tiled, the first pattern that finds a file places it.
                    if !known.insert(entry.path.clone()) {
                        continue;
                    }
                    if entries.len() == MOST_MAPS {
                        return Err(self.too_many_maps(at));
                    }
                    entries.push(entry);
                }
            }
        }
        Ok(entries)
    }

    /// Parses a listed map.
    fn entry(&self, at: usize, raw: &RawValue) -> Result<WorldEntry, LoadError> {
        let raw = self.parse(raw.get(), ENTRY)?;
        let Some(file) = raw.find_text("fileName").filter(|file| !file.is_empty()) else {
            return Err(self.wrong(at, "a map of the world has no fileName", "save the world again in Tiled"));
        };
        let position = ivec2(self.whole(at, &raw, "x", 0)?, self.whole(at, &raw, "y", 0)?);
        let (width, height) = (self.whole(at, &raw, "width", 0)?, self.whole(at, &raw, "height", 0)?);
        let size = uvec2(width.max(0).unsigned_abs(), height.max(0).unsigned_abs());
        Ok(WorldEntry { path: resolve(&self.document.path, file), name: name_of(file), position, size, at })
    }

    /// Returns the names of the files beside the world that may be maps, in ascending order.
    fn names(&self, at: usize) -> Result<Vec<String>, LoadError> {
        let folder = self.document.path.parent().unwrap_or(Path::new(""));
        let listed = self.reader.list(folder).map_err(|error| match error.kind() {
            ErrorKind::Unsupported => self.wrong(
                at,
                "the world finds its maps by patterns, but the reader of its files cannot list a folder",
                "implement AssetReader::list, or list the maps in the world",
            ),
            _ => self.document.error(at, LoadErrorKind::Unreadable { message: error.to_string() }),
        })?;
        let is_map = |name: &PathBuf| {
            let extension = name.extension().unwrap_or_default();
            MAP_EXTENSIONS.iter().any(|known| extension.eq_ignore_ascii_case(known))
        };
        let names = listed.into_iter().filter(is_map).filter_map(|name| name.into_os_string().into_string().ok());
        let mut names: Vec<String> = names.collect();
        sort_by(&mut names, Ord::cmp);
        Ok(names)
    }

    fn pattern(&self, at: usize, raw: &RawValue) -> Result<Pattern, LoadError> {
        let raw = self.parse(raw.get(), PATTERN)?;
        let text = raw.find_text("regexp").unwrap_or_default();
        let wrong =
            |detail: String, remedy| self.wrong(at, format!("the pattern '{}' {detail}", shortened(text)), remedy);
        if text.len() > PATTERN_BYTES {
            return Err(wrong(format!("has more than {PATTERN_BYTES} bytes"), "make it shorter"));
        }
        let regex = RegexBuilder::new(text).size_limit(PROGRAM_BYTES).build().map_err(|error| {
            wrong(format!("cannot be used ({})", shortened(&error.to_string())), "use plain groups and repetitions")
        })?;
        if regex.captures_len() != 3 {
            let detail = format!("has {} groups where 2 are expected", regex.captures_len() - 1);
            return Err(wrong(detail, "put one in parentheses for x and one for y"));
        }
        let scale = ivec2(self.whole(at, &raw, "multiplierX", 1)?, self.whole(at, &raw, "multiplierY", 1)?);
        let offset = ivec2(self.whole(at, &raw, "offsetX", 0)?, self.whole(at, &raw, "offsetY", 0)?);
        let size =
            ivec2(self.whole(at, &raw, "mapWidth", scale.x.abs())?, self.whole(at, &raw, "mapHeight", scale.y.abs())?);
        if scale.cmpeq(IVec2::ZERO).any() || size.cmple(IVec2::ZERO).any() {
            let detail = "has a multiplier of 0, or a size of maps that is not above 0".to_owned();
            return Err(wrong(detail, "set multiplierX and multiplierY to the distance of the maps in pixels"));
        }
        Ok(Pattern { regex, scale, offset, size: size.as_uvec2() })
    }

    /// Returns the map with this name, if the pattern matches it.
    fn found(&self, pattern: &Pattern, name: &str, at: usize) -> Result<Option<WorldEntry>, LoadError> {
        let Some(groups) = pattern.regex.captures(name) else { return Ok(None) };
        // As in Tiled, a group that is not a number is 0.
        let number = |group| groups.get(group).and_then(|text| text.as_str().parse::<i32>().ok()).unwrap_or(0);
        let far = || {
            let detail = format!("the map '{}' lies too far from pixel (0, 0)", shortened(name));
            self.wrong(at, detail, "make the multipliers of the pattern smaller")
        };
        let scaled = ivec2(number(1), number(2)).checked_mul(pattern.scale).ok_or_else(far)?;
        let position = scaled.checked_add(pattern.offset).ok_or_else(far)?;
        let path = resolve(&self.document.path, name);
        Ok(Some(WorldEntry { path, name: name_of(name), position, size: pattern.size, at }))
    }

    /// Returns a member that is a whole number of pixels.
    fn whole(&self, at: usize, object: &Object<'_>, name: &str, default: i32) -> Result<i32, LoadError> {
        let Some(value) = object.find_number(name) else { return Ok(default) };
        if value.fract() == 0.0 && value.abs() <= f64::from(TileMap::MAX_COORDINATE) {
            return Ok(value as i32);
        }
        let detail = format!("{name} is {value}, which is not a whole number of pixels from -16777216 to 16777216");
        Err(self.wrong(at, detail, "correct it in the world"))
    }

    /// Parses a part of the document.
    fn parse<'d>(&self, text: &'d str, members: &'static [Member]) -> Result<Object<'d>, LoadError> {
        json::read_object(self.document, text, Kind::Object(members), json::tiled_fault)
    }

    fn too_many_maps(&self, at: usize) -> LoadError {
        self.wrong(at, format!("the world has more than {MOST_MAPS} maps"), "split it into several worlds")
    }

    /// Creates an error at a byte of the world.
    fn wrong(&self, at: usize, detail: impl Into<String>, remedy: &'static str) -> LoadError {
        self.document.error(at, LoadErrorKind::content(detail, remedy))
    }
}

/// A pattern for the names of maps, with the rule for their positions.
struct Pattern {
    regex: Regex,
    scale: IVec2,
    offset: IVec2,
    size: UVec2,
}

/// Returns the name of a level: the reference to its map, without the extension.
fn name_of(file: &str) -> String {
    Path::new(file).with_extension("").to_string_lossy().into_owned()
}
