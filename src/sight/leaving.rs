//! Leaving: the way out of the solid pixels in which the origin lies.
//!
//! ```text
//! leave(part of a cone):
//!     sweep it with free pixels in place of the solid ones: its walls are exits      sweep.rs, window.rs
//!     for each exit, in ascending order of slopes:
//!         a face: the view goes on in the face's line
//!         a side: the view goes on behind it, for each line in which slopes cross it
//!         none: all within the radius is solid
//!
//!      ###########┌ ─ ─
//!      ###########│ face      the run that each ray starts in is passed, as rays leave it
//!      ##o########│
//!      ###########└───
//!      ##############│ side
//! ```

use super::cone::{Cone, SlopeRange};
use super::painter::PixelPainter;
use super::piece::{SightPiece, Viewer, WallKind};
use super::sweep::{Sweep, SweepBuffers};
use crate::geometry::{Bound, Rect};
use crate::terrain::LayerSelection;

/// Slopes that leave the solid pixels around the origin, and the line in which they go on; `None` if they do not leave
/// them within the radius and the terrain.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exit {
    pub(super) slopes: SlopeRange,
    pub(super) line: Option<i32>,
}

/// Returns the exits of a part of a cone, in ascending order of slopes; paints the pixels on the way, if there is a
/// painter. The pixels around the origin are solid.
///
/// At the slopes between two exits, a ray passes through a corner. Exits do not tell what it meets there.
pub(super) fn leave(
    cone: &Cone,
    selection: &LayerSelection<'_>,
    bounds: &Rect,
    radius: f64,
    buffers: &mut SweepBuffers,
    (slopes, painter): (SlopeRange, Option<&mut PixelPainter<'_>>),
) -> Vec<Exit> {
    let mut inside = Inside { walls: Vec::new(), painter };
    Sweep::new(cone, selection, bounds, radius, buffers, &mut inside).inside().run(slopes);
    let mut exits = Vec::new();
    for SightPiece { slopes, wall } in inside.walls {
        match wall.kind {
            WallKind::Open | WallKind::Dark => exits.push(Exit { slopes, line: None }),
            WallKind::Face => exits.push(Exit { slopes, line: Some(wall.border()) }),
            WallKind::Side => {
                // In magnitudes. The steepest slopes cross the side first.
                let (distance, is_behind) = (wall.distance(cone).abs(), wall.distance(cone) > 0.0);
                let mirrored = |part: SlopeRange| SlopeRange { low: -part.high, high: -part.low };
                let SlopeRange { low, high } = if is_behind { slopes } else { mirrored(slopes) };
                let first = exits.len();
                // A line before the one in which the steepest slope crosses.
                let mut line = ((distance / high + cone.near) as i32 - 1).max(0);
                loop {
                    // The slopes that cross at the far and the near border of the line.
                    let far = distance / cone.along(line + 1);
                    let near = if line == 0 { f64::INFINITY } else { distance / cone.along(line) };
                    let part = SlopeRange { low: far.at_least(low), high: near.at_most(high) };
                    if !part.is_empty() {
                        let slopes = if is_behind { part } else { mirrored(part) };
                        exits.push(Exit { slopes, line: Some(line + 1) });
                    }
                    if far <= low {
                        break;
                    }
                    line += 1;
                }
                if is_behind {
                    exits[first..].reverse();
                }
            }
        }
    }
    exits
}

/// The viewer of the sweep inside.
struct Inside<'a, 'p> {
    walls: Vec<SightPiece>,
    painter: Option<&'a mut PixelPainter<'p>>,
}

impl Viewer for Inside<'_, '_> {
    const TAKES_PIECES: bool = true;

    #[inline(always)]
    fn piece(&mut self, piece: SightPiece) {
        self.walls.push(piece);
    }

    #[inline(always)]
    fn see(&mut self, line: i32, view: SlopeRange, solid: impl Fn(i32) -> u64) {
        if let Some(painter) = &mut self.painter {
            painter.see(line, view, solid);
        }
    }
}
