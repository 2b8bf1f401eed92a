//! A ray's segment in units of 1/256 pixel, and the rows that it meets in each column, in exact arithmetic.

use crate::geometry::Rect;
use crate::geometry::ray::{UNIT_BITS, UNITS, pixels_around, snapped};
use crate::raycast::line::{DynamicDirection, LineDirection, UnitEnds};
use crate::raycast::ray::Ray;
use crate::terrain::LayerSelection;
use glam::{IVec2, ivec2};

/// Returns the pixel of a coordinate in units.
#[inline(always)]
pub(super) const fn pixel_of_units(units: i64) -> i32 {
    (units >> UNIT_BITS) as i32
}

/// One coordinate of a segment, counted along the segment: 0 is the border before the first pixel, and border `n` lies
/// `n` pixels farther, in either direction.
#[derive(Clone, Copy, Debug)]
pub(super) struct SegmentAxis {
    /// The start in the world, in units.
    pub(super) origin: i64,
    /// The first pixel: the one ahead, if the start lies on a border.
    pub(super) start: i32,
    /// The direction: 1 or -1.
    pub(super) sign: i32,
    /// The distance of the start from border 0, in units: from 0 to 255.
    pub(super) offset: u64,
    /// The extent of the segment, in units.
    pub(super) length: u64,
    /// The number of borders that it crosses: without the borders on which it starts and ends.
    pub(super) borders: u32,
}

/// Returns the first pixel of a coordinate that goes from one number of units to another: the one ahead, on a border.
///
/// If both are equal, a border belongs to the pixel behind it.
#[inline(always)]
pub(super) const fn first_pixel((from, to): (i64, i64)) -> i32 {
    pixel_of_units(from - (to < from) as i64)
}

/// Returns the last pixel of a coordinate that goes from one number of units to another: the one before, on a border.
#[inline(always)]
pub(super) const fn last_pixel((from, to): (i64, i64)) -> i32 {
    pixel_of_units(to - (from < to) as i64)
}

/// Returns whether a coordinate lies on a border between pixels.
#[inline(always)]
pub(super) const fn is_on_border(units: i64) -> bool {
    units & (UNITS as i64 - 1) == 0
}

impl SegmentAxis {
    const POINT: Self = Self { origin: 0, start: 0, sign: 1, offset: 0, length: 0, borders: 0 };

    #[inline(always)]
    fn new(from: i64, to: i64) -> Self {
        let start = first_pixel((from, to));
        let falls = to < from;
        Self {
            origin: from,
            start,
            sign: if falls { -1 } else { 1 },
            offset: if falls { from.wrapping_neg() } else { from } as u64 % UNITS,
            length: from.abs_diff(to),
            borders: start.abs_diff(last_pixel((from, to))),
        }
    }

    /// Returns the start and the end in the world, in units.
    #[inline(always)]
    pub(super) const fn ends(&self) -> (i64, i64) {
        (self.origin, self.origin + self.sign as i64 * self.length as i64)
    }

    /// Returns the distance from the start to a border that the segment crosses, from 0 up to `length`.
    #[inline(always)]
    pub(super) const fn distance_to(&self, border: u32) -> u64 {
        (border as u64 * UNITS).wrapping_sub(self.offset)
    }

    /// Returns the pixel after a number of borders.
    #[inline(always)]
    pub(super) const fn pixel(&self, borders: u32) -> i32 {
        self.start.wrapping_add(self.sign.wrapping_mul(borders as i32))
    }

    /// Returns the number of borders before the nearest and the farthest pixel of a range, which may be negative.
    pub(super) fn borders_before(&self, min: i32, max: i32) -> (i64, i64) {
        let before = |pixel: i64| (pixel - i64::from(self.start)) * i64::from(self.sign);
        let (low, high) = (before(i64::from(min)), before(i64::from(max) - 1));
        (low.min(high), low.max(high))
    }
}

/// A ray's segment, with both ends rounded to multiples of 1/256 pixel.
#[derive(Clone, Copy, Debug)]
pub(in crate::raycast) struct SnappedSegment {
    /// The axis of the longer extent, x if both are equal.
    pub(super) major: SegmentAxis,
    pub(super) minor: SegmentAxis,
    /// Whether y is major.
    pub(super) steep: bool,
}

/// The border by which a walk enters a pixel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::raycast) enum EntryBorder {
    /// None: the walk begins inside.
    #[default]
    Start,
    /// A border of the major axis. At a corner this is the pixel that a step along that axis alone leads to.
    Major,
    /// A border of the minor axis.
    Minor,
    /// A border of either axis, through a corner.
    Corner,
}

/// The row beside row 0, for a segment along the border between the two.
pub(super) const BESIDE: u32 = u32::MAX;

