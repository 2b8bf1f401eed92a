use ggez::graphics::{GraphicsContext, Image, ImageFormat};
use platformer_game::paint;
use tileray::{LayerSet, Rect, Terrain};
use wgpu::{Extent3d, TexelCopyBufferLayout};

/// The picture of the level, an image of a pixel for each of its pixels.
pub(crate) struct Picture {
    image: Image,
    solid: LayerSet,
    bounds: Rect,
}

impl Picture {
    /// Draws a level whose solid layers these are.
    pub(crate) fn new(graphics: &GraphicsContext, terrain: &Terrain, solid: LayerSet) -> Self {
        let bounds = terrain.bounds();
        let bytes = paint(terrain, &solid, bounds);
        let (width, height) = (bounds.width(), bounds.height());
        let image =
            Image::from_pixels(graphics, &bytes, ImageFormat::Rgba8UnormSrgb, width, height);
        Self { image, solid, bounds }
    }

    /// Draws the rectangle anew that an edit returned: a hole 15 pixels wide sends 1.2 KB, not the
    /// 15.7 MB of the cave.
    pub(crate) fn update(&mut self, graphics: &GraphicsContext, terrain: &Terrain, dirty: Rect) {
        let dirty = dirty.intersection(&self.bounds);
        if dirty.is_empty() {
            return;
        }
        let bytes = paint(terrain, &self.solid, dirty);
        let size =
            Extent3d { width: dirty.width(), height: dirty.height(), depth_or_array_layers: 1 };
        let layout = TexelCopyBufferLayout {
            bytes_per_row: Some(4 * size.width),
            ..TexelCopyBufferLayout::default()
        };
        let corner = (dirty.min - self.bounds.min).as_uvec2();
        let mut target = self.image.wgpu().texture().as_image_copy();
        (target.origin.x, target.origin.y) = (corner.x, corner.y);
        graphics.wgpu().queue.write_texture(target, &bytes, layout, size);
    }

    pub(crate) fn image(&self) -> &Image {
        &self.image
    }
}
