use super::fixed::UNITS;
use super::place::Place;
use crate::geometry::Direction;
use glam::IVec2;

/// The steps that a motion takes over pixels, one along x or y at a time, in the order in which the exact point crosses
/// from one pixel to the next; where it crosses both at once, x first.
///
/// A body at `position + remainder` is drawn at the nearest pixel, so along an axis the point `u = remainder + 1/2` starts in
/// `[0, 1)`. Moving by `m > 0` it crosses at `u = 1, 2, …`, that is after `1 − u`, `2 − u`, …; by `m < 0` past `0, −1, …`, after
/// one unit more than `u`, `u + 1`, …, as the pixel holds its lower edge. Crossing `i` of x comes before `j` of y where
/// `dx(i) / |mx| ≤ dy(j) / |my|`, which is compared without a division: distances and motions are below 2^15 pixels, 2^31
/// units, and their products below 2^63.
#[derive(Clone, Debug)]
pub(super) struct Course {
    axes: [Axis; 2],
}

#[derive(Clone, Debug)]
struct Axis {
    /// The motion, in units.
    motion: i64,
    /// Where it ends, from the pixel's lower edge at the start, in units.
    end: i64,
    /// The distance to the first crossing, in units.
    first: i64,
    /// The distance to the next crossing times the other axis' motion, and by how much that grows.
    next: i64,
    growth: i64,
    /// Crossings behind, and those that are still to come.
    done: i64,
    left: i64,
}

impl Axis {
    fn new(remainder: i32, motion: i64, others: i64) -> Self {
        let start = i64::from(remainder) + UNITS / 2;
        let first = if motion < 0 { start + 1 } else { UNITS - start };
        let end = start + motion;
        // Past the lowest unit of a pixel the point is in the one below: a floor.
        let left = (end >> 16).abs();
        Self { motion, end, first, next: first * others.abs(), growth: UNITS * others.abs(), done: 0, left }
    }

    const fn step(&mut self, steps: i64) {
        self.done += steps;
        self.left -= steps;
        self.next += self.growth * steps;
    }

    /// The crossings from now up to a share of the motion's time, in parts of [`Course::TIME`].
    fn ahead(&self, time: i64) -> i64 {
        let reached = self.motion.abs() * time / Course::TIME - self.first;
        let crossings = if reached < 0 { 0 } else { reached / UNITS + 1 };
        (crossings - self.done).clamp(0, self.left)
    }

    /// What is left beside the last pixel, in units.
    const fn remainder(&self) -> i32 {
        (self.end & (UNITS - 1)) as i32 - (UNITS / 2) as i32
    }

    const fn pixels(&self, steps: i64) -> i32 {
        (steps * self.motion.signum()) as i32
    }
}

impl Course {
    /// The parts that the time of a motion has.
    pub(super) const TIME: i64 = 1 << 15;

    pub(super) fn new(remainder: IVec2, motion: [i64; 2]) -> Self {
        let [x, y] = motion;
        Self { axes: [Axis::new(remainder.x, x, y), Axis::new(remainder.y, y, x)] }
    }

    /// The same for what lies at a pixel of the world: along each axis up to the end of that.
    #[inline]
    pub(super) fn within_world(at: IVec2, remainder: IVec2, motion: [i64; 2]) -> Self {
        // Mostly no motion can come so far, and then nothing of it need be known.
        if Place::is_far_within(at) { Self::new(remainder, motion) } else { Self::to_the_end(at, remainder, motion) }
    }

    #[cold]
    fn to_the_end(at: IVec2, remainder: IVec2, motion: [i64; 2]) -> Self {
        let mut course = Self::new(remainder, motion);
        let left = Place::within(at + course.left()) - at;
        course.axes[0].left = i64::from(left.x).abs();
        course.axes[1].left = i64::from(left.y).abs();
        course
    }

    /// Whether it is over.
    pub(super) const fn is_over(&self) -> bool {
        self.axes[0].left == 0 && self.axes[1].left == 0
    }

    /// The pixels that are still to go.
    pub(super) const fn left(&self) -> IVec2 {
        let [x, y] = &self.axes;
        IVec2::new(x.pixels(x.left), y.pixels(y.left))
    }

    /// The pixels from now up to a time.
    pub(super) fn ahead(&self, time: i64) -> IVec2 {
        let [x, y] = &self.axes;
        IVec2::new(x.pixels(x.ahead(time)), y.pixels(y.ahead(time)))
    }

    /// Takes all steps up to a time: those of both axes, as the order of the crossings is that of their times.
    pub(super) fn go_to(&mut self, time: i64) {
        for axis in &mut self.axes {
            axis.step(axis.ahead(time));
        }
    }

    /// Goes no farther along x.
    pub(super) const fn stop_x(&mut self) {
        self.axes[0].left = 0;
    }

    /// Goes no farther along y.
    pub(super) const fn stop_y(&mut self) {
        self.axes[1].left = 0;
    }

