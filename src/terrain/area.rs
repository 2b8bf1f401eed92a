//! Queries about many pixels at once: overlaps with masks, rectangles, and windows of 64×64 pixels.

use super::Terrain;
use super::grid::BrickGrid;
use super::layer_mask::{LayerMask, OneWayRule};
use super::layer_stack::LayerSelection;
use crate::geometry::Rect;
use crate::solidity::{BRICK_SIDE, Brick, SolidityMap};
use glam::{DVec2, IVec2, ivec2};

impl Terrain {
    /// Returns the topmost solid pixel under a mask whose pixel `(0, 0)` lies at `at`, of several the leftmost;
    /// `None` if the mask covers no solid pixel.
    ///
    /// One-way layers count as solid. The mask may lie anywhere.
    ///
    /// Costs a few operations for each row of each brick of 16×16 pixels that is not empty and that the mask reaches
    /// into.
    ///
    /// ```
    /// use tileray::{LayerMask, SolidityMap, Terrain, glam::ivec2};
    ///
    /// let slope = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |x, y| y >= x));
    /// let ball = SolidityMap::from_fn(8, 8, |x, y| (x as i32 * 2 - 7).pow(2) + (y as i32 * 2 - 7).pow(2) < 64);
    /// // The corner of the ball's box is in the slope, the ball is not.
    /// assert_eq!(slope.overlap(&ball, ivec2(32, 26), LayerMask::ALL), None);
    /// assert_eq!(slope.overlap(&ball, ivec2(32, 27), LayerMask::ALL), Some(ivec2(32, 32)));
    /// ```
    #[must_use]
    pub fn overlap(&self, mask: &SolidityMap, at: IVec2, layers: LayerMask) -> Option<IVec2> {
        self.select(layers, OneWayRule::Solid, DVec2::ZERO).overlap(mask, at)
    }

    /// Returns the number of solid pixels under a mask whose pixel `(0, 0)` lies at `at`.
    ///
    /// Costs as much as an [`overlap`](Self::overlap) without a result.
    ///
    /// ```
    /// use tileray::{LayerMask, SolidityMap, Terrain, glam::ivec2};
    ///
    /// let floor = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |_, y| y >= 60));
    /// let sprite = SolidityMap::from_fn(8, 16, |_, _| true);
    /// assert_eq!(floor.overlap_area(&sprite, ivec2(10, 46), LayerMask::ALL), 2 * 8);
    /// ```
    #[must_use]
    pub fn overlap_area(&self, mask: &SolidityMap, at: IVec2, layers: LayerMask) -> u64 {
        let selection = self.select(layers, OneWayRule::Solid, DVec2::ZERO);
        let bricks = selection.bricks_under(mask, at);
        let mut area = 0;
        for row in bricks.min.y..bricks.max.y {
            for column in bricks.min.x..bricks.max.x {
                let common = selection.common(mask, at, ivec2(column, row));
                area += common.iter().flatten().map(|bits| u64::from(bits.count_ones())).sum::<u64>();
            }
        }
        area
    }
}

