//! The guarantees of simplified contours, for random masks of many kinds; a bound on the number of corners; bounds that are
//! none, and loops that are not those of one mask.

use fastrand::Rng;
use reference::{cases, each_case, loops, masks};
use std::collections::HashSet;
use tileray::SolidityMap;
use tileray::glam::IVec2;
use tileray::hull::{HullOptions, OutlineBias, SimplifiedContours, SpriteHullError, simplify};
use tileray::solidity::{Connectivity, Contour};

pub(crate) const BIASES: [OutlineBias; 3] = [OutlineBias::Nearest, OutlineBias::Grow, OutlineBias::Shrink];

/// Checks all that is promised, by looking at every point and every pair of edges.
fn check(mask: &SolidityMap, contours: &[Contour], options: &HullOptions, simplified: &SimplifiedContours) {
    let found = &simplified.contours;
    let case = || format!("{options:?}\n{mask:?}\n{found:?}");
    assert_eq!(found.len(), contours.len(), "{}", case());
    let bound = if options.max_vertices.is_some() { f32::INFINITY } else { options.max_error };
    assert!(simplified.error <= bound, "{} above the bound, {}", simplified.error, case());
    let touches = loops::touches(contours);
    for (given, contour) in contours.iter().zip(found) {
        let border = loops::border(given);
        let lattice: HashSet<IVec2> = border.iter().step_by(2).map(|point| point.as_ivec2()).collect();
        assert!(contour.points().iter().all(|point| lattice.contains(point)), "a new point, {}", case());
        assert!(contour.points().len() >= 3 && contour.points().len() <= given.points().len(), "{}", case());
        let first = contour.points()[0];
        assert!(contour.points().iter().all(|p| (first.y, first.x) <= (p.y, p.x)), "begins late, {}", case());
        assert_eq!(contour.doubled_area().signum(), given.doubled_area().signum(), "turned over, {}", case());
        assert_eq!((contour.is_hole(), contour.parent()), (given.is_hole(), given.parent()));
        for point in border {
            let distance = loops::distance_to_loop(point, contour);
            assert!(distance <= f64::from(simplified.error) + 1e-5, "{point} is {distance} away, {}", case());
        }
    }
    if let Some(pair) = loops::crossing(found, &touches) {
        panic!("{pair:?} meet, {}", case());
    }
    assert_eq!(loops::parents(found), contours.iter().map(Contour::parent).collect::<Vec<_>>(), "{}", case());
    for y in -1..=mask.height() as i32 {
        for x in -1..=mask.width() as i32 {
            for point in loops::within_pixel(x, y) {
                let winding = loops::winding_of_all(found, point);
                assert!(matches!(winding, 0 | 1), "{winding} times around {point}, {}", case());
                let is_wrong = match options.bias {
                    OutlineBias::Nearest => false,
                    OutlineBias::Grow => mask.get(x, y) && winding == 0,
                    OutlineBias::Shrink => !mask.get(x, y) && winding == 1,
                };
                assert!(!is_wrong, "{point} is on the wrong side, {}", case());
            }
        }
    }
}

#[test]
fn promises_hold_for_every_small_mask() {
    let sides = if cfg!(debug_assertions) { 3 } else { 4 };
    let errors = if cfg!(debug_assertions) { vec![1.5] } else { vec![0.71, 1.0, 1.5, 8.0] };
    for mask in masks::all(sides, 3) {
        for connectivity in [Connectivity::Four, Connectivity::Eight] {
            let contours = mask.contours_with(connectivity);
            for &max_error in &errors {
                for bias in BIASES {
                    let options = HullOptions::new().max_error(max_error).bias(bias);
                    check(&mask, &contours, &options, &simplify(&contours, &options).expect("a good bound"));
                }
            }
        }
    }
}

#[test]
fn promises_hold_for_random_masks() {
    for (_, mut rng) in each_case(4101, cases(600)) {
        let mask = masks::any(&mut rng, 45);
        let contours = mask.contours_with(if rng.bool() { Connectivity::Four } else { Connectivity::Eight });
        // At 0, all corners are to stay.
        let max_error = [0.0, 0.3, 0.5, 0.71, 1.0, 1.0, 1.42, 2.0, 3.0, 6.0, 20.0, 300.0][rng.usize(0..12)];
        let options = HullOptions::new().max_error(max_error).bias(BIASES[rng.usize(0..3)]);
        check(&mask, &contours, &options, &simplify(&contours, &options).expect("a good bound"));
    }
}

#[test]
fn simplified_contours_can_be_simplified_again() {
    for (_, mut rng) in each_case(4103, cases(200)) {
        let mask = masks::any(&mut rng, 45);
        let once = simplify(&mask.contours(), &HullOptions::default()).expect("a good bound").contours;
        let twice = simplify(&once, &HullOptions::new().max_error(2.0)).expect("a good bound");
        assert_eq!(loops::crossing(&twice.contours, &loops::touches(&once)), None, "{mask:?}");
        assert_eq!(loops::parents(&twice.contours), loops::parents(&once), "{mask:?}");
    }
}

/// The half plane below a line through the middle of the mask.
fn slope(width: u32, height: u32, dx: i32, dy: i32) -> SolidityMap {
    let center = [width as i32 / 2, height as i32 / 2];
    SolidityMap::from_fn(width, height, |x, y| (y as i32 - center[1]) * dx >= (x as i32 - center[0]) * dy)
}

