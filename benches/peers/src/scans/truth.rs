//! Poses and beams, which every contestant measures; the true ranges, and why an exact contestant may give another one.

use crate::rays::{first_touched, snapped};
use crate::solid::BitMask;
use anyhow::{Result, bail, ensure};
use fastrand::Rng;
use std::f32::consts::{PI, TAU};
use tileray::glam::{DVec2, IVec2, dvec2, ivec2, vec2};
use tileray::scan::scan_ray;
use tileray::{Pose, Ray, SolidityMap};

/// The maximum range, in pixels.
pub(super) const MAX_RANGE: f32 = 500.0;
/// About how many beams a work has.
const BEAMS: usize = 200_000;
/// The angles over which a scanner's beams are spread.
const SWEEP: f32 = 1.5 * PI;

/// Poses, each with a beam at each angle, in every form that a contestant takes.
#[derive(Debug)]
pub(super) struct Work {
    pub(super) poses: Vec<Pose>,
    pub(super) angles: Vec<f32>,
    /// The beams as rays.
    pub(super) rays: Vec<Ray>,
    /// The beams as starts and headings: x, y, θ.
    pub(super) headings: Vec<[f32; 3]>,
}

/// A beam in `f64`, made without the library.
#[derive(Clone, Copy, Debug)]
pub(super) struct Beam {
    pub(super) origin: DVec2,
    pub(super) angle: f64,
}

impl Beam {
    pub(super) fn direction(&self) -> DVec2 {
        let (sine, cosine) = self.angle.sin_cos();
        dvec2(cosine, sine)
    }

    pub(super) fn end(&self) -> DVec2 {
        self.origin + self.direction() * f64::from(MAX_RANGE)
    }
}

impl Work {
    /// Returns the three works in a map: one beam a pose, 61, and 1081.
    pub(super) fn all(mask: &SolidityMap) -> [Self; 3] {
        [1, 61, 1081].map(|beams| Self::new(beams, mask))
    }

    fn new(beams: usize, mask: &SolidityMap) -> Self {
        let mut rng = Rng::with_seed(63 + beams as u64);
        let size = mask.size().as_vec2();
        let any = || Pose::new(vec2(rng.f32() * size.x, rng.f32() * size.y), rng.f32() * TAU);
        let is_free = |pose: &Pose| !mask.get(pose.translation.x as i32, pose.translation.y as i32);
        let poses: Vec<Pose> = std::iter::repeat_with(any).filter(is_free).take(BEAMS / beams).collect();
        let last = (beams - 1).max(1) as f32;
        let first = if beams == 1 { 0.0 } else { -SWEEP / 2.0 };
        let angles: Vec<f32> = (0..beams).map(|beam| first + SWEEP * beam as f32 / last).collect();
        Self::with(poses, angles)
    }

    /// Returns the work of these poses and angles.
    pub(super) fn with(poses: Vec<Pose>, angles: Vec<f32>) -> Self {
        let pairs = || poses.iter().flat_map(|pose| angles.iter().map(move |&angle| (pose, angle)));
        let rays = pairs().map(|(pose, angle)| scan_ray(pose, angle, MAX_RANGE)).collect();
        let heading = |(pose, angle): (&Pose, f32)| {
            [pose.translation.x, pose.translation.y, (pose.rotation + angle).rem_euclid(TAU)]
        };
        let headings = pairs().map(heading).collect();
        Self { rays, headings, poses, angles }
    }

    pub(super) fn beams(&self) -> impl Iterator<Item = Beam> + '_ {
        let beam = |(pose, angle): (&Pose, f32)| Beam {
            origin: pose.translation.as_dvec2(),
            angle: f64::from(pose.rotation) + f64::from(angle),
        };
        self.poses.iter().flat_map(|pose| self.angles.iter().map(move |&angle| (pose, angle))).map(beam)
    }
}

/// How far a range may be off and still count as equal, in pixels.
const TOLERANCE: f64 = 1.0 / 128.0;
/// The most that rounding both ends to 1/256 px moves any point of a beam, in pixels: half a diagonal of such a square.
const ROUNDING: f64 = std::f64::consts::SQRT_2 / 512.0;

