//! Bodies: what must hold after every step, and for one body of sixteen a mover that asks every pixel. Crates. Contacts of convex
//! polygons against the separating axis theorem in `f64`.

use crate::Tally;
use fastrand::Rng;
use reference::mirrors::{Grain, Kind, Shape, Sketch};
use reference::motion::crates::assert_scene;
use reference::motion::level;
use reference::motion::plain::Plain;
use reference::separation::assert_contact;
use tileray::glam::{Vec2, vec2};
use tileray::motion::{MotionMode, Slide};
use tileray::{Body, ConvexPolygon, collide};

/// The steps of a body, and the bodies in a level.
const STEPS: u64 = 50;
const BODIES: u64 = 40;

pub(crate) fn bodies(rng: &mut Rng, count: u64) -> Tally {
    let (mut moved, mut stuck, mut floors, mut compared) = (0, 0, 0, 0);
    for number in 0..count / (STEPS * BODIES) {
        let mut level = level::level(rng);
        if rng.bool() {
            level::add_solids(&mut level, rng);
        }
        for place in 0..BODIES {
            let (shape, options) = (level::shape(rng), level::options(rng));
            let is_compared = place % 16 == 0;
            let mode = if is_compared || rng.bool() { MotionMode::Grounded } else { MotionMode::Floating };
            let options = options.mode(mode).steep_slide(rng.u8(0..3) == 0);
            let at = level::place(rng, &level, &shape);
            let mut body = Body::new(shape.clone(), at);
            let mut plain = is_compared.then(|| Plain::new(&level, &body));
            let mut velocity = Vec2::ZERO;
            for step in 0..STEPS {
                velocity += (vec2(rng.f32(), rng.f32()) - 0.5) * [1.0, 6.0, 60.0][place as usize % 3];
                velocity.y += 1.0;
                velocity = velocity.clamp_length_max(400.0);
                let before = body.clone();
                let case =
                    format_args!("level {number}, body {place}, step {step}: {before:?} by {velocity}, {options:?}");
                let slide = body.move_and_slide(level.around(), velocity, 1.0, &options);
                let Slide { is_stuck, moved: by, pushed_out: out, .. } = slide;
                assert_eq!(level.is_free(&shape, body.position()), !is_stuck, "{slide:?}; {case}");
                assert_eq!(body.position(), before.position() + out + by, "{slide:?}; {case}");
                assert!(!is_stuck || body == before, "is stuck and moves; {case}");
                assert!(slide.velocity.length() <= velocity.length() * 1.001 + 1e-3, "{slide:?} is faster; {case}");
                let again = before.clone().move_and_slide(level.around(), velocity, 1.0, &options);
                assert_eq!(again, slide, "a second time; {case}");
                if let Some(plain) = &mut plain {
                    plain.assert_slid(&body, &slide, velocity, 1.0, &options, case);
                    compared += 1;
                }
                moved += u64::from(by.length_squared() > 0);
                stuck += u64::from(is_stuck);
                floors += u64::from(slide.on_floor);
                velocity = slide.velocity;
            }
        }
    }
    vec![("move", moved), ("end on a floor", floors), ("are stuck", stuck), ("are compared pixel by pixel", compared)]
}

/// Some corners around a pixel's corner.
fn polygon(rng: &mut Rng, middle: Vec2) -> ConvexPolygon {
    let (reach, grain) = (10.0_f32.powf(rng.f32() * 2.3), Grain::any(rng));
    let sketch = Sketch { pose: None, ..Sketch::any(rng, Kind::Convex, middle.round(), reach, grain) };
    match sketch.build() {
        Shape::Convex(polygon) => polygon,
        _ => unreachable!("a convex polygon is drawn"),
    }
}

pub(crate) fn contacts(rng: &mut Rng, count: u64) -> Tally {
    let mut overlaps = 0;
    for _ in 0..count {
        let middle = (vec2(rng.f32(), rng.f32()) - 0.5) * [100.0, 7000.0][rng.usize(0..2)];
        let apart = (vec2(rng.f32(), rng.f32()) - 0.5) * 10.0_f32.powf(rng.f32() * 2.5);
        let (a, b) = (polygon(rng, middle), polygon(rng, middle + apart));
        assert_contact(&a, &b, (vec2(rng.f32(), rng.f32()) - 0.5) * 50.0);
        overlaps += u64::from(collide::intersects(&a, &b));
    }
    vec![("overlap", overlaps)]
}

/// About the actions in a scene of crates.
const ACTIONS: u64 = 200;

pub(crate) fn crates(rng: &mut Rng, count: u64) -> Tally {
    vec![("move something", (0..count / ACTIONS).map(|_| assert_scene(rng) as u64).sum())]
}
