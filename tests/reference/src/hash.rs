//! One number for many answers.

use tileray::RayHit;
use tileray::glam::IVec2;
use tileray::solidity::Orientation;

/// Every bit of every answer, folded by FNV-1a.
#[derive(Clone, Copy, Debug)]
pub struct Hash(u64);

impl Default for Hash {
    fn default() -> Self {
        Self::new()
    }
}

impl Hash {
    pub fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    pub fn fold(&mut self, hit: Option<&RayHit>) {
        let Some(hit) = hit else {
            self.word(0);
            return;
        };
        let previous = hit.previous().unwrap_or(IVec2::MIN);
        for value in
            [hit.pixel().x, hit.pixel().y, previous.x, previous.y, hit.cell().x, hit.cell().y, hit.layer() as i32]
        {
            self.word(value as u32);
        }
        for value in [hit.point().x, hit.point().y, hit.distance(), hit.fraction(), hit.normal().x, hit.normal().y] {
            self.word(value.to_bits());
        }
        if let Some(tile) = hit.tile() {
            let Orientation { diagonal, horizontal, vertical } = tile.orientation;
            let turned = u32::from(diagonal) | u32::from(horizontal) << 1 | u32::from(vertical) << 2;
            [u32::from(tile.set), tile.id, turned].into_iter().for_each(|value| self.word(value));
        }
        self.word(u32::from(hit.inside()));
    }

    /// Any other 32 bits of an answer.
    pub fn word(&mut self, bits: u32) {
        for byte in bits.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// The number so far, in 16 digits.
    pub fn digits(self) -> String {
        format!("{:016x}", self.0)
    }
}
