//! The pixels of a picture as a browser shows them.

use tileray::glam::UVec2;

/// Pixels of four bytes: red, green, blue and alpha.
#[derive(Clone, Debug, Default)]
pub(crate) struct ScreenPixels {
    /// In memory the first byte is the lowest one.
    pixels: Vec<u32>,
}

impl ScreenPixels {
    /// The largest picture.
    pub(crate) const MOST: UVec2 = UVec2::splat(4096);

    /// Takes over a picture of `0x00RRGGBB`.
    pub(crate) fn set(&mut self, picture: &[u32]) {
        self.pixels.clear();
        self.pixels.extend(picture.iter().map(|pixel| pixel.swap_bytes() >> 8 | 0xff00_0000));
    }

    /// Returns the address of the first byte.
    pub(crate) fn address(&self) -> *const u8 {
        self.pixels.as_ptr().cast()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn red_is_the_first_byte() {
        let mut pixels = ScreenPixels::default();
        pixels.set(&[0x11_22_33]);
        assert_eq!(pixels.pixels[0].to_le_bytes(), [0x11, 0x22, 0x33, 0xff]);
    }
}
