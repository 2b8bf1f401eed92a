//! From pixels to tiles and back: which tile covers a pixel, and which pixels the tiles make solid.

use super::layer::{MapLayer, index_of};
use super::layer_set::LayerSet;
use super::map::TileMap;
use super::map_error::TileMapError;
use super::placed_tile::{PlacedTile, Tile};
use crate::geometry::{Direction, Rect};
use crate::solidity::{BRICK_SIDE, Brick, SizeError, SolidityMap};
use glam::IVec2;
use std::ops::Range;
use std::sync::Arc;

impl TileMap {
    /// Returns the pixels of the map: its frame and every tile in a cell, on all layers.
    ///
    /// Looks at every cell of the layers whose tiles may reach out of the frame.
    #[must_use]
    pub fn bounds(&self) -> Rect {
        let reaching = (0..self.layers.len()).filter(|&layer| !self.stays_in_frame(&self.layers[layer]));
        let placed = reaching.flat_map(|layer| self.placed_tiles(layer));
        placed.fold(self.frame, |bounds, (corner, tile)| bounds.union(&Rect::from_size(corner, tile.mask.size())))
    }

    /// Returns whether no tile of a layer can reach out of the frame, in whichever cell.
    fn stays_in_frame(&self, layer: &MapLayer) -> bool {
        let cells = layer.settings.cells;
        if cells.is_empty() {
            return true;
        }
        let [first, last] = [cells.min, cells.max - IVec2::ONE].map(|cell| layer.corner(cell));
        let reach = Rect::new(first + layer.reach.min, last + layer.reach.max);
        reach.intersection(&self.frame) == reach
    }

    /// Returns the mask of the layers that are solid by default, as [`LayerSet::solid`] chooses them.
    ///
    /// Pixel `(0, 0)` of the mask is pixel [`bounds`](Self::bounds)`().min` of the map.
    ///
    /// # Panics
    /// If [`solidity_with`](Self::solidity_with) returns an error.
    #[must_use]
    pub fn solidity(&self) -> SolidityMap {
        self.solidity_with(&LayerSet::solid(self)).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Returns the union of the tiles of some layers as a mask, placed as the mask of [`solidity`](Self::solidity).
    ///
    /// # Errors
    /// [`SizeError`] if the map has more pixels than a mask may have.
    ///
    /// ```
    /// use tileray::glam::{IVec2, ivec2, uvec2};
    /// use tileray::{LayerSet, Rect, SolidityMap, Tile, TileLayer, TileMap, TileSet};
    ///
    /// let mut map = TileMap::new(uvec2(8, 8))?.with_size(uvec2(4, 4))?;
    /// let mut set = TileSet::new("rock", IVec2::ZERO);
    /// set.insert(0, SolidityMap::from_fn(8, 8, |_, _| true));
    /// let set = map.add_tile_set(set);
    /// let hidden = TileLayer { visible: false, ..TileLayer::new("secret", Rect::new(IVec2::ZERO, ivec2(4, 4))) };
    /// let hidden = map.add_layer(hidden)?;
    /// map.set_tile(hidden, ivec2(1, 1), Some(Tile { set, ..Tile::default() }))?;
    ///
    /// assert_eq!(map.solidity().count(), 0);
    /// assert_eq!(map.solidity_with(&LayerSet::named(&map, ["secret"])?)?.count(), 64);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solidity_with(&self, layers: &LayerSet) -> Result<SolidityMap, SizeError> {
        let bounds = self.bounds();
        let mut mask = SolidityMap::try_new(bounds.width(), bounds.height())?;
        for layer in layers.iter() {
            self.each_tile(layer, bounds, &mut |corner, tile| mask.draw(&tile.mask, corner - bounds.min));
        }
        Ok(mask)
    }

    /// Returns the number of pixels of the tiles in all cells together. Widths are rounded up to multiples of 64.
    #[cfg(feature = "tmx")]
    pub(crate) fn drawn_pixels(&self) -> u64 {
        let placed = (0..self.layers.len()).flat_map(|layer| self.placed_tiles(layer));
        placed.map(|(_, tile)| SolidityMap::bits_of_size(tile.mask.size())).sum()
    }

    /// Visits the tiles of a layer that may reach a window, each with its top left pixel.
    ///
    /// Looks only at the cells whose tiles may reach the window, so a map can be drawn band by band.
    pub(crate) fn each_tile(&self, layer: usize, window: Rect, visit: &mut dyn FnMut(IVec2, &PlacedTile)) {
        let Some(layer) = self.layers.get(layer) else { return };
        let tiles = self.placed_in(layer, layer.cells_reaching(window));
        tiles.for_each(|(corner, placed)| visit(corner, placed));
    }

