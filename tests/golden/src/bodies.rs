//! Bodies: moves, slides, platforms, jumps, and whole games that are played again.

use crate::answers::{Answers, Setting};
use crate::numbers::Numbers;
use crate::scenes;
use tileray::glam::{DVec2, IVec2, Vec2, ivec2, vec2};
use tileray::motion::{
    CollisionWorldMut, ContactResponse, FloorArea, Jump, JumpEvent, JumpInput, JumpOptions, LiftMomentum, MotionMode,
    Side, StepSmoother,
};
use tileray::terrain::StateHash;
use tileray::{
    Body, BodyShape, CollisionWorld, Direction, Hull, LayerMask, MoveOptions, Pose, Rect, Solid, SolidityMap, Terrain,
};

fn shape(numbers: &mut Numbers) -> BodyShape {
    let size = numbers.pair(1, 24).as_uvec2();
    let shape = match numbers.below(3) {
        0 => BodyShape::rectangle(size),
        1 => BodyShape::rounded(size, numbers.below(1 + size.min_element() / 2)),
        _ => BodyShape::from_mask(scenes::mask_of(numbers.below(8), size + 4, numbers)),
    };
    shape.unwrap_or_else(|_| BodyShape::rectangle((6, 9)).expect("a shape"))
}

fn place(terrain: &Terrain, numbers: &mut Numbers) -> IVec2 {
    scenes::point(terrain.bounds(), 10, numbers).as_ivec2()
}

fn options(numbers: &mut Numbers) -> MoveOptions {
    if numbers.one_in(2) {
        return MoveOptions::default();
    }
    MoveOptions::new()
        .max_slope(numbers.any_of(&[0.0, 0.5, 1.0, 3.7, 64.0, f32::NAN]))
        .step_height(numbers.below(9))
        .floor_snap(numbers.below(9))
        .corner_correction(numbers.below(9))
        .drop_through(numbers.one_in(4))
        .max_push_out(numbers.below(13))
        .mode(numbers.any_of(&[MotionMode::Grounded, MotionMode::Floating]))
        .steep_slide(numbers.one_in(2))
}

/// Returns the pixels that the pieces of a hull meet, row by row: those between the least and the greatest x in the row.
fn covered_pixels(hull: &Hull) -> (SolidityMap, IVec2) {
    let (min, max) = (hull.bounds().min.as_dvec2().floor(), hull.bounds().max.as_dvec2().ceil());
    let size = (max - min).as_uvec2();
    let mut mask = SolidityMap::new(size.x, size.y);
    for piece in hull.pieces() {
        let corners: Vec<DVec2> = piece.points().map(|corner| corner.as_dvec2() - min).collect();
        for row in 0..size.y as i32 {
            let (top, bottom) = (f64::from(row), f64::from(row + 1));
            let (mut from, mut to) = (f64::INFINITY, f64::NEG_INFINITY);
            for (index, &b) in corners.iter().enumerate() {
                let a = corners[(index + corners.len() - 1) % corners.len()];
                if a.y.max(b.y) > top && a.y.min(b.y) < bottom {
                    for y in [a.y.clamp(top, bottom), b.y.clamp(top, bottom)] {
                        let between = || a.x + (b.x - a.x) * ((y - a.y) / (b.y - a.y));
                        let x = [a, b].iter().find(|end| end.y == y).map_or_else(between, |end| end.x);
                        (from, to) = (from.min(x), to.max(x));
                    }
                }
            }
            if from < to {
                mask.fill_rect(Rect::new(ivec2(from.floor() as i32, row), ivec2(to.ceil() as i32, row + 1)));
            }
        }
    }
    (mask, min.as_ivec2())
}

fn solids(terrain: &Terrain, numbers: &mut Numbers) -> Vec<Solid> {
    let mut solids: Vec<Solid> = (0..3)
        .map(|_| {
            let solid = Solid::new(shape(numbers), place(terrain, numbers)).with_conveyor(numbers.number(60.0));
            solid.with_one_way(numbers.any_of(&[None, None, Some(Direction::Down), Some(Direction::Right)]))
        })
        .collect();
    let pose = Pose::new(place(terrain, numbers).as_vec2(), numbers.number(3.0));
    let (covered, min) = covered_pixels(&scenes::hull(numbers).transformed(&pose));
    solids.extend(BodyShape::from_mask(covered).ok().map(|shape| Solid::new(shape, min)));
    solids
}

