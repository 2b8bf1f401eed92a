//! Rays against shapes.

use super::collider::{Collider, Core};
use crate::geometry::{Bound, Ray, closest_on_segment, ring_edges};
use glam::{DVec2, Vec2};

/// A ray hit on a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ColliderHit {
    /// The part of the ray before the hit, from 0 to 1.
    pub fraction: f32,
    /// The distance from the origin in pixels: `fraction` times the length of the ray.
    pub distance: f32,
    /// The first point of the ray in the shape.
    pub point: Vec2,
    /// The outward unit normal of the border at the point: of edges hit at once, of the one that faces the ray most.
    /// Zero if the ray starts inside.
    pub normal: Vec2,
    /// Whether the ray starts in the shape or on its border.
    pub inside: bool,
}

/// Returns the first point of a ray in a shape, borders included; `None` if there is none, or if the ray or the shape
/// is not valid.
///
/// A ray that starts in the shape or on its border hits at distance 0, with a zero normal. A ray that touches an arc or
/// a corner in passing hits it, up to rounding. A ray of length 0 tests its origin. Computed in `f64`; each number is
/// rounded once. Costs O(n) for n corners.
///
/// The ray is the exact segment, whatever its [`Traversal`](crate::raycast) through terrain would be.
///
/// ```
/// use tileray::{Capsule, Circle, Ray, collide, glam::vec2};
///
/// let ray = Ray::new((0.0, 8.0), (1.0, 0.0), 100.0);
/// let hit = collide::raycast(&Circle::new((50.0, 8.0), 10.0), &ray).expect("the ball is ahead");
/// assert_eq!((hit.distance, hit.point, hit.normal), (40.0, vec2(40.0, 8.0), vec2(-1.0, 0.0)));
/// let log = Capsule::new((30.0, 0.0), (30.0, 40.0), 5.0);
/// assert_eq!(collide::raycast(&log, &ray).map(|hit| hit.distance), Some(25.0));
/// ```
#[must_use]
pub fn raycast<S: Collider + ?Sized>(shape: &S, ray: &Ray) -> Option<ColliderHit> {
    if !ray.is_valid() {
        return None;
    }
    let (origin, motion) = (ray.origin(), ray.motion());
    let mut first: Option<CoreEntry> = None;
    shape.visit_cores(&mut |core| {
        let Some(entry) = entry(&core, origin, motion) else { return };
        if first.is_none_or(|known| entry.is_before(&known)) {
            first = Some(entry);
        }
    });
    let CoreEntry { fraction, normal, inside, .. } = first?;
    Some(ColliderHit {
        fraction: fraction as f32,
        distance: (fraction * ray.length()) as f32,
        point: ray.point_at(fraction).positive_zero().as_vec2(),
        normal: normal.positive_zero().as_vec2(),
        inside,
    })
}

/// The first point of a ray in a core.
#[derive(Clone, Copy, Debug)]
struct CoreEntry {
    fraction: f64,
    normal: DVec2,
    /// The product of normal and motion; the least of equally early entries counts.
    facing: f64,
    inside: bool,
}

impl CoreEntry {
    fn is_before(&self, other: &Self) -> bool {
        !other.inside
            && (self.fraction < other.fraction || (self.fraction == other.fraction && self.facing < other.facing))
    }
}

/// Returns the first point of a segment in a core grown by its radius.
fn entry(core: &Core<'_>, origin: DVec2, motion: DVec2) -> Option<CoreEntry> {
    if is_inside(core, origin) {
        return Some(CoreEntry { fraction: 0.0, normal: DVec2::ZERO, facing: 0.0, inside: true });
    }
    if motion == DVec2::ZERO {
        return None;
    }
    let mut first = RayEntry { motion, best: None };
    if core.radius == 0.0 && core.points.len() > 2 {
        first.enter_polygon(core.points, origin);
    } else {
        for (start, end) in ring_edges(core.points) {
            first.hit_side(origin - start, end - start, core.radius);
            first.hit_disc(origin - start, core.radius);
        }
    }
    first.best
}

/// Returns whether a point lies in a core grown by its radius, or on its border.
pub(super) fn is_inside(core: &Core<'_>, point: DVec2) -> bool {
    let is_behind = |(start, end): (DVec2, DVec2)| (end - start).perp_dot(point - start) >= 0.0;
    if core.points.len() > 2 && ring_edges(core.points).all(is_behind) {
        // Far from the origin corners round to the same point or line, and everything is behind an edge without a length.
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
    best: Option<CoreEntry>,
}

impl RayEntry {
    fn offer(&mut self, fraction: f64, normal: DVec2) {
        let facing = normal.dot(self.motion);
        let entry = CoreEntry { fraction, normal, facing, inside: false };
        if (0.0..=1.0).contains(&fraction) && self.best.is_none_or(|known| entry.is_before(&known)) {
            self.best = Some(entry);
        }
    }

    /// Enters a convex polygon: it lies behind all of its edges, and each edge clips the segment (Cyrus and Beck 1978).
    fn enter_polygon(&mut self, corners: &[DVec2], origin: DVec2) {
        let (mut enter, mut leave) = ((f64::NEG_INFINITY, DVec2::ZERO, f64::INFINITY), f64::INFINITY);
        for (start, end) in ring_edges(corners) {
            let edge = end - start;
            let outward = DVec2::new(edge.y, -edge.x);
            let (before, change) = (outward.dot(origin - start), outward.dot(self.motion));
            if change < 0.0 {
                let (at, normal) = (before / -change, outward.normalize());
                let facing = normal.dot(self.motion);
                if at > enter.0 || (at == enter.0 && facing < enter.2) {
                    enter = (at, normal, facing);
                }
            } else if change > 0.0 {
                leave = (before / -change).at_most(leave);
            } else if before > 0.0 {
                return;
            }
        }
        if enter.0 <= leave {
            self.offer(enter.0, enter.1);
        }
    }

    /// Hits the side of an edge to its left, moved out by a radius. `apart` leads from the edge's start to the origin.
    fn hit_side(&mut self, apart: DVec2, edge: DVec2, radius: f64) {
        let length = edge.length();
        if length == 0.0 {
            return;
        }
        let along = edge / length;
        let normal = DVec2::new(along.y, -along.x);
        let (gap, speed) = (apart.dot(normal) - radius, -self.motion.dot(normal));
        if speed > 0.0 && gap >= 0.0 {
            let fraction = gap / speed;
            if (0.0..=length).contains(&(apart + self.motion * fraction).dot(along)) {
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
