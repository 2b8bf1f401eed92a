//! Decoded pixels: their layout, their colors, and the check of their size.

use crate::geometry::Rect;
use crate::load::error::{Limit, LoadErrorKind};
use crate::load::limits::LoadLimits;
use crate::solidity::SolidityMap;
use glam::{IVec2, UVec2};

/// The layout of a decoded pixel. To save memory, it has the channels and the depth of the file.
#[derive(Clone, Copy)]
pub(in crate::load) struct PixelLayout {
    /// The number of channels: gray, gray and alpha, RGB, or RGBA.
    pub(in crate::load) channels: usize,
    /// Whether a channel has 16 bits, the high byte first.
    pub(in crate::load) is_16_bit: bool,
}

impl PixelLayout {
    /// Returns the number of bytes of a pixel.
    pub(in crate::load) const fn bytes(self) -> usize {
        self.channels << self.is_16_bit as usize
    }

    /// Returns the color of a pixel at 16 bits a channel.
    #[inline]
    pub(in crate::load) fn color(self, pixel: &[u8]) -> [u16; 4] {
        let channel = |index: usize| match self.is_16_bit {
            true => u16::from_be_bytes([pixel[index * 2], pixel[index * 2 + 1]]),
            false => u16::from(pixel[index]) * 257,
        };
        match self.channels {
            1 => [channel(0), channel(0), channel(0), u16::MAX],
            2 => [channel(0), channel(0), channel(0), channel(1)],
            3 => [channel(0), channel(1), channel(2), u16::MAX],
            _ => [channel(0), channel(1), channel(2), channel(3)],
        }
    }
}

/// A decoded image.
pub(in crate::load) struct DecodedImage {
    pub(in crate::load) size: UVec2,
    pub(in crate::load) layout: PixelLayout,
    pub(in crate::load) bytes: Vec<u8>,
    /// The color key at 8 bits a channel: every pixel of this color is transparent.
    pub(in crate::load) color_key: Option<[u8; 3]>,
}

impl DecodedImage {
    /// Returns the color of a pixel at 16 bits a channel.
    pub(in crate::load) fn color(&self, x: u32, y: u32) -> [u16; 4] {
        let first = (y as usize * self.size.x as usize + x as usize) * self.layout.bytes();
        let [red, green, blue, alpha] = self.layout.color(&self.bytes[first..]);
        let keyed = self.color_key == Some([narrow(red), narrow(green), narrow(blue)]);
        [red, green, blue, if keyed { 0 } else { alpha }]
    }

    /// Returns the rectangle of the whole image.
    pub(in crate::load) fn rect(&self) -> Rect {
        Rect::from_size(IVec2::ZERO, self.size)
    }
}

/// Returns the nearest 8-bit value of a 16-bit one.
pub(in crate::load) const fn narrow(channel: u16) -> u8 {
    ((channel as u32 + 128) / 257) as u8
}

/// Parses a color of 8 hexadecimal digits, `AARRGGBB`, or of 6, which is opaque.
pub(in crate::load) fn hex_color(digits: &str) -> Option<u32> {
    // `from_str_radix` accepts a sign, too.
    if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    let color = u32::from_str_radix(digits, 16).ok()?;
    match digits.len() {
        6 => Some(0xff00_0000 | color),
        8 => Some(color),
        _ => None,
    }
}

/// Checks the size of an image against the limits, and against the largest mask.
pub(in crate::load) fn check_size(width: u32, height: u32, limits: &LoadLimits) -> Result<(), LoadErrorKind> {
    let bits = SolidityMap::bits_of_size(UVec2::new(width, height));
    limits.check(Limit::ImagePixels, u64::from(width) * u64::from(height))?;
    if bits > SolidityMap::MAX_PIXELS || i32::try_from(width.max(height)).is_err() {
        let what = format!("a picture of {width}x{height} pixels");
        return Err(LoadErrorKind::not_supported(what, "make it smaller, or split it"));
    }
    limits.check(Limit::MaskBytes, bits / 8)
}
