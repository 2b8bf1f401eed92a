//! Distances to solid pixels: the nearest one to a point, and the exact Euclidean distance transform.
//!
//! The transform takes two passes with linear cost (Meijster, Roerdink and Hesselink 2000, "A General Algorithm
//! for Computing Distance Transforms in Linear Time"). First each pixel gets its distance `g` to the nearest
//! solid pixel of its column. Then each row takes the lower envelope of the parabolas `(x − i)² + g(i)²`, one
//! for each column `i`:
//!
//! ```text
//! \     /\     /     Left of their crossing the parabola of column i is lower, right of it that of column j.
//!  \   /  \   /      An integer division finds the crossing.
//!   \_/    \_/
//!    i      j
//! ```

use super::bits::{last_set, next_set};
use super::map::{SolidityMap, TableSizeError};
use glam::{IVec2, ivec2};

impl SolidityMap {
    /// Returns the solid pixel whose center is nearest to the center of pixel `(x, y)`, which may lie outside
    /// the mask.
    ///
    /// On a tie, it is the first one, row by row. `None` if no pixel is solid. Costs a search in each row that is
    /// nearer than the pixel found so far. For many pixels use a [`distance_field`](Self::distance_field).
    ///
    /// ```
    /// use tileray::{SolidityMap, glam::ivec2};
    ///
    /// let mask = SolidityMap::from_ascii("#....\n.....\n....#")?;
    /// assert_eq!(mask.nearest_solid(3, 1), Some(ivec2(4, 2)));
    /// # Ok::<(), tileray::solidity::AsciiError>(())
    /// ```
    #[must_use]
    pub fn nearest_solid(&self, x: i32, y: i32) -> Option<IVec2> {
        let (x, y, height) = (i64::from(x), i64::from(y), i64::from(self.height()));
        let mut nearest: Option<(u128, i64, i64)> = None;
        // Rows in the order of their distance: from the mask's nearest row on, the upper before the lower.
        let closest = y.clamp(0, (height - 1).max(0));
        for step in 0..height {
            let rows = [Some(closest - step), Some(closest + step).filter(|_| step > 0)];
            for row in rows.into_iter().flatten().filter(|row| (0..height).contains(row)) {
                let down = u128::from(row.abs_diff(y)).pow(2);
                if nearest.is_some_and(|(least, ..)| down > least) {
                    continue;
                }
                for found in self.nearest_in_row(row as u32, x).into_iter().flatten() {
                    let candidate = (u128::from(found.abs_diff(x)).pow(2) + down, row, found);
                    nearest = Some(nearest.map_or(candidate, |nearest| nearest.min(candidate)));
                }
            }
            let next_down = u128::from(closest.abs_diff(y) + step as u64 + 1).pow(2);
            if nearest.is_some_and(|(least, ..)| next_down > least) {
                break;
            }
        }
        nearest.map(|(_, y, x)| ivec2(x as i32, y as i32))
    }

    /// Returns the solid pixels of a row that are nearest to a column, on its left and on its right.
    fn nearest_in_row(&self, row: u32, x: i64) -> [Option<i64>; 2] {
        let row = self.row(row);
        // Both searches include the column itself.
        let end = (x + 1).clamp(0, self.width().into()) as u32;
        let from = x.clamp(0, self.width().into()) as u32;
        [last_set(row, end).map(i64::from), next_set(row, from).map(i64::from)]
    }

