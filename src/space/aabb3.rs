//! Axis-aligned bounding boxes in space.

use crate::geometry::{Bound, Elements};
use glam::Vec3;

/// An axis-aligned bounding box in space.
///
/// It is closed: points on its border belong to it. It may be flat, like the box of a polygon in a plane of two axes.
///
/// ```
/// use tileray::{glam::vec3, space::Aabb3};
///
/// let room = Aabb3::new(vec3(0.0, 0.0, 0.0), vec3(32.0, 32.0, 16.0));
/// assert!(room.contains(vec3(32.0, 1.0, 16.0)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Aabb3 {
    /// The corner with the least coordinates.
    pub min: Vec3,
    /// The corner with the greatest coordinates.
    pub max: Vec3,
}

impl Aabb3 {
    /// Creates the box from `min` to `max`.
    #[must_use]
    pub const fn new(min: Vec3, max: Vec3) -> Self {
        Self { min, max }
    }

    /// Returns the smallest box that contains all points, or `None` without points.
    ///
    /// The box is unspecified along an axis on which a coordinate is NaN.
    #[must_use]
    pub fn from_points(points: impl IntoIterator<Item = Vec3>) -> Option<Self> {
        let mut points = points.into_iter();
        let first = points.next()?;
        Some(points.fold(Self::new(first, first), |aabb, point| aabb.union(&Self::new(point, point))))
    }

    /// Returns whether `point` lies in the box or on its border. False if a coordinate is NaN.
    #[must_use]
    pub fn contains(&self, point: Vec3) -> bool {
        self.min.cmple(point).all() && point.cmple(self.max).all()
    }

    /// Returns the smallest box that contains both.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        Self::new(self.min.at_most(other.min), self.max.at_least(other.max))
    }

    /// Returns whether both boxes are within `margin` of each other along every axis.
    pub(crate) fn comes_within(&self, margin: f64, other: &Self) -> bool {
        let apart = (self.min.as_dvec3() - other.max.as_dvec3()).at_least(other.min.as_dvec3() - self.max.as_dvec3());
        apart.greatest() <= margin
    }

    /// Returns the largest magnitude of a coordinate.
    pub(crate) fn reach(&self) -> f64 {
        f64::from(self.min.abs().at_least(self.max.abs()).greatest())
    }

    /// Returns the least fraction at which the segment from `a` to `b` comes within `margin` of the box, or `None`.
    ///
    /// The segment is clipped to the slab of each axis in turn (Kay and Kajiya 1986, "Ray Tracing Complex Scenes"). A
    /// margin above the rounding error makes sure that no box is missed.
    pub(crate) fn entered_at(&self, a: Vec3, b: Vec3, margin: f64) -> Option<f64> {
        let (mut first, mut last) = (0.0_f64, 1.0_f64);
        for axis in 0..3 {
            let (from, to) = (f64::from(a[axis]), f64::from(b[axis]));
            let (low, high) = (f64::from(self.min[axis]) - margin, f64::from(self.max[axis]) + margin);
            let step = to - from;
            if step == 0.0 {
                if from < low || from > high {
                    return None;
                }
            } else {
                let (near, far) = ((low - from) / step, (high - from) / step);
                let (near, far) = if near <= far { (near, far) } else { (far, near) };
                first = near.at_least(first);
                last = far.at_most(last);
            }
        }
        (first <= last).then_some(first)
    }
}
