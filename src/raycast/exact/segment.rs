use crate::raycast::heading::AnySense;
use crate::raycast::ray::Ray;
use glam::{IVec2, ivec2};

/// Parts of a pixel that the ends of a segment are rounded to.
pub(super) const UNITS: u64 = 256;

/// One coordinate of a segment, counted along the way: 0 is the border before the first pixel, and border `n` lies `n`
/// pixels on, whichever way that is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axis {
    /// Where the segment begins in the world, in units.
    pub(super) origin: i64,
    /// The pixel there.
    pub(super) start: i32,
    /// Which way it runs: 1 or -1.
    pub(super) sign: i32,
    /// How far the start is from border 0: below 256 where it runs toward larger coordinates, else above 0.
    pub(super) offset: u64,
    /// How far the segment runs, in units.
    pub(super) length: u64,
    /// The borders that it crosses.
    pub(super) borders: u32,
}

impl Axis {
    const POINT: Self = Self { origin: 0, start: 0, sign: 1, offset: 0, length: 0, borders: 0 };

    #[inline(always)]
    fn new(from: i64, to: i64) -> Self {
        let pixel = |units: i64| (units >> UNITS.ilog2()) as i32;
        let inside = from as u64 % UNITS;
        let (start, end) = (pixel(from), pixel(to));
        let falls = to < from;
        Self {
            origin: from,
            start,
            sign: if falls { -1 } else { 1 },
            offset: if falls { UNITS - inside } else { inside },
            length: from.abs_diff(to),
            borders: start.abs_diff(end),
        }
    }

    /// Where the segment begins and where it ends, in units.
    #[inline(always)]
    pub(super) const fn ends(&self) -> (i64, i64) {
        (self.origin, self.origin + self.sign as i64 * self.length as i64)
    }

    /// How far along the segment border `number`, which it crosses, is: from 0 up to `length`.
    #[inline(always)]
    pub(super) const fn distance_to(&self, number: u32) -> u64 {
        (number as u64 * UNITS).wrapping_sub(self.offset)
    }

    /// The pixel after so many borders.
    #[inline(always)]
    pub(super) const fn pixel(&self, borders: u32) -> i32 {
        self.start.wrapping_add(self.sign.wrapping_mul(borders as i32))
    }

    /// How many borders lie before the pixels of a range, the nearest and the farthest; they may be less than none.
    pub(super) fn borders_before(&self, min: i32, max: i32) -> (i64, i64) {
        let before = |pixel: i64| (pixel - i64::from(self.start)) * i64::from(self.sign);
        let (low, high) = (before(i64::from(min)), before(i64::from(max) - 1));
        (low.min(high), low.max(high))
    }
}

/// A ray's segment between two multiples of 1/256 pixel.
#[derive(Clone, Copy, Debug)]
pub(in crate::raycast) struct Segment {
    /// Along the longer extent, x where both are equal.
    pub(super) major: Axis,
    pub(super) minor: Axis,
    /// Whether y is major.
    pub(super) steep: bool,
}

/// How a walk enters a pixel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::raycast) enum Entry {
    /// It begins there.
    #[default]
    Start,
    /// Across a border of the major axis; at a corner, this is the pixel that a step along that axis alone leads to.
    Major,
    /// Across a border of the minor axis.
    Minor,
    /// Through a corner, across both.
    Corner,
}

/// A pixel of a walk: the borders crossed before it along either axis, and how it is entered.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::raycast) struct Visit {
    pub(in crate::raycast) column: u32,
    pub(in crate::raycast) row: u32,
    pub(super) entry: Entry,
}

impl Visit {
    /// That of the pixel of the origin.
    pub(in crate::raycast) const START: Self = Self { column: 0, row: 0, entry: Entry::Start };

    /// One that there may be, as two numbers: they come back from a function in registers, while a visit comes in memory,
    /// written in pieces and read as a whole, for which processors wait.
    #[inline(always)]
    pub(super) fn packed(visit: Option<Self>) -> (u64, Option<Entry>) {
        match visit {
            Some(Self { column, row, entry }) => (u64::from(column) << 32 | u64::from(row), Some(entry)),
            None => (0, None),
        }
    }

    /// What was [`packed`](Self::packed).
    #[inline(always)]
    pub(super) fn unpacked((place, entry): (u64, Option<Entry>)) -> Option<Self> {
        let entry = entry?;
        Some(Self { column: (place >> 32) as u32, row: place as u32, entry })
    }
}

