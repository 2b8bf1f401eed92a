//! Cones around an origin: a quarter of all directions, with coordinates along the cone and across it.
//!
//! A cone's *lines* are the columns of pixels from the origin outward (rows of pixels, for the cones around ±y). Line 0
//! holds the origin. A *row* is a coordinate across, counted from the pixel of the origin and toward +x or +y. The
//! *slope* of a point is its distance across divided by its distance along, from −1 to 1.
//!
//! ```text
//!              line 0   1   2   3   4
//!                               ┌───╱         the cone around +x:
//!                       ┌───┬──╱┤  ╱          slopes grow downward,
//!                   ┌───┼───┼───┼───          as y does
//!   row 0           │ o │   │   │             o: the origin
//!                   └───┼───┼───┼───
//! ```

use crate::geometry::ray::{UNITS, snapped};
use crate::geometry::{Bound, Rect};
use crate::solidity::BRICK_SHIFT;
use glam::{DVec2, I64Vec2, IVec2, Vec2};
use std::ops::Range;

/// A range of slopes, without its ends; empty if `low` is not below `high`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SlopeRange {
    pub(super) low: f64,
    pub(super) high: f64,
}

impl SlopeRange {
    pub(super) const NONE: Self = Self { low: 1.0, high: -1.0 };
    /// All slopes of a cone.
    pub(super) const ALL: Self = Self { low: -1.0, high: 1.0 };

    /// Returns whether no slope is in the range. Neither end is NaN.
    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.low >= self.high
    }

    /// Returns the slopes that are in both ranges.
    #[inline(always)]
    pub(super) fn intersection(&self, other: &Self) -> Self {
        Self { low: self.low.at_least(other.low), high: self.high.at_most(other.high) }
    }
}

/// The point that sees, on the lattice of 1/256 pixel.
///
/// The lattice keeps every comparison of slopes exact: see [`sweep`](super::sweep).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct SightOrigin {
    pub(super) pixel: IVec2,
    /// The position in that pixel, from 0 to 255/256.
    pub(super) fraction: DVec2,
}

impl SightOrigin {
    /// The largest magnitude of a coordinate, as for rays.
    const MAX_COORDINATE: f64 = (1u64 << 30) as f64;

    /// Returns the nearest point of the lattice; `None` for coordinates that are NaN or beyond ±2^30.
    pub(super) fn snapped(point: Vec2) -> Option<Self> {
        let point = point.as_dvec2();
        if !(point.x.abs() <= Self::MAX_COORDINATE && point.y.abs() <= Self::MAX_COORDINATE) {
            return None;
        }
        let units = [snapped(point.x), snapped(point.y)];
        let [x, y] = units.map(|units| units.div_euclid(UNITS as i64) as i32);
        let fraction = units.map(|units| units.rem_euclid(UNITS as i64) as f64 / UNITS as f64);
        Some(Self { pixel: IVec2::new(x, y), fraction: DVec2::from_array(fraction) })
    }

    /// Returns the center of a pixel.
    pub(super) const fn center(pixel: IVec2) -> Self {
        Self { pixel, fraction: DVec2::splat(0.5) }
    }

    /// Returns the point.
    pub(super) fn point(&self) -> DVec2 {
        self.pixel.as_dvec2() + self.fraction
    }

    /// Returns one of the four cones, counted from the cone around +x toward +y.
    pub(super) fn cone(&self, quarter: usize) -> Cone {
        let (steep, backward) = (quarter % 2 == 1, quarter >= 2);
        let (pixel, fraction) = (self.pixel, self.fraction);
        let (major, minor) = if steep { (pixel.y, pixel.x) } else { (pixel.x, pixel.y) };
        let (along, across) = if steep { (fraction.y, fraction.x) } else { (fraction.x, fraction.y) };
        // An origin on a border lies at the near border of line 0, whatever the direction.
        let (line, near) = match backward {
            false => (major, along),
            true if along == 0.0 => (major - 1, 0.0),
            true => (major, 1.0 - along),
        };
        let is_mirrored = quarter == 1 || quarter == 2;
        Cone { steep, backward, line, near, row: minor, across, is_mirrored }
    }
}

/// A quarter of all directions around an origin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cone {
    /// Whether the cone is around ±y.
    pub(super) steep: bool,
    /// Whether it is around −x or −y.
    pub(super) backward: bool,
    /// The coordinate of line 0, and the distance of the origin from that line's near border.
    pub(super) line: i32,
    pub(super) near: f64,
    /// The coordinate of row 0, and the distance of the origin from that row's border.
    pub(super) row: i32,
    pub(super) across: f64,
    /// Whether ascending slopes have descending angles.
    pub(super) is_mirrored: bool,
}

impl Cone {
    /// Returns the major coordinate of a line in the world.
    #[inline(always)]
    pub(super) const fn major(&self, line: i32) -> i32 {
        if self.backward { self.line - line } else { self.line + line }
    }

    /// Returns the borders in line 0 of the solid runs next to the origin: the end of the run before it, and the begin
    /// of the run behind it. `None` if the origin lies in a solid pixel, or on its face.
    #[inline(always)]
    pub(super) fn borders_beside(&self, is_solid: impl Fn(IVec2) -> bool) -> Option<[Option<i32>; 2]> {
        let is_solid = |row: i32| is_solid(self.pixel(0, row));
        let is_on_border = self.across == 0.0;
        if !is_on_border && is_solid(0) {
            return None;
        }
        let before = is_solid(-1).then_some(0);
        let behind = if is_on_border && is_solid(0) { Some(0) } else { is_solid(1).then_some(1) };
        Some([before, behind])
    }

