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
/// # Ok::<(), tileray::geometry::PolygonError>(())
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

    /// That of an edge along which two shapes overlap.
    #[inline]
    pub(super) fn of_axis(axis: &Axis) -> Self {
        Self { normal: axis.normal, depth: -axis.separation }
    }
}

/// A contact or none, as two numbers: a function gives them back in two registers, and of two the deeper one is taken without
/// a branch.
///
/// An `Option<Contact>` comes back in memory, written in four parts. Whoever copies it in one piece then waits until the
/// processor has put all four away, which takes as long as the test of a circle.
#[derive(Clone, Copy)]
pub(super) struct PackedContact {
    /// The bits of x, and above them those of y.
    normal: u64,
    /// Above 0 for a contact; else there is none.
    depth: f32,
}

impl PackedContact {
    pub(super) const NONE: Self = Self { normal: 0, depth: 0.0 };

    /// A contact, if its depth is above 0.
    #[inline(always)]
    pub(super) fn new(normal: Vec2, depth: f32) -> Self {
        Self { normal: u64::from(normal.x.to_bits()) | u64::from(normal.y.to_bits()) << 32, depth }
    }

    #[inline(always)]
    pub(super) fn contact(self) -> Option<Contact> {
        // Written and taken back: whether two shapes overlap cannot be guessed, and so is no branch here.
        let contact = Contact { normal: self.normal(), depth: self.depth };
        let (mut contact, is_one) = (Some(contact), self.depth > 0.0);
        if !is_one {
            contact = None;
        }
        contact
    }

    /// The same, seen from the second shape.
    #[inline(always)]
    pub(super) fn flipped(self) -> Self {
        Self::new(-self.normal(), self.depth)
    }

    /// The deeper of two; of two that are as deep, by the rule of ties.
    #[inline(always)]
    pub(super) fn or_deeper(self, other: Self) -> Self {
        let is_deeper = is_greater((other.depth, other.normal()), (self.depth, self.normal()));
        Self {
            normal: if is_deeper { other.normal } else { self.normal },
            depth: if is_deeper { other.depth } else { self.depth },
        }
    }

    #[inline(always)]
    fn normal(self) -> Vec2 {
        Vec2::new(f32::from_bits(self.normal as u32), f32::from_bits((self.normal >> 32) as u32))
    }
}
