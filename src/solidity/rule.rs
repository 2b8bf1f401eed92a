//! Solidity rules: which colors of an image are solid.

/// The alpha at or above which a pixel is solid.
///
/// Alpha is compared at 16 bits: a 16-bit image's own value, or an 8-bit value times 257, so that 255 is opaque.
/// The default, [`ANY`](Self::ANY), takes any alpha above 0. Alpha of a 16-bit PNG is not rounded to 8 bits first, so 1
/// of 65535 is solid, though an 8-bit viewer draws nothing there. [`at_least(1)`](Self::at_least) takes alpha from 257
/// of 65535 on.
///
/// ```
/// use tileray::solidity::AlphaThreshold;
///
/// assert!(AlphaThreshold::ANY.is_solid(1) && !AlphaThreshold::ANY.is_solid(0));
/// assert!(AlphaThreshold::at_least(128).is_solid(128 * 257));
/// assert!(!AlphaThreshold::at_least(128).is_solid(127 * 257));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct AlphaThreshold(u16);

impl AlphaThreshold {
    /// Any alpha above 0 is solid, at 16 bits too.
    pub const ANY: Self = Self(1);
    /// Only full alpha is solid.
    pub const OPAQUE: Self = Self(u16::MAX);

    /// Creates a threshold from an 8-bit alpha; 0 makes every pixel solid.
    #[must_use]
    pub const fn at_least(alpha: u8) -> Self {
        Self(alpha as u16 * 257)
    }

    /// Creates a threshold from a 16-bit alpha; 0 makes every pixel solid.
    #[must_use]
    pub const fn at_least_16_bit(alpha: u16) -> Self {
        Self(alpha)
    }

    /// Returns whether a 16-bit alpha is solid.
    #[must_use]
    pub const fn is_solid(self, alpha: u16) -> bool {
        alpha >= self.0
    }
}

impl Default for AlphaThreshold {
    fn default() -> Self {
        Self::ANY
    }
}

/// The rule that decides which colors of an image are solid.
///
/// ```
/// use tileray::solidity::SolidityRule;
///
/// let gray = [0x4000, 0x4000, 0x4000, 0xffff];
/// assert!(SolidityRule::Darkness.is_solid(gray) && SolidityRule::default().is_solid(gray));
/// assert!(SolidityRule::LumaBelow(65).is_solid(gray) && !SolidityRule::LumaBelow(63).is_solid(gray));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum SolidityRule {
    /// Solid if alpha reaches the threshold. An image without alpha is solid everywhere.
    Alpha(AlphaThreshold),
    /// Solid if the color is dark, whatever its alpha: for opaque occupancy maps.
    ///
    /// Dark is a luma below 128 of 255 by ITU-R BT.601: `0.299 R + 0.587 G + 0.114 B`, computed in integers.
    Darkness,
    /// Solid if the luma is below this value of 255, whatever its alpha: [`Darkness`](Self::Darkness) with another
    /// bound than 128. 0 makes no pixel solid, and 255 all but white.
    LumaBelow(u8),
}

impl SolidityRule {
    /// Returns whether a color with 16 bits a channel (red, green, blue, alpha) is solid.
    #[must_use]
    pub const fn is_solid(self, [red, green, blue, alpha]: [u16; 4]) -> bool {
        match self {
            Self::Alpha(threshold) => threshold.is_solid(alpha),
            Self::Darkness => Self::LumaBelow(128).is_solid([red, green, blue, alpha]),
            Self::LumaBelow(bound) => {
                // The luma at 16 bits in thousandths, as the weights add up to 1000.
                let luma = 299 * red as u32 + 587 * green as u32 + 114 * blue as u32;
                luma < bound as u32 * 257 * 1000
            }
        }
    }
}

impl Default for SolidityRule {
    fn default() -> Self {
        Self::Alpha(AlphaThreshold::ANY)
    }
}

impl From<AlphaThreshold> for SolidityRule {
    fn from(threshold: AlphaThreshold) -> Self {
        Self::Alpha(threshold)
    }
}