/// The true ranges of a work: those of the first pixel that the beam touches, walked in `f64`.
#[derive(Debug)]
pub(super) struct Truth<'a> {
    mask: &'a BitMask,
    beams: Vec<Beam>,
    pub(super) ranges: Vec<f64>,
}

/// How far the ranges of a contestant are from the true ones.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Accuracy {
    pub(super) beams: usize,
    pub(super) off_by_1: usize,
    pub(super) off_by_2: usize,
}

impl Accuracy {
    pub(super) fn add(&mut self, other: Self) {
        self.beams += other.beams;
        self.off_by_1 += other.off_by_1;
        self.off_by_2 += other.off_by_2;
    }

    /// Returns the share of a number of beams, so that a small one is not zero.
    pub(super) fn percent(&self, count: usize) -> String {
        match 100.0 * count as f64 / self.beams as f64 {
            0.0 => "0 %".to_owned(),
            share if share < 0.1 => format!("{share:.4} %"),
            share => format!("{share:.1} %"),
        }
    }
}

impl<'a> Truth<'a> {
    pub(super) fn new(mask: &'a BitMask, work: &Work) -> Self {
        let beams: Vec<Beam> = work.beams().collect();
        let range = |beam: &Beam| range_of(mask, beam.origin, beam.end());
        let ranges = beams.iter().map(range).collect();
        Self { mask, beams, ranges }
    }

    /// Returns the share of beams that meet something.
    pub(super) fn hits(&self) -> f64 {
        let hits = self.ranges.iter().filter(|&&range| range < f64::from(MAX_RANGE)).count();
        hits as f64 / self.ranges.len() as f64
    }

    pub(super) fn mean(&self) -> f64 {
        self.ranges.iter().sum::<f64>() / self.ranges.len() as f64
    }

    pub(super) fn accuracy(&self, ranges: &[f32]) -> Accuracy {
        // A range that is NaN is off by any limit.
        let more_than =
            |limit: f64| ranges.len() - self.differences(ranges).filter(|&difference| difference <= limit).count();
        Accuracy { beams: ranges.len(), off_by_1: more_than(1.0), off_by_2: more_than(2.0) }
    }

    fn differences(&self, ranges: &[f32]) -> impl Iterator<Item = f64> {
        let pairs = ranges.iter().zip(&self.ranges);
        // `min` would make the maximum range of a NaN.
        let clamped = |range: f32| if range > MAX_RANGE { MAX_RANGE } else { range };
        pairs.map(move |(&range, truth)| (f64::from(clamped(range)) - truth).abs())
    }

    /// Returns an error if a range is not the true one.
    pub(super) fn check_equal(&self, ranges: &[f32]) -> Result<()> {
        let wrong = self.differences(ranges).find(|difference| difference.is_nan() || *difference > TOLERANCE);
        wrong.map_or(Ok(()), |difference| bail!("a range is off by {difference} px"))
    }

    /// Returns the number of beams whose ranges are off by more than a pixel, all of which must be due to rounding both ends to
    /// 1/256 px; and an error if any other range is neither the true one nor that of the rounded beam.
    pub(super) fn check_rounded(&self, ranges: &[f32]) -> Result<usize> {
        let mut grazes = 0;
        for ((beam, &range), &truth) in self.beams.iter().zip(ranges).zip(&self.ranges) {
            let range = f64::from(range);
            if (range - truth).abs() <= TOLERANCE {
                continue;
            }
            let (start, end) = (snapped(beam.origin), snapped(beam.end()));
            let is_rounded = (range_of(self.mask, start, end) - range).abs() <= TOLERANCE;
            // Beams that pass exactly through a corner are stopped by a pixel beside it.
            ensure!(
                is_rounded || self.passes_corner(start, end, range),
                "the beam {beam:?} has the range {range} instead of {truth}, and rounded ends do not explain it"
            );
            if (range - truth).abs() > 1.0 {
                let distance = self.graze(beam, start, end, range.min(truth));
                ensure!(distance <= ROUNDING, "{beam:?} has the range {range} instead of {truth}, {distance} px aside");
                grazes += 1;
            }
        }
        Ok(grazes)
    }

    /// Returns whether the segment passes a corner of a solid pixel at this distance, exactly.
    fn passes_corner(&self, start: DVec2, end: DVec2, range: f64) -> bool {
        let corner = (start + (end - start).normalize() * range).round();
        let units = |point: DVec2| (point * 256.0).as_i64vec2();
        let (along, to) = (units(end) - units(start), units(corner) - units(start));
        along.x * to.y == along.y * to.x && around(corner).any(|pixel| self.mask.is_solid(pixel))
    }

