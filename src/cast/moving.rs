//! A moving core, its test against one pixel, and the point where it touches one.

use super::frame::ShapeFrame;
use super::strip::clamped_floor;
use super::sum::PixelSum;
use crate::collide::Core;
use crate::geometry::tolerance::{CORNER_ROUNDING, GRAZE_PART, PARALLEL_MOTION, touch_tolerance};
use crate::geometry::{Bound, Elements};
use crate::terrain::LayerSelection;
use glam::{DVec2, IVec2};

/// The first touch of a core.
#[derive(Clone, Copy, Debug)]
pub(super) struct Touch {
    pub(super) time: f64,
    /// The time in steps of the motion, and the last time of that step. Touches of one step are at once: their times may
    /// differ by rounding, and differently in a mirrored scene.
    moment: f64,
    pub(super) last_time: f64,
    pub(super) pixel: IVec2,
    /// The distance of the pixel's center from the motion's line, and how far it lies along the motion, each times the
    /// length of the motion.
    aside: f64,
    along: f64,
}

/// Returns the number of steps of a motion: 2^30 a pixel, which is few roundings and much less than a tolerance.
pub(super) fn steps_of(motion: DVec2) -> f64 {
    motion.abs().greatest() * (1_u64 << 30) as f64
}

impl Touch {
    /// Returns whether this touch counts before another one.
    pub(super) fn is_before(&self, other: &Self) -> bool {
        let key = |touch: &Self| (touch.moment, touch.aside, touch.along, touch.pixel.y, touch.pixel.x);
        key(self) < key(other)
    }

    /// Returns whether only the names of the pixels decide which of two touches counts.
    pub(super) fn is_tied(&self, other: &Self) -> bool {
        (self.moment, self.aside, self.along) == (other.moment, other.aside, other.along)
    }
}

/// The answer about one pixel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum PixelTest {
    /// The core is apart from the pixel from now on, or touches it later than asked about.
    Misses,
    /// The core touches the pixel, and does not come deeper than the tolerance.
    Grazes,
    /// The core overlaps the pixel now.
    Overlaps,
    /// The core touches the pixel at this time and would move into it.
    Blocks(f64),
}

/// A core in the frame of one pixel, and its motion.
#[derive(Debug)]
pub(super) struct MovingCore<'a, S: PixelSum> {
    pub(super) sum: &'a S,
    /// The frame, whose aim is the point through which the motion's line runs.
    pub(super) frame: &'a ShapeFrame,
    /// The displacement at time 0.
    pub(super) start: DVec2,
    pub(super) motion: DVec2,
    pub(super) prepared: S::Motion,
    /// The last time asked about.
    pub(super) end: f64,
    /// A short piece of the motion.
    pub(super) soon: DVec2,
}

impl ShapeFrame {
    /// Creates a moving core of this frame that starts at a displacement.
    #[inline(always)]
    pub(super) fn moving<'a, S: PixelSum>(
        &'a self,
        sum: &'a S,
        start: DVec2,
        motion: DVec2,
        end: f64,
    ) -> MovingCore<'a, S> {
        // Much more than a tolerance, and much less than a pixel.
        const SOON: f64 = 1.0 / 64.0;
        let longer = motion.x.abs().at_least(motion.y.abs());
        let soon = if longer > 0.0 { motion * (SOON / longer) } else { DVec2::ZERO };
        MovingCore { sum, frame: self, start, motion, prepared: sum.prepare(motion), end, soon }
    }
}

