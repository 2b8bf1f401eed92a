//! Textures of terrain, in squares that are painted when they are needed.

use crate::paint::paint;
use crate::terrain::{TerrainChanged, TileTerrain};
use bevy_asset::{AssetId, Assets, Handle, RenderAssetUsages};
use bevy_camera::visibility::Visibility;
use bevy_color::{Color, ColorToPacked, Srgba};
use bevy_ecs::prelude::*;
use bevy_image::{Image, ImageSampler};
use bevy_math::{UVec2, Vec3};
use bevy_reflect::Reflect;
use bevy_reflect::std_traits::ReflectDefault;
use bevy_render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use bevy_sprite::{Anchor, Sprite};
use bevy_transform::components::Transform;
use std::collections::HashMap;
use tileray::Rect;
use tileray::glam::IVec2;

/// The side of a square of a texture, in pixels: small enough to be uploaded in no time, and few enough to draw.
const SIDE: i32 = 512;

/// Draws a [`TileTerrain`] with the pictures of its tiles. What is carved becomes transparent.
///
/// The texture is cut into squares of 512×512 pixels, which are children of the entity; those without a pixel do not exist.
/// After an edit only the pixels of [`TerrainChanged`] are painted and uploaded.
#[derive(Clone, Component, Copy, Debug, PartialEq, Reflect)]
#[reflect(Component, Clone, Debug, Default, PartialEq)]
#[require(TextureSquares, Visibility)]
pub struct TerrainTexture {
    /// The color of solid pixels without a picture: of filled terrain, and of masks.
    pub fill: Color,
}

impl Default for TerrainTexture {
    /// Returns a dark brown.
    fn default() -> Self {
        Self { fill: Color::srgb_u8(94, 79, 68) }
    }
}

/// The squares that are drawn, by their column and row.
#[derive(Component, Debug, Default)]
pub(super) struct TextureSquares(HashMap<IVec2, (Entity, Handle<Image>)>);

/// What was uploaded so far, to see what edits cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Resource)]
pub struct TextureUploads {
    /// The number of rectangles of edits.
    pub patches: u64,
    /// Their pixels.
    pub patched_pixels: u64,
    /// The number of new squares.
    pub squares: u64,
}

/// Pixels to be written into an image.
#[derive(Debug)]
pub(super) struct Patch {
    pub(super) image: AssetId<Image>,
    pub(super) at: UVec2,
    pub(super) size: UVec2,
    pub(super) bytes: Vec<u8>,
}

/// The patches of this frame.
#[derive(Debug, Default, Resource)]
pub(super) struct Patches(pub(super) Vec<Patch>);

/// Paints what changed.
pub(super) fn draw_changes(
    mut commands: Commands,
    mut changes: MessageReader<TerrainChanged>,
    mut images: ResMut<Assets<Image>>,
    mut patches: ResMut<Patches>,
    mut uploads: ResMut<TextureUploads>,
    mut removed: RemovedComponents<TileTerrain>,
    mut undrawn: RemovedComponents<TerrainTexture>,
    mut terrains: Query<(Entity, &TileTerrain, Ref<TerrainTexture>, &mut TextureSquares)>,
    mut squares_left: Query<&mut TextureSquares, Or<(Without<TileTerrain>, Without<TerrainTexture>)>>,
) {
    for entity in removed.read().chain(undrawn.read()) {
        if let Ok(mut squares) = squares_left.get_mut(entity) {
            squares.0.drain().for_each(|(_, (square, _))| commands.entity(square).despawn());
        }
    }
    let mut dirty: HashMap<Entity, Vec<Rect>> = HashMap::new();
    for change in changes.read() {
        dirty.entry(change.terrain).or_default().push(change.pixels);
    }
    for (entity, terrain, texture, mut squares) in &mut terrains {
        let is_new = texture.is_changed();
        let rects = match dirty.remove(&entity) {
            _ if is_new => vec![terrain.bounds()],
            Some(rects) => rects,
            None => continue,
        };
        let is_whole = rects.contains(&terrain.bounds());
        if is_whole {
            // Another level, or another color: whatever was drawn is painted anew.
            squares.0.drain().for_each(|(_, (square, _))| commands.entity(square).despawn());
        }
        let fill = Srgba::from(texture.fill).to_u8_array();
        for rect in rects {
            let (first, last) =
                (rect.min.div_euclid(IVec2::splat(SIDE)), (rect.max - 1).div_euclid(IVec2::splat(SIDE)));
            for (y, x) in (first.y..=last.y).flat_map(|y| (first.x..=last.x).map(move |x| (y, x))) {
                let place = IVec2::new(x, y);
                let square = Rect::new(place * SIDE, (place + 1) * SIDE);
                if let Some((_, image)) = squares.0.get(&place) {
                    let pixels = rect.intersection(&square);
                    let (at, size) = ((pixels.min - square.min).as_uvec2(), pixels.size());
                    let bytes = paint(terrain, pixels, fill);
                    uploads.patches += 1;
                    uploads.patched_pixels += u64::from(size.x) * u64::from(size.y);
                    patches.0.push(Patch { image: image.id(), at, size, bytes });
                    continue;
                }
                let bytes = paint(terrain, square, fill);
                if bytes.iter().any(|byte| *byte != 0) {
                    uploads.squares += 1;
                    let image = images.add(image_of(bytes));
                    let corner = Vec3::new(square.min.x as f32, -square.min.y as f32, 0.0);
                    let sprite = Sprite::from_image(image.clone());
                    let child = (sprite, Anchor::TOP_LEFT, Transform::from_translation(corner), ChildOf(entity));
                    squares.0.insert(place, (commands.spawn(child).id(), image));
                }
            }
        }
    }
}

/// Returns the image of a square. Its bytes are not kept in memory after they are uploaded.
fn image_of(bytes: Vec<u8>) -> Image {
    let size = Extent3d { width: SIDE as u32, height: SIDE as u32, depth_or_array_layers: 1 };
    let format = TextureFormat::Rgba8UnormSrgb;
    let mut image = Image::new(size, TextureDimension::D2, bytes, format, RenderAssetUsages::RENDER_WORLD);
    image.sampler = ImageSampler::nearest();
    image
}
