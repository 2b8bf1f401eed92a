//! Owners of solid pixels: the layer, cell and tile that a hit names.

use super::layer_mask::{LayerMask, OneWayRule};
use super::layer_stack::{LayerStack, TerrainLayer};
use crate::geometry::Rect;
use crate::tile::{Tile, TileFinder, TileMap};
use glam::{DVec2, IVec2, UVec2, ivec2};

/// The source of a terrain: a map or a mask.
#[derive(Clone, Debug)]
pub(super) enum TerrainSource {
    /// Layers of a tile map; the layer stack has their indices.
    Tiles(TileMap),
    /// A mask with these bounds: one cell, no tiles.
    Mask(Rect),
}

/// The layer and cell of a solid pixel, and the tile in that cell.
///
/// The tile is a reference: a copy would be written in pieces and read as a whole, which stalls the processor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Owner<'a> {
    pub(crate) layer: usize,
    pub(crate) cell: IVec2,
    pub(crate) tile: &'a Option<Tile>,
}

/// Returns the pixels of a cell of a mask's terrain. Cells are as large as the mask.
#[inline]
pub(super) fn cell_of_mask(bounds: &Rect, cell: IVec2) -> Rect {
    let size = bounds.size().max(UVec2::ONE);
    Rect::from_size(bounds.min + cell * size.as_ivec2(), size)
}

/// An owner with its cell in one register, x in the lower half.
///
/// [`OwnerFinder::of_any`] returns it through memory. With an [`Owner`] there, the compiler would keep the owners of
/// the fast path in memory too, with the cell written in two pieces and read as a whole.
struct PackedOwner<'a> {
    layer: usize,
    cell: u64,
    tile: &'a Option<Tile>,
}

impl<'a> PackedOwner<'a> {
    #[inline]
    const fn new(layer: usize, cell: IVec2, tile: &'a Option<Tile>) -> Self {
        Self { layer, cell: (cell.x as u32) as u64 | ((cell.y as u32) as u64) << 32, tile }
    }
}

static NO_TILE: Option<Tile> = None;

/// Finds the owners of pixels that are solid on some layers of a terrain.
pub(crate) struct OwnerFinder<'a> {
    stack: &'a LayerStack,
    source: &'a TerrainSource,
    layers: LayerMask,
    rule: OneWayRule,
    /// The index of the backmost layer, and the finder of its tiles. `None` if more than two layers can own a pixel, or
    /// if one was filled: then a solid pixel may have no tile.
    last: Option<(usize, TileFinder<'a>)>,
    /// The layer in front of it, if any, and the finder of its tiles.
    front: Option<(&'a TerrainLayer, TileFinder<'a>)>,
}

impl<'a> OwnerFinder<'a> {
    #[inline]
    pub(super) fn new(stack: &'a LayerStack, source: &'a TerrainSource, layers: LayerMask, rule: OneWayRule) -> Self {
        let finder = |layer: &TerrainLayer| match source {
            TerrainSource::Tiles(map) if !layer.is_filled => map.tile_finder(layer.index),
            _ => None,
        };
        let (last, front) = match stack.layers() {
            // Its one-way tiles are in other cells than its other tiles.
            [only, tiles @ ..] if tiles.last().is_none_or(|last| last.index == only.index) => (only, None),
            // Many levels have a layer of platforms, plants or the like in front of the ground.
            [last, front] if last.stops_all(layers, rule) && front.stops_all(layers, rule) => (last, Some(front)),
            _ => return Self { stack, source, layers, rule, last: None, front: None },
        };
        let last = finder(last).map(|it| (last.index, it));
        let (last, front) = match front {
            None => (last, None),
            Some(front) => match finder(front) {
                Some(finder) => (last, Some((front, finder))),
                None => (None, None),
            },
        };
        Self { stack, source, layers, rule, last, front }
    }

