//! `tileray info`: the contents of a map or picture.

use crate::args::{InfoArgs, LayersArg, ReportFormat};
use crate::cli::input_file::{Content, InputFile};
use crate::output::{print, print_json};
use serde::Serialize;
use std::collections::HashSet;
use tileray::{Rect, TileLayer, TileMap};

/// Prints the facts about a map or picture.
pub(crate) fn info(args: &InfoArgs) -> anyhow::Result<()> {
    let facts = Facts::of(&InputFile::open(&args.file)?)?;
    match args.format {
        ReportFormat::Text => print(&table(&facts)),
        ReportFormat::Json => print_json(&facts),
    }
}

/// The facts about a map or picture, in the order of the JSON.
#[derive(Serialize)]
pub(super) struct Facts {
    pub(super) file: String,
    /// The facts that only maps have.
    #[serde(flatten)]
    pub(super) kind: Kind,
    /// Every pixel of it; for a map also those of tiles that reach past its edge.
    pub(super) bounds: Area,
    /// The smallest rectangle that holds what is solid; null where nothing is.
    pub(super) solid_bounds: Option<Area>,
    pub(super) solid_pixels: u64,
    /// `solid_pixels` as a part of the bounds, from 0 to 1.
    pub(super) solid_share: f64,
    /// The bytes that rays need.
    pub(super) terrain_bytes: usize,
}

/// The kind of the file.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(super) enum Kind {
    Map(MapFacts),
    Image,
}

/// The facts that only maps have.
#[derive(Serialize)]
pub(super) struct MapFacts {
    /// Other orientations are refused when a map is loaded.
    pub(super) orientation: &'static str,
    /// The size in tiles; 0 for an infinite map.
    pub(super) width: u32,
    pub(super) height: u32,
    /// The size of a tile in pixels.
    pub(super) tile_width: u32,
    pub(super) tile_height: u32,
    pub(super) tile_sets: Vec<TileSetFacts>,
    /// The one at the back first.
    pub(super) layers: Vec<LayerFacts>,
    /// The number of distinct tiles, where each orientation of a tile counts.
    pub(super) distinct_tiles: usize,
}

#[derive(Serialize)]
pub(super) struct TileSetFacts {
    pub(super) name: String,
    pub(super) tiles: usize,
}

#[derive(Serialize)]
pub(super) struct LayerFacts {
    /// The names of its groups and its own.
    pub(super) path: String,
    pub(super) visible: bool,
    /// Whether it counts where no layers are named.
    pub(super) solid: bool,
    /// The position of cell (0, 0), in pixels.
    pub(super) offset_x: i32,
    pub(super) offset_y: i32,
    /// The cells that hold a tile.
    pub(super) cells: usize,
}

/// A rectangle of pixels.
#[derive(Serialize, Clone, Copy)]
pub(super) struct Area {
    pub(super) x: i32,
    pub(super) y: i32,
    pub(super) width: u32,
    pub(super) height: u32,
}

impl Facts {
    pub(super) fn of(level: &InputFile) -> anyhow::Result<Self> {
        let all_solid = LayersArg { names: None };
        let mask = level.mask(&all_solid)?;
        let bounds = level.bounds();
        let solid_pixels = mask.count();
        Ok(Self {
            file: level.name.clone(),
            kind: match &level.content {
                Content::Map(map) => Kind::Map(MapFacts::of(map)),
                Content::Image(_) => Kind::Image,
            },
            bounds: bounds.into(),
            solid_bounds: mask.bounds().map(|solid| solid.translated(bounds.min).into()),
            solid_pixels,
            solid_share: if bounds.is_empty() { 0.0 } else { solid_pixels as f64 / bounds.area() as f64 },
            terrain_bytes: level.terrain(&all_solid)?.memory(),
        })
    }
}

