//! Planes.

use crate::geometry::{Polygon, tolerance::AREA_ROUNDING};
use glam::{DVec3, Vec3};

/// A plane in space that knows its two sides.
///
/// Its normal follows the right-hand rule: where the points it was made of go around from x toward y, which with y down is
/// clockwise on screen, the normal points along +z. (x right, y down and z away from the viewer are a right-handed frame; where
/// z is a height toward the viewer, all is the same, seen in a mirror.)
///
/// It is kept as a point and a unit normal in `f64`, and distances are taken from that point, so that a plane far from the
/// origin is as exact as one beside it.
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
    /// Of length 1.
    normal: DVec3,
}

impl Plane {
    /// The plane through three or more points that go around an outline in order.
    ///
    /// Where more than three do not lie in one plane, it goes through their mean, and its normal is the mean of the outline's
    /// (Newell's method, in Sutherland, Sproull and Schumacker 1974, "A Characterization of Ten Hidden-Surface Algorithms"). O(n).
    ///
    /// # Errors
    ///
    /// [`TooFewPoints`](PlaneError::TooFewPoints), [`NotFinite`](PlaneError::NotFinite), [`TooFar`](PlaneError::TooFar),
    /// [`OnOneLine`](PlaneError::OnOneLine) and [`AreasCancel`](PlaneError::AreasCancel), looked for in this order.
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
        // Relative to the first point, so that the sum of many far points loses nothing.
        let first = points[0].as_dvec3();
        let offsets: DVec3 = points.iter().map(|point| point.as_dvec3() - first).sum();
        Ok(Self { anchor: first + offsets / points.len() as f64, normal: unit(sum.twice_area) })
    }

    /// The plane through `point` that `normal`, of any length, is upright on.
    ///
    /// # Errors
    ///
    /// [`NotFinite`](PlaneError::NotFinite) and [`TooFar`](PlaneError::TooFar) for the point, which is point 0, and
    /// [`NoNormal`](PlaneError::NoNormal).
    pub fn new(point: impl Into<Vec3>, normal: impl Into<Vec3>) -> Result<Self, PlaneError> {
        let (point, normal) = (point.into(), normal.into());
        check_coordinates(&[point])?;
        if !normal.is_finite() || normal == Vec3::ZERO {
            return Err(PlaneError::NoNormal);
        }
        Ok(Self { anchor: point.as_dvec3(), normal: unit(normal.as_dvec3()) })
    }

    /// Its normal, of length 1 but for rounding.
    #[must_use]
    pub fn normal(&self) -> Vec3 {
        self.normal.as_vec3()
    }

    /// How far `point` lies off the plane, in pixels: above 0 on the side that the normal points to, below 0 on the other.
    ///
    /// Computed in `f64` and rounded once. NaN or infinity in the point gives a number without meaning.
    #[must_use]
    pub fn signed_distance(&self, point: impl Into<Vec3>) -> f32 {
        self.distance(point.into()) as f32
    }

    /// The point of the plane that is nearest to `point`: its foot.
    ///
    /// Computed in `f64` and rounded once. NaN or infinity in the point gives coordinates without meaning.
    #[must_use]
    pub fn project(&self, point: impl Into<Vec3>) -> Vec3 {
        let point = point.into();
        (point.as_dvec3() - self.normal * self.distance(point)).as_vec3()
    }

    /// The plane with its sides exchanged.
    #[must_use]
    pub fn flipped(&self) -> Self {
        Self { anchor: self.anchor, normal: -self.normal }
    }

    /// [`signed_distance`](Self::signed_distance) before it is rounded.
    pub(crate) fn distance(&self, point: Vec3) -> f64 {
        self.normal.dot(point.as_dvec3() - self.anchor)
    }

    /// The normal before it is rounded.
    pub(crate) fn exact_normal(&self) -> DVec3 {
        self.normal
    }
}

/// Why points, or a point and a normal, give no plane.
#[derive(Clone, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum PlaneError {
    /// There are fewer than three points.
    #[error("a plane needs at least 3 points, and there are {count}; add the missing ones")]
    TooFewPoints {
        /// How many there are.
        count: usize,
    },
    /// A coordinate is NaN or infinite.
    #[error("point {index} is not finite; every coordinate must be a number")]
    NotFinite {
        /// The first such point.
        index: usize,
    },
    /// A coordinate is so large that areas and products of it would not be finite.
    #[error("point {index} lies more than 2^60 pixels from the origin; move or scale the points")]
    TooFar {
        /// The first such point.
        index: usize,
    },
    /// All points lie on one line, or are the same, so that many planes go through them.
    #[error("all points lie on one line, through which many planes go; move a point off the line")]
    OnOneLine,
    /// The outline goes around as much one way as the other, like an 8, so that it has no normal.
    #[error("the outline crosses itself and its areas cancel; list the points in their order around the shape")]
    AreasCancel,
    /// The normal is zero, or one of its coordinates is NaN or infinite.
    #[error("the normal has no direction; it must be finite and not zero")]
    NoNormal,
}

/// Refuses coordinates that are not finite, then those that are too large.
fn check_coordinates(points: &[Vec3]) -> Result<(), PlaneError> {
    if let Some(index) = points.iter().position(|point| !point.is_finite()) {
        return Err(PlaneError::NotFinite { index });
    }
    let is_far = |point: &Vec3| point.abs().max_element() > Polygon::MAX_COORDINATE;
    points.iter().position(is_far).map_or(Ok(()), |index| Err(PlaneError::TooFar { index }))
}

/// A vector of length 1; divided by its largest coordinate first, as the square of a small number may be 0.
fn unit(vector: DVec3) -> DVec3 {
    let scaled = vector / vector.abs().max_element();
    // With +, × and √ alone; 0 is added so that no coordinate is -0.
    scaled / scaled.length_squared().sqrt() + DVec3::ZERO
}

/// Twice the area of an outline as a vector that is upright on it, and how much was summed to come to it.
pub(crate) struct VectorArea {
    pub(crate) twice_area: DVec3,
    magnitude: DVec3,
}

impl VectorArea {
    /// Newell's sum: with the corners `p`, half of `Σ pᵢ × pᵢ₊₁` is the area as a vector.
    ///
    /// Moving all corners by the same amount changes nothing, so they are taken relative to the first, and the first and last
    /// products fall away.
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

    /// Whether it is 0, or no more than the rounding of its sums.
    fn is_zero(&self) -> bool {
        let bound = self.magnitude * AREA_ROUNDING;
        self.twice_area.abs().cmple(bound).all()
    }
}
