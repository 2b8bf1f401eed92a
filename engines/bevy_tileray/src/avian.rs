//! Colliders of [Avian](avian2d) for terrain and for masks.
//!
//! ```text
//! TerrainChanged ──▶ chunks of the rectangle ──to_mask──▶ Hull ──▶ a compound of convex pieces, a static body a chunk
//! ```
//!
//! The systems run in `FixedPostUpdate` before Avian's. So what is dug in `FixedUpdate` is gone in the same step, and a
//! rock that was cut off does not begin inside of its old collider.

use crate::frame::{PixelFrame, describe};
use crate::terrain::{TerrainChanged, TileTerrain, tell_changes};
use avian2d::parry::math::Pose;
use avian2d::parry::shape::{Compound, CompoundFlags, SharedShape};
use avian2d::prelude::{Collider, CollisionLayers, Friction, PhysicsSystems, Restitution, RigidBody};
use bevy_app::{App, FixedPostUpdate, Plugin};
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::*;
use bevy_ecs::world::DeferredWorld;
use bevy_log::warn;
use bevy_math::{Vec2, ivec2, vec2};
use bevy_transform::components::{GlobalTransform, Transform};
use bevy_transform::helper::TransformHelper;
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use tileray::hull::SpriteHullError;
use tileray::{Hull, HullOptions, LayerMask, Rect, SolidityMap, Terrain};

/// Keeps Avian's colliders of a [`TileTerrain`] equal to its solid pixels, after each edit.
///
/// The terrain is cut into chunks. A chunk is a static body of its own, and only chunks that changed are made again. Bodies
/// that sleep on such a chunk wake up. A chunk takes over `CollisionLayers`, `Friction` and `Restitution` that the terrain's entity
/// has when it is made. A terrain whose transform changes is made again as a whole. Needs the [`TerrainCollidersPlugin`].
///
/// Bodies slide over the pieces of a chunk, and over the borders of chunks, without catching. For that, colliders overlap by
/// some pixels into the next chunk, and their ends there push nothing. Avian's [`SweptCcd`](avian2d::prelude::SweptCcd), which
/// is on by default, does not know this: it holds a fast body back for a part of the step in which it comes to a new chunk, and
/// the body keeps its velocity. Fast is a body that moves more than half of the radius of its largest inner circle in a step.
/// Larger chunks have fewer borders, and cost more after each edit.
///
/// Solid pixels outside of the terrain's bounds ([`Outside`](tileray::terrain::Outside)) have no colliders.
#[derive(Clone, Component, Debug)]
#[require(ColliderChunks)]
pub struct TerrainColliders {
    /// The side of a chunk in pixels, 128 by default; 0 counts as 1.
    pub chunk: u32,
    /// The layers that have colliders; all by default. One-way layers become solid from all sides.
    pub layers: LayerMask,
    /// How the pieces are made. By default they are exact, with an error bound of 0. A greater bound needs fewer pieces and
    /// smooths slopes, but two chunks may then differ by that many pixels at their border.
    pub hull: HullOptions,
    /// Whether there are only colliders near entities with [`NearColliders`]. By default they are everywhere.
    pub only_near: bool,
}

impl Default for TerrainColliders {
    fn default() -> Self {
        Self { chunk: 128, layers: LayerMask::ALL, hull: HullOptions::new().max_error(0.0), only_near: false }
    }
}

impl TerrainColliders {
    /// Returns the rectangle that a chunk's collider is made of: some pixels more at each side than the error bound. With one
    /// pixel more, boxes lose more speed on stairs (by a fifth on slopes of 1 to 4 with chunks of 64 px), with three nothing.
    fn grown(&self, pixels: Rect) -> Rect {
        let margin = (self.hull.max_error.ceil() as i32).clamp(0, 1 << 24) + 3;
        Rect::new(pixels.min - margin, pixels.max + margin)
    }
}

/// Keeps the colliders of terrain within a distance of the entity, in units of the world, if the terrain has them
/// [only near](TerrainColliders::only_near) such entities.
#[derive(Clone, Component, Copy, Debug)]
#[require(Transform)]
pub struct NearColliders(pub f32);

/// The chunks that are made, by row and column; those without a solid pixel have no entity.
#[derive(Component, Debug, Default)]
#[component(on_remove = remove_chunks)]
struct ColliderChunks {
    /// Where the terrain was when they were made.
    place: Option<(PixelFrame, Rect)>,
    made: BTreeMap<[i32; 2], Option<Entity>>,
}

/// Keeps the colliders of terrain with [`TerrainColliders`].
#[derive(Clone, Copy, Debug, Default)]
pub struct TerrainCollidersPlugin;

impl Plugin for TerrainCollidersPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(FixedPostUpdate, (tell_changes, update_colliders).chain().before(PhysicsSystems::First));
        app.add_observer(|removed: On<Remove<TerrainColliders>>, mut commands: Commands| {
            if let Ok(mut entity) = commands.get_entity(removed.entity) {
                entity.try_remove::<ColliderChunks>();
            }
        });
    }
}