#[test]
fn a_slope_in_pixels_has_few_corners() {
    for dx in 1..30 {
        for dy in -dx..=dx {
            let contours = slope(61, 61, dx, dy).contours();
            for (max_error, bias) in [(0.8, BIASES[0]), (2.0, BIASES[1]), (2.0, BIASES[2])] {
                // The slope, three sides of the mask, and some corners where it meets them: not the steps.
                let options = HullOptions::new().max_error(max_error).bias(bias).max_vertices(Some(12));
                let simplified = simplify(&contours, &options).expect("few corners");
                assert!(simplified.error <= max_error, "{dx}:{dy}, {bias:?}: {simplified:?}");
            }
        }
    }
}

fn corners(contours: &[Contour]) -> usize {
    contours.iter().map(|contour| contour.points().len()).sum()
}

#[test]
fn no_more_corners_than_asked_for() {
    let mut refused = 0;
    for (_, mut rng) in each_case(4201, cases(200)) {
        let mask = masks::any(&mut rng, 45);
        let contours = mask.contours();
        let max_vertices = 4 * contours.len() + rng.usize(0..20);
        let options =
            HullOptions::new().max_error(rng.f32()).bias(BIASES[rng.usize(0..3)]).max_vertices(Some(max_vertices));
        match simplify(&contours, &options) {
            Ok(simplified) => {
                assert!(corners(&simplified.contours) <= max_vertices);
                check(&mask, &contours, &options, &simplified);
            }
            Err(SpriteHullError::TooFewCorners { fewest, loops, .. }) => {
                assert!(fewest > max_vertices && loops == contours.len(), "{mask:?}");
                refused += 1;
            }
            Err(error) => panic!("{error}"),
        }
    }
    assert!(refused * 4 < cases(200) * 3, "{refused} refused");
}

#[test]
fn a_budget_that_is_met_changes_nothing() {
    let contours = SolidityMap::from_fn(40, 40, |x, y| x.abs_diff(20).pow(2) + y.abs_diff(20).pow(2) < 300).contours();
    let plain = simplify(&contours, &HullOptions::default()).expect("a good bound");
    let options = HullOptions::new().max_vertices(Some(corners(&plain.contours)));
    assert_eq!(simplify(&contours, &options), Ok(plain));
}

#[test]
fn a_disc_in_ever_fewer_corners() {
    let contours = SolidityMap::from_fn(64, 64, |x, y| x.abs_diff(32).pow(2) + y.abs_diff(32).pow(2) < 900).contours();
    let mut last = 0.0;
    for max_vertices in (3..20).rev() {
        let options = HullOptions::new().max_error(0.0).max_vertices(Some(max_vertices));
        let simplified = simplify(&contours, &options).expect("room enough");
        assert!(corners(&simplified.contours) <= max_vertices);
        // An inscribed polygon of n corners leaves r(1 − cos(π/n)); its own corners may be chosen a pixel better or worse.
        let best = 30.0 * (1.0 - (std::f32::consts::PI / max_vertices as f32).cos());
        assert!(simplified.error <= best * 1.4 + 1.5, "{} with {max_vertices}, {best}", simplified.error);
        assert!(simplified.error >= last * 0.7, "{} after {last}", simplified.error);
        last = simplified.error;
    }
}

#[test]
fn a_bound_must_be_a_distance() {
    let contours = SolidityMap::from_fn(9, 9, |_, _| true).contours();
    for max_error in [-1.0, -f32::MIN_POSITIVE, f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let found = simplify(&contours, &HullOptions::new().max_error(max_error));
        assert!(matches!(found, Err(SpriteHullError::MaxError { .. })), "{max_error}: {found:?}");
    }
    for max_error in [-0.0, f32::MIN_POSITIVE, 1e-20, 1e20, f32::MAX] {
        let found = simplify(&contours, &HullOptions::new().max_error(max_error)).expect("a distance");
        assert!((3..=4).contains(&found.contours[0].points().len()), "{max_error}");
    }
}

#[test]
fn too_few_corners_are_refused() {
    let contours = SolidityMap::from_ascii("#.#.#").expect("a picture").contours();
    for max_vertices in 0..9 {
        let options = HullOptions::new().max_vertices(Some(max_vertices));
        let error = simplify(&contours, &options).expect_err("three loops have nine corners");
        let start = format!("{max_vertices} corners do not suffice for 3 loops");
        assert!(error.to_string().starts_with(&start), "{error}");
    }
    let options = HullOptions::new().max_vertices(Some(0));
    assert!(simplify(&[], &options).expect("no loops have no corners").contours.is_empty());
}

#[test]
fn loops_that_cross_each_other_come_to_an_end() {
    let mut rng = Rng::with_seed(4301);
    for _ in 0..200 {
        let mut contours = masks::any(&mut rng, 45).contours();
        contours.extend(masks::any(&mut rng, 45).contours());
        for bias in [OutlineBias::Nearest, OutlineBias::Grow, OutlineBias::Shrink] {
            let options = HullOptions::new().max_error(2.0).bias(bias);
            assert_eq!(simplify(&contours, &options).expect("a good bound").contours.len(), contours.len());
        }
    }
}
