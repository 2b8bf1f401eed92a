//! Which tile a pixel belongs to, and which pixels tiles make solid.

use super::layer::stamp_of;
use super::{PlacedTile, TileLayer, TileMap};
use crate::geometry::Rect;
use glam::IVec2;
use std::sync::Arc;

impl TileMap {
    /// The cell of a layer that a pixel lies in; the layer's grid may end before it.
    pub(crate) fn cell_at(&self, layer: usize, pixel: IVec2) -> IVec2 {
        let offset = self.layers.get(layer).map_or(IVec2::ZERO, |layer| layer.offset);
        self.cell_of(pixel - offset)
    }

    /// What finds the tiles of a layer; `None` where tiles reach out of their cells.
    #[inline]
    pub(crate) fn tile_finder(&self, layer: usize) -> Option<TileFinder<'_>> {
        let layer = self.layers.get(layer).filter(|layer| layer.tight)?;
        Some(TileFinder { map: self, layer, shift: self.cell_shift() })
    }

    /// The cell and the stamp that cover a pixel of a layer: of those whose masks do, the one that is drawn last.
    ///
    /// `is_drawn` is the caller's word that some tile of the layer makes the pixel solid. Then no mask is asked where
    /// only one tile may be meant.
    pub(crate) fn stamp_at(&self, layer: usize, pixel: IVec2, is_drawn: bool) -> Option<(IVec2, &PlacedTile)> {
        match self.tile_finder(layer) {
            Some(finder) if is_drawn => finder.stamp_at(pixel),
            _ => self.stamp_reaching(self.layers.get(layer)?, pixel),
        }
    }

    /// The same by the masks of all tiles that may cover the pixel.
    fn stamp_reaching(&self, layer: &TileLayer, pixel: IVec2) -> Option<(IVec2, &PlacedTile)> {
        let window = Rect::new(pixel, pixel + IVec2::ONE);
        let mut stamps = layer.stamps_in(self.cells_reaching(layer, window)).rev();
        stamps.find_map(|(cell, stamp)| {
            let stamp = &self.stamps[stamp];
            let inside = pixel - self.corner(layer, cell) - stamp.offset();
            stamp.mask().get(inside.x, inside.y).then_some((cell, stamp))
        })
    }

    /// The rows of a square of 16×16 pixels at `corner`: what the tiles of a layer make solid there, at least where the
    /// square meets `within`.
    pub(crate) fn square(&self, layer: usize, corner: IVec2, within: &Rect) -> [u16; 16] {
        let window = Rect::new(corner, corner + 16).intersection(within);
        let mut rows = [0; 16];
        let Some(layer) = self.layers.get(layer) else { return rows };
        for (cell, stamp) in layer.stamps_in(self.cells_reaching(layer, window)) {
            let stamp = &self.stamps[stamp];
            let inside = corner - self.corner(layer, cell) - stamp.offset();
            let drawn = stamp.mask().square(inside.x.into(), inside.y.into());
            rows.iter_mut().zip(drawn).for_each(|(row, drawn)| *row |= drawn);
        }
        rows
    }

    /// The pixels on which the tiles of this map and of another differ, as one rectangle: those that the pictures cover of
    /// the tiles of either. `None` where the two cannot be copies of one map.
    ///
    /// Costs a look at each run of 4096 cells, and at the cells of those that the two maps do not share.
    pub(crate) fn changed_pixels(&self, other: &Self) -> Option<Rect> {
        let place = |layer: &TileLayer| (layer.cells(), layer.offset);
        let is_copy = self.tile_size == other.tile_size
            && self.layers.len() == other.layers.len()
            && self.layers().zip(other.layers()).all(|(own, other)| place(own) == place(other));
        if !is_copy {
            return None;
        }
        let mut changed = Rect::EMPTY;
        for (own, others) in self.layers.iter().zip(&other.layers).filter(|(own, others)| !Arc::ptr_eq(own, others)) {
            for (cell, before, after) in own.cells.unshared(&others.cells) {
                // Copies that went their own ways may use one number for two tiles.
                let (before, after) = (self.stamp(before), other.stamp(after));
                if before.map(PlacedTile::tile) != after.map(PlacedTile::tile) {
                    let corner = self.corner(own, cell);
                    let pixels = [before, after].into_iter().flatten().map(|stamp| stamp.rect().translated(corner));
                    changed = pixels.fold(changed, |changed, pixels| changed.union(&pixels));
                }
            }
        }
        Some(changed)
    }

    /// The stamp by the number in a cell.
    fn stamp(&self, number: u32) -> Option<&PlacedTile> {
        stamp_of(number).map(|place| &self.stamps[place])
    }

    /// The cell of a pixel counted from the corner of cell `(0, 0)`.
    #[inline]
    fn cell_of(&self, pixel: IVec2) -> IVec2 {
        match self.cell_shift() {
            Some(shift) => pixel >> shift,
            None => pixel.div_euclid(self.tile_size.as_ivec2()),
        }
    }

    /// By how much a pixel's coordinates are shifted to give its cell's, where cells are squares of a power of two. Most are, and
    /// a shift takes a tenth of a division.
    #[inline]
    const fn cell_shift(&self) -> Option<u32> {
        let size = self.tile_size;
        if size.x == size.y && size.x.is_power_of_two() { Some(size.x.trailing_zeros()) } else { None }
    }

    /// The cells whose tiles may cover a pixel of `window`.
    ///
    /// A stamp covers the pixels from `corner + reach.min` to `corner + reach.max`, with the corner at `cell * size`. So
    /// it meets the window where `cell * size + reach.min < window.max` and `window.min < cell * size + reach.max`: from
    /// `floor((window.min - reach.max) / size) + 1` up to `ceil((window.max - reach.min) / size)`, without the latter.
    pub(super) fn cells_reaching(&self, layer: &TileLayer, window: Rect) -> Rect {
        let low = window.min - layer.offset - layer.reach.max;
        let high = window.max - layer.offset - layer.reach.min;
        // ceil(a / b) = floor((a - 1) / b) + 1 for whole numbers.
        Rect::new(self.cell_of(low) + 1, self.cell_of(high - 1) + 1)
    }
}

/// Finds the tiles that make pixels of a layer solid, where each stays within its cell.
pub(crate) struct TileFinder<'a> {
    map: &'a TileMap,
    layer: &'a TileLayer,
    /// The map's [`cell_shift`](TileMap::cell_shift).
    shift: Option<u32>,
}

impl<'a> TileFinder<'a> {
    /// The cell that a pixel lies in, and the stamp there; `None` where there is none.
    ///
    /// The pixel is known to be a tile's, so that no mask is asked, which would be the slowest loads of a ray.
    #[inline(always)]
    pub(crate) fn stamp_at(&self, pixel: IVec2) -> Option<(IVec2, &'a PlacedTile)> {
        let inside = pixel - self.layer.offset;
        let cell = match self.shift {
            Some(shift) => inside >> shift,
            None => inside.div_euclid(self.map.tile_size.as_ivec2()),
        };
        let stamp = self.layer.stamp_index(cell)?;
        Some((cell, &self.map.stamps[stamp]))
    }
}
