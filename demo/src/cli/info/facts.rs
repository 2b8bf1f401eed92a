use super::super::level::{Content, Level};
use crate::args::LayersArg;
use serde::Serialize;
use std::collections::HashSet;
use tileray::{Rect, TileLayer, TileMap};

/// What there is to say of a map or picture: in JSON as it stands here.
#[derive(Serialize)]
pub(super) struct Facts {
    pub(super) file: String,
    /// Of the map only.
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

/// What only maps, or only pictures, have.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(super) enum Kind {
    Map(MapFacts),
    Image,
}

/// What only maps have.
#[derive(Serialize)]
pub(super) struct MapFacts {
    /// Other orientations are refused when a map is loaded.
    pub(super) orientation: &'static str,
    /// In tiles; 0 for an infinite map.
    pub(super) width: u32,
    pub(super) height: u32,
    /// In pixels.
    pub(super) tile_width: u32,
    pub(super) tile_height: u32,
    pub(super) tile_sets: Vec<TileSetFacts>,
    /// The one at the back first.
    pub(super) layers: Vec<LayerFacts>,
    /// How many tiles cells use, counting each way to lay a tile.
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
    /// Where its cell (0, 0) begins, in pixels.
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
    pub(super) fn of(level: &Level) -> anyhow::Result<Self> {
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
            layers: map.layers().enumerate().map(|(place, layer)| LayerFacts::of(map, place, layer)).collect(),
            distinct_tiles: used.len(),
        }
    }
}

impl LayerFacts {
    fn of(map: &TileMap, place: usize, layer: &TileLayer) -> Self {
        Self {
            path: layer.path().into(),
            visible: layer.is_visible(),
            solid: layer.is_solid_by_default(),
            offset_x: layer.offset().x,
            offset_y: layer.offset().y,
            cells: map.placed_tiles(place).count(),
        }
    }
}

impl From<Rect> for Area {
    fn from(rect: Rect) -> Self {
        Self { x: rect.min.x, y: rect.min.y, width: rect.width(), height: rect.height() }
    }
}
