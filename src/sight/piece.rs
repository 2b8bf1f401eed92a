//! Pieces: the border of a visible region over a range of slopes, and the viewers that take them from a sweep.

use super::cone::{Cone, SlopeRange};
use crate::geometry::Bound;
use std::ops::Range;

/// The border of a visible region at a slope.
///
/// It is not an enum with fields, so that the number of a face and of a side is read without a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wall {
    /// The line of a face, the row of a side.
    border: i32,
    pub(super) kind: WallKind,
}

/// The kinds of walls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WallKind {
    /// No wall: the radius ends the view.
    Open,
    /// A wall at the origin itself.
    Dark,
    /// The near border of a line.
    Face,
    /// The border before a row.
    Side,
}

impl Wall {
    pub(super) const OPEN: Self = Self { kind: WallKind::Open, border: 0 };
    pub(super) const DARK: Self = Self { kind: WallKind::Dark, border: 0 };

    /// Returns the near border of a line.
    #[inline(always)]
    pub(super) const fn face(line: i32) -> Self {
        Self { kind: WallKind::Face, border: line }
    }

    /// Returns the border before a row.
    #[inline(always)]
    pub(super) const fn side(row: i32) -> Self {
        Self { kind: WallKind::Side, border: row }
    }

    /// Returns the line of a face, the row of a side.
    #[inline(always)]
    pub(super) const fn border(&self) -> i32 {
        self.border
    }

    /// Returns the distance of a face along the cone, or of a side across.
    #[inline(always)]
    pub(super) fn distance(&self, cone: &Cone) -> f64 {
        let (face, side) = self.shares();
        f64::from(self.border) - (face * cone.near + side * cone.across)
    }

    /// Returns the weights of the formulas for a face and for a side: (1, 0) for a face, (0, 1) for a side.
    ///
    /// Weights replace a branch: the order of faces and sides is unpredictable, and comparisons compile to branches.
    #[inline(always)]
    fn shares(&self) -> (f64, f64) {
        let side = f64::from(self.kind as i32 - WallKind::Face as i32);
        (1.0 - side, side)
    }
}

/// A range of slopes, and the wall that ends the view there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SightPiece {
    pub(super) slopes: SlopeRange,
    pub(super) wall: Wall,
}

impl SightPiece {
    /// Returns the slopes at which the wall lies within a radius; `None` if there are none.
    ///
    /// The rest of the piece, before and behind these slopes, ends at the circle.
    #[inline(always)]
    pub(super) fn lit(&self, cone: &Cone, radius: f64) -> Option<SlopeRange> {
        let SlopeRange { low, high } = self.slopes;
        let squared = radius * radius;
        let distance = self.wall.distance(cone);
        let lit = match self.wall.kind {
            WallKind::Open | WallKind::Dark => return None,
            WallKind::Face => {
                let far = low.abs().at_least(high.abs()) * distance;
                if distance * distance + far * far <= squared {
                    return Some(self.slopes);
                }
                let reach = (squared - distance * distance).at_least(0.0).sqrt() / distance;
                SlopeRange { low: low.at_least(-reach), high: high.at_most(reach) }
            }
            WallKind::Side => {
                let far = distance / low.abs().at_most(high.abs());
                if distance * distance + far * far <= squared {
                    return Some(self.slopes);
                }
                // NaN if the wall is beyond the radius. Then no slope is left.
                let least = distance.abs() / (squared - distance * distance).sqrt();
                if distance < 0.0 {
                    SlopeRange { low, high: high.at_most(-least) }
                } else {
                    SlopeRange { low: low.at_least(least), high }
                }
            }
        };
        let is_beyond = distance.abs() >= radius;
        (!is_beyond && lit.low < lit.high).then_some(lit)
    }

    /// Returns the ends of the wall, at the lowest slope and at the highest: their distances from the origin along the
    /// cone and across. `None` if there is no wall.
    #[inline(always)]
    pub(super) fn ends(&self, cone: &Cone) -> Option<[(f64, f64); 2]> {
        if matches!(self.wall.kind, WallKind::Open | WallKind::Dark) {
            return None;
        }
        let ((face, side), distance) = (self.wall.shares(), self.wall.distance(cone));
        Some([self.slopes.low, self.slopes.high].map(|slope| {
            // A factor or divisor of 1 changes no bit.
            (distance / (face + side * slope), distance * (face * slope + side))
        }))
    }

    /// Returns the point of the wall at a slope: its distances from the origin along the cone and across.
    #[inline(always)]
    pub(super) fn point(&self, cone: &Cone, slope: f64) -> (f64, f64) {
        let slopes = SlopeRange { low: slope, high: slope };
        Self { slopes, ..*self }.ends(cone).map_or((0.0, 0.0), |[point, _]| point)
    }
}

/// The user of a sweep.
pub(super) trait Viewer {
    /// Whether it takes walls.
    const TAKES_PIECES: bool;

    /// Takes the border of the region, in ascending order of slopes.
    #[inline(always)]
    fn piece(&mut self, _: SightPiece) {}

    /// Takes a view that reaches a line: it is free up to the near border of the line. The solid pixels of the line begin
    /// with 64 rows from any row on, given by a function.
    #[inline(always)]
    fn see(&mut self, _line: i32, _view: SlopeRange, _solid: impl Fn(i32) -> u64) {}

    /// Takes a run of solid pixels with a wall that a view meets.
    #[inline(always)]
    fn light(&mut self, _line: i32, _rows: Range<i32>, _view: SlopeRange) {}
}
