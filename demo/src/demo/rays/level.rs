//! Levels: maps with their terrain, start and markers. The playlist is the list of maps.

use super::edits::Edits;
use super::player::Player;
use crate::demo::color::Rgb;
use crate::demo::export::decode_picture;
use crate::files::{self, FileKind};
use crate::load_args::{LimitsArg, LoadArgs, ProjectArgs};
use crate::project::ProjectLevel;
use anyhow::{Context, Result};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use tileray::glam::{IVec2, UVec2, Vec2, ivec2};
use tileray::load::LoadOptions;
use tileray::tile::TileImage;
use tileray::{LayerSet, LoadError, Rect, SolidityMap, Terrain, Tile, TileLayer, TileMap, TileSet};

/// A map, its terrain, its start and its markers.
#[derive(Debug)]
pub(super) struct Level {
    pub(super) name: String,
    pub(super) map: TileMap,
    /// The layers that are solid.
    pub(super) solid: LayerSet,
    pub(super) terrain: Terrain,
    pub(super) edits: Edits,
    pub(super) bounds: Rect,
    pub(super) background: Rgb,
    /// The pixel that the player's eye starts at.
    pub(super) start: IVec2,
    /// The pixels at the ends of lines of sight.
    pub(super) markers: Vec<IVec2>,
}

/// The background of a map without a background color.
const BACKGROUND: Rgb = Rgb(0x14_12_22);
/// The distance of the positions that are tried as a start, in pixels.
const SEARCH_STEP: i32 = 8;
/// The number of rings of such positions.
const SEARCH_RINGS: i32 = 160;
/// The number of markers in a map that has none.
const MARKERS: i32 = 6;

impl Level {
    /// Prepares a map. Its object of the class or the name `spawn` is the start; its objects of the class `marker` are
    /// the markers.
    pub(super) fn new(name: impl Into<String>, map: TileMap, background: Option<Rgb>, player: &Player) -> Result<Self> {
        let name = name.into();
        let solid = LayerSet::solid(&map);
        let terrain = Terrain::from_layers(&map, &solid).with_context(|| format!("map {name}"))?;
        let edits = Edits::none(&terrain);
        let bounds = map.bounds();
        let background = background.unwrap_or(BACKGROUND);
        let (start, markers) = Self::places(&map, &terrain, player);
        Ok(Self { name, map, solid, terrain, edits, bounds, background, start, markers })
    }

    /// Becomes the level of a map that was saved anew, and keeps the strokes as [`Terrain::update`] does; returns the
    /// number of rectangles that changed.
    ///
    /// # Errors
    /// Fails for a map that is too large, and changes nothing then.
    pub(super) fn update(&mut self, file: MapFile, player: &Player) -> Result<usize> {
        let dirty = self.terrain.update(&file.map).with_context(|| format!("map {}", self.name))?;
        self.edits.update(&file.map)?;
        self.solid = LayerSet::solid(&file.map);
        self.bounds = file.map.bounds();
        self.background = file.background.unwrap_or(BACKGROUND);
        (self.start, self.markers) = Self::places(&file.map, &self.terrain, player);
        self.map = file.map;
        Ok(dirty.len())
    }

    /// Returns the start and the markers of a map.
    fn places(map: &TileMap, terrain: &Terrain, player: &Player) -> (IVec2, Vec<IVec2>) {
        let bounds = map.bounds();
        let mut marked: Vec<IVec2> = Vec::new();
        let mut spawn = None;
        for object in map.objects() {
            let at = object.position().floor().as_ivec2();
            if object.class() == "marker" {
                marked.push(at);
            } else if object.class() == "spawn" || object.name() == "spawn" {
                spawn = spawn.or(Some(at));
            }
        }
        let start = roomy_near(terrain, spawn.unwrap_or((bounds.min + bounds.max) / 2), player);
        let markers = if marked.is_empty() { scatter(terrain, &bounds, start) } else { marked };
        (start, markers)
    }
}

/// A map as it was read.
#[derive(Debug)]
pub(super) struct MapFile {
    name: String,
    map: TileMap,
    background: Option<Rgb>,
}

impl MapFile {
    #[cfg(test)]
    pub(super) fn map(&self) -> &TileMap {
        &self.map
    }

    /// Returns the files that it was read from.
    pub(super) fn files(&self) -> &[PathBuf] {
        self.map.dependencies()
    }
}

