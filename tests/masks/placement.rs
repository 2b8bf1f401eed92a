//! Masks laid another way and stretched.

use super::masks::{self, assert_pixels};
use reference::{cases, each_case};
use tileray::glam::{ivec2, uvec2};
use tileray::solidity::Orientation;

#[test]
fn all_orientations_as_pixel_by_pixel() {
    for (_, mut rng) in each_case(521, cases(400)) {
        let mask = masks::mask(&mut rng);
        for orientation in Orientation::ALL {
            let size = orientation.oriented_size(mask.size());
            let expected = |x: i32, y: i32| {
                let source = orientation.source(ivec2(x, y), mask.size());
                mask.get(source.x, source.y)
            };
            let laid = mask.oriented(orientation);
            assert_pixels(&laid, (size.x, size.y), expected, &format!("{orientation:?} of\n{mask:?}"));
            assert!(laid.oriented(orientation.inverse()) == mask, "{orientation:?}");
        }
    }
}

#[test]
fn stretched_as_center_by_center() {
    for (_, mut rng) in each_case(522, cases(1_500)) {
        let mask = masks::mask(&mut rng);
        let mut side = |from: u32| match rng.usize(0..4) {
            0 => from * rng.u32(1..4),
            1 => from,
            2 => rng.u32(0..4),
            _ => masks::WIDTHS[rng.usize(0..masks::WIDTHS.len())],
        };
        let (width, height) = (side(mask.width()), side(mask.height()).min(64));
        // (x + 1/2)·w / W is not negative, so that whole division rounds it down.
        let source = |x: i32, from: u32, to: u32| ((2 * x as i64 + 1) * i64::from(from) / (2 * i64::from(to))) as i32;
        let expected = |x: i32, y: i32| mask.get(source(x, mask.width(), width), source(y, mask.height(), height));
        let what = format!("{width}x{height} of\n{mask:?}");
        assert_pixels(&mask.scaled(uvec2(width, height)), (width, height), expected, &what);
    }
}
