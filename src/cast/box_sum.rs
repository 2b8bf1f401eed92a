//! The sum of a pixel and a disc or a box: a box, grown by the radius.

use super::sum::{PixelSum, disc_span};
use crate::geometry::Bound;
use glam::DVec2;

/// The sum for a disc or a box, whose sides are parallel to the axes.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoxSum {
    low: DVec2,
    high: DVec2,
    radius: f64,
}

impl BoxSum {
    /// Creates the sum of a pixel and a mirrored box.
    #[inline(always)]
    pub(super) fn new(min: DVec2, max: DVec2, radius: f64) -> Self {
        Self { low: -max, high: DVec2::ONE - min, radius }
    }

    /// Returns by how much a point lies beyond the sides along each axis; below 0 between them.
    #[inline(always)]
    fn beyond(&self, point: DVec2) -> DVec2 {
        let (before, after) = (self.low - point, point - self.high);
        let greater = |a: f64, b: f64| if a > b { a } else { b };
        DVec2::new(greater(before.x, after.x), greater(before.y, after.y))
    }

    /// The answer of [`enter`](PixelSum::enter) for a point in the box around the sum.
    #[cold]
    #[inline(never)]
    fn enter_from_within(&self, motion: &BoxMotion, point: DVec2, end: f64) -> Option<f64> {
        let beyond = self.beyond(point);
        if self.radius > 0.0 && beyond.x > 0.0 && beyond.y > 0.0 && beyond.dot(beyond) > self.radius * self.radius {
            // In a corner of the box, but outside of its disc.
            let (enter, _) =
                disc_span(point - point.at_least(self.low).at_most(self.high), motion.motion, self.radius)?;
            return (enter > 0.0 && enter <= end).then_some(enter);
        }
        Some(0.0)
    }
}

/// A motion against a [`BoxSum`].
#[derive(Clone, Copy, Debug)]
pub(super) struct BoxMotion {
    motion: DVec2,
    inverse: DVec2,
    /// The sides of the grown box that are met first, and last.
    first: DVec2,
    last: DVec2,
}

impl PixelSum for BoxSum {
    type Motion = BoxMotion;

    const IS_BOX: bool = true;

    #[inline(always)]
    fn radius(&self) -> f64 {
        self.radius
    }

    #[inline(always)]
    fn bounds(&self) -> (DVec2, DVec2) {
        (self.low, self.high)
    }

    #[inline(always)]
    fn support(&self, direction: DVec2) -> f64 {
        let along = |low: f64, high: f64, direction: f64| direction * if direction < 0.0 { low } else { high };
        along(self.low.x, self.high.x, direction.x) + along(self.low.y, self.high.y, direction.y)
    }

    #[inline(always)]
    fn signed_distance(&self, point: DVec2) -> f64 {
        let DVec2 { x, y } = self.beyond(point);
        match (x > 0.0, y > 0.0) {
            (true, true) => (DVec2::new(x, y)).length(),
            _ if x > y => x,
            _ => y,
        }
    }

    #[inline(always)]
    fn span(&self, point: DVec2, motion: DVec2, depth: f64) -> Option<(f64, f64)> {
        let (mut enter, mut leave) = (f64::NEG_INFINITY, f64::INFINITY);
        for axis in 0..2 {
            let (along, at) = (motion[axis], point[axis]);
            let (low, high) = (self.low[axis] - at - depth, self.high[axis] - at + depth);
            if along == 0.0 {
                if low >= 0.0 || high <= 0.0 {
                    return None;
                }
            } else {
                let (first, last) = if along > 0.0 { (low / along, high / along) } else { (high / along, low / along) };
                enter = first.at_least(enter);
                leave = last.at_most(leave);
            }
        }
        if enter >= leave {
            return None;
        }
        if depth <= 0.0 {
            return Some((enter, leave));
        }
        // The corners of the grown box are round: a line that passes beside the disc of a corner misses the sum.
        let corner = |time: f64| {
            let at = point + motion * time;
            let corner = at.at_least(self.low).at_most(self.high);
            (corner.x != at.x && corner.y != at.y).then_some(corner)
        };
        if enter.is_finite()
            && let Some(corner) = corner(enter)
        {
            enter = disc_span(point - corner, motion, depth)?.0;
        }
        if leave.is_finite()
            && let Some(corner) = corner(leave)
        {
            leave = disc_span(point - corner, motion, depth)?.1;
        }
        (enter < leave).then_some((enter, leave))
    }

