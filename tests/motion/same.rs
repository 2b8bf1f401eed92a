//! The library's mover ends where the plain one does.

use fastrand::Rng;
use reference::motion::floating::PlainFloating;
use reference::motion::level::{self, Level};
use reference::motion::plain::{self, Plain};
use reference::{cases, each_case};
use tileray::glam::{IVec2, Vec2, dvec2, ivec2, vec2};
use tileray::motion::{AxisMove, FloorArea, Slide};
use tileray::{Body, LayerMask, MoveOptions, SolidityMap};

fn amount(rng: &mut Rng) -> f32 {
    match rng.u8(0..8) {
        0 => rng.i32(-3..4) as f32 * 0.5,
        1 => (rng.f32() - 0.5) * 600.0,
        2 => 0.0,
        _ => (rng.f32() - 0.5) * 40.0,
    }
}

#[test]
fn axis_moves_end_at_the_same_pixel_always() {
    let (mut blocked, mut free) = (0, 0);
    for (_, mut rng) in each_case(201, cases(600)) {
        let level = level::any(&mut rng);
        for _ in 0..4 {
            let shape = level::any_shape(&mut rng);
            let at = level::place(&mut rng, &level, &shape);
            let mut body = level::body(&rng, &level, shape, at);
            let mut plain = Plain::new(&level, &body);
            for turn in 0..4 {
                let (axis, amount) = (rng.usize(0..2), amount(&mut rng));
                let around = level.around();
                let found = if axis == 0 { body.move_x(around, amount) } else { body.move_y(around, amount) };
                let expected = AxisMove { contacts: found.contacts, ..plain.move_axis(axis, amount) };
                assert_eq!(found, expected, "turn {turn}: {at} by {amount}");
                assert_eq!(plain::listed(&found.contacts), plain.contacts, "turn {turn}: {at} by {amount}");
                assert_eq!(body.position(), plain.at, "turn {turn}");
                blocked += usize::from(found.blocked);
                free += usize::from(!found.blocked && found.moved != 0);
            }
        }
    }
    assert!(blocked > 100 && free > 100, "{blocked} blocked, {free} free");
}

