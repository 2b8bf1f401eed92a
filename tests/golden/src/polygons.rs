//! Polygons of the plane: construction, measures, queries, pieces, ways out.

use crate::answers::{Answers, Setting};
use crate::numbers::Numbers;
use crate::scenes;
use tileray::geometry::Segment;
use tileray::glam::Vec2;
use tileray::{Circle, Polygon, Pose};

/// Points that may form a simple polygon: corners of a star around a point, of a contour, or any.
fn points(case: u32, numbers: &mut Numbers) -> Vec<Vec2> {
    let count = numbers.any_of(&[3, 4, 5, 8, 20]);
    match case % 4 {
        0 => {
            let mut corners: Vec<Vec2> = (0..count).map(|_| numbers.vector(30.0)).collect();
            // Around the origin, in the order of their directions without an angle.
            let half = |point: &Vec2| point.y < 0.0 || point.y == 0.0 && point.x < 0.0;
            corners.retain(|point| *point != Vec2::ZERO);
            corners.sort_by(|a, b| half(a).cmp(&half(b)).then(0.0_f32.total_cmp(&a.perp_dot(*b))));
            corners
        }
        1 => {
            let mask = scenes::mask(case / 4, numbers);
            let contours = mask.contours();
            let contour = contours.first().map(tileray::solidity::Contour::points).unwrap_or_default();
            contour.iter().take(80).map(|point| point.as_vec2()).collect()
        }
        2 => (0..count.min(5)).map(|_| numbers.vector(30.0)).collect(),
        _ => (0..count.min(5)).map(|_| numbers.half_nasty_vector(30.0)).collect(),
    }
}

/// Polygons as they are made, measured and cut, or why they are refused.
pub(crate) fn pieces(answers: &mut Answers, _: &Setting, numbers: &mut Numbers) {
    for case in 0..400 {
        let polygon = Polygon::new(points(case, numbers));
        answers.add_result(&polygon);
        let Ok(polygon) = polygon else { continue };
        answers.add(&(polygon.signed_area(), polygon.is_convex(), polygon.winding(), polygon.bounds()));
        answers.add(&(polygon.centroid(), polygon.vertex_mean(), polygon.perimeter()));
        answers.add(&polygon.triangulate());
        answers.add(&polygon.convex_pieces());
        answers.add_result(&polygon.transformed(&Pose::new(numbers.vector(90.0), numbers.number(7.0))));
        answers.add_result(&polygon.translated(numbers.half_nasty_vector(90.0)));
    }
    for count in [0, 2, 3, 5, 64] {
        answers.add_result(&Polygon::regular(numbers.vector(50.0), 17.5, count));
        answers.add_result(&Polygon::regular(numbers.nasty_vector(), numbers.nasty(), count));
    }
}

/// Points, segments, circles and other polygons against polygons.
pub(crate) fn queries(answers: &mut Answers, _: &Setting, numbers: &mut Numbers) {
    let mut last: Option<Polygon> = None;
    for case in 0..400 {
        let Ok(polygon) = Polygon::new(points(case, numbers)) else { continue };
        for number in 0..12 {
            let is_nasty = number % 6 == 5;
            let mut vector = || if is_nasty { numbers.half_nasty_vector(40.0) } else { numbers.vector(40.0) };
            let (point, other) = (vector(), vector());
            answers.add(&(polygon.contains(point), polygon.project_out(point)));
            answers.add(&polygon.closest_point(point).is_nan());
            if !is_nasty {
                answers.add(&(polygon.closest_point(point), Segment::new(point, other).closest_point(Vec2::ONE)));
            }
            answers.add(&polygon.segment_inside(point, other));
            let radius = if is_nasty { numbers.nasty() } else { numbers.number(12.0) };
            answers.add(&polygon.project_circle_out(Circle::new(point, radius)));
        }
        if let Some(last) = &last {
            answers.add(&(polygon.intersects_polygon(last), last.intersects_polygon(&polygon)));
        }
        last = Some(polygon);
    }
}
