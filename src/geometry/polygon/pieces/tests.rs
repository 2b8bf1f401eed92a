//! Tests of parts that `tests/shapes/polygon/pieces.rs` cannot reach: lines of sight, searches with few steps, rings
//! with holes, and points that form no polygon.

use super::convex::{convex_pieces, convex_pieces_within};
use super::fewest::reflex_corners;
use super::rings::convex_pieces_of_rings;
use super::sight::CornerSight;
use super::triangulate::triangulate;
use glam::{Vec2, vec2};
use reference::pieces::{self, Ring, fault_of_pieces, fault_of_tiling};
use reference::ring_shapes::{any, as_points, borders, leant, picture, placed};
use reference::{Replay, cases, numbers, rings, seeded};

#[test]
fn what_a_corner_sees_are_the_lines_inside() {
    let mut rng = seeded(12);
    for case in numbers(cases(2_000)) {
        let _replay = Replay::new(case, &rng);
        let ring = any(&mut rng, 20);
        let points = placed(&mut rng, &ring);
        let triangles = triangulate(&points);
        let sight = CornerSight::new(&points, &triangles);
        for eye in 0..ring.len() {
            let mut seen = Vec::new();
            sight.from(eye as u32, &mut Vec::new(), &mut seen);
            let mut clear: Vec<_> = seen.iter().filter(|seen| seen.clear).map(|seen| seen.corner as usize).collect();
            clear.sort_unstable();
            let is_neighbor = |corner: usize| (corner + 1) % ring.len() == eye || (eye + 1) % ring.len() == corner;
            let inside = |&corner: &usize| is_neighbor(corner) || pieces::is_diagonal(&ring, eye, corner);
            let expected: Vec<_> = (0..ring.len()).filter(inside).collect();
            assert_eq!(clear, expected, "corner {eye}: {ring:?}");
        }
    }
}

#[test]
fn parts_found_with_few_steps_tile_the_polygon_and_no_line_could_be_left_out() {
    let mut rng = seeded(22);
    let mut lines = 0;
    for case in numbers(cases(2_400)) {
        let _replay = Replay::new(case, &rng);
        let ring = any(&mut rng, if case % 16 == 0 { 80 } else { 40 });
        let points = placed(&mut rng, &ring);
        let (fewest, pieces) = (convex_pieces(&points).len(), convex_pieces_within(&points, rng.usize(0..12)));
        assert_eq!(fault_of_tiling(&ring, &pieces), None, "{ring:?}: {pieces:?}");
        let count = pieces.len();
        assert!(fewest <= count && count <= 4 * fewest && count <= 2 * pieces::reflex_count(&ring) + 1, "{ring:?}");
        let corners = |piece: &Vec<u32>| piece.iter().map(|&corner| ring[corner as usize]).collect::<Ring>();
        assert_eq!(pieces::line_to_leave_out(&pieces.iter().map(corners).collect::<Vec<_>>()), None, "{ring:?}");
        lines += count - 1;
    }
    assert!(lines > 2 * cases(2_400), "{lines}");
}

#[test]
fn points_that_are_no_polygon_do_no_harm() {
    let mut rng = seeded(26);
    for few in [&[][..], &[Vec2::ZERO, Vec2::X]] {
        assert_eq!((triangulate(few).len(), convex_pieces(few).len()), (0, 0));
    }
    for case in numbers(cases(8_000)) {
        let _replay = Replay::new(case, &rng);
        let kinds = if case % 2 == 0 { 12 } else { 24 };
        let mut number = || match rng.u32(0..kinds) {
            0 => f32::NAN,
            1 => f32::INFINITY,
            2 => -f32::MAX,
            _ => rng.i32(-3..=3) as f32,
        };
        let points: Vec<_> = (0..12).map(|_| vec2(number(), number())).collect();
        let points = &points[..rng.usize(0..=12)];
        assert!(triangulate(points).len() <= points.len().saturating_sub(2));
        assert_eq!(reflex_corners(points).len(), points.len());
        let pieces = convex_pieces_within(points, rng.usize(0..40));
        assert!(pieces.iter().flatten().all(|&corner| (corner as usize) < points.len()));
    }
}

fn pieces_of(rings: &[Ring]) -> Vec<Ring> {
    let pieces = convex_pieces_of_rings(&rings.iter().map(|ring| as_points(ring)).collect::<Vec<_>>());
    pieces
        .into_iter()
        .map(|piece| piece.into_iter().map(|point| [point.x as i128, point.y as i128]).collect())
        .collect()
}

#[test]
fn pieces_tile_what_is_between_rings() {
    let mut rng = seeded(41);
    let mut holes = 0;
    for case in numbers(cases(4_000)) {
        let _replay = Replay::new(case, &rng);
        let side = if case % 50 == 0 { 40 } else { rng.i128(1..12) };
        let mut borders = picture(&mut rng, side);
        if rng.bool() {
            borders = leant(&mut rng, &borders);
        }
        let pieces = pieces_of(&borders);
        holes += borders.iter().filter(|ring| rings::double_area(ring) < 0).count();
        assert_eq!(fault_of_pieces(&borders, &pieces), None, "{borders:?}: {pieces:?}");
        assert_eq!(pieces::line_to_leave_out(&pieces), None, "{borders:?}: {pieces:?}");
    }
    assert!(holes > cases(4_000) / 16, "{holes}");
}

#[test]
fn all_pictures_of_four_by_four_cells_are_tiled() {
    let step = if cfg!(debug_assertions) { 7 } else { 1 };
    for bits in (0..1_u32 << 16).step_by(step) {
        let borders = borders(&|x, y| bits >> (4 * y + x) & 1 == 1, 4);
        let pieces = pieces_of(&borders);
        assert_eq!(fault_of_pieces(&borders, &pieces), None, "{bits:#x}: {borders:?}: {pieces:?}");
    }
}

#[test]
fn a_frame_is_four_pieces_and_a_frame_in_a_frame_eight() {
    let square = |from: i128, to: i128| vec![[from, from], [to, from], [to, to], [from, to]];
    let hole = |from: i128, to: i128| square(from, to).into_iter().rev().collect::<Vec<_>>();
    assert_eq!(pieces_of(&[square(0, 9), hole(3, 6)]).len(), 4);
    assert_eq!(pieces_of(&[square(0, 20), hole(2, 18), square(5, 15), hole(8, 12)]).len(), 8);
    // A ring alone has the pieces of its polygon.
    assert_eq!(pieces_of(&[vec![[0, 0], [8, 0], [8, 8], [16, 8], [16, 16], [0, 16]]]).len(), 2);
    assert_eq!(pieces_of(&[]), Vec::<Ring>::new());
}
