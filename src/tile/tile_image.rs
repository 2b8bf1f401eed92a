use glam::{UVec2, uvec2};
use std::fmt;

/// A picture's colors: 8-bit red, green, blue and alpha, not premultiplied, row after row from the top left.
///
/// Kept for programs that draw a map; no query reads it.
#[derive(Clone, PartialEq, Eq)]
pub struct TileImage {
    width: u32,
    height: u32,
    pixels: Vec<[u8; 4]>,
}

impl TileImage {
    /// A picture `width` pixels wide; `None` where `pixels` are not whole rows.
    #[must_use]
    pub fn new(width: u32, pixels: Vec<[u8; 4]>) -> Option<Self> {
        let rows = if width == 0 { 0 } else { pixels.len() / width as usize };
        let height = u32::try_from(rows).ok()?;
        (width as usize * rows == pixels.len()).then_some(Self { width, height, pixels })
    }

    /// Pixels from left to right.
    #[must_use]
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// Pixels from top to bottom.
    #[must_use]
    pub const fn height(&self) -> u32 {
        self.height
    }

    /// Width and height.
    #[must_use]
    pub const fn size(&self) -> UVec2 {
        uvec2(self.width, self.height)
    }

    /// All pixels, row after row.
    #[must_use]
    pub fn pixels(&self) -> &[[u8; 4]] {
        &self.pixels
    }

    /// The color at `(x, y)`; transparent black outside.
    #[must_use]
    pub fn get(&self, x: i32, y: i32) -> [u8; 4] {
        match (u32::try_from(x), u32::try_from(y)) {
            (Ok(x), Ok(y)) if x < self.width && y < self.height => {
                self.pixels[y as usize * self.width as usize + x as usize]
            }
            _ => [0; 4],
        }
    }
}

impl fmt::Debug for TileImage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TileImage {}x{}", self.width, self.height)
    }
}
