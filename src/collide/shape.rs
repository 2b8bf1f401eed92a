//! [`CollidesWith`]: the pairs of shapes that can be tested against each other.

use super::circle::{circle_and_circle, circle_and_polygon, circle_and_segment};
use super::collider::Collider;
use super::contact::Contact;
use super::convex::ConvexPolygon;
use super::cores;
use super::hull::Hull;
use super::manifold::{Manifold, polygon_manifold};
use super::rounded::RoundedPolygon;
use super::sat;
use super::sweep::circle::{
    circle_against_border, circle_against_circle, circle_against_polygon, circle_against_segment,
};
use super::sweep::polygon::polygon_against_polygon;
use super::sweep::{Sweep, slide, valid_motion};
use crate::geometry::{Aabb, Bound, Capsule, Circle, Elements, Polygon, SLIDING_GAP, Segment, touch_part};
use crate::simd::Level;
use glam::Vec2;

/// A shape that can be tested against shapes of another kind; the bound of [`collide`](crate::collide)'s functions.
///
/// Implemented for every pair of [`ConvexPolygon`], [`RoundedPolygon`], [`Hull`], [`Circle`] and
/// [`Capsule`], and for a [`Circle`] with a [`Segment`] or a concave [`Polygon`].
pub trait CollidesWith<Other: ?Sized = Self>: sealed::Sealed {
    /// Returns the answer of [`collide::intersects`](crate::collide::intersects).
    #[must_use]
    fn intersects(&self, other: &Other) -> bool {
        self.contact(other).is_some()
    }

    /// Returns the answer of [`collide::contact`](fn@crate::collide::contact).
    #[must_use]
    fn contact(&self, other: &Other) -> Option<Contact>;

    /// Returns the answer of [`collide::manifold`](fn@crate::collide::manifold).
    #[must_use]
    fn manifold(&self, other: &Other) -> Option<Manifold>;

    /// Returns the answer of [`collide::sweep`](fn@crate::collide::sweep).
    #[must_use]
    fn sweep(&self, other: &Other, motion: Vec2) -> Sweep;
}

pub(super) mod sealed {
    use super::Collider;

    /// Restricts the trait to the shapes of this crate, so that methods can be added.
    pub trait Sealed {}

    impl<S: Collider> Sealed for S {}
}

/// Answers a manifold by the shapes' cores.
macro_rules! manifold_by_cores {
    ($other:ty) => {
        fn manifold(&self, other: &$other) -> Option<$crate::collide::Manifold> {
            self.contact(other).map(|contact| $crate::collide::cores::manifold(self, other, contact))
        }
    };
}

pub(super) use manifold_by_cores;

// Vector code is not inlined: every calling crate would compile it anew. Unpacking an answer is inlined.
impl CollidesWith for ConvexPolygon {
    fn intersects(&self, other: &Self) -> bool {
        sat::overlap(Level::best(), self, other)
    }

    #[inline]
    fn contact(&self, other: &Self) -> Option<Contact> {
        sat::contact(Level::best(), self, other).contact()
    }

    fn manifold(&self, other: &Self) -> Option<Manifold> {
        polygon_manifold(self, other)
    }

    fn sweep(&self, other: &Self, motion: Vec2) -> Sweep {
        polygon_against_polygon(Level::best(), self, other, valid_motion(motion))
    }
}

impl CollidesWith for Circle {
    fn contact(&self, other: &Self) -> Option<Contact> {
        circle_and_circle(self, other)
    }

    manifold_by_cores!(Self);

    fn sweep(&self, other: &Self, motion: Vec2) -> Sweep {
        circle_against_circle(self, other, valid_motion(motion))
    }
}

impl CollidesWith<ConvexPolygon> for Circle {
    #[inline]
    fn contact(&self, other: &ConvexPolygon) -> Option<Contact> {
        circle_and_polygon(Level::best(), self, other).contact()
    }

    manifold_by_cores!(ConvexPolygon);

    fn sweep(&self, other: &ConvexPolygon, motion: Vec2) -> Sweep {
        circle_against_polygon(Level::best(), self, other, valid_motion(motion))
    }
}

impl CollidesWith<Segment> for Circle {
    fn contact(&self, other: &Segment) -> Option<Contact> {
        circle_and_segment(self, other)
    }

    manifold_by_cores!(Segment);

    fn sweep(&self, other: &Segment, motion: Vec2) -> Sweep {
        circle_against_segment(self, other, valid_motion(motion))
    }
}

// A circle is tested against the polygon itself, not its pieces, so that it slides over no seams.
impl CollidesWith<Polygon> for Circle {
    fn intersects(&self, other: &Polygon) -> bool {
        if self.radius > 0.0 { other.overlaps_circle(self) } else { self.contact(other).is_some() }
    }

    /// Returns the shortest way out of the whole polygon, to [`Polygon::project_circle_out`].
    fn contact(&self, other: &Polygon) -> Option<Contact> {
        way_out_of_border(self, other).filter(|contact| contact.depth > touch_at_border(self, other))
    }

