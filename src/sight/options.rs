//! Options of sight, and the parts of all directions that they ask for.

use super::cone::SlopeRange;
use crate::geometry::{sin_cos_of_turns, turns_of};
use crate::terrain::{LayerMask, LayerSelection, OneWayRule, Terrain};
use glam::DVec2;
use std::f32::consts::TAU;

/// Options of sight: which layers block it, and the angles that are looked at.
///
/// The default looks all around, and is blocked by every layer as a ray is.
///
/// ```
/// use std::f32::consts::{FRAC_PI_2, PI};
/// use tileray::sight::SightOptions;
/// use tileray::{SolidityMap, Terrain};
///
/// let terrain = Terrain::from_solidity(&SolidityMap::new(64, 64));
/// // A torch that shines to the left, over a quarter of a turn.
/// let torch = SightOptions { angle: PI, sweep: FRAC_PI_2, ..SightOptions::default() };
/// let lit = terrain.visible_region((32.0, 32.0), 20.0, &torch);
/// assert!(lit.contains((15.0, 32.0)) && !lit.contains((50.0, 32.0)) && !lit.contains((32.0, 15.0)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SightOptions {
    /// The layers that can block the view.
    pub layers: LayerMask,
    /// How one-way layers are treated. With [`OneWayRule::Respect`] they block views in their own direction only, as
    /// they block rays.
    pub one_way: OneWayRule,
    /// The angle of the middle of the view, in radians from +x toward +y.
    pub angle: f32,
    /// The angle from one border of the view to the other, in radians. From a full turn on the view is all around.
    /// Nothing is seen at 0. A negative sweep counts as its magnitude. If an angle is NaN or infinite, nothing is seen.
    pub sweep: f32,
}

impl Default for SightOptions {
    fn default() -> Self {
        Self { layers: LayerMask::ALL, one_way: OneWayRule::Respect, angle: 0.0, sweep: TAU }
    }
}

impl SightOptions {
    /// Returns the parts of a cone that are looked at, in ascending order of angle; `quarter` counts the cones from
    /// that around +x.
    pub(super) fn slopes(&self, quarter: usize) -> [SlopeRange; 2] {
        const EIGHTH: f64 = 0.125;
        let (middle, sweep) = (turns_of(self.angle), turns_of(self.sweep).abs());
        if !(middle.is_finite() && sweep > 0.0) {
            return [SlopeRange::NONE; 2];
        }
        if sweep >= 1.0 {
            return [SlopeRange::ALL, SlopeRange::NONE];
        }
        // Turns from the middle of the cone, the start between -1/2 and 1/2.
        let start = middle - 0.5 * sweep - 0.25 * quarter as f64;
        let start = start - (start + 0.5).floor();
        let slope = |turns: f64| {
            let (sin, cos) = sin_cos_of_turns(turns);
            sin / cos
        };
        [start - 1.0, start, start + 1.0]
            .into_iter()
            .filter(|&from| from < EIGHTH && from + sweep > -EIGHTH)
            .map(|from| SlopeRange {
                low: if from <= -EIGHTH { -1.0 } else { slope(from) },
                high: if from + sweep >= EIGHTH { 1.0 } else { slope(from + sweep) },
            })
            .enumerate()
            .fold([SlopeRange::NONE; 2], |mut parts, (index, part)| {
                parts[index.min(1)] = part;
                parts
            })
    }
}

/// Calls `sweep(quarter, slopes, layers)` for each part of a view, cone after cone in ascending order of angle. Slopes
/// are those of the cone, which fall with the angle where it is mirrored.
///
/// Where one-way layers matter, a part lies in one quadrant, since motion in one quadrant is stopped by the same
/// layers. Motion along the axes is not, so the slope 0 is in no part then.
pub(super) fn for_each_part(
    terrain: &Terrain,
    options: &SightOptions,
    mut sweep: impl FnMut(usize, SlopeRange, &LayerSelection<'_>),
) {
    let for_all = terrain.select_for_all(options.layers, options.one_way);
    for quarter in 0..4 {
        let is_mirrored = quarter == 1 || quarter == 2;
        let mut parts = options.slopes(quarter);
        if is_mirrored {
            // An empty part stays the last.
            parts = parts.map(|part| SlopeRange { low: -part.high, high: -part.low });
            if !parts[1].is_empty() {
                parts.reverse();
            }
        }
        for part in parts.into_iter().filter(|part| !part.is_empty()) {
            match &for_all {
                Some(selection) => sweep(quarter, part, selection),
                None => {
                    for side in [SlopeRange { low: -1.0, high: 0.0 }, SlopeRange { low: 0.0, high: 1.0 }] {
                        let half = part.intersection(&side);
                        if !half.is_empty() {
                            let motion = motion(quarter, side.low + side.high);
                            let layers = terrain.select(options.layers, OneWayRule::Respect, motion);
                            sweep(quarter, half, &layers);
                        }
                    }
                }
            }
        }
    }
}

/// Returns a motion along a cone, and across by `slope`.
pub(super) fn motion(quarter: usize, slope: f64) -> DVec2 {
    let along = if quarter >= 2 { -1.0 } else { 1.0 };
    if quarter % 2 == 1 { DVec2::new(slope, along) } else { DVec2::new(along, slope) }
}
