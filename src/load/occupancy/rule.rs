//! The rule of map_server: from the gray of a pixel to occupied, free or unknown.
//!
//! ```text
//! gray = luma of red, green and blue, 0 to 255          p = 1 − gray/255, with negate p = gray/255
//!
//! trinary   p ≤ free_thresh: 0      p ≥ occupied_thresh: 100     between: unknown       transparent: unknown
//! scale     p ≤ free_thresh: 0      p ≥ occupied_thresh: 100     between: 1 to 99       transparent: unknown
//! raw       gray 0 to 100: itself                                above 100: unknown     thresholds, negate, alpha: unused
//! ```
//!
//! `p` and the thresholds are compared as `f32`, as map_server does.

use std::fmt;

/// The content of a cell of an occupancy grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Occupancy {
    /// Nothing stands there.
    Free,
    /// Something stands there.
    Occupied,
    /// No sensor has seen it.
    Unknown,
}

/// The meaning of the grays in the picture of an occupancy grid: `mode` in `map.yaml`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum OccupancyMode {
    /// Each pixel is occupied, free or unknown, by the thresholds.
    #[default]
    Trinary,
    /// As trinary, but grays between the thresholds are probabilities.
    Scale,
    /// A gray of 0 to 100 is the probability in percent; others are unknown.
    Raw,
}

impl OccupancyMode {
    /// All modes.
    pub const ALL: [Self; 3] = [Self::Trinary, Self::Scale, Self::Raw];

    /// Returns the name in `map.yaml`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Trinary => "trinary",
            Self::Scale => "scale",
            Self::Raw => "raw",
        }
    }
}

impl fmt::Display for OccupancyMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The rule that decides which grays are occupied, free or unknown, as `map.yaml` states it.
///
/// It is the rule of `nav2_map_server` since 2025 (Jazzy, Kilted, Lyrical):
///
/// - The luma of a pixel is `(306 red + 601 green + 117 blue) / 1024` at 16 bits a channel, reduced to 8 bits and rounded
///   down. A gray pixel keeps its gray.
/// - `p = 1 − luma / 255`, or with `negate` `p = luma / 255`. `p` and the thresholds are compared as `f32`.
/// - Trinary: free where `p ≤ free_thresh`, else occupied where `p ≥ occupied_thresh`, else unknown.
/// - Scale: the same, but between the thresholds the probability is `(p − free_thresh) / (occupied_thresh − free_thresh)`,
///   rounded to percent.
/// - Raw: a luma of 0 to 100 is the probability in percent, and a luma above is unknown. The rest of the rule is unused.
/// - In trinary and scale a pixel that is not fully opaque is unknown, whatever its color.
///
/// The map_server of ROS 1 and of Nav2 up to Humble differs in three points. A `p` equal to a threshold is unknown. The
/// gray of a color is the mean of its channels. In trinary the alpha is a fourth channel of that mean.
///
/// Probabilities become occupied, free or unknown as when `map_saver` writes a trinary map: free up to `free_thresh`,
/// else occupied from `occupied_thresh` on, both rounded to percent, else unknown.
///
/// ```
/// use tileray::load::{Occupancy, OccupancyMode, OccupancyRule};
///
/// let rule = OccupancyRule::default(); // the grays that map_saver writes
/// let found = [0, 205, 254].map(|gray| rule.occupancy(gray));
/// assert_eq!(found, [Occupancy::Occupied, Occupancy::Unknown, Occupancy::Free]);
///
/// let scale = OccupancyRule { mode: OccupancyMode::Scale, ..rule };
/// assert_eq!(scale.percent(128), Some(67)); // p = 0.498 between 0.196 and 0.65
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct OccupancyRule {
    /// The meaning of the grays.
    pub mode: OccupancyMode,
    /// Whether white is occupied instead of black.
    pub negate: bool,
    /// The least probability of an occupied pixel, 0 to 1.
    pub occupied_thresh: f64,
    /// The greatest probability of a free pixel, 0 to 1.
    pub free_thresh: f64,
}

impl Default for OccupancyRule {
    /// Returns the rule that `map_saver` writes.
    fn default() -> Self {
        Self { mode: OccupancyMode::Trinary, negate: false, occupied_thresh: 0.65, free_thresh: 0.196 }
    }
}

impl OccupancyRule {
    /// Returns the probability in percent that a pixel is occupied, 0 to 100, as in `nav_msgs/OccupancyGrid`. `None`
    /// for unknown, which is −1 there. `gray` is that of an opaque pixel.
    #[must_use]
    pub fn percent(&self, gray: u8) -> Option<u8> {
        if self.mode == OccupancyMode::Raw {
            return (gray <= 100).then_some(gray);
        }
        let shade = f32::from(gray) / 255.0;
        let p = if self.negate { shade } else { 1.0 - shade };
        let (free, occupied) = (self.free_thresh as f32, self.occupied_thresh as f32);
        if p <= free {
            Some(0)
        } else if p >= occupied {
            Some(100)
        } else if self.mode == OccupancyMode::Scale {
            let range = (self.occupied_thresh - self.free_thresh) as f32;
            Some(((p - free) / range * 100.0).round() as u8)
        } else {
            None
        }
    }

    /// Returns whether an opaque pixel is occupied, free or unknown.
    #[must_use]
    pub fn occupancy(&self, gray: u8) -> Occupancy {
        let Some(percent) = self.percent(gray) else { return Occupancy::Unknown };
        let rounded = |thresh: f64| (thresh * 100.0).round_ties_even();
        let is_trinary = self.mode == OccupancyMode::Trinary;
        let (free, occupied) =
            if is_trinary { (0.0, 100.0) } else { (rounded(self.free_thresh), rounded(self.occupied_thresh)) };
        match f64::from(percent) {
            percent if percent <= free => Occupancy::Free,
            percent if percent >= occupied => Occupancy::Occupied,
            _ => Occupancy::Unknown,
        }
    }

    /// Returns the content of each opaque gray.
    pub(super) fn table(&self) -> [Occupancy; 256] {
        std::array::from_fn(|gray| self.occupancy(gray as u8))
    }

    /// Returns whether transparency makes a pixel unknown.
    pub(super) fn reads_alpha(&self) -> bool {
        self.mode != OccupancyMode::Raw
    }
}

/// Returns the gray of a color with 16 bits a channel.
pub(super) fn gray_of([red, green, blue, _]: [u16; 4]) -> u8 {
    let luma = (u32::from(red) * 306 + u32::from(green) * 601 + u32::from(blue) * 117) >> 10;
    (luma / 257) as u8
}
