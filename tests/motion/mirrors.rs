//! The same scene turned or mirrored gives the turned or mirrored answer, to the bit, frame by frame.
//!
//! Solids that move and carry, floors, responses and drawn options, which the common scenes do not have.

use fastrand::Rng;
use reference::mirrors::Image;
use reference::motion::images::Images;
use reference::motion::level::{self, Level};
use reference::{cases, each_case};
use tileray::glam::{DVec2, IVec2, Vec2, Vec2Swizzles, dvec2, ivec2, vec2};
use tileray::motion::{
    CarriedBody, CollisionWorldMut, ContactResponse, FloorArea, MotionMode, MoveContact, MoveContacts, Side,
};
use tileray::{Body, BodyShape, Direction, MoveOptions, Rect, Solid, SolidityMap};

fn side(direction: Direction) -> Side {
    if direction == Direction::Right { Side::Right } else { Side::Left }
}

/// The middle of some pixels, twice.
fn middle(at: DVec2, shape: &BodyShape) -> DVec2 {
    at * 2.0 + shape.mask().size().as_dvec2()
}

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

/// A contact without its pixel: of two equally near to the middle, the left or upper one is named.
type Met = (IVec2, Option<usize>, Option<usize>, DVec2);

/// What a step of a scene answers.
#[derive(Clone, Debug, Default, PartialEq)]
struct Answer {
    vectors: Vec<DVec2>,
    numbers: Vec<Option<u32>>,
    contacts: Vec<Met>,
}

impl Answer {
    fn add_contacts(&mut self, contacts: &[MoveContact]) {
        // Later ones are dropped.
        if contacts.len() < MoveContacts::CAPACITY {
            let met = |it: &MoveContact| (it.normal().as_ivec2(), it.layer(), it.solid(), it.velocity().as_dvec2());
            self.contacts.extend(contacts.iter().map(met));
        }
    }

    fn add_flags<const N: usize>(&mut self, flags: [bool; N]) {
        self.numbers.extend(flags.map(|flag| Some(flag.into())));
    }

    /// The answer to the image of the question. Contacts have no order.
    fn turned(&self, turn: Image) -> Self {
        let mut contacts: Vec<Met> = self
            .contacts
            .iter()
            .map(|&(normal, layer, solid, velocity)| {
                (turn.step(normal), layer, solid, turn.dvector(velocity) + DVec2::ZERO)
            })
            .collect();
        let total = |vector: DVec2| vector.to_array().map(f64::to_bits);
        contacts.sort_by_key(|&(normal, layer, solid, velocity)| (normal.to_array(), layer, solid, total(velocity)));
        let vectors = self.vectors.iter().map(|&vector| turn.dvector(vector) + DVec2::ZERO).collect();
        Self { vectors, numbers: self.numbers.clone(), contacts }
    }
}

