//! The distance and the closest points of two shapes.

use super::collider::{Collider, Core};
use super::minkowski::CoreDifference;
use crate::geometry::Bound;
use glam::{DVec2, Vec2};

/// Returns the distance of two shapes in pixels, 0 if they overlap or touch; `None` if a shape is not valid.
///
/// Computed in `f64` in a fixed number of steps, without iteration, and rounded once. Costs O(n + m) for two shapes of
/// n and m corners; every piece of a hull is compared with every piece of the other shape.
///
/// ```
/// use tileray::{Capsule, Circle, ConvexPolygon, collide};
///
/// let wall = ConvexPolygon::rectangle((100.0, 0.0), (116.0, 64.0))?;
/// assert_eq!(collide::distance(&Circle::new((97.0, -4.0), 2.0), &wall), Some(3.0));
/// assert_eq!(collide::distance(&Capsule::new((80.0, 10.0), (90.0, 20.0), 4.0), &wall), Some(6.0));
/// assert_eq!(collide::distance(&Circle::new((108.0, 8.0), -1.0), &wall), None);
/// # Ok::<(), tileray::geometry::PolygonError>(())
/// ```
#[must_use]
pub fn distance<A, B>(a: &A, b: &B) -> Option<f32>
where
    A: Collider + ?Sized,
    B: Collider + ?Sized,
{
    closest(a, b).map(|closest| closest.distance as f32)
}

/// Returns the closest points of two shapes: a point of the first and a point of the second. Two equal points in both
/// shapes if they overlap or touch, which may be any common point; `None` if a shape is not valid.
///
/// If several pairs of points are equally close, as between parallel edges, one of them is returned. Computed in `f64`
/// and rounded once, so a point may be outside of its shape by the rounding of an `f32`.
///
/// ```
/// use tileray::{Circle, ConvexPolygon, collide, glam::vec2};
///
/// let wall = ConvexPolygon::rectangle((100.0, 0.0), (116.0, 64.0))?;
/// let points = collide::closest_points(&Circle::new((90.0, 20.0), 4.0), &wall);
/// assert_eq!(points, Some((vec2(94.0, 20.0), vec2(100.0, 20.0))));
/// # Ok::<(), tileray::geometry::PolygonError>(())
/// ```
#[must_use]
#[doc(alias = "project_point")]
pub fn closest_points<A, B>(a: &A, b: &B) -> Option<(Vec2, Vec2)>
where
    A: Collider + ?Sized,
    B: Collider + ?Sized,
{
    closest(a, b).map(|closest| (closest.points[0].as_vec2(), closest.points[1].as_vec2()))
}

/// The closest points of two shapes.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClosestPair {
    /// At least 0.
    pub(super) distance: f64,
    pub(super) points: [DVec2; 2],
}

/// Returns the closest points of all pairs of cores; of equally close ones, the first.
pub(super) fn closest<A, B>(a: &A, b: &B) -> Option<ClosestPair>
where
    A: Collider + ?Sized,
    B: Collider + ?Sized,
{
    let mut nearest: Option<ClosestPair> = None;
    a.visit_cores(&mut |one| {
        b.visit_cores(&mut |other| {
            let known = nearest.map_or(f64::INFINITY, |nearest| nearest.distance);
            if known > 0.0 {
                let pair = closest_of_cores(&one, &other);
                // The first pair too, whose distance is infinite where coordinates are too far apart.
                if nearest.is_none() || pair.distance < known {
                    nearest = Some(pair);
                }
            }
        });
    });
    nearest
}

fn closest_of_cores(a: &Core<'_>, b: &Core<'_>) -> ClosestPair {
    let difference = CoreDifference::new(a.points, b.points);
    let gap = difference.gap();
    if gap.distance < 0.0 {
        return ClosestPair { distance: 0.0, points: [difference.common_point(); 2] };
    }
    let [p, q] = gap.points;
    let distance = gap.distance - a.radius - b.radius;
    if distance > 0.0 {
        return ClosestPair { distance, points: [p - gap.normal * a.radius, q + gap.normal * b.radius] };
    }
    // On the way from `q` to `p`, within both radii.
    let (least, most) = ((gap.distance - a.radius).at_least(0.0), b.radius.at_most(gap.distance));
    ClosestPair { distance: 0.0, points: [q + gap.normal * (0.5 * (least + most)); 2] }
}