    /// Returns the least distance between a beam and a corner of a solid pixel near the nearer of the two ranges: the true
    /// beam must be moved by so much to have the other range.
    fn graze(&self, beam: &Beam, start: DVec2, end: DVec2, nearer: f64) -> f64 {
        if nearer < ROUNDING {
            // A start that is rounded into a solid pixel, or out of one.
            return beam.origin.distance(start);
        }
        let direction = beam.direction();
        let at = beam.origin + direction * nearer;
        let rounded = start + (end - start).normalize() * nearer;
        let aside = |corner: DVec2| direction.perp_dot(corner - beam.origin).abs();
        let corners = [at, rounded]
            .into_iter()
            .flat_map(|point| around(point.round()))
            .filter(|&pixel| self.mask.is_solid(pixel));
        let corners = corners.flat_map(|pixel| {
            [ivec2(0, 0), ivec2(1, 0), ivec2(0, 1), ivec2(1, 1)].map(|corner| (pixel + corner).as_dvec2())
        });
        corners.map(aside).fold(f64::INFINITY, f64::min)
    }
}

/// Returns the range of a segment by a walk in `f64`, the maximum range where it meets nothing.
fn range_of(mask: &BitMask, start: DVec2, end: DVec2) -> f64 {
    first_touched(mask, start, end).map_or(f64::from(MAX_RANGE), |(_, range)| range.min(MAX_RANGE.into()))
}

/// Returns the four pixels around a lattice point.
fn around(corner: DVec2) -> impl Iterator<Item = IVec2> {
    let corner = corner.as_ivec2();
    [ivec2(0, 0), ivec2(-1, 0), ivec2(0, -1), ivec2(-1, -1)].into_iter().map(move |step| corner + step)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A wall at x = 40.
    fn wall() -> BitMask {
        BitMask::new(&SolidityMap::from_fn(64, 64, |x, _| x == 40))
    }

    #[test]
    fn ranges_that_are_off_are_refused_and_counted() {
        let mask = wall();
        let work = Work::with(vec![Pose::at((10.5, 8.25))], vec![0.0, 0.5]);
        let truth = Truth::new(&mask, &work);
        let far = 29.5 / 0.5_f64.cos();
        assert!((truth.ranges[0] - 29.5).abs() < 1e-9 && (truth.ranges[1] - far).abs() < 1e-6, "{:?}", truth.ranges);
        let right = [29.5, far as f32];
        truth.check_equal(&right).expect("these are the true ranges");
        assert_eq!(truth.check_rounded(&right).expect("these are the true ranges"), 0);
        let wrong = [29.5, far as f32 + 1.5];
        assert!(truth.check_equal(&wrong).is_err() && truth.check_rounded(&wrong).is_err());
        let Accuracy { beams, off_by_1, off_by_2 } = truth.accuracy(&wrong);
        assert_eq!((beams, off_by_1, off_by_2), (2, 1, 0));
        // The last beam has the maximum range.
        let work = Work::with(vec![Pose::at((10.5, 8.25))], vec![0.0, 3.0]);
        let truth = Truth::new(&mask, &work);
        assert_eq!(truth.ranges[1], f64::from(MAX_RANGE));
        assert_eq!(truth.accuracy(&[f32::NAN; 2]).off_by_2, 2);
        assert!(truth.check_equal(&[29.5, f32::NAN]).is_err() && truth.check_rounded(&[29.5, f32::NAN]).is_err());
    }

    #[test]
    fn a_start_that_is_rounded_into_a_wall_is_a_graze() {
        let mask = wall();
        let work = Work::with(vec![Pose::at((39.999, 8.25))], vec![PI]);
        let truth = Truth::new(&mask, &work);
        assert_eq!(truth.check_rounded(&[0.0]).expect("the start is rounded to x = 40"), 1);
        // A start that is farther from the wall is not.
        let work = Work::with(vec![Pose::at((39.9, 8.25))], vec![PI]);
        assert!(Truth::new(&mask, &work).check_rounded(&[0.0]).is_err());
    }
}
