//! Bodies seen from above: mirrored and turned set-ups, corners, slanted walls, and floors that carry.

use fastrand::Rng;
use reference::motion::level::{self, Level};
use reference::{Replay, cases, numbers, seeded};
use tileray::glam::{DVec2, IVec2, UVec2, Vec2, dvec2, ivec2, vec2};
use tileray::motion::FloorArea;
use tileray::solidity::Orientation;
use tileray::{Body, BodyShape, Direction, MoveOptions, Solid, SolidityMap};

/// The eight symmetries of the square: x and y swapped first, then mirrored.
#[derive(Clone, Copy, Debug)]
struct Turn(Orientation);

impl Turn {
    fn all() -> impl Iterator<Item = Self> {
        let turn = |bits: u32| Orientation { diagonal: bits & 1 > 0, horizontal: bits & 2 > 0, vertical: bits & 4 > 0 };
        (0..8).map(move |bits| Self(turn(bits)))
    }

    fn exact(self, vector: DVec2) -> DVec2 {
        let vector = if self.0.diagonal { dvec2(vector.y, vector.x) } else { vector };
        dvec2(if self.0.horizontal { -vector.x } else { vector.x }, if self.0.vertical { -vector.y } else { vector.y })
    }

    fn vector(self, vector: Vec2) -> Vec2 {
        self.exact(vector.as_dvec2()).as_vec2()
    }

    fn step(self, vector: IVec2) -> IVec2 {
        self.vector(vector.as_vec2()).as_ivec2()
    }

    /// Where the first pixel of a rectangle comes to lie.
    fn corner(self, at: IVec2, size: UVec2) -> IVec2 {
        let (a, b) = (self.step(at), self.step(at + size.as_ivec2()));
        a.min(b)
    }

    fn mask(self, mask: &SolidityMap) -> SolidityMap {
        mask.oriented(self.0)
    }

    fn shape(self, shape: &BodyShape) -> BodyShape {
        BodyShape::from_mask(self.mask(shape.mask())).expect("a shape")
    }

    fn direction(self, direction: Direction) -> Direction {
        let step = self.step(level::step(direction));
        level::WAYS.into_iter().find(|&way| level::step(way) == step).expect("a direction")
    }

    fn solid(self, solid: &Solid) -> Solid {
        let at = self.corner(solid.position(), solid.shape().mask().size());
        Solid::new(self.shape(solid.shape()), at).with_one_way(solid.one_way.map(|way| self.direction(way)))
    }

    fn level(self, level: &Level) -> Level {
        let one_way = level.one_way.iter().map(|(way, mask)| (self.direction(*way), self.mask(mask)));
        let solids = level.solids.iter().map(|solid| self.solid(solid));
        let corner = self.corner(level.corner, level.ground.size());
        Level::new(corner, self.mask(&level.ground), one_way.collect(), solids.collect())
    }

    fn body(self, body: &Body) -> Body {
        Body::new(self.shape(body.shape()), self.corner(body.position(), body.shape().mask().size()))
    }

    fn area(self, area: &FloorArea) -> FloorArea {
        let at = self.corner(area.position(), area.shape().mask().size());
        FloorArea::new(self.shape(area.shape()), at, self.vector(area.velocity))
    }
}

fn disc(side: u32) -> BodyShape {
    BodyShape::rounded((side, side), side).expect("a disc")
}

/// The exact middle of a body, twice. Within 255 px of the origin `f32` has every fraction that a body keeps; beyond, the
/// middle of its pixels.
fn middle(body: &Body) -> DVec2 {
    let end = body.position() + body.shape().mask().size().as_ivec2();
    let is_exact = body.position().abs().max(end.abs()).max_element() <= 254;
    let at = if is_exact { body.exact_position() } else { body.position().as_vec2() };
    at.as_dvec2() * 2.0 + body.shape().mask().size().as_dvec2()
}

/// How far a disc gets that moves 180 px toward a diamond, in each of the eight set-ups.
fn around_a_diamond(options: &MoveOptions, offset: i32) -> Vec<Vec2> {
    let (size, half) = (400, 40);
    let diamond = SolidityMap::from_fn(size, size, |x, y| x.abs_diff(200) + y.abs_diff(200) < half);
    let level = Level::of(diamond);
    let body = Body::new(disc(16), ivec2(192 + offset, 80));
    let moved = |turn: Turn| {
        let (level, mut body) = (turn.level(&level), turn.body(&body));
        let start = middle(&body);
        for _ in 0..60 {
            body.move_and_slide(level.around(), turn.vector(vec2(0.0, 180.0)), 1.0 / 60.0, options);
        }
        // Turned back.
        let way = ((middle(&body) - start) / 2.0).as_vec2();
        Vec2::from_array([Vec2::X, Vec2::Y].map(|axis| turn.vector(axis).dot(way)))
    };
    Turn::all().map(moved).collect()
}

