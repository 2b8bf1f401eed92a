//! The repository's own sprites: how well their hulls fit, and of how much they are made.

use std::path::Path;
use tileray::glam::uvec2;
use tileray::hull::{HullFit, HullMode, HullSheet, OutlineBias};
use tileray::load::LoadOptions;
use tileray::solidity::AlphaThreshold;
use tileray::{Hull, HullOptions, SolidityMap, SpriteHull};

fn sprite(name: &str) -> SolidityMap {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/sprites");
    SolidityMap::open(folder.join(name)).expect("a sprite of the repository")
}

/// Each sprite with the intersection over union that its pieces reach at least, and the most corners of contours and the most
/// pieces that they take, with an error of 1 px.
///
/// The sword is four pixels thin and runs along the diagonal: of a border in steps of one pixel even the best straight line
/// misses a quarter of a pixel a step, which is that much of it.
const SPRITES: [(&str, f64, usize, usize); 6] = [
    ("hero.png", 0.97, 61, 17),
    ("bat.png", 0.97, 70, 23),
    ("blob.png", 0.98, 50, 13),
    ("crate.png", 0.99, 8, 1),
    ("key.png", 0.98, 60, 17),
    ("sword.png", 0.90, 23, 5),
];

fn corners(sprite: &SpriteHull) -> usize {
    sprite.contours.iter().map(|contour| contour.points().len()).sum()
}

#[test]
fn pieces_fit_with_few_corners() {
    let mut faults = Vec::new();
    for (name, iou, most_corners, most_pieces) in SPRITES {
        let hull = SpriteHull::from_mask(&sprite(name), &HullOptions::default()).expect("a hull");
        let (found, corners) = (hull.fit.iou(), corners(&hull));
        if found < iou || corners > most_corners || hull.fit.pieces > most_pieces {
            faults.push(format!("{name}: {found:.4}, {corners} corners, {} pieces", hull.fit.pieces));
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn a_finer_bound_fits_better_and_none_fits_all() {
    for (name, ..) in SPRITES {
        let mask = sprite(name);
        let fit = |max_error: f32| {
            SpriteHull::from_mask(&mask, &HullOptions::new().max_error(max_error)).expect("a hull").fit
        };
        assert!((fit(0.0).iou() - 1.0).abs() < 1e-9, "{name}");
        assert!(fit(0.5).iou() >= fit(2.0).iou() && fit(1.0).pieces >= fit(8.0).pieces, "{name}");
    }
}

#[test]
fn every_mode_and_bias_keeps_its_promise() {
    for (name, ..) in SPRITES {
        let mask = sprite(name);
        let fit = |options: HullOptions| HullFit::measure(&Hull::from_mask(&mask, &options).expect("a hull"), &mask);
        for mode in [HullMode::Convex, HullMode::Box, HullMode::Circle] {
            let fit = fit(HullOptions::new().mode(mode));
            assert!(fit.coverage() > 1.0 - 1e-6 && fit.pieces == 1, "{name} {mode:?} {fit:?}");
        }
        let biased = |bias| fit(HullOptions::new().bias(bias).max_error(1.5));
        assert!(biased(OutlineBias::Grow).coverage() > 1.0 - 1e-9, "{name}");
        assert!(biased(OutlineBias::Shrink).overshoot() < 1e-9, "{name}");
    }
}

#[test]
fn the_key_has_a_hole_and_keeps_it() {
    let mask = sprite("key.png");
    for max_error in [0.0, 1.0, 2.0] {
        let hull = SpriteHull::from_mask(&mask, &HullOptions::new().max_error(max_error)).expect("a hull");
        assert_eq!(hull.contours.iter().filter(|contour| contour.is_hole()).count(), 1);
    }
}

#[test]
fn the_walk_has_a_hull_a_frame() {
    let hulls = HullSheet::from_grid(&sprite("hero-walk.png"), uvec2(40, 56), &HullOptions::default()).expect("hulls");
    assert_eq!((hulls.len(), hulls.distinct().len()), (6, 6));
    assert!(hulls.distinct().iter().all(|hull| hull.fit.iou() > 0.95));
}

#[test]
fn a_higher_threshold_gives_a_smaller_sprite() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/sprites/hero.png");
    let full =
        SolidityMap::open_with(&path, &LoadOptions::default().rule(AlphaThreshold::at_least(255))).expect("a sprite");
    assert_eq!(full, sprite("hero.png"), "its alpha is 0 or 255");
}
