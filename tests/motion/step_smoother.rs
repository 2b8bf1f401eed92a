//! Steps that are smoothed for drawing: how far drawn bodies are from the straight line of slopes and stairs, and what is drawn
//! at once.

use crate::{block, hero};
use fastrand::Rng;
use reference::mirrors::Image;
use reference::motion::level;
use reference::{cases, each_case};
use tileray::glam::{IVec2, Vec2, ivec2, uvec2, vec2};
use tileray::motion::{CollisionWorldMut, Slide, StepSmoother};
use tileray::{Body, BodyShape, CollisionWorld, MoveOptions, Solid, SolidityMap, Terrain};

/// A floor that rises to the right between two level parts: its name, and its rise and its length in pixels.
type Floor = (&'static str, i32, i32);

const FLOORS: [Floor; 6] = [
    ("slope 1:1", 1, 1),
    ("slope 2:3", 2, 3),
    ("slope 1:2", 1, 2),
    ("slope 1:4", 1, 4),
    ("stairs of 2 by 4", 2, 4),
    ("stairs of 4 by 8", 4, 8),
];
const SPEEDS: [f32; 6] = [20.0, 40.0, 80.0, 110.0, 160.0, 300.0];
/// Pictures a second.
const FRAMES: [usize; 2] = [60, 144];
/// Where the floor rises, and over how many pixels; the height of the left part.
const START: i32 = 60;
const RUN: i32 = 240;
const BOTTOM: i32 = 300;

/// Returns the height of the floor above the left part at a distance into the rise.
fn height((name, rise, run): Floor, x: i32) -> i32 {
    let x = x.clamp(0, RUN);
    if name.starts_with("slope") { x * rise / run } else { x / run * rise }
}

fn terrain(floor: Floor) -> Terrain {
    let is_solid = |x, y| y as i32 >= BOTTOM - height(floor, x as i32 - START);
    Terrain::from_solidity(&SolidityMap::from_fn(380, 320, is_solid))
}

/// Walks over the whole floor at `rate` steps a second, and returns where the body is and where it is drawn after each step.
fn walk(floor: Floor, speed: f32, rate: f32, is_down: bool) -> Vec<[Vec2; 2]> {
    let terrain = terrain(floor);
    let start = if is_down { ivec2(350, BOTTOM - height(floor, RUN) - 14) } else { ivec2(10, BOTTOM - 14) };
    let mut body = Body::rectangle(uvec2(12, 14), start).expect("a body");
    let (mut smoother, mut fall, dt) = (StepSmoother::default(), 0.0, 1.0 / rate);
    let steps = (340.0 / speed * rate) as usize;
    let step = |_| {
        let velocity = vec2(if is_down { -speed } else { speed }, fall + 900.0 * dt);
        let slide = body.move_and_slide(&terrain, velocity, dt, &MoveOptions::default());
        fall = slide.velocity.y;
        [body.exact_position(), smoother.step(&body, &slide, dt)]
    };
    (0..steps).map(step).collect()
}

/// The distances between what is drawn and the straight line, in pixels.
#[derive(Clone, Copy, Debug, Default)]
struct Shake {
    rms: f64,
    most: f64,
    /// The most that the distance changes from a frame to the next.
    jump: f64,
}

impl Shake {
    fn or(self, other: Self) -> Self {
        Self { rms: self.rms.max(other.rms), most: self.most.max(other.most), jump: self.jump.max(other.jump) }
    }
}

/// Measures a walk that is drawn at `frames` a second: where the body is, and where it is drawn. The line is the best one for where
/// the body is, with the gradient of the floor.
fn shakes(floor: Floor, walk: &[[Vec2; 2]], frames: usize) -> [Shake; 2] {
    let gradient = f64::from(floor.1) / f64::from(floor.2);
    let count = (walk.len() - 1) * frames / 60;
    let drawn = |index: usize, way: usize| {
        let time = index as f32 * 60.0 / frames as f32;
        let step = time as usize;
        walk[step][way].lerp(walk[step + 1][way], time - step as f32).as_dvec2()
    };
    // Where the whole body is on the rise, and the path has forgotten the corner.
    let inside = |x: f64| x > f64::from(START) + 48.0 && x < f64::from(START + RUN) - 52.0;
    let frames: Vec<usize> = (0..count).filter(|&index| inside(drawn(index, 0).x)).collect();
    let above = |index: usize, way: usize| {
        let at = drawn(index, way);
        at.y + gradient * at.x
    };
    let line = frames.iter().map(|&index| above(index, 0)).sum::<f64>() / frames.len() as f64;
    [0, 1].map(|way| {
        let errors: Vec<f64> = frames.iter().map(|&index| above(index, way) - line).collect();
        Shake {
            rms: (errors.iter().map(|error| error * error).sum::<f64>() / errors.len() as f64).sqrt(),
            most: errors.iter().fold(0.0, |most, error| most.max(error.abs())),
            jump: errors.windows(2).fold(0.0, |most, pair| most.max((pair[1] - pair[0]).abs())),
        }
    })
}

#[test]
fn drawn_bodies_keep_to_the_straight_line() {
    println!(
        "body and drawn, the worst of all speeds: root mean square, largest distance, largest jump between two frames"
    );
    for floor in FLOORS {
        let mut worst = [[Shake::default(); 2]; 2];
        for (speed, is_down) in SPEEDS.into_iter().flat_map(|speed| [(speed, false), (speed, true)]) {
            let walk = walk(floor, speed, 60.0, is_down);
            for (worst, frames) in worst.iter_mut().zip(FRAMES) {
                let [body, drawn] = shakes(floor, &walk, frames);
                let text = format!("{floor:?} at {speed} px/s, {frames} frames: {body:?} {drawn:?}");
                // A body that rises by the same whole pixels each step keeps to the line by itself.
                assert!(drawn.rms < 0.95 * body.rms || drawn.rms < 0.03, "{text}");
                assert!(drawn.most < 0.95 * body.most || drawn.most < 0.15, "{text}");
                assert!(drawn.jump < 0.66 * body.jump || drawn.jump < 0.06, "{text}");
                *worst = [worst[0].or(body), worst[1].or(drawn)];
            }
        }
        for ([body, drawn], frames) in worst.into_iter().zip(FRAMES) {
            println!(
                "| {} | {frames} | {:.2} → {:.2} | {:.2} → {:.2} | {:.2} → {:.2} |",
                floor.0, body.rms, drawn.rms, body.most, drawn.most, body.jump, drawn.jump
            );
            assert!(drawn.rms < 0.9 * body.rms && drawn.most < 0.9 * body.most && drawn.jump < 0.6 * body.jump);
        }
    }
}

#[test]
fn the_rate_of_steps_changes_little() {
    for floor in FLOORS {
        let coarse = walk(floor, 110.0, 60.0, false);
        let fine = walk(floor, 110.0, 240.0, false);
        for (index, at) in coarse.iter().enumerate().skip(1) {
            let other = fine[4 * index + 3][1];
            assert!((at[1] - other).length() < 0.4 * floor.1 as f32, "{floor:?}: {at:?} and {other}");
        }
    }
}

fn slide(moved: (i32, i32), on_floor: bool) -> Slide {
    Slide { moved: moved.into(), on_floor, ..Slide::default() }
}

#[test]
fn corners_are_rounded_and_forgotten() {
    for floor in FLOORS {
        for speed in SPEEDS {
            for is_down in [false, true] {
                let walk = walk(floor, speed, 60.0, is_down);
                let most = walk.iter().map(|at| (at[1].y - at[0].y).abs()).fold(0.0, f32::max);
                // 6 px / e at the corner of a slope of 45°, half a pixel of the body, and the height of a stair.
                assert!(
                    most < 2.72 + if floor.0.starts_with("slope") { 0.0 } else { floor.1 as f32 },
                    "{floor:?} {most}"
                );
                let end = walk[walk.len() - 1];
                assert!((end[1].y - end[0].y).abs() < 0.1, "{floor:?} {speed} {is_down} {end:?}");
            }
        }
    }
}

#[test]
fn jumps_falls_lifts_and_teleports_are_drawn_at_once() {
    for (_, mut rng) in each_case(571, cases(200)) {
        // A level floor and ceiling, with a gap, and a lift that also sinks into the floor: its edge is no slope to walk up or down.
        let options = MoveOptions::new().step_height(0).max_slope(0.0).floor_snap(0);
        let is_solid = |x, y| (y >= 160 && !(200..260).contains(&x)) || y < 20;
        let terrain = Terrain::from_solidity(&SolidityMap::from_fn(400, 200, is_solid));
        let mut solids = [block((60, 8), 100, 140)];
        let mut body = hero(120, 126);
        let (mut smoother, mut velocity) = (StepSmoother::default(), Vec2::ZERO);
        let mut up = -1.0;
        for step in 0..240 {
            up = if step % 60 == 0 { -up } else { up };
            let mut world = CollisionWorldMut::new(&terrain, &mut solids);
            world.move_solid(0, vec2(0.0, up * rng.f32()), &mut [&mut body]);
            if rng.u8(..) < 4 || body.position().y > 300 {
                body.set_position(ivec2(rng.i32(0..380), 100));
            }
            let jump = if rng.u8(..) < 12 { -250.0 } else { velocity.y + 15.0 };
            velocity = vec2(if step / 20 % 2 == 0 { 90.0 } else { -90.0 }, jump);
            let world = CollisionWorld::new(&terrain, &solids);
            let slide = body.move_and_slide(world, velocity, 1.0 / 60.0, &options);
            velocity = slide.velocity;
            assert_eq!(smoother.step(&body, &slide, 1.0 / 60.0), body.exact_position(), "{slide:?}");
        }
    }
}

#[test]
fn at_rest_and_in_the_air_the_offset_fades() {
    let mut body = hero(0, 100);
    let mut smoother = StepSmoother::default();
    smoother.step(&body, &slide((0, 0), true), 1.0 / 60.0);
    body.set_position(ivec2(0, 96));
    assert_eq!(smoother.step(&body, &slide((0, -4), true), 0.0), vec2(0.0, 100.0));
    for on_floor in [true, false] {
        let mut faded = smoother;
        let drawn = (0..12).map(|_| faded.step(&body, &slide((0, 0), on_floor), 1.0 / 60.0)).last().expect("12 steps");
        assert!(((drawn.y - 96.0) / 4.0 - (-1.0_f32).exp()).abs() < 1e-3, "{faded:?}");
    }
}

#[test]
fn who_stands_on_a_conveyor_is_drawn_on_the_line_too() {
    let terrain = terrain(FLOORS[2]);
    let belt = BodyShape::from_mask(SolidityMap::from_fn(200, 120, |x, y| x / 2 + y >= 110)).expect("a belt");
    let solids = [Solid::new(belt, ivec2(60, 40)).with_conveyor(60.0)];
    let world = CollisionWorld::new(&terrain, &solids);
    let mut body = hero(70, 120);
    let (mut smoother, mut drawn) = (StepSmoother::default(), Vec::new());
    for _ in 0..120 {
        let slide = body.move_and_slide(world, vec2(0.0, 60.0), 1.0 / 60.0, &MoveOptions::default());
        drawn.push([body.exact_position(), smoother.step(&body, &slide, 1.0 / 60.0)]);
    }
    assert!(drawn[119][0].x > 180.0);
    assert!(drawn[40..].iter().all(|at| (at[0].y - at[1].y).abs() < 0.6));
}

#[test]
fn mirrored_walks_are_drawn_mirrored() {
    for (_, mut rng) in each_case(572, cases(300)) {
        let (ground, mirror) = (level::ground(&mut rng), Image::ALL[1]);
        let (mirrored, corner) = mirror.placed(&ground, IVec2::ZERO);
        let terrains =
            [Terrain::from_solidity(&ground), Terrain::from_solidity_at(&mirrored, corner).expect("a small mask")];
        let body = hero(rng.i32(0..ground.width() as i32 - 12), rng.i32(0..60));
        let mut bodies = [body.clone(), mirror.body(&body)];
        let (mut smoothers, mut heights) = ([StepSmoother::new(rng.f32() * 12.0); 2], [0; 2]);
        let mut fall = 0.0;
        for _ in 0..60 {
            let (speed, dt) = ((rng.f32() - 0.5) * 300.0, rng.f32() / 30.0);
            for (index, side) in [1.0, -1.0].into_iter().enumerate() {
                let velocity = vec2(side * speed, fall);
                let slide = bodies[index].move_and_slide(&terrains[index], velocity, dt, &MoveOptions::default());
                heights[index] = smoothers[index].step(&bodies[index], &slide, dt).y.to_bits();
                if index == 1 {
                    fall = slide.velocity.y + 15.0;
                }
            }
            assert_eq!(heights[0], heights[1]);
        }
    }
}

#[test]
fn any_numbers_give_a_finite_offset() {
    const NUMBERS: [f32; 10] =
        [0.0, -0.0, 1e-40, 1.0 / 60.0, 90.0, -1e9, f32::MAX, f32::INFINITY, -f32::INFINITY, f32::NAN];
    let any = |rng: &mut Rng| NUMBERS[rng.usize(..NUMBERS.len())];
    let mut body = hero(0, 0);
    for (_, mut rng) in each_case(573, cases(500)) {
        let mut smoother = StepSmoother::new(any(&mut rng));
        for _ in 0..20 {
            let moved = (rng.i32(-40_000..40_000), rng.i32(-40_000..40_000));
            body.set_exact_position([any(&mut rng), any(&mut rng)]);
            let slide = Slide { velocity: vec2(any(&mut rng), any(&mut rng)), ..slide(moved, rng.bool()) };
            assert!(smoother.step(&body, &slide, any(&mut rng)).is_finite(), "{smoother:?}");
        }
    }
}
