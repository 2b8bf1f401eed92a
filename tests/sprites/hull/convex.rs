//! Convex hulls, boxes and circles.

use reference::{cases, each_case, masks};
use tileray::glam::{DVec2, Vec2, vec2};
use tileray::hull::HullMode;
use tileray::{ConvexPolygon, Hull, HullOptions, SolidityMap, SpriteHull};

/// The four corners of every solid pixel.
fn corners(mask: &SolidityMap) -> Vec<Vec2> {
    let pixels = (0..mask.height()).flat_map(|y| (0..mask.width()).map(move |x| (x, y)));
    pixels
        .filter(|&(x, y)| mask.get(x as i32, y as i32))
        .flat_map(|(x, y)| [(0, 0), (1, 0), (1, 1), (0, 1)].map(|(dx, dy)| vec2((x + dx) as f32, (y + dy) as f32)))
        .collect()
}

fn one_piece(mask: &SolidityMap, options: &HullOptions) -> ConvexPolygon {
    let hull = Hull::from_mask(mask, options).expect("a hull");
    assert_eq!(hull.pieces().len(), 1);
    hull.pieces().next().expect("a piece")
}

fn of_mode(mode: HullMode) -> HullOptions {
    HullOptions::new().mode(mode)
}

/// Whether a corner lies in a polygon, by each edge, or outside by no more than rounding.
fn holds(piece: &ConvexPolygon, point: Vec2) -> bool {
    let points: Vec<DVec2> = piece.points().map(Vec2::as_dvec2).collect();
    (0..points.len()).all(|place| {
        let (a, b) = (points[place], points[(place + 1) % points.len()]);
        (b - a).perp_dot(point.as_dvec2() - a) >= -1e-4 * (b - a).length()
    })
}

fn check_convex(mask: &SolidityMap) {
    let found: Vec<_> = one_piece(mask, &of_mode(HullMode::Convex)).points().collect();
    let expected: Vec<_> = ConvexPolygon::convex_hull(corners(mask)).expect("pixels have an area").points().collect();
    let start = expected.iter().position(|&corner| corner == found[0]).expect("the same corners");
    let expected = [&expected[start..], &expected[..start]].concat();
    assert_eq!(found, expected, "{}", mask.to_ascii());
}

#[test]
fn the_convex_hull_is_that_of_all_corners_of_all_pixels() {
    for (case, mut rng) in each_case(61, cases(4000)) {
        check_convex(&masks::any_solid(&mut rng, if case % 20 == 0 { 140 } else { 24 }));
    }
}

#[test]
fn the_convex_hulls_of_all_small_masks() {
    let step = if cfg!(debug_assertions) { 5 } else { 1 };
    for bits in (1..1_u32 << 16).step_by(step) {
        check_convex(&SolidityMap::from_fn(4, 4, |x, y| bits >> (4 * y + x) & 1 == 1));
    }
}

#[test]
fn a_convex_hull_with_a_budget_holds_every_pixel_and_keeps_to_it() {
    for (_, mut rng) in each_case(62, cases(2000)) {
        let mask = masks::any_solid(&mut rng, 60);
        let most = rng.usize(4..12);
        let piece = one_piece(&mask, &of_mode(HullMode::Convex).max_vertices(Some(most)));
        assert!(piece.len() <= most);
        for corner in corners(&mask) {
            assert!(holds(&piece, corner), "{corner} is outside {piece:?}\n{}", mask.to_ascii());
        }
    }
}

#[test]
fn a_box_is_the_bounds() {
    for (_, mut rng) in each_case(63, cases(500)) {
        let mask = masks::any_solid(&mut rng, 70);
        let (piece, bounds) = (one_piece(&mask, &of_mode(HullMode::Box)), mask.bounds().expect("a solid pixel"));
        assert_eq!(piece.len(), 4);
        assert_eq!((piece.bounds().min, piece.bounds().max), (bounds.min.as_vec2(), bounds.max.as_vec2()));
    }
}

/// The radius of the smallest circle around points: of those on two or three of them that hold all, the smallest.
fn smallest_radius(points: &[DVec2]) -> f64 {
    let holds_all = |center: DVec2, radius: f64| points.iter().all(|point| point.distance(center) <= radius + 1e-9);
    let mut best = f64::INFINITY;
    for (i, &a) in points.iter().enumerate() {
        for (j, &b) in points[..i].iter().enumerate() {
            let (center, radius) = ((a + b) / 2.0, a.distance(b) / 2.0);
            if radius < best && holds_all(center, radius) {
                best = radius;
            }
            for &c in &points[..j] {
                let (to_b, to_c) = (b - a, c - a);
                let turn = to_b.perp_dot(to_c);
                if turn == 0.0 {
                    continue;
                }
                let (bb, cc) = (to_b.length_squared(), to_c.length_squared());
                let offset = DVec2::new(to_c.y * bb - to_b.y * cc, to_b.x * cc - to_c.x * bb) / (2.0 * turn);
                if offset.length() < best && holds_all(a + offset, offset.length()) {
                    best = offset.length();
                }
            }
        }
    }
    best
}

#[test]
fn the_circle_is_the_smallest_and_the_piece_is_around_it() {
    for (_, mut rng) in each_case(64, cases(1200)) {
        let mask = masks::any_solid(&mut rng, 40);
        let count = rng.usize(3..40);
        let options = of_mode(HullMode::Circle).max_vertices(Some(count));
        let sprite = SpriteHull::from_mask(&mask, &options).expect("a hull");
        let circle = sprite.circle.expect("a circle");
        let hull: Vec<_> = one_piece(&mask, &of_mode(HullMode::Convex)).points().map(Vec2::as_dvec2).collect();
        let least = smallest_radius(&hull);
        assert!((f64::from(circle.radius) - least).abs() <= 1e-5 * least, "{circle:?} {least}");
        let center = circle.center.as_dvec2();
        assert!(hull.iter().all(|point| point.distance(center) <= f64::from(circle.radius)));
        let piece = sprite.hull.pieces().next().expect("a piece");
        assert_eq!(piece.len(), count);
        assert!(hull.iter().all(|&point| holds(&piece, point.as_vec2())));
    }
}
