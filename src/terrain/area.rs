//! Queries about many pixels at once: overlaps with masks, rectangles, and windows of 64×64 pixels.

use super::grid::BrickGrid;
use super::layer_stack::LayerSelection;
use super::query::TerrainQuery;
use crate::geometry::Rect;
use crate::solidity::{BRICK_SIDE, Brick, SolidityMap};
use glam::{IVec2, ivec2};

/// # Overlaps of masks
///
/// One-way layers count as solid.
impl TerrainQuery<'_> {
    /// Returns the topmost solid pixel under a mask whose pixel `(0, 0)` lies at `at`; on a tie the leftmost. `None` if
    /// the mask covers no solid pixel.
    ///
    /// The mask may lie anywhere.
    ///
    /// Costs a few operations for each row of each brick of 16×16 pixels under the mask; empty bricks cost nothing.
    ///
    /// ```
    /// use tileray::{SolidityMap, Terrain, glam::ivec2};
    ///
    /// let slope = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |x, y| y >= x));
    /// let ball = SolidityMap::from_fn(8, 8, |x, y| (x as i32 * 2 - 7).pow(2) + (y as i32 * 2 - 7).pow(2) < 64);
    /// // The corner of the ball's box is in the slope, the ball is not.
    /// assert_eq!(slope.query().overlap_mask(&ball, ivec2(32, 26)), None);
    /// assert_eq!(slope.query().overlap_mask(&ball, ivec2(32, 27)), Some(ivec2(32, 32)));
    /// ```
    #[must_use]
    pub fn overlap_mask(&self, mask: &SolidityMap, at: impl Into<IVec2>) -> Option<IVec2> {
        let at = at.into();
        self.at_rest().overlap(mask, at)
    }

    /// Returns the number of solid pixels under a mask whose pixel `(0, 0)` lies at `at`.
    ///
    /// Costs as much as an [`overlap_mask`](Self::overlap_mask) that finds nothing.
    ///
    /// ```
    /// use tileray::{SolidityMap, Terrain, glam::ivec2};
    ///
    /// let floor = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |_, y| y >= 60));
    /// let sprite = SolidityMap::from_fn(8, 16, |_, _| true);
    /// assert_eq!(floor.query().overlap_mask_area(&sprite, ivec2(10, 46)), 2 * 8);
    /// ```
    #[must_use]
    pub fn overlap_mask_area(&self, mask: &SolidityMap, at: impl Into<IVec2>) -> u64 {
        let at = at.into();
        let selection = self.at_rest();
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

impl<'a> LayerSelection<'a> {
    /// Returns the topmost solid pixel under a mask; on a tie the leftmost.
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
    pub(crate) fn draw_rows(&self, area: &Rect, rows: &mut [u64; 64]) {
        self.each_brick(area, |corner, brick| {
            let into = rows[corner.y as usize..].iter_mut().zip(brick.rows());
            into.for_each(|(into, &bits)| *into |= u64::from(bits) << corner.x);
        });
    }

    /// Visits the bricks of an area of whole bricks that may hold a solid pixel, each with its pixel `(0, 0)` from the
    /// corner of the area.
    #[inline(always)]
    pub(crate) fn each_brick(&self, area: &Rect, mut visit: impl FnMut(IVec2, &Brick)) {
        for grid in self.grids() {
            grid.each_brick(area, &mut visit);
        }
    }

    /// Returns the lines of a rectangle that hold a solid pixel, one bit each. For axis 0 the lines are columns, and
    /// bit 0 is the left one. For axis 1 they are rows, and bit 0 is the top one. The rectangle has 1 to 64 lines.
    #[inline]
    pub(crate) fn solid_lines_in(&self, pixels: &Rect, axis: usize) -> u64 {
        self.grids().iter().fold(0, |any, grid| any | grid.solid_lines_in(pixels, axis))
    }

    /// Returns the lines of a rectangle, as [`solid_lines_in`](Self::solid_lines_in) counts them; `None` if it exceeds
    /// 2×2 bricks, or if there is not exactly one grid.
    #[inline(always)]
    pub(crate) fn near_lines(&self, pixels: &Rect, axis: usize) -> Option<NearLines<'a>> {
        match self {
            Self::One(grid) => NearLines::new(grid, pixels, axis),
            _ => None,
        }
    }

    /// Returns whether a rectangle holds a solid pixel.
    #[inline]
    pub(crate) fn is_any_solid_in(&self, pixels: &Rect) -> bool {
        self.grids().iter().any(|grid| grid.is_any_solid_in(&pixels.intersection(&grid.pixels())))
    }
}

