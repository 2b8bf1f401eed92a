//! Rotated and scaled masks in their eight images: turned and mirrored.

use super::masks::{density, noise};
use reference::images::Image;
use reference::{cases, each_case};
use std::collections::BTreeSet;
use std::f32::consts::{FRAC_PI_2, FRAC_PI_4, TAU};
use tileray::SolidityMap;
use tileray::glam::{IVec2, uvec2, vec2};
use tileray::solidity::PlacedMask;

fn placed_pixels(placed: &PlacedMask) -> impl Iterator<Item = IVec2> + '_ {
    placed.mask.pixels().map(|pixel| pixel + placed.at)
}

#[test]
fn images_of_masks_rotate_to_the_images() {
    let mut half = 0;
    for (_, mut rng) in each_case(581, cases(2000)) {
        let (width, height) = (rng.u32(1..24), rng.u32(1..16));
        let density = density(&mut rng);
        let mask = noise(&mut rng, width, height, density);
        let grid = [1.0, 2.0, 256.0, 65_536.0][rng.usize(0..4)];
        let mut number = || (rng.f32() * 40.0 * grid).round() / grid - 10.0;
        let pivot = vec2(number(), number());
        let angle = match rng.usize(0..4) {
            0 => rng.i32(-8..=8) as f32 * FRAC_PI_2,
            1 => rng.i32(-16..=16) as f32 * FRAC_PI_4,
            _ => (rng.f32() - 0.5) * TAU,
        };
        let rotated = mask.try_rotated_about(angle, pivot).expect("a small mask");
        for image in Image::all(IVec2::ZERO) {
            let frame = image.of_frame(width, height);
            let other =
                image.mask(&mask).try_rotated_about(image.angle(angle), frame.point(pivot)).expect("a small mask");
            let expected: BTreeSet<_> = placed_pixels(&rotated).map(|pixel| frame.pixel(pixel).to_array()).collect();
            let found: BTreeSet<_> = placed_pixels(&other).map(|pixel| pixel.to_array()).collect();
            // A mask of whole pixels that a quarter turn takes half way between two lies at one of them.
            let quarters = (angle / FRAC_PI_2).round();
            let is_quarter = (f64::from(quarters) * std::f64::consts::FRAC_PI_2) as f32 == angle;
            if is_quarter && found != expected {
                half += 1;
                assert_eq!(other.mask, image.mask(&rotated.mask), "{image:?} by {angle} about {pivot}\n{mask:?}");
                let off = (other.at - frame_at(&frame, &rotated)).abs();
                assert!(off.max_element() == 1, "{image:?} by {angle} about {pivot}\n{mask:?}");
                let halves = [2.0 * pivot.x, 2.0 * pivot.y, pivot.x + pivot.y, pivot.x - pivot.y];
                assert!(halves.iter().any(|half| half.rem_euclid(1.0) == 0.5), "{image:?} by {angle} about {pivot}");
            } else {
                assert_eq!(found, expected, "{image:?} by {angle} about {pivot}\n{mask:?}");
            }
        }
    }
    assert!(half < 8 * cases(2000) / 8, "{half}");
}

/// The first pixel of the image of a placed mask.
fn frame_at(frame: &Image, placed: &PlacedMask) -> IVec2 {
    let last = placed.at + placed.mask.size().as_ivec2() - 1;
    frame.pixel(placed.at).min(frame.pixel(last))
}

#[test]
fn images_of_masks_scale_to_the_images() {
    for (_, mut rng) in each_case(582, cases(2000)) {
        let side = |rng: &mut fastrand::Rng| [rng.u32(1..20), 63, 64, 65, 130][rng.usize(0..12).min(4)];
        let (width, height) = (side(&mut rng), rng.u32(1..20));
        let density = density(&mut rng);
        let mask = noise(&mut rng, width, height, density);
        let size = match rng.usize(0..3) {
            0 => uvec2(width.div_ceil(2), height.div_ceil(2)),
            1 => uvec2(width * rng.u32(1..4), height),
            _ => uvec2(side(&mut rng), rng.u32(1..20)),
        };
        let scaled = mask.scaled(size);
        for image in Image::all(IVec2::ZERO) {
            let expected: SolidityMap = image.mask(&scaled);
            assert_eq!(image.mask(&mask).scaled(expected.size()), expected, "{image:?} to {size}\n{mask:?}");
        }
    }
}