impl MapFacts {
    fn of(map: &TileMap) -> Self {
        let used: HashSet<_> =
            (0..map.layers().len()).flat_map(|layer| map.placed_tiles(layer)).map(|(_, s)| s.tile()).collect();
        Self {
            orientation: "orthogonal",
            width: map.size().x,
            height: map.size().y,
            tile_width: map.tile_size().x,
            tile_height: map.tile_size().y,
            tile_sets: map.tile_sets().map(|set| TileSetFacts { name: set.name().into(), tiles: set.len() }).collect(),
            layers: map.layers().enumerate().map(|(index, layer)| LayerFacts::of(map, index, layer)).collect(),
            distinct_tiles: used.len(),
        }
    }
}

impl LayerFacts {
    fn of(map: &TileMap, index: usize, layer: &TileLayer) -> Self {
        Self {
            path: layer.path().into(),
            visible: layer.is_visible(),
            solid: layer.is_solid_by_default(),
            offset_x: layer.offset().x,
            offset_y: layer.offset().y,
            cells: map.placed_tiles(index).count(),
        }
    }
}

impl From<Rect> for Area {
    fn from(rect: Rect) -> Self {
        Self { x: rect.min.x, y: rect.min.y, width: rect.width(), height: rect.height() }
    }
}

/// Returns the facts as aligned lines.
pub(super) fn table(facts: &Facts) -> String {
    let mut lines = vec![("file", facts.file.clone())];
    match &facts.kind {
        Kind::Map(map) => lines.extend(map_lines(map)),
        Kind::Image => lines.push(("kind", "image".into())),
    }
    lines.push(("bounds", area_text(&facts.bounds)));
    let solid = format!("{} pixels, {:.1} %", facts.solid_pixels, facts.solid_share * 100.0);
    lines.push((
        "solid",
        facts.solid_bounds.as_ref().map_or(solid.clone(), |bounds| format!("{solid}, {}", area_text(bounds))),
    ));
    lines.push(("terrain", format!("{} bytes", facts.terrain_bytes)));
    let mut text: String = lines.iter().map(|(name, value)| format!("{name:<10} {value}\n")).collect();
    if let Kind::Map(map) = &facts.kind {
        text += &tile_sets(map);
        text += &layers(&map.layers);
    }
    text
}

fn map_lines(map: &MapFacts) -> [(&'static str, String); 3] {
    let MapFacts { orientation, width, height, tile_width, tile_height, .. } = map;
    let cells: usize = map.layers.iter().map(|layer| layer.cells).sum();
    [
        ("kind", format!("map, {orientation}")),
        ("size", format!("{width}x{height} tiles of {tile_width}x{tile_height} pixels")),
        ("tiles", format!("{} distinct with their flips, in {cells} cells", map.distinct_tiles)),
    ]
}

fn tile_sets(map: &MapFacts) -> String {
    let mut text = format!("tile sets  {}\n", map.tile_sets.len());
    let width = longest(map.tile_sets.iter().map(|set| &*set.name));
    for (index, set) in map.tile_sets.iter().enumerate() {
        text += &format!("  {index:>3}  {:<width$}  {} tiles\n", set.name, set.tiles);
    }
    text
}

fn layers(layers: &[LayerFacts]) -> String {
    let mut text = format!("layers     {}, from the back\n", layers.len());
    let width = longest(layers.iter().map(|layer| &*layer.path));
    for (index, layer) in layers.iter().enumerate() {
        let shown = if layer.visible { "visible" } else { "hidden" };
        let solid = if layer.solid { "solid" } else { "free" };
        let LayerFacts { path, cells, offset_x, offset_y, .. } = layer;
        text += &format!("  {index:>3}  {path:<width$}  {shown:<7}  {solid:<5}  {cells:>8} cells");
        if (*offset_x, *offset_y) != (0, 0) {
            text += &format!("  offset {offset_x},{offset_y}");
        }
        text.push('\n');
    }
    text
}

fn area_text(area: &Area) -> String {
    format!("{}x{} pixels from {},{}", area.width, area.height, area.x, area.y)
}

fn longest<'a>(names: impl Iterator<Item = &'a str>) -> usize {
    names.map(|name| name.chars().count()).max().unwrap_or(0)
}