/// The error of reading a map, and the files of which one has to change.
#[derive(Debug)]
pub(super) struct MapFault {
    pub(super) error: anyhow::Error,
    pub(super) files: Vec<PathBuf>,
}

impl From<LoadError> for MapFault {
    fn from(error: LoadError) -> Self {
        let files = [Some(error.path()), error.referrer()].into_iter().flatten().map(Path::to_owned).collect();
        Self { error: LimitsArg::explain(error), files }
    }
}

/// Returns the position nearest to `center` at which the player fits with some room around it; else at which it fits;
/// else a free pixel; else the center.
fn roomy_near(terrain: &Terrain, center: IVec2, player: &Player) -> IVec2 {
    let sides = [ivec2(-6, 0), ivec2(6, 0), ivec2(0, -6), ivec2(0, 6), IVec2::ZERO];
    let roomy = |at: IVec2| sides.iter().all(|&side| player.fits(terrain, at + side));
    let tries: [&dyn Fn(IVec2) -> bool; 3] = [&roomy, &|at| player.fits(terrain, at), &|at| !terrain.is_solid(at)];
    tries.iter().find_map(|fits| rings(center).find(|&at| fits(at))).unwrap_or(center)
}

/// Returns positions around a center, ring by ring outward.
fn rings(center: IVec2) -> impl Iterator<Item = IVec2> {
    (0..SEARCH_RINGS).flat_map(move |ring| {
        let side =
            move |along: i32| [ivec2(along, -ring), ivec2(ring, along), ivec2(-along, ring), ivec2(-ring, -along)];
        let steps = if ring == 0 { 0..1 } else { -ring..ring };
        // Ring 0 repeats one position four times, which changes no result.
        steps.flat_map(side).map(move |at| center + at * SEARCH_STEP)
    })
}

/// Returns free pixels of the map around `start`, in all directions and at two distances.
fn scatter(terrain: &Terrain, bounds: &Rect, start: IVec2) -> Vec<IVec2> {
    let free_near = |at: IVec2| {
        rings(at).take(400).find(|&at| {
            let room = (-8..=8).step_by(4).flat_map(|y| (-8..=8).step_by(4).map(move |x| ivec2(x, y)));
            bounds.contains(at) && room.into_iter().all(|side| !terrain.is_solid(at + side))
        })
    };
    let mut markers = Vec::new();
    for number in 0..MARKERS {
        let angle = (number as f32 + 0.35) / MARKERS as f32 * std::f32::consts::TAU;
        let distance = if number % 2 == 0 { 140.0 } else { 230.0 };
        let at = start + (Vec2::from_angle(angle) * distance).round().as_ivec2();
        markers.extend(free_near(at).filter(|marker| !markers.contains(marker)));
    }
    markers
}

/// Returns the background color of a map in XML or JSON, as Tiled writes it: `#rrggbb` or `#aarrggbb`, whose alpha is
/// dropped.
fn background_of(file: &[u8]) -> Option<Rgb> {
    let text = String::from_utf8_lossy(file);
    let color = if text.trim_start().starts_with('{') {
        text.split_once("\"backgroundcolor\":")?.1.trim_start().strip_prefix("\"#")?
    } else {
        let map = text.split_once("<map")?.1.split_once('>')?.0;
        map.split_once("backgroundcolor=\"#")?.1
    };
    let digits = color.split_once('"')?.0;
    let value = u32::from_str_radix(digits, 16).ok()?;
    matches!(digits.len(), 6 | 8).then_some(Rgb(value & 0xff_ff_ff))
}

/// A list of maps, one of which is shown.
#[derive(Clone, Debug)]
pub(crate) struct Playlist {
    maps: Vec<PathBuf>,
    /// Whether the maps are part of the program.
    is_built_in: bool,
    /// The index of the map that is shown.
    shown: usize,
    /// How the files are loaded.
    load: LoadArgs,
    /// The index of the file of the command line, whose level the arguments name if it is a project.
    first: usize,
}