    /// Returns the contact, and the point of the circle that is deepest in the polygon, moved half the depth out.
    fn manifold(&self, other: &Polygon) -> Option<Manifold> {
        let contact = self.contact(other)?;
        let deepest = self.center.as_dvec2() - contact.normal.as_dvec2() * f64::from(self.radius - 0.5 * contact.depth);
        Some(Manifold::new(contact, &[deepest.as_vec2()]))
    }

    fn sweep(&self, other: &Polygon, motion: Vec2) -> Sweep {
        if !self.is_valid() {
            return Sweep::default();
        }
        let size = other.bounds().size().greatest().at_least(self.radius);
        slide(valid_motion(motion), size, &|motion, position| {
            let mut circle = self.translated(position);
            match way_out_of_border(&circle, other) {
                Some(contact) if contact.depth > touch_at_border(&circle, other) => {
                    return Sweep::overlapping(contact, motion);
                }
                // A point that rounding left behind the border would pass notches of the border on the inside.
                Some(graze) => circle = circle.translated(graze.normal * (graze.depth + size * SLIDING_GAP)),
                None => {}
            }
            circle_against_border(&circle, other, touch_of_border(other), motion)
        })
    }
}

/// Returns the shortest way of a circle out of a polygon, however short.
fn way_out_of_border(circle: &Circle, polygon: &Polygon) -> Option<Contact> {
    let out = polygon.project_circle_out(*circle)?.as_dvec2() - circle.center.as_dvec2();
    let depth = out.length();
    // The way out may be too short for the coordinates.
    (depth > 0.0).then(|| Contact { normal: (out / depth).as_vec2(), depth: depth as f32 })
}

/// Returns the depth up to which a circle touches a polygon. The search for the way out has a tolerance of its own,
/// except for a point, a circle of radius 0.
fn touch_at_border(circle: &Circle, polygon: &Polygon) -> f32 {
    if circle.radius > 0.0 { 0.0 } else { circle.touch() + touch_of_border(polygon) }
}

/// Returns a polygon's share of the [touch tolerance](touch_part). Corners count as positions, as each is rounded.
fn touch_of_border(polygon: &Polygon) -> f32 {
    let Aabb { min, max } = polygon.bounds();
    touch_part(min.abs().at_least(max.abs()).greatest(), 0.0)
}

/// Implements a pair by the swapped pair: the other shape moves the other way.
macro_rules! collide_by_swapping {
    ($first:ty, $second:ty) => {
        impl CollidesWith<$second> for $first {
            fn intersects(&self, other: &$second) -> bool {
                other.intersects(self)
            }

            #[inline]
            fn contact(&self, other: &$second) -> Option<Contact> {
                other.contact(self).map(|contact| contact.flipped())
            }

            fn manifold(&self, other: &$second) -> Option<Manifold> {
                other.manifold(self).map(|manifold| manifold.flipped())
            }

            fn sweep(&self, other: &$second, motion: Vec2) -> Sweep {
                other.sweep(self, -motion).flipped()
            }
        }
    };
}

/// Implements a pair of shapes by their convex cores. If the first shape has several cores, the macro takes its size:
/// then the sweep slides on along further sides of the other shape.
macro_rules! collide_by_cores {
    ($first:ty, $second:ty) => {
        collide_by_cores!($first, $second, |_: &$first| None);
    };
    ($first:ty, $second:ty, $size:expr) => {
        impl CollidesWith<$second> for $first {
            fn contact(&self, other: &$second) -> Option<Contact> {
                cores::contact(self, other)
            }

            manifold_by_cores!($second);

            fn sweep(&self, other: &$second, motion: Vec2) -> Sweep {
                cores::sweep(self, other, motion, ($size)(self))
            }
        }
    };
}

/// Returns the longer side of the bounding box.
fn size_of_hull(hull: &Hull) -> Option<f32> {
    Some(hull.bounds().size().greatest())
}

collide_by_cores!(Capsule, Capsule);
collide_by_cores!(Capsule, Circle);
collide_by_cores!(Capsule, ConvexPolygon);
collide_by_cores!(Capsule, RoundedPolygon);
collide_by_cores!(RoundedPolygon, RoundedPolygon);
collide_by_cores!(RoundedPolygon, Circle);
collide_by_cores!(RoundedPolygon, ConvexPolygon);
collide_by_cores!(Hull, Capsule, size_of_hull);
collide_by_cores!(Hull, RoundedPolygon, size_of_hull);

collide_by_swapping!(Circle, Capsule);
collide_by_swapping!(ConvexPolygon, Capsule);
collide_by_swapping!(RoundedPolygon, Capsule);
collide_by_swapping!(Circle, RoundedPolygon);
collide_by_swapping!(ConvexPolygon, RoundedPolygon);
collide_by_swapping!(Capsule, Hull);
collide_by_swapping!(RoundedPolygon, Hull);
collide_by_swapping!(ConvexPolygon, Circle);
collide_by_swapping!(Circle, Hull);
collide_by_swapping!(ConvexPolygon, Hull);
collide_by_swapping!(Polygon, Circle);
collide_by_swapping!(Segment, Circle);