    /// Returns the rows of pixels that the tiles of a layer may reach, from the top. Ranges may overlap. None begins or
    /// ends before the range that precedes it.
    pub(crate) fn reached_rows(&self, layer: usize) -> impl Iterator<Item = Range<i32>> + '_ {
        self.layers.get(layer).into_iter().flat_map(move |layer| {
            layer.cells.used_rows().map(move |row| {
                let top = layer.corner(IVec2::new(0, row)).y;
                top + layer.reach.min.y..top + layer.reach.max.y
            })
        })
    }

    /// Returns the rows of a square of 16×16 pixels at `corner`: the solid pixels of the tiles of a layer with a one-way
    /// direction, or without one (`None`), complete at least within `within`.
    pub(crate) fn square(&self, layer: usize, one_way: Option<Direction>, corner: IVec2, within: &Rect) -> [u16; 16] {
        let window = Rect::new(corner, corner + BRICK_SIDE).intersection(within);
        let mut rows = [0; 16];
        self.each_tile(layer, window, &mut |tile_corner, placed| {
            if placed.one_way() == one_way {
                let inside = corner - tile_corner;
                let drawn = placed.mask.square(inside.x.into(), inside.y.into());
                rows.iter_mut().zip(drawn).for_each(|(row, drawn)| *row |= drawn);
            }
        });
        rows
    }

    /// Returns the pixels of a cell of a layer, also of a cell outside the layer's grid. `None` if the map has no such
    /// layer, or if the cell reaches past [`MAX_COORDINATE`](Self::MAX_COORDINATE).
    ///
    /// [`TileLayer::tile_size`](super::TileLayer::tile_size) shows an example.
    #[must_use]
    pub fn cell_pixels(&self, layer: usize, cell: impl Into<IVec2>) -> Option<Rect> {
        let cell = cell.into();
        let layer = self.layers.get(layer)?;
        let min = cell.checked_mul(layer.cell_size)?.checked_add(layer.settings.offset)?;
        let pixels = Rect::new(min, min.checked_add(layer.cell_size)?);
        Self::check_reach(&pixels, String::new).is_ok().then_some(pixels)
    }

    /// Returns the cell of a layer that a pixel lies in, also outside the layer's grid. For a layer that the map does not
    /// have, cells have the map's tile size.
    ///
    /// It is the inverse of [`cell_pixels`](Self::cell_pixels): `map.tile(layer, map.cell_at(layer, pixel))` is the tile
    /// under the mouse. Where tiles are larger than cells, a hit tells whose pixels they are.
    #[must_use]
    #[doc(alias = "local_to_map")]
    pub fn cell_at(&self, layer: usize, pixel: impl Into<IVec2>) -> IVec2 {
        let pixel = pixel.into();
        match self.layers.get(layer) {
            Some(layer) => layer.cell_of(pixel - layer.settings.offset, layer.cell_shift),
            None => pixel.div_euclid(self.tile_size.as_ivec2()),
        }
    }

    /// Returns the finder of a layer's tiles, or `None` if tiles reach out of their cells.
    #[inline]
    pub(crate) fn tile_finder(&self, layer: usize) -> Option<TileFinder<'_>> {
        let layer = self.layers.get(layer).filter(|layer| layer.fits_cells)?;
        Some(TileFinder { map: self, layer, shift: layer.cell_shift })
    }

    /// Returns the placed tile of a layer that makes a pixel solid, with its cell, among the tiles whose one-way
    /// direction is chosen. If there are several, it is the one in front.
    pub(crate) fn placed_tile_at(
        &self,
        layer: usize,
        pixel: IVec2,
        is_chosen: impl Fn(Option<Direction>) -> bool,
    ) -> Option<(IVec2, &PlacedTile)> {
        let layer = self.layers.get(layer)?;
        let window = Rect::new(pixel, pixel + IVec2::ONE);
        let mut cells = layer.used_in(layer.cells_reaching(window), self.order_of(layer)).rev();
        cells.find_map(|(cell, index)| {
            let placed = &self.placed[index];
            let inside = pixel - layer.corner(cell) - placed.offset;
            (placed.mask.get(inside.x, inside.y) && is_chosen(placed.one_way())).then_some((cell, placed))
        })
    }

    /// Returns a rectangle that holds the pixels of a cell and of its tile, which may reach out of the cell.
    pub(crate) fn pixels_around(&self, layer: usize, cell: IVec2) -> Rect {
        let Some(layer) = self.layers.get(layer) else { return Rect::EMPTY };
        let corner = layer.corner(cell);
        let tile = layer.placed_index(cell).map(|index| self.placed[index].rect().translated(corner));
        Rect::new(corner, corner + layer.cell_size).union(&tile.unwrap_or(Rect::EMPTY))
    }

    /// Visits rectangles that hold the pixels on which the tiles of two maps differ: the rectangles of the pictures of
    /// the differing tiles. Returns false if the maps cannot be copies of one map. Then it visits nothing.
    ///
    /// Looks at each page of 4096 cells, and at the cells of the pages that the maps do not share.
    #[must_use]
    pub(crate) fn differences(&self, other: &Self, visit: &mut dyn FnMut(Rect)) -> bool {
        let position = |layer: &MapLayer| (layer.settings.cells, layer.settings.offset, layer.cell_size);
        let is_copy = self.layers.len() == other.layers.len()
            && self
                .layers
                .iter()
                .zip(&other.layers)
                .all(|(own, other)| position(own) == position(other) && own.cells.has_area_of(&other.cells));
        if !is_copy {
            return false;
        }
        // Then equal numbers are equal tiles.
        let has_same_tiles = Arc::ptr_eq(&self.placed, &other.placed);
        for (own, others) in self.layers.iter().zip(&other.layers).filter(|(own, others)| !Arc::ptr_eq(own, others)) {
            for (cell, before, after) in own.cells.unshared(&others.cells, has_same_tiles) {
                // Copies that changed apart may use one index for different tiles.
                let placed = [(self, before), (other, after)].map(|(map, number)| Some(&map.placed[index_of(number)?]));
                let [before, after] = placed.map(|placed| placed.map(PlacedTile::tile));
                if before != after {
                    let corner = own.corner(cell);
                    let pixels = placed.into_iter().flatten().map(|placed| placed.rect().translated(corner));
                    pixels.for_each(&mut *visit);
                }
            }
        }
        true
    }

    /// Sets a tile as [`set_tile`](Self::set_tile) does, and returns the pixels that this may change.
    pub(crate) fn replace_tile(
        &mut self,
        layer: usize,
        cell: IVec2,
        tile: Option<Tile>,
    ) -> Result<TileChange, TileMapError> {
        let indices = self.put(layer, cell, tile)?;
        let layer = &self.layers[layer];
        let corner = layer.corner(cell);
        let pixels = |index: usize| self.placed[index].rect().translated(corner);
        let [before, after] = indices.map(|index| index.map_or(Rect::EMPTY, pixels));
        // Where tiles fit into their cells, no other tile reaches the bricks of these two.
        let is_whole = layer.fits_cells && [before, after].iter().all(is_in_whole_bricks);
        let one_way = indices[1].and_then(|index| self.placed[index].one_way());
        Ok(TileChange { before, after, is_whole, placed: indices[1], one_way })
    }

    /// Returns a brick of the new tile after a change of whole bricks, by the brick's position in the world. `None` if
    /// the brick is empty, the tile does not cover it or its one-way direction is another.
    #[inline]
    pub(crate) fn brick(&self, change: &TileChange, one_way: Option<Direction>, brick: IVec2) -> Option<&Brick> {
        debug_assert!(change.is_whole);
        let corner = brick * BRICK_SIDE;
        let index = change.placed.filter(|_| change.one_way == one_way && change.after.contains(corner))?;
        self.placed.brick(index, (corner - change.after.min) / BRICK_SIDE)
    }
}

