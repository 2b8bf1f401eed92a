use embedded_graphics::pixelcolor::{Rgb888, RgbColor};
use embedded_graphics::prelude::{DrawTarget, OriginDimensions, Pixel, Size};
use std::convert::Infallible;
use tileray::glam::{IVec2, UVec2, Vec2, ivec2};
use tileray::raycast::bresenham;

/// Pixels as 0x00RRGGBB, row by row.
#[derive(Clone, Debug)]
pub(crate) struct Canvas {
    size: UVec2,
    pixels: Vec<u32>,
}

impl Canvas {
    pub(crate) fn new(size: UVec2) -> Self {
        Self { size, pixels: vec![0; (size.x * size.y) as usize] }
    }

    pub(crate) const fn size(&self) -> UVec2 {
        self.size
    }

    pub(crate) fn pixels(&self) -> &[u32] {
        &self.pixels
    }

    pub(crate) fn pixels_mut(&mut self) -> &mut [u32] {
        &mut self.pixels
    }

    pub(crate) fn clear(&mut self, color: u32) {
        self.pixels.fill(color);
    }

    /// Blends a color into a pixel, with an opacity from 0 to 255. Pixels outside are ignored.
    pub(crate) fn blend(&mut self, at: IVec2, color: u32, opacity: u8) {
        if at.cmplt(IVec2::ZERO).any() || at.as_uvec2().cmpge(self.size).any() {
            return;
        }
        let pixel = &mut self.pixels[(at.y as u32 * self.size.x + at.x as u32) as usize];
        let opacity = u32::from(opacity);
        let mixed = [16, 8, 0].map(|shift| {
            let (old, new) = (*pixel >> shift & 255, color >> shift & 255);
            ((old * (255 - opacity) + new * opacity) / 255) << shift
        });
        *pixel = mixed[0] | mixed[1] | mixed[2];
    }

    /// Draws a line one pixel wide.
    pub(crate) fn line(&mut self, from: Vec2, to: Vec2, color: u32, opacity: u8) {
        // Clamp lines to a few screens.
        let reach = Vec2::splat(4096.0);
        let [from, to] = [from, to].map(|end| end.clamp(-reach, reach).floor().as_ivec2());
        bresenham(from, to).for_each(|pixel| self.blend(pixel, color, opacity));
    }

    pub(crate) fn fill(&mut self, corner: IVec2, size: IVec2, color: u32, opacity: u8) {
        for y in corner.y..corner.y + size.y {
            (corner.x..corner.x + size.x).for_each(|x| self.blend(ivec2(x, y), color, opacity));
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
