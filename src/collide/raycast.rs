//! Rays and points against shapes.

use super::collider::{Collider, Core};
use super::convex::ConvexPolygon;
use super::rounded::RoundedPolygon;
use crate::geometry::{Bound, Ray, closest_on_segment, ring_edges};
use glam::{DVec2, Vec2};
use std::cmp::Ordering;

getters! {
    /// A ray hit on a shape.
    #[derive(Clone, Copy, Debug, PartialEq)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    pub struct ColliderHit {
        /// Returns where on the ray the hit is, from 0 at its start to 1 at its end.
        fraction: f32,
        /// Returns the distance from the origin in pixels: `fraction` times the length of the ray.
        distance: f32,
        /// Returns the first point of the ray in the shape.
        point: Vec2,
        /// Returns the outward unit normal of the border at the point: of edges hit at once, of the one that faces the ray most.
        /// Zero if the ray starts inside.
        normal: Vec2,
        /// Returns whether the ray starts in the shape or on its border.
        inside: bool,
    }
}

/// Returns the first point of a ray in a shape, borders included; `None` if there is none, or if the ray or the shape
/// is not valid.
///
/// A ray that starts in the shape or on its border hits at distance 0, with a zero normal. A ray that touches an arc or
/// a corner in passing hits it, up to rounding. A ray of length 0 tests its origin. Computed in `f64`; each number is
/// rounded once. Costs O(n) for n corners.
///
/// The ray is the exact segment. A [`Traversal`](crate::raycast) is for terrain only.
///
/// ```
/// use tileray::{Capsule, Circle, Ray, collide, glam::vec2};
///
/// let ray = Ray::new((0.0, 8.0), (1.0, 0.0), 100.0);
/// let hit = collide::raycast(&Circle::new((50.0, 8.0), 10.0), &ray).expect("the ball is ahead");
/// assert_eq!((hit.distance(), hit.point(), hit.normal()), (40.0, vec2(40.0, 8.0), vec2(-1.0, 0.0)));
/// let log = Capsule::new((30.0, 0.0), (30.0, 40.0), 5.0);
/// assert_eq!(collide::raycast(&log, &ray).map(|hit| hit.distance()), Some(25.0));
/// ```
#[must_use]
pub fn raycast<S: Collider + ?Sized>(shape: &S, ray: &Ray) -> Option<ColliderHit> {
    if !ray.is_valid() {
        return None;
    }
    let (origin, motion) = (ray.origin(), ray.motion());
    let mut first = None;
    shape.visit_cores(&mut |core| first = ShapeEntry::earlier(first, core_entry(&core, origin, motion)));
    first.map(|entry| ColliderHit::new(ray, &entry))
}

impl ColliderHit {
    /// Describes the entry of a ray.
    pub(crate) fn new(ray: &Ray, entry: &ShapeEntry) -> Self {
        let &ShapeEntry { fraction, normal, inside, .. } = entry;
        Self {
            fraction: fraction as f32,
            distance: (fraction * ray.length()) as f32,
            point: ray.point_at(fraction).positive_zero().as_vec2(),
            normal: normal.positive_zero().as_vec2(),
            inside,
        }
    }
}

/// The first point of a segment in a shape, borders included.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShapeEntry {
    /// The part of the segment before the point, from 0 to 1.
    pub(crate) fraction: f64,
    /// The outward normal of the border there; zero if the segment begins inside.
    pub(crate) normal: DVec2,
    /// The product of normal and motion. Between equally early entries, the least counts.
    facing: f64,
    pub(crate) inside: bool,
}

impl ShapeEntry {
    const INSIDE: Self = Self { fraction: 0.0, normal: DVec2::ZERO, facing: f64::NEG_INFINITY, inside: true };

    /// Returns the earlier of two entries. On a tie, the one that faces the segment more counts, then the first.
    pub(crate) fn earlier(first: Option<Self>, second: Option<Self>) -> Option<Self> {
        let is_before =
            |a: &Self, b: &Self| a.fraction < b.fraction || (a.fraction == b.fraction && a.facing < b.facing);
        match (first, second) {
            (Some(first), Some(second)) if is_before(&second, &first) => Some(second),
            (first, second) => first.or(second),
        }
    }
}

/// Returns the first point of a segment in a core grown by its radius.
pub(crate) fn core_entry(core: &Core<'_>, origin: DVec2, motion: DVec2) -> Option<ShapeEntry> {
    if is_inside(core, origin) {
        return Some(ShapeEntry::INSIDE);
    }
    if motion == DVec2::ZERO {
        return None;
    }
    if core.radius == 0.0 && core.points.len() > 2 {
        let edges = ring_edges(core.points)
            .map(|(start, end)| (start, end, DVec2::new(end.y - start.y, start.x - end.x).normalize()));
        // Far from the world's origin, edges round to the same line, and a point outside may lie behind all of them.
        return enter_polygon(edges, origin, motion).filter(|entry| !entry.inside);
    }
    let mut first = RayEntry { motion, best: None };
    for (start, end) in ring_edges(core.points) {
        first.hit_side([origin - start, origin - end], end - start, core.radius);
        first.hit_disc(origin - start, core.radius);
    }
    first.best
}

