//! Regular polygons, and polygons under a pose.

use super::{Polygon, error::PolygonError};
use crate::geometry::{angle::sin_cos_of_turns, pose::Pose};
use glam::{DVec2, Vec2};

impl Polygon {
    /// Creates a polygon with `count` corners at equal angles on a circle. The first corner lies to the right of the
    /// center, and the others follow clockwise on screen.
    ///
    /// The corners are computed in `f64`, with a sine and cosine that are identical on every machine, and rounded
    /// once. Cost: O(n log n), and a point of memory for each corner.
    ///
    /// # Errors
    ///
    /// - [`TooFewPoints`](PolygonError::TooFewPoints) below three corners;
    /// - [`NotFinite`](PolygonError::NotFinite) if a number is NaN or infinite;
    /// - [`ZeroArea`](PolygonError::ZeroArea) if the radius is 0 or less;
    /// - the errors of [`new`](Self::new) if the corners, rounded to `f32`, are too far from the origin or too close to
    ///   each other.
    ///
    /// ```
    /// use tileray::{Polygon, glam::vec2};
    ///
    /// let diamond = Polygon::regular((10.0, 10.0), 4.0, 4)?;
    /// assert_eq!(diamond.points(), [vec2(14.0, 10.0), vec2(10.0, 14.0), vec2(6.0, 10.0), vec2(10.0, 6.0)]);
    /// # Ok::<(), tileray::geometry::PolygonError>(())
    /// ```
    pub fn regular(center: impl Into<Vec2>, radius: f32, count: usize) -> Result<Self, PolygonError> {
        let center = center.into();
        if count < 3 {
            return Err(PolygonError::TooFewPoints { count });
        }
        if !center.is_finite() || !radius.is_finite() {
            return Err(PolygonError::NotFinite { index: 0 });
        }
        if radius <= 0.0 {
            return Err(PolygonError::ZeroArea);
        }
        let corner = |index: usize| {
            let (sine, cosine) = sin_cos_of_turns(index as f64 / count as f64);
            (center.as_dvec2() + DVec2::new(cosine, sine) * f64::from(radius)).as_vec2()
        };
        // Refuses before memory runs out. Around an eighth of a turn, the spacing of `f32` is largest for its size. If
        // nine neighbors lie closer than this spacing, two of them are equal. Beyond 2^30 corners that is always so.
        if count > 1 << 24 {
            let middle = count / 8;
            if let Some(first) = (middle..middle + 8).find(|&index| corner(index) == corner(index + 1)) {
                return Err(PolygonError::RepeatedPoint { first, second: first + 1 });
            }
        }
        Self::new((0..count).map(corner).collect())
    }

    /// Returns the polygon rotated and translated by a pose. Each coordinate is computed in `f64` and rounded once.
    ///
    /// Cost: O(n log n), as the new corners are checked as in [`new`](Self::new).
    ///
    /// # Errors
    ///
    /// Returns the errors of [`new`](Self::new). Rotation keeps a polygon simple, but rounding may merge corners where
    /// the polygon is thin or far from the origin, and a pose that is not finite gives points that are not finite.
    ///
    /// ```
    /// use std::f32::consts::FRAC_PI_2;
    /// use tileray::{Polygon, Pose, glam::vec2};
    ///
    /// let roof = Polygon::new(vec![vec2(0.0, 0.0), vec2(8.0, 0.0), vec2(0.0, 4.0)])?;
    /// let turned = roof.transformed(&Pose::new((10.0, 0.0), FRAC_PI_2))?;
    /// assert_eq!(turned.points(), [vec2(10.0, 0.0), vec2(10.0, 8.0), vec2(6.0, 0.0)]);
    /// # Ok::<(), tileray::geometry::PolygonError>(())
    /// ```
    pub fn transformed(&self, pose: &Pose) -> Result<Self, PolygonError> {
        let isometry = pose.isometry();
        Self::new(self.points().iter().map(|point| isometry.apply(point.as_dvec2()).as_vec2()).collect())
    }

    /// Returns the polygon moved by `offset`. Each coordinate is rounded once. Cost: O(n log n), as in
    /// [`transformed`](Self::transformed).
    ///
    /// # Errors
    ///
    /// Returns the errors of [`new`](Self::new).
    pub fn translated(&self, offset: impl Into<Vec2>) -> Result<Self, PolygonError> {
        let offset = offset.into();
        Self::new(self.points().iter().map(|&point| point + offset).collect())
    }
}
