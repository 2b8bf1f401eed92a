use embedded_graphics::pixelcolor::{Rgb888, RgbColor};
use embedded_graphics::prelude::{DrawTarget, OriginDimensions, Pixel, Size};
use std::convert::Infallible;
use tileray::glam::{IVec2, UVec2, Vec2, ivec2};
use tileray::raycast::bresenham;

/// Pixels as 0x00RRGGBB, row by row.
#[derive(Clone, Debug)]
pub(super) struct Canvas {
    size: UVec2,
    pixels: Vec<u32>,
}

impl Canvas {
    pub(super) fn new(size: UVec2) -> Self {
        Self { size, pixels: vec![0; (size.x * size.y) as usize] }
    }

    pub(super) const fn size(&self) -> UVec2 {
        self.size
    }

    pub(super) fn pixels(&self) -> &[u32] {
        &self.pixels
    }

    pub(super) fn pixels_mut(&mut self) -> &mut [u32] {
        &mut self.pixels
    }

    pub(super) fn clear(&mut self, color: u32) {
        self.pixels.fill(color);
    }

    /// Returns the index of a pixel of the picture.
    fn index(&self, at: IVec2) -> Option<usize> {
        let is_inside = at.cmpge(IVec2::ZERO).all() && at.as_uvec2().cmplt(self.size).all();
        is_inside.then(|| (at.y as u32 * self.size.x + at.x as u32) as usize)
    }

    /// Blends a color into a pixel, with an opacity from 0 to 255. Pixels outside are ignored.
    pub(super) fn blend(&mut self, at: IVec2, color: u32, opacity: u8) {
        if let Some(index) = self.index(at) {
            self.blend_index(index, color, opacity);
        }
    }

    /// Blends a color into the pixel of an index.
    pub(super) fn blend_index(&mut self, index: usize, color: u32, opacity: u8) {
        let (pixel, opacity) = (&mut self.pixels[index], u32::from(opacity));
        let mixed = [16, 8, 0].map(|shift| {
            let (old, new) = (*pixel >> shift & 255, color >> shift & 255);
            ((old * (255 - opacity) + new * opacity) / 255) << shift
        });
        *pixel = mixed[0] | mixed[1] | mixed[2];
    }

    /// Draws a line one pixel wide.
    pub(super) fn line(&mut self, from: Vec2, to: Vec2, color: u32, opacity: u8) {
        // Clamp lines to a few screens.
        let reach = Vec2::splat(4096.0);
        let [from, to] = [from, to].map(|end| end.clamp(-reach, reach).floor().as_ivec2());
        bresenham(from, to).for_each(|pixel| self.blend(pixel, color, opacity));
    }

    /// Fills a rectangle; its part outside is ignored.
    pub(super) fn fill(&mut self, corner: IVec2, size: IVec2, color: u32, opacity: u8) {
        let (min, max) = (corner.max(IVec2::ZERO), (corner + size).min(self.size.as_ivec2()));
        for y in min.y..max.y {
            (min.x..max.x).for_each(|x| self.blend(ivec2(x, y), color, opacity));
        }
    }

    /// Darkens the picture to `part` of 256.
    pub(super) fn dim(&mut self, part: u32) {
        for pixel in &mut self.pixels {
            let [red_blue, green] = [*pixel & 0xff_00ff, *pixel & 0x00_ff00].map(|parts| (parts * part) >> 8);
            *pixel = red_blue & 0xff_00ff | green & 0x00_ff00;
        }
    }
}

impl OriginDimensions for Canvas {
    fn size(&self) -> Size {
        Size::new(self.size.x, self.size.y)
    }
}

impl DrawTarget for Canvas {
    type Color = Rgb888;
    type Error = Infallible;

    fn draw_iter<I: IntoIterator<Item = Pixel<Rgb888>>>(&mut self, pixels: I) -> Result<(), Infallible> {
        for Pixel(at, color) in pixels {
            let color = u32::from(color.r()) << 16 | u32::from(color.g()) << 8 | u32::from(color.b());
            self.blend(ivec2(at.x, at.y), color, 255);
        }
        Ok(())
    }
}
