//! The scene in Box2D.

use anyhow::Result;
use boxdd::{BodyBuilder, BodyType, Foundation, ShapeDef, Transform, Vec2, World, WorldBuilder, shapes};
use tileray::Rect;

/// A world of Box2D with one static body that has all boxes.
pub(crate) fn of(boxes: &[Rect]) -> Result<World> {
    // The foundation is one for the process: scenes share it.
    let foundation = match Foundation::get() {
        Some(foundation) => foundation,
        None => Foundation::initialize_default()?,
    };
    let mut world = foundation.create_world(WorldBuilder::from(foundation.world_def()).build()?)?;
    let ground = world.create_body(BodyBuilder::from(foundation.body_def()).body_type(BodyType::Static).build()?)?;
    let definition = ShapeDef::builder().update_body_mass(false).build()?;
    let mut ground = world.body(ground)?;
    for found in boxes {
        let half = (found.max - found.min).as_vec2() / 2.0;
        let middle = found.min.as_vec2() + half;
        let place = Transform::from_pos_angle(Vec2::new(middle.x, middle.y), 0.0)?;
        ground.create_polygon(&definition, &shapes::offset_box_polygon(half.x, half.y, place)?)?;
    }
    Ok(world)
}