/// A pixel of a walk: the number of borders crossed before it along either axis, and how it is entered.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::raycast) struct Visit {
    pub(in crate::raycast) column: u32,
    pub(in crate::raycast) row: u32,
    pub(super) entry: EntryBorder,
}

impl Visit {
    /// The first pixel.
    pub(in crate::raycast) const START: Self = Self { column: 0, row: 0, entry: EntryBorder::Start };
}

impl SnappedSegment {
    /// The longest extent, in units, for which products of two distances fit in 64 bits.
    pub(super) const LONGEST_SHORT: u64 = UNITS << 20;

    /// A placeholder: the pixel (0, 0).
    pub(super) const POINT: Self = Self { major: SegmentAxis::POINT, minor: SegmentAxis::POINT, steep: false };

    /// Creates the segment of a ray, or `None` if the ray is not valid.
    #[inline(always)]
    pub(in crate::raycast) fn new(ray: &Ray) -> Option<Self> {
        if !ray.is_valid() {
            return None;
        }
        let (ends, steep) = Self::ends_of(ray);
        Some(Self::between(ends, steep))
    }

    /// Returns the ends of a ray in units, and whether y is major. Unspecified if the ray is not valid.
    ///
    /// No branches, so that packets compute it in vector code.
    #[inline(always)]
    pub(super) fn ends_of(ray: &Ray) -> (UnitEnds, bool) {
        let (from, to) = (ray.origin(), ray.end());
        let (x, y) = ((snapped(from.x), snapped(to.x)), (snapped(from.y), snapped(to.y)));
        let extent = |(from, to): (i64, i64)| to.wrapping_sub(from).unsigned_abs();
        let steep = extent(y) > extent(x);
        let (major, minor) = if steep { (y, x) } else { (x, y) };
        (UnitEnds { major, minor }, steep)
    }

    /// Creates the segment between two ends.
    #[inline(always)]
    pub(super) fn between(UnitEnds { major, minor }: UnitEnds, steep: bool) -> Self {
        Self { major: SegmentAxis::new(major.0, major.1), minor: SegmentAxis::new(minor.0, minor.1), steep }
    }

    /// Returns the direction.
    #[inline(always)]
    pub(super) const fn direction(&self) -> DynamicDirection {
        DynamicDirection { steep: self.steep, backward: self.major.sign < 0 }
    }

    /// Returns whether products of two distances fit in 64 bits: up to 2^20 pixels along the major axis.
    #[inline(always)]
    pub(super) const fn is_short(&self) -> bool {
        self.major.length <= Self::LONGEST_SHORT
    }

    /// Returns the pixel in a column and a row.
    #[inline(always)]
    pub(in crate::raycast) const fn pixel(&self, column: u32, row: u32) -> IVec2 {
        let (major, minor) = (self.major.pixel(column), self.minor.pixel(row));
        if self.steep { ivec2(minor, major) } else { ivec2(major, minor) }
    }

    /// Returns whether the segment is a point.
    #[inline(always)]
    pub(super) const fn is_point(&self) -> bool {
        self.major.length == 0
    }

    /// Returns whether the segment runs along a border, between row 0 and row [`BESIDE`].
    #[inline(always)]
    pub(super) const fn is_along_border(&self) -> bool {
        self.minor.length == 0 && self.minor.offset == 0 && !self.is_point()
    }

    /// Returns the segment in the middle of a row, for one that runs along a border.
    pub(super) fn in_row(&self, row: u32) -> Self {
        let middle = i64::from(self.minor.pixel(row)) * UNITS as i64 + UNITS as i64 / 2;
        Self { minor: SegmentAxis::new(middle, middle), ..*self }
    }

    /// Returns whether the segment starts inside: whether all pixels that hold its start in their closed squares are
    /// solid.
    pub(in crate::raycast) fn starts_inside(&self, selection: &LayerSelection<'_>) -> bool {
        let (x, y) = self.direction().to_world(self.major.origin, self.minor.origin);
        pixels_around(x, y).all(|pixel| selection.is_solid(pixel))
    }

    /// Returns whether one visit comes before another one, of another pixel.
    ///
    /// Each crossed border is a step farther. Only the two pixels beside a corner are equally far: the one entered by a
    /// step along the major axis comes first.
    #[inline(always)]
    pub(in crate::raycast) fn is_before(a: Visit, b: Visit) -> bool {
        let order = |visit: Visit| (u64::from(visit.column) + u64::from(visit.row), visit.entry == EntryBorder::Minor);
        order(a) < order(b)
    }
}

/// The crossing of a border of the major axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct ColumnBorder {
    /// The row that the segment comes from.
    pub(super) row: u32,
    /// Whether the segment passes a corner there, into the next row.
    corner: bool,
}

