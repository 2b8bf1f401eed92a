//! `motion`: bodies among terrain, one-way layers and solids, against a mover that asks every pixel at every step.

use crate::scene::{AnyMask, Few, pixel};
use arbitrary::{Arbitrary, Unstructured};
use reference::motion::level::{Level, WAYS};
use reference::motion::plain::{self, Plain};
use tileray::glam::{IVec2, Vec2, vec2};
use tileray::motion::AxisMove;
use tileray::{Body, BodyShape, Direction, MoveOptions, Solid, SolidityMap};

#[derive(Debug, Arbitrary)]
struct Scene {
    ground: AnyMask,
    one_way: Few<(u8, AnyMask), 2>,
    solids: Few<(Shape, (i8, i8), u8), 3>,
    shape: Shape,
    at: (i8, i8),
    options: Options,
    moves: Few<Move, 10>,
}

#[derive(Debug, Arbitrary)]
enum Shape {
    Rectangle(u8, u8),
    Mask([u8; 8]),
}

#[derive(Debug, Arbitrary)]
struct Options {
    max_slope: u8,
    step_height: u8,
    floor_snap: u8,
    corner_correction: u8,
    drop_through: bool,
    max_push_out: u8,
    steep_slide: bool,
    ledge_forgiveness: u8,
    ledge_while_rising: bool,
    wall_retry: bool,
}

#[derive(Debug, Arbitrary)]
enum Move {
    X(i16),
    Y(i16),
    Slide(i16, i16, bool),
}

impl Shape {
    fn get(&self) -> Option<BodyShape> {
        match *self {
            Self::Rectangle(width, height) => {
                BodyShape::rectangle((u32::from(width % 20) + 1, u32::from(height % 20) + 1)).ok()
            }
            Self::Mask(rows) => {
                let mask = SolidityMap::from_fn(8, 8, |x, y| rows[y as usize] >> x & 1 == 1);
                BodyShape::from_mask(mask).ok()
            }
        }
    }
}

impl Options {
    fn get(&self) -> MoveOptions {
        MoveOptions::new()
            .max_slope(f32::from(self.max_slope) / 16.0)
            .step_height(u32::from(self.step_height % 16))
            .floor_snap(u32::from(self.floor_snap % 16))
            .corner_correction(u32::from(self.corner_correction % 16))
            .drop_through(self.drop_through)
            .max_push_out(u32::from(self.max_push_out % 16))
            .steep_slide(self.steep_slide)
            .ledge_forgiveness(u32::from(self.ledge_forgiveness % 16))
            .ledge_while_rising(self.ledge_while_rising)
            .wall_retry(self.wall_retry)
    }
}

fn way(number: u8) -> Option<Direction> {
    WAYS.get(usize::from(number % 6)).copied()
}

/// An amount of motion in parts of a pixel, at most 32 pixels.
fn amount(number: i16) -> f32 {
    f32::from(number) / 1024.0
}

pub(crate) fn motion(data: &[u8]) {
    let Ok(scene) = Scene::arbitrary(&mut Unstructured::new(data)) else { return };
    let Some(shape) = scene.shape.get() else { return };
    let ways = scene.one_way.0.into_iter().map(|(number, mask)| (WAYS[usize::from(number % 4)], mask.0));
    let solid = |(shape, at, number): &(Shape, (i8, i8), u8)| {
        Some(Solid::new(shape.get()?, pixel(*at)).with_one_way(way(*number)))
    };
    let solids = scene.solids.0.iter().filter_map(solid).collect();
    let level = Level::new(IVec2::ZERO, scene.ground.0, ways.collect(), solids);
    let (at, options) = (pixel(scene.at), scene.options.get());
    let mut body = Body::new(shape, at);
    let mut plain = Plain::new(&level, &body);
    for (turn, step) in scene.moves.0.iter().enumerate() {
        let case = format!("turn {turn}, {step:?}, {options:?}, {body:?}");
        let around = level.around();
        match *step {
            Move::X(by) | Move::Y(by) => {
                let axis = usize::from(matches!(step, Move::Y(_)));
                let found = if axis == 0 { body.move_x(around, amount(by)) } else { body.move_y(around, amount(by)) };
                let expected = AxisMove { contacts: found.contacts, ..plain.move_axis(axis, amount(by)) };
                assert_eq!(found, expected, "{case}");
                assert_eq!(plain::listed(&found.contacts), plain.contacts, "{case}");
                assert_eq!(body.position(), plain.at, "{case}");
            }
            Move::Slide(x, y, is_short) => {
                let (velocity, dt): (Vec2, f32) = (vec2(amount(x), amount(y)), if is_short { 0.3 } else { 1.0 });
                let found = body.move_and_slide(around, velocity, dt, &options);
                plain.assert_slid(&body, &found, velocity, dt, &options, case);
            }
        }
    }
}
