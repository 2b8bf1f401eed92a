//! The fit of a hull, against its pieces clipped to each pixel's square.

use reference::{cases, each_case, masks};
use tileray::glam::{DVec2, Vec2};
use tileray::hull::{HullFit, HullMode};
use tileray::{ConvexPolygon, Hull, HullOptions, SolidityMap};

/// The area of a convex polygon within a pixel's square (Sutherland and Hodgman 1974).
fn area_within(piece: &ConvexPolygon, x: u32, y: u32) -> f64 {
    let mut points: Vec<DVec2> = piece.points().map(Vec2::as_dvec2).collect();
    let (left, top) = (f64::from(x), f64::from(y));
    let depths: [&dyn Fn(DVec2) -> f64; 4] =
        [&|p| p.x - left, &|p| left + 1.0 - p.x, &|p| p.y - top, &|p| top + 1.0 - p.y];
    for depth in depths {
        let mut kept = Vec::new();
        for place in 0..points.len() {
            let (a, b) = (points[place], points[(place + 1) % points.len()]);
            let (from, to) = (depth(a), depth(b));
            if from >= 0.0 {
                kept.push(a);
            }
            if from * to < 0.0 {
                kept.push(a + (b - a) * (from / (from - to)));
            }
        }
        points = kept;
    }
    (0..points.len()).map(|place| points[place].perp_dot(points[(place + 1) % points.len()])).sum::<f64>() / 2.0
}

fn check(hull: &Hull, mask: &SolidityMap) {
    let fit = HullFit::measure(hull, mask);
    let mut covered = 0.0;
    for (x, y) in (0..mask.height()).flat_map(|y| (0..mask.width()).map(move |x| (x, y))) {
        if mask.get(x as i32, y as i32) {
            covered += hull.pieces().map(|piece| area_within(&piece, x, y)).sum::<f64>();
        }
    }
    assert!(
        (fit.covered - covered).abs() < 1e-6 * (1.0 + covered),
        "{} is not {covered}\n{}",
        fit.covered,
        mask.to_ascii()
    );
    assert_eq!(fit.solid, mask.count());
    let union = mask.count() as f64 + fit.area - covered;
    assert!((fit.iou() - covered / union).abs() < 1e-6);
    assert!((fit.coverage() - covered / mask.count() as f64).abs() < 1e-6);
    assert!((fit.overshoot() - (fit.area - covered) / mask.count() as f64).abs() < 1e-6);
}

#[test]
fn the_covered_area_is_that_of_each_pixel() {
    for (case, mut rng) in each_case(71, cases(800)) {
        let mask = masks::any_solid(&mut rng, if case % 10 == 0 { 150 } else { 30 });
        let mode = [HullMode::Convex, HullMode::Pieces, HullMode::Box, HullMode::Circle][case % 4];
        let max_vertices = (case % 3 == 0 && mode == HullMode::Convex).then(|| rng.usize(4..9));
        let options = HullOptions::new().mode(mode).max_error(rng.f32() * 4.0).max_vertices(max_vertices);
        let hull = Hull::from_mask(&mask, &options).expect("a hull");
        check(&hull, &mask);
        // Anywhere else too: partly or wholly beside the mask, and at fractions of a pixel.
        let reach = mask.width().max(mask.height()) as f32;
        let mut offset = || (rng.f32() - 0.5) * 2.5 * reach;
        check(&hull.translated((offset(), offset())), &mask);
    }
}