/// The crossings of the borders of the major axis, one after another.
///
/// Let `g` and `f` be the starts along the major and the minor axis, in units from the borders before the first pixel,
/// and `U` and `V` the lengths. Border `c` of the major axis is crossed at the minor coordinate
///
/// ```text
/// f + (256·c - g)·V/U = N(c) / U,   N(c) = f·U + (256·c - g)·V
/// ```
///
/// With `q = floor(N(c) / (256·U))` the segment comes from row `q`. If the remainder is 0 and `q` is not, the crossing is
/// on border `q`, a corner, and the segment comes from row `q - 1`. The segment crosses border `c` before it ends, so
/// it crosses border `q` too.
///
/// `N(c + 1)` is `256·V` more, which is at most `256·U`: no second division.
#[derive(Clone, Copy, Debug)]
pub(super) struct BorderCrossings {
    column: u32,
    /// `q + 1`, as `q` is -1 where column 0 is entered, and the remainder.
    quotient: u64,
    rest: u128,
    /// `256·U` and `256·V`.
    run: u128,
    rise: u128,
}

impl BorderCrossings {
    /// Returns the borders before the next column and behind it.
    #[inline(always)]
    pub(super) fn next_column(&mut self, segment: &SnappedSegment) -> [ColumnBorder; 2] {
        let enters = self.border(segment);
        self.column += 1;
        self.rest += self.rise;
        if self.rest >= self.run {
            self.rest -= self.run;
            self.quotient += 1;
        }
        [enters, self.border(segment)]
    }

    /// Returns the border before the next column; behind the last one, the end of the segment.
    #[inline(always)]
    pub(super) fn border(&self, segment: &SnappedSegment) -> ColumnBorder {
        if self.column == 0 {
            return ColumnBorder { row: 0, corner: false };
        }
        if self.column > segment.major.borders {
            return ColumnBorder { row: segment.minor.borders, corner: false };
        }
        let corner = (self.rest == 0) & (self.quotient > 1);
        ColumnBorder { row: (self.quotient - 1 - u64::from(corner)) as u32, corner }
    }
}

impl SnappedSegment {
    /// Returns the first solid pixel of a column, in the order of the walk.
    ///
    /// `is_solid` tells about a row of the column, and `is_solid_after` about a row of the column after. If the segment
    /// leaves the column through a corner, the pixels beside the corner are tested too. Columns before must be free.
    #[inline(always)]
    pub(super) fn first_solid_in_column(
        &self,
        column: u32,
        is_solid: impl Fn(u32) -> bool,
        is_solid_after: impl Fn(u32) -> bool,
    ) -> Option<Visit> {
        let borders = self.crossings_from(column).next_column(self);
        self.first_solid_between(column, borders, is_solid, is_solid_after)
    }

    /// Returns the same, given the borders of the column.
    #[inline(always)]
    pub(super) fn first_solid_between(
        &self,
        column: u32,
        [enters, leaves]: [ColumnBorder; 2],
        is_solid: impl Fn(u32) -> bool,
        is_solid_after: impl Fn(u32) -> bool,
    ) -> Option<Visit> {
        let entry = if column == 0 { EntryBorder::Start } else { EntryBorder::Major };
        if enters.corner | leaves.corner {
            return self.first_solid_at_corner(column, entry, [enters, leaves], is_solid, is_solid_after);
        }
        // No branch on which of the two rows it is: it would be mispredicted for every third ray.
        let (first, second) = (is_solid(enters.row), is_solid(leaves.row));
        let visit = Visit {
            column,
            row: if first { enters.row } else { leaves.row },
            entry: if first { entry } else { EntryBorder::Minor },
        };
        if first | second { Some(visit) } else { None }
    }

    /// Returns the first solid pixel of a column that the segment enters or leaves through a corner.
    #[cold]
    fn first_solid_at_corner(
        &self,
        column: u32,
        entry: EntryBorder,
        [enters, leaves]: [ColumnBorder; 2],
        is_solid: impl Fn(u32) -> bool,
        is_solid_after: impl Fn(u32) -> bool,
    ) -> Option<Visit> {
        let mut row = enters.row;
        if is_solid(row) {
            return Some(Visit { column, row, entry });
        }
        if enters.corner {
            // The pixel beside the corner in the column before was tested with that column.
            row += 1;
            if is_solid(row) {
                return Some(Visit { column, row, entry: EntryBorder::Corner });
            }
        }
        if leaves.row > row {
            row = leaves.row;
            if is_solid(row) {
                return Some(Visit { column, row, entry: EntryBorder::Minor });
            }
        }
        if leaves.corner && is_solid(row + 1) {
            // The step along the major axis comes first.
            if is_solid_after(row) {
                return Some(Visit { column: column + 1, row, entry: EntryBorder::Major });
            }
            return Some(Visit { column, row: row + 1, entry: EntryBorder::Minor });
        }
        None
    }

