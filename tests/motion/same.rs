//! The library's mover ends where the plain one does.

use crate::level::{self, Level};
use crate::plain::Plain;
use crate::reference::cases;
use fastrand::Rng;
use tileray::glam::{IVec2, Vec2, dvec2, ivec2, vec2};
use tileray::{Body, MoveOptions, SolidityMap};

fn amount(rng: &mut Rng) -> f32 {
    match rng.u8(0..8) {
        0 => rng.i32(-3..4) as f32 * 0.5,
        1 => (rng.f32() - 0.5) * 600.0,
        2 => 0.0,
        _ => (rng.f32() - 0.5) * 40.0,
    }
}

pub(crate) fn options(rng: &mut Rng) -> MoveOptions {
    if rng.bool() {
        return MoveOptions::default();
    }
    MoveOptions {
        max_slope: [0.0, 0.5, 1.0, 1.5, 2.0, 3.7][rng.usize(0..6)],
        step_height: rng.u32(0..9),
        floor_snap: rng.u32(0..9),
        corner_correction: rng.u32(0..9),
        drop_through: rng.u8(0..4) == 0,
        max_push_out: rng.u32(0..13),
    }
}

#[test]
fn axis_moves_end_at_the_same_pixel_always() {
    let mut rng = Rng::with_seed(201);
    let (mut blocked, mut free) = (0, 0);
    for case in 0..cases(600) {
        let level = level::level(&mut rng);
        for _ in 0..4 {
            let shape = level::shape(&mut rng);
            let at = level::place(&mut rng, &level, &shape);
            let (mut body, mut plain) = (Body::new(shape.clone(), at), Plain::new(&level, &shape, at));
            for turn in 0..4 {
                let (axis, amount) = (rng.usize(0..2), amount(&mut rng));
                let around = level.around();
                let found = if axis == 0 { body.move_x(around, amount) } else { body.move_y(around, amount) };
                assert_eq!(found, plain.move_axis(axis, amount), "case {case}, turn {turn}: {at} by {amount}");
                assert_eq!(body.position(), plain.at, "case {case}, turn {turn}");
                blocked += usize::from(found.blocked);
                free += usize::from(!found.blocked && found.moved != 0);
            }
        }
    }
    assert!(blocked > 100 && free > 100, "{blocked} blocked, {free} free");
}

#[test]
fn slides_end_at_the_same_pixel_with_the_same_answer() {
    let mut rng = Rng::with_seed(202);
    let mut seen = [0; 7];
    for case in 0..cases(600) {
        let level = level::level(&mut rng);
        for _ in 0..2 {
            let (shape, options) = (level::shape(&mut rng), options(&mut rng));
            let at = level::place(&mut rng, &level, &shape);
            let (mut body, mut plain) = (Body::new(shape.clone(), at), Plain::new(&level, &shape, at));
            let mut velocity = Vec2::ZERO;
            for turn in 0..6 {
                velocity += vec2(amount(&mut rng), amount(&mut rng).abs() * 0.7);
                if rng.u8(0..5) == 0 {
                    velocity.y = -velocity.y.abs() - 3.0;
                }
                let before = body.clone();
                let found = body.move_and_slide(level.around(), velocity, 1.0, &options);
                let expected = plain.slide(velocity, 1.0, &options);
                assert_eq!(found, expected, "case {case}, turn {turn}: {before:?} by {velocity} with {options:?}");
                assert_eq!(body.position(), plain.at, "case {case}, turn {turn}: {before:?} by {velocity}");
                let exact = plain.at.as_dvec2() + dvec2(plain.remainder[0] as f64, plain.remainder[1] as f64) / 65536.0;
                assert_eq!(body.exact_position(), exact.as_vec2(), "case {case}, turn {turn}");
                let answers = [
                    found.on_floor,
                    found.on_ceiling,
                    found.wall.is_some(),
                    found.is_stuck,
                    found.pushed_out != IVec2::ZERO,
                    found.on_floor && found.moved.y < 0,
                    found.on_floor && found.moved.y > 0 && velocity.y == 0.0,
                ];
                seen.iter_mut().zip(answers).for_each(|(seen, answer)| *seen += usize::from(answer));
                velocity = found.velocity;
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 1), "{seen:?}");
}

#[test]
fn a_terrain_by_itself_is_what_surrounds_a_body() {
    let level = Level::of(SolidityMap::from_fn(64, 64, |_, y| y > 40));
    let mut body = Body::rectangle((4, 4), ivec2(5, 5)).expect("a body");
    assert_eq!(body.move_y(&level.terrain, 100.0).moved, 32);
}
