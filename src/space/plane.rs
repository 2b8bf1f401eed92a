//! Oriented planes.

use crate::geometry::{Bound, Elements, Polygon, tolerance::AREA_ROUNDING};
use glam::{DVec3, Vec3};
use std::error::Error;
use std::fmt;

/// An oriented plane in space.
///
/// The normal follows the right-hand rule. If the points go around from x toward y (clockwise on screen, as y points
/// down), it points along +z. (x right, y down and z away from the viewer are a right-handed frame; with z as a height
/// toward the viewer everything is mirrored.)
///
/// It is stored as a point and a unit normal in `f64`. Distances are computed relative to that point, so a plane far
/// from the origin is as accurate as one close to it.
///
/// ```
/// use tileray::{glam::vec3, space::Plane};
///
/// let floor = Plane::through(&[vec3(0.0, 0.0, 8.0), vec3(16.0, 0.0, 8.0), vec3(16.0, 16.0, 8.0)])?;
/// assert_eq!(floor.normal(), vec3(0.0, 0.0, 1.0));
/// assert_eq!(floor.signed_distance(vec3(100.0, 3.0, 10.5)), 2.5);
/// assert_eq!(floor.project(vec3(100.0, 3.0, 10.5)), vec3(100.0, 3.0, 8.0));
/// # Ok::<(), tileray::space::PlaneError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane {
    /// A point of the plane.
    anchor: DVec3,
    /// The unit normal.
    normal: DVec3,
}

impl Plane {
    /// Creates the plane through three or more points that go around an outline in order.
    ///
    /// If more than three points are not coplanar, the plane contains their mean, and its normal is the outline's mean
    /// normal (Newell's method, in Sutherland, Sproull and Schumacker 1974, "A Characterization of Ten Hidden-Surface
    /// Algorithms"). O(n).
    ///
    /// # Errors
    ///
    /// The first of these that applies: [`TooFewPoints`](PlaneError::TooFewPoints),
    /// [`NotFinite`](PlaneError::NotFinite), [`TooFar`](PlaneError::TooFar), [`OnOneLine`](PlaneError::OnOneLine),
    /// [`AreasCancel`](PlaneError::AreasCancel).
    pub fn through(points: &[Vec3]) -> Result<Self, PlaneError> {
        if points.len() < 3 {
            return Err(PlaneError::TooFewPoints { count: points.len() });
        }
        check_coordinates(points)?;
        let sum = VectorArea::around(points);
        if sum.is_zero() {
            let first = points[0];
            let far = |point: &Vec3| (point.as_dvec3() - first.as_dvec3()).length_squared();
            let farthest = points.iter().copied().max_by(|a, b| far(a).total_cmp(&far(b))).unwrap_or(first);
            let on_line = points.iter().all(|&point| VectorArea::around(&[first, farthest, point]).is_zero());
            return Err(if on_line { PlaneError::OnOneLine } else { PlaneError::AreasCancel });
        }
        // Relative to the first point, so that the sum of many far points loses no precision.
        let first = points[0].as_dvec3();
        let offsets: DVec3 = points.iter().map(|point| point.as_dvec3() - first).sum();
        Ok(Self { anchor: first + offsets / points.len() as f64, normal: unit(sum.twice_area) })
    }

    /// Creates the plane through `point` with a normal of any length.
    ///
    /// # Errors
    ///
    /// [`NotFinite`](PlaneError::NotFinite) and [`TooFar`](PlaneError::TooFar) for the point, which is point 0, and
    /// [`NoNormal`](PlaneError::NoNormal).
    ///
    /// ```
    /// use tileray::{glam::vec3, space::Plane};
    ///
    /// let wall = Plane::new(vec3(0.0, 32.0, 0.0), vec3(0.0, 2.0, 0.0))?;
    /// assert_eq!(wall.signed_distance(vec3(5.0, 30.0, 9.0)), -2.0);
    /// # Ok::<(), tileray::space::PlaneError>(())
    /// ```
    pub fn new(point: impl Into<Vec3>, normal: impl Into<Vec3>) -> Result<Self, PlaneError> {
        let (point, normal) = (point.into(), normal.into());
        check_coordinates(&[point])?;
        if !normal.is_finite() || normal == Vec3::ZERO {
            return Err(PlaneError::NoNormal);
        }
        Ok(Self { anchor: point.as_dvec3(), normal: unit(normal.as_dvec3()) })
    }

    /// Returns the normal, of length 1 up to rounding.
    #[must_use]
    pub fn normal(&self) -> Vec3 {
        self.normal.as_vec3()
    }

