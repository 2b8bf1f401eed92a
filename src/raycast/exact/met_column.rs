//! The walk of a segment in one grid, which finds the column that it meets something in; which pixel there, is found out after it.
//!
//! A branch that was guessed wrong ends most walks, and what follows it in the same loop keeps the next ray of a wave waiting. The
//! pixel is found in the loop that describes hits, where nothing waits, and in the terms of that: no borders need to be counted.

use super::crossing::Crossing;
use super::crossings::{Crossings, SLACK, UNIT_BITS, met_columns};
use super::{Segment, Visit};
use crate::raycast::footprint::Footprint;
use crate::raycast::grid_line::{Corner, GridLine};
use crate::raycast::heading::Heading;
use crate::raycast::hit::RayHit;
use crate::raycast::lanes::NO_LANES;
use crate::raycast::line::{FRACTION_BITS, with_sign_of};
use crate::raycast::ray::Ray;
use crate::raycast::track::{Bricks, Pair, Track};
use crate::raycast::wave::Target;
use crate::terrain::{Block, BrickGrid, REGION_SHIFT};
use fearless_simd::Simd;
use std::hint::select_unpredictable;
use std::ops::ControlFlow;

/// A column in which a segment meets something solid, and the two bricks there.
#[derive(Clone, Copy)]
pub(in crate::raycast) struct MetColumn<'a> {
    /// Its major coordinate.
    major: i32,
    bricks: Bricks<'a>,
}

impl Default for MetColumn<'_> {
    fn default() -> Self {
        Self { major: 0, bricks: Bricks { lanes: [&NO_LANES; 2], first: 0 } }
    }
}

/// The [`Footprint`] of a segment in one grid. It tests the same as [`Crossings`].
#[derive(Clone, Copy)]
pub(in crate::raycast) struct MetColumns<K>(pub(super) K);

/// Where a segment is known: what few walks ask for is looked up when they do.
pub(in crate::raycast) trait KnownSegment: Copy {
    /// What it runs between.
    fn ends(self) -> Ends;

    /// Keeps what its walk has met.
    fn keep(self, visit: Visit);

    /// What was kept last.
    fn kept(self) -> Visit;
}

/// What a segment runs between on the major axis and on the minor, in units.
pub(super) type Ends = ((i64, i64), (i64, i64));

impl<K: KnownSegment> Footprint for MetColumns<K> {
    type Found<'a> = MetColumn<'a>;

    #[inline(always)]
    fn past(slope: i64) -> i64 {
        Crossings::past(slope)
    }

    #[inline(always)]
    fn look<'a, S: Simd, D: Heading>(
        &self,
        simd: S,
        grid: &'a BrickGrid,
        track: &Track<S, D, Self>,
        blocks: &Pair<'a, Block>,
        strip: i32,
        begun: u32,
    ) -> ControlFlow<Option<MetColumn<'a>>> {
        let (mut columns, bricks) = met_columns(simd, track, blocks, strip, begun);
        while columns != 0 {
            let lane = track.sense.first_lane(columns);
            columns ^= 1 << lane;
            let met = MetColumn { major: track.major(strip, lane), bricks };
            // Of its first column and its last the segment only crosses a part.
            let is_end = (met.major == track.line.ends.0) | (met.major == track.line.ends.1);
            if !(is_end | !is_clear(&track.line, met.major)) || self.is_solid(grid, track.line, track.sense, met) {
                return ControlFlow::Break(Some(met));
            }
        }
        ControlFlow::Continue(())
    }
}

impl<K: KnownSegment> MetColumns<K> {
    /// Whether there is something solid indeed, by whatever arithmetic it takes. What it is, is kept.
    #[cold]
    #[inline(never)]
    fn is_solid(self, grid: &BrickGrid, line: GridLine, sense: impl Heading, met: MetColumn<'_>) -> bool {
        let (major, minor) = self.0.ends();
        let crossings = Crossings::new(&grid.pixels(), &line, major, minor, sense.is_steep());
        let visit = crossings.first_in_column(grid, &line, sense, met.bricks, met.major);
        visit.inspect(|visit| self.0.keep(*visit)).is_some()
    }

