//! The edits of a terrain as data, which a saved game keeps of a level.
//!
//! ```text
//! edits_since(base, area):
//!     drawn = base
//!     for each cell of the area that has another tile than in base:
//!         note the tile before and the tile now; set it in drawn
//!     for each layer, for each square of 16×16 pixels of the area that differs from drawn:
//!         note the hash of its pixels in drawn, and its pixels now
//!
//! apply_edits(edits):
//!     for each noted tile: set it where the cell has the tile before
//!     for each noted square: set its pixels where the pixels of the terrain have the hash
//! ```
//!
//! Squares count from the corner of the area, so the edits of a level are the same wherever it lies in a world.

use super::Terrain;
use super::grid::BrickGrid;
use super::layer_stack::TerrainLayer;
use super::state::{StateHash, TerrainSnapshot};
use super::stencil::{ShapeRows, rect_square};
use super::surroundings::Outside;
use crate::geometry::{Direction, Rect, sort_pairs};
use crate::solidity::{BRICK_SHIFT, BRICK_SIDE, SolidityMap, words_of_rows};
use crate::tile::{Tile, TileMap};
use glam::{IVec2, UVec2};
use std::collections::HashMap;

/// The edits of an area of a terrain, to be saved: pixels that were carved or filled, and tiles that were set, on each
/// layer.
///
/// [`Terrain::edits_since`] returns it, and [`Terrain::apply_edits`] repeats the edits. With the feature `serde` it is
/// written and read in any format.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TerrainEdits {
    /// The position of the area's corner in the world. Set it to the level's position if that changed.
    pub at: IVec2,
    size: UVec2,
    /// The tile sets of the tiles below: [`Tile::set`] is an index here.
    sets: Vec<NamedSet>,
    layers: Vec<LayerEdits>,
}

/// The edits of a layer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct LayerEdits {
    path: String,
    /// The number of layers behind it with the same path.
    place: u32,
    tiles: Vec<TileEdit>,
    squares: Vec<SquareEdit>,
}

/// A tile set, by what stays if others are added.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct NamedSet {
    name: String,
    offset: IVec2,
    /// The number of sets before it with the same name and offset.
    place: u32,
}

/// A cell with another tile.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct TileEdit {
    /// The top left pixel of the cell, from the corner of the area.
    at: UVec2,
    before: Option<Tile>,
    now: Option<Tile>,
}

/// A square with other pixels than the tiles draw.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct SquareEdit {
    /// The column and row of the square, from the corner of the area.
    at: UVec2,
    /// The direction of the one-way tiles whose pixels these are. `None` for other tiles and filled pixels.
    one_way: Option<Direction>,
    /// The hash of the pixels that the tiles draw.
    before: u64,
    now: [u16; 16],
}

impl TerrainEdits {
    /// Returns whether there is no edit.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.layers.is_empty()
    }

    /// Returns the pixels of the world in the area.
    fn area(&self) -> Rect {
        Rect::from_size(self.at, self.size)
    }

    /// Returns a tile of a map with its set as an index in the list of sets.
    fn named(&mut self, map: &TileMap, tile: Tile) -> Option<Tile> {
        let set = NamedSet::of(map, tile.set)?;
        let index = self.sets.iter().position(|known| *known == set).unwrap_or_else(|| {
            self.sets.push(set);
            self.sets.len() - 1
        });
        Some(Tile { set: u16::try_from(index).ok()?, ..tile })
    }

    /// Returns a tile whose set is an index in the list of sets as a tile of a map; `None` if the map has no such set.
    fn in_map(&self, map: &TileMap, tile: Tile) -> Option<Tile> {
        let NamedSet { name, offset, place } = self.sets.get(usize::from(tile.set))?;
        let mut alike = (0..).zip(map.tile_sets()).filter(|(_, set)| set.name == *name && set.offset == *offset);
        let first = alike.next()?;
        let (set, _) = place.checked_sub(1).and_then(|place| alike.nth(place as usize)).unwrap_or(first);
        Some(Tile { set, ..tile })
    }
}

