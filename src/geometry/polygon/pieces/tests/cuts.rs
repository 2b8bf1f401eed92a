//! Triangles and convex pieces of single polygons.

use super::plain::{self, IntRing};
use super::{cases, fault_of_points, fault_of_tiling, placed};
use crate::geometry::orientation::orientation;
use crate::geometry::polygon::pieces::convex::{convex_pieces, convex_pieces_within};
use crate::geometry::polygon::pieces::fewest::reflex_corners;
use crate::geometry::polygon::pieces::sight::{CornerSight, VisibilityGraph, VisibilityMatrix};
use crate::geometry::polygon::pieces::triangulate::triangulate;
use glam::{Vec2, vec2};
use std::collections::HashMap;

fn pieces_of(triangles: &[[u32; 3]]) -> Vec<Vec<u32>> {
    triangles.iter().map(|triangle| triangle.to_vec()).collect()
}

#[test]
fn triangles_tile_the_polygon() {
    let mut rng = fastrand::Rng::with_seed(11);
    for case in 0..cases(8000) {
        let most = if case % 16 == 0 { 60 } else { 16 };
        let ring = plain::any(&mut rng, most);
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
    let square: IntRing = vec![[0, 0], [1, 0], [2, 0], [2, 1], [2, 2], [1, 2], [0, 2], [0, 1]];
    let triangle: IntRing = vec![[0, 0], [3, 0], [6, 0], [9, 0], [6, 3], [3, 6], [0, 9], [0, 6], [0, 3]];
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
        let ring = plain::any(&mut rng, 20);
        let points = placed(&mut rng, &ring);
        let triangles = triangulate(&points);
        let sight = CornerSight::new(&points, &triangles);
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
        let ring = plain::any(&mut rng, if case % 8 == 0 { VisibilityMatrix::MOST_CORNERS } else { 16 });
        let points = placed(&mut rng, &ring);
        let (triangles, reflex) = (triangulate(&points), reflex_corners(&points));
        let lines = |has_table| {
            VisibilityGraph::with_table(&points, &triangles, &reflex, usize::MAX, has_table).expect("lines")
        };
        let (table, lists) = (lines(points.len() <= VisibilityMatrix::MOST_CORNERS), lines(false));
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
    let shapes = [plain::comb(&mut rng, 2500), plain::spiral(5000), plain::spikes(5000, 1 << 22)];
    for (index, ring) in (0..).zip(shapes) {
        let points: Vec<_> = ring.iter().map(|&[x, y]| vec2(x as f32, y as f32)).collect();
        let triangles = triangulate(&points);
        assert_eq!(triangles.len() + 2, ring.len(), "shape {index}");
        assert_eq!(fault_of_tiling(&ring, &pieces_of(&triangles), false), None, "shape {index}");
    }
}

#[test]
fn points_that_are_no_polygon_do_the_triangles_no_harm() {
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

fn as_points(ring: &IntRing) -> Vec<Vec2> {
    ring.iter().map(|&[x, y]| vec2(x as f32, y as f32)).collect()
}

#[test]
fn the_pieces_of_small_polygons_are_the_fewest() {
    let mut rng = fastrand::Rng::with_seed(21);
    for case in 0..cases(1200) {
        let ring = plain::any(&mut rng, 11);
        let points = placed(&mut rng, &ring);
        let pieces = convex_pieces(&points);
        let corners: Vec<_> = (0..ring.len()).collect();
        let fewest = plain::fewest(&ring, &corners, &mut HashMap::new());
        assert_eq!(pieces.len(), fewest, "case {case}: {ring:?}: {pieces:?}");
        assert_eq!(fault_of_tiling(&ring, &pieces, true), None, "case {case}: {ring:?}: {pieces:?}");
    }
}

#[test]
fn pieces_tile_the_polygon() {
    let mut rng = fastrand::Rng::with_seed(22);
    for case in 0..cases(2400) {
        let most = if case % 16 == 0 { 80 } else { 24 };
        let ring = plain::any(&mut rng, most);
        let points = placed(&mut rng, &ring);
        // Enough for the fewest, or for parts of few corners.
        let fewest = convex_pieces(&points);
        let some = convex_pieces_within(&points, rng.usize(0..12));
        let reflex = plain::reflex_count(&ring);
        for pieces in [&fewest, &some] {
            let fault = fault_of_tiling(&ring, pieces, true).or_else(|| fault_of_points(&mut rng, &ring, pieces));
            assert_eq!(fault, None, "case {case}: {ring:?}: {pieces:?}");
            let count = pieces.len();
            assert!(count > reflex.div_ceil(2) && count <= 2 * reflex + 1, "case {case}: {ring:?}: {count} pieces");
        }
        assert!(fewest.len() <= some.len() && some.len() <= 4 * fewest.len(), "case {case}: {ring:?}");
    }
}

#[test]
fn no_line_could_be_left_out() {
    let mut rng = fastrand::Rng::with_seed(23);
    let mut lines = 0;
    for case in 0..cases(2000) {
        let ring = plain::any(&mut rng, 40);
        let pieces = convex_pieces_within(&placed(&mut rng, &ring), rng.usize(0..12));
        for one in &pieces {
            for other in &pieces {
                let shared: Vec<_> = one.iter().copied().filter(|corner| other.contains(corner)).collect();
                if one < other && shared.len() == 2 && plain::is_diagonal(&ring, shared[0] as usize, shared[1] as usize)
                {
                    let mut both: Vec<_> = one.iter().chain(other).map(|&corner| corner as usize).collect();
                    both.sort_unstable();
                    both.dedup();
                    let joined: IntRing = both.iter().map(|&corner| ring[corner]).collect();
                    assert!(plain::reflex_count(&joined) > 0, "case {case}: {ring:?}: {one:?} and {other:?}");
                    lines += 1;
                }
            }
        }
    }
    assert!(lines > 1000, "{lines}");
}

#[test]
fn the_number_does_not_depend_on_where_the_corners_begin() {
    let mut rng = fastrand::Rng::with_seed(24);
    for case in 0..cases(1000) {
        let ring = plain::any(&mut rng, 60);
        let other = plain::turned(&mut rng, ring.clone());
        let counts = [&ring, &other].map(|ring| convex_pieces(&as_points(ring)).len());
        assert_eq!(counts[0], counts[1], "case {case}: {ring:?} and {other:?}");
    }
}

#[test]
fn a_star_is_its_spikes_and_what_is_between_them() {
    let pieces = |spikes| convex_pieces(&as_points(&plain::spikes(spikes, 1 << 20))).len();
    // With three, the corners between the spikes lie on straight edges. With four or five, two spikes go together.
    assert_eq!([3, 4, 5, 6, 7, 8, 12].map(pieces), [1, 3, 4, 7, 8, 9, 13]);
}

#[test]
fn a_convex_polygon_is_one_piece() {
    assert_eq!(convex_pieces(&as_points(&vec![[0, 0], [4, 0], [4, 4], [2, 4], [0, 4]])), [[0, 1, 2, 3, 4]]);
    assert_eq!(convex_pieces(&as_points(&vec![[0, 0], [4, 0], [4, 4]])), [[0, 1, 2]]);
}

#[test]
fn a_cross_needs_three_pieces_and_an_arrow_two() {
    let cross = vec![[1, 0], [2, 0], [2, 1], [3, 1], [3, 2], [2, 2], [2, 3], [1, 3], [1, 2], [0, 2], [0, 1], [1, 1]];
    let pieces = convex_pieces(&as_points(&cross));
    assert_eq!(pieces.len(), 3, "{pieces:?}");
    let arrow = vec![[0, 0], [4, 2], [0, 4], [1, 2]];
    assert_eq!(convex_pieces(&as_points(&arrow)), [[0, 1, 3], [1, 2, 3]]);
}

#[test]
fn thousands_of_corners_are_cut() {
    let mut rng = fastrand::Rng::with_seed(25);
    // Ten thousand corners, in a debug build a tenth of them and of the steps.
    let (tooth, steps) = if cfg!(debug_assertions) { (250, 40) } else { (2500, 400) };
    let shapes = [plain::comb(&mut rng, tooth), plain::spiral(2 * tooth), plain::spikes(2 * tooth, 1 << 22)];
    for (index, ring) in (0..).zip(shapes) {
        let pieces = convex_pieces_within(&as_points(&ring), steps);
        assert_eq!(fault_of_tiling(&ring, &pieces, false), None, "shape {index}");
        assert!(pieces.len() <= 2 * plain::reflex_count(&ring) + 1, "shape {index}: {} pieces", pieces.len());
    }
}

#[test]
fn points_that_are_no_polygon_do_the_pieces_no_harm() {
    let mut rng = fastrand::Rng::with_seed(26);
    assert_eq!(convex_pieces(&[]), Vec::<Vec<u32>>::new());
    assert_eq!(convex_pieces(&[Vec2::ZERO, Vec2::X]), Vec::<Vec<u32>>::new());
    for _ in 0..cases(4000) {
        let mut number = || match rng.u32(0..24) {
            0 => f32::NAN,
            1 => f32::INFINITY,
            2 => -f32::MAX,
            _ => rng.i32(-3..=3) as f32,
        };
        let points: Vec<_> = (0..12).map(|_| vec2(number(), number())).collect();
        let count = rng.usize(0..=12);
        let pieces = convex_pieces_within(&points[..count], rng.usize(0..40));
        assert!(pieces.iter().flatten().all(|&corner| (corner as usize) < count));
    }
}
