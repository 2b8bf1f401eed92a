use super::stack::{Layer, Stack};
use super::{LayerMask, OneWayRule, Terrain};
use crate::geometry::Rect;
use crate::tile::{Tile, TileFinder, TileMap};
use glam::{DVec2, IVec2, UVec2, ivec2};

/// What a terrain was made of: it tells to whom a solid pixel belongs.
#[derive(Clone, Debug)]
pub(super) enum Source {
    /// Some layers of a tile map, which the stack names.
    Tiles(TileMap),
    /// A mask: one cell, no tiles.
    Mask(Rect),
}

/// The layer and cell of a solid pixel, and the tile that lies there.
///
/// A reference, and not the tile itself: that would come through memory from either of two places, written in pieces and
/// read as a whole, for which processors wait.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Owner<'a> {
    pub(crate) layer: usize,
    pub(crate) cell: IVec2,
    pub(crate) tile: &'a Option<Tile>,
}

/// The same with the cell in one piece, x in the lower half.
///
/// It comes back in memory from where any terrain is asked. An `Owner` would have one place there for both ways through, and
/// the cell that the other way finds be written in pieces and read as a whole too.
struct PackedOwner<'a> {
    layer: usize,
    cell: u64,
    tile: &'a Option<Tile>,
}

static NO_TILE: Option<Tile> = None;

/// Finds the owners of pixels that are solid on some of a terrain's layers.
pub(crate) struct Owners<'a> {
    terrain: &'a Terrain,
    layers: LayerMask,
    rule: OneWayRule,
    /// Where the terrain is one layer that was never filled, so that every solid pixel is a tile's.
    only: Option<(usize, TileFinder<'a>)>,
}

impl Terrain {
    /// What finds the owners of pixels that are solid on some of these layers.
    #[inline]
    pub(crate) fn owners(&self, layers: LayerMask, rule: OneWayRule) -> Owners<'_> {
        let only = match (&self.source, self.stack.layers()) {
            (Source::Tiles(map), [only]) if !only.is_filled => map.tile_finder(only.place).map(|it| (only.place, it)),
            _ => None,
        };
        Owners { terrain: self, layers, rule, only }
    }
}

impl<'a> Owners<'a> {
    /// To whom a pixel belongs that is solid for a motion: the frontmost of the layers that are solid there, and of its
    /// tiles that cover the pixel the one drawn last.
    ///
    /// Where no tile accounts for the pixel, it belongs to the cell that it lies in. The motion is asked for only where
    /// there are several layers.
    #[inline(always)]
    pub(crate) fn of(&self, pixel: IVec2, motion: impl FnOnce() -> DVec2) -> Owner<'a> {
        if let Some((layer, finder)) = &self.only
            && let Some((cell, stamp)) = finder.find(pixel)
        {
            return Owner { layer: *layer, cell, tile: stamp.some_tile() };
        }
        let PackedOwner { layer, cell, tile } = self.of_any(pixel, motion());
        Owner { layer, cell: ivec2(cell as i32, (cell >> 32) as i32), tile }
    }

    #[cold]
    #[inline(never)]
    fn of_any(&self, pixel: IVec2, motion: DVec2) -> PackedOwner<'a> {
        let stack = &self.terrain.stack;
        let stops = |layer: &Layer| layer.stops(self.layers, self.rule, motion);
        let Owner { layer, cell, tile } = self.terrain.source.owner(stack, pixel, stops);
        PackedOwner { layer, cell: u64::from(cell.x as u32) | u64::from(cell.y as u32) << 32, tile }
    }
}

impl Source {
    fn owner(&self, stack: &Stack, pixel: IVec2, stops: impl Fn(&Layer) -> bool) -> Owner<'_> {
        let is_owner = |layer: &&Layer| stops(layer) && stack.grid(layer).is_solid(pixel);
        let owner = stack.layers().iter().rev().find(is_owner);
        let (layer, is_filled) = owner.map_or((0, true), |layer| (layer.place, layer.is_filled));
        match self {
            Self::Tiles(map) => match map.placed_tile_at(layer, pixel, !is_filled) {
                Some((cell, stamp)) => Owner { layer, cell, tile: stamp.some_tile() },
                None => Owner { layer, cell: map.cell_at(layer, pixel), tile: &NO_TILE },
            },
            Self::Mask(bounds) => {
                let size = bounds.size().max(UVec2::ONE).as_ivec2();
                Owner { layer, cell: (pixel - bounds.min).div_euclid(size), tile: &NO_TILE }
            }
        }
    }
}
