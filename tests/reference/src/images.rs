//! The eight images of the plane: turned and mirrored, then moved by whole pixels.

use tileray::SolidityMap;
use tileray::glam::{IVec2, Vec2, ivec2, vec2};

/// A turn or a mirroring: swaps x and y, or not, then negates some of them, then adds a shift.
#[derive(Clone, Copy, Debug)]
pub struct Image {
    swaps: bool,
    negates: [bool; 2],
    pub shift: IVec2,
}

impl Image {
    /// All eight, with a shift.
    pub fn all(shift: IVec2) -> impl Iterator<Item = Self> {
        let bits = |index: u8| [index & 1, index & 2, index & 4].map(|bit| bit != 0);
        (0..8).map(bits).map(move |[swaps, x, y]| Self { swaps, negates: [x, y], shift })
    }

    fn swapped<T>(&self, (x, y): (T, T)) -> (T, T) {
        if self.swaps { (y, x) } else { (x, y) }
    }

    pub fn vector(&self, vector: Vec2) -> Vec2 {
        let (x, y) = self.swapped((vector.x, vector.y));
        // Adding 0 makes a negative zero positive.
        vec2(if self.negates[0] { -x } else { x }, if self.negates[1] { -y } else { y }) + 0.0
    }

    pub fn point(&self, point: Vec2) -> Vec2 {
        self.vector(point) + self.shift.as_vec2()
    }

    /// The image of a pixel, which is the square from its corner to the next one.
    pub fn pixel(&self, pixel: IVec2) -> IVec2 {
        let (x, y) = self.swapped((pixel.x, pixel.y));
        ivec2(if self.negates[0] { -1 - x } else { x }, if self.negates[1] { -1 - y } else { y }) + self.shift
    }

    /// A mirror image turns the other way.
    pub fn angle(&self, angle: f32) -> f32 {
        let is_mirrored = self.swaps ^ self.negates[0] ^ self.negates[1];
        if is_mirrored { -angle } else { angle }
    }

    /// The same image with the shift that moves a frame of `width` by `height` pixels back to `(0, 0)`.
    pub fn of_frame(&self, width: u32, height: u32) -> Self {
        let (width, height) = self.swapped((width as i32, height as i32));
        let shift = ivec2(if self.negates[0] { width } else { 0 }, if self.negates[1] { height } else { 0 });
        Self { shift, ..*self }
    }

    /// The image of a mask in its own frame.
    pub fn mask(&self, mask: &SolidityMap) -> SolidityMap {
        let (width, height) = self.swapped((mask.width(), mask.height()));
        let mut image = SolidityMap::new(width, height);
        let frame = self.of_frame(mask.width(), mask.height());
        mask.pixels().map(|pixel| frame.pixel(pixel)).for_each(|pixel| image.set(pixel.x, pixel.y, true));
        image
    }
}
