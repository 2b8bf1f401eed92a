//! The same scene turned or mirrored gives the turned or mirrored answer, to the bit, frame by frame.
//!
//! Solids that move and carry, floors, responses and drawn options, which the common scenes do not have.

use crate::{block, hero};
use fastrand::Rng;
use reference::mirrors::{Grain, Image, Value, met};
use reference::motion::level::{self, Level};
use reference::{cases, each_case};
use tileray::glam::{IVec2, Vec2, Vec2Swizzles, ivec2, vec2};
use tileray::motion::{CarriedBody, CollisionWorldMut, ContactResponse, FloorArea, MotionMode, MoveContact, Side};
use tileray::{Body, BodyShape, Direction, MoveOptions, Rect, SolidityMap};

/// The bodies of a scene, which do not collide.
const BODIES: usize = 3;

/// What happens in a frame, and in all images of it.
#[derive(Clone, Debug)]
struct Step {
    velocities: [Vec2; BODIES],
    dt: f32,
    /// The bodies are moved along one axis instead of sliding.
    axis: Option<Vec2>,
    /// The solid that moves, and its motion.
    solid: Option<(usize, Vec2)>,
    /// Whether some solids are passed.
    passes: bool,
}

#[derive(Debug)]
struct Scene {
    level: Level,
    bodies: [Body; BODIES],
    areas: Vec<FloorArea>,
    options: MoveOptions,
    stops_before_squish: bool,
    steps: Vec<Step>,
}

/// The rectangle of a shape's mask.
fn rect(shape: &BodyShape, at: IVec2) -> Value {
    Value::Rect(Rect::from_size(at, shape.mask().size()))
}

/// Plays a scene in one of its images. Returns what each step answers.
fn play(scene: &Scene, turn: Image) -> Vec<Value> {
    let (mut level, options) = (turn.level(&scene.level), &scene.options);
    let mut bodies: Vec<Body> = scene.bodies.iter().map(|body| turn.body(body)).collect();
    let mut areas: Vec<FloorArea> = scene.areas.iter().map(|area| turn.area(area)).collect();
    let is_grounded = options.mode == MotionMode::Grounded;
    let sides = [Direction::Left, Direction::Right]
        .map(|way| if turn.direction(way) == Direction::Right { Side::Right } else { Side::Left });
    let starts: Vec<IVec2> = bodies.iter().map(Body::position).collect();
    let mut answers = Vec::new();
    for (number, step) in scene.steps.iter().enumerate() {
        let mut answer: Vec<Value> = Vec::new();
        if number % 10 == 9 {
            bodies.iter_mut().zip(&starts).for_each(|(body, &start)| body.set_position(start));
        }
        if let Some((index, motion)) = step.solid {
            let mut references: Vec<&mut Body> = bodies.iter_mut().collect();
            let carried = CollisionWorldMut::new(&level.terrain, &mut level.solids)
                .mode(options.mode)
                .stop_before_squish(scene.stops_before_squish)
                .move_solid(index, turn.vector(motion), &mut references);
            for CarriedBody { body, moved, squished } in carried {
                answer.extend([body.into(), Value::Step(moved), squished.into()]);
            }
            answer.push(rect(level.solids[index].shape(), level.solids[index].position()));
        }
        areas.iter_mut().for_each(|area| area.advance(step.dt));
        let world = level.around().floor_areas(&areas);
        for (body, velocity) in bodies.iter_mut().zip(step.velocities) {
            if let Some(motion) = step.axis {
                let motion = turn.vector(motion);
                let is_x = motion.x != 0.0;
                let found = if is_x { body.move_x(world, motion.x) } else { body.move_y(world, motion.y) };
                let moved = Value::Step(if is_x { ivec2(found.moved, 0) } else { ivec2(0, found.moved) });
                answer.extend([moved, found.blocked.into(), met(&found.contacts)]);
            } else {
                let velocity = turn.vector(velocity);
                let respond = |contact: &MoveContact| match contact.solid() {
                    Some(index) if index % 2 == 0 => ContactResponse::Ignore,
                    _ => ContactResponse::Accept,
                };
                let found = match step.passes {
                    true => body.move_and_slide_with(world, velocity, step.dt, options, respond),
                    false => body.move_and_slide(world, velocity, step.dt, options),
                };
                answer.extend([found.moved, found.pushed_out].map(Value::Step));
                answer.extend([found.velocity.into(), met(&found.contacts)]);
                answer.extend([found.is_stuck, found.on_floor, found.on_ceiling].map(Value::from));
                if is_grounded {
                    answer.push(Value::Step(ivec2(found.wall.map_or(0, Side::sign), 0)));
                }
                if is_grounded && number % 5 == 0 {
                    answer.extend(
                        sides.map(|side| body.ledge_ahead(world, side, 9, options).map(|it| it as usize).into()),
                    );
                    answer.extend(sides.map(|side| body.is_on_wall(world, side).into()));
                    answer.push(body.floor(world).is_some().into());
                }
            }
            answer.push(rect(body.shape(), body.position()));
            let Rect { min, max } = body.rect();
            if min.abs().max(max.abs()).max_element() < 200 {
                // There `f32` has every fraction that a body keeps.
                answer.push((body.exact_position() - body.position().as_vec2()).into());
            }
        }
        answers.push(Value::List(answer));
    }
    answers
}