impl<S: PixelSum> MovingCore<'_, S> {
    /// Returns the offset of the core at time 0 from a pixel: a point in the frame of the sum.
    #[inline(always)]
    pub(super) fn offset(&self, pixel: IVec2) -> DVec2 {
        self.start - (pixel.as_dvec2() - self.frame.base)
    }

    /// Returns how far the core may reach into a pixel and still only touch it.
    #[inline(always)]
    pub(super) fn tolerance(&self, pixel: IVec2) -> f64 {
        // From the center, so that mirrored pixels have one tolerance.
        let center = (pixel.as_dvec2() + 0.5).abs();
        touch_tolerance(center.greatest() + 0.5 + self.frame.size)
    }

    /// Returns whether the core overlaps a pixel at time 0.
    #[inline(always)]
    pub(super) fn overlaps(&self, pixel: IVec2) -> bool {
        self.sum.is_within(self.offset(pixel), self.sum.radius() - self.tolerance(pixel))
    }

    /// Tests a pixel up to a time.
    #[inline(always)]
    pub(super) fn test(&self, pixel: IVec2, end: f64) -> PixelTest {
        let (point, radius) = (self.offset(pixel), self.sum.radius());
        let Some(enter) = self.sum.enter(&self.prepared, point, end) else { return PixelTest::Misses };
        if enter <= 0.0 {
            return self.test_touched(pixel);
        }
        // Nearly always it comes deeper soon after the touch.
        let graze = self.tolerance(pixel) * GRAZE_PART;
        let soon = point + self.motion * enter + self.soon;
        let comes_deeper =
            self.sum.is_within(soon, radius - graze) || self.sum.span(point, self.motion, radius - graze).is_some();
        if comes_deeper { PixelTest::Blocks(enter) } else { PixelTest::Grazes }
    }

    /// Tests a pixel up to a time. A pixel that is only grazed is tested together with its solid neighbors, between which a
    /// thin core must not slip.
    #[inline(always)]
    pub(super) fn test_among(&self, pixel: IVec2, end: f64, selection: &LayerSelection<'_>) -> PixelTest {
        match self.test(pixel, end) {
            PixelTest::Grazes => self.test_pairs(pixel, end, selection),
            test => test,
        }
    }

    #[cold]
    #[inline(never)]
    fn test_pairs(&self, pixel: IVec2, end: f64, selection: &LayerSelection<'_>) -> PixelTest {
        let mut first = PixelTest::Grazes;
        for (axis, step) in [IVec2::X, IVec2::Y].into_iter().enumerate() {
            let Some(sum) = self.sum.of_pair(axis) else { continue };
            let pair = self.frame.moving(&sum, self.start, self.motion, end);
            for (low, other) in [(pixel, pixel + step), (pixel - step, pixel - step)] {
                if !selection.is_solid(other) {
                    continue;
                }
                let time = match pair.test(low, end) {
                    PixelTest::Blocks(time) => time,
                    PixelTest::Overlaps => 0.0,
                    PixelTest::Misses | PixelTest::Grazes => continue,
                };
                first = match first {
                    PixelTest::Blocks(best) if best <= time => first,
                    _ => PixelTest::Blocks(time),
                };
            }
        }
        first
    }

    /// Tests a pixel that the core touches at time 0, or has left.
    #[cold]
    #[inline(never)]
    fn test_touched(&self, pixel: IVec2) -> PixelTest {
        let (point, radius) = (self.offset(pixel), self.sum.radius());
        let tolerance = self.tolerance(pixel);
        let separation = self.sum.signed_distance(point) - radius;
        if separation < -tolerance {
            return PixelTest::Overlaps;
        }
        if self.motion == DVec2::ZERO {
            return PixelTest::Misses;
        }
        match self.sum.span(point, self.motion, radius) {
            Some((_, leave)) if leave <= 0.0 => return PixelTest::Misses,
            Some(_) => {}
            // Along the border.
            None => return PixelTest::Grazes,
        }
        let graze = tolerance * GRAZE_PART;
        let blocks = if separation >= -graze {
            self.sum.span(point, self.motion, radius - graze).is_some_and(|(enter, _)| enter >= 0.0)
        } else {
            let against = self.normal(pixel, 0.0).dot(self.motion);
            against < -PARALLEL_MOTION * (self.motion.x.abs() + self.motion.y.abs())
        };
        if blocks { PixelTest::Blocks(0.0) } else { PixelTest::Grazes }
    }

    /// Returns the unit normal, from a pixel to the core, at a time.
    pub(super) fn normal(&self, pixel: IVec2, time: f64) -> DVec2 {
        let offset = self.offset(pixel);
        self.sum.normal(offset + self.motion * time, self.motion, self.rounding(offset))
    }

    /// Visits the unit normals from a pixel to the core at time 0: several if they are equally right.
    pub(super) fn each_normal(&self, pixel: IVec2, visit: &mut dyn FnMut(DVec2)) {
        let offset = self.offset(pixel);
        self.sum.each_normal(offset, self.rounding(offset), visit);
    }

    fn rounding(&self, offset: DVec2) -> f64 {
        let (low, high) = self.sum.bounds();
        CORNER_ROUNDING * ((high - low).greatest() + offset.abs().greatest())
    }

    /// Describes the touch of a pixel at a time.
    pub(super) fn touch(&self, pixel: IVec2, time: f64) -> Touch {
        let center = self.frame.center_from_aim(pixel);
        let aside = (self.motion.x * center.y - self.motion.y * center.x).abs();
        let steps = steps_of(self.motion);
        let moment = (time * steps).round();
        Touch { time, moment, last_time: (moment + 0.5) / steps, pixel, aside, along: self.motion.dot(center) }
    }

    /// Returns the touch of the pixel that is the mirror image of a touched one at the motion's line, if it is touched at
    /// once; `None` if it is the same pixel.
    pub(super) fn twin(&self, touch: &Touch, selection: &LayerSelection<'_>) -> Option<Touch> {
        let center = self.frame.center_from_aim(touch.pixel);
        let aside = self.motion.x * center.y - self.motion.y * center.x;
        let mirrored =
            center - DVec2::new(-self.motion.y, self.motion.x) * (2.0 * aside / self.motion.dot(self.motion));
        // Few motions have pixels that mirror each other.
        let corner = mirrored + self.frame.aim - 0.5;
        if !corner.abs_diff_eq(corner.round(), 1e-6) {
            return None;
        }
        let pixel = corner.round().to_array().map(clamped_floor);
        let pixel = IVec2::from(pixel).saturating_add(self.frame.base.as_ivec2());
        if pixel == touch.pixel || !selection.is_solid(pixel) {
            return None;
        }
        let PixelTest::Blocks(time) = self.test_among(pixel, touch.last_time, selection) else { return None };
        Some(self.touch(pixel, time)).filter(|twin| twin.is_tied(touch))
    }

    /// Returns the range of pixels, along an axis, that the core may touch in its whole motion; both ends included.
    #[inline(always)]
    pub(super) fn reach(&self, axis: usize) -> (f64, f64) {
        let (low, high) = self.sum.bounds();
        let (from, to) = (self.start[axis], self.start[axis] + self.motion[axis] * self.end);
        let origin = self.frame.base[axis];
        let radius = self.sum.radius();
        let (from, to) = if from < to { (from, to) } else { (to, from) };
        (origin + from - high[axis] - radius, origin + to - low[axis] + radius)
    }
}