/// Moves along axes and slides, among solids; with numbers that do harm too.
pub(crate) fn moves(answers: &mut Answers, _: &Setting, numbers: &mut Numbers) {
    for case in 0..12 {
        let terrain = scenes::terrain(case, numbers);
        let solids = solids(&terrain, numbers);
        let world = CollisionWorld::new(&terrain, &solids);
        for number in 0..10 {
            let mut body = Body::new(shape(numbers), place(&terrain, numbers));
            let (options, is_nasty) = (options(numbers), number == 9);
            let mut velocity = Vec2::ZERO;
            for turn in 0..6 {
                let given = if is_nasty { numbers.half_nasty_vector(40.0) } else { numbers.vector(40.0) };
                let dt = if is_nasty { numbers.nasty() } else { numbers.any_of(&[1.0, 0.3, 0.0, -1.0, 1.0 / 60.0]) };
                answers.add(&(body.move_x(world, given.x), body.move_y(world, given.y)));
                velocity += given;
                let slide = if turn % 3 == 2 {
                    let mut ignored = 0;
                    body.move_and_slide_with(world, velocity, dt, &options, |contact| {
                        ignored += 1;
                        if contact.cell().x % 2 == 0 { ContactResponse::Ignore } else { ContactResponse::Stop }
                    })
                } else {
                    body.move_and_slide(world, velocity, dt, &options)
                };
                velocity = slide.velocity;
                answers.add(&slide);
                answers.add(&(&body, body.exact_position(), body.floor(world), body.is_on_ceiling(world)));
                answers.add(&[Side::Left, Side::Right].map(|side| body.ledge_ahead(world, side, 40, &options)));
            }
        }
    }
}

/// Platforms that push and carry bodies.
pub(crate) fn platforms(answers: &mut Answers, _: &Setting, numbers: &mut Numbers) {
    for case in 0..16 {
        let terrain = scenes::terrain(case, numbers);
        let mut solids = solids(&terrain, numbers);
        let mut bodies: Vec<Body> = (0..8).map(|_| Body::new(shape(numbers), place(&terrain, numbers))).collect();
        for turn in 0..20 {
            let solid = numbers.below(solids.len() as u32) as usize;
            let motion =
                if turn == 19 { numbers.nasty_vector().clamp(-Vec2::MAX, Vec2::MAX) } else { numbers.vector(30.0) };
            let motion = if turn == 19 && motion.abs().max_element() > 1e4 { vec2(f32::NAN, 3.5) } else { motion };
            let mode = numbers.any_of(&[MotionMode::Grounded, MotionMode::Floating]);
            let mut world = CollisionWorldMut::new(&terrain, &mut solids)
                .mode(mode)
                .stop_before_squish(turn % 2 == 0)
                .layers(LayerMask::ALL);
            let mut moved: Vec<&mut Body> = bodies.iter_mut().collect();
            answers.add(&world.move_solid(solid, motion, &mut moved));
            answers.add(&(&bodies, &solids[solid]));
        }
    }
}

/// A game of bodies that walk, jump and dig on lifts, and the hash of its state at each step.
#[derive(Clone)]
struct Game {
    terrain: Terrain,
    solids: Vec<Solid>,
    areas: Vec<FloorArea>,
    bodies: Vec<(Body, Vec2, Jump, LiftMomentum)>,
    numbers: Numbers,
    time: u32,
}

impl Game {
    fn new(seed: u64) -> Self {
        let mut numbers = Numbers::new(seed);
        let terrain = scenes::terrain(3, &mut numbers);
        let bodies = (0..12)
            .map(|_| {
                let body = Body::new(shape(&mut numbers), place(&terrain, &mut numbers));
                (body, numbers.vector(100.0), Jump::new(JumpOptions::default()), LiftMomentum::default())
            })
            .collect();
        let area = FloorArea::new(shape(&mut numbers), place(&terrain, &mut numbers), numbers.vector(30.0));
        Self { solids: solids(&terrain, &mut numbers), areas: vec![area], bodies, terrain, numbers, time: 0 }
    }

