//! Masks laid another way, stretched, and turned by quarters. Those turned by any angle are compared with sprites' pixels in
//! `tests/sprites/pixels.rs`.

use super::masks::{self, assert_pixels};
use fastrand::Rng;
use reference::{cases, each_case};
use std::f32::consts::{FRAC_PI_2, FRAC_PI_4};
use tileray::SolidityMap;
use tileray::glam::{ivec2, uvec2, vec2};
use tileray::solidity::{Orientation, PlacedMask};

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
            assert_pixels(&laid, (size.x, size.y), expected, format_args!("{orientation:?} of\n{mask:?}"));
            assert!(laid.oriented(orientation.inverse()) == mask, "{orientation:?}");
            for next in Orientation::ALL {
                assert!(laid.oriented(next) == mask.oriented(orientation.then(next)), "{orientation:?} then {next:?}");
            }
        }
    }
    for (index, orientation) in Orientation::ALL.into_iter().enumerate() {
        assert_eq!((orientation.index(), orientation.then(orientation.inverse())), (index, Orientation::IDENTITY));
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
        // The closed pixels that hold (x + 1/2)·w / W, in units of 1 / 2W.
        let sources = |x: i32, from: u32, to: u32| {
            let (center, side) = ((2 * i64::from(x) + 1) * i64::from(from), 2 * i64::from(to));
            (0..from as i32).filter(move |&x| (i64::from(x) * side..=i64::from(x + 1) * side).contains(&center))
        };
        let expected = |x: i32, y: i32| {
            sources(y, mask.height(), height).any(|y| sources(x, mask.width(), width).any(|x| mask.get(x, y)))
        };
        let what = format_args!("{width}x{height} of\n{mask:?}");
        assert_pixels(&mask.scaled(uvec2(width, height)), (width, height), expected, what);
    }
}

fn small(rng: &mut Rng) -> SolidityMap {
    let (width, height) = (rng.u32(1..20), rng.u32(1..12));
    let density = masks::density(rng);
    masks::noise(rng, width, height, density)
}

#[test]
fn quarter_turns_are_orientations() {
    for (_, mut rng) in each_case(532, cases(300)) {
        let mask = small(&mut rng);
        for (quarters, orientation) in
            [Orientation::IDENTITY, Orientation::ROTATE_90, Orientation::ROTATE_180, Orientation::ROTATE_270]
                .into_iter()
                .enumerate()
        {
            for turns in [-1, 0, 1] {
                let angle = (std::f64::consts::FRAC_PI_2 * (quarters as f64 + 4.0 * f64::from(turns))) as f32;
                let turned = mask.rotated(angle);
                assert!(turned.mask == mask.oriented(orientation), "{angle}");
                let pivot = vec2(rng.f32() * 9.0, rng.f32() * 9.0);
                let turned = mask.try_rotated_about(angle, pivot).expect("a small mask");
                assert!(turned.mask == mask.oriented(orientation), "{angle}");
            }
        }
        // About the center the frame's center stays, where both sides are even or both odd.
        let turned = mask.rotated(FRAC_PI_2);
        let center = (turned.at * 2).as_vec2() + turned.mask.size().as_vec2();
        let off = (center - mask.size().as_vec2()).abs().max_element();
        assert_eq!(off, if (mask.width() + mask.height()).is_multiple_of(2) { 0.0 } else { 1.0 });
        assert_eq!(mask.rotated(0.0), PlacedMask { mask: mask.clone(), at: ivec2(0, 0) });
    }
}

#[test]
fn pictures_of_turned_masks() {
    let cross = SolidityMap::from_ascii("..#..\n..#..\n#####\n..#..\n..#..").expect("a picture");
    let turned = cross.rotated(FRAC_PI_4);
    assert_eq!(
        (turned.mask.to_ascii().as_str(), turned.at),
        (".......\n.......\n..#.#..\n...#...\n..#.#..\n.......\n.......\n", ivec2(-1, -1))
    );
}
