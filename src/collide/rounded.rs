//! Convex polygons with round corners.

use super::convex::ConvexPolygon;
use crate::geometry::{Aabb, Bound, Pose};
use glam::Vec2;
use std::error::Error;
use std::fmt;

/// A convex polygon grown by a radius: all points within `radius` of the polygon.
///
/// Its corners are round, and its edges lie `radius` outside of the polygon's. A radius of 0 gives the polygon itself.
/// Bodies with round corners catch less on the edges of tiles.
///
/// ```
/// use tileray::collide::{ConvexPolygon, RoundedPolygon};
/// use tileray::glam::vec2;
///
/// let crate_box = ConvexPolygon::rectangle((2.0, 2.0), (14.0, 14.0))?;
/// let round = RoundedPolygon::new(crate_box, 2.0)?;
/// assert_eq!(round.bounds().size(), vec2(16.0, 16.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "(ConvexPolygon, f32)", into = "(ConvexPolygon, f32)"))]
#[doc(alias = "RoundShape")]
pub struct RoundedPolygon {
    polygon: ConvexPolygon,
    /// Finite and at least 0.
    radius: f32,
}

/// An error of [`RoundedPolygon::new`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum RoundedPolygonError {
    /// The radius is negative, NaN or infinite.
    InvalidRadius {
        /// The radius.
        radius: f32,
    },
}

impl fmt::Display for RoundedPolygonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InvalidRadius { radius } => {
                write!(f, "the radius is {radius}; give one that is finite and at least 0")
            }
        }
    }
}

impl Error for RoundedPolygonError {}

impl RoundedPolygon {
    /// Creates a rounded polygon from the polygon in its middle, and the radius in pixels.
    ///
    /// # Errors
    ///
    /// [`RoundedPolygonError::InvalidRadius`] if the radius is negative, NaN or infinite.
    pub fn new(polygon: ConvexPolygon, radius: f32) -> Result<Self, RoundedPolygonError> {
        if radius.is_finite() && radius >= 0.0 {
            // -0 becomes 0.
            Ok(Self { polygon, radius: radius.positive_zero() })
        } else {
            Err(RoundedPolygonError::InvalidRadius { radius })
        }
    }

    /// Returns the polygon in the middle.
    #[must_use]
    pub fn polygon(&self) -> &ConvexPolygon {
        &self.polygon
    }

    /// Returns the radius by which the polygon is grown, in pixels.
    #[must_use]
    pub fn radius(&self) -> f32 {
        self.radius
    }

    /// Returns the bounding box.
    #[must_use]
    pub fn bounds(&self) -> Aabb {
        self.polygon.bounds().grown(self.radius)
    }

    /// Moves the shape. A shape at coordinates that are not finite overlaps nothing.
    pub fn translate(&mut self, offset: impl Into<Vec2>) {
        self.polygon.translate(offset);
    }

    /// Returns the shape moved by `offset`.
    #[must_use]
    pub fn translated(&self, offset: impl Into<Vec2>) -> Self {
        Self { polygon: self.polygon.translated(offset), radius: self.radius }
    }

    /// Returns the shape rotated around the origin of its frame by the pose's rotation, then moved by its translation,
    /// as [`ConvexPolygon::transformed`] does.
    #[must_use]
    pub fn transformed(&self, pose: &Pose) -> Self {
        Self { polygon: self.polygon.transformed(pose), radius: self.radius }
    }
}

impl TryFrom<(ConvexPolygon, f32)> for RoundedPolygon {
    type Error = RoundedPolygonError;

    /// Calls [`RoundedPolygon::new`].
    fn try_from((polygon, radius): (ConvexPolygon, f32)) -> Result<Self, RoundedPolygonError> {
        Self::new(polygon, radius)
    }
}

impl From<RoundedPolygon> for (ConvexPolygon, f32) {
    /// Returns the polygon and the radius.
    fn from(rounded: RoundedPolygon) -> Self {
        (rounded.polygon, rounded.radius)
    }
}
