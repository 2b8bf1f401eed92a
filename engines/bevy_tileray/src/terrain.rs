//! Terrain of an entity, and the messages about its changes.

use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::*;
use bevy_ecs::world::DeferredWorld;
use bevy_reflect::Reflect;
use bevy_transform::components::Transform;
use std::ops::{Deref, DerefMut};
use tileray::{Rect, Terrain};

/// Terrain that rays hit and bodies stand on, placed by the entity's [`Transform`].
///
/// It is a [`Terrain`]: all its queries and edits are there. An edit is seen by the next query, in the same system or in
/// another one. What changed in a frame is told by [`TerrainChanged`], from the terrain's own notes
/// ([`Terrain::take_dirty`]), so no edit can be forgotten. A terrain that is assigned is told whole, if it is a clone or new;
/// two that are exchanged by `mem::swap` keep their notes, and are not.
///
/// The plugin inserts it where an entity has a [`TileLevel`](crate::TileLevel) that is loaded. Terrain of another origin is
/// inserted by the game:
///
/// ```
/// use bevy_ecs::prelude::*;
/// use bevy_tileray::TileTerrain;
/// use tileray::{SolidityMap, Terrain, glam::ivec2};
///
/// let hills = SolidityMap::from_fn(640, 360, |x, y| y > 300 - x / 4);
/// let mut world = World::new();
/// let level = world.spawn(TileTerrain::from(Terrain::from_solidity(&hills))).id();
///
/// let mut terrain = world.get_mut::<TileTerrain>(level).expect("it was spawned");
/// terrain.carve_circle((100.0, 280.0), 12.0); // in pixels, y down
/// assert!(!terrain.is_solid(ivec2(100, 280)));
/// ```
#[derive(Clone, Component, Debug, Reflect)]
#[reflect(opaque, Component, Clone, Debug)]
#[require(Transform)]
#[component(on_insert = tell_whole)]
pub struct TileTerrain {
    terrain: Terrain,
    /// Whether it was told since it was inserted. It may come from another entity, without notes.
    is_told: bool,
}

fn tell_whole(mut world: DeferredWorld<'_>, context: HookContext) {
    if let Some(mut terrain) = world.get_mut::<TileTerrain>(context.entity) {
        terrain.is_told = false;
    }
}

impl From<Terrain> for TileTerrain {
    fn from(terrain: Terrain) -> Self {
        // A clone has noted nothing, so all of it is told as new.
        Self { terrain: terrain.clone(), is_told: false }
    }
}

impl Deref for TileTerrain {
    type Target = Terrain;

    fn deref(&self) -> &Terrain {
        &self.terrain
    }
}

impl DerefMut for TileTerrain {
    fn deref_mut(&mut self) -> &mut Terrain {
        &mut self.terrain
    }
}

/// Pixels of a terrain that changed: a rectangle to draw, or to look for paths in, again.
///
/// Written once a frame in `PostUpdate`, for each square of 256×256 pixels with an edit that changed something, even if another
/// one changed it back; for a new terrain, once with its bounds.
#[derive(Clone, Copy, Debug, Message, PartialEq, Reflect)]
#[reflect(Debug, PartialEq)]
pub struct TerrainChanged {
    /// The entity with the [`TileTerrain`].
    pub terrain: Entity,
    /// The pixels, y down.
    #[reflect(ignore)]
    pub pixels: Rect,
}

/// Writes what changed since the last call.
pub(crate) fn tell_changes(
    mut terrains: Query<(Entity, &mut TileTerrain), Changed<TileTerrain>>,
    mut changes: MessageWriter<TerrainChanged>,
) {
    for (entity, mut terrain) in &mut terrains {
        let terrain = terrain.bypass_change_detection();
        let mut dirty = terrain.terrain.take_dirty();
        if !std::mem::replace(&mut terrain.is_told, true) {
            dirty = vec![terrain.bounds()];
        }
        changes.write_batch(dirty.into_iter().map(|pixels| TerrainChanged { terrain: entity, pixels }));
    }
}