/// A length in pixels, many at ties.
fn length(rng: &mut Rng) -> f32 {
    let reach = [0.4, 1.5, 4.0, 4.0, 45.0][rng.usize(0..5)];
    Grain::any(rng).number(rng, reach)
}

fn vector(rng: &mut Rng) -> Vec2 {
    let (x, y) = (length(rng), length(rng));
    match rng.u8(0..8) {
        0 => vec2(x, x),
        1 => vec2(x, -x),
        2 => vec2(x, 0.5 * x),
        3 => vec2(0.0, y),
        _ => vec2(x, y),
    }
}

fn scene(rng: &mut Rng, mode: MotionMode) -> Scene {
    let drawn = level::level(rng);
    let mut ground = drawn.ground;
    let options = level::options(rng).mode(mode).steep_slide(rng.bool()).max_push_out(rng.u32(0..9));
    let shapes = [(); BODIES].map(|()| level::shape(rng));
    let spot = ivec2(rng.i32(10..140), rng.i32(10..140));
    if rng.u8(0..3) == 0 {
        // A post or a plate in the middle of the body, or before it.
        let size = shapes[0].mask().size().as_ivec2();
        let (reach, off) = (ivec2(rng.i32(0..4), rng.i32(0..40)), ivec2(0, rng.i32(-30..10)));
        let (reach, off) = if rng.bool() { (reach, off) } else { (reach.yx(), off.yx()) };
        let low = spot + off + size / 2 - reach;
        ground.fill_rect(Rect::new(low, low + reach * 2 + size % 2));
    }
    let mut level = Level::new(ivec2(-90, -70), ground, drawn.one_way, Vec::new());
    if rng.u8(0..3) > 0 {
        level::add_solids(&mut level, rng);
    }
    for solid in &mut level.solids {
        solid.conveyor = [0.0, 1.0, -2.5, 3.0, -1.5][rng.usize(0..5)];
    }
    level::draw_categories(&mut level, rng);
    let mut bodies = shapes.map(|shape| {
        let place = level::place(rng, &level, &shape);
        level::body(rng, &level, shape, place)
    });
    bodies[0].set_position(level.corner + spot);
    let area = |rng: &mut Rng| {
        let at = level.corner + spot + ivec2(rng.i32(-20..10), rng.i32(-20..10));
        FloorArea::new(level::shape(rng), at, vector(rng))
    };
    let areas = (0..if mode == MotionMode::Floating { rng.usize(0..3) } else { 0 }).map(|_| area(rng)).collect();
    let mut held = [Vec2::ZERO; BODIES];
    let mut solid = None;
    let steps = (0..40)
        .map(|_| {
            // Held for a while, as keys are.
            if rng.u8(0..4) == 0 {
                held = [(); BODIES].map(|()| vector(rng));
            }
            if !level.solids.is_empty() && rng.u8(0..8) == 0 {
                solid = rng.bool().then(|| (rng.usize(0..level.solids.len()), vector(rng)));
            }
            let along = length(rng);
            let axis = if rng.bool() { vec2(along, 0.0) } else { vec2(0.0, along) };
            Step {
                velocities: held,
                dt: [1.0, 1.0, 1.0, 0.5, 1.0 / 60.0, 0.0][rng.usize(0..6)],
                axis: (rng.u8(0..6) == 0 && along != 0.0).then_some(axis),
                solid,
                passes: rng.u8(0..8) == 0,
            }
        })
        .collect();
    Scene { level, bodies, areas, options, stops_before_squish: rng.u8(0..3) == 0, steps }
}

