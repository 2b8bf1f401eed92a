//! Sheets of frames.

use tileray::glam::uvec2;
use tileray::hull::{HullMode, HullSheet, SheetError, SpriteHullError};
use tileray::{HullOptions, SolidityMap, SpriteHull};

#[test]
fn frames_have_the_hulls_of_their_own_masks() {
    let mut rng = fastrand::Rng::with_seed(91);
    let sheet = SolidityMap::from_fn(96, 60, |_, _| rng.u8(0..8) > 1);
    let options = HullOptions::default();
    let hulls = HullSheet::from_grid(&sheet, uvec2(16, 20), &options).expect("hulls");
    assert_eq!(hulls.len(), 18);
    for index in 0..18 {
        let (left, top) = (index % 6 * 16, index / 6 * 20);
        let frame = SolidityMap::from_fn(16, 20, |x, y| sheet.get((x + left) as i32, (y + top) as i32));
        let expected = SpriteHull::from_mask(&frame, &options).expect("a hull");
        assert_eq!(hulls.get(index as usize), Some(&expected));
    }
    assert_eq!(hulls.get(18), None);
}

#[test]
fn frames_that_look_the_same_share_a_hull() {
    // The last frame has a column more.
    let sheet = SolidityMap::from_fn(64, 16, |x, y| x % 16 > 3 - x / 51 && y > 5);
    let hulls = HullSheet::from_grid(&sheet, uvec2(16, 16), &HullOptions::default()).expect("hulls");
    assert_eq!((hulls.len(), hulls.distinct().len()), (4, 2));
    assert_eq!(hulls.get(0), hulls.get(2));
}

#[test]
fn frames_without_a_hull_are_told_by_their_number() {
    let sheet = SolidityMap::from_fn(32, 16, |_, _| true);
    let options = HullOptions::default();
    let grid = |width, height| HullSheet::from_grid(&sheet, uvec2(width, height), &options).expect_err("an error");
    assert_eq!(grid(0, 4), SheetError::NoSize { width: 0, height: 4 });
    assert_eq!(grid(5, 16), SheetError::Remainder { sheet_width: 32, sheet_height: 16, width: 5, height: 16 });
    let few = options.mode(HullMode::Box).max_vertices(Some(3));
    let error = HullSheet::from_grid(&sheet, uvec2(16, 16), &few).expect_err("an error");
    assert_eq!(error, SheetError::Frame { index: 0, source: SpriteHullError::TooFewVertices { asked: 3, least: 4 } });
    assert!(error.to_string().starts_with("frame 0: "), "{error}");
}
