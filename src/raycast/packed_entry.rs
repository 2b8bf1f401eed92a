//! What is small about a hit, in 32 bits.

use glam::{IVec2, ivec2};

/// The step by which a ray enters a pixel, whether it does, and the layer of the pixel.
///
/// ```text
/// bits  0 to 7    step back to the pixel before, and its part along the normal: two bits a coordinate, 1 for 0
/// bits  8 to 31   index of the layer
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct PackedEntry(u32);

impl PackedEntry {
    /// The largest index of a layer: 2^24 − 1. The map of a greater one would take gigabytes.
    pub(super) const MAX_LAYER: usize = (1 << 24) - 1;
    /// The bits of no step: the ray starts in the pixel.
    const NO_STEP: u32 = 0b01_01_01_01;

    /// Packs an entry. The steps, of coordinates from -1 to 1, are ignored if the ray starts `inside`.
    #[inline(always)]
    pub(super) const fn new(layer: usize, inside: bool, back: IVec2, face: IVec2) -> Self {
        // All bits set, or none if the ray starts inside.
        let moved = (inside as i32).wrapping_sub(1);
        let steps = back.x + (back.y << 2) + (face.x << 4) + (face.y << 6);
        let layer = if layer < Self::MAX_LAYER { layer } else { Self::MAX_LAYER };
        Self((layer as u32) << 8 | Self::NO_STEP.wrapping_add_signed(steps & moved))
    }

    pub(super) const fn layer(self) -> usize {
        (self.0 >> 8) as usize
    }

    /// Returns whether the ray starts in the pixel.
    pub(super) const fn is_inside(self) -> bool {
        self.0 & 0xff == Self::NO_STEP
    }

    /// Returns the step back to the pixel before; zero if the ray starts inside.
    pub(super) const fn back(self) -> IVec2 {
        self.step(0)
    }

    /// Returns the normal of the face that is entered; zero if the ray starts inside.
    pub(super) const fn face(self) -> IVec2 {
        self.step(4)
    }

    const fn step(self, shift: u32) -> IVec2 {
        ivec2((self.0 >> shift & 3) as i32 - 1, (self.0 >> (shift + 2) & 3) as i32 - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_can_be_read() {
        let steps = (0..9).map(|index| ivec2(index % 3 - 1, index / 3 - 1));
        for back in steps.filter(|&back| back != IVec2::ZERO) {
            for face in [back.with_x(0), back.with_y(0)].into_iter().filter(|&face| face != IVec2::ZERO) {
                for layer in [0, 1, 255, 65_536, PackedEntry::MAX_LAYER] {
                    let entry = PackedEntry::new(layer, false, back, face);
                    assert_eq!((entry.layer(), entry.back(), entry.face()), (layer, back, face));
                    assert!(!entry.is_inside());
                    let inside = PackedEntry::new(layer, true, back, face);
                    assert_eq!((inside.layer(), inside.back(), inside.face()), (layer, IVec2::ZERO, IVec2::ZERO));
                    assert!(inside.is_inside());
                }
            }
        }
    }
}
