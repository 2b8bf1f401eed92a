//! A small piece of terrain as rows of 64 pixels, for queries that look at the same pixels again and again.

use super::stack::Layer;
use super::{BrickGrid, LayerMask, OneWayRule, Selection, Terrain};
use crate::geometry::Direction;
use crate::geometry::Rect;
use crate::solidity::{BRICK_SIDE, Brick};
use glam::{DVec2, IVec2};

impl Terrain {
    /// What stops every motion, of some layers.
    #[inline]
    pub(crate) fn two_way(&self, layers: LayerMask) -> Selection<'_> {
        self.select(layers, OneWayRule::Free, DVec2::ZERO)
    }

    /// Whether any layer stops motion one way only.
    #[inline]
    pub(crate) const fn has_one_way(&self) -> bool {
        !self.stack.is_plain()
    }

    /// What stops motion this way only, of some layers; `None` where no layer does.
    pub(crate) fn one_way(&self, layers: LayerMask, way: Direction) -> Option<Selection<'_>> {
        let stops = |layer: &&Layer| layer.one_way == Some(way) && layers.contains(layer.place);
        let mut stopping = self.stack.layers().iter().filter(stops).peekable();
        stopping.peek()?;
        Some(stopping.map(|layer| self.stack.grid(layer)).collect())
    }
}

/// Rows of a window, a word each; bit 0 is the leftmost pixel. It begins where a brick does, so that bricks are put in as a whole.
#[derive(Clone, Debug)]
pub(crate) struct WindowRows([u64; WindowRows::SIDE]);

impl WindowRows {
    /// Pixels along a side.
    pub(crate) const SIDE: usize = 64;

    /// Rows without a solid pixel.
    #[inline]
    pub(crate) const fn new() -> Self {
        Self([0; Self::SIDE])
    }

    /// The smallest area around some pixels that may be drawn: one of whole bricks.
    #[inline]
    pub(crate) fn area_around(pixels: &Rect) -> Rect {
        let bricks = BrickGrid::covering(pixels);
        Rect::new(bricks.min * BRICK_SIDE, bricks.max * BRICK_SIDE)
    }

    /// The rows.
    #[inline]
    pub(crate) const fn rows(&self) -> &[u64; Self::SIDE] {
        &self.0
    }

    /// The same to be changed.
    #[inline]
    pub(crate) const fn rows_mut(&mut self) -> &mut [u64; Self::SIDE] {
        &mut self.0
    }

    /// Makes solid what is solid in a brick that begins at a pixel of the window.
    #[inline(always)]
    fn draw(&mut self, brick: &Brick, left: i32, top: i32) {
        let into = self.0[top as usize..].iter_mut().zip(brick.rows());
        into.for_each(|(into, &bits)| *into |= u64::from(bits) << left);
    }
}

impl Selection<'_> {
    /// Makes solid in `rows` what is solid in an area of the terrain, of whole bricks and at most 64×64 pixels: bit `x` of row
    /// `y` is the pixel at `(x, y)` from the corner of the area. Bits and rows past it are left as they are.
    #[inline]
    pub(crate) fn draw_rows(&self, area: &Rect, rows: &mut WindowRows) {
        for grid in self.grids() {
            grid.draw_rows(area, rows);
        }
    }

    /// Whether a pixel of a rectangle is solid.
    #[inline]
    pub(crate) fn is_any_solid_in(&self, pixels: &Rect) -> bool {
        self.grids().iter().any(|grid| grid.is_any_solid_in(&pixels.intersection(&grid.pixels())))
    }
}

impl BrickGrid {
    /// Whether a pixel of a rectangle of the grid's is solid.
    fn is_any_solid_in(&self, pixels: &Rect) -> bool {
        self.any_brick(&Self::covering(pixels), |at, brick| {
            let (low, high) = ((pixels.min - at).max(IVec2::ZERO), (pixels.max - at).min(IVec2::splat(BRICK_SIDE)));
            let across = u16::MAX >> (BRICK_SIDE - (high.x - low.x)) << low.x;
            let (top, down) = (low.y as u16, (high.y - low.y) as u16);
            // Over all rows: a loop of a known length is a handful of vector instructions.
            let rows = (0..).zip(brick.rows());
            rows.fold(0, |any, (y, row): (u16, _)| any | if y.wrapping_sub(top) < down { *row } else { 0 }) & across
                != 0
        })
    }

    fn draw_rows(&self, area: &Rect, rows: &mut WindowRows) {
        self.any_brick(&Self::covering(&area.intersection(&self.pixels())), |at, brick| {
            rows.draw(brick, at.x - area.min.x, at.y - area.min.y);
            false
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solidity::SolidityMap;
    use glam::{UVec2, ivec2};

    #[test]
    fn rows_hold_what_is_solid_pixel_by_pixel() {
        let terrain = Terrain::from_solidity(&SolidityMap::from_fn(70, 50, |x, y| {
            (x * 7 + y * 13) % 11 < 5 && x / 9 + y / 7 != 5
        }));
        let solid = terrain.two_way(LayerMask::ALL);
        for (x, y) in [(-5, -5), (0, 0), (3, 1), (15, 16), (17, 31), (40, 30), (69, 49), (-64, 3), (-63, 3), (70, 0)] {
            for (width, height) in [(1, 1), (16, 16), (23, 40), (49, 3), (33, 49)] {
                let mut rows = WindowRows::new();
                let asked = Rect::from_size(ivec2(x, y), UVec2::new(width, height));
                let area = WindowRows::area_around(&asked);
                assert!(area.min.cmple(asked.min).all() && asked.max.cmple(area.max).all());
                assert!(area.size().max_element() <= 64, "{asked:?} in {area:?}");
                solid.draw_rows(&area, &mut rows);
                for (line, row) in rows.rows().iter().enumerate() {
                    for bit in 0..64 {
                        let pixel = area.min + ivec2(bit, line as i32);
                        let is_solid = area.contains(pixel) && terrain.is_solid(pixel);
                        assert_eq!(row >> bit & 1 == 1, is_solid, "{pixel} from {area:?}");
                    }
                }
                let area = asked;
                let any =
                    (area.min.y..area.max.y).any(|y| (area.min.x..area.max.x).any(|x| terrain.is_solid(ivec2(x, y))));
                assert_eq!(solid.is_any_solid_in(&area), any, "{area:?}");
            }
        }
    }
}
