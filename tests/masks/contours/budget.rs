//! A bound on the number of corners.

use super::masks;
use super::simplify::{BIASES, check};
use reference::{Replay, cases, numbers, seeded};
use tileray::SolidityMap;
use tileray::hull::{HullOptions, SpriteHullError, simplify};
use tileray::solidity::Contour;

fn corners(contours: &[Contour]) -> usize {
    contours.iter().map(|contour| contour.points().len()).sum()
}

#[test]
fn no_more_corners_than_asked_for() {
    let mut rng = seeded(4201);
    let mut refused = 0;
    for case in numbers(cases(200)) {
        let _replay = Replay::new(case, &rng);
        let mask = masks::any(&mut rng);
        let contours = mask.contours();
        let max_vertices = 4 * contours.len() + rng.usize(0..20);
        let options = HullOptions {
            max_error: rng.f32(),
            bias: BIASES[rng.usize(0..3)],
            max_vertices: Some(max_vertices),
            ..Default::default()
        };
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
    let options = HullOptions { max_vertices: Some(corners(&plain.contours)), ..Default::default() };
    assert_eq!(simplify(&contours, &options), Ok(plain));
}

#[test]
fn a_disc_in_ever_fewer_corners() {
    let contours = SolidityMap::from_fn(64, 64, |x, y| x.abs_diff(32).pow(2) + y.abs_diff(32).pow(2) < 900).contours();
    let mut last = 0.0;
    for max_vertices in (3..20).rev() {
        let options = HullOptions { max_error: 0.0, max_vertices: Some(max_vertices), ..Default::default() };
        let simplified = simplify(&contours, &options).expect("room enough");
        assert!(corners(&simplified.contours) <= max_vertices);
        // An inscribed polygon of n corners leaves r(1 − cos(π/n)); its own corners may be chosen a pixel better or worse.
        let best = 30.0 * (1.0 - (std::f32::consts::PI / max_vertices as f32).cos());
        assert!(simplified.error <= best * 1.4 + 1.5, "{} with {max_vertices}, {best}", simplified.error);
        assert!(simplified.error >= last * 0.7, "{} after {last}", simplified.error);
        last = simplified.error;
    }
}
