//! What a sweep tells its user.

use super::cone::SlopeRange;
use super::piece::SightPiece;
use std::ops::Range;

/// The user of a sweep.
pub(super) trait Viewer {
    /// Whether it takes walls.
    const TAKES_PIECES: bool;

    /// Takes the border of the region, in ascending order of slopes.
    fn piece(&mut self, piece: SightPiece);

    /// Takes a view that reaches some lines, in each of which it is free up to the border before the line.
    fn see(&mut self, lines: Range<i32>, view: SlopeRange);

    /// Takes a run of solid pixels in a line that a view has reached.
    fn hide(&mut self, line: i32, rows: Range<i32>);

    /// Takes a run of solid pixels of which a view meets a wall.
    fn light(&mut self, line: i32, rows: Range<i32>, view: SlopeRange);
}