/// Plays scenes and an image of each, and compares every step.
fn compare(seed: u64, count: usize, mode: MotionMode, images: &[Image]) {
    for (case, mut rng) in each_case(seed, count) {
        let scene = scene(&mut rng, mode);
        let expected = play(&scene, Image::ALL[0]);
        let turn = images[case % images.len()];
        for (index, (expected, found)) in expected.iter().zip(play(&scene, turn)).enumerate() {
            let step = &scene.steps[index];
            assert_eq!(found.image(turn.inverse()), *expected, "step {index} {step:?}, {turn:?}");
        }
    }
}

#[test]
fn with_a_floor_left_and_right_play_alike() {
    compare(901, cases(200 * 16), MotionMode::Grounded, &Image::ALL[1..2]);
}

#[test]
fn from_above_all_images_play_alike() {
    compare(902, cases(200 * 16), MotionMode::Floating, &Image::ALL[1..]);
}

fn open() -> Level {
    Level::of(SolidityMap::new(400, 400))
}

#[test]
fn at_half_a_pixel_a_floor_area_stays_where_it_is() {
    for side in [1.0, -1.0] {
        let mut area = FloorArea::new(hero(0, 0).shape().clone(), (0, 0), vec2(1.5, -1.5) * side);
        let moved = [(); 4].map(|()| {
            area.advance(1.0);
            area.position().as_vec2() * side
        });
        assert_eq!(moved, [1.0, 3.0, 4.0, 6.0].map(|along| vec2(along, -along)));
    }
}

#[test]
fn of_two_sides_the_motion_chooses_or_none() {
    // A post of 2 pixels over the middle of the body, and one through it from far above.
    let over = Level::of(SolidityMap::from_fn(400, 400, |x, y| (205..207).contains(&x) && y < 195));
    let through = Level::of(SolidityMap::from_fn(400, 400, |x, y| (205..207).contains(&x) && y < 260));
    let options = MoveOptions::new().corner_correction(9);
    for (along, aside, out) in [(0.0, None, None), (1.0, Some(7), Some(7)), (-1.0, Some(-7), Some(-7))] {
        let slide = hero(200, 200).move_and_slide(over.around(), vec2(along * 0.1, -8.0), 1.0, &options);
        assert_eq!((slide.on_ceiling, slide.moved.x), (aside.is_none(), aside.unwrap_or(0)));
        for options in [MoveOptions::default(), MoveOptions::top_down()] {
            let mut hero = hero(200, 200);
            let slide = hero.move_and_slide(through.around(), vec2(along * 0.1, 0.0), 1.0, &options);
            assert_eq!((slide.is_stuck, slide.pushed_out), (out.is_none(), ivec2(out.unwrap_or(0), 0)));
            // A fraction of a pixel does as well.
            hero.set_position(ivec2(200, 200));
            hero.move_x(open().around(), along * 0.1);
            let slide = hero.move_and_slide(through.around(), Vec2::ZERO, 1.0, &options);
            assert_eq!((slide.is_stuck, slide.pushed_out), (out.is_none(), ivec2(out.unwrap_or(0), 0)));
        }
    }
}

#[test]
fn right_between_two_conveyors_a_body_runs_at_the_mean_of_their_speeds() {
    let mut level = open();
    level.solids = vec![
        block((100, 8), 106, 214).with_conveyor(3.0),
        block((100, 8), 206, 214).with_conveyor(-1.0),
        block((100, 8), 306, 214),
    ];
    for (x, moved) in [(199, 3), (200, 1), (201, -1), (300, 0), (301, 0)] {
        let mut hero = hero(x, 200);
        let slide = hero.move_and_slide(level.around(), vec2(0.0, 1.0), 1.0, &MoveOptions::default());
        assert_eq!((slide.moved, slide.on_floor), (ivec2(moved, 0), true), "{x}");
    }
    let mut hero = hero(300, 200);
    hero.move_and_slide(level.around(), Vec2::ZERO, 1.0, &MoveOptions::default());
    assert_eq!(hero.exact_position().x, 299.5);
}
