//! Boxes in space.

use glam::Vec3;

/// A box in space whose sides are parallel to the axes.
///
/// It is closed: a point on its border belongs to it. It may be flat, as that of a polygon in a plane of two axes is.
///
/// ```
/// use tileray::{glam::vec3, space::Aabb3};
///
/// let room = Aabb3::new(vec3(0.0, 0.0, 0.0), vec3(32.0, 32.0, 16.0));
/// assert!(room.contains(vec3(32.0, 1.0, 16.0)));
/// assert!(room.touches(&Aabb3::new(vec3(32.0, 0.0, 0.0), vec3(64.0, 32.0, 16.0))));
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
    /// The box from `min` to `max`.
    #[must_use]
    pub const fn new(min: Vec3, max: Vec3) -> Self {
        Self { min, max }
    }

    /// The smallest box that holds all points; `None` where there are none.
    ///
    /// Coordinates that are NaN are passed over.
    #[must_use]
    pub fn from_points(points: impl IntoIterator<Item = Vec3>) -> Option<Self> {
        let mut points = points.into_iter();
        let first = points.next()?;
        Some(points.fold(Self::new(first, first), |aabb, point| Self::new(aabb.min.min(point), aabb.max.max(point))))
    }

    /// The extents along x, y and z.
    #[must_use]
    pub fn size(&self) -> Vec3 {
        self.max - self.min
    }

    /// The point in the middle.
    #[must_use]
    pub fn center(&self) -> Vec3 {
        self.min * 0.5 + self.max * 0.5
    }

    /// Whether `point` lies in it or on its border. False where a coordinate is NaN.
    #[must_use]
    pub fn contains(&self, point: Vec3) -> bool {
        self.min.cmple(point).all() && point.cmple(self.max).all()
    }

    /// Whether both share a point, be it only of their borders. False where a coordinate is NaN.
    #[must_use]
    pub fn touches(&self, other: &Self) -> bool {
        self.min.cmple(other.max).all() && other.min.cmple(self.max).all()
    }

    /// The smallest box that holds both.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        Self::new(self.min.min(other.min), self.max.max(other.max))
    }

    /// Whether both come within `margin` of each other along every axis.
    pub(crate) fn comes_within(&self, margin: f64, other: &Self) -> bool {
        let apart = (self.min.as_dvec3() - other.max.as_dvec3()).max(other.min.as_dvec3() - self.max.as_dvec3());
        apart.max_element() <= margin
    }

    /// The largest coordinate, without its sign.
    pub(crate) fn reach(&self) -> f64 {
        f64::from(self.min.abs().max(self.max.abs()).max_element())
    }

    /// The least fraction at which the segment from `a` to `b` comes within `margin` of the box; `None` where it never does.
    ///
    /// The segment is cut to the slab of each axis in turn (Kay and Kajiya 1986, "Ray Tracing Complex Scenes"). The margin has
    /// to be larger than the rounding, so that a box is named too often, never too seldom.
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
                first = first.max(near);
                last = last.min(far);
            }
        }
        (first <= last).then_some(first)
    }
}