    #[inline(always)]
    fn prepare(&self, motion: DVec2) -> BoxMotion {
        let sides = |along: f64, low: f64, high: f64| if along < 0.0 { (high, low) } else { (low, high) };
        let x = sides(motion.x, self.low.x - self.radius, self.high.x + self.radius);
        let y = sides(motion.y, self.low.y - self.radius, self.high.y + self.radius);
        // Times an infinity, a side that is never met is met at an infinite time.
        let inverse = |along: f64| if along == 0.0 { f64::INFINITY } else { 1.0 / along };
        BoxMotion {
            motion,
            inverse: DVec2::new(inverse(motion.x), inverse(motion.y)),
            first: DVec2::new(x.0, y.0),
            last: DVec2::new(x.1, y.1),
        }
    }

    #[inline(always)]
    fn enter(&self, motion: &BoxMotion, point: DVec2, end: f64) -> Option<f64> {
        let (first, last) = ((motion.first - point) * motion.inverse, (motion.last - point) * motion.inverse);
        // In this order a NaN, of a point on a side that it moves along, does not count.
        let enter = if first.x > f64::NEG_INFINITY { first.x } else { f64::NEG_INFINITY };
        let enter = if first.y > enter { first.y } else { enter };
        let leave = if last.x < f64::INFINITY { last.x } else { f64::INFINITY };
        let leave = if last.y < leave { last.y } else { leave };
        if enter > end || enter > leave || leave < 0.0 {
            return None;
        }
        if enter <= 0.0 {
            return self.enter_from_within(motion, point, end);
        }
        if self.radius > 0.0 {
            let from = point + motion.motion * enter;
            let corner = from.at_least(self.low).at_most(self.high);
            if corner.x != from.x && corner.y != from.y {
                let (time, _) = disc_span(point - corner, motion.motion, self.radius)?;
                return (time <= end).then_some(time);
            }
        }
        Some(enter)
    }

    #[inline(always)]
    fn is_within(&self, point: DVec2, depth: f64) -> bool {
        let DVec2 { x, y } = self.beyond(point);
        if x > 0.0 && y > 0.0 { depth > 0.0 && x * x + y * y < depth * depth } else { x < depth && y < depth }
    }

    #[inline(always)]
    fn normal(&self, point: DVec2, motion: DVec2, rounding: f64) -> DVec2 {
        let beyond = self.beyond(point);
        let middle = (self.low + self.high) * 0.5;
        let away = DVec2::new(if point.x < middle.x { -1.0 } else { 1.0 }, if point.y < middle.y { -1.0 } else { 1.0 });
        if self.radius > 0.0 && beyond.x > 0.0 && beyond.y > 0.0 {
            return away * beyond / beyond.length();
        }
        let more = beyond.x - beyond.y;
        let is_x = if more.abs() <= rounding { motion.x.abs() >= motion.y.abs() } else { more > 0.0 };
        if is_x { DVec2::new(away.x, 0.0) } else { DVec2::new(0.0, away.y) }
    }

    fn each_normal(&self, point: DVec2, rounding: f64, visit: &mut dyn FnMut(DVec2)) {
        let beyond = self.beyond(point);
        if self.radius > 0.0 && beyond.x > 0.0 && beyond.y > 0.0 {
            return visit(self.normal(point, DVec2::ZERO, rounding));
        }
        let more = beyond.x - beyond.y;
        for (axis, is_nearest) in [more >= -rounding, more <= rounding].into_iter().enumerate() {
            let from_middle = point[axis] * 2.0 - (self.low[axis] + self.high[axis]);
            for side in [-1.0, 1.0] {
                if is_nearest && from_middle * side >= 0.0 {
                    let mut normal = DVec2::ZERO;
                    normal[axis] = side;
                    visit(normal);
                }
            }
        }
    }

    fn of_pair(&self, axis: usize) -> Option<Self> {
        // The sum is as wide as the pixel and the core.
        let is_thin = self.high[axis] - self.low[axis] + 2.0 * self.radius <= 2.0;
        is_thin.then(|| {
            let mut pair = *self;
            pair.high[axis] += 1.0;
            pair
        })
    }

    #[inline(always)]
    fn side(&self, axis: usize, _: bool) -> (f64, f64) {
        (self.low[1 - axis], self.high[1 - axis])
    }

    #[inline(always)]
    fn section(&self, axis: usize, _: f64) -> (f64, f64) {
        (self.low[1 - axis], self.high[1 - axis])
    }
}
