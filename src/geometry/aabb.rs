//! Axis-aligned bounding boxes.

use super::bound::Bound;
use super::rect::Rect;
use glam::Vec2;

/// An axis-aligned bounding box in real coordinates. y points down, so `min` is the top left corner.
///
/// The box is closed: points on its border belong to it. Two boxes *overlap* only where they share more than a
/// border.
///
/// ```
/// use tileray::{Aabb, glam::vec2};
///
/// let crate_box = Aabb::new(vec2(0.0, 0.0), vec2(16.0, 16.0));
/// assert!(crate_box.contains(vec2(16.0, 3.5)));
/// assert!(!crate_box.overlaps(&Aabb::new(vec2(16.0, 0.0), vec2(32.0, 16.0))));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[doc(alias = "Cuboid")]
pub struct Aabb {
    /// The top left corner, with the least coordinates.
    pub min: Vec2,
    /// The bottom right corner, with the greatest coordinates.
    pub max: Vec2,
}

/// The box of the rectangle's pixels, up to its `max`.
impl From<Rect> for Aabb {
    fn from(rect: Rect) -> Self {
        Self::new(rect.min.as_vec2(), rect.max.as_vec2())
    }
}

impl Aabb {
    /// Creates the box from `min` to `max`.
    #[must_use]
    pub fn new(min: impl Into<Vec2>, max: impl Into<Vec2>) -> Self {
        Self { min: min.into(), max: max.into() }
    }

    /// Returns the smallest box that contains all points, or `None` without points.
    ///
    /// The box is unspecified along an axis on which a coordinate is NaN.
    #[must_use]
    pub fn from_points(points: impl IntoIterator<Item = Vec2>) -> Option<Self> {
        let mut points = points.into_iter();
        let first = points.next()?;
        Some(points.fold(Self::new(first, first), |aabb, point| aabb.union(&Self::new(point, point))))
    }

    /// Returns width and height.
    #[must_use]
    pub fn size(&self) -> Vec2 {
        self.max - self.min
    }

    /// Returns the center.
    #[must_use]
    pub fn center(&self) -> Vec2 {
        self.min * 0.5 + self.max * 0.5
    }

    /// Returns whether `point` lies in the box or on its border.
    #[must_use]
    pub fn contains(&self, point: impl Into<Vec2>) -> bool {
        let point = point.into();
        self.min.cmple(point).all() && point.cmple(self.max).all()
    }

    /// Returns whether both boxes share more than a border. False if a coordinate is NaN.
    #[must_use]
    pub fn overlaps(&self, other: &Self) -> bool {
        self.min.cmplt(other.max).all() && other.min.cmplt(self.max).all()
    }

    /// Returns whether both boxes share a point, borders included. False if a coordinate is NaN.
    pub(crate) fn touches(&self, other: &Self) -> bool {
        self.min.cmple(other.max).all() && other.min.cmple(self.max).all()
    }

    /// Returns the smallest box that contains both.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        Self::new(self.min.at_most(other.min), self.max.at_least(other.max))
    }

    /// Returns the box moved by `offset`.
    #[must_use]
    pub fn translated(&self, offset: impl Into<Vec2>) -> Self {
        let offset = offset.into();
        Self::new(self.min + offset, self.max + offset)
    }

    /// Returns the box grown by `margin` on each side.
    #[must_use]
    pub fn grown(&self, margin: f32) -> Self {
        Self::new(self.min - margin, self.max + margin)
    }
}
