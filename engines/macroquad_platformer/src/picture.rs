use crate::paint::paint;
use macroquad::prelude::{FilterMode, Image, Texture2D};
use tileray::{LayerSet, Rect, Terrain};

/// The picture of the level, a texture of a texel for each of its pixels.
pub(crate) struct Picture {
    texture: Texture2D,
    solid: LayerSet,
    bounds: Rect,
}

impl Picture {
    /// Draws a level whose solid layers these are.
    pub(crate) fn new(terrain: &Terrain, solid: LayerSet) -> Self {
        let bounds = terrain.bounds();
        let bytes = paint(terrain, &solid, bounds);
        // The cave has 3840 pixels across, and textures hold 8192 on most machines.
        let texture = Texture2D::from_rgba8(bounds.width() as u16, bounds.height() as u16, &bytes);
        // Each pixel of the level is a sharp square, and no texel takes color from the ones beside it.
        texture.set_filter(FilterMode::Nearest);
        Self { texture, solid, bounds }
    }

    /// Redraws a rectangle that edits changed: a hole 19 pixels wide sends 1.5 KB, not the 15.7 MB
    /// of the cave.
    pub(crate) fn update(&mut self, terrain: &Terrain, dirty: Rect) {
        let dirty = dirty.intersection(&self.bounds);
        if dirty.is_empty() {
            return;
        }
        let (width, height) = (dirty.width(), dirty.height());
        let bytes = paint(terrain, &self.solid, dirty);
        let image = Image { bytes, width: width as u16, height: height as u16 };
        let corner = dirty.min - self.bounds.min;
        self.texture.update_part(&image, corner.x, corner.y, width as i32, height as i32);
    }

    pub(crate) fn texture(&self) -> &Texture2D {
        &self.texture
    }
}