impl Playlist {
    /// Lists a file and the maps beside it, or the maps of the program.
    pub(crate) fn of(map: Option<&Path>) -> Self {
        let Some(map) = map else {
            return Self {
                maps: files::maps().map(Path::to_owned).collect(),
                is_built_in: true,
                shown: 0,
                load: LoadArgs::default(),
                first: 0,
            };
        };
        let is_map = |path: &PathBuf| {
            let extension = path.extension().map(OsStr::to_ascii_lowercase);
            extension.is_some_and(|extension| ["tmx", "tmj", "ldtk", "world"].iter().any(|known| extension == *known))
        };
        let folder = map.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let mut maps: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_map).collect();
        // The file itself keeps the path of the command line, for the messages.
        maps.retain(|path| path.file_name() != map.file_name());
        maps.push(map.to_owned());
        maps.sort_by(|a, b| a.file_name().cmp(&b.file_name()));
        let shown = maps.iter().position(|path| path == map).unwrap_or(0);
        Self { maps, is_built_in: false, shown, load: LoadArgs::default(), first: shown }
    }

    /// Sets how the files are loaded.
    pub(crate) fn with_load(mut self, load: LoadArgs) -> Self {
        self.load = load;
        self
    }

    /// Returns the path of the map that is shown.
    pub(super) fn path(&self) -> &Path {
        &self.maps[self.shown]
    }

    /// Returns whether the maps are files, which may change.
    pub(super) const fn is_on_disk(&self) -> bool {
        !self.is_built_in
    }

    /// Opens the map that is shown.
    pub(super) fn open(&self, player: &Player) -> Result<Level> {
        let MapFile { name, map, background } = self.read().map_err(|fault| fault.error)?;
        Level::new(name, map, background, player)
    }

    /// Reads the map that is shown.
    pub(super) fn read(&self) -> Result<MapFile, MapFault> {
        let path = self.path();
        let options = self.load.options().with_images(true);
        // Other files have other levels and values.
        let mut load = self.load.clone();
        if self.first != self.shown {
            load.project = ProjectArgs::default();
        }
        let kind = if self.is_built_in { FileKind::Map } else { FileKind::of(path) };
        let mut name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        let fault = |error| MapFault { error, files: vec![path.to_owned()] };
        if kind == FileKind::Project {
            let options = load.project_options().with_load(options);
            let level = ProjectLevel::open(path, &options, load.project.level.as_deref()).map_err(fault)?;
            let facts = level.index.and_then(|index| level.project.levels().nth(index));
            let background = facts.and_then(tileray::load::Level::background).map(|color| Rgb(color & 0xff_ff_ff));
            if let Some(facts) = facts {
                name = format!("{name}, {}", facts.name());
            }
            return Ok(MapFile { name, map: level.map, background });
        }
        load.project.refuse(path).map_err(fault)?;
        let (map, background) = if self.is_built_in {
            let file = files::read(path).unwrap_or_default();
            (TileMap::read(path, &files::read, &options)?, background_of(file))
        } else if kind == FileKind::Image {
            (picture_map(path, &options)?, None)
        } else {
            (TileMap::open_with(path, &options)?, fs::read(path).ok().and_then(|tmx| background_of(&tmx)))
        };
        Ok(MapFile { name, map, background })
    }

    /// Moves `by` maps through the list, which is a ring, and opens the first map that opens. The errors of the
    /// others are added to `failed`.
    pub(super) fn turn(&mut self, by: isize, player: &Player, failed: &mut Vec<String>) -> Option<Level> {
        let (before, count) = (self.shown, self.maps.len() as isize);
        for step in 1..count {
            self.shown = (before as isize + by * step).rem_euclid(count) as usize;
            match self.open(player) {
                Ok(level) => return Some(level),
                Err(error) => failed.push(format!("{error:#}")),
            }
        }
        self.shown = before;
        None
    }
}

/// Opens a picture as a map of one tile.
fn picture_map(path: &Path, options: &LoadOptions) -> Result<TileMap, MapFault> {
    let mask = SolidityMap::open_with(path, options)?;
    let read = || map_of(mask, decode_picture(&fs::read(path)?)?);
    let fault = |error| MapFault { error, files: vec![path.to_owned()] };
    let mut map = read().with_context(|| path.display().to_string()).map_err(fault)?;
    map.set_dependencies([path.to_owned()]);
    Ok(map)
}

