//! The motion of bodies and solids in fixed steps, and where they are drawn between two steps.

use crate::body::{BodyContact, BodySlide, InTerrain, PixelBody, PixelSolid, Placed};
use crate::frame::{FrameError, PixelFrame, describe};
use crate::terrain::TileTerrain;
use bevy_ecs::name::Name;
use bevy_ecs::prelude::*;
use bevy_log::warn;
use bevy_math::Vec2;
use bevy_time::{Fixed, Time};
use bevy_transform::components::{GlobalTransform, Transform};
use std::collections::BTreeMap;
use tileray::Body;
use tileray::motion::{CollisionWorld, CollisionWorldMut};

/// Why something with a body does not move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Refusal {
    #[error("there is no terrain to move in; spawn an entity with a TileTerrain, or wait for its TileLevel")]
    NoTerrain,
    #[error("there are several terrains; insert InTerrain with the entity of its own")]
    SeveralTerrains,
    #[error("the entity of its InTerrain has no TileTerrain")]
    NoSuchTerrain,
    #[error("its terrain cannot hold bodies: {0}")]
    Frame(#[from] FrameError),
}

pub(crate) type Terrains<'w, 's> = Query<'w, 's, (Entity, &'static TileTerrain, &'static GlobalTransform)>;

/// All terrains with their frames, each computed once.
pub(crate) struct Frames<'a>(BTreeMap<Entity, (&'a TileTerrain, Result<PixelFrame, FrameError>)>);

impl<'a> Frames<'a> {
    pub(crate) fn of(terrains: &'a Terrains<'_, '_>) -> Self {
        let all = terrains.iter();
        Self(all.map(|(entity, terrain, transform)| (entity, (terrain, PixelFrame::new(transform)))).collect())
    }

    /// Returns the terrain that something moves in: the one that it names, else the only one there is.
    pub(crate) fn find(&self, named: Option<&InTerrain>) -> Result<(Entity, &'a TileTerrain, PixelFrame), Refusal> {
        let (&entity, &(terrain, frame)) = match named {
            Some(InTerrain(entity)) => self.0.get_key_value(entity).ok_or(Refusal::NoSuchTerrain)?,
            None if self.0.len() > 1 => return Err(Refusal::SeveralTerrains),
            None => self.0.first_key_value().ok_or(Refusal::NoTerrain)?,
        };
        let frame = frame?;
        frame.check_upright()?;
        Ok((entity, terrain, frame))
    }

    fn frame(&self, terrain: Entity) -> Option<PixelFrame> {
        self.0.get(&terrain)?.1.ok()
    }
}

type Bodies<'w, 's> = Query<
    'w,
    's,
    (
        Entity,
        &'static mut PixelBody,
        &'static mut BodySlide,
        &'static Transform,
        Option<&'static InTerrain>,
        Option<&'static Name>,
    ),
>;
type Solids<'w, 's> = Query<
    'w,
    's,
    (Entity, &'static mut PixelSolid, &'static Transform, Option<&'static InTerrain>, Option<&'static Name>),
    Without<PixelBody>,
>;

/// What moves in one terrain, in the order of entities.
struct Movers<'a> {
    terrain: &'a TileTerrain,
    frame: PixelFrame,
    bodies: Vec<Entity>,
    solids: Vec<Entity>,
}

/// Moves all platforms, then all crates, then all bodies, by a fixed step. The order is that of the entities, so equal games have
/// equal steps.
pub(crate) fn step(
    time: Res<Time>,
    terrains: Terrains<'_, '_>,
    mut bodies: Bodies<'_, '_>,
    mut solids: Solids<'_, '_>,
    mut contacts: MessageWriter<BodyContact>,
) {
    let frames = Frames::of(&terrains);
    let mut all: BTreeMap<Entity, Movers<'_>> = BTreeMap::new();
    let movers = |(entity, terrain, frame): (Entity, _, _)| {
        (entity, Movers { terrain, frame, bodies: Vec::new(), solids: Vec::new() })
    };
    for (entity, mut solid, transform, named, name) in &mut solids {
        if let Some((terrain, new)) = settle(&frames, entity, &mut *solid, transform, named, name).map(movers) {
            all.entry(terrain).or_insert(new).solids.push(entity);
        }
    }
    for (entity, mut body, _, transform, named, name) in &mut bodies {
        if let Some((terrain, new)) = settle(&frames, entity, &mut *body, transform, named, name).map(movers) {
            all.entry(terrain).or_insert(new).bodies.push(entity);
        }
    }
    for (terrain, mut movers) in all {
        movers.bodies.sort_unstable();
        movers.solids.sort_unstable();
        step_in(terrain, &movers, time.delta_secs(), &mut bodies, &mut solids, &mut contacts);
    }
}

/// Puts something to its place, and returns its terrain. Where it cannot move, the log says why, once.
fn settle<'a>(
    frames: &Frames<'a>,
    entity: Entity,
    placed: &mut impl Placed,
    transform: &Transform,
    named: Option<&InTerrain>,
    name: Option<&Name>,
) -> Option<(Entity, &'a TileTerrain, PixelFrame)> {
    match frames.find(named) {
        Ok(found) => {
            placed.settle(transform, &found.2);
            let exact = placed.exact();
            let place = placed.place();
            (place.before, place.offsets[0]) = (exact, place.offsets[1]);
            (place.terrain, place.is_refused) = (Some(found.0), false);
            Some(found)
        }
        Err(refusal) => {
            let place = placed.place();
            // A level that is still being loaded is no fault.
            if !place.is_refused && refusal != Refusal::NoTerrain {
                warn!("{} does not move: {refusal}", describe(entity, name));
                place.is_refused = true;
            }
            None
        }
    }
}

