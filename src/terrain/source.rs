use super::stack::{Layer, Stack};
use super::{LayerMask, OneWayRule, Terrain};
use crate::geometry::Rect;
use crate::tile::{Tile, TileMap};
use glam::{DVec2, IVec2, UVec2};

/// What a terrain was made of: it tells to whom a solid pixel belongs.
#[derive(Clone, Debug)]
pub(super) enum Source {
    /// Some layers of a tile map, which the stack names.
    Tiles(TileMap),
    /// A mask: one cell, no tiles.
    Mask(Rect),
}

/// The layer and cell of a solid pixel, and the tile that lies there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Owner {
    pub(crate) layer: usize,
    pub(crate) cell: IVec2,
    pub(crate) tile: Option<Tile>,
}

impl Terrain {
    /// To whom a pixel belongs that is solid on some of these layers for a motion: the frontmost of those that are solid
    /// there, and of its tiles that cover the pixel the one drawn last.
    ///
    /// Where no tile accounts for the pixel, it belongs to the cell that it lies in. The motion is asked for only where
    /// there are several layers.
    #[inline]
    pub(crate) fn owner(
        &self,
        pixel: IVec2,
        layers: LayerMask,
        rule: OneWayRule,
        motion: impl FnOnce() -> DVec2,
    ) -> Owner {
        // Of one layer that was never filled, every solid pixel is a tile's.
        if let (Source::Tiles(map), [only]) = (&self.source, self.stack.layers())
            && !only.is_filled
            && let Some((cell, tile)) = map.tile_at(only.place, pixel, true)
        {
            return Owner { layer: only.place, cell, tile: Some(tile) };
        }
        let motion = motion();
        self.source.owner(&self.stack, pixel, |layer| layer.stops(layers, rule, motion))
    }
}

impl Source {
    #[cold]
    #[inline(never)]
    fn owner(&self, stack: &Stack, pixel: IVec2, stops: impl Fn(&Layer) -> bool) -> Owner {
        let is_owner = |layer: &&Layer| stops(layer) && stack.grid(layer).is_solid(pixel);
        let owner = stack.layers().iter().rev().find(is_owner);
        let (layer, is_filled) = owner.map_or((0, true), |layer| (layer.place, layer.is_filled));
        match self {
            Self::Tiles(map) => match map.tile_at(layer, pixel, !is_filled) {
                Some((cell, tile)) => Owner { layer, cell, tile: Some(tile) },
                None => Owner { layer, cell: map.cell_at(layer, pixel), tile: None },
            },
            Self::Mask(bounds) => {
                let size = bounds.size().max(UVec2::ONE).as_ivec2();
                Owner { layer, cell: (pixel - bounds.min).div_euclid(size), tile: None }
            }
        }
    }
}