/// Returns the first point of a segment in a convex polygon, given the start, the end and the normal of each edge.
///
/// The polygon lies behind all of its edges, and each edge clips the segment (Cyrus and Beck 1978).
#[inline]
pub(super) fn enter_polygon(
    edges: impl Iterator<Item = (DVec2, DVec2, DVec2)>,
    origin: DVec2,
    motion: DVec2,
) -> Option<ShapeEntry> {
    let (mut enter, mut leave) = (ShapeEntry::INSIDE, 1.0_f64);
    for (start, end, normal) in edges {
        // Clockwise on screen: outside is to the left of the edge.
        let outward = DVec2::new(end.y - start.y, start.x - end.x);
        // From both ends, so that a mirrored edge, which runs the other way, gives the same. Doubled, as the sum is.
        let (before, change) = (outward.dot((origin - start) + (origin - end)), 2.0 * outward.dot(motion));
        // NaN counts as outside too.
        let is_outside = before.partial_cmp(&0.0).is_none_or(Ordering::is_gt);
        if is_outside && change < 0.0 {
            let crossing = ShapeEntry { fraction: before / -change, normal, facing: normal.dot(motion), inside: false };
            let is_later = enter.inside
                || crossing.fraction > enter.fraction
                || (crossing.fraction == enter.fraction && crossing.facing < enter.facing);
            if is_later {
                enter = crossing;
            }
        } else if is_outside {
            return None;
        } else if change > 0.0 {
            leave = (before / -change).at_most(leave);
        }
    }
    // Both are rounded quotients; at a shared corner they are computed from nearly the same point.
    (enter.fraction <= leave).then_some(enter)
}

/// Returns whether a point lies in a core grown by its radius, or on its border.
pub(super) fn is_inside(core: &Core<'_>, point: DVec2) -> bool {
    let is_behind = |(start, end): (DVec2, DVec2)| (end - start).perp_dot(point - start) >= 0.0;
    if core.points.len() > 2 && ring_edges(core.points).all(is_behind) {
        // Far from the world's origin, corners round to the same point or line, and every point is behind an edge
        // without a length.
        let extreme = |of: fn(DVec2, DVec2) -> DVec2| core.points.iter().copied().fold(core.points[0], of);
        if point.cmpge(extreme(Bound::at_most)).all() && point.cmple(extreme(Bound::at_least)).all() {
            return true;
        }
    }
    let near = |(start, end): (DVec2, DVec2)| closest_on_segment(start, end, point).distance_squared(point);
    ring_edges(core.points).map(near).any(|square| square <= core.radius * core.radius)
}

/// The search for the first point in a core. The ray begins outside.
struct RayEntry {
    motion: DVec2,
    best: Option<ShapeEntry>,
}

impl RayEntry {
    fn offer(&mut self, fraction: f64, normal: DVec2) {
        if (0.0..=1.0).contains(&fraction) {
            let entry = ShapeEntry { fraction, normal, facing: normal.dot(self.motion), inside: false };
            self.best = ShapeEntry::earlier(self.best, Some(entry));
        }
    }

    /// Hits the left side of an edge, moved out by a radius. The vectors `start` and `end` lead from the edge's ends to the
    /// origin.
    fn hit_side(&mut self, [start, end]: [DVec2; 2], edge: DVec2, radius: f64) {
        let length = edge.length();
        if length == 0.0 {
            return;
        }
        let along = edge / length;
        let normal = DVec2::new(along.y, -along.x);
        let (gap, speed) = ((start.dot(normal) + end.dot(normal)) * 0.5 - radius, -self.motion.dot(normal));
        if speed > 0.0 && gap >= 0.0 {
            let fraction = gap / speed;
            let moved = self.motion * fraction;
            if (start + moved).dot(along) >= 0.0 && (end + moved).dot(along) <= 0.0 {
                self.offer(fraction, normal);
            }
        }
    }

    /// Hits a disc; `apart` leads from its center to the origin.
    ///
    /// `|apart + t·motion| = radius` is `a·t² + 2·b·t + c = 0` with `a = motion²`, `b = apart·motion`, `c = apart² −
    /// radius²`. Its first solution is `c / (−b + √(b² − a·c))`, in which nothing cancels. The root is computed from
    /// the distance at which the motion passes the center, as `b² − a·c = a·radius² − (apart × motion)²`.
    fn hit_disc(&mut self, apart: DVec2, radius: f64) {
        let a = self.motion.length_squared();
        let b = apart.dot(self.motion);
        let c = apart.length_squared() - radius * radius;
        let passing = apart.perp_dot(self.motion);
        let square = a * radius * radius - passing * passing;
        if b < 0.0 && square >= 0.0 {
            let fraction = c.at_least(0.0) / (square.sqrt() - b);
            let normal = (apart + self.motion * fraction).normalize_or_zero();
            // A point has no normal of its own.
            let normal = if radius > 0.0 { normal } else { -self.motion.normalize_or_zero() };
            self.offer(fraction, normal);
        }
    }
}

/// Adds `contains` to a shape of one core.
macro_rules! contains_of {
    ($shape:ty) => {
        impl $shape {
            /// Returns whether `point` lies in the shape or on its border. Computed in `f64`. False if the shape is not
            /// valid or the point is NaN.
            #[must_use]
            pub fn contains(&self, point: impl Into<Vec2>) -> bool {
                let (point, mut found) = (point.into().as_dvec2(), false);
                self.visit_cores(&mut |core: Core<'_>| found = is_inside(&core, point));
                found
            }
        }
    };
}

contains_of!(ConvexPolygon);
contains_of!(RoundedPolygon);
