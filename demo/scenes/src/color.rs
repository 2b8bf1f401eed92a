//! Colors of the screen, and their meanings.

/// Red, green and blue, 8 bits each, as `0x00RRGGBB`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rgb(pub u32);

impl Rgb {
    /// White.
    pub const WHITE: Self = Self(0xff_ff_ff);
    /// Black.
    pub const BLACK: Self = Self(0);

    pub(crate) const fn from_channels([red, green, blue]: [u8; 3]) -> Self {
        Self((red as u32) << 16 | (green as u32) << 8 | blue as u32)
    }

    /// Returns red, green and blue.
    pub const fn channels(self) -> [u8; 3] {
        [(self.0 >> 16) as u8, (self.0 >> 8) as u8, self.0 as u8]
    }

    /// Returns this color under `over`, whose opacity is `alpha`, of 255.
    #[inline]
    pub(crate) const fn under(self, over: Self, alpha: u32) -> Self {
        // Red and blue share one multiplication, as they are 8 bits apart. With 256 parts a shift divides.
        let parts = alpha + (alpha >> 7);
        let rest = 256 - parts;
        let red_blue = ((self.0 & 0xff_00_ff) * rest + (over.0 & 0xff_00_ff) * parts) >> 8 & 0xff_00_ff;
        let green = ((self.0 & 0x00_ff_00) * rest + (over.0 & 0x00_ff_00) * parts) >> 8 & 0x00_ff_00;
        Self(red_blue | green)
    }

    /// Returns this color with light added, clamped.
    #[inline]
    pub(crate) fn lit(self, light: Self, strength: u32) -> Self {
        let [red, green, blue] = self.channels();
        let [more_red, more_green, more_blue] = light.channels();
        let add = |a: u8, b: u8| (u32::from(a) + u32::from(b) * strength / 255).min(255) as u8;
        Self::from_channels([add(red, more_red), add(green, more_green), add(blue, more_blue)])
    }
}

/// The solid pixel that a ray hit.
pub(crate) const HIT: Rgb = Rgb(0xff_2d_6f);
/// The last free pixel before it.
pub(crate) const PREVIOUS: Rgb = Rgb(0x5c_f2_ff);
/// The arrow along the normal.
pub(crate) const NORMAL: Rgb = Rgb(0x5c_f2_ff);
/// The border of the cell whose tile was hit.
pub(crate) const CELL: Rgb = Rgb(0xff_d8_4d);
/// A marker in sight.
pub(crate) const SEEN: Rgb = Rgb(0x6c_f0_7a);
/// A marker out of sight.
pub(crate) const UNSEEN: Rgb = Rgb(0xff_5a_4f);
/// Squares that a ray tested, by size.
pub(crate) const OUTSIDE: Rgb = Rgb(0xb0_b8_c8);
pub(crate) const REGION: Rgb = Rgb(0xff_7a_d9);
pub(crate) const BLOCK: Rgb = Rgb(0x5a_a9_ff);
pub(crate) const BRICK: Rgb = Rgb(0x4f_e0_8a);
/// A pixel that a ray tested.
pub(crate) const TESTED: Rgb = Rgb(0xff_6a_1f);
/// The ring of the brush that carves, and of the brush that fills.
pub(crate) const CARVE: Rgb = Rgb(0xff_f3_b0);
pub(crate) const FILL: Rgb = Rgb(0xff_9a_5c);
/// Filled ground.
pub(crate) const EARTH: Rgb = Rgb(0x7d_5f_50);
/// A shape at rest.
pub(crate) const VIOLET: Rgb = Rgb(0xa8_7b_ff);
/// The overlap of two shapes, and their contact points.
pub(crate) const OVERLAP: Rgb = HIT;
/// The way out of an overlap.
pub(crate) const WAY_OUT: Rgb = Rgb(0x7c_f5_6e);
/// A motion, and a shape at its first touch.
pub(crate) const MOTION: Rgb = Rgb(0xff_f3_b0);
pub(crate) const TOUCH: Rgb = Rgb(0xff_9a_2e);
/// The ground under shapes.
pub(crate) const TABLE: Rgb = Rgb(0x12_10_1f);
/// The background of text.
pub(crate) const PANEL: Rgb = Rgb(0x0b_0a_14);
/// The text of what a map lacks.
pub(crate) const WARNING: Rgb = Rgb(0xff_9a_2e);
/// Labels.
pub(crate) const LABEL: Rgb = Rgb(0xb0_b8_c8);
/// Values.
pub(crate) const VALUE: Rgb = Rgb(0xf4_f1_e6);

/// The beam, and the beam after each bounce; the last color repeats.
pub(crate) const BEAM: [Rgb; 5] = [Rgb(0xff_f3_b0), Rgb(0xff_c2_5e), Rgb(0xff_8a_5c), Rgb(0xf2_6b_a8), Rgb(0xa8_7b_ff)];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn light_stops_at_full() {
        assert_eq!(Rgb(0x80_80_00).lit(Rgb(0xff_10_20), 255), Rgb(0xff_90_20));
    }
}
