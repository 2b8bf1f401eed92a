//! `tileray info`: the contents of a map or picture.

use crate::args::{InfoArgs, LayersArg};
use crate::cli::input_file::{Content, InputFile, ProjectLevel};
use crate::output::{print, print_json};
use crate::value_args::ReportFormat;
use serde::Serialize;
use std::collections::HashSet;
use std::fmt;
use tileray::glam::{UVec2, ivec2};
use tileray::load::{Level, OccupancyMap};
use tileray::tile::ObjectLayer;
use tileray::{Rect, Terrain, TileLayer, TileMap, TileSet};
use tileray_scenes::file_kind::has_extension;

/// Prints the facts about a map or picture.
pub(crate) fn info(args: &InfoArgs) -> anyhow::Result<()> {
    // Of a whole world it tells what can be read.
    let is_world = has_extension(&args.file, "world") && args.load.level.is_none();
    let options = args.load.options().allow_missing(is_world);
    let facts = Facts::of(&InputFile::open_with(&args.file, &args.load, options)?)?;
    match args.format {
        ReportFormat::Text => print(&table(&facts)),
        ReportFormat::Json => print_json(&facts),
    }
}

/// The facts about a map or picture, in the order of the JSON.
#[derive(Serialize)]
struct Facts {
    file: String,
    /// The kind of the file, and the facts that only maps have.
    #[serde(flatten)]
    kind: Kind,
    /// All pixels; for a map, with the pixels of tiles that reach past its edge.
    bounds: Area,
    /// The smallest rectangle around all solid pixels; null without solid pixels.
    solid_bounds: Option<Area>,
    solid_pixels: u64,
    /// `solid_pixels` as a part of the bounds, from 0 to 1.
    solid_share: f64,
    /// The memory of the terrain, in bytes.
    terrain_bytes: usize,
    /// The parts that are missing, each in a line.
    warnings: Vec<String>,
}

/// The kind of a file.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Kind {
    Map(MapFacts),
    Project(ProjectFacts),
    Robot(RobotFacts),
    Image,
}

/// The facts that only maps of robots and their layers have.
#[derive(Serialize)]
struct RobotFacts {
    image: String,
    /// The meters a pixel.
    resolution: f64,
    /// The pose of the lower left corner, in meters and radians.
    origin_x: f64,
    origin_y: f64,
    origin_yaw: f64,
    mode: &'static str,
    negate: bool,
    occupied_thresh: f64,
    free_thresh: f64,
    occupied_pixels: u64,
    free_pixels: u64,
    unknown_pixels: u64,
    #[serde(flatten)]
    map: MapFacts,
}

/// The facts that only projects have, and the facts of one level's map.
#[derive(Serialize)]
struct ProjectFacts {
    /// The name of the level that the other facts are about; none for all levels of the world.
    level: Option<String>,
    /// The levels in the order of the file.
    levels: Vec<LevelFacts>,
    #[serde(flatten)]
    map: MapFacts,
}

#[derive(Serialize)]
struct LevelFacts {
    name: String,
    world: String,
    /// The place in the world, in pixels.
    #[serde(flatten)]
    place: Area,
    depth: i32,
}

/// The facts that only maps have.
#[derive(Serialize)]
struct MapFacts {
    /// Always orthogonal, as the loader refuses other orientations.
    orientation: &'static str,
    /// The size in tiles; 0 for an infinite map.
    width: u32,
    height: u32,
    /// The size of a tile in pixels.
    tile_width: u32,
    tile_height: u32,
    tile_sets: Vec<TileSetFacts>,
    /// The layers from back to front.
    layers: Vec<LayerFacts>,
    /// The paths of the object layers that are among them, since they are solid.
    solid_object_layers: Vec<String>,
    /// The number of distinct pairs of tile and orientation.
    distinct_tiles: usize,
}

#[derive(Serialize)]
struct TileSetFacts {
    name: String,
    tiles: usize,
    /// The number of tiles with collision shapes.
    tiles_with_shapes: usize,
}

#[derive(Serialize)]
struct LayerFacts {
    /// The names of its groups and its own name.
    path: String,
    visible: bool,
    /// Whether the layer is solid if no layers are named.
    solid: bool,
    /// The position of cell (0, 0), in pixels.
    offset_x: i32,
    offset_y: i32,
    /// The number of cells with a tile.
    cells: usize,
}

/// A rectangle of pixels.
#[derive(Serialize, Clone, Copy)]
pub(super) struct Area {
    x: i32,
    y: i32,
    width: u32,
    height: u32,
}

