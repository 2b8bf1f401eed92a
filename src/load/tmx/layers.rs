use super::found::{Block, RawLayer};
use super::gids::Gids;
use super::preflight::Preflight;
use super::sets::solid;
use crate::load::error::shortened;
use crate::load::{LoadError, LoadErrorKind};
use crate::tile::{OneWay, TileLayer, TileMap};
use glam::{DVec2, dvec2, ivec2};
use tiled::{Layer, LayerType, PropertyValue};

/// What a layer has from the groups around it.
struct Around {
    path: String,
    visible: bool,
    offset: DVec2,
    solid: Option<bool>,
    one_way: Option<OneWay>,
}

/// Adds the tile layers to the map, the one at the back first.
pub(super) fn add_layers(
    map: &mut TileMap,
    source: &tiled::Map,
    mut preflight: Preflight,
    mut gids: Gids,
    most_bytes: u64,
) -> Result<(), LoadError> {
    let raw = std::mem::take(&mut preflight.layers);
    let all = || source.layers();
    let layers: Vec<_> = all().filter(|layer| matches!(layer.layer_type(), LayerType::Tiles(_))).collect();
    let groups: Vec<_> = all().filter(|layer| matches!(layer.layer_type(), LayerType::Group(_))).collect();
    if (layers.len(), groups.len()) != (raw.len(), preflight.groups.len()) {
        // `tiled` ends a map early where it loses count of its elements.
        let detail = "the walk and the parser disagree about its layers".into();
        return Err(LoadError::new(&preflight.documents[0].path, LoadErrorKind::Xml { detail }));
    }
    let outside = Around { path: String::new(), visible: true, offset: DVec2::ZERO, solid: None, one_way: None };
    let mut known: Vec<Around> = Vec::with_capacity(groups.len());
    let mut path_bytes = 0;
    for (group, parent) in groups.iter().zip(&preflight.groups) {
        known.push(parent.map_or(&outside, |parent| &known[parent]).around(group));
        path_bytes += known.last().map_or(0, |group| group.path.len() as u64);
        check_paths(path_bytes, most_bytes, &preflight)?;
    }
    // A layer's cells are given back once they lie in the map.
    for (layer, raw) in layers.iter().zip(raw) {
        let here = raw.group.map_or(&outside, |group| &known[group]).around(layer);
        path_bytes += here.path.len() as u64;
        check_paths(path_bytes, most_bytes, &preflight)?;
        add_tiles(map, layer, &here, &preflight, &raw, &mut gids)?;
    }
    Ok(())
}

/// Layers repeat the names of the groups around them, so a few long names can grow without bound.
fn check_paths(bytes: u64, most: u64, preflight: &Preflight) -> Result<(), LoadError> {
    if bytes <= most {
        return Ok(());
    }
    let what = format!("a map whose layers have paths of more than {most} bytes together");
    let kind = LoadErrorKind::NotSupported { what, remedy: "shorten the names of its groups" };
    Err(LoadError::new(&preflight.documents[0].path, kind))
}

impl Around {
    /// What a layer or a group has, and what lies in it has from it.
    fn around(&self, layer: &Layer<'_>) -> Self {
        Self {
            path: if self.path.is_empty() { layer.name.clone() } else { format!("{}/{}", self.path, layer.name) },
            visible: self.visible && layer.visible,
            offset: self.offset + dvec2(f64::from(layer.offset_x), f64::from(layer.offset_y)),
            solid: solid(&layer.properties).or(self.solid),
            one_way: one_way(&layer.properties).or(self.one_way),
        }
    }
}

/// What custom properties say of the motion that a layer stops.
fn one_way(properties: &tiled::Properties) -> Option<OneWay> {
    match properties.get("one_way") {
        Some(PropertyValue::StringValue(way)) => OneWay::from_name(way),
        _ => None,
    }
}

fn add_tiles(
    map: &mut TileMap,
    layer: &Layer<'_>,
    here: &Around,
    preflight: &Preflight,
    raw: &RawLayer,
    gids: &mut Gids,
) -> Result<(), LoadError> {
    let document = &preflight.documents[0];
    let name = format!("layer '{}'", shortened(&layer.name));
    // Halves are rounded up, so that layers that lie apart by whole pixels stay so.
    let offset = (here.offset + 0.5).floor();
    let empty = TileLayer::new(layer.name.as_str(), raw.cells)
        .with_path(here.path.as_str())
        .with_visible(here.visible)
        .with_solid(here.solid)
        .with_one_way(here.one_way)
        .with_offset(ivec2(offset.x as i32, offset.y as i32));
    let place =
        map.add_layer(empty).map_err(|error| document.error(raw.at, LoadErrorKind::Map(error)).within(&*name))?;
    for (cell, gid) in raw.blocks.iter().flat_map(Block::tiles) {
        let fail = |kind| document.error(raw.at, kind).within(format!("{name}, cell ({}, {})", cell.x, cell.y));
        let tile = gids.tile(gid).map_err(fail)?;
        map.set_tile(place, cell, Some(tile)).map_err(|error| fail(LoadErrorKind::Map(error)))?;
    }
    Ok(())
}