/// Returns the collider of a mask's solid pixels, for a body whose origin is the point `origin` of the mask, y down.
///
/// In the collider y points up. Its pieces are those of [`Hull::from_mask`]; with an error bound of 0 they are exactly the
/// pixels. Bodies do not catch at the seams between them. Avian takes mass, center of mass and inertia from the collider.
///
/// # Errors
/// If [`Hull::from_mask`] returns an error: for a mask without a solid pixel, for example.
///
/// ```
/// use avian2d::prelude::RigidBody;
/// use bevy_tileray::mask_collider;
/// use bevy_math::vec2;
/// use tileray::{HullOptions, SolidityMap};
///
/// let rock = SolidityMap::from_ascii(".##.\n####\n###.")?;
/// let middle = rock.size().as_vec2() / 2.0;
/// let collider = mask_collider(&rock, middle, &HullOptions::new().max_error(0.0))?;
/// assert!(collider.contains_point(vec2(0.0, 0.0), 0.0, vec2(1.5, 0.0)));
/// assert!(!collider.contains_point(vec2(0.0, 0.0), 0.0, vec2(1.6, -1.4)));
/// let body = (RigidBody::Dynamic, collider);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn mask_collider(
    mask: &SolidityMap,
    origin: impl Into<Vec2>,
    options: &HullOptions,
) -> Result<Collider, SpriteHullError> {
    let origin = origin.into();
    let empty = SpriteHullError::Empty { width: mask.width(), height: mask.height() };
    compound(
        &Hull::from_mask(mask, options)?,
        true,
        |corner| vec2(corner.x - origin.x, origin.y - corner.y),
        |_, _| false,
    )
    .ok_or(empty)
}

/// Returns a compound of a hull's pieces; `None` where rounding leaves no piece. `mirrors` says whether `place` does, and
/// `is_seam` whether a side of a piece is covered by another collider.
///
/// Parry drops a side that two parts share, so bodies do not catch at the seams between pieces. A side at a seam gets two slivers
/// inside of its piece. They have the same three sides, so none of these is left, and the piece's side is dropped with them.
fn compound(
    hull: &Hull,
    mirrors: bool,
    place: impl Fn(Vec2) -> Vec2,
    is_seam: impl Fn(Vec2, Vec2) -> bool,
) -> Option<Collider> {
    let mut parts = Vec::new();
    let mut add = |corners: &[Vec2]| {
        let mut corners: Vec<_> = corners.iter().map(|corner| place(*corner)).collect();
        if mirrors {
            corners.reverse();
        }
        // The other constructor drops corners at flat angles. Pieces would no longer meet at whole edges.
        parts.extend(SharedShape::convex_polyline_unmodified(corners).map(|shape| (Pose::IDENTITY, shape)));
    };
    for piece in hull.pieces() {
        let corners: Vec<_> = piece.points().collect();
        add(&corners);
        let middle = corners.iter().sum::<Vec2>() / corners.len() as f32;
        let sides = corners.iter().zip(corners.iter().cycle().skip(1));
        for (from, to) in sides.filter(|(from, to)| is_seam(**from, **to)) {
            let sliver = [*from, *to, from.midpoint(*to).lerp(middle, 0.125)];
            (0..2).for_each(|_| add(&sliver));
        }
    }
    let flags = CompoundFlags::FIX_INTERNAL_EDGES;
    (!parts.is_empty()).then(|| SharedShape::new(Compound::with_flags(parts, flags, None)).into())
}

