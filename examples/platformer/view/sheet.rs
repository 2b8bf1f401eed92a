use super::Canvas;
use anyhow::{Context, Result, ensure};
use std::path::Path;
use tileray::glam::{IVec2, ivec2};
use tileray::motion::Side;

/// A sprite sheet: frames of equal size in a row.
pub(crate) struct Sheet {
    frame: IVec2,
    picture: image::RgbaImage,
}

impl Sheet {
    pub(crate) fn open(path: &Path, frame: IVec2) -> Result<Self> {
        let picture = image::open(path).with_context(|| format!("cannot read {}", path.display()))?.into_rgba8();
        let (width, height) = (picture.width() as i32, picture.height() as i32);
        ensure!(
            width >= frame.x && height >= frame.y,
            "{} has {width}x{height} pixels: a frame takes {}x{}",
            path.display(),
            frame.x,
            frame.y
        );
        Ok(Self { frame, picture })
    }

    /// Draws a frame, modulo their number, mirrored if it facing left.
    pub(crate) fn draw(&self, canvas: &mut Canvas, at: IVec2, frame: usize, facing: Side) {
        let frames = (self.picture.width() as i32 / self.frame.x) as usize;
        let first = (frame % frames) as i32 * self.frame.x;
        for y in 0..self.frame.y {
            for x in 0..self.frame.x {
                let from = if facing == Side::Left { self.frame.x - 1 - x } else { x };
                let [red, green, blue, alpha] = self.picture.get_pixel((first + from) as u32, y as u32).0;
                canvas.blend(at + ivec2(x, y), u32::from_be_bytes([0, red, green, blue]), alpha);
            }
        }
    }
}
