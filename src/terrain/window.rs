//! A small piece of terrain as rows of 64 pixels, for queries that look at the same pixels again and again.

use super::stack::Layer;
use super::{BRICK_SHIFT, BrickGrid, LayerMask, OneWayRule, Selection, Terrain};
use crate::geometry::Rect;
use crate::solidity::BRICK_SIDE;
use crate::tile::OneWay;
use glam::{DVec2, IVec2, ivec2};

impl Terrain {
    /// What stops every motion, of some layers.
    #[inline]
    pub(crate) fn two_way(&self, layers: LayerMask) -> Selection<'_> {
        self.select(layers, OneWayRule::Free, DVec2::ZERO)
    }

    /// What stops motion one way only, of some layers; `None` where no layer does.
    #[inline]
    pub(crate) fn one_way(&self, layers: LayerMask, way: OneWay) -> Option<Selection<'_>> {
        if self.stack.is_plain() {
            return None;
        }
        let stops = |layer: &&Layer| layer.one_way == Some(way) && layers.contains(layer.place);
        let mut stopping = self.stack.layers().iter().filter(stops).peekable();
        stopping.peek()?;
        Some(stopping.map(|layer| self.stack.grid(layer)).collect())
    }
}

impl Selection<'_> {
    /// Makes solid in `rows` what is solid in the terrain: bit `x` of row `y` is the pixel at `corner + (x, y)`, for `x` below
    /// `width`, which is at most 64. Bits past it are set or not.
    #[inline]
    pub(crate) fn draw_rows(&self, corner: IVec2, width: u32, rows: &mut [u64]) {
        for grid in self.grids() {
            grid.draw_rows(corner, width, rows);
        }
    }
}

impl Selection<'_> {
    /// Whether a pixel of a rectangle is solid.
    #[inline]
    pub(crate) fn is_any_solid_in(&self, pixels: &Rect) -> bool {
        self.grids().iter().any(|grid| grid.is_any_solid_in(&pixels.intersection(&grid.pixels())))
    }
}

impl BrickGrid {
    /// Whether a pixel of a rectangle of the grid's is solid.
    fn is_any_solid_in(&self, pixels: &Rect) -> bool {
        if pixels.is_empty() {
            return false;
        }
        let bricks = Self::covering(pixels);
        // Of many bricks, whole squares of them may be known to be empty.
        if bricks.area() > 64 && !self.has_brick_in(pixels) {
            return false;
        }
        for row in bricks.min.y..bricks.max.y {
            let top = row * BRICK_SIDE;
            let (first, end) = ((pixels.min.y - top).max(0) as usize, (pixels.max.y - top).min(BRICK_SIDE) as usize);
            for column in bricks.min.x..bricks.max.x {
                let Some(brick) = self.brick_at(ivec2(column, row)) else { continue };
                let left = column * BRICK_SIDE;
                let (low, high) = ((pixels.min.x - left).max(0), (pixels.max.x - left).min(BRICK_SIDE));
                let across = u16::MAX >> (BRICK_SIDE - (high - low)) << low;
                if brick.rows()[first..end].iter().fold(0, |any, row| any | row) & across != 0 {
                    return true;
                }
            }
        }
        false
    }

    fn draw_rows(&self, corner: IVec2, width: u32, rows: &mut [u64]) {
        let pixels = self.pixels();
        let end = corner + ivec2(width as i32, rows.len() as i32);
        let (first, last) = (corner.max(pixels.min), end.min(pixels.max) - 1);
        if first.x > last.x || first.y > last.y {
            return;
        }
        let (low, high) = (first >> BRICK_SHIFT as i32, last >> BRICK_SHIFT as i32);
        for row in low.y..=high.y {
            let top = row * BRICK_SIDE - corner.y;
            // The brick's rows that the window has.
            let (from, to) = ((-top).max(0) as usize, (rows.len() as i32 - top).min(BRICK_SIDE) as usize);
            let into = &mut rows[(top + from as i32) as usize..(top + to as i32) as usize];
            for column in low.x..=high.x {
                let Some(brick) = self.brick_at(ivec2(column, row)) else { continue };
                let left = column * BRICK_SIDE - corner.x;
                let drawn = &brick.rows()[from..to];
                // A shift by a number that may have either sign is two.
                let (up, down) = (left.max(0) as u32, (-left).max(0) as u32);
                into.iter_mut().zip(drawn).for_each(|(into, &bits)| *into |= u64::from(bits) << up >> down);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solidity::SolidityMap;
    use glam::UVec2;

    #[test]
    fn rows_hold_what_is_solid_pixel_by_pixel() {
        let terrain = Terrain::from_solidity(&SolidityMap::from_fn(70, 50, |x, y| {
            (x * 7 + y * 13) % 11 < 5 && x / 9 + y / 7 != 5
        }));
        let solid = terrain.two_way(LayerMask::ALL);
        for (x, y) in [(-5, -5), (0, 0), (3, 1), (15, 16), (17, 31), (40, 30), (69, 49), (-64, 3), (-63, 3), (70, 0)] {
            for (width, height) in [(1, 1), (16, 16), (23, 40), (63, 3), (64, 64)] {
                let mut rows = vec![0; height];
                solid.draw_rows(ivec2(x, y), width, &mut rows);
                for (line, row) in rows.iter().enumerate() {
                    for bit in 0..width {
                        let pixel = ivec2(x + bit as i32, y + line as i32);
                        assert_eq!(row >> bit & 1 == 1, terrain.is_solid(pixel), "{pixel} from ({x}, {y})");
                    }
                }
                let area = Rect::from_size(ivec2(x, y), UVec2::new(width, height as u32));
                let any =
                    (area.min.y..area.max.y).any(|y| (area.min.x..area.max.x).any(|x| terrain.is_solid(ivec2(x, y))));
                assert_eq!(solid.is_any_solid_in(&area), any, "{area:?}");
            }
        }
    }
}
