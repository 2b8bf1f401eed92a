//! Bodies seen from above: mirrored and turned set-ups, corners, slanted walls, and floors that carry.

use fastrand::Rng;
use reference::motion::level::{self, Level};
use reference::{Replay, cases, numbers, seeded};
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
        assert!(ways.iter().all(|&way| way == ways[0]), "{ways:?}");
        assert!(ways[0].y >= 150.0, "{ways:?}");
    }
    // With gravity the eight differ: some meet a floor, others an overhang. Left and right do not.
    let ways = around_a_diamond(&MoveOptions::default(), 8);
    assert!(ways.iter().any(|way| way.y < 100.0) && ways.iter().any(|way| way.y == 180.0), "{ways:?}");
    assert!((0..8).all(|turn: usize| ways[turn] == ways[turn ^ 2]), "{ways:?}");
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
    assert!(moved > 100 && blocked > 20 && aside > 5, "{moved} {blocked} {aside}");
}

fn wall(is_solid: impl FnMut(u32, u32) -> bool) -> Level {
    Level::of(SolidityMap::from_fn(400, 400, is_solid))
}

/// How far a body gets in some steps of a velocity in pixels a step.
fn walk(level: &Level, body: &mut Body, velocity: Vec2, steps: i32, options: &MoveOptions) -> Vec2 {
    let start = body.exact_position();
    for _ in 0..steps {
        body.move_and_slide(level.around(), velocity, 1.0, options);
    }
    body.exact_position() - start
}

#[test]
fn a_disc_glides_along_slanted_walls_at_any_speed() {
    let options = MoveOptions::top_down();
    for (rise, run) in [(1, 4), (1, 2), (2, 3), (1, 1), (3, 2), (2, 1), (3, 1), (4, 1)] {
        // A wall on the right that leans back: further down it is further to the right.
        let level = wall(|x, y| (x as i32 - 100) * rise > (y as i32 - 46) * run);
        for speed in [0.3, 1.5, 7.0] {
            let mut ball = Body::new(disc(12), ivec2(60, 40));
            let steps = (140.0 / speed) as i32;
            // Straight to the right, from some 30 px before the wall on along it.
            let way = walk(&level, &mut ball, vec2(speed, 0.0), steps, &options);
            let tangent = (rise as f32 / run as f32).max(1.0);
            let touch = way.x - way.y * run as f32 / rise as f32;
            let expected = (140.0 - touch) / tangent;
            assert!((way.x - touch - expected).abs() < 8.0, "{rise} in {run} at {speed}: {way}, touched at {touch}");
            assert!(way.y > 20.0, "{rise} in {run} at {speed}: {way}");
        }
    }
    // A wall steeper than the largest overlap stops it, as does a flat one.
    let level = wall(|x, y| (x as i32 - 100) * 6 > y as i32 - 46);
    let mut ball = Body::new(disc(12), ivec2(60, 40));
    assert!(walk(&level, &mut ball, vec2(2.0, 0.0), 300, &options).y < 10.0);
}

#[test]
fn a_wall_that_is_pressed_straight_holds_still_and_slides_with_the_rest() {
    // A slanted wall at the lower right; a push to the lower right meets it head-on.
    let level = wall(|x, y| x + y >= 300);
    let options = MoveOptions::top_down();
    for speed in [0.4, 1.0, 1.06, 3.5, 40.0] {
        let mut ball = Body::new(disc(12), ivec2(120, 120));
        walk(&level, &mut ball, vec2(speed, speed), (80.0 / speed) as i32, &options);
        let at = ball.position();
        for _ in 0..50 {
            let slide = ball.move_and_slide(level.around(), vec2(speed, speed), 1.0, &options);
            assert_eq!(ball.position(), at, "{speed}");
            assert!(slide.velocity == Vec2::ZERO || speed < 1.0 && slide.contacts.is_empty(), "{speed}: {slide:?}");
        }
        // What is left over leads along it: by the difference of the parts.
        let way = walk(&level, &mut ball, vec2(speed, speed * 0.75), (80.0 / speed) as i32, &options);
        assert!((way.x - 20.0).abs() < 3.0 && (way.y + 20.0).abs() < 3.0, "{speed}: {way}");
    }
    // Along an upright wall the other part goes on as it is.
    let level = wall(|x, _| x >= 200);
    let mut ball = Body::new(disc(12), ivec2(180, 120));
    let way = walk(&level, &mut ball, vec2(3.0, 0.5), 40, &options);
    assert_eq!((ball.position().x, way.y), (188, 20.0));
}

#[test]
fn corners_are_passed_up_to_the_overlap_from_all_sides() {
    for (overlap, passes) in [(1, true), (4, true), (5, false), (9, false)] {
        // The edge of a wall at x = 100, ended at y = 100.
        let level = wall(|x, y| (100..140).contains(&x) && y >= 100);
        let body = Body::rectangle((10, 10), ivec2(80, 90 + overlap)).expect("a body");
        let options = MoveOptions::top_down();
        for turn in Turn::all() {
            let (level, mut body) = (turn.level(&level), turn.body(&body));
            let start = body.position();
            let slide = body.move_and_slide(level.around(), turn.vector(vec2(60.0, 0.0)), 1.0, &options);
            let expected = if passes { ivec2(60, -overlap) } else { ivec2(10, 0) };
            // A step aside that does not free the step takes its time.
            let late = if passes { ivec2(overlap - 1, 0) } else { IVec2::ZERO };
            assert_eq!(body.position() - start, turn.step(expected - late), "{overlap} px: {turn:?}");
            assert_eq!(slide.velocity == Vec2::ZERO, !passes, "{overlap} px: {slide:?}");
            assert!(!slide.contacts.is_empty());
        }
    }
}

