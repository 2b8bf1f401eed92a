//! Bodies seen from above: mirrored and turned set-ups, corners, slanted walls, and floors that carry.

use fastrand::Rng;
use reference::motion::level::{self, Level};
use reference::{cases, each_case};
use tileray::glam::{DVec2, IVec2, UVec2, Vec2, dvec2, ivec2, vec2};
use tileray::motion::{ContactResponse, FloorArea, MotionMode, Side};
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

fn options(rng: &mut Rng) -> MoveOptions {
    MoveOptions::top_down().corner_correction([0, 1, 4, 4, 8, 64][rng.usize(0..6)])
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
    let (mut moved, mut blocked, mut aside) = (0, 0, 0);
    for (_, mut rng) in each_case(801, cases(1500)) {
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
            let world = level.around().floor_areas(&areas);
            for (index, &(velocity, dt)) in steps.iter().enumerate() {
                let before = body.position();
                let slide = body.move_and_slide(world, turn.vector(velocity), dt, &options);
                assert!(!slide.is_stuck && slide.pushed_out == IVec2::ZERO && !slide.on_floor && !slide.on_ceiling);
                assert!(level.is_free(body.shape(), body.position()), "step {index}");
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
                        assert_eq!(found, expected, "step {index} by {velocity} in {dt}: {turn:?}");
                    }
                }
            }
        }
    }
    assert!(moved > 100 && blocked > 20 && aside > 5, "{moved} {blocked} {aside}");
}

fn wall(is_solid: impl FnMut(u32, u32) -> bool) -> Level {
    Level::of(SolidityMap::from_fn(400, 400, is_solid))
}

#[test]
fn a_bullet_may_stop_and_a_ghost_may_pass() {
    let level = wall(|x, y| x + y >= 300);
    let options = MoveOptions::top_down();
    let mut bullet = Body::new(disc(6), ivec2(100, 140));
    let slide = bullet.move_and_slide_with(level.around(), vec2(200.0, 0.0), 1.0, &options, |_| ContactResponse::Stop);
    assert_eq!((slide.contacts.len(), slide.contacts[0].normal(), slide.wall), (1, Vec2::NEG_X, Some(Side::Right)));
    assert_eq!((bullet.position(), slide.velocity), (ivec2(150, 140), Vec2::ZERO));
    let slide =
        bullet.move_and_slide_with(level.around(), vec2(150.5, 0.0), 1.0, &options, |_| ContactResponse::Ignore);
    assert_eq!((slide.contacts.len(), slide.moved, slide.velocity.x), (0, ivec2(150, 0), 150.5));
}

#[test]
fn a_raft_keeps_its_riders_where_they_stand() {
    let level = wall(|_, _| false);
    let (mut rng, options) = (Rng::with_seed(802), MoveOptions::top_down());
    for _ in 0..20 {
        let velocity = vec2(rng.f32() - 0.5, rng.f32() - 0.5) * 200.0;
        let mut raft = [FloorArea::new(BodyShape::rectangle((30, 30)).expect("a shape"), ivec2(100, 100), velocity)];
        let mut rider = Body::rectangle((9, 10), ivec2(110, 110)).expect("a body");
        let before = rider.exact_position() - raft[0].exact_position();
        for _ in 0..100 {
            rider.move_and_slide(level.around().floor_areas(&raft), Vec2::ZERO, 1.0 / 60.0, &options);
            raft[0].advance(1.0 / 60.0);
            assert!((rider.exact_position() - raft[0].exact_position() - before).abs().max_element() < 1e-3);
        }
        assert_ne!(raft[0].position(), ivec2(100, 100));
    }
}

