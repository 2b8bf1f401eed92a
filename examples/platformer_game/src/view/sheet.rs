use super::canvas::Canvas;
use anyhow::{Result, ensure};
use tileray::glam::{IVec2, ivec2};
use tileray::motion::Side;
use tileray::tile::TileImage;

/// A sprite sheet: frames of equal size in a row.
#[derive(Debug)]
pub(super) struct Sheet {
    frame: IVec2,
    picture: TileImage,
}

impl Sheet {
    /// Cuts a picture. `name` names it in errors.
    pub(super) fn new(name: &str, picture: TileImage, frame: IVec2) -> Result<Self> {
        let (width, height) = (picture.width() as i32, picture.height() as i32);
        ensure!(
            width >= frame.x && height >= frame.y,
            "{name} has {width}x{height} pixels: a frame takes {}x{}",
            frame.x,
            frame.y
        );
        Ok(Self { frame, picture })
    }

    /// Returns a pixel of a frame, modulo the number of frames; mirrored if it faces left.
    fn pixel(&self, at: IVec2, frame: usize, facing: Side) -> [u8; 4] {
        if at.cmplt(IVec2::ZERO).any() || at.cmpge(self.frame).any() {
            return [0; 4];
        }
        let frames = (self.picture.width() as i32 / self.frame.x) as usize;
        let first = (frame % frames) as i32 * self.frame.x;
        let x = if facing == Side::Left { self.frame.x - 1 - at.x } else { at.x };
        self.picture.get(first + x, at.y)
    }

    /// Draws a frame.
    pub(super) fn draw(&self, canvas: &mut Canvas, corner: IVec2, frame: usize, facing: Side) {
        for at in (0..self.frame.y).flat_map(|y| (0..self.frame.x).map(move |x| ivec2(x, y))) {
            let [red, green, blue, alpha] = self.pixel(at, frame, facing);
            canvas.blend(corner + at, u32::from_be_bytes([0, red, green, blue]), alpha);
        }
    }
}
