//! The pixels of the world that masks cover where they stand, against a look at every pixel.

use crate::posed::{Posed, angle, mask, place, posed};
use reference::{cases, each_case, nearest};
use std::f32::consts::{FRAC_PI_2, FRAC_PI_4, PI};
use std::time::Instant;
use tileray::glam::{IVec2, Vec2, ivec2, vec2};
use tileray::solidity::Orientation;
use tileray::sprite::SpritePixels;
use tileray::{Pose, Rect, SolidityMap};

#[test]
fn a_pixel_is_covered_where_its_center_comes_from_a_solid_one() {
    let (mut unsure, mut covered, mut asked) = (0, 0, 0);
    for (_, mut rng) in each_case(700, cases(3000)) {
        let near = place(&mut rng);
        let posed = posed(&mut rng, near);
        let pixels = posed.pixels();
        for pixel in posed.surroundings() {
            asked += 1;
            let Some(expected) = posed.covers(pixel) else {
                unsure += 1;
                continue;
            };
            assert_eq!(pixels.is_solid(pixel), expected, "{pixel}: {posed:?}");
            assert!(!expected || pixels.bounds().contains(pixel), "{pixel}: {posed:?}");
            covered += usize::from(expected);
        }
        let listed = nearest::pixels(pixels.bounds()).filter(|&pixel| pixels.is_solid(pixel));
        assert!(pixels.pixels().eq(listed), "{posed:?}");
        let point = near + vec2(rng.f32() - 0.5, rng.f32() - 0.5) * 30.0;
        assert_eq!(pixels.contains(point), pixels.is_solid(point.floor().as_ivec2()));
    }
    assert!(unsure * 5 < asked && covered > 20 * cases(3000), "{unsure} and {covered} of {asked}");
}

#[test]
fn on_borders_any_solid_pixel_covers() {
    let mut half = 0;
    for (_, mut rng) in each_case(701, cases(2000)) {
        let quarters = rng.i32(-9..=9);
        let mut fraction = |reach: i32| vec2(rng.i32(-reach..=reach) as f32, rng.i32(-reach..=reach) as f32) / 4.0;
        let (place, pivot) = (fraction(90), fraction(40));
        let angle = (f64::from(quarters) * std::f64::consts::FRAC_PI_2) as f32;
        let posed = Posed { mask: mask(&mut rng), pivot, pose: Pose::new(place, angle) };
        let pixels = posed.pixels();
        for pixel in posed.surroundings() {
            assert_eq!(Some(pixels.is_solid(pixel)), posed.covers(pixel), "{pixel}: {posed:?}");
        }
        // So the picture is that of the turned mask, once or next to itself.
        let orientation =
            [Orientation::IDENTITY, Orientation::ROTATE_90, Orientation::ROTATE_180, Orientation::ROTATE_270]
                [quarters.rem_euclid(4) as usize];
        let turned = posed.mask.oriented(orientation);
        let bounds = pixels.bounds();
        if bounds.is_empty() {
            continue;
        }
        let more = bounds.size() - turned.size();
        assert!(more.max_element() <= 1, "{posed:?}");
        half += more.max_element();
        let nearby = || (0..=more.y as i32).flat_map(|y| (0..=more.x as i32).map(move |x| ivec2(x, y)));
        assert!(nearest::pixels(bounds).all(|at| {
            let local = at - bounds.min;
            pixels.is_solid(at) == nearby().any(|shift| turned.get(local.x - shift.x, local.y - shift.y))
        }));
    }
    assert!(half as usize > cases(2000) / 8, "{half}");
}

#[test]
fn a_translation_is_rounded_to_the_nearest_and_halves_cover_both() {
    let dot = SolidityMap::from_fn(1, 1, |_, _| true);
    let lies_at = |x: f32| SpritePixels::new(&dot, Vec2::ZERO, &Pose::at((x, -x))).bounds();
    for (x, min, max) in [
        (0.0, ivec2(0, 0), ivec2(1, 1)),
        (0.25, ivec2(0, 0), ivec2(1, 1)),
        (0.5, ivec2(0, -1), ivec2(2, 1)),
        (0.5_f32.next_up(), ivec2(1, -1), ivec2(2, 0)),
        (0.5_f32.next_down(), ivec2(0, 0), ivec2(1, 1)),
        (1.5, ivec2(1, -2), ivec2(3, 0)),
        (-0.5, ivec2(-1, 0), ivec2(1, 2)),
        (-1.25, ivec2(-1, 1), ivec2(0, 2)),
        (1e-40, ivec2(0, 0), ivec2(1, 1)),
        (-1e-40, ivec2(0, 0), ivec2(1, 1)),
        (8_388_607.5, ivec2(8_388_607, -8_388_608), ivec2(8_388_609, -8_388_606)),
    ] {
        assert_eq!(lies_at(x), Rect::new(min, max), "{x:e}");
    }
}