    /// What is left beside the last pixels where nothing stopped it, in units.
    pub(super) const fn remainder(&self) -> IVec2 {
        IVec2::new(self.axes[0].remainder(), self.axes[1].remainder())
    }
}

impl Course {
    /// Takes the next step where that is what is wanted; `None` where it is not, or where there is none.
    #[inline]
    pub(super) fn next_if(&mut self, is_wanted: impl FnOnce(Direction) -> bool) -> Option<Direction> {
        let [x, y] = &mut self.axes;
        let is_x = match (x.left > 0, y.left > 0) {
            (false, false) => return None,
            (true, true) => x.next <= y.next,
            (is_x, _) => is_x,
        };
        let axis = if is_x { x } else { y };
        let way = match (is_x, axis.motion > 0) {
            (true, true) => Direction::Right,
            (true, false) => Direction::Left,
            (false, true) => Direction::Down,
            (false, false) => Direction::Up,
        };
        if !is_wanted(way) {
            return None;
        }
        axis.step(1);
        Some(way)
    }
}

impl Iterator for Course {
    type Item = Direction;

    #[inline]
    fn next(&mut self) -> Option<Direction> {
        self.next_if(|_| true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By the definition: the point a thousandth of the way after another would miss steps, so all crossings are listed
    /// as fractions and sorted.
    fn expected(remainder: IVec2, motion: [i64; 2]) -> Vec<Direction> {
        let mut crossings = Vec::new();
        for (axis, (remainder, motion)) in [remainder.x, remainder.y].into_iter().zip(motion).enumerate() {
            let start = i128::from(remainder) + 32768;
            for unit in 1..=motion.abs() {
                let (before, after) =
                    (start + i128::from((unit - 1) * motion.signum()), start + i128::from(unit * motion.signum()));
                if before.div_euclid(65536) != after.div_euclid(65536) {
                    crossings.push((unit, motion, axis));
                }
            }
        }
        crossings.sort_by(|&(a, over_a, axis_a), &(b, over_b, axis_b)| {
            let (a, b) =
                (i128::from(a) * i128::from(over_b.abs().max(1)), i128::from(b) * i128::from(over_a.abs().max(1)));
            a.cmp(&b).then(axis_a.cmp(&axis_b))
        });
        let way = |(_, motion, axis): (i64, i64, usize)| match (axis, motion > 0) {
            (0, true) => Direction::Right,
            (0, false) => Direction::Left,
            (_, true) => Direction::Down,
            (_, false) => Direction::Up,
        };
        crossings.into_iter().map(way).collect()
    }

    fn number(state: &mut u64, low: i64, high: i64) -> i64 {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        low + (*state >> 33) as i64 % (high - low + 1)
    }

    #[test]
    fn steps_come_in_the_order_of_the_crossings() {
        let mut state = 1;
        for case in 0..400 {
            let remainder = IVec2::new(
                number(&mut state, -32768, 32767) as i32,
                if case % 3 == 0 { 0 } else { number(&mut state, -32768, 32767) as i32 },
            );
            let motion = match case % 5 {
                0 => [number(&mut state, -3, 3) * 65536, number(&mut state, -3, 3) * 32768],
                1 => [number(&mut state, -1, 1), number(&mut state, -70000, 70000)],
                _ => [number(&mut state, -300_000, 300_000), number(&mut state, -300_000, 300_000)],
            };
            let course = Course::new(remainder, motion);
            assert_eq!(course.clone().collect::<Vec<_>>(), expected(remainder, motion), "{remainder} by {motion:?}");
            let end = [0, 1].map(|axis| i64::from(remainder[axis]) + motion[axis]);
            let drawn = course.left();
            for time in [0, 1, 5000, 16384, 32767, Course::TIME] {
                let (mut all, mut rest) = (course.clone(), course.clone());
                rest.go_to(time);
                let steps = all.clone().count() - rest.clone().count();
                let behind: Vec<_> = all.by_ref().take(steps).collect();
                assert_eq!(behind.iter().map(|way| way.step()).sum::<IVec2>(), course.ahead(time));
                assert_eq!(rest.collect::<Vec<_>>(), all.collect::<Vec<_>>(), "{remainder} by {motion:?} from {time}");
            }
            for axis in 0..2 {
                assert_eq!(i64::from(drawn[axis]) * 65536 + i64::from(course.remainder()[axis]), end[axis]);
            }
        }
    }

    #[test]
    fn the_longest_motion_does_not_overflow() {
        for (x, y) in [(1, 1), (-1, 1), (1, -1), (-1, -1)] {
            let course = Course::new(IVec2::splat(-32768), [x * 32768 * UNITS, y * 32768 * UNITS]);
            assert_eq!(course.clone().count(), 65536);
            let steps: Vec<_> = course.clone().collect();
            assert!(steps.chunks(2).all(|pair| pair[0] != pair[1]), "x and y in turn");
            assert_eq!(course.left(), IVec2::new(x as i32, y as i32) * 32768);
        }
    }
}
