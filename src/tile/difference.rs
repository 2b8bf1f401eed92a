//! The difference of two maps, such as a map before and after it was saved anew: the cells that show another tile.
//!
//! ```text
//! pair sets and layers by name, the first with the first of that name
//! numbers[n] = the old map's number for placed tile n of the new map, if it has the same mask at the same place
//!              and the same one-way direction
//! a cell differs where numbers[new cell] != old cell
//! ```
//!
//! So a cell costs one look-up in a short table. Only the masks of distinct tiles are compared, not the pixels of the
//! maps.

use super::layer::{MapLayer, index_of};
use super::map::TileMap;
use super::pixels::{TileChange, is_in_whole_bricks};
use super::placed_tile::{PlacedTile, Tile};
use crate::geometry::Rect;
use glam::IVec2;
use std::collections::HashMap;
use std::sync::Arc;

/// The difference of two maps, by their cells.
pub(crate) struct MapDifference<'a> {
    old: &'a TileMap,
    new: &'a TileMap,
    /// The old layer of each new one.
    partners: Vec<Option<usize>>,
    /// For each number of a cell of the new map, the number of the same tile in the old map.
    numbers: Vec<u32>,
}

/// The number of a placed tile that the old map does not have.
const MISSING: u32 = u32::MAX;

impl<'a> MapDifference<'a> {
    /// Compares two maps. Looks at each layer, tile set and distinct tile once.
    pub(crate) fn new(old: &'a TileMap, new: &'a TileMap) -> Self {
        let paths = |map: &'a TileMap| map.layers().map(|layer| layer.path.as_str());
        let mut partners = partners(paths(old), paths(new));
        for (partner, layer) in partners.iter_mut().zip(&new.layers) {
            // A layer that lies elsewhere differs everywhere.
            let place = |layer: &MapLayer| (layer.cell_size, layer.settings.offset);
            *partner = partner.filter(|&old_layer| place(&old.layers[old_layer]) == place(layer));
        }
        let names = |map: &'a TileMap| map.tile_sets().map(|set| set.name.as_str());
        let sets = self::partners(names(old), names(new));
        let number = |(placed, cell_height): (&PlacedTile, i32)| {
            let tile = placed.tile();
            let set = u16::try_from((*sets.get(usize::from(tile.set))?)?).ok()?;
            let index = old.placed.find(Tile { set, ..tile }, cell_height)?;
            let known = &old.placed[index];
            let is_same =
                (known.offset, known.one_way()) == (placed.offset, placed.one_way()) && known.mask == placed.mask;
            is_same.then_some(index as u32 + 1)
        };
        let numbers = std::iter::once(0).chain(new.placed.iter().map(|placed| number(placed).unwrap_or(MISSING)));
        Self { old, new, partners, numbers: numbers.collect() }
    }

    /// Returns the old layer of a new one: the layer with the same path and offset. `None` if all of the layer is new.
    pub(crate) fn partner(&self, layer: usize) -> Option<usize> {
        *self.partners.get(layer)?
    }

    /// Returns whether a layer's pixels may have other owners though no cell differs, as its tiles overlap and are
    /// drawn in another order.
    pub(crate) fn is_reordered(&self, layer: usize) -> bool {
        let Some(partner) = self.partner(layer) else { return false };
        let (old, new) = (&self.old.layers[partner], &self.new.layers[layer]);
        self.old.order_of(old) != self.new.order_of(new) && !new.fits_cells
    }

    /// Visits the cells in which a new layer differs from its partner, with the pixels that change. Visits none without
    /// a partner.
    pub(crate) fn each_change(&self, layer: usize, mut visit: impl FnMut(&TileChange)) {
        let Some(partner) = self.partner(layer) else { return };
        let (old, new) = (&self.old.layers[partner], &self.new.layers[layer]);
        let fits_cells = old.fits_cells && new.fits_cells;
        old.cells.each_difference(&new.cells, &self.numbers, |cell, before, after| {
            let corner = new.corner(cell);
            let pixels = |map: &TileMap, number| {
                index_of(number).map_or(Rect::EMPTY, |index| map.placed[index].rect().translated(corner))
            };
            let (before, placed) = (pixels(self.old, before), index_of(after));
            let after = pixels(self.new, after);
            let one_way = placed.and_then(|index| self.new.placed[index].one_way());
            let is_whole = fits_cells && is_in_whole_bricks(&before) && is_in_whole_bricks(&after);
            visit(&TileChange { before, after, is_whole, placed, one_way });
        });
    }
}

impl TileMap {
    /// Returns the cells of a layer that have another tile than a layer of a map before has in the same place: the top
    /// left pixel of the cell, the tile before, and the tile now. Only cells with this pixel in `area` count. Tile sets are
    /// the same if their names and offsets are.
    pub(crate) fn tiles_since(
        &self,
        layer: usize,
        (before, partner): (&Self, usize),
        area: &Rect,
    ) -> Vec<(IVec2, Option<Tile>, Option<Tile>)> {
        let (Some(own), Some(old)) = (self.layers.get(layer), before.layers.get(partner)) else { return Vec::new() };
        if Arc::ptr_eq(own, old) {
            return Vec::new();
        }
        let area = area.intersection(&own.pixels());
        // The first cell that begins at a pixel or after it.
        let from = |pixel: IVec2| own.cell_of(pixel - own.settings.offset + own.cell_size - 1, own.cell_shift);
        let is_same = |now: Tile, old: Tile| {
            let sets = [self.tile_set(now.set), before.tile_set(old.set)];
            let [now_set, old_set] = sets.map(|set| set.map(|set| (&set.name, set.offset)));
            (now.id, now.orientation) == (old.id, old.orientation) && now_set == old_set
        };
        let (first, end) = (from(area.min), from(area.max));
        let cells = (first.y..end.y).flat_map(|y| (first.x..end.x).map(move |x| IVec2::new(x, y)));
        let tiles = cells.map(|cell| {
            let corner = own.corner(cell);
            (corner, before.tile(partner, before.cell_at(partner, corner)), self.tile(layer, cell))
        });
        let is_changed = |(_, old, now): &(IVec2, Option<Tile>, Option<Tile>)| match (*now, *old) {
            (Some(now), Some(old)) => !is_same(now, old),
            (now, old) => now.is_some() || old.is_some(),
        };
        tiles.filter(is_changed).collect()
    }
}

/// Returns, for each new name, the index of the equal old one. If several are equal, the first goes with the first.
fn partners<'a>(old: impl Iterator<Item = &'a str>, new: impl Iterator<Item = &'a str>) -> Vec<Option<usize>> {
    let mut known: HashMap<&str, Vec<usize>> = HashMap::new();
    old.enumerate().for_each(|(index, name)| known.entry(name).or_default().push(index));
    known.values_mut().for_each(|indices| indices.reverse());
    new.map(|name| known.get_mut(name)?.pop()).collect()
}