impl NamedSet {
    fn of(map: &TileMap, index: u16) -> Option<Self> {
        let set = map.tile_set(index)?;
        let before = map.tile_sets().take(index.into());
        let place = before.filter(|other| (&other.name, other.offset) == (&set.name, set.offset)).count() as u32;
        Some(Self { name: set.name.clone(), offset: set.offset, place })
    }
}

/// # Saved edits
///
/// A saved game keeps the edits of a level, not its pixels. They are repeated in a terrain of the level's file, which may
/// have been saved anew since.
impl Terrain {
    /// Returns the edits of an area since a snapshot that was taken before them.
    ///
    /// Usually that snapshot is taken when the terrain is made, and the area is the rectangle of a level, or the
    /// [`bounds`](Self::bounds). A tile belongs to the area if the top left pixel of its cell does, or the nearest pixel of
    /// the bounds. Layers are compared with the snapshot's by their [path](crate::tile::TileLayer::path), the first of a path
    /// with the first. After a [`reload`](Self::reload) take a new snapshot, of the terrain of the new map.
    ///
    /// Directions of [`set_one_way`](Self::set_one_way) and the [outside](Self::outside) are not edits.
    ///
    /// Looks at each cell of the area on the layers that a tile was set on, and at the blocks of 256×256 pixels that the
    /// terrain and the snapshot do not share. Costs some microseconds and some 60 bytes for each edited square of 16×16
    /// pixels. A clone of the terrain may be compared in another thread: it costs as much as a
    /// [`snapshot`](Self::snapshot).
    ///
    /// ```
    /// use tileray::{SolidityMap, Terrain, glam::ivec2};
    ///
    /// let level = SolidityMap::from_fn(640, 360, |_, y| y >= 200);
    /// let mut terrain = Terrain::from_solidity(&level);
    /// let unedited = terrain.snapshot();
    /// terrain.carve_circle((320.0, 200.0), 24.0);
    /// let edits = terrain.edits_since(&unedited, terrain.bounds());
    ///
    /// let mut again = Terrain::from_solidity(&level);
    /// again.apply_edits(&edits);
    /// assert!(!again.is_solid(ivec2(320, 210)) && again.edits_since(&unedited, again.bounds()) == edits);
    /// ```
    #[must_use]
    pub fn edits_since(&self, base: &TerrainSnapshot, area: Rect) -> TerrainEdits {
        let mut edits = TerrainEdits { at: area.min, size: area.size(), ..TerrainEdits::default() };
        let from_corner = |pixel: IVec2| pixel.wrapping_sub(area.min).as_uvec2();
        let mut drawn = base.terrain().clone();
        drawn.set_sides([Outside::Free; 4]);
        let bounds = self.bounds();
        let visible = area.intersection(&bounds);
        // Cells may begin outside the bounds, and their tiles reach into them.
        let reaches = [area.min.cmple(bounds.min), area.max.cmpge(bounds.max)];
        let cells =
            Rect::new(IVec2::select(reaches[0], IVec2::MIN, area.min), IVec2::select(reaches[1], IVec2::MAX, area.max));
        let partners = drawn.layers_by_path();
        let own = self.layers_by_path();
        for layer in self.inside().indices() {
            let path = self.path_of(layer);
            let place = own[&path].partition_point(|other| *other < layer);
            let Some(&partner) = partners.get(&path).and_then(|layers| layers.get(place)) else { continue };
            let place = place as u32;
            let mut found = LayerEdits { path, place, tiles: Vec::new(), squares: Vec::new() };
            if let (Some(map), Some(before)) = (self.map(), base.terrain().map()) {
                for (corner, old, now) in map.tiles_since(layer, (before, partner), &cells) {
                    // A tile of another map may be unknown. Then the pixels count.
                    _ = drawn.set_tile(partner, before.cell_at(partner, corner), now);
                    let [old, now] = [(before, old), (map, now)].map(|(map, tile)| edits.named(map, tile?));
                    found.tiles.push(TileEdit { at: from_corner(corner), before: old, now });
                }
            }
            for known in self.inside().layers().iter().filter(|known| known.index == layer) {
                let grid = self.inside().grid(known);
                let other = drawn.grid_of(partner, known.tiles).cloned();
                let other = other.unwrap_or_else(|| BrickGrid::empty(*grid.area()));
                let other = other.moved_to(*grid.area(), |_| [0; 16]);
                let mut squares = Vec::new();
                grid.differences(&other, &mut |pixels| {
                    let pixels = pixels.intersection(&visible);
                    if !pixels.is_empty() {
                        let [first, last] = [pixels.min, pixels.max - 1].map(|it| from_corner(it) >> BRICK_SHIFT);
                        squares.extend((first.y..=last.y).flat_map(|y| (first.x..=last.x).map(move |x| (y, x))));
                    }
                });
                sort_pairs(&mut squares);
                squares.dedup();
                for at in squares.into_iter().map(|(y, x)| UVec2::new(x, y)) {
                    let corner = area.min.wrapping_add((at << BRICK_SHIFT).as_ivec2());
                    let [before, now] = [&other, grid].map(|grid| grid.square(corner, &visible));
                    if before != now {
                        let edit = SquareEdit { at, one_way: known.tiles, before: hash_of(&before), now };
                        found.squares.push(edit);
                    }
                }
            }
            if !found.tiles.is_empty() || !found.squares.is_empty() {
                edits.layers.push(found);
            }
        }
        edits
    }

