use super::Canvas;
use anyhow::{Result, ensure};
use tileray::glam::{IVec2, ivec2};
use tileray::motion::Side;
use tileray::tile::TileImage;

/// A sprite sheet: frames of equal size in a row.
pub(crate) struct Sheet {
    frame: IVec2,
    picture: TileImage,
}

impl Sheet {
    /// Cuts a picture, which `name` names in errors.
    pub(crate) fn new(name: &str, picture: TileImage, frame: IVec2) -> Result<Self> {
        let (width, height) = (picture.width() as i32, picture.height() as i32);
        ensure!(
            width >= frame.x && height >= frame.y,
            "{name} has {width}x{height} pixels: a frame takes {}x{}",
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
                let [red, green, blue, alpha] = self.picture.get(first + from, y);
                canvas.blend(at + ivec2(x, y), u32::from_be_bytes([0, red, green, blue]), alpha);
            }
        }
    }
}
