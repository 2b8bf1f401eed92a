use super::brick::{BRICK_SHIFT, BRICK_SIDE};
use super::level::BrickLevel;
use crate::geometry::Rect;
use glam::IVec2;

/// Solidity in bricks over a rectangle of the world, at two levels.
///
/// Fine bricks hold 16×16 pixels and lie on multiples of 16 pixels of the world, whatever the map's tiles measure. Coarse
/// ones hold 16×16 fine bricks, a bit for each: whether it has a solid pixel. They count from the corner of the grid.
#[derive(Clone, Debug)]
pub(crate) struct BrickGrid {
    /// The fine bricks that the grid holds, in units of bricks of the world.
    area: Rect,
    fine: BrickLevel,
    coarse: BrickLevel,
}

impl BrickGrid {
    /// The bricks that it takes to cover `pixels`.
    pub(super) fn covering(pixels: &Rect) -> Rect {
        if pixels.is_empty() {
            return Rect::EMPTY;
        }
        let last = pixels.max - IVec2::ONE;
        Rect::new(pixels.min >> BRICK_SHIFT as i32, (last >> BRICK_SHIFT as i32) + IVec2::ONE)
    }

    /// The grid whose fine bricks are given, row after row; they fill `area`.
    pub(super) fn new(area: Rect, fine: BrickLevel) -> Self {
        let coarse = fine.occupancy();
        Self { area, fine, coarse }
    }

    /// The pixels that the grid holds.
    #[inline]
    pub(crate) fn pixels(&self) -> Rect {
        Rect::new(self.area.min * BRICK_SIDE, self.area.max * BRICK_SIDE)
    }

    /// The bricks of pixels.
    #[inline]
    pub(crate) const fn fine(&self) -> &BrickLevel {
        &self.fine
    }

    /// The bricks of bricks.
    #[inline]
    pub(crate) const fn coarse(&self) -> &BrickLevel {
        &self.coarse
    }

    #[inline]
    pub(crate) fn is_solid(&self, pixel: IVec2) -> bool {
        let cell = (pixel >> BRICK_SHIFT as i32).wrapping_sub(self.area.min);
        self.fine.brick_at(cell).is_some_and(|brick| brick.is_set(pixel.x as u32 % 16, pixel.y as u32 % 16))
    }

    /// Whether the brick of a pixel is empty, or outside: the fine one where bricks measure `2^shift` = 16 pixels, else
    /// the coarse one.
    pub(crate) fn is_empty_at(&self, pixel: IVec2, shift: u32) -> bool {
        let level = if shift == BRICK_SHIFT { &self.fine } else { &self.coarse };
        level.is_empty_at((pixel - self.area.min * BRICK_SIDE) >> shift as i32)
    }

    /// The number of fine bricks that differ from each other, the empty one among them.
    pub(crate) fn distinct(&self) -> usize {
        self.fine.distinct()
    }

    /// The bytes that it takes.
    pub(crate) fn memory(&self) -> usize {
        self.fine.memory() + self.coarse.memory()
    }
}
