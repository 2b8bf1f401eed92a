//! The pieces and triangles of a polygon and of its eight images are images of each other, in the same order.

use reference::ring_shapes::{any, as_points, placed, spikes};
use reference::{cases, each_case};
use std::f32::consts::TAU;
use tileray::Polygon;
use tileray::geometry::Winding;
use tileray::glam::Vec2;

/// Returns the image of a point about the origin: x and y are swapped or not, then each is negated or not.
fn image(index: usize, point: Vec2) -> Vec2 {
    let sign = |bit: usize| if index & bit == 0 { 1.0 } else { -1.0 };
    Vec2::new(sign(1), sign(2)) * if index & 4 == 0 { point } else { Vec2::new(point.y, point.x) }
}

fn source(index: usize, point: Vec2) -> Vec2 {
    let point = image(index & 3, point);
    if index & 4 == 0 { point } else { Vec2::new(point.y, point.x) }
}

/// Returns a part's corners as they were before the image, clockwise from the leftmost on.
fn before(index: usize, part: &[Vec2]) -> Vec<[f32; 2]> {
    let mut part: Vec<_> = part.iter().map(|&corner| source(index, corner)).collect();
    if Polygon::new(part.clone()).expect("a polygon").winding() == Winding::CounterClockwise {
        part.reverse();
    }
    let least = (0..part.len()).min_by(|&a, &b| part[a].to_array().partial_cmp(&part[b].to_array()).expect("finite"));
    part.rotate_left(least.unwrap_or(0));
    part.iter().map(Vec2::to_array).collect()
}

#[test]
fn the_parts_of_images_are_images_of_the_parts() {
    let mut pieces = 0;
    for (case, mut rng) in each_case(907, cases(3_000)) {
        let ring = any(&mut rng, if case % 20 == 0 { 120 } else { 20 });
        // Stars are mostly their own images.
        let points = if case % 5 == 0 { as_points(&spikes(rng.i64(3..20), 1 << 20)) } else { placed(&mut rng, &ring) };
        let polygon = Polygon::new(points).expect("a polygon");
        let parts = |index: usize, polygon: &Polygon| {
            let triangles = polygon.triangulate();
            let pieces = polygon.convex_pieces();
            [
                triangles.iter().map(|triangle| before(index, triangle)).collect::<Vec<_>>(),
                pieces.iter().map(|piece| before(index, piece.points())).collect(),
            ]
        };
        // A polygon that is its own image has as many equally good decompositions.
        let own: Vec<_> =
            (0..8).filter(|&index| before(index, polygon.points()) == before(0, polygon.points())).collect();
        let own: Vec<_> = own.into_iter().map(|index| parts(index, &polygon)).collect();
        pieces += own[0][1].len();
        for index in 0..8 {
            let mut points: Vec<_> = polygon.points().iter().map(|&point| image(index, point)).collect();
            let first = rng.usize(0..points.len());
            points.rotate_left(first);
            if rng.bool() {
                points.reverse();
            }
            let found = parts(index, &Polygon::new(points).expect("the same corners"));
            assert!(own.contains(&found), "image {index} of {polygon:?}: {found:?}");
        }
    }
    assert!(pieces > 3 * cases(3_000), "{pieces}");
}

#[test]
fn a_search_that_ends_early_ends_alike_in_all_images() {
    // A disc of notches, of which most corners see most others: more steps than are allowed.
    let mut rng = fastrand::Rng::with_seed(908);
    let notches: Vec<_> = (0..1500)
        .map(|index| {
            Vec2::from_angle(index as f32 * TAU / 1500.0) * (if index % 2 == 0 { 9000.0 } else { 8990.0 - rng.f32() })
        })
        .collect();
    let images = if cfg!(debug_assertions) { vec![0, 5] } else { (0..8).collect::<Vec<_>>() };
    let pieces = images.iter().map(|&index| {
        let polygon = Polygon::new(notches.iter().map(|&corner| image(index, corner)).collect()).expect("a polygon");
        polygon.convex_pieces().iter().map(|piece| before(index, piece.points())).collect::<Vec<_>>()
    });
    let pieces: Vec<_> = pieces.collect();
    assert!(pieces[1..].iter().all(|found| *found == pieces[0]));
    assert!((376..=1501).contains(&pieces[0].len()), "{}", pieces[0].len());
}