    /// Returns the coordinates across of the bricks in which two rows lie.
    #[inline(always)]
    pub(super) const fn bricks(&self, rows: (i32, i32)) -> (i32, i32) {
        ((self.row + rows.0) >> BRICK_SHIFT, (self.row + rows.1) >> BRICK_SHIFT)
    }

    /// Returns the pixel in a line and a row.
    #[inline(always)]
    pub(super) const fn pixel(&self, line: i32, row: i32) -> IVec2 {
        let (major, minor) = (self.major(line), self.row + row);
        if self.steep { IVec2::new(minor, major) } else { IVec2::new(major, minor) }
    }

    /// Returns a vector from the origin by its parts along the cone and across.
    #[inline(always)]
    pub(super) fn vector(&self, along: f64, across: f64) -> DVec2 {
        let along = if self.backward { -along } else { along };
        if self.steep { DVec2::new(across, along) } else { DVec2::new(along, across) }
    }

    /// Returns the parts along the cone and across of a vector from the origin.
    #[inline(always)]
    pub(super) fn parts(&self, vector: DVec2) -> (f64, f64) {
        let (along, across) = if self.steep { (vector.y, vector.x) } else { (vector.x, vector.y) };
        (if self.backward { -along } else { along }, across)
    }

    /// Returns the distance from the origin to the near border of a line.
    #[inline(always)]
    pub(super) fn along(&self, line: i32) -> f64 {
        f64::from(line) - self.near
    }

    /// Returns the distance across from the origin to the border before a row.
    #[inline(always)]
    pub(super) fn across(&self, row: i32) -> f64 {
        f64::from(row) - self.across
    }
}

/// The lines and rows of a cone that a sweep looks at.
#[derive(Clone, Debug)]
pub(super) struct ConeArea {
    /// The first and the last row that the terrain holds.
    pub(super) rows: (i32, i32),
    /// The lines that the terrain holds within the radius, except line 0.
    pub(super) lines: Range<i32>,
}

impl ConeArea {
    /// More than any radius.
    const FAR: i64 = 1 << 28;

    /// Returns the lines and rows as far as `radius` pixels, in a terrain within `bounds`.
    pub(super) fn new(cone: &Cone, bounds: &Rect, radius: f64) -> Self {
        // In i64, as the origin may be far from the terrain. Clamped lines and rows are out of reach in any case.
        let swapped = |pixel: IVec2| {
            let pixel = pixel.as_i64vec2();
            if cone.steep { I64Vec2::new(pixel.y, pixel.x) } else { pixel }
        };
        let (min, max, line, row) =
            (swapped(bounds.min), swapped(bounds.max), i64::from(cone.line), i64::from(cone.row));
        let (first, end) =
            if cone.backward { (line - (max.x - 1), line - min.x + 1) } else { (min.x - line, max.x - line) };
        let within = |number: i64| number.clamp(-Self::FAR, Self::FAR) as i32;
        // All lines within the radius. `ceil` would be a call on many processors.
        let reached = (radius + cone.near) as i32 + 1;
        Self {
            rows: (within(min.y - row), within(max.y - 1 - row)),
            lines: within(first).max(1)..within(end).min(reached),
        }
    }
}

/// Returns the largest row whose slope `(row − offset) / along` is at most `slope`.
///
/// A product only estimates the row: the nearest whole number is the row or the next one. The slopes decide, since they are
/// exact.
#[inline(always)]
pub(super) fn last_row(slope: f64, along: f64, offset: f64) -> i32 {
    let row = nearest(slope * along + offset);
    row - i32::from((f64::from(row) - offset) / along > slope)
}

/// Returns the smallest row whose slope `(row − offset) / along` is at least `slope`.
#[inline(always)]
pub(super) fn first_row(slope: f64, along: f64, offset: f64) -> i32 {
    // Mirrored, so that both round alike.
    -last_row(-slope, along, -offset)
}

/// The margin of the rows that a view may meet, far above rounding.
const MARGIN: f64 = 1.0 / (1 << 16) as f64;

/// Returns the first row that a view may meet from a distance along a cone, over a length, where `low` is its lowest
/// slope.
#[inline(always)]
pub(super) fn first_row_from(cone: &Cone, low: f64, near: f64, length: f64) -> i32 {
    let along = near + if low < 0.0 { length } else { 0.0 };
    // The nearest whole number to one half below is the one below.
    nearest(low * along + (cone.across - 0.5 - MARGIN))
}

/// Returns the last row that a view may meet from a distance along a cone, over a length, where `high` is its highest
/// slope.
#[inline(always)]
pub(super) fn last_row_from(cone: &Cone, high: f64, near: f64, length: f64) -> i32 {
    let along = near + if high > 0.0 { length } else { 0.0 };
    nearest(high * along + (cone.across - 0.5 + MARGIN))
}

/// Returns the nearest whole number, on a tie the even one. The value is within ±2^31.
///
/// At the magnitude of the sum, the last bit of an `f64` is worth 1.
#[inline(always)]
pub(super) fn nearest(value: f64) -> i32 {
    const MAGNITUDE: f64 = (3u64 << 51) as f64;
    (value + MAGNITUDE).to_bits() as i32
}