    /// Repeats edits where the level is as it was, and returns the dirty rectangle.
    ///
    /// The terrain is usually made of the level's file, which may have been saved anew since the edits. Then
    ///
    /// - a tile is set if its cell has the tile that it had before: the same set, id and orientation. Sets are found by
    ///   their name and offset, the first of several with the first;
    /// - pixels are carved and filled in each square of 16×16 pixels that the layer draws as before, by a hash of 64 bits: of
    ///   2^64 squares that changed, one is taken for unchanged. Squares count from the corner of the area.
    ///
    /// Other edits are left out, and so are edits outside the [bounds](Self::bounds). Layers are found by their path: of
    /// several, the one in the same place among them is tried first. Applying edits twice changes nothing more.
    ///
    /// Any value is accepted: edits from a file of a stranger change pixels and tiles of the terrain, and nothing else.
    /// Costs some microseconds for each edited square, and a [`set_tile`](Self::set_tile) for each tile.
    pub fn apply_edits(&mut self, edits: &TerrainEdits) -> Rect {
        let mut dirty = Rect::EMPTY;
        let layers = self.layers_by_path();
        for layer in &edits.layers {
            let Some(known) = layers.get(&layer.path) else { continue };
            // The layer in the same place comes first.
            let mut alike = known.clone();
            if let Some(up_to) = alike.get_mut(..=layer.place as usize) {
                up_to.rotate_right(1);
            }
            for tile in &layer.tiles {
                dirty = dirty.union(&self.apply_tile(edits, tile, &alike));
            }
            for square in &layer.squares {
                dirty = dirty.union(&self.apply_square(edits, square, &alike));
            }
        }
        dirty
    }

    /// Sets a tile on the first of some layers that has the tile before.
    fn apply_tile(&mut self, edits: &TerrainEdits, edit: &TileEdit, layers: &[usize]) -> Rect {
        let corner = edits.at.wrapping_add(edit.at.as_ivec2());
        const MOST: IVec2 = IVec2::splat(TileMap::MAX_COORDINATE);
        let is_near = Rect::new(-MOST, MOST).contains(corner);
        let Some(map) = self.map().filter(|_| is_near) else { return Rect::EMPTY };
        let in_map = |tile: Option<Tile>| tile.map_or(Some(None), |tile| edits.in_map(map, tile).map(Some));
        let (Some(before), Some(now)) = (in_map(edit.before), in_map(edit.now)) else { return Rect::EMPTY };
        let mut cells = layers.iter().map(|&layer| (layer, map.cell_at(layer, corner)));
        let is_as_before = |&(layer, cell): &(usize, IVec2)| {
            map.cell_pixels(layer, cell).is_some_and(|pixels| pixels.min == corner)
                && map.layer(layer).is_some_and(|layer| layer.cells.contains(cell))
                && map.tile(layer, cell) == before
        };
        let Some((layer, cell)) = cells.find(is_as_before) else { return Rect::EMPTY };
        self.set_tile(layer, cell, now).unwrap_or(Rect::EMPTY)
    }

