use super::{BrickGrid, LayerMask, OneWayRule, Selection, Terrain};
use crate::geometry::Rect;
use crate::solidity::{BRICK_SIDE, SolidityMap};
use glam::{DVec2, IVec2, ivec2};

impl Terrain {
    /// A solid pixel that a mask covers which lies with its pixel `(0, 0)` at `at`: pixel-perfect, whatever shape it has.
    ///
    /// It is the first one row by row: the topmost, of these the leftmost. `None` where the mask covers no solid pixel.
    /// Layers that are solid in one direction only count. Any place will do.
    ///
    /// Costs a few operations for each row of each brick of 16×16 pixels that is not empty and that the mask reaches into.
    ///
    /// ```
    /// use tileray::{LayerMask, SolidityMap, Terrain, glam::ivec2};
    ///
    /// let slope = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |x, y| y >= x));
    /// let ball = SolidityMap::from_fn(8, 8, |x, y| (x as i32 * 2 - 7).pow(2) + (y as i32 * 2 - 7).pow(2) < 64);
    /// assert_eq!(slope.overlap(&ball, ivec2(32, 26), LayerMask::ALL), None); // The corner of its box is in the slope, the ball is not.
    /// assert_eq!(slope.overlap(&ball, ivec2(32, 27), LayerMask::ALL), Some(ivec2(32, 32)));
    /// ```
    #[must_use]
    pub fn overlap(&self, mask: &SolidityMap, at: IVec2, layers: LayerMask) -> Option<IVec2> {
        self.select(layers, OneWayRule::Solid, DVec2::ZERO).overlap(mask, at)
    }

    /// How many solid pixels a mask covers which lies with its pixel `(0, 0)` at `at`.
    ///
    /// Costs as much as [`overlap`](Self::overlap) where there is none.
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

impl Selection<'_> {
    /// A solid pixel under a mask: the topmost, of these the leftmost.
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

    /// The bricks that a mask reaches into.
    fn bricks_under(&self, mask: &SolidityMap, at: IVec2) -> Rect {
        let whole = self.grids().iter().map(|grid| grid.pixels()).fold(Rect::EMPTY, |all, one| all.union(&one));
        // In i64, as the mask may reach beyond the last pixel that there is.
        let (min, max) = (at.as_i64vec2(), at.as_i64vec2() + mask.size().as_i64vec2());
        let (min, max) = (min.max(whole.min.as_i64vec2()), max.min(whole.max.as_i64vec2()));
        if min.x >= max.x || min.y >= max.y {
            return Rect::EMPTY;
        }
        BrickGrid::covering(&Rect::new(min.as_ivec2(), max.as_ivec2()))
    }

    /// The pixels of a brick that are solid both in it and in a mask, row by row; `None` where the brick is empty.
    fn common(&self, mask: &SolidityMap, at: IVec2, brick: IVec2) -> Option<[u16; 16]> {
        let mut solid = None;
        for bits in self.grids().iter().filter_map(|grid| grid.brick_at(brick)) {
            let solid: &mut [u16; 16] = solid.get_or_insert([0; 16]);
            solid.iter_mut().zip(bits.rows()).for_each(|(row, bits)| *row |= bits);
        }
        let corner = (brick * BRICK_SIDE).as_i64vec2() - at.as_i64vec2();
        solid.map(|mut solid| {
            solid.iter_mut().zip(mask.square(corner.x, corner.y)).for_each(|(row, bits)| *row &= bits);
            solid
        })
    }
}
