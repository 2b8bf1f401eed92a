use super::plain::{self, Ring};
use super::{cases, fault_of_points, fault_of_tiling, placed, shapes};
use crate::geometry::orientation;
use crate::geometry::polygon::pieces::fewest::reflex_corners;
use crate::geometry::polygon::pieces::sight::Sight;
use crate::geometry::polygon::pieces::sight_lines::SightLines;
use crate::geometry::polygon::pieces::sight_table::SightTable;
use crate::geometry::polygon::pieces::triangulate;
use glam::{Vec2, vec2};

fn pieces_of(triangles: &[[u32; 3]]) -> Vec<Vec<u32>> {
    triangles.iter().map(|triangle| triangle.to_vec()).collect()
}

#[test]
fn triangles_tile_the_polygon() {
    let mut rng = fastrand::Rng::with_seed(11);
    for case in 0..cases(8000) {
        let most = if case % 16 == 0 { 60 } else { 16 };
        let ring = shapes::any(&mut rng, most);
        let points = placed(&mut rng, &ring);
        let triangles = triangulate(&points);
        assert_eq!(triangles.len() + 2, ring.len(), "case {case}: {ring:?}");
        let has_area =
            |&[a, b, c]: &[u32; 3]| orientation(points[a as usize], points[b as usize], points[c as usize]) > 0.0;
        assert!(triangles.iter().all(has_area), "case {case}: {ring:?}: {triangles:?}");
        let pieces = pieces_of(&triangles);
        let fault = fault_of_tiling(&ring, &pieces, true).or_else(|| fault_of_points(&mut rng, &ring, &pieces));
        assert_eq!(fault, None, "case {case}: {ring:?}: {triangles:?}");
    }
}

#[test]
fn corners_on_straight_edges_are_corners_of_triangles() {
    // A square with a corner in the middle of each edge; a triangle that all other corners are flat in.
    let square: Ring = vec![[0, 0], [1, 0], [2, 0], [2, 1], [2, 2], [1, 2], [0, 2], [0, 1]];
    let triangle: Ring = vec![[0, 0], [3, 0], [6, 0], [9, 0], [6, 3], [3, 6], [0, 9], [0, 6], [0, 3]];
    for ring in [square, triangle] {
        let points: Vec<_> = ring.iter().map(|&[x, y]| vec2(x as f32, y as f32)).collect();
        let triangles = triangulate(&points);
        assert_eq!(triangles.len() + 2, ring.len());
        assert_eq!(fault_of_tiling(&ring, &pieces_of(&triangles), true), None);
    }
}

#[test]
fn what_a_corner_sees_are_the_lines_inside() {
    let mut rng = fastrand::Rng::with_seed(12);
    for case in 0..cases(2000) {
        let ring = shapes::any(&mut rng, 20);
        let points = placed(&mut rng, &ring);
        let triangles = triangulate(&points);
        let sight = Sight::new(&points, &triangles);
        for eye in 0..ring.len() {
            let mut seen = Vec::new();
            sight.from(eye as u32, &mut Vec::new(), &mut seen);
            let mut clear: Vec<_> = seen.iter().filter(|seen| seen.clear).map(|seen| seen.corner as usize).collect();
            clear.sort_unstable();
            let is_neighbor = |corner: usize| (corner + 1) % ring.len() == eye || (eye + 1) % ring.len() == corner;
            let inside = |&corner: &usize| is_neighbor(corner) || plain::is_diagonal(&ring, eye, corner);
            let expected: Vec<_> = (0..ring.len()).filter(inside).collect();
            assert_eq!(clear, expected, "case {case}, corner {eye}: {ring:?}");
        }
    }
}

#[test]
fn a_table_of_lines_says_the_same_as_lists() {
    let mut rng = fastrand::Rng::with_seed(15);
    for case in 0..cases(2000) {
        let ring = shapes::any(&mut rng, if case % 8 == 0 { SightTable::MOST_CORNERS } else { 16 });
        let points = placed(&mut rng, &ring);
        let (triangles, reflex) = (triangulate(&points), reflex_corners(&points));
        let lines =
            |has_table| SightLines::with_table(&points, &triangles, &reflex, usize::MAX, has_table).expect("lines");
        let (table, lists) = (lines(points.len() <= SightTable::MOST_CORNERS), lines(false));
        assert_eq!((table.len(), table.steps()), (lists.len(), lists.steps()), "case {case}: {ring:?}");
        let both = |number: u32| {
            [&table, &lists].map(|lines| {
                let mut between = Vec::new();
                lines.corners_between(number, &mut between);
                (lines.line(number), between)
            })
        };
        for number in 0..table.len() as u32 {
            let [one, other] = both(number);
            assert_eq!(one, other, "case {case}: {ring:?}");
        }
        for from in 0..ring.len() as u32 {
            assert_eq!(table.starting_at(from), lists.starting_at(from));
            for to in from + 1..ring.len() as u32 {
                assert_eq!(table.between(from, to), lists.between(from, to), "case {case}: {ring:?}");
            }
        }
    }
}

#[test]
fn ten_thousand_corners_are_cut() {
    let mut rng = fastrand::Rng::with_seed(13);
    let shapes = [shapes::comb(&mut rng, 2500), shapes::spiral(5000), shapes::spikes(5000, 1 << 22)];
    for (index, ring) in (0..).zip(shapes) {
        let points: Vec<_> = ring.iter().map(|&[x, y]| vec2(x as f32, y as f32)).collect();
        let triangles = triangulate(&points);
        assert_eq!(triangles.len() + 2, ring.len(), "shape {index}");
        assert_eq!(fault_of_tiling(&ring, &pieces_of(&triangles), false), None, "shape {index}");
    }
}

#[test]
fn points_that_are_no_polygon_do_no_harm() {
    let mut rng = fastrand::Rng::with_seed(14);
    assert_eq!(triangulate(&[]), Vec::<[u32; 3]>::new());
    assert_eq!(triangulate(&[Vec2::ZERO, Vec2::X]), Vec::<[u32; 3]>::new());
    for _ in 0..cases(4000) {
        let mut number = || match rng.u32(0..12) {
            0 => f32::NAN,
            1 => f32::INFINITY,
            2 => -f32::MAX,
            _ => rng.i32(-3..=3) as f32,
        };
        let points: Vec<_> = (0..12).map(|_| vec2(number(), number())).collect();
        let count = rng.usize(0..=12);
        let triangles = triangulate(&points[..count]);
        assert!(triangles.len() <= count.saturating_sub(2));
        assert_eq!(reflex_corners(&points[..count]).len(), count);
    }
}
