//! A circle that moves, against a circle, a segment, and a convex polygon.
//!
//! What a circle of radius `r` meets is what its center, a point, meets of the other shape grown by `r` (Minkowski's sum): of
//! a circle a larger one, of a segment or a polygon its edges moved out by `r`, with arcs of radius `r` around the corners.
//! All in `f64`, relative to a corner nearby.

use super::Sweep;
use super::ring::{Convex, Edge, Outline, Ring};
use crate::collide::circle::{circle_and_circle, circle_and_segment, contact_in};
use crate::collide::convex::ConvexPolygon;
use crate::geometry::{Circle, GRAZE, Polygon, Segment};
use fearless_simd::{Level, Simd, dispatch};
use glam::{DVec2, Vec2};

/// Moves a circle against another one.
pub(in crate::collide) fn circle_against_circle(a: &Circle, b: &Circle, motion: Vec2) -> Sweep {
    if let Some(contact) = circle_and_circle(a, b) {
        return Sweep::overlapping(contact, motion);
    }
    if !(a.is_valid() && b.is_valid()) {
        return Sweep::default();
    }
    let mut course = Course::new(motion, f64::from(a.radius) + f64::from(b.radius));
    course.meet_arc(a.center.as_dvec2() - b.center.as_dvec2());
    course.sweep()
}

/// Moves a circle against a segment. A circle of radius 0, a point, meets it where it passes through it; if it begins on it,
/// or runs along its line, it meets nothing.
pub(in crate::collide) fn circle_against_segment(circle: &Circle, segment: &Segment, motion: Vec2) -> Sweep {
    if let Some(contact) = circle_and_segment(circle, segment) {
        return Sweep::overlapping(contact, motion);
    }
    if !(circle.is_valid() && segment.start.is_finite() && segment.end.is_finite()) {
        return Sweep::default();
    }
    let start = segment.start.as_dvec2();
    let (center, end) = (circle.center.as_dvec2() - start, segment.end.as_dvec2() - start);
    let mut course = Course::new(motion, f64::from(circle.radius));
    if let Some(along) = end.try_normalize() {
        // Its two sides are two edges, one seen from its start and one from its end. A point on it has no side.
        let has_side = course.radius > 0.0 || center.perp_dot(along) != 0.0;
        for (along, place) in [(along, center), (-along, center - end)] {
            let normal = DVec2::new(along.y, -along.x);
            if has_side {
                let (separation, place) = (place.dot(normal), place.dot(along));
                course.meet_edge(&Edge { normal, separation, place, length: end.length() });
            }
        }
    }
    course.meet_arc(center);
    course.meet_arc(center - end);
    course.sweep()
}

/// Moves a circle against a convex polygon.
pub(in crate::collide) fn circle_against_polygon(
    level: Level,
    circle: &Circle,
    polygon: &ConvexPolygon,
    motion: Vec2,
) -> Sweep {
    if !circle.is_valid() {
        return Sweep::default();
    }
    let center = circle.center.as_dvec2() - polygon.origin().as_dvec2();
    dispatch!(level, simd => sweep_in(simd, center, f64::from(circle.radius), polygon, motion))
}

/// The same for a valid circle whose center is relative to the polygon's origin.
#[inline(always)]
pub(in crate::collide) fn sweep_in<S: Simd>(
    simd: S,
    center: DVec2,
    radius: f64,
    polygon: &ConvexPolygon,
    motion: Vec2,
) -> Sweep {
    if !center.is_finite() {
        return Sweep::default();
    }
    if let Some(contact) = contact_in(simd, center, radius, polygon).contact() {
        return Sweep::overlapping(contact, motion);
    }
    let mut course = Course::new(motion, radius);
    course.meet_ring(&Convex { polygon, point: center });
    course.sweep()
}

/// Moves a valid circle, which does not overlap a polygon, against its border. The polygon may be concave: where it is, arcs
/// around its corners lie within, and are not met.
pub(in crate::collide) fn circle_against_ring(circle: &Circle, polygon: &Polygon, motion: Vec2) -> Sweep {
    let mut course = Course::new(motion, f64::from(circle.radius));
    course.meet_ring(&Outline { polygon, point: circle.center.as_dvec2() });
    course.sweep()
}

/// The way of a point, and what of a shape grown by a radius it meets first.
pub(super) struct Course {
    pub(super) motion: DVec2,
    radius: f64,
    /// Infinite where nothing is met.
    time: f64,
    normal: DVec2,
}

impl Course {
    fn new(motion: Vec2, radius: f64) -> Self {
        Self { motion: motion.as_dvec2(), radius, time: f64::INFINITY, normal: DVec2::ZERO }
    }

    /// Takes what is met at `time`, if nothing is met earlier.
    pub(super) fn meet(&mut self, time: f64, normal: DVec2) {
        if (0.0..=1.0).contains(&time) && time < self.time {
            (self.time, self.normal) = (time, normal);
        }
    }

    /// The edges of a polygon and its corners; those of a convex one only where no edge is met.
    fn meet_ring(&mut self, ring: &impl Ring) {
        if self.radius == 0.0 {
            return self.meet_as_point(ring);
        }
        for index in 0..ring.count() {
            self.meet_edge(&ring.edge(index));
        }
        if !(ring.is_convex() && self.has_met()) {
            for index in 0..ring.count() {
                self.meet_arc(ring.apart(index));
            }
        }
    }

    /// An edge, moved out by the radius.
    // Inlined: most edges face away, which is known before all of an edge is computed.
    #[inline(always)]
    fn meet_edge(&mut self, edge: &Edge) {
        let &Edge { normal, separation, place, length } = edge;
        let speed = -self.motion.dot(normal);
        let gap = separation - self.radius;
        // What lies behind the edge by less than rounding has reached it.
        if speed <= 0.0 || separation < 0.0 {
            return;
        }
        let time = (gap / speed).max(0.0);
        let reached = place + time * self.motion.dot(DVec2::new(-normal.y, normal.x));
        if (0.0..=length).contains(&reached) {
            self.meet(time, normal);
        }
    }

    /// An arc of the radius around a corner that the point is `apart` from.
    ///
    /// `|apart + t·motion| = radius` is `a·t² + 2·b·t + c = 0` with `a = motion²`, `b = apart·motion`, `c = apart² − radius²`;
    /// its first solution is `c / (−b + √(b² − a·c))`, in which nothing cancels, as `b` is below 0 where the point comes
    /// closer. It goes in by `radius − √(radius² − (b² − a·c)/a)` at most.
    fn meet_arc(&mut self, apart: DVec2) {
        let a = self.motion.length_squared();
        let b = apart.dot(self.motion);
        let c = apart.length_squared() - self.radius * self.radius;
        if b >= 0.0 || a == 0.0 {
            return;
        }
        // How far from the center the way passes: exactly, where the difference above would cancel.
        let passing = apart.perp_dot(self.motion).abs() / a.sqrt();
        let depth = self.radius - passing;
        if depth <= GRAZE * self.radius {
            return;
        }
        let root = (b * b - a * c).max(0.0).sqrt();
        let time = c.max(0.0) / (root - b);
        let normal = (apart + self.motion * time) / self.radius;
        self.meet(time, normal.try_normalize().unwrap_or(DVec2::ZERO));
    }

    fn has_met(&self) -> bool {
        self.time.is_finite()
    }

    fn sweep(&self) -> Sweep {
        if !self.has_met() {
            return Sweep::default();
        }
        let speed = -self.motion.dot(self.normal);
        Sweep::touching(self.time as f32, self.normal.as_vec2(), speed as f32)
    }
}