    /// Sets the pixels of a square on the first of some layers that has the pixels before.
    fn apply_square(&mut self, edits: &TerrainEdits, edit: &SquareEdit, layers: &[usize]) -> Rect {
        let corner = edits.at.wrapping_add((edit.at << BRICK_SHIFT).as_ivec2());
        let bounds = self.bounds();
        let clip = edits.area().intersection(&bounds);
        if !clip.overlaps(&Rect::from_size(corner, UVec2::splat(BRICK_SIDE as u32))) {
            return Rect::EMPTY;
        }
        let rows = |&layer: &usize| {
            let before = self.grid_of(layer, edit.one_way)?.square(corner, &clip);
            (hash_of(&before) == edit.before).then_some((layer, before))
        };
        let Some((layer, before)) = layers.iter().find_map(rows) else { return Rect::EMPTY };
        let is_chosen = |known: &TerrainLayer| known.index == layer && known.tiles == edit.one_way;
        let mut paint = |pixels: [u16; 16], solid| {
            let mut mask = SolidityMap::new(BRICK_SIDE as u32, BRICK_SIDE as u32);
            mask.draw_square(0, 0, &pixels);
            self.paint(ShapeRows::of_mask(&mask, corner, &clip), is_chosen, solid)
        };
        let removed = paint(std::array::from_fn(|row| before[row] & !edit.now[row]), false);
        removed.union(&paint(std::array::from_fn(|row| edit.now[row] & !before[row]), true))
    }

    /// Returns the layers by their paths, those of one path back to front. The layer of a mask has an empty path.
    fn layers_by_path(&self) -> HashMap<String, Vec<usize>> {
        let mut layers: HashMap<String, Vec<usize>> = HashMap::new();
        self.inside().indices().for_each(|index| layers.entry(self.path_of(index)).or_default().push(index));
        layers
    }

    fn path_of(&self, layer: usize) -> String {
        self.map().and_then(|map| map.layer(layer)).map(|layer| layer.path.clone()).unwrap_or_default()
    }

    /// Returns the grid of a layer, or of its one-way tiles of a direction.
    fn grid_of(&self, layer: usize, tiles: Option<Direction>) -> Option<&BrickGrid> {
        let known = self.inside().layers().iter().find(|known| known.index == layer && known.tiles == tiles)?;
        Some(self.inside().grid(known))
    }
}

impl BrickGrid {
    /// Returns the rows of the square of 16×16 pixels at any `corner`, bit 0 at the left. Pixels outside `clip` are free.
    fn square(&self, corner: IVec2, clip: &Rect) -> [u16; 16] {
        let mut mask = SolidityMap::new(BRICK_SIDE as u32, BRICK_SIDE as u32);
        let square = Rect::from_size(corner, mask.size());
        self.each_brick(&square, |at, brick| mask.draw_square(at.x.into(), at.y.into(), brick.rows()));
        let (rows, clip) = (mask.square(0, 0), rect_square(clip, corner));
        std::array::from_fn(|row| rows[row] & clip[row])
    }
}

/// Returns the hash of the pixels of a square.
fn hash_of(rows: &[u16; 16]) -> u64 {
    let mut hash = StateHash::new();
    words_of_rows(rows).into_iter().for_each(|word| hash.add(word));
    hash.finish()
}