    /// Returns the distance from every pixel's center to the center of the nearest solid pixel.
    ///
    /// Costs some ten operations and four bytes a pixel, whatever the mask holds.
    ///
    /// # Errors
    /// [`TableSizeError`] if the mask is too large.
    ///
    /// ```
    /// use tileray::SolidityMap;
    ///
    /// let field = SolidityMap::from_ascii("#....\n.....\n.....\n....#")?.distance_field()?;
    /// assert_eq!((field.squared(3, 0), field.distance(4, 0)), (Some(9), Some(3.0)));
    /// assert_eq!((field.squared(2, 1), field.squared(5, 0)), (Some(5), None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn distance_field(&self) -> Result<DistanceField, TableSizeError> {
        TableSizeError::check(self.width().into(), self.height().into())?;
        let width = self.width() as usize;
        let mut squares = vec![UNREACHED; width * self.height() as usize];
        if width > 0 {
            self.fill_columns(&mut squares);
            let mut envelope = LowerEnvelope::default();
            squares.chunks_exact_mut(width).for_each(|row| envelope.fill_row(row));
        }
        Ok(DistanceField { width: self.width(), height: self.height(), squares })
    }

    /// Computes the distance to the nearest solid pixel of the same column: a pass down finds the one above, a pass up
    /// the one below.
    fn fill_columns(&self, distances: &mut [u32]) {
        let width = self.width() as usize;
        let mut rows = distances.chunks_exact_mut(width).zip(0..);
        let mut above = vec![UNREACHED; width];
        for (row, y) in &mut rows {
            row.copy_from_slice(&above);
            row.iter_mut().for_each(|distance| *distance = distance.saturating_add(1));
            for (index, &word) in self.row(y).iter().enumerate() {
                let mut rest = word;
                while rest != 0 {
                    row[index * 64 + rest.trailing_zeros() as usize] = 0;
                    rest &= rest - 1;
                }
            }
            above.copy_from_slice(row);
        }
        let mut below = vec![UNREACHED; width];
        for row in distances.chunks_exact_mut(width).rev() {
            for (distance, below) in row.iter_mut().zip(&mut below) {
                *distance = (*distance).min(below.saturating_add(1));
                *below = *distance;
            }
        }
    }
}

/// The distance if no pixel is solid.
const UNREACHED: u32 = u32::MAX;

/// The distance from each pixel of a mask to the nearest solid pixel, created by [`SolidityMap::distance_field`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DistanceField {
    width: u32,
    height: u32,
    squares: Vec<u32>,
}

impl DistanceField {
    /// Returns the width in pixels.
    #[must_use]
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// Returns the height in pixels.
    #[must_use]
    pub const fn height(&self) -> u32 {
        self.height
    }

    /// Returns the exact squared distance from a pixel's center to the center of the nearest solid pixel; 0 for
    /// a solid pixel.
    ///
    /// `None` outside the mask, and everywhere if no pixel is solid.
    #[must_use]
    pub fn squared(&self, x: i32, y: i32) -> Option<u32> {
        let (x, y) = (u32::try_from(x).ok()?, u32::try_from(y).ok()?);
        if x >= self.width || y >= self.height {
            return None;
        }
        Some(self.squares[y as usize * self.width as usize + x as usize]).filter(|&square| square != UNREACHED)
    }

    /// Returns the distance in pixels, like [`squared`](Self::squared).
    #[must_use]
    pub fn distance(&self, x: i32, y: i32) -> Option<f32> {
        self.squared(x, y).map(|square| f64::from(square).sqrt() as f32)
    }
}

/// The lower envelope of a row's parabolas: at column `x` the nearest solid pixel of column `i`, `g` away in
/// that column, has the squared distance `(x − i)² + g²`.
#[derive(Default)]
struct LowerEnvelope {
    /// The parabolas that are lowest somewhere, from left to right.
    parabolas: Vec<Parabola>,
}

#[derive(Clone, Copy)]
struct Parabola {
    column: i64,
    /// `g²`.
    square: i64,
    /// The first column where the parabola is lowest.
    start: i64,
}

impl LowerEnvelope {
    /// Turns distances along columns into squares of distances in the plane.
    fn fill_row(&mut self, row: &mut [u32]) {
        self.parabolas.clear();
        for (column, &distance) in row.iter().enumerate().filter(|&(_, &distance)| distance != UNREACHED) {
            let (column, square) = (column as i64, i64::from(distance).pow(2));
            let mut start = 0;
            while let Some(&last) = self.parabolas.last() {
                // The new parabola is lower than the last one from `start` on: (x − i)² + g² > (x − u)² + h² if 2x(u −
                // i) > u² − i² + h² − g². Both sides are whole numbers.
                let twice = column * column - last.column * last.column + square - last.square;
                start = twice.div_euclid(2 * (column - last.column)) + 1;
                if start > last.start {
                    break;
                }
                // The new one is lower already where the last one starts, so the last one is lowest nowhere.
                self.parabolas.pop();
                start = 0;
            }
            if start < row.len() as i64 {
                self.parabolas.push(Parabola { column, square, start });
            }
        }
        let ends = self.parabolas.iter().skip(1).map(|parabola| parabola.start).chain([row.len() as i64]);
        for (parabola, end) in self.parabolas.iter().zip(ends) {
            for x in parabola.start..end {
                row[x as usize] = ((x - parabola.column).pow(2) + parabola.square) as u32;
            }
        }
    }
}
