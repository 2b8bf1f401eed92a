#[cfg(feature = "tmx")]
use crate::geometry::Rect;
use glam::UVec2;

/// A decoded picture as its file holds it: 1 to 4 channels of 8 or 16 bits, so that nothing is widened in memory.
pub(super) struct Pixels {
    pub(super) size: UVec2,
    /// Gray, gray and alpha, red green blue, or those and alpha.
    pub(super) channels: usize,
    /// Whether a channel takes two bytes, the high one first.
    pub(super) deep: bool,
    pub(super) bytes: Vec<u8>,
    /// The color that is transparent wherever it stands, at 8 bits.
    pub(super) key: Option<[u8; 3]>,
}

impl Pixels {
    /// The color at a pixel of the picture at 16 bits a channel.
    pub(super) fn color(&self, x: u32, y: u32) -> [u16; 4] {
        let first = (y as usize * self.size.x as usize + x as usize) * self.channels;
        let channel = |index: usize| match self.deep {
            true => u16::from_be_bytes([self.bytes[(first + index) * 2], self.bytes[(first + index) * 2 + 1]]),
            false => u16::from(self.bytes[first + index]) * 257,
        };
        let [red, green, blue, alpha] = match self.channels {
            1 => [channel(0), channel(0), channel(0), u16::MAX],
            2 => [channel(0), channel(0), channel(0), channel(1)],
            3 => [channel(0), channel(1), channel(2), u16::MAX],
            _ => [channel(0), channel(1), channel(2), channel(3)],
        };
        let keyed = self.key == Some([narrow(red), narrow(green), narrow(blue)]);
        [red, green, blue, if keyed { 0 } else { alpha }]
    }

    /// The whole picture.
    #[cfg(feature = "tmx")]
    pub(super) fn rect(&self) -> Rect {
        Rect::from_size(glam::IVec2::ZERO, self.size)
    }
}

/// The nearest 8-bit value of a 16-bit one.
pub(super) const fn narrow(channel: u16) -> u8 {
    ((channel as u32 + 128) / 257) as u8
}