/// Plays a scene in one of its images.
fn play(scene: &Scene, turn: Image) -> Vec<Answer> {
    let (mut level, options) = (turn.level(&scene.level), &scene.options);
    let mut bodies: Vec<Body> = scene.bodies.iter().map(|body| turn.body(body)).collect();
    let mut areas: Vec<FloorArea> = scene.areas.iter().map(|area| turn.area(area)).collect();
    let is_grounded = options.mode == MotionMode::Grounded;
    let starts: Vec<IVec2> = bodies.iter().map(Body::position).collect();
    let mut answers = Vec::new();
    for (number, step) in scene.steps.iter().enumerate() {
        let mut answer = Answer::default();
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
                answer.vectors.push(moved.as_dvec2());
                answer.numbers.extend([Some(body as u32), Some(squished.into())]);
            }
            let solid = &level.solids[index];
            answer.vectors.push(middle(solid.position().as_dvec2(), solid.shape()));
        }
        areas.iter_mut().for_each(|area| area.advance(step.dt));
        let world = level.around().floor_areas(&areas);
        for (body, velocity) in bodies.iter_mut().zip(step.velocities) {
            if let Some(motion) = step.axis {
                let motion = turn.vector(motion);
                let is_x = motion.x != 0.0;
                let found = if is_x { body.move_x(world, motion.x) } else { body.move_y(world, motion.y) };
                let moved = f64::from(found.moved);
                answer.vectors.push(if is_x { dvec2(moved, 0.0) } else { dvec2(0.0, moved) });
                answer.add_flags([found.blocked]);
                answer.add_contacts(&found.contacts);
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
                answer.vectors.extend([found.moved, found.pushed_out].map(IVec2::as_dvec2));
                answer.vectors.push(found.velocity.as_dvec2());
                answer.add_flags([found.is_stuck, found.on_floor, found.on_ceiling]);
                if is_grounded {
                    answer.vectors.push(dvec2(found.wall.map_or(0.0, |side| side.sign().into()), 0.0));
                }
                if is_grounded && number % 5 == 0 {
                    let sides = [Direction::Left, Direction::Right].map(|way| side(turn.direction(way)));
                    answer.numbers.extend(sides.map(|side| body.ledge_ahead(world, side, 9, options)));
                    answer.add_flags(sides.map(|side| body.is_on_wall(world, side)));
                    answer.add_flags([body.floor(world).is_some()]);
                }
                answer.add_contacts(&found.contacts);
            }
            let middle = middle(body.position().as_dvec2(), body.shape());
            answer.vectors.push(middle);
            if middle.abs().max_element() < 400.0 {
                // There `f32` has every fraction that a body keeps.
                answer.vectors.push((body.exact_position() - body.position().as_vec2()).as_dvec2());
            }
        }
        answers.push(answer);
    }
    answers
}

