use super::axis::{Axis, is_greater};
use glam::Vec2;

/// The shortest way out of another shape.
///
/// ```
/// use tileray::{ConvexPolygon, collide, glam::vec2};
///
/// let floor = ConvexPolygon::rectangle((0.0, 16.0), (64.0, 32.0))?;
/// let crate_box = ConvexPolygon::rectangle((20.0, 3.0), (34.0, 17.0))?;
/// let contact = collide::contact(&crate_box, &floor).expect("it stands in the floor by a pixel");
/// assert_eq!((contact.normal, contact.depth), (vec2(0.0, -1.0), 1.0));
/// assert_eq!(contact.mtv(), vec2(0.0, -1.0));
/// # Ok::<(), tileray::PolygonError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Contact {
    /// The unit direction in which the first shape is pushed out of the second.
    pub normal: Vec2,
    /// How far it has to go, in pixels; above 0.
    pub depth: f32,
}

impl Contact {
    /// The minimum translation vector: what to add to the position of the first shape to part it from the second.
    #[must_use]
    pub fn mtv(&self) -> Vec2 {
        self.normal * self.depth
    }

    /// The same contact, seen from the second shape.
    #[must_use]
    pub fn flipped(&self) -> Self {
        Self { normal: -self.normal, depth: self.depth }
    }

    /// Whether it is deeper than another one, or as deep and the one to give by the rule of ties.
    #[inline]
    pub(super) fn is_deeper_than(&self, other: &Self) -> bool {
        is_greater((self.depth, self.normal), (other.depth, other.normal))
    }

    /// That of an edge along which two shapes overlap.
    #[inline]
    pub(super) fn of_axis(axis: &Axis) -> Self {
        Self { normal: axis.normal, depth: -axis.separation }
    }
}
