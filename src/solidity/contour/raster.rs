//! From loops back to pixels.

use super::Contour;
use crate::solidity::SolidityMap;
use crate::solidity::bits::fill_between;
use glam::{I64Vec2, IVec2};

impl SolidityMap {
    /// The mask of `width` by `height` pixels that loops go around: the way back from [`contours`](Self::contours).
    ///
    /// A pixel is solid where its center lies within an odd number of loops. Edges may slant, as those of
    /// [simplified](crate::hull::simplify()) loops do; a center that lies on an edge counts as right of it. What lies outside the mask
    /// is dropped.
    ///
    /// Costs a step for each row that an edge spans, and a few operations for 64 pixels.
    ///
    /// # Panics
    /// Where [`try_new`](Self::try_new) is an error.
    ///
    /// ```
    /// use tileray::SolidityMap;
    ///
    /// let mask = SolidityMap::from_ascii("##..\n##.#\n..##")?;
    /// assert_eq!(SolidityMap::from_contours(4, 3, &mask.contours()), mask);
    /// # Ok::<(), tileray::solidity::AsciiError>(())
    /// ```
    #[must_use]
    pub fn from_contours(width: u32, height: u32, contours: &[Contour]) -> Self {
        let mut mask = Self::new(width, height);
        for contour in contours {
            let points = contour.points();
            for (index, &point) in points.iter().enumerate() {
                mask.flip_edge(point, *points.get(index + 1).unwrap_or(&points[0]));
            }
        }
        for y in 0..height {
            fill_between(mask.row_mut(y));
            mask.clear_padding(y);
        }
        mask
    }

    /// Flips, in each row that an edge spans, the first pixel whose center is on it or right of it.
    ///
    /// With `d` the extent of the edge from its upper end `u`, the center `(x + ½, y + ½)` is there where
    /// `(x + ½ − u.x)·d.y ≥ d.x·(y + ½ − u.y)`: the least `x` is the quotient below, rounded up. Products stay below the
    /// number of a mask's pixels, but for a factor of 4.
    fn flip_edge(&mut self, a: IVec2, b: IVec2) {
        let (upper, lower) = if a.y < b.y { (a, b) } else { (b, a) };
        let (first, end) = (upper.y.max(0), lower.y.min(self.height() as i32));
        let (upper, lower): (I64Vec2, I64Vec2) = (upper.as_i64vec2(), lower.as_i64vec2());
        let extent = lower - upper;
        for y in first..end {
            let right = if extent.x == 0 {
                0
            } else {
                let numerator = extent.x * (2 * (i64::from(y) - upper.y) + 1) - extent.y;
                -(-numerator).div_euclid(2 * extent.y)
            };
            let x = (upper.x + right).max(0) as usize;
            if x < self.width() as usize {
                self.row_mut(y as u32)[x / 64] ^= 1 << (x % 64);
            }
        }
    }
}
