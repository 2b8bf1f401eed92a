//! Questions to bodies: where they are after each of some frames.

use super::Question;
use super::image::Image;
use super::scene::Scene;
use super::value::{Value, list};
use tileray::glam::Vec2;
use tileray::motion::MoveContacts;
use tileray::{Body, CollisionWorld, MoveOptions, Rect};

fn state(body: &Body) -> Value {
    let rest = body.exact_position() - body.position().as_vec2();
    list![Value::Rect(Scene::rect_of(body)), rest]
}

/// The state of a body after each velocity, while `f32` has all bits of its position.
fn play(scene: &Scene, mut step: impl FnMut(&mut Body, CollisionWorld<'_>, Vec2)) -> Value {
    let mut body = scene.body();
    let world = CollisionWorld::new(scene.place.terrain(), &scene.place.solids);
    Value::list(&scene.velocities, |&velocity| {
        let Rect { min, max } = body.rect();
        if min.abs().max(max.abs()).max_element() < 200 {
            step(&mut body, world, velocity);
        }
        state(&body)
    })
}

/// Contacts without their order and pixels: of two equally near to the middle, the left or upper one is named. Nothing if later
/// ones may be dropped.
pub fn met(contacts: &MoveContacts) -> Value {
    if contacts.len() == MoveContacts::CAPACITY {
        return Value::Nothing;
    }
    Value::set(contacts, |it| list![it.normal(), it.layer(), it.solid(), it.velocity()])
}

fn move_x(scene: &Scene) -> Value {
    play(scene, |body, world, velocity| {
        body.move_x(world, velocity.x);
    })
}

fn from_above(scene: &Scene) -> Value {
    play(scene, |body, world, velocity| {
        body.move_and_slide(world, velocity, 1.0, &MoveOptions::top_down());
    })
}

fn on_floors(scene: &Scene) -> Value {
    play(scene, |body, world, velocity| {
        body.move_and_slide(world, velocity, 1.0, &MoveOptions::default());
    })
}

fn upright_only(_: &Scene, image: Image) -> bool {
    image.is_upright()
}

fn along_x(_: &Scene, image: Image) -> bool {
    image.is_upright() || image.is_level()
}

pub(super) const QUESTIONS: [Question; 3] = [
    Question { images: along_x, ..Question::of("move along x", move_x) },
    Question::of("slide seen from above", from_above),
    Question { images: upright_only, ..Question::of("slide on floors", on_floors) },
];
