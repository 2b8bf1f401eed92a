//! All kinds of shapes as one: each is the union of convex *cores* grown by a radius.
//!
//! A core is the convex hull of a few points: one for a circle, two for a capsule, the corners of a polygon. The core
//! grown by a radius, its Minkowski sum with a disc, is a part of the shape. Distances, closest points, rays and casts
//! are written once, for cores.

use super::convex::{ConvexPolygon, LANES};
use super::hull::Hull;
use super::rounded::RoundedPolygon;
use crate::geometry::{Aabb, Capsule, Circle, Polygon, Rect, Segment};
use glam::{DVec2, Vec2};
use std::fmt::Debug;

/// A shape of any kind, for queries that treat all kinds alike.
///
/// Implemented for [`Circle`], [`Capsule`], [`Segment`], [`Aabb`], [`Rect`] (as the closed box from `min` to `max`),
/// [`ConvexPolygon`], [`RoundedPolygon`], [`Polygon`] and [`Hull`], and for references to them. The trait is sealed. A
/// polygon is cut into convex pieces in each call: for more than one call, make a [`Hull`] of it.
///
/// A shape is not valid if it has a negative radius, a number that is NaN or infinite, or a `min` greater than its
/// `max`. Such a shape meets nothing, and neither does an empty [`Rect`]. Pieces of a hull at coordinates that are not
/// finite are left out.
///
/// ```
/// use tileray::{Circle, collide::Collider, geometry::Capsule};
///
/// let shapes: [&dyn Collider; 2] = [&Circle::new((4.0, 4.0), 4.0), &Capsule::new((0.0, 4.0), (20.0, 4.0), 1.0)];
/// assert_eq!(shapes.map(|shape| shape.bounds().size().x), [8.0, 22.0]);
/// ```
pub trait Collider: Debug {
    /// Returns the bounding box.
    #[must_use]
    fn bounds(&self) -> Aabb;

    /// Calls `visit` with each convex part; never, if the shape is not valid. No other crate can name a part, which
    /// seals the trait.
    #[doc(hidden)]
    fn visit_cores(&self, visit: &mut dyn FnMut(Core<'_>));
}

/// A convex part of a shape: the convex hull of a few points, grown by a radius.
#[derive(Clone, Copy, Debug)]
pub struct Core<'p> {
    /// The corners in world coordinates: one, two different ones, or at least three that are clockwise on screen.
    pub(crate) points: &'p [DVec2],
    /// The radius, at least 0.
    pub(crate) radius: f64,
}

impl<C: Collider + ?Sized> Collider for &C {
    fn bounds(&self) -> Aabb {
        (**self).bounds()
    }

    fn visit_cores(&self, visit: &mut dyn FnMut(Core<'_>)) {
        (**self).visit_cores(visit);
    }
}

/// Visits the core of one point.
#[inline]
fn visit_point(point: Vec2, radius: f32, visit: &mut dyn FnMut(Core<'_>)) {
    visit(Core { points: &[point.as_dvec2()], radius: f64::from(radius) });
}

/// Visits the core of a segment, which is one point if both ends are equal.
#[inline]
fn visit_segment(segment: &Segment, radius: f32, visit: &mut dyn FnMut(Core<'_>)) {
    if segment.start == segment.end {
        visit_point(segment.start, radius, visit);
    } else {
        visit(Core { points: &[segment.start.as_dvec2(), segment.end.as_dvec2()], radius: f64::from(radius) });
    }
}

/// Visits the core of a convex polygon whose frame is at `position`, which is finite.
fn visit_polygon(polygon: &ConvexPolygon, position: DVec2, radius: f32, visit: &mut dyn FnMut(Core<'_>)) {
    let origin = position + polygon.origin().as_dvec2();
    let radius = f64::from(radius);
    let at = |index: usize| origin + polygon.corner(index).as_dvec2();
    if polygon.is_finite() {
        let mut few = [DVec2::ZERO; LANES];
        match few.get_mut(..polygon.len()) {
            Some(points) => {
                for (index, point) in points.iter_mut().enumerate() {
                    *point = at(index);
                }
                visit(Core { points, radius });
            }
            None => visit(Core { points: &(0..polygon.len()).map(at).collect::<Vec<_>>(), radius }),
        }
    }
}

impl Collider for Circle {
    fn bounds(&self) -> Aabb {
        self.bounds()
    }

    #[inline]
    fn visit_cores(&self, visit: &mut dyn FnMut(Core<'_>)) {
        if self.is_valid() {
            visit_point(self.center, self.radius, visit);
        }
    }
}

impl Collider for Capsule {
    fn bounds(&self) -> Aabb {
        self.bounds()
    }

    #[inline]
    fn visit_cores(&self, visit: &mut dyn FnMut(Core<'_>)) {
        if self.is_valid() {
            visit_segment(&self.segment, self.radius, visit);
        }
    }
}

impl Collider for Segment {
    fn bounds(&self) -> Aabb {
        self.bounds()
    }

    fn visit_cores(&self, visit: &mut dyn FnMut(Core<'_>)) {
        if self.is_finite() {
            visit_segment(self, 0.0, visit);
        }
    }
}

impl Collider for Aabb {
    fn bounds(&self) -> Aabb {
        *self
    }

    #[inline]
    fn visit_cores(&self, visit: &mut dyn FnMut(Core<'_>)) {
        let Self { min, max } = *self;
        if !(min.is_finite() && max.is_finite() && min.cmple(max).all()) {
            return;
        }
        if min.x == max.x || min.y == max.y {
            return visit_segment(&Segment { start: min, end: max }, 0.0, visit);
        }
        visit(Core { points: &corners_of_box(min.as_dvec2(), max.as_dvec2()), radius: 0.0 });
    }
}

impl Collider for Rect {
    fn bounds(&self) -> Aabb {
        (*self).into()
    }

    fn visit_cores(&self, visit: &mut dyn FnMut(Core<'_>)) {
        if !self.is_empty() {
            visit(Core { points: &corners_of_box(self.min.as_dvec2(), self.max.as_dvec2()), radius: 0.0 });
        }
    }
}

impl Collider for ConvexPolygon {
    fn bounds(&self) -> Aabb {
        self.bounds()
    }

    fn visit_cores(&self, visit: &mut dyn FnMut(Core<'_>)) {
        visit_polygon(self, DVec2::ZERO, 0.0, visit);
    }
}

impl Collider for RoundedPolygon {
    fn bounds(&self) -> Aabb {
        self.bounds()
    }

    fn visit_cores(&self, visit: &mut dyn FnMut(Core<'_>)) {
        visit_polygon(self.polygon(), DVec2::ZERO, self.radius(), visit);
    }
}

impl Collider for Polygon {
    fn bounds(&self) -> Aabb {
        self.bounds()
    }

    fn visit_cores(&self, visit: &mut dyn FnMut(Core<'_>)) {
        Hull::from(self).visit_cores(visit);
    }
}

impl Collider for Hull {
    fn bounds(&self) -> Aabb {
        self.bounds()
    }

    fn visit_cores(&self, visit: &mut dyn FnMut(Core<'_>)) {
        let (pieces, position) = self.pieces_in_frame();
        if position.is_finite() {
            for piece in pieces {
                visit_polygon(piece, position.as_dvec2(), 0.0, visit);
            }
        }
    }
}

/// Returns the corners of a box, clockwise on screen.
fn corners_of_box(min: DVec2, max: DVec2) -> [DVec2; 4] {
    [min, DVec2::new(max.x, min.y), max, DVec2::new(min.x, max.y)]
}