#[test]
fn a_full_square_covers_the_same_pixels_after_quarter_turns() {
    for (_, mut rng) in each_case(1803, cases(300)) {
        // Whole, in halves, in quarters, in 1/256 or in a grid that is finer than what rounding leaves.
        let grid = [1.0, 2.0, 2.0, 4.0, 256.0, 4096.0][rng.usize(..6)];
        let mut number = || ((rng.f32() * 60.0 - 30.0) * grid).round() / grid;
        let at = vec2(number(), number());
        let side = rng.u32(1..40);
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
fn turned_pixels_are_those_of_the_turned_mask() {
    for (_, mut rng) in each_case(702, cases(1500)) {
        let Posed { mask, pivot, .. } = posed(&mut rng, Vec2::ZERO);
        let angle = angle(&mut rng);
        assert_eq!(mask.try_rotated_about(angle, mask.size().as_vec2() / 2.0), Ok(mask.rotated(angle)));
        let turned = mask.try_rotated_about(angle, pivot).expect("a small mask");
        let shift = ivec2(rng.i32(-50..=50), rng.i32(-50..=50));
        let pixels = SpritePixels::new(&mask, pivot, &Pose::new(pivot, angle)).translated(shift);
        let frame = Rect::from_size(turned.at + shift, turned.mask.size());
        // A mask of whole pixels cannot lie half way between two.
        let more = (pixels.bounds().size().saturating_sub(turned.mask.size())).as_ivec2();
        let nearby = || (0..=more.y).flat_map(|y| (0..=more.x).map(move |x| ivec2(x, y)));
        for pixel in nearest::pixels(frame.union(&pixels.bounds())) {
            let at = pixel - frame.min;
            let expected = nearby().any(|shift| turned.mask.get(at.x - shift.x, at.y - shift.y));
            assert_eq!(pixels.is_solid(pixel), expected, "{pixel} by {angle}");
        }
    }
}

#[test]
fn pairs_share_what_a_look_at_every_pixel_finds() {
    let (mut meeting, mut apart) = (0, 0);
    for (_, mut rng) in each_case(703, cases(6000)) {
        let near = place(&mut rng);
        let mut both = [(); 2].map(|()| posed(&mut rng, near));
        if rng.u8(..4) == 0 {
            // Half way between two pixels along odd sides.
            for Posed { mask, pivot, pose } in &mut both {
                let quarters = [0.0, 0.0, FRAC_PI_2, PI][rng.usize(..4)];
                (*pivot, *pose) = (mask.size().as_vec2() / 2.0, Pose::new(pose.translation.round(), quarters));
            }
        }
        let [one, other] = both;
        let [a, b] = [one.pixels(), other.pixels()];
        let middle = |pixels: &SpritePixels| (pixels.bounds().min + pixels.bounds().max) / 2;
        let shift = match rng.u8(..4) {
            0 if !a.bounds().is_empty() && !b.bounds().is_empty() => middle(&a) - middle(&b),
            1 => ivec2(rng.i32(-9..=9), rng.i32(-9..=9)),
            _ => IVec2::ZERO,
        };
        let b = b.translated(shift);
        let both = a.bounds().intersection(&b.bounds());
        let expected: Vec<IVec2> = nearest::pixels(both)
            .filter(|&pixel| a.is_solid(pixel) && b.is_solid(pixel) && one.shares(&other, shift, pixel))
            .collect();
        for (a, b) in [(&a, &b), (&b, &a)] {
            assert_eq!(a.overlap(b), expected.first().copied(), "{one:?} {other:?}");
            assert!(a.overlap_pixels(b).eq(expected.iter().copied()), "{one:?} {other:?}");
            assert_eq!(a.overlap_area(b), expected.len() as u64, "{one:?} {other:?}");
        }
        // The way out is the one along which the shared area shrinks fastest.
        let area = |step: IVec2| a.translated(step).overlap_area(&b) as f64;
        let gradient = [IVec2::X, IVec2::Y].map(|step| area(-step) - area(step));
        let length = (gradient[0] * gradient[0] + gradient[1] * gradient[1]).sqrt();
        let normal = Vec2::new((gradient[0] / length) as f32, (gradient[1] / length) as f32);
        let normal = (length > 0.0 && !expected.is_empty()).then_some(normal);
        assert_eq!(a.overlap_normal(&b), normal, "{one:?} {other:?}");
        meeting += usize::from(!expected.is_empty());
        apart += usize::from(expected.is_empty() && !both.is_empty());
    }
    assert!(meeting > cases(6000) / 8 && apart > cases(6000) / 20, "{meeting} and {apart}");
}

#[test]
fn what_is_nowhere_covers_nothing() {
    let block = SolidityMap::from_fn(10, 10, |_, _| true);
    let here = SpritePixels::new(&block, Vec2::ZERO, &Pose::IDENTITY);
    let far = SpritePixels::MAX_COORDINATE as f32;
    let odd = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, f32::MIN, far * 2.0, -far * 2.0];
    let poses = odd.into_iter().flat_map(|odd| {
        [(Pose::at((odd, 0.0)), Vec2::ZERO), (Pose::new((0.0, odd), 0.5), Vec2::ZERO), (Pose::IDENTITY, vec2(0.0, odd))]
    });
    let poses = poses.chain(odd[..3].iter().map(|&odd| (Pose::new((0.0, 0.0), odd), Vec2::ZERO)));
    // At the very border: not with all of its pixels.
    let poses = poses.chain([0.0, 1.0].map(|angle| (Pose::new((far, 0.0), angle), Vec2::ZERO)));
    for (pose, pivot) in poses {
        let pixels = SpritePixels::new(&block, pivot, &pose);
        assert_eq!(pixels.bounds(), Rect::EMPTY, "{pose:?} {pivot}");
        assert!(!pixels.is_solid(IVec2::ZERO) && !pixels.contains(pose.translation), "{pose:?}");
        assert_eq!((pixels.overlap(&here), here.overlap(&pixels), pixels.overlap(&pixels)), (None, None, None));
        assert_eq!((pixels.overlap_area(&here), pixels.overlap_normal(&here)), (0, None));
        assert_eq!(pixels.translated(ivec2(1, 1)).bounds(), Rect::EMPTY);
    }
    for odd in odd {
        assert!(!here.contains(vec2(odd, 1.0)) && !here.contains(vec2(1.0, odd)), "{odd}");
    }
    for (width, height) in [(0, 0), (0, 5), (5, 0)] {
        let empty = SolidityMap::new(width, height);
        for angle in [0.0, 0.3, FRAC_PI_2] {
            let pixels = SpritePixels::new(&empty, vec2(0.5, 0.5), &Pose::new((3.0, 3.0), angle));
            assert_eq!((pixels.bounds(), pixels.overlap(&here)), (Rect::EMPTY, None));
        }
    }
}

#[test]
fn the_ends_of_the_world_are_reached_and_not_passed() {
    let most = SpritePixels::MAX_COORDINATE;
    let block = SolidityMap::from_fn(10, 10, |_, _| true);
    for angle in [0.0, 0.4, PI] {
        let middle = SpritePixels::new(&block, vec2(5.0, 5.0), &Pose::new((0.0, 0.0), angle));
        let Rect { min, max } = middle.bounds();
        for far in [IVec2::splat(most) - max, IVec2::splat(-most) - min, ivec2(most - max.x, -most - min.y)] {
            let there = middle.translated(far);
            assert_eq!(
                (there.overlap_area(&there), there.overlap(&there)),
                (middle.overlap_area(&middle), middle.overlap(&middle).map(|pixel| pixel + far))
            );
            assert_eq!(there.translated(-far).overlap(&middle), middle.overlap(&middle));
            assert_eq!(there.translated(far.signum()).bounds(), Rect::EMPTY, "{angle}: {far}");
            assert_eq!((there.overlap(&middle), middle.overlap(&there)), (None, None));
        }
        for far in [IVec2::MAX, IVec2::MIN, ivec2(i32::MAX, i32::MIN)] {
            assert_eq!(middle.translated(far).bounds(), Rect::EMPTY, "{angle}: {far}");
        }
    }
}

#[test]
fn only_what_the_boxes_share_is_looked_at() {
    let large = SolidityMap::from_fn(2000, 2000, |_, _| true);
    let pixels = |at: f32| SpritePixels::new(&large, Vec2::ZERO, &Pose::new((at, 0.0), 0.7));
    let times = || {
        let start = Instant::now();
        let turned = large.try_rotated_about(0.7, Vec2::ZERO).expect("it is small enough");
        let whole = start.elapsed();
        let start = Instant::now();
        for step in 0..10 {
            let apart = turned.mask.width() as f32 - 6.0 - step as f32;
            let (one, other) = (pixels(0.0), pixels(apart));
            assert_eq!((one.overlap(&other), one.overlap_area(&other)), (None, 0), "they are corner to side");
        }
        (start.elapsed(), whole)
    };
    // Other programs only make a time longer, so the least of some is the true one.
    let tries: Vec<_> = (0..3).map(|_| times()).collect();
    let corners = tries.iter().map(|(corners, _)| corners).min();
    let whole = tries.iter().map(|(_, whole)| whole).min();
    assert!(corners < whole, "ten pairs that share a corner take {corners:?}, to turn one mask {whole:?}");
}