    /// What there is to know of the hit in a column.
    #[inline(always)]
    pub(super) fn describe(
        self,
        target: &Target<'_>,
        ray: &Ray,
        line: &GridLine,
        sense: impl Heading,
        met: &MetColumn<'_>,
        hit: &mut Option<RayHit>,
    ) {
        match met.crossing(target.grid, line, self.0.ends(), sense) {
            Some(crossing) => *hit = Some(RayHit::of_crossing(&target.owners, ray, &crossing)),
            None => self.describe_visit(target, ray, sense.is_steep(), hit),
        }
    }

    /// The same where it took exact arithmetic to tell which pixel it is.
    #[cold]
    #[inline(never)]
    fn describe_visit(self, target: &Target<'_>, ray: &Ray, steep: bool, hit: &mut Option<RayHit>) {
        let (major, minor) = self.0.ends();
        let segment = Segment::along(major, minor, steep);
        *hit = Some(RayHit::of_visit(&target.owners, ray, &segment, self.0.kept()));
    }
}

impl MetColumn<'_> {
    /// How the segment comes to the first solid pixel of the column, from what it runs between on either axis, in units; `None`
    /// where only exact arithmetic tells.
    #[inline(always)]
    fn crossing<D: Heading>(
        &self,
        grid: &BrickGrid,
        line: &GridLine,
        (major, minor): Ends,
        sense: D,
    ) -> Option<Crossing<D>> {
        if !is_clear(line, self.major) {
            return None;
        }
        let corner = Corner::of(&grid.pixels(), sense.is_steep());
        let (column, top) = (self.major + corner.major, corner.minor + (line.regions << REGION_SHIFT));
        let left = line.row(self.major);
        let right = left.wrapping_add(line.slope);
        let (enters, leaves) = if sense.is_backward() { (right, left) } else { (left, right) };
        let row = |row: i64| (row >> FRACTION_BITS) as i32 + top;
        let pixel = |units: i64| (units >> UNIT_BITS) as i32;
        // In its first column the segment begins. The row that it ends in needs no such care: if it is not the one in which it
        // enters its last column, it is the one in which it would leave it.
        let begins = column == pixel(major.0);
        let enters = select_unpredictable(begins, pixel(minor.0), row(enters));
        // One of the two is solid.
        let by_major = self.bricks.is_solid(self.major & 15, enters - top);
        let pixel = (column, select_unpredictable(by_major, enters, row(leaves)));
        Some(Crossing { pixel, by_minor: !by_major, by_both: false, inside: begins & by_major, major, minor, sense })
    }
}

/// Whether the fixed point tells beyond doubt in which rows the segment enters a column and leaves it, and the lanes have been
/// asked about these and no others.
///
/// A lane asks about the row of a number at most 18 units before that of the line, or 33 past the other (`lanes.rs`); a unit is
/// `2^-27` pixels, so that both are less than the slack. Where all that is so near lies in one row, it is the row.
#[inline(always)]
fn is_clear(line: &GridLine, major: i32) -> bool {
    let slack = with_sign_of(line.slope, SLACK);
    let left = line.row(major).wrapping_sub(slack);
    // From one slack before the line, which is itself one before the segment, to one past the other side.
    let is_unclear = |row: i64| row ^ row.wrapping_add(4 * slack);
    (is_unclear(left) | is_unclear(left.wrapping_add(line.slope))) >> FRACTION_BITS == 0
}

#[cfg(test)]
mod tests {
    use super::super::crossings::line_of;
    use super::*;
    use crate::geometry::Rect;
    use glam::{IVec2, UVec2};

    /// The columns of a segment, both of whose rows the fixed point tells.
    fn clear_columns(major: (i64, i64), minor: (i64, i64)) -> Vec<bool> {
        let bounds = Rect::from_size(IVec2::ZERO, UVec2::splat(4096));
        let (line, is_served) = line_of(&bounds, major, minor, false);
        assert!(is_served);
        (0..((major.1 - major.0) >> UNIT_BITS) as i32).map(|column| is_clear(&line, column)).collect()
    }

    #[test]
    fn all_columns_of_a_segment_along_a_border_are_clear() {
        for row in [0, 256 * 100, 256 * 100 + 1, 256 * 100 + 255, 256 * 4096] {
            assert!(clear_columns((77, 256 * 500), (row, row)).iter().all(|is_clear| *is_clear), "at {row} / 256");
        }
    }

    #[test]
    fn columns_beside_a_corner_are_not_clear() {
        // Through a corner at every fourth border.
        let clear = clear_columns((0, 256 * 8), (256, 256 * 3));
        assert_eq!(clear, [false, true, true, false, false, true, true, false]);
    }
}
