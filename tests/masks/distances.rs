//! Distances to the nearest solid pixel, against all of them, and masks grown and shrunk by discs, against the definition.

use super::masks::{self, assert_pixels};
use reference::{cases, each_case};
use tileray::glam::{IVec2, ivec2};
use tileray::solidity::TableSizeError;
use tileray::{Rect, SolidityMap};

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
        let mask = mask.crop(Rect::from_size(IVec2::ZERO, mask.size().min([70, 40].into())));
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
}

/// Whether a disc of pixel centers about a pixel is solid somewhere.
fn meets(solid: impl Fn(i32, i32) -> bool, x: i32, y: i32, radius: f32) -> bool {
    let reach = radius as i32;
    let square = f64::from(radius) * f64::from(radius);
    (-reach..=reach).any(|dy| {
        let within = |dx: i32| f64::from(dx * dx + dy * dy) <= square;
        (-reach..=reach).any(|dx| within(dx) && solid(x + dx, y + dy))
    })
}

#[test]
fn grown_and_shrunk_as_disc_by_disc() {
    for (_, mut rng) in each_case(591, cases(250)) {
        let mask = masks::mask(&mut rng);
        // Radii of whole numbers, of the distances of pixels, just beside those, and any.
        let radius = match rng.usize(0..5) {
            0 => rng.i32(0..7) as f32,
            1 => (rng.i32(0..70) as f32).sqrt(),
            2 => (rng.i32(0..70) as f32).sqrt().next_down(),
            3 => (rng.i32(0..70) as f32).sqrt().next_up(),
            _ => rng.f32() * 9.0,
        };
        let size = (mask.width(), mask.height());
        let what = format_args!("radius {radius} of\n{mask:?}");
        assert_pixels(&mask.dilated(radius), size, |x, y| meets(|x, y| mask.get(x, y), x, y, radius), what);
        assert_pixels(&mask.eroded(radius), size, |x, y| !meets(|x, y| !mask.get(x, y), x, y, radius), what);
    }
}

#[test]
fn grown_by_as_much_as_the_field_of_distances_says() {
    for (_, mut rng) in each_case(592, cases(400)) {
        let (width, height) = (rng.u32(1..300), rng.u32(1..90));
        let mask = masks::noise(&mut rng, width, height, 0.0005);
        let field = mask.distance_field().expect("a small mask");
        let square = rng.u32(0..40_000);
        let radius = (square as f32).sqrt();
        let limit = f64::from(radius) * f64::from(radius);
        let near = |x: i32, y: i32| field.squared(x, y).is_some_and(|square| f64::from(square) <= limit);
        assert_pixels(&mask.dilated(radius), (width, height), near, format_args!("radius {radius} of\n{mask:?}"));
    }
}

#[test]
fn radii_without_sense() {
    let mask = SolidityMap::from_fn(70, 9, |x, y| x > 3 && y > 3);
    for radius in [f32::NAN, f32::NEG_INFINITY, -3.0, -0.0, 0.0, 0.999] {
        assert!(mask.dilated(radius) == mask && mask.eroded(radius) == mask, "{radius}");
    }
    let (mut full, none) = (mask.clone(), SolidityMap::new(70, 9));
    full.fill();
    for radius in [f32::INFINITY, f32::MAX, 1e10, 80.0] {
        assert!(mask.dilated(radius) == full && none.dilated(radius) == none, "{radius}");
        assert!(full.eroded(radius) == none, "{radius}");
    }
}