#[test]
fn slides_end_at_the_same_pixel_with_the_same_answer() {
    let mut seen = [0; 9];
    for (case, mut rng) in each_case(202, cases(1200).max(160)) {
        let level = level::any(&mut rng);
        for _ in 0..2 {
            let (shape, options) = (level::any_shape(&mut rng), level::options(&mut rng));
            let options = options.steep_slide(case % 3 == 0);
            let at = level::place(&mut rng, &level, &shape);
            let mut body = level::body(&rng, &level, shape, at);
            let mut plain = Plain::new(&level, &body);
            let mut velocity = Vec2::ZERO;
            for turn in 0..6 {
                velocity += vec2(amount(&mut rng), amount(&mut rng).abs() * 0.7);
                match rng.u8(0..10) {
                    0 | 1 => velocity.y = -velocity.y.abs() - 3.0,
                    2 => velocity.y *= 0.01,
                    _ => {}
                }
                // It drops through what it stood on before.
                let options = options.drop_through(options.drop_through && rng.bool());
                let before = body.clone();
                let dt = [1.0, 1.0, 1.0, 0.3, 0.0, -1.0][rng.usize(0..6)];
                let found = body.move_and_slide(level.around(), velocity, dt, &options);
                let what = format_args!("turn {turn}: {before:?} by {velocity} with {options:?}");
                plain.assert_slid(&body, &found, velocity, dt, &options, what);
                let answers = [
                    found.on_floor,
                    found.on_ceiling,
                    found.wall.is_some(),
                    found.is_stuck,
                    found.pushed_out != IVec2::ZERO,
                    found.on_floor && found.moved.y < 0,
                    found.on_floor && found.moved.y > 0 && velocity.y == 0.0,
                    found.contacts.len() > 1,
                    found.contacts.iter().any(|contact| contact.solid().is_some()),
                ];
                seen.iter_mut().zip(answers).for_each(|(seen, answer)| *seen += usize::from(answer));
                velocity = found.velocity;
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 1), "{seen:?}");
}

#[test]
fn layers_that_do_not_count_are_not_there() {
    let mut differ = 0;
    for (_, mut rng) in each_case(203, cases(600)) {
        let level = level::any(&mut rng);
        let counts: Vec<bool> = (0..=level.one_way.len()).map(|_| rng.bool()).collect();
        let hidden = (0..counts.len()).filter(|&layer| !counts[layer]);
        let layers = hidden.fold(LayerMask::ALL, |layers, layer| layers.without(LayerMask::layer(layer)));
        let ground = if counts[0] { level.ground.clone() } else { SolidityMap::new(level::SIDE, level::SIDE) };
        let one_way = level.one_way.iter().zip(&counts[1..]).filter(|(_, counts)| **counts);
        let rest =
            Level::new(level.corner, ground, one_way.map(|(layer, _)| layer.clone()).collect(), level.solids.clone());
        let (shape, options) = (level::any_shape(&mut rng), level::options(&mut rng));
        let at = level::place(&mut rng, &rest, &shape);
        let mut body = Body::new(shape, at);
        let mut plain = Plain::new(&rest, &body);
        let mut all = body.clone();
        for turn in 0..4 {
            let velocity = vec2(amount(&mut rng), amount(&mut rng));
            let found = body.move_and_slide(level.around().layers(layers), velocity, 1.0, &options);
            let expected = Slide { contacts: found.contacts, ..plain.slide(velocity, 1.0, &options) };
            assert_eq!(found, expected, "turn {turn}: {at} by {velocity}");
            differ += usize::from(all.move_and_slide(level.around(), velocity, 1.0, &options) != found);
        }
    }
    assert!(differ > cases(600) / 3, "{differ}");
}

#[test]
fn bodies_seen_from_above_end_at_the_same_pixel_with_the_same_answer() {
    let mut seen = [0; 5];
    for (_, mut rng) in each_case(204, cases(1200)) {
        let level = level::any(&mut rng);
        for _ in 0..2 {
            let shape = level::any_shape(&mut rng);
            let at = level::place(&mut rng, &level, &shape);
            let mut body = level::body(&rng, &level, shape, at);
            if !level.is_free_for(&body) {
                continue;
            }
            let pixels = [0, 1, 4, 4, 9, 64][rng.usize(0..6)];
            let options = MoveOptions::top_down().corner_correction(pixels);
            let mut plain = PlainFloating::new(&level, &body);
            let areas: Vec<FloorArea> = (0..rng.usize(0..3))
                .map(|_| {
                    let at = at + ivec2(rng.i32(-20..20), rng.i32(-20..20));
                    FloorArea::new(level::any_shape(&mut rng), at, vec2(amount(&mut rng), amount(&mut rng)))
                })
                .collect();
            for turn in 0..6 {
                let mut velocity = vec2(amount(&mut rng), amount(&mut rng));
                match rng.u8(0..4) {
                    0 => velocity.y = velocity.x,
                    1 => velocity.y = 0.0,
                    _ => {}
                }
                let before = body.clone();
                let dt = [1.0, 1.0, 1.0, 0.3, 0.0, -1.0][rng.usize(0..6)];
                let world = level.around().floor_areas(&areas);
                let found = body.move_and_slide(world, velocity, dt, &options);
                let expected = plain.slide(&areas, velocity, dt, &options);
                let what = format_args!("turn {turn}: {before:?} by {velocity} with {options:?}");
                assert_eq!(found, Slide { contacts: found.contacts, ..expected }, "{what}");
                assert_eq!(plain::listed(&found.contacts), plain.plain.contacts, "{what}");
                let exact = [0, 1].map(|axis| plain.plain.remainder[axis] as f64 / 65536.0);
                let exact = plain.plain.at.as_dvec2() + dvec2(exact[0], exact[1]);
                assert_eq!(body.exact_position(), exact.as_vec2(), "{what}");
                assert!(level.is_free_for(&body), "{what}");
                let asked = (velocity * dt).round().as_ivec2();
                let answers = [
                    found.wall.is_some(),
                    found.velocity.x == 0.0 && found.velocity.y == 0.0 && velocity.x != 0.0 && velocity.y != 0.0,
                    found.contacts.len() > 1,
                    asked.x == 0 && found.moved.x.abs() > 1,
                    !found.contacts.is_empty() && found.moved == asked,
                ];
                seen.iter_mut().zip(answers).for_each(|(seen, answer)| *seen += usize::from(answer));
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 1), "{seen:?}");
}