    /// Returns the distance of `point` from the plane in pixels, positive on the side of the normal.
    ///
    /// Computed in `f64` and rounded once. Meaningless if the point is NaN or infinite.
    #[must_use]
    pub fn signed_distance(&self, point: impl Into<Vec3>) -> f32 {
        self.distance(point.into()) as f32
    }

    /// Returns the point of the plane closest to `point`.
    ///
    /// Computed in `f64` and rounded once. Meaningless if the point is NaN or infinite.
    #[must_use]
    pub fn project(&self, point: impl Into<Vec3>) -> Vec3 {
        let point = point.into();
        (point.as_dvec3() - self.normal * self.distance(point)).as_vec3()
    }

    /// Returns the plane with the opposite normal.
    #[must_use]
    pub fn flipped(&self) -> Self {
        Self { anchor: self.anchor, normal: -self.normal }
    }

    /// Returns [`signed_distance`](Self::signed_distance) in `f64`.
    pub(crate) fn distance(&self, point: Vec3) -> f64 {
        self.normal.dot(point.as_dvec3() - self.anchor)
    }

    /// Returns the normal in `f64`.
    pub(crate) fn exact_normal(&self) -> DVec3 {
        self.normal
    }
}

/// Why points, or a point and a normal, define no plane.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PlaneError {
    /// Fewer than three points.
    TooFewPoints {
        /// The number of points.
        count: usize,
    },
    /// A coordinate is NaN or infinite.
    NotFinite {
        /// The first such point.
        index: usize,
    },
    /// A coordinate is so large that areas and products would not be finite.
    TooFar {
        /// The first such point.
        index: usize,
    },
    /// All points are collinear or equal, so many planes contain them.
    OnOneLine,
    /// The outline's areas cancel, as in an 8, so it has no normal.
    AreasCancel,
    /// The normal is zero, NaN or infinite.
    NoNormal,
}

impl fmt::Display for PlaneError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooFewPoints { count } => {
                write!(f, "a plane needs at least 3 points, and there are {count}; add the missing ones")
            }
            Self::NotFinite { index } => {
                write!(f, "point {index} has a coordinate that is NaN or infinite; give it finite coordinates")
            }
            Self::TooFar { index } => {
                write!(f, "point {index} lies more than 2^60 pixels from the origin; move or scale the points")
            }
            Self::OnOneLine => {
                f.write_str("all points lie on one line, through which many planes go; move a point off the line")
            }
            Self::AreasCancel => f.write_str(
                "the outline crosses itself and its areas cancel; list the points in their order around the shape",
            ),
            Self::NoNormal => f.write_str("the normal has no direction; it must be finite and not zero"),
        }
    }
}

impl Error for PlaneError {}

/// Checks that all coordinates are finite, then that none is too large.
fn check_coordinates(points: &[Vec3]) -> Result<(), PlaneError> {
    if let Some(index) = points.iter().position(|point| !point.is_finite()) {
        return Err(PlaneError::NotFinite { index });
    }
    let is_far = |point: &Vec3| point.abs().greatest() > Polygon::MAX_COORDINATE;
    points.iter().position(is_far).map_or(Ok(()), |index| Err(PlaneError::TooFar { index }))
}

/// Returns the vector scaled to length 1. Divides by its largest coordinate first, as the square of a small number may
/// be 0.
fn unit(vector: DVec3) -> DVec3 {
    let scaled = vector / vector.abs().greatest();
    (scaled / scaled.length_squared().sqrt()).positive_zero()
}

/// Twice the area of an outline as a vector along its normal, and the sum of the magnitudes of its terms.
pub(crate) struct VectorArea {
    pub(crate) twice_area: DVec3,
    magnitude: DVec3,
}

impl VectorArea {
    /// Computes Newell's sum: for corners `p`, half of `Σ pᵢ × pᵢ₊₁` is the area as a vector.
    ///
    /// A translation changes nothing, so corners are taken relative to the first, and the first and last products
    /// vanish.
    pub(crate) fn around(points: &[Vec3]) -> Self {
        let first = points[0].as_dvec3();
        let mut sum = Self { twice_area: DVec3::ZERO, magnitude: DVec3::ZERO };
        let mut last = DVec3::ZERO;
        for point in &points[1..] {
            let next = point.as_dvec3() - first;
            let (left, right) = (
                DVec3::new(last.y * next.z, last.z * next.x, last.x * next.y),
                DVec3::new(last.z * next.y, last.x * next.z, last.y * next.x),
            );
            sum.twice_area += left - right;
            sum.magnitude += left.abs() + right.abs();
            last = next;
        }
        sum
    }

    /// Returns whether the area is 0, or no more than the rounding of its sums.
    fn is_zero(&self) -> bool {
        let bound = self.magnitude * AREA_ROUNDING;
        self.twice_area.abs().cmple(bound).all()
    }
}