/// Returns a unit normal without the rounding of a component that is zero, as at the end of a side, where its corner begins.
pub(super) fn snapped(normal: DVec2) -> DVec2 {
    DVec2::select(normal.abs().cmplt(DVec2::splat(PARALLEL_MOTION)), DVec2::ZERO, normal)
}

/// Returns the point of a pixel's square at which a core that is displaced by `at` touches it.
pub(super) fn contact_point(core: &Core<'_>, at: DVec2, pixel: IVec2, normal: DVec2) -> DVec2 {
    let corner = pixel.as_dvec2();
    let along = match (normal.x == 0.0, normal.y == 0.0) {
        // Along the side that faces the core, the middle of what both have in common.
        (true, _) => 0,
        (_, true) => 1,
        _ => return corner + DVec2::new(f64::from(normal.x > 0.0), f64::from(normal.y > 0.0)),
    };
    let clamped = |value: f64| value.within(corner[along], corner[along] + 1.0);
    let mut point = corner;
    point[1 - along] += f64::from(normal[1 - along] > 0.0);
    if let [only] = core.points {
        point[along] = clamped(only[along] + at[along]);
        return point;
    }
    let nearest = core.points.iter().fold(f64::INFINITY, |least, point| (*point).dot(normal).at_most(least));
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    for point in core.points.iter().filter(|point| (**point).dot(normal) == nearest) {
        low = (point[along] + at[along]).at_most(low);
        high = (point[along] + at[along]).at_least(high);
    }
    point[along] = (clamped(low) + clamped(high)) * 0.5;
    point
}
