//! A circle that moves against a circle, a segment or a polygon.
//!
//! A circle of radius `r` hits a shape when its center, a point, hits the shape grown by `r` (the Minkowski sum). A
//! grown circle is a larger circle. A grown polygon has its edges moved out by `r`, and arcs of radius `r` around its
//! corners. Computed in `f64`, relative to a corner nearby.

use super::Sweep;
use crate::collide::circle::{circle_and_circle, circle_and_segment, contact_in, touch_of_circle, touch_of_circles};
use crate::collide::contact::is_more_against;
use crate::collide::convex::ConvexPolygon;
use crate::collide::lanes::Lanes;
use crate::collide::minkowski::CoreDifference;
use crate::geometry::{Bound, Circle, GRAZE, Polygon, Segment};
use crate::simd::{Level, dispatch};
use glam::{DVec2, Vec2};

/// Moves a circle against another one.
pub(in crate::collide) fn circle_against_circle(a: &Circle, b: &Circle, motion: Vec2) -> Sweep {
    if let Some(contact) = circle_and_circle(a, b) {
        return Sweep::overlapping(contact, motion);
    }
    if !(a.is_valid() && b.is_valid()) {
        return Sweep::default();
    }
    let mut cast = CenterCast::new(motion, f64::from(a.radius) + f64::from(b.radius), touch_of_circles(a, b));
    cast.hit_arc(a.center.as_dvec2() - b.center.as_dvec2());
    cast.sweep()
}

/// Moves a circle against a segment. A circle of radius 0 hits the segment if it crosses it, but not if it begins on
/// the segment or moves along its line.
pub(in crate::collide) fn circle_against_segment(circle: &Circle, segment: &Segment, motion: Vec2) -> Sweep {
    if let Some(contact) = circle_and_segment(circle, segment) {
        return Sweep::overlapping(contact, motion);
    }
    if !(circle.is_valid() && segment.is_finite()) {
        return Sweep::default();
    }
    let start = segment.start.as_dvec2();
    let mut cast = CenterCast::new(motion, f64::from(circle.radius), circle.touch() + segment.touch());
    cast.hit_segment(circle.center.as_dvec2() - start, segment.end.as_dvec2() - start);
    cast.sweep()
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
    let touch = touch_of_circle(circle, polygon);
    dispatch!(level, lanes => sweep_in(lanes, center, f64::from(circle.radius), polygon, touch, motion))
}

/// Moves a valid circle, whose center is relative to the polygon's origin, against a convex polygon.
#[inline(always)]
pub(in crate::collide) fn sweep_in<L: Lanes>(
    lanes: L,
    center: DVec2,
    radius: f64,
    polygon: &ConvexPolygon,
    touch: f32,
    motion: Vec2,
) -> Sweep {
    if !center.is_finite() {
        return Sweep::default();
    }
    if let Some(contact) = contact_in(lanes, center, radius, polygon, touch).contact() {
        return Sweep::overlapping(contact, motion);
    }
    let mut cast = CenterCast::new(motion, radius, touch);
    cast.hit_border(&BorderFromPoint {
        corner: |index: usize| polygon.corner(index).as_dvec2(),
        // The stored normal, as the corners of a rotated polygon are too rough for the normals of short edges.
        normal: |index: usize, _| polygon.normal(index).as_dvec2(),
        count: polygon.len(),
        point: center,
        sign: 1.0,
        is_convex: true,
    });
    cast.sweep()
}

/// Moves a valid circle that does not overlap a polygon against its border. The polygon may be concave: the arcs around
/// its reflex corners lie inside and are not hit.
pub(in crate::collide) fn circle_against_border(circle: &Circle, polygon: &Polygon, touch: f32, motion: Vec2) -> Sweep {
    let mut cast = CenterCast::new(motion, f64::from(circle.radius), circle.touch() + touch);
    let sign = polygon.winding().inner_sign();
    cast.hit_border(&BorderFromPoint {
        corner: |index: usize| polygon.points()[index].as_dvec2(),
        normal: |_, edge: DVec2| left_of(edge) * sign,
        count: polygon.points().len(),
        point: circle.center.as_dvec2(),
        sign,
        is_convex: false,
    });
    cast.sweep()
}