/// Creates a map of one tile.
pub(super) fn map_of(mask: SolidityMap, picture: TileImage) -> Result<TileMap> {
    let mut map = TileMap::new(mask.size(), UVec2::ONE)?;
    let mut set = TileSet::new("picture", IVec2::ZERO);
    set.insert(0, mask);
    set.set_image(0, picture);
    let set = map.add_tile_set(set);
    let layer = map.add_layer(TileLayer::new("picture", Rect::from_size(IVec2::ZERO, UVec2::ONE)))?;
    map.set_tile(layer, IVec2::ZERO, Some(Tile { set, ..Tile::default() }))?;
    Ok(map)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::demo::rays::testing;
    use tileray::glam::uvec2;
    use tileray::tile::{MapObject, ObjectShape};

    fn player() -> Player {
        Player::of([ivec2(0, 0), ivec2(1, 1)])
    }

    fn repository() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
    }

    #[test]
    fn the_start_and_the_markers_are_free() {
        let level = testing::level();
        assert!(!level.terrain.is_solid(level.start));
        assert!(level.markers.iter().all(|&marker| !level.terrain.is_solid(marker)));
        assert!(level.markers.len() >= 2);
    }

    #[test]
    fn empty_and_solid_maps_have_a_start() -> Result<()> {
        let empty = TileMap::new(uvec2(16, 16), uvec2(0, 0))?;
        assert_eq!(Level::new("empty", empty, None, &player())?.start, IVec2::ZERO);

        let picture = TileImage::new(1, vec![[0; 4]]).context("a pixel")?;
        let solid = map_of(SolidityMap::from_fn(1, 1, |_, _| true), picture)?;
        let level = Level::new("dot", solid, None, &player())?;
        assert!(!level.terrain.is_solid(level.start));
        Ok(())
    }

    #[test]
    fn objects_give_the_start_and_the_markers() -> Result<()> {
        let mut map = TileMap::new(uvec2(16, 16), uvec2(4, 4))?;
        let object = |x: f32, y: f32| MapObject::new((x, y), ObjectShape::Point);
        map.add_object(object(1.0, 2.0).with_class("coin"))?;
        map.add_object(object(5.0, 6.9).with_class("marker"))?;
        map.add_object(object(12.9, -4.0).with_name("spawn"))?;
        map.add_object(object(30.0, 30.0).with_class("spawn"))?;
        let level = Level::new("objects", map, None, &player())?;
        assert_eq!((level.start, level.markers), (ivec2(12, -4), vec![ivec2(5, 6)]));
        Ok(())
    }

    #[test]
    fn the_background_is_that_of_the_map() {
        for (tmx, color) in [
            (
                &br##"<?xml version="1.0"?><map width="1" backgroundcolor="#ff102030"><layer/></map>"##[..],
                Some(0x10_20_30),
            ),
            (br##"<map backgroundcolor="#102030"/>"##, Some(0x10_20_30)),
            (br##"<map backgroundcolor="#12"/>"##, None),
            (br##"<map><layer backgroundcolor="#102030"/></map>"##, None),
            (b"\x89PNG <<<< & >", None),
            (b"", None),
        ] {
            assert_eq!(background_of(tmx), color.map(Rgb), "{}", String::from_utf8_lossy(tmx));
        }
    }

    #[test]
    fn all_built_in_maps_open_with_their_pictures() -> Result<()> {
        for index in 0..files::maps().count() {
            let level = Playlist { shown: index, ..Playlist::of(None) }.open(&player())?;
            let pictures = level.map.tile_sets().all(|set| set.ids().all(|id| set.image(id).is_some()));
            assert!(pictures && !level.bounds.is_empty(), "{}", level.name);
            assert!(!level.terrain.is_solid(level.start), "{}", level.name);
        }
        Ok(())
    }

    #[test]
    fn the_list_of_maps_is_a_ring() -> Result<()> {
        let mut playlist = Playlist::of(None);
        let first = playlist.open(&player())?.name;
        let mut failed = Vec::new();
        let second = playlist.turn(1, &player(), &mut failed).context("there are several")?.name;
        let again = playlist.turn(-1, &player(), &mut failed).context("there are several")?.name;
        assert!(failed.is_empty() && first == again && first != second);
        Ok(())
    }

    #[test]
    fn a_file_is_listed_with_the_maps_beside_it() -> Result<()> {
        let mut playlist = Playlist::of(Some(&repository().join("maps/cave.tmx")));
        assert_eq!(playlist.open(&player())?.name, "cave.tmx");
        let next = playlist.turn(1, &player(), &mut Vec::new()).context("there are more maps")?;
        assert_eq!(next.name, "infinite.tmx");
        Ok(())
    }

    #[test]
    fn a_picture_is_a_level_of_its_size() -> Result<()> {
        let level = Playlist::of(Some(&repository().join("assets/hero.png"))).open(&player())?;
        assert_eq!(level.bounds, Rect::from_size(IVec2::ZERO, uvec2(16, 24)));
        assert!(level.terrain.is_solid(ivec2(8, 8)));
        Ok(())
    }
}
