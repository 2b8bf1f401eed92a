//! Tile layers, and the settings that layers inherit from the groups around them.

use super::gids::{GidTable, Part};
use crate::geometry::{Bound, Rect};
use crate::load::error::shortened;
use crate::load::missing::MissingParts;
use crate::load::tmx::model::{CellBlock, LayerHead, RawMap, Settings};
use crate::load::{LoadError, LoadErrorKind};
use crate::tile::{TileLayer, TileMap};
use glam::{DVec2, ivec2};

/// The greatest product of parallax factors, so that it stays finite.
const MAX_PARALLAX: DVec2 = DVec2::splat(f32::MAX as f64);

/// The groups of a map with their inherited settings, and a count of repeated text.
pub(super) struct GroupTree {
    root: InheritedHead,
    groups: Vec<InheritedHead>,
    /// The bytes of text that layers and objects repeat from groups and templates.
    repeated: u64,
    max_repeated: u64,
}

/// The settings of a layer or a group, with those of the groups around it applied.
pub(super) struct InheritedHead {
    pub(super) path: String,
    pub(super) visible: bool,
    pub(super) offset: DVec2,
    parallax: DVec2,
    pub(super) settings: Settings,
}

impl GroupTree {
    /// Creates the tree of the groups, in the order of their elements.
    pub(super) fn new(raw: &RawMap, max_repeated: u64) -> Result<Self, LoadError> {
        let root = InheritedHead {
            path: String::new(),
            visible: true,
            offset: DVec2::ZERO,
            parallax: DVec2::ONE,
            settings: Settings::default(),
        };
        let mut tree = Self { root, groups: Vec::with_capacity(raw.groups.len()), repeated: 0, max_repeated };
        for group in &raw.groups {
            let inherited = tree.apply(&group.head, raw)?;
            tree.groups.push(inherited);
        }
        Ok(tree)
    }

    /// Returns the settings of a layer or a group, with those of the groups around it applied.
    pub(super) fn apply(&mut self, head: &LayerHead, raw: &RawMap) -> Result<InheritedHead, LoadError> {
        let around = head.group.map_or(&self.root, |group| &self.groups[group]);
        let inherited = InheritedHead {
            path: if around.path.is_empty() { head.name.clone() } else { format!("{}/{}", around.path, head.name) },
            visible: around.visible && head.visible,
            offset: around.offset + head.offset,
            parallax: (around.parallax * head.parallax).at_least(-MAX_PARALLAX).at_most(MAX_PARALLAX),
            settings: head.settings.or(around.settings),
        };
        self.claim(inherited.path.len(), raw)?;
        Ok(inherited)
    }

    /// Counts repeated text. Layers repeat the names of the groups around them, and objects repeat the name of their
    /// layer and the content of their templates. So a few long texts could grow without bound.
    pub(super) fn claim(&mut self, bytes: usize, raw: &RawMap) -> Result<(), LoadError> {
        self.repeated = self.repeated.saturating_add(bytes as u64);
        let max = self.max_repeated;
        if self.repeated <= max {
            return Ok(());
        }
        let what = format!("a map whose layers and objects repeat more than {max} bytes of names and templates");
        let kind = LoadErrorKind::not_supported(what, "shorten the names of its groups and layers");
        Err(LoadError::new(&raw.documents[0].path, kind))
    }
}

/// Adds a tile layer to the map.
pub(super) fn add_layer(
    map: &mut TileMap,
    head: LayerHead,
    (cells, blocks): (Rect, &[CellBlock]),
    inherited: &InheritedHead,
    gids: &mut GidTable<'_>,
    missing: &mut MissingParts<Part>,
) -> Result<(), LoadError> {
    let document = &gids.raw.documents[0];
    let name = format!("layer '{}'", shortened(&head.name));
    // Halves are rounded up, so that layers a whole number of pixels apart stay so.
    let offset = (inherited.offset + 0.5).floor();
    let empty = TileLayer {
        path: inherited.path.clone(),
        visible: inherited.visible,
        solid: inherited.settings.solid,
        one_way: inherited.settings.one_way,
        offset: ivec2(offset.x as i32, offset.y as i32),
        parallax: inherited.parallax.as_vec2(),
        properties: head.properties,
        ..TileLayer::new(head.name, cells)
    };
    let is_solid = empty.is_solid_by_default();
    let index =
        map.add_layer(empty).map_err(|error| document.error(head.at, LoadErrorKind::Map(error)).within(&*name))?;
    for (cell, gid) in blocks.iter().flat_map(CellBlock::tiles) {
        let fail = |kind| document.error(head.at, kind).within(format!("{name}, cell ({}, {})", cell.x, cell.y));
        match gids.find(gid) {
            Ok((tile, pixels)) => {
                gids.claim(pixels).map_err(fail)?;
                map.set_tile(index, cell, Some(tile)).map_err(|error| fail(LoadErrorKind::Map(error)))?;
            }
            Err(part) => {
                let is_needed = is_solid && !gids.is_deleted(part);
                missing.leave_out(part, Some(index), is_needed, || gids.error(part, gid, fail))?;
            }
        }
    }
    Ok(())
}
