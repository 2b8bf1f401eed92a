//! Polygons cut into triangles and into convex pieces.

use super::shapes;
use reference::pieces::{self, fault_of_pieces, fault_of_tiling};
use reference::ring_shapes::{any, as_points, comb, placed, spikes, spiral};
use reference::{cases, each_case, rings};
use std::collections::HashMap;
use tileray::Polygon;
use tileray::geometry::Winding;
use tileray::glam::Vec2;

#[test]
fn parts_of_any_polygon_tile_it() {
    for (_, mut rng) in each_case(901, cases(8_000)) {
        let (polygon, mut ring) = shapes::polygon(&mut rng);
        let pieces = polygon.convex_pieces();
        assert_eq!(pieces.len() == 1, polygon.is_convex(), "{polygon:?}");
        // Made without a check, they are what they would be with it.
        let checked: Vec<_> = pieces.iter().map(|piece| Polygon::new(piece.points().to_vec())).collect();
        assert_eq!(checked, pieces.iter().cloned().map(Ok).collect::<Vec<_>>(), "{polygon:?}");
        let whole = |points: &[Vec2]| rings::points(points).expect("corners of the polygon");
        let triangles: Vec<_> = polygon.triangulate().iter().map(|triangle| whole(triangle)).collect();
        let mut parts = [triangles, pieces.iter().map(|piece| whole(piece.points())).collect()];
        // The check is for clockwise corners, and the parts have the winding of the polygon.
        if polygon.winding() == Winding::CounterClockwise {
            ring.reverse();
            parts.iter_mut().flatten().for_each(|part| part.reverse());
        }
        for parts in parts {
            assert_eq!(fault_of_pieces(std::slice::from_ref(&ring), &parts), None, "{polygon:?}: {parts:?}");
        }
    }
}

/// The corners of parts of a polygon, as numbers of its own, each part from its least one on.
fn numbered<'a>(polygon: &Polygon, parts: impl IntoIterator<Item = &'a [Vec2]>) -> Vec<Vec<u32>> {
    let key = |point: &Vec2| point.to_array().map(f32::to_bits);
    let number: HashMap<_, u32> = polygon.points().iter().map(key).zip(0..).collect();
    let numbered = |part: &[Vec2]| {
        let mut corners: Vec<_> = part.iter().map(|point| number[&key(point)]).collect();
        let least = (0..corners.len()).min_by_key(|&index| corners[index]).unwrap_or(0);
        corners.rotate_left(least);
        corners
    };
    parts.into_iter().map(numbered).collect()
}

fn triangles_of(points: Vec<Vec2>) -> Vec<Vec<u32>> {
    let polygon = Polygon::new(points).expect("a polygon");
    let triangles = polygon.triangulate();
    numbered(&polygon, triangles.iter().map(<[Vec2; 3]>::as_slice))
}

fn pieces_of(points: Vec<Vec2>) -> Vec<Vec<u32>> {
    let polygon = Polygon::new(points).expect("a polygon");
    let pieces = polygon.convex_pieces();
    numbered(&polygon, pieces.iter().map(Polygon::points))
}

#[test]
fn triangles_and_pieces_tile_the_polygon() {
    for (case, mut rng) in each_case(903, cases(8_000)) {
        let ring = any(&mut rng, if case % 16 == 0 { 80 } else { 16 });
        let points = placed(&mut rng, &ring);
        let (triangles, pieces) = (triangles_of(points.clone()), pieces_of(points));
        assert_eq!(triangles.len() + 2, ring.len(), "{ring:?}");
        for parts in [&triangles, &pieces] {
            assert_eq!(fault_of_tiling(&ring, parts), None, "{ring:?}: {parts:?}");
        }
        let (reflex, count) = (pieces::reflex_count(&ring), pieces.len());
        assert!(count > reflex.div_ceil(2) && count <= 2 * reflex + 1, "{ring:?}: {count} pieces");
    }
}

#[test]
fn thousands_of_corners_are_cut() {
    let mut rng = fastrand::Rng::with_seed(904);
    // Ten thousand corners, in a debug build a tenth of them.
    let tooth = if cfg!(debug_assertions) { 250 } else { 2500 };
    for ring in [comb(&mut rng, tooth), spiral(2 * tooth), spikes(2 * tooth, 1 << 22)] {
        let triangles = triangles_of(as_points(&ring));
        assert_eq!(triangles.len() + 2, ring.len());
        assert_eq!(fault_of_tiling(&ring, &triangles), None);
        let pieces = pieces_of(as_points(&ring));
        assert_eq!(fault_of_tiling(&ring, &pieces), None);
        assert!(pieces.len() <= 2 * pieces::reflex_count(&ring) + 1, "{} pieces", pieces.len());
    }
}

#[test]
fn the_pieces_of_small_polygons_are_the_fewest() {
    for (_, mut rng) in each_case(905, cases(1_200)) {
        let ring = any(&mut rng, 11);
        let pieces = pieces_of(placed(&mut rng, &ring));
        let corners: Vec<_> = (0..ring.len()).collect();
        assert_eq!(pieces.len(), pieces::fewest(&ring, &corners, &mut HashMap::new()), "{ring:?}: {pieces:?}");
    }
}

#[test]
fn a_star_is_its_spikes_and_what_is_between_them() {
    let pieces = |count| pieces_of(as_points(&spikes(count, 1 << 20))).len();
    // With three, the corners between the spikes lie on straight edges. With four or five, two spikes go together.
    assert_eq!([3, 4, 5, 6, 7, 8, 12].map(pieces), [1, 3, 4, 7, 8, 9, 13]);
}
