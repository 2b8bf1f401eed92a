//! The smallest convex polygon around points, compared with the edges that leave no point outside.

use fastrand::Rng;
use reference::rings::{Point, is_on_segment, side};
use reference::{cases, each_case};
use tileray::ConvexPolygon;
use tileray::glam::{Vec2, vec2};

/// The corners around points, sorted: where an edge begins that has no point outside, and none on its line beyond its ends.
/// Empty where all points lie on one line.
fn corners(points: &[Point]) -> Vec<Point> {
    let holds = |a: Point, b: Point| points.iter().all(|&c| side(a, b, c) > 0 || is_on_segment(a, b, c));
    let begins = |a: Point| points.iter().any(|&b| a != b && holds(a, b));
    let is_flat = points.iter().all(|&b| points.iter().all(|&c| side(points[0], b, c) == 0));
    let mut found: Vec<_> = points.iter().copied().filter(|&a| !is_flat && begins(a)).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// A coordinate, of which 0 may have either sign.
fn coordinate(rng: &mut Rng, value: i128) -> f32 {
    if value == 0 && rng.bool() { -0.0 } else { value as f32 }
}

#[test]
fn no_corner_is_lost_and_none_added() {
    let mut flat = 0;
    for (_, mut rng) in each_case(571, cases(20_000)) {
        // So few numbers that many points are equal, or above each other at either 0.
        let reach = [1, 2, 6][rng.usize(..3)];
        let points: Vec<Point> =
            (0..rng.usize(3..12)).map(|_| [rng.i32(-1..=reach), rng.i32(-reach..=reach)].map(i128::from)).collect();
        let mut signed = |points: &[Point]| -> Vec<Vec2> {
            points.iter().map(|&[x, y]| vec2(coordinate(&mut rng, x), coordinate(&mut rng, y))).collect()
        };
        let (first, second) = (signed(&points), signed(&points));
        let polygon = ConvexPolygon::convex_hull(first.clone());
        assert_eq!(polygon, ConvexPolygon::convex_hull(second), "{first:?}");
        let found = polygon.as_ref().map(|polygon| polygon.points().collect::<Vec<_>>()).unwrap_or_default();
        let mut found: Vec<_> = found.iter().map(|point| [point.x as i128, point.y as i128]).collect();
        found.sort_unstable();
        assert_eq!(found, corners(&points), "{first:?}");
        flat += usize::from(found.is_empty());
    }
    assert!((cases(20_000) / 100..cases(20_000) / 2).contains(&flat), "{flat}");
}
