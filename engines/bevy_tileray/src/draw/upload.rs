//! The upload of changed pixels into textures on the graphics processor.

use super::texture::{Patch, Patches};
use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_render::render_asset::RenderAssets;
use bevy_render::render_resource::{Extent3d, Origin3d, TexelCopyBufferLayout, TexelCopyTextureInfo, TextureAspect};
use bevy_render::renderer::RenderQueue;
use bevy_render::texture::GpuImage;
use bevy_render::{ExtractSchedule, MainWorld, Render, RenderApp, RenderSystems};

/// Frames after which a patch of an image that is still not there is dropped.
const PATIENCE: u32 = 600;

/// The patches that are to be written, each with the frames that it has waited.
#[derive(Debug, Default, Resource)]
struct WaitingPatches(Vec<(Patch, u32)>);

/// Adds the upload to the renderer. Without one, patches are dropped.
pub(super) fn build(app: &mut App) {
    match app.get_sub_app_mut(RenderApp) {
        Some(render) => {
            render
                .init_resource::<WaitingPatches>()
                .add_systems(ExtractSchedule, extract)
                .add_systems(Render, upload.in_set(RenderSystems::PrepareResources));
        }
        None => {
            app.add_systems(bevy_app::Last, |mut patches: ResMut<Patches>| patches.0.clear());
        }
    }
}

fn extract(mut main: ResMut<MainWorld>, mut waiting: ResMut<WaitingPatches>) {
    let patches = std::mem::take(&mut main.resource_mut::<Patches>().0);
    waiting.0.extend(patches.into_iter().map(|patch| (patch, 0)));
}

/// Writes the patches, in their order. Those whose image is not there yet wait.
fn upload(mut waiting: ResMut<WaitingPatches>, images: Res<RenderAssets<GpuImage>>, queue: Res<RenderQueue>) {
    waiting.0.retain_mut(|(patch, frames)| {
        let Some(image) = images.get(patch.image) else {
            *frames += 1;
            return *frames < PATIENCE;
        };
        queue.write_texture(
            TexelCopyTextureInfo {
                texture: &image.texture,
                mip_level: 0,
                origin: Origin3d { x: patch.at.x, y: patch.at.y, z: 0 },
                aspect: TextureAspect::All,
            },
            &patch.bytes,
            TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(4 * patch.size.x), rows_per_image: None },
            Extent3d { width: patch.size.x, height: patch.size.y, depth_or_array_layers: 1 },
        );
        false
    });
}
