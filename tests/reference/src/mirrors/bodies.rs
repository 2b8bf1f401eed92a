//! Questions to bodies: where they are after each of some frames, and what they met.

use super::Question;
use super::image::Image;
use super::scene::Scene;
use super::value::{Value, list};
use tileray::glam::Vec2;
use tileray::motion::MoveContacts;
use tileray::{Body, CollisionWorld, MoveOptions, Rect};

/// The state of a body after each velocity and what a step answers, while `f32` has all bits of its position.
fn play(scene: &Scene, mut step: impl FnMut(&mut Body, CollisionWorld<'_>, Vec2) -> Value) -> Value {
    let mut body = scene.body();
    let world = CollisionWorld::new(scene.place.terrain(), &scene.place.solids);
    Value::list(&scene.velocities, |&velocity| {
        let Rect { min, max } = body.rect();
        let is_near = min.abs().max(max.abs()).max_element() < 200;
        let answer = if is_near { step(&mut body, world, velocity) } else { Value::Nothing };
        let rest = body.exact_position() - body.position().as_vec2();
        list![Value::Rect(Scene::rect_of(&body)), rest, answer]
    })
}

/// Contacts without their order, pixels and tiles: of two pixels equally near to the middle, the left or upper one is named, and
/// beyond a side each layer is solid without a tile. Nothing if later contacts may be dropped.
pub fn met(contacts: &MoveContacts, layer: impl Fn(usize) -> usize) -> Value {
    if contacts.len() == MoveContacts::CAPACITY {
        return Value::Nothing;
    }
    let mut all = Vec::new();
    for it in contacts {
        let met = list![it.normal(), it.layer().map(&layer), it.solid(), it.velocity()];
        if !all.contains(&met) {
            all.push(met);
        }
    }
    Value::Set(all)
}

fn move_x(scene: &Scene) -> Value {
    play(scene, |body, world, velocity| {
        let found = body.move_x(world, velocity.x);
        met(&found.contacts, |layer| scene.place.layer(layer))
    })
}

fn from_above(scene: &Scene) -> Value {
    play(scene, |body, world, velocity| {
        let found = body.move_and_slide(world, velocity, 1.0, &MoveOptions::top_down());
        met(&found.contacts, |layer| scene.place.layer(layer))
    })
}

fn on_floors(scene: &Scene) -> Value {
    play(scene, |body, world, velocity| {
        let found = body.move_and_slide(world, velocity, 1.0, &MoveOptions::default());
        let contacts = met(&found.contacts, |layer| scene.place.layer(layer));
        list![contacts, body.is_on_floor(world), body.is_on_ceiling(world)]
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