impl Facts {
    fn of(level: &InputFile) -> anyhow::Result<Self> {
        let terrain = level.terrain(&LayersArg { names: None })?;
        let bounds = level.bounds();
        let (solid_pixels, solid_bounds) = solid_pixels(&terrain, bounds);
        Ok(Self {
            file: level.name.clone(),
            kind: match &level.content {
                Content::Map(map) => Kind::Map(MapFacts::of(map)),
                Content::Level(level) => Kind::Project(ProjectFacts::of(level)),
                Content::Robot(robot) => Kind::Robot(RobotFacts::of(robot)),
                Content::Image(_) => Kind::Image,
            },
            bounds: bounds.into(),
            solid_bounds: solid_bounds.map(Area::from),
            solid_pixels,
            solid_share: if bounds.is_empty() { 0.0 } else { solid_pixels as f64 / bounds.area() as f64 },
            terrain_bytes: terrain.memory(),
            warnings: level.warnings().iter().map(ToString::to_string).collect(),
        })
    }
}

impl ProjectFacts {
    fn of(level: &ProjectLevel) -> Self {
        let facts = |level: &Level| LevelFacts {
            name: level.name.clone(),
            world: level.world.to_string(),
            place: level.rect().into(),
            depth: level.depth,
        };
        let levels: Vec<LevelFacts> = level.project.levels().map(facts).collect();
        Self { level: level.index.map(|index| levels[index].name.clone()), levels, map: MapFacts::of(&level.map) }
    }
}

impl RobotFacts {
    fn of(robot: &OccupancyMap) -> Self {
        let (frame, rule) = (&robot.frame, &robot.rule);
        let (occupied, unknown) = (robot.occupied().count(), robot.unknown().count());
        let size = robot.size();
        Self {
            image: robot.image.display().to_string(),
            resolution: frame.resolution(),
            origin_x: frame.origin().x,
            origin_y: frame.origin().y,
            origin_yaw: frame.yaw(),
            mode: rule.mode.name(),
            negate: rule.negate,
            occupied_thresh: rule.occupied_thresh,
            free_thresh: rule.free_thresh,
            occupied_pixels: occupied,
            free_pixels: u64::from(size.x) * u64::from(size.y) - occupied - unknown,
            unknown_pixels: unknown,
            map: MapFacts::of(robot.map()),
        }
    }

    /// Returns the lines of a table.
    fn lines(&self) -> String {
        let Self { image, resolution, origin_x, origin_y, origin_yaw, mode, occupied_thresh, free_thresh, .. } = self;
        let (width, height) = (self.map.tile_width, self.map.tile_height);
        let meters = |pixels: u32| f64::from(pixels) * resolution;
        let negated = if self.negate { ", negated" } else { "" };
        format!(
            "kind       map of a robot\n\
            picture    {image}, {width}x{height} pixels\n\
            scale      {resolution} m a pixel, {:.2} x {:.2} m\n\
            origin     {origin_x},{origin_y} m, yaw {origin_yaw} rad, at the lower left corner\n\
            mode       {mode}{negated}, free up to {free_thresh}, occupied from {occupied_thresh} on\n\
            pixels     {} occupied, {} free, {} unknown\n",
            meters(width),
            meters(height),
            self.occupied_pixels,
            self.free_pixels,
            self.unknown_pixels
        )
    }
}

/// Counts the solid pixels, and returns the smallest rectangle around them.
///
/// Takes them square by square: the mask of a large map would take gigabytes, though little may be solid.
fn solid_pixels(terrain: &Terrain, bounds: Rect) -> (u64, Option<Rect>) {
    const SIDE: i32 = 4096;
    let (mut count, mut around) = (0, None::<Rect>);
    for y in (bounds.min.y..bounds.max.y).step_by(SIDE as usize) {
        for x in (bounds.min.x..bounds.max.x).step_by(SIDE as usize) {
            let square = Rect::from_size(ivec2(x, y), UVec2::splat(SIDE as u32)).intersection(&bounds);
            let mask = terrain.query().to_mask(square);
            if let Some(solid) = mask.bounds() {
                let solid = solid.translated(square.min);
                around = Some(around.map_or(solid, |around| around.union(&solid)));
                count += mask.count();
            }
        }
    }
    (count, around)
}

