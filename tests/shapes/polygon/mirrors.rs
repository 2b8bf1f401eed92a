//! The pieces and triangles of a polygon and of its eight images are images of each other, in the same order.
//!
//! Rings of many corners, from any corner on and either way around, which the common scenes do not have.

use reference::mirrors::{Image, Value};
use reference::ring_shapes::{any, as_points, placed, spikes};
use reference::{cases, each_case};
use std::f32::consts::TAU;
use tileray::Polygon;
use tileray::glam::Vec2;

/// Returns parts of an image's polygon as they were before the image, in their order.
fn before(image: Image, parts: impl IntoIterator<Item = impl IntoIterator<Item = Vec2>>) -> Value {
    let ring = |part| Value::Ring(Iterator::map(IntoIterator::into_iter(part), Value::from).collect());
    Value::list(parts, ring).image(image.inverse())
}

#[test]
fn the_parts_of_images_are_images_of_the_parts() {
    let mut pieces = 0;
    for (case, mut rng) in each_case(907, cases(3_000)) {
        let ring = any(&mut rng, if case % 20 == 0 { 120 } else { 20 });
        // Stars are mostly their own images.
        let points = if case % 5 == 0 { as_points(&spikes(rng.i128(3..20), 1 << 20)) } else { placed(&mut rng, &ring) };
        let polygon = Polygon::new(points).expect("a polygon");
        let parts = |image: Image, polygon: &Polygon| {
            let pieces = polygon.convex_pieces();
            [
                before(image, polygon.triangulate()),
                before(image, pieces.iter().map(|piece| piece.points().iter().copied())),
            ]
        };
        // A polygon that is its own image has as many equally good decompositions.
        let ring = before(Image::ALL[0], [polygon.points().to_vec()]);
        let own = Image::ALL.into_iter().filter(|&image| ring.image(image) == ring);
        let own: Vec<_> = own.map(|image| parts(image, &polygon)).collect();
        pieces += own[0][1].parts().len();
        for image in Image::ALL {
            let mut points: Vec<_> = polygon.points().iter().map(|&point| image.vector(point)).collect();
            let first = rng.usize(0..points.len());
            points.rotate_left(first);
            if rng.bool() {
                points.reverse();
            }
            let found = parts(image, &Polygon::new(points).expect("the same corners"));
            assert!(own.contains(&found), "{image:?} of {polygon:?}: {found:?}");
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
    let images = if cfg!(debug_assertions) { &[Image::ALL[0], Image::ALL[5]][..] } else { &Image::ALL };
    let pieces = images.iter().map(|&image| {
        let corners = notches.iter().map(|&corner| image.vector(corner));
        let pieces = Polygon::new(corners.collect()).expect("a polygon").convex_pieces();
        before(image, pieces.iter().map(|piece| piece.points().iter().copied()))
    });
    let pieces: Vec<_> = pieces.collect();
    assert!(pieces[1..].iter().all(|found| *found == pieces[0]));
    let count = pieces[0].parts().len();
    assert!((376..=1501).contains(&count), "{count}");
}
