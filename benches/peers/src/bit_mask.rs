//! A bit-packed mask that is made for being walked: what the rivals that test pixels read.

use tileray::SolidityMap;
use tileray::glam::IVec2;

/// One bit a pixel, rows in 64-bit words.
#[derive(Debug)]
pub(crate) struct BitMask {
    width: u32,
    height: u32,
    words_per_row: usize,
    words: Vec<u64>,
}

impl BitMask {
    pub(crate) fn new(mask: &SolidityMap) -> Self {
        let words_per_row = mask.width().div_ceil(64) as usize;
        let mut words = vec![0; words_per_row * mask.height() as usize];
        for y in 0..mask.height() {
            for x in 0..mask.width() {
                if mask.get(x as i32, y as i32) {
                    words[y as usize * words_per_row + (x / 64) as usize] |= 1 << (x % 64);
                }
            }
        }
        Self { width: mask.width(), height: mask.height(), words_per_row, words }
    }

    pub(crate) const fn width(&self) -> u32 {
        self.width
    }

    pub(crate) const fn height(&self) -> u32 {
        self.height
    }

    /// The bytes that the bits take.
    pub(crate) const fn bytes(&self) -> usize {
        self.words.len() * size_of::<u64>()
    }

    /// Whether a pixel is solid; `None` outside, where a walk that began inside may stop.
    #[inline(always)]
    pub(crate) fn get(&self, pixel: IVec2) -> Option<bool> {
        // A negative coordinate becomes a huge one, so that one comparison tells of both borders.
        let (x, y) = (pixel.x as u32, pixel.y as u32);
        (x < self.width && y < self.height).then(|| self.bit(x, y))
    }

    /// The bit of a pixel that is known to be inside.
    #[inline(always)]
    pub(crate) fn bit(&self, x: u32, y: u32) -> bool {
        self.words[y as usize * self.words_per_row + (x / 64) as usize] >> (x % 64) & 1 != 0
    }

    /// Whether a pixel is solid; outside none is.
    #[inline(always)]
    pub(crate) fn is_solid(&self, pixel: IVec2) -> bool {
        self.get(pixel).unwrap_or(false)
    }
}
