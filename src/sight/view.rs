//! View angles: the parts of each cone that a query looks at.

use super::cone::SlopeRange;
use crate::geometry::{sin_cos_of_turns, turns_of};
use crate::terrain::{LayerSelection, TerrainQuery};
use glam::DVec2;
use std::f32::consts::TAU;

/// Returns whether a view has all directions: its sweep is at least [`TAU`], the `f32` nearest to a full turn.
pub(super) fn is_full((angle, sweep): (f32, f32)) -> bool {
    angle.is_finite() && sweep.is_finite() && sweep.abs() >= TAU
}

/// Returns the parts of a cone within a view, in ascending order of angle. Cone 0 is the cone around +x.
pub(super) fn slopes_of((angle, sweep): (f32, f32), quarter: usize) -> [SlopeRange; 2] {
    const EIGHTH: f64 = 0.125;
    // In most queries.
    if is_full((angle, sweep)) {
        return [SlopeRange::ALL, SlopeRange::NONE];
    }
    let (middle, sweep) = (turns_of(angle), turns_of(sweep).abs());
    if !(middle.is_finite() && sweep > 0.0) {
        return [SlopeRange::NONE; 2];
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

/// Returns whether a direction lies in a view, borders included. The direction of length 0 does.
pub(super) fn holds(view: (f32, f32), direction: DVec2) -> bool {
    (0..4).any(|quarter| {
        let DVec2 { x, y } = direction;
        let (along, across) = [(x, y), (y, -x), (-x, -y), (-y, x)][quarter];
        let is_within =
            |part: SlopeRange| !part.is_empty() && part.low * along <= across && across <= part.high * along;
        across.abs() <= along && slopes_of(view, quarter).into_iter().any(is_within)
    })
}

/// Calls `sweep(quarter, slopes, layers)` for each part of a view, cone after cone in ascending order of angle. Slopes
/// of a mirrored cone fall with the angle.
///
/// If one-way layers matter, each part lies in one quadrant, since the same layers stop all motion in a quadrant. Other
/// layers stop motion along an axis, so the slope 0 is in no part then.
pub(super) fn for_each_part(
    query: &TerrainQuery<'_>,
    for_all: Option<&LayerSelection<'_>>,
    mut sweep: impl FnMut(usize, SlopeRange, &LayerSelection<'_>),
) {
    for quarter in 0..4 {
        let is_mirrored = quarter == 1 || quarter == 2;
        let mut parts = slopes_of(query.view, quarter);
        if is_mirrored {
            // An empty part stays the last.
            parts = parts.map(|part| SlopeRange { low: -part.high, high: -part.low });
            if !parts[1].is_empty() {
                parts.reverse();
            }
        }
        for part in parts.into_iter().filter(|part| !part.is_empty()) {
            match for_all {
                Some(selection) => sweep(quarter, part, selection),
                None => {
                    for side in [SlopeRange { low: -1.0, high: 0.0 }, SlopeRange { low: 0.0, high: 1.0 }] {
                        let half = part.intersection(&side);
                        if !half.is_empty() {
                            let motion = motion(quarter, side.low + side.high);
                            sweep(quarter, half, &query.along(motion));
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