    /// Returns the visit of a column with solid pixels on both sides, for a segment along a border.
    ///
    /// Of the two the pixel counts that has a free one before it, row 0 if both have.
    pub(super) fn enter_along_border(&self, column: u32, is_solid: impl Fn(IVec2) -> bool) -> Visit {
        let is_free_before = |row: u32| !is_solid(self.pixel(column.wrapping_sub(1), row));
        let begins_inside = column == 0 && self.major.offset != 0;
        let is_entered = |row: u32| !begins_inside && is_free_before(row);
        match [0, BESIDE].into_iter().find(|&row| is_entered(row)) {
            Some(row) => Visit { column, row, entry: EntryBorder::Major },
            None => Visit { column, row: 0, entry: EntryBorder::Start },
        }
    }

    /// Returns a visit of a solid pixel, with the border by which the first pixel is entered if it is that one.
    pub(super) fn with_start_entry(&self, visit: Visit, is_solid: impl Fn(IVec2) -> bool) -> Visit {
        let entry = if visit.entry == EntryBorder::Start { self.start_entry(is_solid) } else { visit.entry };
        Visit { entry, ..visit }
    }

    /// Returns how the first pixel is entered, if it is solid.
    ///
    /// A start on a border enters by that border, unless all pixels around the start are solid. At a corner the face
    /// counts whose neighbor is free; the major axis's if both or neither are.
    fn start_entry(&self, is_solid: impl Fn(IVec2) -> bool) -> EntryBorder {
        let is_free_behind = |column: bool, row: bool| {
            let is_around = (!column | (self.major.offset == 0)) & (!row | (self.minor.offset == 0));
            is_around && !is_solid(self.pixel(u32::from(column).wrapping_neg(), u32::from(row).wrapping_neg()))
        };
        if is_free_behind(true, false) {
            EntryBorder::Major
        } else if is_free_behind(false, true) {
            EntryBorder::Minor
        } else if is_free_behind(true, true) {
            EntryBorder::Corner
        } else {
            EntryBorder::Start
        }
    }

    /// Returns the crossings of the major axis's borders, beginning with the border before a column. Costs a division.
    #[inline(always)]
    pub(super) fn crossings_from(&self, column: u32) -> BorderCrossings {
        if self.is_short() {
            let (run, rise) = (UNITS * self.major.length.max(1), UNITS * self.minor.length);
            // Up to 2^20 pixels no product is above 2^57.
            let travelled = self.minor.offset * self.major.length + u64::from(column) * rise + run;
            let travelled = travelled - self.major.offset * self.minor.length;
            let (quotient, rest) = (travelled / run, (travelled % run).into());
            return BorderCrossings { column, quotient, rest, run: run.into(), rise: rise.into() };
        }
        self.long_crossings_from(column)
    }

    #[cold]
    fn long_crossings_from(&self, column: u32) -> BorderCrossings {
        let wide = |value: u64| u128::from(value);
        let (run, rise) = (wide(UNITS) * wide(self.major.length), wide(UNITS) * wide(self.minor.length));
        let travelled = wide(self.minor.offset) * wide(self.major.length) + u128::from(column) * rise + run
            - wide(self.major.offset) * wide(self.minor.length);
        BorderCrossings { column, quotient: (travelled / run) as u64, rest: travelled % run, run, rise }
    }

    /// Returns the first column and the last in which a pixel within `bounds` may be tested, if any.
    ///
    /// In column `c` the tested rows are from `N(c) / (256·U) - 1` to `N(c + 1) / (256·U) + 1`. So row `low` is not
    /// reached while `N(c + 1) < 256·U·(low - 1)`, and row `high` is left behind once `N(c) > 256·U·(high + 1)`.
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
        // Rows that the segment does not reach bound nothing.
        if low > 1 {
            first = first.max(self.column_at(low - 1) - 1);
        }
        if high < i64::from(self.minor.borders) {
            last = last.min(self.column_at(high + 1) + 1);
        }
        (first <= last).then_some((first as u32, last as u32))
    }

    /// Returns `floor(c)` for the `c` with `N(c) = 256·U·row`. The segment must cross a border of a row.
    fn column_at(&self, row: i64) -> i64 {
        let (run, rise) = ((UNITS * self.major.length) as i64, (UNITS * self.minor.length) as i64);
        let lengths = (self.major.length as i64, self.minor.length as i64);
        let offsets = (self.major.offset as i64, self.minor.offset as i64);
        let product = |a: i64, b: i64| i128::from(a) * i128::from(b);
        let numerator = product(row, run) - product(offsets.1, lengths.0) + product(offsets.0, lengths.1);
        numerator.div_euclid(i128::from(rise)) as i64
    }
}