#[test]
fn the_tip_of_a_corner_holds_a_body_that_meets_it_exactly() {
    let level = wall(|x, y| x >= 100 && y >= 100);
    let options = MoveOptions::top_down();
    let mut body = Body::rectangle((10, 10), ivec2(80, 80)).expect("a body");
    let slide = body.move_and_slide(level.around(), vec2(40.0, 40.0), 1.0, &options);
    assert_eq!((body.position(), slide.velocity, slide.contacts.len()), (ivec2(90, 90), Vec2::ZERO, 2));
    // The larger part wins.
    let slide = body.move_and_slide(level.around(), vec2(40.0, 39.0), 1.0, &options);
    assert_eq!((body.position(), slide.velocity), (ivec2(130, 90), vec2(40.0, 0.0)));
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
fn floors_carry_who_stands_in_them() {
    let level = wall(|x, _| x >= 300);
    let belt = |x, velocity| FloorArea::new(BodyShape::rectangle((40, 40)).expect("a shape"), ivec2(x, 100), velocity);
    let areas = [belt(100, vec2(60.0, 0.0)), belt(140, vec2(60.0, 0.0)), belt(180, vec2(0.0, -60.0))];
    let world = level.around().with_floor_areas(&areas);
    let options = MoveOptions::top_down();
    let mut body = Body::rectangle((10, 10), ivec2(98, 115)).expect("a body");
    let mut ends = Vec::new();
    for _ in 0..150 {
        let slide = body.move_and_slide(world, Vec2::ZERO, 1.0 / 60.0, &options);
        assert_eq!(slide.velocity, Vec2::ZERO);
        ends.push(body.position());
    }
    // From belt to belt without a stop, until the third one carries it up and out.
    assert_eq!(ends[60], ivec2(98 + 61, 115));
    assert!(body.position().x >= 174 && body.rect().max.y <= 106, "{}", body.position());
    // Walls hold it on a belt, and without the areas or with gravity it stays.
    let areas = [belt(280, vec2(60.0, 0.0))];
    let mut body = Body::rectangle((10, 10), ivec2(285, 115)).expect("a body");
    let slide = body.move_and_slide(level.around().with_floor_areas(&areas), Vec2::ZERO, 1.0, &options);
    assert_eq!((body.position().x, slide.wall), (290, Some(Side::Right)));
    assert_eq!(body.move_and_slide(level.around(), Vec2::ZERO, 1.0, &options).moved, IVec2::ZERO);
    let grounded = MoveOptions::default();
    body.set_position(ivec2(281, 115));
    assert_eq!(
        body.move_and_slide(level.around().with_floor_areas(&areas), Vec2::ZERO, 1.0, &grounded).moved,
        IVec2::ZERO
    );
    // A mask counts pixel by pixel, and the last of several wins.
    let ring = SolidityMap::from_fn(40, 40, |x, y| x.abs_diff(20) > 10 || y.abs_diff(20) > 10);
    let ring = FloorArea::new(BodyShape::from_mask(ring).expect("a shape"), ivec2(100, 100), vec2(5.0, 0.0));
    let areas =
        [ring, FloorArea::new(BodyShape::rectangle((5, 40)).expect("a shape"), ivec2(100, 100), vec2(0.0, 7.0))];
    let world = level.around().with_floor_areas(&areas);
    for (x, moved) in [(120, ivec2(0, 0)), (105, ivec2(5, 0)), (101, ivec2(0, 7)), (90, ivec2(0, 0))] {
        let mut body = Body::rectangle((1, 1), ivec2(x, 120)).expect("a body");
        assert_eq!(body.move_and_slide(world, Vec2::ZERO, 1.0, &options).moved, moved, "{x}");
    }
}

#[test]
fn a_raft_keeps_its_riders_where_they_stand() {
    let level = wall(|_, _| false);
    let (mut rng, options) = (seeded(802), MoveOptions::top_down());
    for _ in 0..20 {
        let velocity = vec2(rng.f32() - 0.5, rng.f32() - 0.5) * 200.0;
        let mut raft = [FloorArea::new(BodyShape::rectangle((30, 30)).expect("a shape"), ivec2(100, 100), velocity)];
        let mut rider = Body::rectangle((9, 10), ivec2(110, 110)).expect("a body");
        let before = rider.exact_position() - raft[0].exact_position();
        for _ in 0..100 {
            rider.move_and_slide(level.around().with_floor_areas(&raft), Vec2::ZERO, 1.0 / 60.0, &options);
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
        let world = level.around().with_floor_areas(&area);
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
