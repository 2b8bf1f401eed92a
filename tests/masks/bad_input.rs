//! Numbers that make no sense, and masks that would be too large.

use std::f32::consts::FRAC_PI_4;
use tileray::glam::{IVec2, ivec2, uvec2, vec2};
use tileray::solidity::{Component, PlacedMask, SizeError};
use tileray::{Rect, SolidityMap};

#[test]
fn offsets_at_the_ends_of_numbers() {
    let mask = SolidityMap::from_fn(130, 3, |_, _| true);
    let mut longest = SolidityMap::new(i32::MAX as u32, 1);
    longest.fill_rect(Rect::new(ivec2(0, 0), ivec2(200, 1)));
    longest.fill_rect(Rect::new(ivec2(i32::MAX - 200, 0), ivec2(i32::MAX, 1)));
    for x in [i32::MIN, i32::MIN + 1, i32::MAX - 1, i32::MAX] {
        for y in [i32::MIN, 0, i32::MAX] {
            let at = ivec2(x, y);
            for (a, b) in [(&mask, &mask), (&mask, &longest), (&longest, &mask)] {
                // The longest mask ends where the other begins, but for one place.
                let meets = a.width() > b.width() && at == ivec2(i32::MAX - 1, 0);
                assert_eq!(a.overlap(b, at), meets.then_some(at), "{at}");
                assert_eq!(a.overlap_area(b, at), u64::from(meets), "{at}");
                assert_eq!(a.overlap_normal(b, at).is_some(), meets, "{at}");
            }
            assert!(mask.union(&mask, at) == mask && mask.subtract(&mask, at) == mask);
            assert!(mask.intersect(&mask, at).is_empty());
        }
    }
    // The last pixel of the longest mask is the first one's left neighbor.
    assert_eq!(mask.overlap(&longest, ivec2(-i32::MAX + 1, 0)), Some(ivec2(0, 0)));
    assert_eq!(mask.overlap_area(&longest, ivec2(-i32::MAX + 3, 2)), 3);
    assert_eq!(mask.overlap(&longest, ivec2(-i32::MAX, 0)), None);
    assert_eq!(longest.overlap(&mask, ivec2(i32::MAX - 1, -2)), Some(ivec2(i32::MAX - 1, 0)));
}

#[test]
fn angles_and_pivots_without_sense() {
    let mask = SolidityMap::from_fn(5, 4, |_, _| true);
    for angle in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        assert_eq!(mask.rotated(angle), PlacedMask::default(), "{angle}");
    }
    for bad in [f32::NAN, f32::INFINITY, f32::MAX, -1e30] {
        for pivot in [vec2(bad, 0.0), vec2(0.0, bad)] {
            for angle in [1.0, FRAC_PI_4 * 2.0] {
                assert_eq!(mask.try_rotated_about(angle, pivot), Ok(PlacedMask::default()), "{pivot}, {angle}");
            }
        }
    }
    for angle in [1e9, -1e30, f32::MAX] {
        let turned = mask.rotated(angle);
        assert!((10..=30).contains(&turned.mask.count()), "{angle}: {turned:?}");
    }
    for empty in [SolidityMap::new(0, 0), SolidityMap::new(0, 3), SolidityMap::new(3, 0)] {
        assert!(empty.rotated(1.0).mask.is_empty() && empty.rotated(0.0).mask.is_empty());
    }
}

#[test]
fn masks_that_would_be_too_large() {
    let longest = i32::MAX as u32;
    let dot = SolidityMap::from_fn(1, 1, |_, _| true);
    assert_eq!(dot.try_scaled(uvec2(longest, longest)), Err(SizeError { width: longest, height: longest }));
    assert!(dot.try_scaled(uvec2(u32::MAX, 1)).is_err());
    assert_eq!(dot.crop(Rect::new(IVec2::MAX, IVec2::MIN)), SolidityMap::new(0, 0));
    let line = SolidityMap::new(longest, 1);
    assert!(line.try_rotated_about(FRAC_PI_4, (0.0, 0.0)).is_err());
}

#[test]
#[should_panic(expected = "too large")]
fn to_scale_too_far_panics_as_documented() {
    let _ = SolidityMap::new(1, 1).scaled(uvec2(1 << 20, 1 << 20));
}

#[test]
fn a_component_of_any_numbers_has_a_mask() {
    let nothing = Component { bounds: Rect::new(IVec2::MIN, IVec2::MIN), count: 7, runs: Vec::new() };
    assert_eq!(nothing.mask(), SolidityMap::new(0, 0));
}