impl LayerSelection<'_> {
    /// Returns the topmost solid pixel under a mask, of several the leftmost.
    pub(crate) fn overlap(&self, mask: &SolidityMap, at: IVec2) -> Option<IVec2> {
        let bricks = self.bricks_under(mask, at);
        (bricks.min.y..bricks.max.y).find_map(|row| {
            let first_in = |column: i32| {
                let common = self.common(mask, at, ivec2(column, row))?;
                let line = common.iter().position(|&bits| bits != 0)?;
                Some(ivec2(column, row) * BRICK_SIDE + ivec2(common[line].trailing_zeros() as i32, line as i32))
            };
            (bricks.min.x..bricks.max.x).filter_map(first_in).min_by_key(|pixel| (pixel.y, pixel.x))
        })
    }

    /// Returns the pixels that the grids hold.
    pub(crate) fn pixels(&self) -> Rect {
        self.grids().iter().map(|grid| grid.pixels()).fold(Rect::EMPTY, |all, one| all.union(&one))
    }

    /// Returns the rows of a brick of the world, bit 0 at the left; `None` if it is empty.
    pub(crate) fn rows(&self, brick: IVec2) -> Option<[u16; 16]> {
        let found = self.grids().iter().filter_map(|grid| grid.brick_at(brick)).map(|brick| *brick.rows());
        found.reduce(|mut all, rows| {
            all.iter_mut().zip(rows).for_each(|(all, row)| *all |= row);
            all
        })
    }

    /// Returns the bricks that a mask reaches into.
    fn bricks_under(&self, mask: &SolidityMap, at: IVec2) -> Rect {
        let whole = self.pixels();
        // In i64, since the mask may reach beyond the range of i32.
        let (min, max) = (at.as_i64vec2(), at.as_i64vec2() + mask.size().as_i64vec2());
        let (min, max) = (min.max(whole.min.as_i64vec2()), max.min(whole.max.as_i64vec2()));
        if min.x >= max.x || min.y >= max.y {
            return Rect::EMPTY;
        }
        BrickGrid::covering(&Rect::new(min.as_ivec2(), max.as_ivec2()))
    }

    /// Returns the pixels that are solid both in a brick and in a mask, row by row; `None` if the brick is empty.
    fn common(&self, mask: &SolidityMap, at: IVec2, brick: IVec2) -> Option<[u16; 16]> {
        let mut solid = self.rows(brick)?;
        let corner = (brick * BRICK_SIDE).as_i64vec2() - at.as_i64vec2();
        solid.iter_mut().zip(mask.square(corner.x, corner.y)).for_each(|(row, bits)| *row &= bits);
        Some(solid)
    }

    /// Adds the solid pixels of an area of whole bricks, at most 64×64 pixels, to `rows`: bit `x` of row `y` is the
    /// pixel at `(x, y)` from the corner of the area. Bits and rows past the area are not changed.
    #[inline]
    pub(crate) fn draw_rows(&self, area: &Rect, rows: &mut WindowRows) {
        for grid in self.grids() {
            grid.draw_rows(area, rows);
        }
    }

    /// Returns which columns of a rectangle hold a solid pixel: bit `x` is the column `x` from its left. The rectangle is
    /// 1 to 64 pixels wide.
    #[inline]
    pub(crate) fn solid_columns_in(&self, pixels: &Rect) -> u64 {
        self.grids().iter().fold(0, |any, grid| any | grid.solid_columns_in(pixels))
    }

    /// Returns which rows of a rectangle hold a solid pixel: bit `y` is the row `y` from its top. The rectangle is 1 to 64
    /// pixels high.
    #[inline]
    pub(crate) fn solid_rows_in(&self, pixels: &Rect) -> u64 {
        self.grids().iter().fold(0, |any, grid| any | grid.solid_rows_in(pixels))
    }

    /// Returns whether a rectangle holds a solid pixel.
    #[inline]
    pub(crate) fn is_any_solid_in(&self, pixels: &Rect) -> bool {
        self.grids().iter().any(|grid| grid.is_any_solid_in(&pixels.intersection(&grid.pixels())))
    }
}

/// A window of 64×64 pixels as rows of a word each; bit 0 is the leftmost pixel. It begins at the corner of a brick,
/// so that whole bricks are copied.
#[derive(Clone, Debug)]
pub(crate) struct WindowRows([u64; WindowRows::SIDE]);

impl WindowRows {
    /// The pixels along a side.
    pub(crate) const SIDE: usize = 64;

    /// Creates a window without a solid pixel.
    #[inline]
    pub(crate) const fn new() -> Self {
        Self([0; Self::SIDE])
    }

    /// Returns the smallest area of whole bricks around some pixels.
    #[inline]
    pub(crate) fn area_around(pixels: &Rect) -> Rect {
        let bricks = BrickGrid::covering(pixels);
        Rect::new(bricks.min * BRICK_SIDE, bricks.max * BRICK_SIDE)
    }

    /// Returns the rows.
    #[inline]
    pub(crate) const fn rows(&self) -> &[u64; Self::SIDE] {
        &self.0
    }

    /// Returns the rows for a change.
    #[inline]
    pub(crate) const fn rows_mut(&mut self) -> &mut [u64; Self::SIDE] {
        &mut self.0
    }

    /// Adds the solid pixels of a brick whose corner is a pixel of the window.
    #[inline(always)]
    fn draw(&mut self, brick: &Brick, left: i32, top: i32) {
        let into = self.0[top as usize..].iter_mut().zip(brick.rows());
        into.for_each(|(into, &bits)| *into |= u64::from(bits) << left);
    }
}

