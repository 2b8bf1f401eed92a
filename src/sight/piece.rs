//! Pieces: the border of a visible region over a range of slopes.

use super::cone::{Cone, SlopeRange};

/// The border of a visible region at a slope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wall {
    /// No wall: the radius ends the view.
    Open,
    /// A wall at the origin itself.
    Dark,
    /// The near border of a line.
    Face(i32),
    /// The border before a row.
    Side(i32),
}

/// A range of slopes, and the wall that ends the view there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SightPiece {
    pub(super) slopes: SlopeRange,
    pub(super) wall: Wall,
}

impl SightPiece {
    /// Returns the slopes at which the wall lies within a radius; `None` if it does at none.
    ///
    /// The rest of the piece, before and behind these slopes, ends at the circle.
    #[inline(always)]
    pub(super) fn lit(&self, cone: &Cone, radius: f64) -> Option<SlopeRange> {
        let SlopeRange { low, high } = self.slopes;
        let squared = radius * radius;
        let lit = match self.wall {
            Wall::Open | Wall::Dark => return None,
            Wall::Face(line) => {
                let along = cone.along(line);
                let far = low.abs().max(high.abs()) * along;
                if along * along + far * far <= squared {
                    return Some(self.slopes);
                }
                let reach = (squared - along * along).max(0.0).sqrt() / along;
                SlopeRange { low: low.max(-reach), high: high.min(reach) }
            }
            Wall::Side(row) => {
                let across = cone.across(row);
                let far = across / low.abs().min(high.abs());
                if across * across + far * far <= squared {
                    return Some(self.slopes);
                }
                // NaN if the wall is beyond the radius: then no slope is left.
                let least = across.abs() / (squared - across * across).sqrt();
                if across < 0.0 {
                    SlopeRange { low, high: high.min(-least) }
                } else {
                    SlopeRange { low: low.max(least), high }
                }
            }
        };
        let is_beyond = match self.wall {
            Wall::Face(line) => cone.along(line) >= radius,
            Wall::Side(row) => cone.across(row).abs() >= radius,
            _ => true,
        };
        (!is_beyond && lit.low < lit.high).then_some(lit)
    }

    /// Returns the point of the wall at a slope: its distances from the origin along the cone and across.
    #[inline(always)]
    pub(super) fn point(&self, cone: &Cone, slope: f64) -> (f64, f64) {
        match self.wall {
            Wall::Face(line) => {
                let along = cone.along(line);
                (along, along * slope)
            }
            Wall::Side(row) => {
                let across = cone.across(row);
                (across / slope, across)
            }
            Wall::Open | Wall::Dark => (0.0, 0.0),
        }
    }
}
