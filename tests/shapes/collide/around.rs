//! The smallest convex polygon around points, compared with the edges that leave no point outside.

use fastrand::Rng;
use reference::{Replay, cases, numbers, seeded};
use tileray::ConvexPolygon;
use tileray::glam::{Vec2, vec2};

/// On which side of the way from `a` to `b` the third point lies, in whole numbers.
fn side(a: [i32; 2], b: [i32; 2], c: [i32; 2]) -> i32 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/// Whether a point on the line through `a` and `b` lies between them, or is one of them.
fn is_between(a: [i32; 2], b: [i32; 2], c: [i32; 2]) -> bool {
    (0..2).all(|axis| a[axis].min(b[axis]) <= c[axis] && c[axis] <= a[axis].max(b[axis]))
}

/// The corners around points, sorted: where an edge begins that has no point outside, and none on its line beyond its ends.
/// Empty where all points lie on one line.
fn corners(points: &[[i32; 2]]) -> Vec<[i32; 2]> {
    let holds = |a: [i32; 2], b: [i32; 2]| {
        points.iter().all(|&c| side(a, b, c) > 0 || (side(a, b, c) == 0 && is_between(a, b, c)))
    };
    let begins = |a: [i32; 2]| points.iter().any(|&b| a != b && holds(a, b));
    let is_flat = points.iter().all(|&b| points.iter().all(|&c| side(points[0], b, c) == 0));
    let mut found: Vec<_> = points.iter().copied().filter(|&a| !is_flat && begins(a)).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// A coordinate, of which 0 may have either sign.
fn coordinate(rng: &mut Rng, value: i32) -> f32 {
    if value == 0 && rng.bool() { -0.0 } else { value as f32 }
}

#[test]
fn no_corner_is_lost_and_none_added() {
    let mut rng = seeded(571);
    let mut flat = 0;
    for case in numbers(cases(20_000)) {
        let _replay = Replay::new(case, &rng);
        // So few numbers that many points are equal, or above each other at either 0.
        let reach = [1, 2, 6][rng.usize(..3)];
        let points: Vec<[i32; 2]> =
            (0..rng.usize(3..12)).map(|_| [rng.i32(-1..=reach), rng.i32(-reach..=reach)]).collect();
        let mut signed = |points: &[[i32; 2]]| -> Vec<Vec2> {
            points.iter().map(|&[x, y]| vec2(coordinate(&mut rng, x), coordinate(&mut rng, y))).collect()
        };
        let (first, second) = (signed(&points), signed(&points));
        let polygon = ConvexPolygon::convex_hull(first.clone());
        assert_eq!(polygon, ConvexPolygon::convex_hull(second), "{first:?}");
        let found = polygon.as_ref().map(|polygon| polygon.points().collect::<Vec<_>>()).unwrap_or_default();
        let mut found: Vec<_> = found.iter().map(|point| [point.x as i32, point.y as i32]).collect();
        found.sort_unstable();
        assert_eq!(found, corners(&points), "{first:?}");
        flat += usize::from(found.is_empty());
    }
    assert!((cases(20_000) / 100..cases(20_000) / 2).contains(&flat), "{flat}");
}

#[test]
fn minus_zero_is_zero() {
    let points = [(-0.0, 5.0), (0.0, 3.0), (0.0, 9.0), (8.0, 5.0)].map(Vec2::from);
    let polygon = ConvexPolygon::convex_hull(points.to_vec()).expect("a triangle with a point on an edge");
    assert_eq!(polygon.points().collect::<Vec<_>>(), [vec2(0.0, 3.0), vec2(8.0, 5.0), vec2(0.0, 9.0)]);
}