impl Segment {
    /// The longest extent, in units, with which products of two of them have room in 64 bits.
    pub(super) const LONGEST_SHORT: u64 = UNITS << 20;

    /// The pixel (0, 0), where a segment is needed and none is there.
    pub(super) const POINT: Self = Self { major: Axis::POINT, minor: Axis::POINT, steep: false };

    /// The segment of a ray; `None` where that is not valid.
    #[inline(always)]
    pub(in crate::raycast) fn of(ray: &Ray) -> Option<Self> {
        if !ray.is_valid() {
            return None;
        }
        let (major, minor, steep) = Self::ends(ray);
        Some(Self::along(major, minor, steep))
    }

    /// Where a ray begins and ends along its major axis and its minor, in units; and whether y is major. Without a branch, as
    /// those of a wave are made by vector code, and some numbers where it is not valid.
    #[inline(always)]
    pub(super) fn ends(ray: &Ray) -> ((i64, i64), (i64, i64), bool) {
        let (from, to) = (ray.origin(), ray.end());
        let (x, y) = ((snapped(from.x), snapped(to.x)), (snapped(from.y), snapped(to.y)));
        let extent = |(from, to): (i64, i64)| to.wrapping_sub(from).unsigned_abs();
        let steep = extent(y) > extent(x);
        if steep { (y, x, steep) } else { (x, y, steep) }
    }

    /// The segment that runs from one number of units to another on either axis.
    #[inline(always)]
    pub(super) fn along(major: (i64, i64), minor: (i64, i64), steep: bool) -> Self {
        Self { major: Axis::new(major.0, major.1), minor: Axis::new(minor.0, minor.1), steep }
    }

    /// Which way it runs.
    #[inline(always)]
    pub(super) const fn sense(&self) -> AnySense {
        AnySense { steep: self.steep, backward: self.major.sign < 0 }
    }

    /// Whether products of two distances have room in 64 bits: up to 2^20 pixels along the major axis.
    #[inline(always)]
    pub(super) const fn is_short(&self) -> bool {
        self.major.length <= Self::LONGEST_SHORT
    }

    /// The pixel in a column and a row.
    #[inline(always)]
    pub(in crate::raycast) const fn pixel(&self, column: u32, row: u32) -> IVec2 {
        let (major, minor) = (self.major.pixel(column), self.minor.pixel(row));
        if self.steep { ivec2(minor, major) } else { ivec2(major, minor) }
    }

    /// Whether the first visit, of a pixel that it tests, comes before the second, of another.
    ///
    /// Each border that is crossed is a step farther; only the two pixels beside a corner are equally far, and the one
    /// that a step in x leads to is first.
    #[inline(always)]
    pub(in crate::raycast) fn is_before(&self, a: Visit, b: Visit) -> bool {
        let enters_by_y = |visit: Visit| (visit.entry == Entry::Minor) != self.steep;
        let steps = |visit: Visit| u64::from(visit.column) + u64::from(visit.row);
        (steps(a), enters_by_y(a)) < (steps(b), enters_by_y(b))
    }
}

/// `floor(256·value + 1/2)`, for values within ±2^30.
///
/// The product `u` is exact, and its size at most `2^38`. In f64 the sum with `1.5·2^52` has its last bit worth 1, so it is
/// rounded to a whole number, the nearest, of two equally near ones the even one; its bits count on from those of the
/// constant. What is left, `u` less that number, is exact and from -1/2 to 1/2. At 1/2 the lower one was taken, where the
/// upper is asked for.
#[inline(always)]
fn snapped(value: f64) -> i64 {
    const WHOLE: f64 = 1.5 * (1u64 << 52) as f64;
    let units = value * UNITS as f64;
    let sum = units + WHOLE;
    let rest = units - (sum - WHOLE);
    sum.to_bits() as i64 - WHOLE.to_bits() as i64 + i64::from(rest == 0.5)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_rounded_half_up() {
        let unit = 1.0 / 256.0;
        for (value, expected) in [
            (0.0, 0),
            (0.5, 1),
            (-0.5, 0),
            ((-0.5f64).next_up(), 0),
            ((-0.5f64).next_down(), -1),
            (0.5f64.next_down(), 0),
            (-1.5, -1),
            (1.5, 2),
            (-1e-300, 0),
            (256.0, 256),
        ] {
            assert_eq!(snapped(value * unit), expected, "{value} / 256");
        }
        assert_eq!(snapped(f64::from(1 << 30)), 1 << 38);
        assert_eq!(snapped(-f64::from(1 << 30)), -1 << 38);
    }
}