    fn step(&mut self) {
        let (dt, time) = (1.0 / 60.0, self.time);
        if time.is_multiple_of(30) {
            let at = self.bodies[time as usize / 30 % self.bodies.len()].0.exact_position();
            self.terrain.carve_circle(at + vec2(6.0, 14.0), 7.5);
        }
        let velocity = vec2(1.3, -0.7) * if time % 120 < 60 { 1.0 } else { -1.0 };
        let mut bodies: Vec<&mut Body> = self.bodies.iter_mut().map(|(body, ..)| body).collect();
        for solid in 0..self.solids.len() {
            CollisionWorldMut::new(&self.terrain, &mut self.solids).move_solid(solid, velocity, &mut bodies);
        }
        self.areas.iter_mut().for_each(|area| area.advance(dt));
        let world = CollisionWorld::new(&self.terrain, &self.solids).floor_areas(&self.areas);
        for (body, velocity, jump, lift) in &mut self.bodies {
            let floor = body.floor(world);
            lift.step(floor.and_then(|floor| floor.solid).map(|_| vec2(78.0, -42.0)));
            let (on_floor, rises) = (floor.is_some(), velocity.y < 0.0);
            match jump.step(JumpInput { on_floor, rises, held: self.numbers.one_in(2) }) {
                Some(JumpEvent::Start) => *velocity += vec2(0.0, -260.0) + lift.velocity(),
                Some(JumpEvent::Cut) => velocity.y *= 0.5,
                None => {}
            }
            let belt = floor.and_then(|floor| world.conveyor(&floor)).unwrap_or(0.0);
            velocity.y += 900.0 * dt;
            let asked = *velocity + vec2(belt, 0.0);
            let slide = body.move_and_slide(world, asked, dt, &MoveOptions::default());
            *velocity = vec2(if slide.wall.is_some() { -velocity.x } else { velocity.x }, slide.velocity.y);
        }
        self.time += 1;
    }

    fn hash(&self) -> u64 {
        let mut hash = StateHash::new();
        self.terrain.hash_state(&mut hash);
        self.solids.iter().for_each(|solid| solid.hash_state(&mut hash));
        self.areas.iter().for_each(|area| area.hash_state(&mut hash));
        for (body, velocity, jump, lift) in &self.bodies {
            body.hash_state(&mut hash);
            hash.add_f32(velocity.x);
            hash.add_f32(velocity.y);
            jump.hash_state(&mut hash);
            lift.hash_state(&mut hash);
        }
        hash.finish()
    }
}

/// Games, and the same games from the middle on, which have to come to the same states.
pub(crate) fn replays(answers: &mut Answers, _: &Setting, _: &mut Numbers) {
    for seed in 0..3 {
        let mut game = Game::new(110 + seed);
        let mut middle = game.clone();
        for time in 0..150 {
            game.step();
            answers.add(&game.hash());
            if time == 75 {
                middle = game.clone();
            }
        }
        (76..150).for_each(|_| middle.step());
        assert_eq!(middle.hash(), game.hash(), "a game that is played again from the middle");
        for (body, velocity, ..) in &game.bodies {
            answers.add(&(body, velocity));
        }
    }
}

/// Where bodies that walk on rough floors are drawn, with smoothed steps; with numbers that do harm too.
pub(crate) fn smoothed_steps(answers: &mut Answers, _: &Setting, numbers: &mut Numbers) {
    for case in 0..12 {
        let terrain = scenes::terrain(case, numbers);
        let mut body = Body::new(shape(numbers), place(&terrain, numbers));
        let (mut smoother, mut velocity) = (StepSmoother::new(numbers.number(12.0).abs()), Vec2::ZERO);
        for turn in 0..200 {
            let is_nasty = turn % 50 == 49;
            velocity.x = if turn % 20 == 0 { numbers.number(300.0) } else { velocity.x };
            let given = vec2(velocity.x, velocity.y + 15.0);
            let dt = if is_nasty { numbers.nasty() } else { 1.0 / 60.0 };
            let slide = body.move_and_slide(&terrain, given, dt, &MoveOptions::default());
            velocity.y = slide.velocity.y;
            answers.add(&smoother.step(&body, &slide, dt));
        }
    }
}
