use super::found::{Block, RawLayer};
use super::gids::Gids;
use super::groups::{Around, Groups};
use super::preflight::Preflight;
use crate::geometry::Direction;
use crate::load::error::shortened;
use crate::load::{LoadError, LoadErrorKind};
use crate::tile::{TileLayer, TileMap};
use glam::ivec2;
use tiled::{Layer, PropertyValue};

/// Adds the tile layers to the map, the one at the back first.
pub(super) fn add_layers(
    map: &mut TileMap,
    layers: &[Layer<'_>],
    raw: Vec<RawLayer>,
    preflight: &Preflight,
    groups: &mut Groups,
    gids: &mut Gids,
) -> Result<(), LoadError> {
    // A layer's cells are given back once they lie in the map.
    for (layer, raw) in layers.iter().zip(raw) {
        let here = groups.around(raw.group).around(layer);
        groups.claim(here.path.len(), preflight)?;
        add_tiles(map, layer, &here, preflight, &raw, gids)?;
    }
    Ok(())
}

/// What custom properties say of the motion that a layer stops.
pub(super) fn one_way(properties: &tiled::Properties) -> Option<Direction> {
    match properties.get("one_way") {
        Some(PropertyValue::StringValue(way)) => Direction::from_name(way),
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
        .with_offset(ivec2(offset.x as i32, offset.y as i32))
        .with_properties(raw.properties.clone());
    let place =
        map.add_layer(empty).map_err(|error| document.error(raw.at, LoadErrorKind::Map(error)).within(&*name))?;
    for (cell, gid) in raw.blocks.iter().flat_map(Block::tiles) {
        let fail = |kind| document.error(raw.at, kind).within(format!("{name}, cell ({}, {})", cell.x, cell.y));
        let tile = gids.tile(gid).map_err(fail)?;
        map.set_tile(place, cell, Some(tile)).map_err(|error| fail(LoadErrorKind::Map(error)))?;
    }
    Ok(())
}