#[test]
fn no_gravity_and_bad_numbers() {
    let level = wall(|x, y| x >= 200 || y >= 200);
    let options = MoveOptions::top_down();
    let mut body = Body::rectangle((10, 10), ivec2(50, 50)).expect("a body");
    for (velocity, dt) in
        [(Vec2::NAN, 1.0), (vec2(f32::NAN, 0.0), 1.0), (vec2(5.0, 5.0), f32::NAN), (vec2(5.0, 5.0), 0.0)]
    {
        let slide = body.move_and_slide(level.around(), velocity, dt, &options);
        assert_eq!((slide.moved, body.exact_position()), (IVec2::ZERO, vec2(50.0, 50.0)), "{velocity} in {dt}");
        assert!(!slide.velocity.is_nan());
    }
    let slide = body.move_and_slide(level.around(), vec2(f32::INFINITY, 3.0), 1.0, &options);
    assert_eq!((slide.moved, slide.velocity), (ivec2(140, 3), vec2(0.0, 3.0)));
    // To the edge of the world, and no farther.
    let slide = body.move_and_slide(level.around(), vec2(f32::NEG_INFINITY, 0.0), 1.0, &options);
    assert_eq!(slide.moved, ivec2(-32768, 0));
    let end = 1 << 24;
    body.set_position(ivec2(5 - end, end - 5));
    let slide = body.move_and_slide(level.around(), vec2(-90.0, 90.0), 1.0, &options);
    assert_eq!((slide.moved, body.position(), slide.contacts.len()), (ivec2(-5, 5), ivec2(-end, end), 0));
    assert_eq!(body.exact_position(), ivec2(-end, end).as_vec2());
    // Areas without a number carry nothing, infinite ones as far as a motion goes.
    let area = |velocity| [FloorArea::new(BodyShape::rectangle((90, 90)).expect("a shape"), ivec2(20, 20), velocity)];
    for (velocity, moved) in [(vec2(f32::NAN, 2.0), ivec2(0, 2)), (vec2(f32::NEG_INFINITY, 0.0), ivec2(-32768, 0))] {
        body.set_position(ivec2(50, 50));
        let area = area(velocity);
        let world = level.around().floor_areas(&area);
        assert_eq!(body.move_and_slide(world, Vec2::ZERO, 1.0, &options).moved, moved);
    }
    let mut far = area(vec2(f32::INFINITY, f32::NAN));
    (0..600).for_each(|_| far[0].advance(1.0));
    assert_eq!(far[0].exact_position(), vec2(end as f32, 20.0));
    // A body that starts in rock comes out the way that it goes, or is stuck.
    body.set_position(ivec2(195, 50));
    let slide = body.move_and_slide(level.around(), vec2(0.0, 2.0), 1.0, &options);
    assert_eq!((slide.pushed_out, slide.moved), (ivec2(-5, 0), ivec2(0, 2)));
    body.set_position(ivec2(220, 220));
    let slide = body.move_and_slide(level.around(), vec2(0.0, 2.0), 1.0, &options);
    assert!(slide.is_stuck && slide.moved == IVec2::ZERO);
    // A pillar in the middle of a body: it goes on past it.
    let level = wall(|x, y| (54..56).contains(&x) && (40..70).contains(&y));
    for (velocity, out) in [(vec2(1.0, 0.0), ivec2(6, 0)), (vec2(-1.0, 0.0), ivec2(-6, 0))] {
        body.set_position(ivec2(50, 50));
        assert_eq!(body.move_and_slide(level.around(), velocity, 1.0, &options).pushed_out, out);
    }
}

#[test]
fn a_body_may_change_between_both_modes() {
    let level = wall(|_, y| y >= 300);
    let mut body = Body::rectangle((10, 10), ivec2(50, 50)).expect("a body");
    body.move_and_slide(level.around(), vec2(0.5, 0.5), 1.0, &MoveOptions::top_down());
    assert_eq!((body.position(), body.exact_position()), (ivec2(50, 50), vec2(50.5, 50.5)));
    assert_eq!(MoveOptions::top_down().mode, MotionMode::Floating);
    for options in [MoveOptions::default(), MoveOptions::top_down()] {
        let mut other = body.clone();
        let slide = other.move_and_slide(level.around(), Vec2::ZERO, 1.0, &options);
        assert_eq!((slide.moved, other.position()), (IVec2::ZERO, ivec2(50, 50)));
        assert_eq!(other.move_x(level.around(), -0.25).moved, 0);
        assert!((other.exact_position() - vec2(50.25, 50.5)).abs().max_element() < 1e-4);
    }
}