/// The lines of a rectangle within 2×2 bricks: columns or rows, counted along the other axis.
///
/// In open space the occupancy of the block tells that all is free, and no brick is read. Elsewhere all four bricks are
/// read, without a branch on which of them the rectangle meets or which are empty: it would often be mispredicted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NearLines<'a> {
    /// The lines of the bricks, by the position of the brick along the axis and then across it; `None` if all are empty.
    bricks: Option<[[&'a [u16; 16]; 2]; 2]>,
    /// The first line of the rectangle in the bricks, and the number of lines.
    first: u32,
    count: u32,
    /// The pixels of the rectangle in a line of the bricks, and the first of them.
    across: u32,
    left: u32,
}

impl<'a> NearLines<'a> {
    #[inline(always)]
    fn new(grid: &'a BrickGrid, pixels: &Rect, axis: usize) -> Option<Self> {
        let bricks = BrickGrid::covering(pixels);
        if (bricks.max - bricks.min).max_element() > 2 {
            return None;
        }
        let corner = bricks.min * BRICK_SIDE;
        let (low, high) = (pixels.min - corner, pixels.max - corner);
        let lanes = |brick: &'a Brick| brick.lanes(axis == 1);
        let bricks = grid.corner_bricks(&bricks).map(|[a, b, c, d]| match axis {
            0 => [[lanes(a), lanes(c)], [lanes(b), lanes(d)]],
            _ => [[lanes(a), lanes(b)], [lanes(c), lanes(d)]],
        });
        let (width, left) = ((high - low)[1 - axis] as u32, low[1 - axis] as u32);
        Some(Self {
            bricks,
            first: low[axis] as u32,
            count: (high - low)[axis] as u32,
            across: u32::MAX >> (u32::BITS - width) << left,
            left,
        })
    }

    /// Returns which lines hold a solid pixel.
    #[inline(always)]
    pub(crate) fn solid(&self) -> u64 {
        let Some([[a, b], [c, d]]) = self.bricks else { return 0 };
        let (low, high) = (lines_that_meet(a, b, self.across), lines_that_meet(c, d, self.across));
        (u64::from(low) | u64::from(high) << 16) >> (self.first + 1) & u64::MAX >> (u64::BITS - self.count)
    }

    /// Returns the solid pixels of a line: bit 0 is its left or upper end.
    #[inline(always)]
    pub(crate) fn line(&self, index: u32) -> u64 {
        let Some(bricks) = self.bricks else { return 0 };
        let index = (self.first + index) as usize;
        let [low, high] = bricks[index / 16 % 2];
        let line = u32::from(low[index % 16]) | u32::from(high[index % 16]) << 16;
        u64::from((line & self.across) >> self.left)
    }
}

impl BrickGrid {
    /// Returns the smallest area of whole bricks around some pixels.
    #[inline]
    pub(crate) fn whole_bricks_around(pixels: &Rect) -> Rect {
        let bricks = Self::covering(pixels);
        Rect::new(bricks.min * BRICK_SIDE, bricks.max * BRICK_SIDE)
    }

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

    fn solid_lines_in(&self, pixels: &Rect, axis: usize) -> u64 {
        let (size, across, mut lines) = (pixels.max - pixels.min, 1 - axis, 0);
        self.each_brick(pixels, |corner, brick| {
            let (low, high) = ((-corner[across]).max(0), (size[across] - corner[across]).min(BRICK_SIDE));
            let across = u16::MAX >> (BRICK_SIDE - (high - low)) << low;
            let lanes = brick.lanes(axis == 1);
            let meeting = u64::from(lines_that_meet(lanes, lanes, across.into()) >> 1);
            lines |= if corner[axis] < 0 { meeting >> -corner[axis] } else { meeting << corner[axis] };
        });
        lines & u64::MAX >> (u64::BITS - size[axis] as u32)
    }
}

/// Returns the lines of two adjacent bricks that share a pixel with `across`: bit `i + 1` is line `i`.
///
/// The loop becomes a few vector instructions if its length is known, if it is not inlined into another loop, and if
/// every turn shifts its bit. So line 0 has bit 1.
#[inline(never)]
fn lines_that_meet(low: &[u16; 16], high: &[u16; 16], across: u32) -> u32 {
    let (in_low, in_high) = (across as u16, (across >> 16) as u16);
    let lines = (1..).zip(low.iter().zip(high));
    lines.fold(0, |any, (index, (low, high))| any | u32::from(low & in_low | high & in_high != 0) << index)
}
