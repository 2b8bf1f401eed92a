//! Regular polygons, and polygons under a pose.

use super::{Polygon, error::PolygonError};
use crate::geometry::{angle::sin_cos_of_turns, pose::Pose};
use glam::{DVec2, Vec2};

impl Polygon {
    /// A polygon with `count` corners on a circle at equal angles, the first to the right of the center, the next ones
    /// clockwise on screen.
    ///
    /// The corners are computed in `f64` with a sine and a cosine that are the same on every machine, and rounded once.
    /// Cost: O(n log n), and a point of memory for each corner.
    ///
    /// # Errors
    ///
    /// [`TooFewPoints`](PolygonError::TooFewPoints) below three corners; [`NotFinite`](PolygonError::NotFinite) where a
    /// number is NaN or infinite; [`ZeroArea`](PolygonError::ZeroArea) where the radius is 0 or less; and those of
    /// [`new`](Self::new) where the corners, rounded to `f32`, are too far from the origin or too near to each other.
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
        // So many corners that memory might not hold them are looked at first where f32 is coarsest for its size, at an eighth
        // of a turn: of nine neighbors that lie closer than its steps two are equal, and beyond 2^30 corners they always do.
        if count > 1 << 24 {
            let middle = count / 8;
            if let Some(first) = (middle..middle + 8).find(|&index| corner(index) == corner(index + 1)) {
                return Err(PolygonError::RepeatedPoint { first, second: first + 1 });
            }
        }
        Self::new((0..count).map(corner).collect())
    }

    /// The polygon turned and moved by a pose; each coordinate is computed in `f64` and rounded once.
    ///
    /// Cost: O(n log n), as the new corners are checked like those of any other polygon.
    ///
    /// # Errors
    ///
    /// Those of [`new`](Self::new). Turning keeps a polygon simple, but rounding may bring corners together where it is thin
    /// or lands far from the origin, and a pose that is not finite makes points that are not.
    pub fn transformed(&self, pose: &Pose) -> Result<Self, PolygonError> {
        let turn = pose.turn();
        Self::new(self.points().iter().map(|point| turn.apply(point.as_dvec2()).as_vec2()).collect())
    }

    /// The polygon moved by `offset`; each coordinate is rounded once.
    ///
    /// Cost: O(n log n), as the new corners are checked like those of any other polygon.
    ///
    /// # Errors
    ///
    /// Those of [`new`](Self::new): see [`transformed`](Self::transformed).
    pub fn translated(&self, offset: impl Into<Vec2>) -> Result<Self, PolygonError> {
        let offset = offset.into();
        Self::new(self.points().iter().map(|&point| point + offset).collect())
    }
}
