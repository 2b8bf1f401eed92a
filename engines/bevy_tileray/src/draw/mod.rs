//! Drawing: textures of terrain, light, and gizmos.

mod gizmos;
mod light;
mod texture;
mod upload;

pub use gizmos::TilerayGizmos;
pub use light::PixelLight;
pub use texture::{TerrainTexture, TextureUploads};

use crate::TileraySystems;
use bevy_app::{App, Plugin, PostUpdate};
use bevy_ecs::prelude::*;
use bevy_transform::TransformSystems;

/// Draws terrain that has a [`TerrainTexture`], and [`PixelLight`]s.
///
/// It needs Bevy's `DefaultPlugins`, or those for images, meshes and 2D rendering. Without a renderer, as in tests, nothing is
/// uploaded.
#[derive(Clone, Copy, Debug, Default)]
pub struct TilerayDrawPlugin;

impl Plugin for TilerayDrawPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<texture::Patches>()
            .init_resource::<TextureUploads>()
            .register_type::<TerrainTexture>()
            .register_type::<PixelLight>()
            .add_systems(
                PostUpdate,
                texture::draw_changes.after(crate::terrain::tell_changes).in_set(TileraySystems::Tell),
            )
            .add_systems(PostUpdate, light::shine.after(TransformSystems::Propagate).in_set(TileraySystems::Tell));
    }

    fn finish(&self, app: &mut App) {
        upload::build(app);
    }
}
