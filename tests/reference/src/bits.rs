//! A mask as one flag a pixel.

use crate::nearest::pixels;
use tileray::glam::IVec2;
use tileray::{Rect, SolidityMap};

/// A copy of a mask that is looked up without the library, whose code is slow in a debug build.
#[derive(Clone, Debug)]
pub struct Bits {
    size: IVec2,
    solid: Vec<bool>,
}

impl From<&SolidityMap> for Bits {
    fn from(mask: &SolidityMap) -> Self {
        let size = mask.size().as_ivec2();
        let mut solid = vec![false; size.x as usize * size.y as usize];
        for run in mask.runs() {
            let row = run.y as usize * size.x as usize;
            solid[row + run.start as usize..row + run.end as usize].fill(true);
        }
        Self { size, solid }
    }
}

impl Bits {
    /// Whether a pixel is solid; those outside are free.
    pub fn get(&self, pixel: IVec2) -> bool {
        let is_inside = pixel.x >= 0 && pixel.y >= 0 && pixel.x < self.size.x && pixel.y < self.size.y;
        is_inside && self.solid[pixel.y as usize * self.size.x as usize + pixel.x as usize]
    }

    /// The solid pixels, row after row and from left to right.
    pub fn pixels(&self) -> Vec<IVec2> {
        pixels(Rect::new(IVec2::ZERO, self.size)).filter(|&pixel| self.get(pixel)).collect()
    }
}