    /// Returns the owner of a pixel that is solid for a motion: a tile of the frontmost layer that is solid there.
    /// Where its tiles overlap, the owner is the one drawn last.
    ///
    /// A pixel without a tile belongs to the cell that it lies in. The motion is computed only if there are several
    /// layers.
    #[inline(always)]
    pub(crate) fn owner_of(&self, pixel: IVec2, motion: impl FnOnce() -> DVec2) -> Owner<'a> {
        if let Some((last, finder)) = &self.last {
            if let Some((front, finder)) = &self.front
                && let Some((cell, placed)) = finder.find(pixel)
                && self.stack.grid(front).is_solid(pixel)
            {
                return Owner { layer: front.index, cell, tile: placed.some_tile() };
            }
            if let Some((cell, placed)) = finder.find(pixel) {
                return Owner { layer: *last, cell, tile: placed.some_tile() };
            }
        }
        let &Self { stack, source, layers, rule, .. } = self;
        let PackedOwner { layer, cell, tile } = Self::of_any(stack, source, (layers, rule), pixel, motion());
        Owner { layer, cell: ivec2(cell as i32, (cell >> 32) as i32), tile }
    }

    /// Returns the owner of a pixel that is solid against every motion, and pixels around it in which every solid pixel
    /// has the same owner; at least that pixel.
    #[inline(always)]
    pub(crate) fn with_extent(&self, pixel: IVec2) -> (Owner<'a>, Rect) {
        let one = Rect::new(pixel, pixel + IVec2::ONE);
        let Some((last, finder)) = &self.last else {
            let owner = self.owner_of(pixel, || DVec2::ZERO);
            let extent = match (self.source, self.stack.layers()) {
                (TerrainSource::Mask(bounds), [_]) => cell_of_mask(bounds, owner.cell),
                _ => one,
            };
            return (owner, extent);
        };
        let cell = finder.cell(pixel);
        let (mut extent, mut found) =
            (finder.pixels_of(cell), finder.in_cell(cell).map(|placed| (*last, cell, placed)));
        if let Some((layer, in_front)) = &self.front {
            let cell = in_front.cell(pixel);
            if !in_front.is_aligned_with(finder) {
                extent = extent.intersection(&in_front.pixels_of(cell));
            }
            if let Some(placed) = in_front.in_cell(cell) {
                // Where both layers have a tile, each pixel has its own answer.
                found = if found.is_none() { Some((layer.index, cell, placed)) } else { None };
            }
        }
        match found {
            Some((layer, cell, placed)) => (Owner { layer, cell, tile: placed.some_tile() }, extent),
            None => (self.owner_of(pixel, || DVec2::ZERO), one),
        }
    }

    /// Takes its arguments by value: a finder that is passed by reference lies in memory, even for rays that never call
    /// it.
    #[inline(never)]
    fn of_any(
        stack: &'a LayerStack,
        source: &'a TerrainSource,
        (layers, rule): (LayerMask, OneWayRule),
        pixel: IVec2,
        motion: DVec2,
    ) -> PackedOwner<'a> {
        let mut owner = (0, 0);
        for (position, layer) in stack.layers().iter().enumerate().rev() {
            if !layer.stops(layers, rule, motion) {
                continue;
            }
            if let TerrainSource::Tiles(map) = source
                && !layer.is_filled
                && let Some(finder) = map.tile_finder(layer.index)
            {
                // Without a tile the pixel is free on this layer: a cell is read faster than the bricks, and most cells
                // of the layers in front are empty. The pixel is solid on some layer, so on the last one if on no other.
                if let Some((cell, placed)) = finder.find(pixel)
                    && (position == 0 || stack.grid(layer).is_solid(pixel))
                {
                    return PackedOwner::new(layer.index, cell, placed.some_tile());
                }
            } else if stack.grid(layer).is_solid(pixel) {
                owner = (layer.index, position);
                break;
            }
        }
        let (layer, position) = owner;
        // The layer's one-way tiles and its other tiles may overlap.
        let is_solid = |tiles| {
            let mut of_layer = stack.layers().iter().take(position + 1).rev().take_while(|known| known.index == layer);
            of_layer.any(|known| {
                known.tiles == tiles && known.stops(layers, rule, motion) && stack.grid(known).is_solid(pixel)
            })
        };
        let (cell, tile) = match source {
            TerrainSource::Tiles(map) => match map.placed_tile_at(layer, pixel, is_solid) {
                Some((cell, placed)) => (cell, placed.some_tile()),
                None => (map.cell_at(layer, pixel), &NO_TILE),
            },
            TerrainSource::Mask(bounds) => {
                let size = bounds.size().max(UVec2::ONE).as_ivec2();
                ((pixel - bounds.min).div_euclid(size), &NO_TILE)
            }
        };
        PackedOwner::new(layer, cell, tile)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solidity::SolidityMap;
    use crate::terrain::Terrain;
    use crate::tile::{TileLayer, TileSet};

    #[test]
    fn all_solid_pixels_of_an_extent_have_one_owner() -> Result<(), Box<dyn std::error::Error>> {
        let mut rng = reference::seeded(1);
        for (layers, size, front_size) in [(1, 16, 16), (2, 16, 16), (2, 5, 5), (2, 16, 8), (2, 8, 12), (3, 16, 8)] {
            let (size, grid) = (UVec2::splat(size), Rect::new(IVec2::ZERO, IVec2::splat(6)));
            let mut map = TileMap::new(size)?.with_size(UVec2::splat(6))?;
            let mut set = TileSet::new("rock", IVec2::ZERO);
            let tile_size = size.min(UVec2::splat(front_size));
            (0..4).for_each(|id| set.insert(id, SolidityMap::from_fn(tile_size.x, tile_size.y, |_, _| rng.bool())));
            let set = map.add_tile_set(set);
            for index in 0..layers {
                let offset = if front_size == size.x { IVec2::splat(3 * index) } else { IVec2::ZERO };
                let tile_size = (index == 1).then_some(UVec2::splat(front_size));
                let layer = map.add_layer(TileLayer { offset, tile_size, ..TileLayer::new("ground", grid) })?;
                for cell in (0..36).map(|cell| ivec2(cell % 6, cell / 6)) {
                    let tile = rng.bool().then(|| Tile { set, id: rng.u32(0..4), ..Tile::default() });
                    map.set_tile(layer, cell, tile)?;
                }
            }
            let terrain = Terrain::from_map(&map);
            let owners = terrain.owners(LayerMask::ALL, OneWayRule::Free);
            let key = |pixel| {
                let owner = owners.owner_of(pixel, || DVec2::ZERO);
                (owner.layer, owner.cell, *owner.tile)
            };
            let all = terrain.bounds();
            let pixels = |area: Rect| {
                (area.min.y..area.max.y).flat_map(move |y| (area.min.x..area.max.x).map(move |x| ivec2(x, y)))
            };
            for pixel in pixels(all).filter(|&pixel| terrain.is_solid(pixel)) {
                let (owner, extent) = owners.with_extent(pixel);
                let found = (owner.layer, owner.cell, *owner.tile);
                assert!(extent.contains(pixel) && found == key(pixel), "{pixel}");
                let mut others = pixels(extent.intersection(&all)).filter(|&other| terrain.is_solid(other));
                assert!(others.all(|other| key(other) == found), "{pixel} in {extent:?}");
            }
        }
        Ok(())
    }
}
