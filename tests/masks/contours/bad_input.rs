//! Bounds that are none, and loops that are not those of one mask.

use super::masks;
use fastrand::Rng;
use tileray::SolidityMap;
use tileray::hull::{HullOptions, OutlineBias, SpriteHullError, simplify};

#[test]
fn a_bound_must_be_a_distance() {
    let contours = SolidityMap::from_fn(9, 9, |_, _| true).contours();
    for max_error in [-1.0, -f32::MIN_POSITIVE, f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let found = simplify(&contours, &HullOptions { max_error, ..Default::default() });
        assert!(matches!(found, Err(SpriteHullError::MaxError { .. })), "{max_error}: {found:?}");
    }
    for max_error in [-0.0, f32::MIN_POSITIVE, 1e-20, 1e20, f32::MAX] {
        let found = simplify(&contours, &HullOptions { max_error, ..Default::default() }).expect("a distance");
        assert!((3..=4).contains(&found.contours[0].points().len()), "{max_error}");
    }
}

#[test]
fn too_few_corners_are_refused() {
    let contours = SolidityMap::from_ascii("#.#.#").expect("a picture").contours();
    for max_vertices in 0..9 {
        let options = HullOptions { max_vertices: Some(max_vertices), ..Default::default() };
        let error = simplify(&contours, &options).expect_err("three loops have nine corners");
        let start = format!("{max_vertices} corners do not suffice for 3 loops");
        assert!(error.to_string().starts_with(&start), "{error}");
    }
    let options = HullOptions { max_vertices: Some(0), ..Default::default() };
    assert!(simplify(&[], &options).expect("no loops have no corners").contours.is_empty());
}

#[test]
fn loops_that_cross_each_other_come_to_an_end() {
    let mut rng = Rng::with_seed(4301);
    for _ in 0..200 {
        let mut contours = masks::any(&mut rng).contours();
        contours.extend(masks::any(&mut rng).contours());
        for bias in [OutlineBias::Nearest, OutlineBias::Grow, OutlineBias::Shrink] {
            let options = HullOptions { max_error: 2.0, bias, ..Default::default() };
            assert_eq!(simplify(&contours, &options).expect("a good bound").contours.len(), contours.len());
        }
    }
}
