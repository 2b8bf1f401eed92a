//! The steps of a motion: one pixel along x or y at a time, in the order in which the exact point crosses.

use super::fixed::{FixedPosition, MAX_MOTION, UNITS, crossed};
use crate::geometry::Direction;
use glam::IVec2;

/// An iterator over the steps of a motion from pixel to pixel. Where the exact point crosses in x and y at once, x
/// comes first.
///
/// A body stays in its pixel up to half a pixel from the middle, whichever way it moves; [`crossed`] has the rule. So
/// along an axis the first crossing is one unit past the distance `1/2 − remainder · sign(motion)`, and the others follow
/// at distances of a pixel. The signs of a motion and its remainder change the directions of the steps, and neither
/// their number nor their order. Crossing `i` of x precedes crossing `j` of y where `dx(i) / |mx| ≤ dy(j) / |my|`.
/// Products are compared instead of quotients: distances and motions are at most 2^15 pixels or 2^31 units, so their
/// products are below 2^63.
#[derive(Clone, Debug)]
pub(super) struct PixelSteps {
    axes: [AxisCrossings; 2],
}

// The products of `PixelSteps` fit in 63 bits: a motion has at most 2^31 units.
const _: () = assert!(MAX_MOTION as i64 * UNITS <= 1 << 31);

/// The crossings of a motion along one axis.
#[derive(Clone, Debug)]
struct AxisCrossings {
    /// The motion, in units.
    motion: i64,
    /// The fraction beyond the last pixel, in units.
    remainder: i64,
    /// The distance to the first crossing, in units.
    first: i64,
    /// The distance to the next crossing times the motion of the other axis, and its growth per crossing.
    next: i64,
    growth: i64,
    /// The number of crossings made, and the number still to come.
    done: i64,
    left: i64,
}

impl AxisCrossings {
    #[inline(always)]
    fn new(remainder: i32, motion: i64, other_motion: i64) -> Self {
        let start = i64::from(remainder);
        let first = UNITS / 2 + 1 + if motion < 0 { start } else { -start };
        let (pixels, remainder) = crossed(start + motion);
        let other = other_motion.abs();
        Self { motion, remainder, first, next: first * other, growth: UNITS * other, done: 0, left: pixels.abs() }
    }

    const fn step(&mut self, steps: i64) {
        self.done += steps;
        self.left -= steps;
        self.next += self.growth * steps;
    }

    /// Returns the number of crossings from now until `time`, in parts of [`PixelSteps::DURATION`].
    fn until(&self, time: i64) -> i64 {
        let reached = self.motion.abs() * time / PixelSteps::DURATION - self.first;
        let crossings = if reached < 0 { 0 } else { reached / UNITS + 1 };
        (crossings - self.done).clamp(0, self.left)
    }

    const fn pixels(&self, steps: i64) -> i32 {
        (steps * self.motion.signum()) as i32
    }
}

impl PixelSteps {
    /// The duration of a motion, in parts.
    pub(super) const DURATION: i64 = 1 << 15;

    /// Creates the steps of a motion in units, from a remainder in units.
    #[inline(always)]
    pub(super) fn new(remainder: IVec2, motion: [i64; 2]) -> Self {
        let [x, y] = motion;
        Self { axes: [AxisCrossings::new(remainder.x, x, y), AxisCrossings::new(remainder.y, y, x)] }
    }

    /// Creates the steps of a motion from a pixel of the world. Along each axis they end at the edge of the world.
    #[inline(always)]
    pub(super) fn in_world(at: IVec2, remainder: IVec2, motion: [i64; 2]) -> Self {
        // Most motions are too short to reach the edge, and skip the computation of it.
        if FixedPosition::is_far_from_edge(at) {
            Self::new(remainder, motion)
        } else {
            Self::up_to_edge(at, remainder, motion)
        }
    }

    #[cold]
    fn up_to_edge(at: IVec2, remainder: IVec2, motion: [i64; 2]) -> Self {
        let mut steps = Self::new(remainder, motion);
        let left = FixedPosition::clamp_to_world(at + steps.left()) - at;
        steps.axes[0].left = i64::from(left.x).abs();
        steps.axes[1].left = i64::from(left.y).abs();
        steps
    }

