//! Masks that lie half way between two pixels, or along their borders.

use fastrand::Rng;
use reference::nearest::pixels;
use reference::{cases, each_case};
use std::f32::consts::{FRAC_PI_2, FRAC_PI_4, PI};
use tileray::glam::{Vec2, ivec2, vec2};
use tileray::sprite::SpritePixels;
use tileray::{Pose, SolidityMap};

/// A number near 0: whole, in halves, in quarters, in 1/256 or in a grid that is finer than what rounding leaves.
fn number(rng: &mut Rng, reach: f32) -> f32 {
    let grid = [1.0, 2.0, 2.0, 4.0, 256.0, 4096.0][rng.usize(..6)];
    ((rng.f32() * 2.0 - 1.0) * reach * grid).round() / grid
}

#[test]
fn a_full_square_covers_the_same_pixels_after_quarter_turns() {
    let columns = |pixels: &SpritePixels<'_>| (pixels.bounds().min.x, pixels.bounds().max.x - 1);
    let square = SolidityMap::from_fn(32, 32, |_, _| true);
    for quarters in -4..=4 {
        let posed =
            |x: f32| SpritePixels::new(&square, vec2(16.0, 16.0), &Pose::new((x, 7.0), quarters as f32 * FRAC_PI_2));
        assert_eq!(columns(&posed(100.0)), (84, 115));
        assert_eq!(columns(&posed(100.25)), (84, 115));
        // Half way between two pixels it covers both outer columns by half.
        assert_eq!(columns(&posed(100.5)), (84, 116));
        assert_eq!(columns(&posed(100.5).translated(ivec2(-200, 0))), (-116, -84));
        assert_eq!(columns(&posed(-99.5)), (-116, -84));
    }
    for (_, mut rng) in each_case(1803, cases(300)) {
        let (side, at) = (rng.u32(1..40), vec2(number(&mut rng, 30.0), number(&mut rng, 30.0)));
        let square = SolidityMap::from_fn(side, side, |_, _| true);
        let turned = |eighths: i32| {
            let half = Vec2::splat(side as f32 / 2.0);
            SpritePixels::new(&square, half, &Pose::new(at, eighths as f32 * FRAC_PI_4)).pixels().collect::<Vec<_>>()
        };
        for eighths in -8..8 {
            assert_eq!(turned(eighths), turned(eighths.rem_euclid(2)), "{side} at {at} by {eighths}/8");
        }
    }
}

#[test]
fn half_way_nothing_vanishes_and_touching_is_not_overlapping() {
    // A beam of one pixel along a border of pixels, and a wall.
    let beam = SolidityMap::from_fn(64, 1, |_, _| true);
    let beam = SpritePixels::new(&beam, vec2(0.0, 0.5), &Pose::at((0.0, 100.0)));
    let wall = SolidityMap::from_fn(4, 64, |_, _| true);
    let wall = SpritePixels::new(&wall, Vec2::ZERO, &Pose::at((40.0, 70.0)));
    assert_eq!((beam.overlap(&wall), beam.overlap_area(&wall)), (Some(ivec2(40, 99)), 8));
    // Crates of an odd side about their middles, at whole positions.
    let odd = SolidityMap::from_fn(15, 15, |_, _| true);
    for angle in [0.0, FRAC_PI_2, PI] {
        let at = |x: f32, y: f32| SpritePixels::new(&odd, vec2(7.5, 7.5), &Pose::new((x, y), angle));
        for (x, y, shared) in [(15.0, 0.0, 0), (-15.0, 3.0, 0), (2.0, 15.0, 0), (14.0, 0.0, 2 * 16), (14.0, -14.0, 4)] {
            let (one, other) = (at(0.0, 0.0), at(x, y));
            assert_eq!(one.overlap_area(&other), shared, "{x}, {y} by {angle}");
            assert_eq!(one.overlap(&other).is_some(), shared > 0, "{x}, {y} by {angle}");
        }
        assert_eq!(at(0.0, 0.0).overlap_area(&at(0.0, 0.0)), 16 * 16);
        assert!(pixels(at(0.0, 0.0).bounds()).all(|pixel| at(0.0, 0.0).is_solid(pixel)));
    }
}
