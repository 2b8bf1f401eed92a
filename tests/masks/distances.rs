//! Distances to the nearest solid pixel, against all of them.

use super::masks;
use reference::{cases, each_case};
use tileray::SolidityMap;
use tileray::glam::{IVec2, ivec2};
use tileray::solidity::TableSizeError;

/// The square of the distance to the nearest of all solid pixels, and that pixel, the first row by row.
fn nearest(mask: &SolidityMap, from: IVec2) -> Option<(i128, IVec2)> {
    let square = |a: i32, b: i32| (i128::from(a) - i128::from(b)).pow(2);
    let distances = mask.pixels().map(|pixel| (square(pixel.x, from.x) + square(pixel.y, from.y), pixel));
    distances.min_by_key(|&(square, pixel)| (square, pixel.y, pixel.x))
}

#[test]
fn fields_and_searches_as_pixel_by_pixel() {
    for (_, mut rng) in each_case(581, cases(250)) {
        let mask = masks::mask(&mut rng);
        // The reference takes pixels squared.
        let mask = mask.crop(tileray::Rect::from_size(IVec2::ZERO, mask.size().min([70, 40].into())));
        let field = mask.distance_field().expect("a small mask");
        assert_eq!((field.width(), field.height()), (mask.width(), mask.height()));
        for y in -1..=mask.height() as i32 {
            for x in -1..=mask.width() as i32 {
                let expected = nearest(&mask, ivec2(x, y));
                let distance = expected.map(|(square, _)| (square as f64).sqrt() as f32);
                let what = || format!("({x}, {y})\n{mask:?}");
                assert_eq!(mask.nearest_solid(x, y), expected.map(|(_, pixel)| pixel), "{}", what());
                let inside = (0..mask.width() as i32).contains(&x) && (0..mask.height() as i32).contains(&y);
                let square = expected.filter(|_| inside).map(|(square, _)| square as u32);
                assert_eq!(field.squared(x, y), square, "{}", what());
                assert_eq!(field.distance(x, y), distance.filter(|_| inside), "{}", what());
            }
        }
    }
}

#[test]
fn from_anywhere_outside() {
    for (_, mut rng) in each_case(582, cases(2_000)) {
        let mask = masks::mask(&mut rng);
        let mut along = |length: u32| match rng.usize(0..8) {
            0 => i32::MIN,
            1 => i32::MAX,
            _ => rng.i32(-90..=length as i32 + 90),
        };
        let from = ivec2(along(mask.width()), along(mask.height()));
        let expected = nearest(&mask, from);
        assert_eq!(mask.nearest_solid(from.x, from.y), expected.map(|(_, pixel)| pixel), "{from}\n{mask:?}");
    }
}

#[test]
fn the_longest_distances() {
    let longest = TableSizeError::MAX_SIDE as u32;
    let mut wide = SolidityMap::new(longest, 2);
    wide.set(0, 0, true);
    let field = wide.distance_field().expect("as wide as may be");
    let last = longest as i32 - 1;
    assert_eq!(field.squared(last, 1), Some((longest - 1).pow(2) + 1));
    assert!(2 * (TableSizeError::MAX_SIDE - 1).pow(2) < u64::from(u32::MAX), "a diagonal has to fit");
    assert!(SolidityMap::new(longest + 1, 1).distance_field().is_err());
    assert!(SolidityMap::new(1, longest + 1).distance_field().is_err());
    assert!(SolidityMap::new(20_000, 20_000).distance_field().is_err());
    for (width, height) in [(0, 0), (0, 7), (7, 0), (3, 3)] {
        let field = SolidityMap::new(width, height).distance_field().expect("nothing solid");
        assert_eq!((field.squared(0, 0), field.distance(1, 1)), (None, None));
    }
}
