//! The parts of all directions that are swept one by one, each with the layers that block it.

use super::cone::SlopeRange;
use super::options::SightOptions;
use crate::terrain::{LayerSelection, OneWayRule, Terrain};
use glam::DVec2;

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
