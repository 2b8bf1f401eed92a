//! [Tileray](https://docs.rs/tileray) for [Bevy](https://bevy.org): levels whose every solid pixel counts, which can be dug
//! and built at any time, and are seen by rays at once.
//!
//! - [`TileLevel`] loads a map of Tiled or LDtk, or a picture, and becomes a [`TileTerrain`].
//! - [`Rays`] casts rays and batches of them, in Bevy's coordinates, against all terrains and sprites.
//! - [`PixelBody`] walks, slides and stands on it, in fixed steps; [`PixelSolid`] is a platform that moves.
//! - `TerrainColliders`, with the feature `avian`, keeps Avian's colliders of a terrain equal to its pixels.
//! - [`TerrainChanged`] and [`BodyContact`] tell what changed and what was met.
//!
//! The world is Bevy's: y points **up**, and lengths are its units. Pixels of terrain count **down** from its entity, at the
//! scale of its transform. Names say which one is meant: what has pixels or cells in its name or comes from the library counts
//! in pixels.
//!
//! Nothing here needs a window: with `default-features = false` the plugin runs on a server, with `MinimalPlugins` and
//! Bevy's `AssetPlugin` and `TransformPlugin`.
#![forbid(unsafe_code)]

#[cfg(feature = "avian")]
mod avian;
mod body;
#[cfg(feature = "draw")]
mod draw;
mod files;
mod frame;
mod hull;
mod level;
mod motion;
mod paint;
mod rays;
mod terrain;
#[cfg(feature = "bevy_ecs_tiled")]
mod tiled;

#[cfg(feature = "avian")]
pub use avian::{NearColliders, TerrainColliders, TerrainCollidersPlugin, mask_collider};
pub use body::{BodyContact, BodySlide, InTerrain, PixelBody, PixelSolid};
#[cfg(feature = "draw")]
pub use draw::{PixelLight, TerrainTexture, TextureUploads, TilerayDrawPlugin, TilerayGizmos};
pub use frame::{FrameError, PixelFrame};
pub use hull::{HullError, HullScene, HullSettings, SpriteHullAsset, SpriteHullCollider};
pub use level::{LevelError, LevelSettings, TileLevel, TileLevelAsset};
pub use paint::paint;
pub use rays::{RayFilter, Rays, WorldRay, WorldRayHit};
pub use terrain::{TerrainChanged, TileTerrain};
#[cfg(feature = "bevy_ecs_tiled")]
pub use tiled::TiledPhysicsTilerayBackend;
pub use tileray;

use bevy_app::{App, FixedPostUpdate, Plugin, PostUpdate, PreUpdate, RunFixedMainLoop, RunFixedMainLoopSystems};
use bevy_asset::AssetApp;
use bevy_ecs::prelude::*;
use bevy_transform::TransformSystems;

/// The systems of the plugin, to order others before or after them.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq, SystemSet)]
pub enum TileraySystems {
    /// Inserts the terrain of levels that are loaded, in `PreUpdate`.
    Load,
    /// Moves solids and bodies, in `FixedPostUpdate`: after the game has set their velocities in `FixedUpdate`, whatever the
    /// order of its systems there.
    Move,
    /// Sets the transforms of bodies and solids, after the fixed steps of a frame.
    Interpolate,
    /// Tells what changed in terrain, and where hulls are, in `PostUpdate`.
    Tell,
}

/// Loads levels and hulls, moves bodies, and tells what changed.
///
/// It needs Bevy's `AssetPlugin`, `TransformPlugin` and `TimePlugin`, which `DefaultPlugins` have.
#[derive(Clone, Copy, Debug, Default)]
pub struct TilerayPlugin;

impl Plugin for TilerayPlugin {
    fn build(&self, app: &mut App) {
        app.init_asset::<TileLevelAsset>()
            .init_asset::<SpriteHullAsset>()
            .register_asset_loader(level::LevelLoader)
            .register_asset_loader(hull::HullLoader)
            .init_resource::<HullScene>()
            .add_message::<TerrainChanged>()
            .add_message::<BodyContact>()
            .register_type::<TileTerrain>()
            .register_type::<TileLevel>()
            .register_type::<SpriteHullCollider>()
            .register_type::<PixelBody>()
            .register_type::<PixelSolid>()
            .register_type::<BodySlide>()
            .register_type::<InTerrain>()
            .add_systems(PreUpdate, (level::place_levels, level::update_levels).chain().in_set(TileraySystems::Load))
            .add_systems(FixedPostUpdate, motion::step.in_set(TileraySystems::Move))
            .add_systems(
                RunFixedMainLoop,
                motion::interpolate
                    .in_set(TileraySystems::Interpolate)
                    .in_set(RunFixedMainLoopSystems::AfterFixedMainLoop),
            )
            .add_systems(
                PostUpdate,
                (terrain::tell_changes, hull::place_hulls.after(TransformSystems::Propagate))
                    .in_set(TileraySystems::Tell),
            );
    }
}