/// Moves a core against another one that it does not overlap: the origin against their difference grown by both radii.
/// An overlap up to the depth `touch` is a touch.
pub(in crate::collide) fn core_against_core(
    difference: &CoreDifference<'_>,
    radius: f64,
    touch: f32,
    motion: Vec2,
) -> Sweep {
    let mut cast = CenterCast::new(motion, radius, touch);
    // From -0 a difference is the negated corner, zeros included.
    let (origin, corner) = (DVec2::splat(-0.0), |index: usize| difference.corner(index));
    match difference.len() {
        1 => cast.hit_arc(-corner(0)),
        2 => cast.hit_segment(-corner(0), corner(1) - corner(0)),
        count => cast.hit_border(&BorderFromPoint {
            corner,
            normal: |_, edge| left_of(edge),
            count,
            point: origin,
            sign: 1.0,
            is_convex: true,
        }),
    }
    cast.sweep()
}

/// The motion of a circle's center, and its first hit on a shape grown by the radius.
struct CenterCast {
    motion: DVec2,
    radius: f64,
    /// The depth up to which an overlap is a touch.
    touch: f64,
    /// Infinite without a hit.
    time: f64,
    normal: DVec2,
}

impl CenterCast {
    fn new(motion: Vec2, radius: f64, touch: f32) -> Self {
        Self { motion: motion.as_dvec2(), radius, touch: touch.into(), time: f64::INFINITY, normal: DVec2::ZERO }
    }

    /// Keeps a hit if it is the first, or at the same time and [more against](is_more_against) the motion.
    fn hit(&mut self, time: f64, normal: DVec2) {
        let is_more_against = || is_more_against(normal.as_vec2(), self.normal.as_vec2(), self.motion.as_vec2());
        if (0.0..=1.0).contains(&time) && (time < self.time || (time == self.time && is_more_against())) {
            (self.time, self.normal) = (time, normal);
        }
    }

    /// Hits a segment, which leads from the origin to `end`; `center` is the center of the circle.
    fn hit_segment(&mut self, center: DVec2, end: DVec2) {
        if let Some(along) = end.try_normalize() {
            // Its two sides are two edges, measured from its start and from its end. A point on the segment has no
            // side.
            let has_side = self.radius > 0.0 || center.perp_dot(along) != 0.0;
            for (along, ends) in [(along, [center, center - end]), (-along, [center - end, center])] {
                if has_side {
                    self.hit_edge(&BorderEdge::new(DVec2::new(along.y, -along.x), ends));
                }
            }
        }
        self.hit_arc(center);
        self.hit_arc(center - end);
    }

    /// Hits a polygon's edges and corners; the corners of a convex one only if no edge is hit.
    fn hit_border(&mut self, border: &BorderFromPoint<impl Fn(usize) -> DVec2, impl Fn(usize, DVec2) -> DVec2>) {
        if self.radius == 0.0 {
            return self.hit_border_as_point(border);
        }
        for index in 0..border.count {
            self.hit_edge(&border.edge(index));
        }
        if !(border.is_convex && self.has_hit()) {
            for index in 0..border.count {
                self.hit_arc(border.apart(index));
            }
        }
    }

    /// Hits an edge that is moved out by the radius.
    // Inlined: most edges face away, which is known before all fields of an edge are computed.
    #[inline(always)]
    fn hit_edge(&mut self, edge: &BorderEdge) {
        let &BorderEdge { normal, separation, positions } = edge;
        let speed = -self.motion.dot(normal);
        let gap = separation - self.radius;
        if speed <= 0.0 || separation < -self.touch {
            return;
        }
        let time = (gap / speed).at_least(0.0);
        let moved = time * self.motion.dot(DVec2::new(-normal.y, normal.x));
        if positions[0] + moved >= 0.0 && positions[1] + moved <= 0.0 {
            self.hit(time, normal);
        }
    }

    /// Hits an arc around a corner; `apart` leads from the corner to the center.
    ///
    /// `|apart + t·motion| = radius` is `a·t² + 2·b·t + c = 0` with `a = motion²`, `b = apart·motion`, `c = apart² −
    /// radius²`. Its first solution is `c / (−b + √(b² − a·c))`. Nothing cancels in it, as `b` is below 0 if the center
    /// approaches. The center enters the arc by at most `radius − √(radius² − (b² − a·c)/a)`.
    fn hit_arc(&mut self, apart: DVec2) {
        let a = self.motion.length_squared();
        let b = apart.dot(self.motion);
        let c = apart.length_squared() - self.radius * self.radius;
        if b >= 0.0 || a == 0.0 {
            return;
        }
        // The distance at which the motion passes the corner, computed without the cancellation of the formula above.
        let passing = apart.perp_dot(self.motion).abs() / a.sqrt();
        let depth = self.radius - passing;
        if depth <= GRAZE * self.radius {
            return;
        }
        let root = (b * b - a * c).at_least(0.0).sqrt();
        let time = c.at_least(0.0) / (root - b);
        let normal = (apart + self.motion * time) / self.radius;
        self.hit(time, normal.try_normalize().unwrap_or(DVec2::ZERO));
    }

