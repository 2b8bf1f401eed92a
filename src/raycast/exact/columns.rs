use super::segment::UNITS;
use super::{Entry, Segment, Visit};
use crate::geometry::Rect;

/// Where a segment crosses a border of the major axis.
#[derive(Clone, Copy, Debug)]
struct Passage {
    /// The row that it comes from.
    row: u32,
    /// Whether it leads through a corner, into the next row.
    corner: bool,
}

impl Segment {
    /// The first pixel of a column, in the order of the walk, that is solid. `is_solid` is asked about a row of the column,
    /// and `is_solid_after` about one of the column after.
    ///
    /// Besides the pixels of the column these may be the ones beside the corner through which the segment leaves it.
    /// Columns before it must have been found free.
    #[inline(always)]
    pub(super) fn first_solid_in_column(
        &self,
        column: u32,
        is_solid: impl Fn(u32) -> bool,
        is_solid_after: impl Fn(u32) -> bool,
    ) -> Option<Visit> {
        let [enters, leaves] = self.passages(column);
        let entry = if column == 0 { Entry::Start } else { Entry::Major };
        if enters.corner | leaves.corner {
            return self.first_solid_at_corner(column, entry, [enters, leaves], is_solid, is_solid_after);
        }
        // Without a branch on which of the two rows it is, which would be guessed wrong for every third ray.
        let (first, second) = (is_solid(enters.row), is_solid(leaves.row));
        let visit = Visit {
            column,
            row: if first { enters.row } else { leaves.row },
            entry: if first { entry } else { Entry::Minor },
        };
        if first | second { Some(visit) } else { None }
    }

    /// The same where the segment enters the column through a corner or leaves it through one.
    #[cold]
    fn first_solid_at_corner(
        &self,
        column: u32,
        entry: Entry,
        [enters, leaves]: [Passage; 2],
        is_solid: impl Fn(u32) -> bool,
        is_solid_after: impl Fn(u32) -> bool,
    ) -> Option<Visit> {
        let mut row = enters.row;
        if is_solid(row) {
            return Some(Visit { column, row, entry });
        }
        if enters.corner {
            // The pixel beside it that lies in the column before was tested with that.
            row += 1;
            if is_solid(row) {
                return Some(Visit { column, row, entry: Entry::Corner });
            }
        }
        if leaves.row > row {
            row = leaves.row;
            if is_solid(row) {
                return Some(Visit { column, row, entry: Entry::Minor });
            }
        }
        if leaves.corner && is_solid(row + 1) {
            // The step in x comes first.
            if !self.steep && is_solid_after(row) {
                return Some(Visit { column: column + 1, row, entry: Entry::Major });
            }
            return Some(Visit { column, row: row + 1, entry: Entry::Minor });
        }
        None
    }

    /// Where the segment enters a column and where it leaves it.
    ///
    /// With starts `g` and `f`, in units from the borders before the first pixel, and lengths `U` and `V` along the major
    /// and the minor axis, border `c` of the major axis is crossed at the minor coordinate
    ///
    /// ```text
    /// f + (256·c - g)·V/U = N(c) / U,   N(c) = f·U + (256·c - g)·V
    /// ```
    ///
    /// With `q = floor(N(c) / (256·U))`, the segment comes from row `q`; but where nothing is left it is just at border
    /// `q`, a corner, and comes from row `q - 1`. Except for `N(c) = 0`, where it has not moved from the border on which it
    /// began; and except where it ends before it crosses border `q`.
    ///
    /// `N(c + 1)` is `256·V` more, which is at most `256·U`: no second division.
    #[inline(always)]
    fn passages(&self, column: u32) -> [Passage; 2] {
        let (enters, leaves) = if self.is_short() { self.quotients(column) } else { self.long_quotients(column) };
        [
            if column == 0 { Passage { row: 0, corner: false } } else { self.passage(enters) },
            if column == self.major.borders {
                Passage { row: self.minor.borders, corner: false }
            } else {
                self.passage(leaves)
            },
        ]
    }