/// Moves what is in one terrain: platforms, then crates, then bodies.
fn step_in(
    terrain_entity: Entity,
    movers: &Movers<'_>,
    dt: f32,
    bodies: &mut Bodies<'_, '_>,
    solids: &mut Solids<'_, '_>,
    contacts: &mut MessageWriter<BodyContact>,
) {
    let &Movers { terrain, frame, .. } = movers;
    let mut moved_bodies: Vec<Body> =
        movers.bodies.iter().filter_map(|&it| Some(bodies.get(it).ok()?.1.body.clone())).collect();
    let mut all_bodies: Vec<&mut Body> = moved_bodies.iter_mut().collect();
    let (mut moved, mut velocities) = (Vec::new(), Vec::new());
    for &entity in &movers.solids {
        if let Ok((_, solid, ..)) = solids.get(entity) {
            moved.push(solid.solid.clone());
            velocities.push(frame.velocity_to_pixels(solid.velocity));
        }
    }
    let (crates, platforms): (Vec<usize>, _) = (0..moved.len()).partition(|&index| moved[index].weight.is_some());
    let mut squished = Vec::new();
    for index in platforms {
        let motion = velocities[index] * dt;
        if motion != Vec2::ZERO {
            let met = CollisionWorldMut::new(terrain, &mut moved).move_solid(index, motion, &mut all_bodies);
            squished.extend(met.into_iter().filter(|met| met.squished).map(|met| movers.bodies[met.body]));
        }
    }
    for &index in &crates {
        let mut world = CollisionWorldMut::new(terrain, &mut moved);
        velocities[index] = world.slide_solid(index, velocities[index], dt, &mut all_bodies).velocity;
    }
    for (index, &entity) in movers.bodies.iter().enumerate() {
        let Ok((_, mut body, mut result, ..)) = bodies.get_mut(entity) else { continue };
        let (velocity, options) = (frame.velocity_to_pixels(body.velocity), body.options);
        let slide = if body.pushes && !crates.is_empty() {
            let mut world = CollisionWorldMut::new(terrain, &mut moved);
            world.slide_body(index, velocity, dt, &options, &mut all_bodies)
        } else {
            all_bodies[index].move_and_slide(CollisionWorld::new(terrain, &moved), velocity, dt, &options)
        };
        let moved_body = &*all_bodies[index];
        body.place.offsets[1] = body
            .smoother
            .as_mut()
            .map_or(0.0, |smoother| smoother.step(moved_body, &slide, dt).y - moved_body.exact_position().y);
        // Unblocked motion keeps the very velocity: there and back it would be rounded.
        if slide.velocity != velocity {
            body.velocity = frame.velocity_to_world(slide.velocity);
        }
        *result = BodySlide {
            moved: Vec2::ZERO,
            on_floor: slide.on_floor,
            on_ceiling: slide.on_ceiling,
            wall: slide.wall,
            is_stuck: slide.is_stuck,
            is_squished: squished.contains(&entity),
        };
        contacts.write_batch(slide.contacts.iter().map(|contact| BodyContact {
            body: entity,
            other: contact.solid().map_or(terrain_entity, |index| movers.solids[index]),
            normal: frame.normal_to_world(contact.normal()),
            contact: *contact,
        }));
    }
    // A body may be pushed and carried until the last one has moved.
    for (&entity, moved) in movers.bodies.iter().zip(moved_bodies) {
        if let Ok((_, mut body, mut result, ..)) = bodies.get_mut(entity) {
            result.moved = frame.velocity_to_world(moved.exact_position() - body.place.before);
            body.body = moved;
        }
    }
    for ((&entity, moved), velocity) in movers.solids.iter().zip(moved).zip(velocities) {
        let Ok((_, mut own, ..)) = solids.get_mut(entity) else { continue };
        if own.solid != moved {
            own.solid = moved;
        }
        if own.solid.weight.is_some() && frame.velocity_to_pixels(own.velocity) != velocity {
            own.velocity = frame.velocity_to_world(velocity);
        }
    }
}

/// Sets the transforms of bodies and solids between the last two steps, by the time that has passed since the last one.
pub(crate) fn interpolate(
    time: Res<Time<Fixed>>,
    terrains: Terrains<'_, '_>,
    parents: Query<&GlobalTransform>,
    mut bodies: Query<(&mut PixelBody, &mut Transform, Option<&ChildOf>)>,
    mut solids: Query<(&mut PixelSolid, &mut Transform, Option<&ChildOf>), Without<PixelBody>>,
) {
    let (between, frames) = (time.overstep_fraction(), Frames::of(&terrains));
    let place = |placed: &mut dyn Placed, transform: &mut Mut<'_, Transform>, parent: Option<&ChildOf>| {
        let (terrain, point) = placed.drawn(between)?;
        let mut world = frames.frame(terrain)?.to_world(point).extend(transform.translation.z);
        if let Some(parent) = parent.and_then(|parent| parents.get(parent.parent()).ok()) {
            let inverse = parent.affine().inverse();
            world =
                inverse.transform_point3(world.truncate().extend(parent.translation().z)).truncate().extend(world.z);
        }
        if transform.translation != world {
            transform.translation = world;
        }
        Some(())
    };
    for (mut body, mut transform, parent) in &mut bodies {
        place(body.bypass_change_detection(), &mut transform, parent);
    }
    for (mut solid, mut transform, parent) in &mut solids {
        place(solid.bypass_change_detection(), &mut transform, parent);
    }
}