#[test]
fn discs_come_around_a_diamond_alike_from_all_sides() {
    for offset in [8, -8, 1, 20] {
        let ways = around_a_diamond(&MoveOptions::top_down(), offset);
        println!("{offset}: {ways:?}");
        assert!(ways.iter().all(|&way| way == ways[0]), "{ways:?}");
        assert!(ways[0].y >= 150.0, "{ways:?}");
    }
    // Right on the tip it stays: no side is the better one.
    let ways = around_a_diamond(&MoveOptions::top_down(), 0);
    println!("{ways:?}");
    // With gravity the sides differ, as they should: down there is a floor.
    println!("{:?}", around_a_diamond(&MoveOptions::default(), 8));
}

fn options(rng: &mut Rng) -> MoveOptions {
    MoveOptions { corner_correction: [0, 1, 4, 4, 8, 64][rng.usize(0..6)], ..MoveOptions::top_down() }
}

fn velocity(rng: &mut Rng) -> Vec2 {
    let x = match rng.u8(0..4) {
        0 => rng.i32(-8..=8) as f32 * 0.5,
        1 => rng.i32(-30..=30) as f32,
        2 => (rng.f32() - 0.5) * 400.0,
        _ => (rng.f32() - 0.5) * 8.0,
    };
    let y = match rng.u8(0..5) {
        0 => x,
        1 => -x,
        2 => 0.0,
        3 => x * 0.5,
        _ => (rng.f32() - 0.5) * 30.0,
    };
    if rng.bool() { vec2(x, y) } else { vec2(y, x) }
}

#[test]
fn mirrored_and_turned_bodies_move_alike() {
    let mut rng = seeded(801);
    let (mut moved, mut blocked, mut aside) = (0, 0, 0);
    for case in numbers(cases(1500)) {
        let _replay = Replay::new(case, &rng);
        let drawn = level::level(&mut rng);
        let mut level = Level::new(ivec2(-90, -70), drawn.ground, drawn.one_way, Vec::new());
        if rng.u8(0..3) > 0 {
            level::add_solids(&mut level, &mut rng);
        }
        let (shape, options) = (level::shape(&mut rng), options(&mut rng));
        let at = level::place(&mut rng, &level, &shape);
        if !level.is_free(&shape, at) {
            continue;
        }
        let body = Body::new(shape, at);
        let areas: Vec<FloorArea> = (0..rng.usize(0..3))
            .map(|_| {
                FloorArea::new(
                    level::shape(&mut rng),
                    at + ivec2(rng.i32(-20..10), rng.i32(-20..10)),
                    velocity(&mut rng),
                )
            })
            .collect();
        let mut steps: Vec<(Vec2, f32)> =
            (0..6).map(|_| (velocity(&mut rng), [1.0, 1.0, 0.5, 1.0 / 60.0][rng.usize(0..4)])).collect();
        // Pressed on in the same direction, as a held key does.
        let held = steps[5];
        steps.extend([held; 4]);
        let mut expected: Vec<(DVec2, Vec2)> = Vec::new();
        for turn in Turn::all() {
            let (level, mut body) = (turn.level(&level), turn.body(&body));
            let areas: Vec<FloorArea> = areas.iter().map(|area| turn.area(area)).collect();
            let world = level.around().with_floor_areas(&areas);
            for (index, &(velocity, dt)) in steps.iter().enumerate() {
                let before = body.position();
                let slide = body.move_and_slide(world, turn.vector(velocity), dt, &options);
                assert!(!slide.is_stuck && slide.pushed_out == IVec2::ZERO && !slide.on_floor && !slide.on_ceiling);
                assert!(level.is_free(body.shape(), body.position()), "case {case}, step {index}");
                assert_eq!(slide.moved, body.position() - before);
                let found = (middle(&body), slide.velocity);
                match expected.get(index).copied() {
                    None => {
                        expected.push(found);
                        moved += usize::from(slide.moved != IVec2::ZERO);
                        blocked += usize::from(slide.velocity != velocity);
                        aside += usize::from(velocity.x == 0.0 && slide.moved.x != 0);
                    }
                    Some((middle, left)) => {
                        let expected = (turn.exact(middle) + DVec2::ZERO, turn.vector(left) + Vec2::ZERO);
                        let found = (found.0 + DVec2::ZERO, found.1 + Vec2::ZERO);
                        assert_eq!(found, expected, "case {case}, step {index} by {velocity} in {dt}: {turn:?}");
                    }
                }
            }
        }
    }
    println!("{moved} moved, {blocked} blocked, {aside} aside");
    assert!(moved > 100 && blocked > 20 && aside > 5, "{moved} {blocked} {aside}");
}