impl MapFacts {
    fn of(map: &TileMap) -> Self {
        let placed = (0..map.layers().len()).flat_map(|layer| map.placed_tiles(layer));
        let layer_facts = |(index, layer): (usize, &TileLayer)| LayerFacts {
            path: layer.path.clone(),
            visible: layer.visible,
            solid: layer.is_solid_by_default(),
            offset_x: layer.offset.x,
            offset_y: layer.offset.y,
            cells: map.placed_tiles(index).count(),
        };
        let is_solid = |layer: &&ObjectLayer| layer.properties.bool("solid") == Some(true);
        Self {
            orientation: "orthogonal",
            width: map.size().x,
            height: map.size().y,
            tile_width: map.tile_size().x,
            tile_height: map.tile_size().y,
            tile_sets: map.tile_sets().map(TileSetFacts::of).collect(),
            layers: map.layers().enumerate().map(layer_facts).collect(),
            solid_object_layers: map.object_layers().filter(is_solid).map(|layer| layer.path.clone()).collect(),
            distinct_tiles: placed.map(|(_, placed)| placed.tile()).collect::<HashSet<_>>().len(),
        }
    }
}

impl TileSetFacts {
    fn of(set: &TileSet) -> Self {
        let tiles_with_shapes = set.ids().filter(|id| !set.shapes(*id).is_empty()).count();
        Self { name: set.name.clone(), tiles: set.len(), tiles_with_shapes }
    }
}

impl From<Rect> for Area {
    fn from(rect: Rect) -> Self {
        Self { x: rect.min.x, y: rect.min.y, width: rect.width(), height: rect.height() }
    }
}

impl fmt::Display for Area {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{} pixels from {},{}", self.width, self.height, self.x, self.y)
    }
}

/// Returns the facts as aligned lines.
fn table(facts: &Facts) -> String {
    let mut text = format!("file       {}\n", facts.file);
    let map = match &facts.kind {
        Kind::Map(map) => {
            text += &format!("kind       map, {}\n", map.orientation);
            Some(map)
        }
        Kind::Project(project) => {
            let shown = project.level.as_deref().unwrap_or("all");
            text += &format!("kind       project of {} levels\nlevel      {shown}\n", project.levels.len());
            Some(&project.map)
        }
        Kind::Robot(robot) => {
            text += &robot.lines();
            None
        }
        Kind::Image => {
            text += "kind       image\n";
            None
        }
    };
    if let Some(MapFacts { width, height, tile_width, tile_height, distinct_tiles, layers, .. }) = map {
        let cells: usize = layers.iter().map(|layer| layer.cells).sum();
        text += &format!("size       {width}x{height} tiles of {tile_width}x{tile_height} pixels\n");
        text += &format!("tiles      {distinct_tiles} distinct with their flips, in {cells} cells\n");
    }
    text += &format!("bounds     {}\n", facts.bounds);
    text += &format!("solid      {} pixels, {:.1} %", facts.solid_pixels, facts.solid_share * 100.0);
    text += &facts.solid_bounds.map_or_else(String::new, |bounds| format!(", {bounds}"));
    text += &format!("\nterrain    {} bytes\n", facts.terrain_bytes);
    if let Some(map) = map {
        text += &tile_sets(&map.tile_sets);
        text += &layers(&map.layers);
        for path in &map.solid_object_layers {
            text += &format!("objects    '{path}' is an object layer that is solid\n");
        }
    }
    if let Kind::Robot(robot) = &facts.kind {
        text += &layers(&robot.map.layers);
    }
    if let Kind::Project(project) = &facts.kind {
        text += &levels(&project.levels);
    }
    if !facts.warnings.is_empty() {
        text += &format!("warnings   {}\n", facts.warnings.len());
        facts.warnings.iter().for_each(|warning| text += &format!("  {warning}\n"));
    }
    text
}

fn levels(levels: &[LevelFacts]) -> String {
    let mut text = format!("levels     {}\n", levels.len());
    for (index, LevelFacts { name, world, place, depth }) in levels.iter().enumerate() {
        text += &format!("  {index:>3}  {world}/{name}  {place}, depth {depth}\n");
    }
    text
}

fn tile_sets(sets: &[TileSetFacts]) -> String {
    let mut text = format!("tile sets  {}\n", sets.len());
    for (index, TileSetFacts { name, tiles, tiles_with_shapes }) in sets.iter().enumerate() {
        text += &format!("  {index:>3}  {name}  {tiles} tiles");
        if *tiles_with_shapes > 0 {
            text += &format!(", {tiles_with_shapes} with shapes");
        }
        text.push('\n');
    }
    text
}

fn layers(layers: &[LayerFacts]) -> String {
    let mut text = format!("layers     {}, from the back\n", layers.len());
    for (index, layer) in layers.iter().enumerate() {
        let shown = if layer.visible { "visible" } else { "hidden" };
        let solid = if layer.solid { "solid" } else { "free" };
        let LayerFacts { path, cells, offset_x, offset_y, .. } = layer;
        // The path is last, as it may be long.
        text +=
            &format!("  {index:>3}  {shown:<7}  {solid:<5}  {cells:>8} cells  offset {offset_x},{offset_y}  {path}\n");
    }
    text
}
