//! Points in shapes: whether a shape contains a point, and its closest point.

use super::collider::{Collider, Core};
use super::convex::ConvexPolygon;
use super::distance::closest;
use super::hull::Hull;
use super::raycast::is_inside;
use super::rounded::RoundedPolygon;
use crate::geometry::{Aabb, Capsule, Circle};
use glam::Vec2;

/// Returns whether a point lies in a shape or on its border.
fn contains(shape: &impl Collider, point: Vec2) -> bool {
    let mut found = false;
    let point = point.as_dvec2();
    shape.visit_cores(&mut |core: Core<'_>| found = found || is_inside(&core, point));
    found
}

/// Returns the point of a shape closest to a point, which is that point itself inside; `None` if the shape is not valid
/// or the point is not finite.
fn closest_point(shape: &impl Collider, point: Vec2) -> Option<Vec2> {
    if contains(shape, point) {
        return Some(point);
    }
    // A circle of radius 0, which is no shape if it is not finite.
    closest(shape, &Circle::new(point, 0.0)).map(|closest| closest.points[0].as_vec2())
}

/// Adds the closest point to a shape.
macro_rules! closest_point_of {
    ($shape:ty) => {
        impl $shape {
            /// Returns the point of the shape closest to `point`: `point` itself if the shape contains it. `None` if
            /// the shape is not valid or the point is not finite.
            ///
            /// Computed in `f64` and rounded once.
            #[must_use]
            pub fn closest_point(&self, point: impl Into<Vec2>) -> Option<Vec2> {
                closest_point(self, point.into())
            }
        }
    };
}

impl Hull {
    /// Returns whether `point` lies in the hull or on its border. Computed in `f64`, in the hull's own coordinates. False
    /// if the hull is not valid or the point is NaN.
    #[must_use]
    pub fn contains(&self, point: impl Into<Vec2>) -> bool {
        self.holds(point.into().as_dvec2())
    }
}

/// Adds both questions to a shape.
macro_rules! contains_and_closest_point_of {
    ($shape:ty) => {
        closest_point_of!($shape);

        impl $shape {
            /// Returns whether `point` lies in the shape or on its border. Computed in `f64`. False if the shape is not
            /// valid or the point is NaN.
            #[must_use]
            pub fn contains(&self, point: impl Into<Vec2>) -> bool {
                contains(self, point.into())
            }
        }
    };
}

contains_and_closest_point_of!(ConvexPolygon);
contains_and_closest_point_of!(RoundedPolygon);
closest_point_of!(Hull);
closest_point_of!(Aabb);
closest_point_of!(Capsule);
closest_point_of!(Circle);
