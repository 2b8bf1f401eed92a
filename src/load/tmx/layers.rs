use super::gids::Gids;
use super::preflight::Preflight;
use super::raw_layer::{Block, RawLayer};
use super::sets::solid;
use crate::load::error::shortened;
use crate::load::{LoadError, LoadErrorKind};
use crate::tile::{TileLayer, TileMap};
use glam::{DVec2, dvec2, ivec2};
use tiled::{Layer, LayerType};

/// What a layer has from the groups around it.
#[derive(Clone)]
struct Around {
    path: String,
    visible: bool,
    offset: DVec2,
    solid: Option<bool>,
}

/// Adds the tile layers to the map, the one at the back first.
pub(super) fn add_layers(
    map: &mut TileMap,
    source: &tiled::Map,
    mut preflight: Preflight,
    mut gids: Gids,
) -> Result<(), LoadError> {
    // A layer's cells are given back once they lie in the map.
    let mut raw = std::mem::take(&mut preflight.layers).into_iter();
    let outside = Around { path: String::new(), visible: true, offset: DVec2::ZERO, solid: None };
    source.layers().try_for_each(|layer| add_layer(map, &layer, &outside, &preflight, &mut raw, &mut gids))?;
    match raw.next() {
        None => Ok(()),
        // `tiled` ends a map early where it loses count of the elements.
        Some(left) => Err(preflight.documents[0].error(left.at, lost())),
    }
}

fn lost() -> LoadErrorKind {
    LoadErrorKind::Xml { detail: "the walk and the parser disagree about its layers".into() }
}

/// Goes through groups by recursion, no deeper than the preflight allows.
fn add_layer(
    map: &mut TileMap,
    layer: &Layer<'_>,
    around: &Around,
    preflight: &Preflight,
    raw: &mut impl Iterator<Item = RawLayer>,
    gids: &mut Gids,
) -> Result<(), LoadError> {
    let here = Around {
        path: if around.path.is_empty() { layer.name.clone() } else { format!("{}/{}", around.path, layer.name) },
        visible: around.visible && layer.visible,
        offset: around.offset + dvec2(f64::from(layer.offset_x), f64::from(layer.offset_y)),
        solid: solid(&layer.properties).or(around.solid),
    };
    match layer.layer_type() {
        LayerType::Group(group) => {
            group.layers().try_for_each(|layer| add_layer(map, &layer, &here, preflight, raw, gids))
        }
        LayerType::Tiles(_) => match raw.next() {
            Some(cells) => add_tiles(map, layer, &here, preflight, &cells, gids),
            None => Err(LoadError::new(&preflight.documents[0].path, lost())),
        },
        _ => Ok(()),
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
