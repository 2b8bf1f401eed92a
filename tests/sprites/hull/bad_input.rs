//! Errors of images that have no hull.

use tileray::hull::{HullMode, SpriteHullError};
use tileray::{Hull, HullOptions, SolidityMap, SpriteHull};

const MODES: [HullMode; 4] = [HullMode::Convex, HullMode::Pieces, HullMode::Box, HullMode::Circle];

#[test]
fn empty_masks() {
    for (mask, mode) in [(0, 0), (0, 5), (7, 0), (64, 3)].iter().flat_map(|size| MODES.map(|mode| (size, mode))) {
        let (width, height) = *mask;
        let options = HullOptions::new().mode(mode);
        let error = Hull::from_mask(&SolidityMap::new(width, height), &options).expect_err("no pixel");
        assert_eq!(error, SpriteHullError::Empty { width, height });
        assert!(error.to_string().contains("lower the alpha threshold"), "{error}");
    }
}

#[test]
fn a_mask_longer_than_f32_can_count() {
    let mask = SolidityMap::from_fn((1 << 24) + 1, 1, |x, _| x == 5);
    let error = Hull::from_mask(&mask, &HullOptions::default()).expect_err("too long");
    assert_eq!(error, SpriteHullError::TooLarge { width: (1 << 24) + 1, height: 1 });
}

#[test]
fn bounds_that_are_no_lengths() {
    let mask = SolidityMap::from_fn(8, 8, |x, y| x > y);
    for (max_error, mode) in [f32::NAN, f32::INFINITY, -1.0].iter().flat_map(|error| MODES.map(|mode| (*error, mode))) {
        let options = HullOptions::new().max_error(max_error).mode(mode);
        let error = SpriteHull::from_mask(&mask, &options).expect_err("no length");
        assert!(matches!(error, SpriteHullError::MaxError { .. }), "{error}");
    }
}

#[test]
fn too_few_corners_and_pieces() {
    let mask = SolidityMap::from_fn(30, 8, |x, _| x % 3 != 2);
    for most in 0..3 {
        for mode in MODES {
            let options = HullOptions::new().max_vertices(Some(most)).mode(mode);
            assert!(Hull::from_mask(&mask, &options).is_err());
        }
    }
    let options = HullOptions::new().max_pieces(Some(9));
    let error = Hull::from_mask(&mask, &options).expect_err("ten parts");
    assert_eq!(error, SpriteHullError::TooFewPieces { asked: 9, least: 10 });
}

#[test]
fn full_masks_single_pixels_and_lines() {
    for (width, height) in [(1, 1), (1, 300), (300, 1), (64, 64), (65, 129)] {
        let mask = SolidityMap::from_fn(width, height, |_, _| true);
        for mode in [HullMode::Convex, HullMode::Pieces, HullMode::Box] {
            let sprite = SpriteHull::from_mask(&mask, &HullOptions::new().mode(mode)).expect("a hull");
            assert_eq!((sprite.fit.iou(), sprite.fit.vertices, sprite.fit.pieces), (1.0, 4, 1));
        }
    }
}