    /// `q + 1`, and whether nothing is left, for the borders before a column and behind it. It is one more so that it is
    /// not negative where column 0 is entered.
    #[inline(always)]
    fn quotients(&self, column: u32) -> ((u64, bool), (u64, bool)) {
        let (run, rise) = (UNITS * self.major.length.max(1), UNITS * self.minor.length);
        // Up to 2^20 pixels no product is above 2^57.
        let travelled = self.minor.offset * self.major.length + u64::from(column) * rise + run;
        let travelled = travelled - self.major.offset * self.minor.length;
        let (quotient, rest) = (travelled / run, travelled % run);
        let next = rest + rise;
        let (next_quotient, next_rest) = if next >= run { (quotient + 1, next - run) } else { (quotient, next) };
        ((quotient, rest == 0), (next_quotient, next_rest == 0))
    }

    #[cold]
    fn long_quotients(&self, column: u32) -> ((u64, bool), (u64, bool)) {
        let wide = |value: u64| u128::from(value);
        let (run, rise) = (wide(UNITS) * wide(self.major.length), wide(UNITS) * wide(self.minor.length));
        let travelled = wide(self.minor.offset) * wide(self.major.length) + u128::from(column) * rise + run
            - wide(self.major.offset) * wide(self.minor.length);
        let at = |travelled: u128| ((travelled / run) as u64, travelled.is_multiple_of(run));
        (at(travelled), at(travelled + rise))
    }

    #[inline(always)]
    const fn passage(&self, (quotient, on_border): (u64, bool)) -> Passage {
        let row = quotient.saturating_sub(1 + on_border as u64) as u32;
        Passage { row, corner: on_border & (quotient > 1) & (row < self.minor.borders) }
    }

    /// The row from which the segment enters a column, and that from which it leaves another, not before it.
    pub(super) fn rows_between(&self, first: u32, last: u32) -> (u32, u32) {
        (self.passages(first)[0].row, self.passages(last)[1].row)
    }

    /// The first column and the last in which a pixel within `bounds` may be tested; `None` where there is none.
    ///
    /// In column `c` the rows tested are from `N(c) / (256·U) - 1` to `N(c + 1) / (256·U) + 1`. So row `low` is not
    /// reached where `N(c + 1) < 256·U·(low - 1)`, and row `high` is left behind where `N(c) > 256·U·(high + 1)`.
    #[inline(never)]
    pub(super) fn columns_within(&self, bounds: &Rect) -> Option<(u32, u32)> {
        let (x, y) = ((bounds.min.x, bounds.max.x), (bounds.min.y, bounds.max.y));
        let (major, minor) = if self.steep { (y, x) } else { (x, y) };
        let (first, last) = self.major.borders_before(major.0, major.1);
        let (low, high) = self.minor.borders_before(minor.0, minor.1);
        let (mut first, mut last) = (first.max(0), last.min(i64::from(self.major.borders)));
        if low > i64::from(self.minor.borders) || high < 0 {
            return None;
        }
        // Rows beyond those that the segment reaches bound nothing. That leaves products of at most 2^57 where it is short.
        if low > 1 {
            first = first.max(self.column_at(low - 1) - 1);
        }
        if high < i64::from(self.minor.borders) {
            last = last.min(self.column_at(high + 1) + 1);
        }
        (first <= last).then_some((first as u32, last as u32))
    }

    /// `floor(c)` for the `c` with `N(c) = 256·U·row`. It must not be called for a segment that crosses no row's border.
    fn column_at(&self, row: i64) -> i64 {
        let (run, rise) = ((UNITS * self.major.length) as i64, (UNITS * self.minor.length) as i64);
        let lengths = (self.major.length as i64, self.minor.length as i64);
        let offsets = (self.major.offset as i64, self.minor.offset as i64);
        if self.is_short() {
            return (row * run - offsets.1 * lengths.0 + offsets.0 * lengths.1).div_euclid(rise);
        }
        let product = |a: i64, b: i64| i128::from(a) * i128::from(b);
        let numerator = product(row, run) - product(offsets.1, lengths.0) + product(offsets.0, lengths.1);
        numerator.div_euclid(i128::from(rise)) as i64
    }
}