/// A length in pixels, many at ties.
fn length(rng: &mut Rng) -> f32 {
    match rng.u8(0..8) {
        0 => rng.i32(-8..=8) as f32 * 0.5,
        1 => rng.i32(-8..=8) as f32 * 1.5,
        2 => rng.i32(-2..=2) as f32,
        3 => rng.i32(-9..=9) as f32 * 0.25,
        4 => rng.i32(-200_000..200_000) as f32 / 65536.0,
        5 => (rng.f32() - 0.5) * 8.0,
        6 => 0.0,
        _ => (rng.f32() - 0.5) * 90.0,
    }
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
            assert_eq!(found.turned(Image::ALL[0]), expected.turned(turn), "step {index} {step:?}, {turn:?}");
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

fn body(at: IVec2) -> Body {
    Body::rectangle((12, 14), at).expect("a body")
}

fn block(size: (u32, u32), at: IVec2) -> Solid {
    Solid::new(BodyShape::rectangle(size).expect("a shape"), at)
}

#[test]
fn at_half_a_pixel_all_stay_where_they_are() {
    let (level, walls) = (open(), Level::of(SolidityMap::from_fn(400, 400, |x, _| x == 185 || x == 214)));
    for (side, wall) in [(1, (214 - 2 - 12, 2)), (-1, (186 + 2, -2))] {
        let along = side as f32 * 1.5;
        let (mut walker, mut above, mut crate_box) =
            (body(ivec2(200, 200)), body(ivec2(200, 200)), body(ivec2(200, 200)));
        let mut area = FloorArea::new(crate_box.shape().clone(), (200, 200), (along, -along));
        let mut doors = [block((12, 40), ivec2(200 - 12 * side, 190))];
        let mut pushed = body(ivec2(200, 200));
        for expected in [1, 3, 4, 6] {
            walker.move_and_slide(level.around(), vec2(along, 0.0), 1.0, &MoveOptions::default());
            above.move_and_slide(level.around(), vec2(-along, along), 1.0, &MoveOptions::top_down());
            crate_box.move_x(level.around(), along);
            crate_box.move_y(level.around(), -along);
            area.advance(1.0);
            CollisionWorldMut::new(&level.terrain, &mut doors).mode(MotionMode::Floating).move_solid(
                0,
                vec2(along, 0.0),
                &mut [&mut pushed],
            );
            let moved = side * expected;
            assert_eq!(
                (walker.position(), above.position()),
                (ivec2(200 + moved, 200), ivec2(200 - moved, 200 + moved))
            );
            assert_eq!(
                (crate_box.position(), area.position()),
                (ivec2(200 + moved, 200 - moved), crate_box.position())
            );
            assert_eq!((pushed.position(), doors[0].position().x), (ivec2(200 + moved, 200), 200 - 12 * side + moved));
        }
        // Two pixels from a wall it comes to it in the second frame, and is stopped in the third.
        let mut walker = body(ivec2(wall.0, 200));
        let frames =
            [(); 3].map(|()| walker.move_and_slide(walls.around(), vec2(along, 0.0), 1.0, &MoveOptions::default()));
        assert_eq!(frames.map(|slide| slide.wall.is_some()), [false, true, true]);
        assert_eq!(walker.position().x, wall.0 + wall.1);
    }
}

#[test]
fn past_the_corner_of_a_shelf_both_sides_alike() {
    let level = Level::of(SolidityMap::from_fn(400, 400, |x, y| y == 220 && !(194..218).contains(&x)));
    for side in [1, -1] {
        let mut hero = body(ivec2(200, 200));
        for _ in 0..12 {
            hero.move_and_slide(level.around(), vec2(side as f32, 1.0), 1.0, &MoveOptions::default());
        }
        // Along x first, so it comes onto the shelf.
        assert_eq!(hero.position(), ivec2(200 + side * 12, 206));
    }
}

#[test]
fn of_two_sides_the_motion_chooses_or_none() {
    // A post of 2 pixels over the middle of the body, and one through it from far above.
    let over = Level::of(SolidityMap::from_fn(400, 400, |x, y| (205..207).contains(&x) && y < 195));
    let through = Level::of(SolidityMap::from_fn(400, 400, |x, y| (205..207).contains(&x) && y < 260));
    let options = MoveOptions::new().corner_correction(9);
    for (along, aside, out) in [(0.0, None, None), (1.0, Some(7), Some(7)), (-1.0, Some(-7), Some(-7))] {
        let mut hero = body(ivec2(200, 200));
        let slide = hero.move_and_slide(over.around(), vec2(along * 0.1, -8.0), 1.0, &options);
        assert_eq!((slide.on_ceiling, slide.moved.x), (aside.is_none(), aside.unwrap_or(0)));
        for options in [MoveOptions::default(), MoveOptions::top_down()] {
            let mut hero = body(ivec2(200, 200));
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
        block((100, 8), ivec2(106, 214)).with_conveyor(3.0),
        block((100, 8), ivec2(206, 214)).with_conveyor(-1.0),
        block((100, 8), ivec2(306, 214)),
    ];
    for (x, moved) in [(199, 3), (200, 1), (201, -1), (300, 0), (301, 0)] {
        let mut hero = body(ivec2(x, 200));
        let slide = hero.move_and_slide(level.around(), vec2(0.0, 1.0), 1.0, &MoveOptions::default());
        assert_eq!((slide.moved, slide.on_floor), (ivec2(moved, 0), true), "{x}");
    }
    let mut hero = body(ivec2(300, 200));
    hero.move_and_slide(level.around(), Vec2::ZERO, 1.0, &MoveOptions::default());
    assert_eq!(hero.exact_position().x, 299.5);
}

#[test]
fn a_solid_on_a_diagonal_pushes_a_corner_along_both_axes() {
    let tip = Level::of(SolidityMap::from_fn(400, 400, |x, y| x >= 215 && y >= 217));
    let wall = Level::of(SolidityMap::from_fn(400, 400, |x, _| x >= 212));
    for (level, moved, squished) in [(open(), ivec2(5, 5), false), (wall, ivec2(0, 5), false), (tip, ivec2(3, 3), true)]
    {
        let mut solids = [block((12, 14), ivec2(188, 186))];
        let mut hero = body(ivec2(200, 200));
        let mut world = CollisionWorldMut::new(&level.terrain, &mut solids).mode(MotionMode::Floating);
        let found = world.move_solid(0, vec2(5.0, 5.0), &mut [&mut hero]);
        assert_eq!(found, [CarriedBody { body: 0, moved, squished }]);
    }
}
