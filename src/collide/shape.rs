use super::circle::{circle_and_circle, circle_and_polygon, circle_and_segment};
use super::contact::Contact;
use super::convex::ConvexPolygon;
use super::hull::Hull;
use super::sat;
use super::sweep::{
    Sweep, circle_against_circle, circle_against_polygon, circle_against_segment, polygon_against_polygon, valid_motion,
};
use crate::geometry::{Circle, Polygon, Segment};
use fearless_simd::Level;
use glam::Vec2;

/// A shape that can be tested against shapes of another kind; all that [`collide`](crate::collide)'s functions need.
///
/// It is there for every pair of [`ConvexPolygon`], [`Hull`](super::Hull) and [`Circle`], and for a [`Circle`] with a
/// [`Segment`] or a concave [`Polygon`].
pub trait Collide<Other: ?Sized = Self>: sealed::Sealed {
    /// [`collide::intersects`](crate::collide::intersects)
    #[must_use]
    fn intersects(&self, other: &Other) -> bool;

    /// [`collide::contact`](crate::collide::contact)
    #[must_use]
    fn contact(&self, other: &Other) -> Option<Contact>;

    /// [`collide::sweep`](crate::collide::sweep)
    #[must_use]
    fn sweep(&self, other: &Other, motion: Vec2) -> Sweep;
}

pub(super) mod sealed {
    use super::{Circle, ConvexPolygon, Hull, Polygon, Segment};

    /// Keeps the trait to the shapes of this crate, so that it may grow.
    pub trait Sealed {}

    impl Sealed for Circle {}
    impl Sealed for ConvexPolygon {}
    impl Sealed for Hull {}
    impl Sealed for Polygon {}
    impl Sealed for Segment {}
}

// Vector code is not inlined: it would be compiled for every crate that calls it, for each set of instructions. What takes an
// answer out of registers is.
impl Collide for ConvexPolygon {
    fn intersects(&self, other: &Self) -> bool {
        sat::overlap(Level::new(), self, other)
    }

    #[inline]
    fn contact(&self, other: &Self) -> Option<Contact> {
        sat::contact(Level::new(), self, other).contact()
    }

    fn sweep(&self, other: &Self, motion: Vec2) -> Sweep {
        polygon_against_polygon(Level::new(), self, other, valid_motion(motion))
    }
}

impl Collide for Circle {
    fn intersects(&self, other: &Self) -> bool {
        circle_and_circle(self, other).is_some()
    }

    fn contact(&self, other: &Self) -> Option<Contact> {
        circle_and_circle(self, other)
    }

    fn sweep(&self, other: &Self, motion: Vec2) -> Sweep {
        circle_against_circle(self, other, valid_motion(motion))
    }
}

impl Collide<ConvexPolygon> for Circle {
    fn intersects(&self, other: &ConvexPolygon) -> bool {
        self.contact(other).is_some()
    }

    #[inline]
    fn contact(&self, other: &ConvexPolygon) -> Option<Contact> {
        circle_and_polygon(Level::new(), self, other).contact()
    }

    fn sweep(&self, other: &ConvexPolygon, motion: Vec2) -> Sweep {
        circle_against_polygon(Level::new(), self, other, valid_motion(motion))
    }
}

impl Collide<Segment> for Circle {
    fn intersects(&self, other: &Segment) -> bool {
        self.contact(other).is_some()
    }

    fn contact(&self, other: &Segment) -> Option<Contact> {
        circle_and_segment(self, other)
    }

    fn sweep(&self, other: &Segment, motion: Vec2) -> Sweep {
        circle_against_segment(self, other, valid_motion(motion))
    }
}

/// What the first shape meets is what the second would meet, if that one moved the other way.
macro_rules! collide_by_swapping {
    ($first:ty, $second:ty) => {
        impl Collide<$second> for $first {
            fn intersects(&self, other: &$second) -> bool {
                other.intersects(self)
            }

            #[inline]
            fn contact(&self, other: &$second) -> Option<Contact> {
                other.contact(self).map(|contact| contact.flipped())
            }

            fn sweep(&self, other: &$second, motion: Vec2) -> Sweep {
                other.sweep(self, -motion).flipped()
            }
        }
    };
}

collide_by_swapping!(ConvexPolygon, Circle);
collide_by_swapping!(Circle, Hull);
collide_by_swapping!(ConvexPolygon, Hull);
collide_by_swapping!(Polygon, Circle);
collide_by_swapping!(Segment, Circle);