/// Makes the chunks that are missing or changed, and removes those that are not wanted.
fn update_colliders(
    mut commands: Commands<'_, '_>,
    mut changes: MessageReader<'_, '_, TerrainChanged>,
    mut terrains: Query<'_, '_, (Entity, &TileTerrain, Ref<'_, TerrainColliders>, &mut ColliderChunks, Option<&Name>)>,
    near: Query<'_, '_, (Entity, &NearColliders)>,
    transforms: TransformHelper<'_, '_>,
) {
    let changes: Vec<_> = changes.read().collect();
    // The component `GlobalTransform` is computed at the end of a frame, which is too late for a new entity.
    let global = |entity| transforms.compute_global_transform(entity).unwrap_or_default();
    for (entity, terrain, settings, mut chunks, name) in &mut terrains {
        let grid = ChunkGrid { side: settings.chunk.clamp(1, 1 << 24) as i32, bounds: terrain.bounds() };
        let frame = PixelFrame::new(&global(entity)).ok();
        let place = frame.map(|frame| (frame, grid.bounds));
        let is_stale = settings.is_changed() || chunks.place != place;
        let dirty: BTreeSet<_> = if is_stale {
            grid.chunks(grid.bounds).collect()
        } else {
            let own = changes.iter().filter(|change| change.terrain == entity);
            own.flat_map(|change| grid.chunks(settings.grown(change.pixels))).collect()
        };
        let near: Option<BTreeSet<_>> = settings.only_near.then(|| {
            let around =
                |(entity, near): (_, &NearColliders)| frame.map(|frame| square(&frame, &global(entity), near.0));
            near.iter().filter_map(around).flat_map(|pixels| grid.chunks(pixels)).collect()
        });
        if dirty.is_empty() && near.is_none() && !is_stale {
            continue;
        }
        chunks.place = place;
        chunks.made.retain(|chunk, made| {
            let is_wanted = near.as_ref().is_none_or(|near| near.contains(chunk)) && !grid.pixels(*chunk).is_empty();
            let is_kept = is_wanted && !is_stale && !dirty.contains(chunk);
            if let Some(old) = made.filter(|_| !is_kept) {
                // Removing a collider wakes the bodies that touch it; exchanging its shape does not.
                commands.entity(old).try_despawn();
            }
            is_kept
        });
        let Some(frame) = frame else { continue };
        for chunk in near.unwrap_or(dirty) {
            chunks.made.entry(chunk).or_insert_with(|| {
                let pixels = grid.pixels(chunk);
                let body = chunk_body(terrain, &settings, &frame, pixels).unwrap_or_else(|error| {
                    warn!("the terrain of {} has no colliders in {pixels:?}: {error}", describe(entity, name));
                    None
                });
                let made = commands.spawn(body?).id();
                commands.entity(entity).clone_components::<(CollisionLayers, Friction, Restitution)>(made);
                Some(made)
            });
        }
    }
}

/// Returns the static body of a rectangle of pixels; `None` if none of them is solid.
fn chunk_body(
    terrain: &Terrain,
    settings: &TerrainColliders,
    frame: &PixelFrame,
    pixels: Rect,
) -> Result<Option<(RigidBody, Collider, Transform)>, Box<dyn Error>> {
    let around = settings.grown(pixels).intersection(&terrain.bounds());
    let mask = terrain.query().layers(settings.layers).try_to_mask(around)?;
    if mask.crop(pixels.translated(-around.min)).is_empty() {
        return Ok(None);
    }
    let hull = match Hull::from_mask(&mask, &settings.hull) {
        Err(SpriteHullError::Empty { .. }) => return Ok(None),
        hull => hull?,
    };
    // The sides at the rim are seams, except at the end of the terrain. The next chunk has what lies beyond.
    let (size, error) = (around.size().as_vec2(), settings.hull.max_error);
    let rims = [
        (around.min.x < pixels.min.x, Vec2::X, 0.0),
        (around.max.x > pixels.max.x, Vec2::X, size.x),
        (around.min.y < pixels.min.y, Vec2::Y, 0.0),
        (around.max.y > pixels.max.y, Vec2::Y, size.y),
    ];
    let is_seam = |from: Vec2, to: Vec2| {
        let lies_at = |axis: Vec2, rim: f32| [from, to].iter().all(|corner| (corner.dot(axis) - rim).abs() <= error);
        rims.iter().any(|(is_shared, axis, rim)| *is_shared && lies_at(*axis, *rim))
    };
    let corner = frame.to_world(around.min.as_vec2()).extend(0.0);
    let collider = compound(&hull, frame.mirrors(), |point| frame.velocity_to_world(point), is_seam);
    Ok(collider.map(|collider| (RigidBody::Static, collider, Transform::from_translation(corner))))
}

/// Returns the square of pixels within a distance of an entity, in units of the world.
fn square(frame: &PixelFrame, entity: &GlobalTransform, distance: f32) -> Rect {
    let middle = entity.translation().truncate();
    let corners = [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)]
        .map(|(x, y)| frame.to_pixels(middle + vec2(x, y) * distance));
    let bound = |bound: fn(Vec2, Vec2) -> Vec2| corners.into_iter().reduce(bound).unwrap_or_default();
    Rect::new(bound(Vec2::min).floor().as_ivec2(), bound(Vec2::max).ceil().as_ivec2())
}

/// The chunks of a terrain.
struct ChunkGrid {
    side: i32,
    bounds: Rect,
}

impl ChunkGrid {
    /// Returns the chunks that have a pixel of a rectangle, by row and column.
    fn chunks(&self, pixels: Rect) -> impl Iterator<Item = [i32; 2]> + use<> {
        let (side, pixels) = (self.side, pixels.intersection(&self.bounds));
        let along = move |min: i32, max: i32| min.div_euclid(side)..(max - 1).div_euclid(side) + 1;
        let rows = if pixels.is_empty() { 0..0 } else { along(pixels.min.y, pixels.max.y) };
        rows.flat_map(move |row| along(pixels.min.x, pixels.max.x).map(move |column| [row, column]))
    }

    /// Returns the pixels of a chunk that lie in the terrain.
    fn pixels(&self, [row, column]: [i32; 2]) -> Rect {
        let corner = ivec2(column, row) * self.side;
        Rect::new(corner, corner + self.side).intersection(&self.bounds)
    }
}

/// Removes the colliders of a terrain that has none any more.
fn remove_chunks(mut world: DeferredWorld<'_>, context: HookContext) {
    let chunks = world.get_mut::<ColliderChunks>(context.entity).map(|mut chunks| std::mem::take(&mut chunks.made));
    for chunk in chunks.into_iter().flatten().filter_map(|(_, made)| made) {
        world.commands().entity(chunk).try_despawn();
    }
}