    /// Hits the edges that a point, a circle of radius 0, enters through.
    ///
    /// A circle hits the arc around a corner or passes it. A point has no arc, so both edges of the corner decide. The
    /// point enters if it enters through both edges, or through one edge of a reflex corner. Otherwise it only passes
    /// by, as along a floor of tiles. The side of the motion on which a corner lies is computed once for both of its
    /// edges. So rounding may lead the point through either edge, but never between them.
    fn hit_border_as_point(
        &mut self,
        border: &BorderFromPoint<impl Fn(usize) -> DVec2, impl Fn(usize, DVec2) -> DVec2>,
    ) {
        let (motion, count, sign) = (self.motion, border.count, border.sign);
        // For clockwise corners. In the other order, the ends of an edge are swapped and the side changes its sign.
        let side = |index: usize| border.apart(index % count).perp_dot(motion) * sign;
        let is_reflex = |index: usize| {
            let apart = border.apart(index % count);
            let before = border.apart((index + count - 1) % count) - apart;
            before.perp_dot(apart - border.apart((index + 1) % count)) * sign < 0.0
        };
        let entered = |index: usize| {
            let (start, end) = (side(index), side(index + 1));
            let begins = start > 0.0 || (start == 0.0 && (side(index + count - 1) > 0.0 || is_reflex(index)));
            let ends = end < 0.0 || (end == 0.0 && (side(index + 2) < 0.0 || is_reflex(index + 1)));
            start > end && begins && ends
        };
        for index in (0..count).filter(|&index| entered(index)) {
            let edge = border.edge(index);
            let speed = -motion.dot(edge.normal);
            if speed > 0.0 && edge.separation >= -self.touch {
                self.hit((edge.separation / speed).at_least(0.0), edge.normal);
            }
        }
    }

    fn has_hit(&self) -> bool {
        self.time.is_finite()
    }

    fn sweep(&self) -> Sweep {
        if !self.has_hit() {
            return Sweep::default();
        }
        let speed = -self.motion.dot(self.normal);
        Sweep::touching(self.time as f32, self.normal.as_vec2(), speed as f32)
    }
}

/// The border of a polygon, relative to a point.
struct BorderFromPoint<C, N> {
    corner: C,
    /// Returns the outward unit normal of the edge that begins at a corner, given the vector along it.
    normal: N,
    /// The number of corners.
    count: usize,
    point: DVec2,
    /// 1 if the corners run clockwise on screen, else −1.
    sign: f64,
    /// Whether the polygon is known to be convex.
    is_convex: bool,
}

impl<C: Fn(usize) -> DVec2, N: Fn(usize, DVec2) -> DVec2> BorderFromPoint<C, N> {
    /// Returns the vector from a corner to the point.
    #[inline(always)]
    fn apart(&self, index: usize) -> DVec2 {
        self.point - (self.corner)(index)
    }

    /// Returns the edge that begins at a corner.
    #[inline(always)]
    fn edge(&self, index: usize) -> BorderEdge {
        let next = if index + 1 == self.count { 0 } else { index + 1 };
        let (start, end) = ((self.corner)(index), (self.corner)(next));
        let apart = [self.point - start, self.point - end];
        let normal = (self.normal)(index, end - start);
        BorderEdge::new(normal, if self.sign > 0.0 { apart } else { [apart[1], apart[0]] })
    }
}

/// A one-sided edge, relative to a point.
struct BorderEdge {
    /// The unit normal of the side that can be hit.
    normal: DVec2,
    /// How far the point is in front of the edge's line: the mean of the distances in front of both ends.
    separation: f64,
    /// The positions of the point along the edge, clockwise around the polygon, from its start and from its end.
    positions: [f64; 2],
}

impl BorderEdge {
    /// Creates an edge from its normal and the vectors from its start and its end to the point.
    #[inline(always)]
    fn new(normal: DVec2, apart: [DVec2; 2]) -> Self {
        let along = DVec2::new(-normal.y, normal.x);
        let [start, end] = apart;
        let separation = (start.dot(normal) + end.dot(normal)) * 0.5;
        Self { normal, separation, positions: [start.dot(along), end.dot(along)] }
    }
}

/// Returns the unit vector to the left of an edge on screen: outward if the corners run clockwise.
#[inline(always)]
fn left_of(edge: DVec2) -> DVec2 {
    let along = edge / edge.length();
    DVec2::new(along.y, -along.x)
}