impl BrickGrid {
    /// Returns whether a rectangle within the grid holds a solid pixel.
    fn is_any_solid_in(&self, pixels: &Rect) -> bool {
        self.any_brick(&Self::covering(pixels), |at, brick| {
            let (low, high) = ((pixels.min - at).max(IVec2::ZERO), (pixels.max - at).min(IVec2::splat(BRICK_SIDE)));
            let across = u16::MAX >> (BRICK_SIDE - (high.x - low.x)) << low.x;
            let (top, down) = (low.y as u16, (high.y - low.y) as u16);
            // All rows are tested: a loop of known length is a few vector instructions.
            let rows = (0..).zip(brick.rows());
            rows.fold(0, |any, (y, row): (u16, _)| any | if y.wrapping_sub(top) < down { *row } else { 0 }) & across
                != 0
        })
    }

    fn solid_columns_in(&self, pixels: &Rect) -> u64 {
        let (size, mut columns) = (pixels.max - pixels.min, 0);
        self.each_brick(pixels, |corner, brick| {
            let (top, bottom) = ((-corner.y).max(0), (size.y - corner.y).min(BRICK_SIDE));
            columns |= shifted(union_of_rows(brick, top as u16, (bottom - top) as u16), corner.x);
        });
        columns & u64::MAX >> (u64::BITS - size.x as u32)
    }

    fn solid_rows_in(&self, pixels: &Rect) -> u64 {
        let (size, mut rows) = (pixels.max - pixels.min, 0);
        self.each_brick(pixels, |corner, brick| {
            let (left, right) = ((-corner.x).max(0), (size.x - corner.x).min(BRICK_SIDE));
            let across = u16::MAX >> (BRICK_SIDE - (right - left)) << left;
            rows |= shifted(rows_that_meet(brick, across), corner.y);
        });
        rows & u64::MAX >> (u64::BITS - size.y as u32)
    }

    fn draw_rows(&self, area: &Rect, rows: &mut WindowRows) {
        self.each_brick(area, |corner, brick| rows.draw(brick, corner.x, corner.y));
    }
}

/// Returns the union of `count` rows of a brick from `first` on.
///
/// It tests all rows: a loop of known length is a few vector instructions, if it is not inlined into another loop.
#[inline(never)]
fn union_of_rows(brick: &Brick, first: u16, count: u16) -> u16 {
    let rows = (0..).zip(brick.rows());
    rows.fold(0, |any, (y, row): (u16, _)| any | if y.wrapping_sub(first) < count { *row } else { 0 })
}

/// Returns which rows of a brick share a pixel with `across`. See [`union_of_rows`].
#[inline(never)]
fn rows_that_meet(brick: &Brick, across: u16) -> u16 {
    (0..).zip(brick.rows()).fold(0, |any, (y, row): (u16, _)| any | u16::from(row & across != 0) << y)
}

/// Returns the bits of a brick's line moved up, or down where `by` is below 0.
#[inline(always)]
fn shifted(bits: u16, by: i32) -> u64 {
    let bits = u64::from(bits);
    if by < 0 { bits >> -by } else { bits << by }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::UVec2;

    #[test]
    fn columns_and_rows_with_a_solid_pixel_are_those_of_the_pixels() {
        let terrain =
            Terrain::from_solidity(&SolidityMap::from_fn(90, 70, |x, y| (x * 7 + y * 13) % 211 < 3 && x / 9 != y / 7));
        let solid = terrain.two_way(LayerMask::ALL);
        for (x, y) in [(-5, -5), (0, 0), (3, 1), (15, 16), (17, 31), (40, 30), (80, 60), (-64, 3), (-60, -60), (90, 0)]
        {
            for (width, height) in [(1, 1), (1, 40), (16, 16), (23, 64), (64, 3), (64, 64)] {
                let area = Rect::from_size(ivec2(x, y), UVec2::new(width, height));
                let has = |x: u32, y: u32| u64::from(terrain.is_solid(area.min + ivec2(x as i32, y as i32)));
                let columns = (0..width).fold(0, |any, x| any | (0..height).fold(0, |any, y| any | has(x, y)) << x);
                let rows = (0..height).fold(0, |any, y| any | (0..width).fold(0, |any, x| any | has(x, y)) << y);
                assert_eq!((solid.solid_columns_in(&area), solid.solid_rows_in(&area)), (columns, rows), "{area:?}");
            }
        }
    }

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