    /// Returns whether no step is left.
    pub(super) const fn is_over(&self) -> bool {
        self.axes[0].left == 0 && self.axes[1].left == 0
    }

    /// Returns the sum of the steps that are left, in pixels.
    pub(super) const fn left(&self) -> IVec2 {
        let [x, y] = &self.axes;
        IVec2::new(x.pixels(x.left), y.pixels(y.left))
    }

    /// Returns the sum of the steps from now until `time`, in pixels.
    pub(super) fn until(&self, time: i64) -> IVec2 {
        let [x, y] = &self.axes;
        IVec2::new(x.pixels(x.until(time)), y.pixels(y.until(time)))
    }

    /// Takes all steps of both axes until `time`, as steps are ordered by time.
    pub(super) fn skip_until(&mut self, time: i64) {
        for axis in &mut self.axes {
            axis.step(axis.until(time));
        }
    }

    /// Takes a number of steps of a motion along one axis.
    pub(super) const fn advance(&mut self, steps: u32) {
        let [x, y] = &mut self.axes;
        let axis = if x.left > 0 { x } else { y };
        axis.step(steps as i64);
    }

    /// Drops the steps that are left along the axis of a direction; returns the index of the axis.
    pub(super) const fn stop(&mut self, direction: Direction) -> usize {
        let axis = direction.step().x == 0;
        self.axes[axis as usize].left = 0;
        axis as usize
    }

    /// Returns the fraction of a pixel at the end of the whole motion, in units.
    pub(super) const fn remainder(&self) -> IVec2 {
        IVec2::new(self.axes[0].remainder as i32, self.axes[1].remainder as i32)
    }

    /// Returns the next step, and does not take it; `None` if no step is left.
    #[inline]
    pub(super) fn peek(&self) -> Option<Direction> {
        let [x, y] = &self.axes;
        let is_x = x.left > 0 && (y.left == 0 || x.next <= y.next);
        if is_x { Direction::of_step(IVec2::new(x.pixels(1), 0)) } else { self.peek_y() }
    }

    /// Returns the next step along y, and does not take it; `None` if there is none.
    #[inline]
    pub(super) fn peek_y(&self) -> Option<Direction> {
        let [_, y] = &self.axes;
        if y.left > 0 { Direction::of_step(IVec2::new(0, y.pixels(1))) } else { None }
    }

    /// Returns whether the next two steps are along x and y at once.
    pub(super) const fn is_diagonal(&self) -> bool {
        let [x, y] = &self.axes;
        x.left > 0 && y.left > 0 && x.next == y.next
    }

    /// Takes the next step along x or along y.
    #[inline]
    pub(super) const fn take(&mut self, direction: Direction) {
        let [x, y] = &mut self.axes;
        if matches!(direction, Direction::Left | Direction::Right) { x.step(1) } else { y.step(1) }
    }
}

impl Iterator for PixelSteps {
    type Item = Direction;

    #[inline]
    fn next(&mut self) -> Option<Direction> {
        let direction = self.peek()?;
        self.take(direction);
        Some(direction)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_motion_does_not_overflow() {
        for (x, y) in [(1, 1), (-1, 1), (1, -1), (-1, -1)] {
            // From the border that lies behind: the longest distances.
            let remainder = -32768 * IVec2::new(x as i32, y as i32);
            let steps = PixelSteps::new(remainder, [x * 32768 * UNITS, y * 32768 * UNITS]);
            assert_eq!((steps.clone().count(), steps.remainder()), (65534, -remainder));
            let steps = PixelSteps::new(-remainder, [x * 32768 * UNITS, y * 32768 * UNITS]);
            assert_eq!(steps.clone().count(), 65536);
            let order: Vec<_> = steps.clone().collect();
            assert!(order.chunks(2).all(|pair| pair[0] != pair[1]), "x and y in turn");
            assert_eq!(steps.left(), IVec2::new(x as i32, y as i32) * 32768);
            assert_eq!(steps.remainder(), -remainder);
        }
    }
}
