//! Teleports to exact positions, against a plain rule, mirrored, and in games that keep positions of their own.

use fastrand::Rng;
use reference::motion::level;
use reference::{cases, each_case};
use tileray::glam::{DVec2, IVec2, Vec2, ivec2, vec2};
use tileray::motion::FloorArea;
use tileray::{Body, BodyShape, MoveOptions, Solid, SolidityMap, Terrain};

/// The pixel and the fraction, in 1/65536 px, of a coordinate: the nearest pixel, of two the nearer one from `present`.
fn plain(present: i32, exact: f32) -> (i32, i64) {
    let units = |pixel: i32| (f64::from(exact) - f64::from(pixel)) * 65536.0;
    // Rounded as seen from the present pixel, half away from it.
    let (far, away) = (units(present), f64::from(present) * 65536.0);
    let whole = far.signum() * (far.abs() + 0.5).floor() + away;
    let near = f64::from(exact).floor() as i32;
    let candidates = [near - 1, near, near + 1, near + 2].map(|pixel| (pixel, whole - f64::from(pixel) * 65536.0));
    let inside = candidates.into_iter().filter(|(_, fraction)| fraction.abs() <= 32768.0);
    let best = inside.min_by_key(|(pixel, fraction)| (fraction.abs() as i64, (pixel - present).abs()));
    best.map(|(pixel, fraction)| (pixel, fraction as i64)).expect("a pixel")
}

fn number(rng: &mut Rng, around: f32) -> f32 {
    match rng.u8(0..7) {
        0 => around + rng.i32(-6..=6) as f32 * 0.5,
        1 => around + rng.i32(-400_000..400_000) as f32 / 65536.0,
        2 => around + rng.i32(-400_000..400_000) as f32 / 131_072.0,
        3 => rng.i32(-400..400) as f32 * 0.5,
        4 => (rng.f32() - 0.5) * 500.0,
        5 => (rng.f32() - 0.5) * 2e7,
        _ => (rng.f32() - 0.5) * 1e-3,
    }
}

fn open() -> Terrain {
    Terrain::from_solidity(&SolidityMap::new(1, 1))
}

/// A body somewhere, with a fraction of a pixel.
fn start(rng: &mut Rng) -> Body {
    let reach = [3, 100, 4000, 1 << 24][rng.usize(0..4)];
    let at = ivec2(rng.i32(-reach..=reach), rng.i32(-reach..=reach));
    let mut body = Body::new(BodyShape::rectangle((1, 1)).expect("a shape"), at);
    if reach < 1 << 24 {
        body.move_x(&open(), [0.5, -0.5, rng.f32() - 0.5][rng.usize(0..3)]);
        body.move_y(&open(), [0.5, -0.5, rng.f32() - 0.5][rng.usize(0..3)]);
    }
    body
}

#[test]
fn the_nearest_pixel_counts_and_of_two_the_nearer_one() {
    let mut halves = 0;
    for (_, mut rng) in each_case(801, cases(40_000)) {
        let before = start(&mut rng);
        let present = before.exact_position();
        let to = vec2(number(&mut rng, present.x), number(&mut rng, present.y)).clamp(-Vec2::MAX, Vec2::MAX);
        let mut body = before.clone();
        body.set_exact_position(to);
        for axis in 0..2 {
            if to[axis] == present[axis] {
                assert_eq!(body.position()[axis], before.position()[axis]);
                continue;
            }
            let (pixel, fraction) = plain(before.position()[axis], to[axis]);
            assert_eq!(body.position()[axis], pixel, "{before:?} to {to}");
            let exact = (f64::from(pixel) + fraction as f64 / 65536.0) as f32;
            assert_eq!(body.exact_position()[axis], exact, "{before:?} to {to}");
            halves += usize::from(fraction.abs() == 32768);
        }
        // What is read and set again stays the same to the bit, wherever it lies.
        let mut again = body.clone();
        again.set_exact_position(body.exact_position());
        assert_eq!(again, body);
        let mut again = before.clone();
        again.set_exact_position(before.exact_position());
        assert_eq!(again, before);
        // Solids and floor areas alike.
        if before.exact_position() == before.position().as_vec2() {
            let mut solid = Solid::new(before.shape().clone(), before.position());
            let mut area = FloorArea::new(before.shape().clone(), before.position(), Vec2::ZERO);
            solid.set_exact_position(to);
            area.set_exact_position(to.to_array());
            assert_eq!((solid.position(), solid.exact_position()), (body.position(), body.exact_position()));
            assert_eq!((area.position(), area.exact_position()), (body.position(), body.exact_position()));
        }
    }
    assert!(halves > 500, "{halves}");
}

#[test]
fn no_number_does_harm() {
    const MOST: i32 = 1 << 24;
    let mut body = Body::rectangle((4, 4), ivec2(10, 20)).expect("a body");
    body.set_exact_position(vec2(f32::NAN, 20.25));
    assert_eq!((body.position(), body.exact_position()), (ivec2(10, 20), vec2(10.0, 20.25)));
    body.set_exact_position(vec2(f32::INFINITY, f32::MIN));
    assert_eq!((body.position(), body.exact_position()), (ivec2(MOST, -MOST), vec2(MOST as f32, -MOST as f32)));
    body.set_exact_position(vec2(-0.0, 1e-30));
    assert_eq!((body.position(), body.exact_position()), (IVec2::ZERO, Vec2::ZERO));
    body.set_exact_position(vec2(f32::NEG_INFINITY, 3e7));
    assert_eq!(body.position(), ivec2(-MOST, MOST));
}

#[test]
fn a_game_that_keeps_its_own_positions_plays_alike() {
    for (_, mut rng) in each_case(803, cases(300)) {
        let level = level::level(&mut rng);
        let (shape, options) = (level::shape(&mut rng), MoveOptions::default());
        let at = level::place(&mut rng, &level, &shape);
        let (mut kept, mut other) = (Body::new(shape.clone(), at), Body::new(shape, at));
        let mut own = at.as_vec2();
        for _ in 0..60 {
            let velocity = vec2(rng.f32() - 0.5, rng.f32() - 0.3) * 40.0;
            let expected = kept.move_and_slide(level.around(), velocity, 1.0, &options);
            other.set_exact_position(own);
            let found = other.move_and_slide(level.around(), velocity, 1.0, &options);
            own = other.exact_position();
            assert_eq!((found, &other), (expected, &kept));
        }
    }
    // A sum of steps of its own is exact where `f32` has them.
    let (mut body, mut own) = (Body::rectangle((4, 4), IVec2::ZERO).expect("a body"), DVec2::ZERO);
    for _ in 0..1000 {
        own += DVec2::new(3.0 / 65536.0, -5.0 / 65536.0);
        body.set_exact_position(own.as_vec2());
        body.move_x(&open(), 0.0);
        assert_eq!(body.exact_position().as_dvec2(), own);
    }
}
