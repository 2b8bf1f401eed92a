use super::{Tile, TileMap, TileMapError};
use crate::geometry::Rect;
use crate::solidity::{BRICK_SIDE, Brick};
use glam::IVec2;

/// What it changes that a tile, or none, took the place of another in a cell.
pub(crate) struct Replacement {
    /// The pixels that the picture of the tile before covers.
    pub(crate) before: Rect,
    /// The pixels that the picture of the tile now covers.
    pub(crate) after: Rect,
    /// Whether both pictures cover whole bricks, and no tile of another cell reaches these.
    pub(crate) is_whole: bool,
    /// The place of the stamp of the tile now.
    stamp: Option<usize>,
}

impl TileMap {
    /// Does the same as [`set_tile`](Self::set_tile) and tells what that changes.
    pub(crate) fn replace(
        &mut self,
        layer: usize,
        cell: IVec2,
        tile: Option<Tile>,
    ) -> Result<Replacement, TileMapError> {
        let stamps = self.put(layer, cell, tile)?;
        let layer = &self.layers[layer];
        let corner = self.corner(layer, cell);
        let pixels = |stamp: usize| self.stamps[stamp].rect().translated(corner);
        let [before, after] = stamps.map(|stamp| stamp.map_or(Rect::EMPTY, pixels));
        // Where stamps stay within their cells, so do the bricks that these two cover.
        let is_whole = layer.tight && [before, after].iter().all(is_in_whole_bricks);
        Ok(Replacement { before, after, is_whole, stamp: stamps[1] })
    }

    /// The brick of the tile now, counted from the corner of the world, where the change is of whole bricks; `None` for one
    /// without a solid pixel, and for one that the tile does not cover.
    #[inline]
    pub(crate) fn brick(&self, change: &Replacement, brick: IVec2) -> Option<&Brick> {
        debug_assert!(change.is_whole);
        let corner = brick * BRICK_SIDE;
        let stamp = change.stamp.filter(|_| change.after.contains(corner))?;
        self.stamps.brick(stamp, (corner - change.after.min) / BRICK_SIDE)
    }
}

fn is_in_whole_bricks(pixels: &Rect) -> bool {
    (pixels.min | pixels.max) % BRICK_SIDE == IVec2::ZERO
}
