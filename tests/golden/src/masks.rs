//! Masks: algebra, components, contours, distances, moments, overlaps, rotations.

use crate::answers::{Answers, Setting};
use crate::numbers::Numbers;
use crate::scenes;
use std::f32::consts::{FRAC_PI_2, FRAC_PI_4, PI};
use tileray::glam::{IVec2, ivec2, uvec2};
use tileray::solidity::{Connectivity, Orientation};
use tileray::tile::{MapObject, ObjectShape};
use tileray::{Polygon, SolidityMap, TileMap};

const CONNECTIVITIES: [Connectivity; 2] = [Connectivity::Four, Connectivity::Eight];

/// Two masks, and where the second lies in the first.
fn pair(case: u32, numbers: &mut Numbers) -> (SolidityMap, SolidityMap, IVec2) {
    let (a, b) = (scenes::mask(case, numbers), scenes::mask(case / scenes::KINDS, numbers));
    (a, b, ivec2(numbers.int(-80, 130), numbers.int(-80, 90)))
}

pub(crate) fn algebra(answers: &mut Answers, _: &Setting, numbers: &mut Numbers) {
    for case in 0..60 {
        let (a, b, at) = pair(case, numbers);
        answers.add(&[a.union(&b, at), a.subtract(&b, at), a.intersect(&b, at), a.intersect(&b, at), a.inverted()]);
        let rect = scenes::rect(at, ivec2(numbers.int(1, 90), numbers.int(1, 90)));
        answers.add(&a.crop(rect));
        let mut drawn = a.clone();
        drawn.draw(&b, at);
        if numbers.one_in(2) {
            drawn.fill_rect(rect);
        } else {
            drawn.clear_rect(rect);
        }
        answers.add(&drawn);
        for orientation in Orientation::ALL {
            answers.add(&a.oriented(orientation));
        }
        answers.add(&a.scaled(uvec2(1 + numbers.below(90), 1 + numbers.below(90))));
        answers.add(&(a.count(), a.bounds(), a.to_ascii()));
        let radius = numbers.any_of(&[0.0, 1.0, 1.5, 4.2, f32::NAN, -1.0]);
        answers.add(&(a.dilated(radius), a.eroded(radius)));
    }
}

pub(crate) fn overlaps(answers: &mut Answers, _: &Setting, numbers: &mut Numbers) {
    for case in 0..100 {
        let (a, b, _) = pair(case, numbers);
        for _ in 0..15 {
            let at = ivec2(numbers.int(-80, 150), numbers.int(-80, 100));
            answers.add(&(a.overlap(&b, at), a.overlap_area(&b, at), a.overlap_normal(&b, at)));
        }
        for far in [IVec2::MIN, IVec2::MAX] {
            answers.add(&(a.overlap(&b, far), a.overlap_normal(&b, far)));
        }
        if case % 10 == 0 {
            let all = a.convolve(&b).expect("small masks");
            answers.add(&(all.offsets(), all.areas()));
        }
    }
}

/// Runs, connected components, contours and the pixels that contours enclose.
pub(crate) fn contours(answers: &mut Answers, _: &Setting, numbers: &mut Numbers) {
    for case in 0..40 {
        let mask = scenes::mask(case, numbers);
        answers.add(&mask.runs().collect::<Vec<_>>());
        for connectivity in CONNECTIVITIES {
            answers.add(&mask.components(connectivity));
            answers.add(&mask.components_with(connectivity, 9));
            answers.add(&mask.largest_component(connectivity));
            answers.add(&mask.bounding_rects(connectivity));
            let contours = mask.contours_with(connectivity);
            for contour in &contours {
                answers.add(contour);
                answers.add(&(contour.doubled_area(), contour.bounds()));
                answers.add_result(&Polygon::new(contour.points().iter().map(|point| point.as_vec2()).collect()));
            }
            answers.add(&SolidityMap::from_contours(mask.width(), mask.height(), &contours));
        }
    }
}

/// Distances to solid pixels, centroids and angles of moments.
pub(crate) fn distances(answers: &mut Answers, _: &Setting, numbers: &mut Numbers) {
    for case in 0..40 {
        let mask = scenes::mask(case, numbers);
        answers.add(&(mask.centroid(), mask.principal_angle(), mask.inertia()));
        let field = mask.distance_field().expect("a small mask");
        for _ in 0..100 {
            let (x, y) = (numbers.int(-200, 300), numbers.int(-200, 300));
            answers.add(&(field.squared(x, y), field.distance(x, y)));
            let nearest = mask.nearest_solid(x, y);
            let distance = nearest.map(|pixel| (pixel - ivec2(x, y)).as_dvec2().length() as f32);
            answers.add(&(nearest, distance));
        }
        answers.add(&mask.nearest_solid(i32::MIN, i32::MAX));
    }
}

/// Rotated masks, and objects of maps as pixels.
pub(crate) fn rotations(answers: &mut Answers, _: &Setting, numbers: &mut Numbers) {
    let map = TileMap::new(uvec2(16, 16)).and_then(|map| map.with_size(uvec2(40, 40))).expect("a small map");
    for case in 0..30 {
        let mask = scenes::mask(case, numbers);
        let angle = match case % 4 {
            0 => numbers.any_of(&[0.0, -0.0, FRAC_PI_2, PI, -FRAC_PI_2, FRAC_PI_4, 3.0 * PI]),
            1 => numbers.nasty(),
            _ => numbers.number(7.0),
        };
        answers.add(&mask.rotated(angle));
        answers.add_result(&mask.try_rotated_about(angle, numbers.half_nasty_vector(50.0)));
        let points = || 0..3 + case % 5;
        let shape = match case % 6 {
            0 => ObjectShape::Rectangle,
            1 => ObjectShape::Ellipse,
            2 => ObjectShape::Capsule,
            3 => ObjectShape::Polygon(points().map(|_| numbers.vector(40.0)).collect()),
            4 => ObjectShape::Polyline(points().map(|_| numbers.half_nasty_vector(40.0)).collect()),
            _ => ObjectShape::Point,
        };
        let size = numbers.vector(60.0).abs();
        let object = MapObject { size, rotation: angle, ..MapObject::new(numbers.half_nasty_vector(300.0), shape) };
        answers.add_result(&map.object_mask(&object, 1 + numbers.below(4) as u16));
    }
}
