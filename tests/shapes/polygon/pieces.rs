//! Polygons cut into triangles and into convex pieces.

use super::shapes;
use reference::rings;
use reference::{Replay, cases, numbers, seeded};
use tileray::Polygon;
use tileray::glam::{Vec2, vec2};

fn double_area(points: &[Vec2]) -> Option<i128> {
    Some(rings::double_area(&rings::points(points)?))
}

#[test]
fn pieces_are_polygons_that_own_each_point_once() {
    let mut rng = seeded(901);
    let mut owned = 0;
    for case in numbers(cases(8_000)) {
        let _replay = Replay::new(case, &rng);
        let (polygon, ring) = shapes::polygon(&mut rng);
        let triangles: Vec<_> = polygon.triangulate().iter().map(|triangle| triangle.to_vec()).collect();
        assert_eq!(triangles.len() + 2, polygon.points().len(), "{polygon:?}");
        let pieces = polygon.convex_pieces();
        let is_whole = polygon.is_convex();
        assert_eq!(pieces.len() == 1, is_whole, "{polygon:?}");
        // Made without a check, they are what they would be with it.
        let checked: Vec<_> = pieces.iter().map(|piece| Polygon::new(piece.points().to_vec())).collect();
        assert_eq!(checked, pieces.iter().cloned().map(Ok).collect::<Vec<_>>(), "{polygon:?}");
        let convex: Vec<_> = pieces.iter().map(|piece| piece.points().to_vec()).collect();
        for parts in [triangles, convex] {
            let polygons: Vec<_> =
                parts.iter().map(|points| Polygon::new(points.clone()).expect("a polygon")).collect();
            let sound = |part: &Polygon| part.is_convex() && part.winding() == polygon.winding();
            assert!(polygons.iter().all(sound), "{polygon:?}: {parts:?}");
            let areas: Option<i128> = parts.iter().map(|points| double_area(points)).sum();
            assert_eq!(areas, Some(rings::double_area(&ring)), "{polygon:?}: {parts:?}");
            for _ in 0..8 {
                let point = shapes::point_near(&polygon, &mut rng);
                let owners = polygons.iter().filter(|part| part.contains(point)).count();
                assert_eq!(owners, usize::from(polygon.contains(point)), "{point}: {polygon:?}: {parts:?}");
                owned += owners;
            }
        }
    }
    assert!(owned > 1_000, "{owned}");
}

#[test]
fn both_windings_have_as_many_pieces() {
    let mut rng = seeded(902);
    for case in numbers(cases(4_000)) {
        let _replay = Replay::new(case, &rng);
        let (polygon, _) = shapes::polygon(&mut rng);
        let reversed = Polygon::new(polygon.points().iter().rev().copied().collect()).expect("the same corners");
        assert_eq!(polygon.convex_pieces().len(), reversed.convex_pieces().len(), "{polygon:?}");
    }
}

#[test]
fn pieces_keep_the_polygons_winding() {
    let arrow = [vec2(0.0, 0.0), vec2(8.0, 4.0), vec2(0.0, 8.0), vec2(2.0, 4.0)];
    let back: Vec<_> = arrow.iter().rev().copied().collect();
    for points in [arrow.to_vec(), back] {
        let polygon = Polygon::new(points).expect("an arrow");
        let pieces = polygon.convex_pieces();
        assert_eq!(pieces.len(), 2);
        assert!(pieces.iter().all(|piece| piece.winding() == polygon.winding()));
        assert_eq!(pieces.iter().map(Polygon::signed_area).sum::<f32>(), polygon.signed_area());
    }
}