pub(super) fn is_in_whole_bricks(pixels: &Rect) -> bool {
    (pixels.min | pixels.max) % BRICK_SIDE == IVec2::ZERO
}

/// The pixels that change if a cell gets another tile.
pub(crate) struct TileChange {
    /// The pixels that the picture of the old tile covers.
    pub(crate) before: Rect,
    /// The pixels that the picture of the new tile covers.
    pub(crate) after: Rect,
    /// Whether both pictures cover whole bricks that no tile of another cell reaches.
    pub(crate) is_whole: bool,
    /// The one-way direction of the new tile.
    pub(crate) one_way: Option<Direction>,
    /// The index of the new placed tile.
    pub(super) placed: Option<usize>,
}

/// Finds the tiles of a layer on which each tile stays within its cell.
pub(crate) struct TileFinder<'a> {
    map: &'a TileMap,
    layer: &'a MapLayer,
    /// The layer's [`cell_shift`](MapLayer::cell_shift).
    shift: Option<u32>,
}

impl<'a> TileFinder<'a> {
    /// Returns the cell that a pixel lies in, and its placed tile. `None` if the cell is empty.
    ///
    /// The caller guarantees that a tile makes the pixel solid. So no mask is read: that would be the slowest load of a
    /// ray.
    #[inline(always)]
    pub(crate) fn find(&self, pixel: IVec2) -> Option<(IVec2, &'a PlacedTile)> {
        let cell = self.cell(pixel);
        Some((cell, self.in_cell(cell)?))
    }

    /// Returns the cell that a pixel lies in.
    #[inline(always)]
    pub(crate) fn cell(&self, pixel: IVec2) -> IVec2 {
        self.layer.cell_of(pixel - self.layer.settings.offset, self.shift)
    }

    /// Returns the placed tile of a cell, or `None` if the cell is empty.
    #[inline(always)]
    pub(crate) fn in_cell(&self, cell: IVec2) -> Option<&'a PlacedTile> {
        Some(&self.map.placed[self.layer.placed_index(cell)?])
    }

    /// Returns the pixels of a cell.
    #[inline(always)]
    pub(crate) fn pixels_of(&self, cell: IVec2) -> Rect {
        let corner = self.layer.corner(cell);
        Rect::new(corner, corner + self.layer.cell_size)
    }

    /// Returns whether the cells of another layer have the same pixels.
    #[inline(always)]
    pub(crate) fn is_aligned_with(&self, other: &Self) -> bool {
        self.layer.settings.offset == other.layer.settings.offset && self.layer.cell_size == other.layer.cell_size
    }
}
