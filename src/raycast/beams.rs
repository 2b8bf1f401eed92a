//! Beams: rays from poses, at angles that all poses share.

use super::ray::Ray;
use crate::geometry::tolerance::SECTOR_SLACK;
use crate::geometry::{Bound, Isometry, Pose, sin_cos_of_radians, sort_indexed_floats, turns_of};
use glam::DVec2;
use std::cmp::Ordering;

/// The poses whose sines are computed at once.
const POSES: usize = 64;

/// The beams of poses: each pose has one at each angle, all of one length.
///
/// Beam `j` of pose `i` has the index `i · angles + j`. The pose rotates the direction of the angle, which takes two
/// products a coordinate instead of a sine and a cosine.
#[derive(Clone, Debug)]
pub(crate) struct PoseBeams<'a> {
    pub(crate) poses: &'a [Pose],
    /// The cosine and the sine of each angle.
    directions: Vec<DVec2>,
    /// The length of all beams in pixels; NaN if none is valid.
    pub(crate) length: f64,
    /// The angle in turns from the first beam of a pose to the last.
    pub(crate) span: f64,
    /// Whether the angles are numbers in ascending order, over at most a turn.
    pub(crate) is_sorted: bool,
}

impl<'a> PoseBeams<'a> {
    /// Lists the beams. Lengths above [`Ray::MAX_LENGTH`] become that, and a negative length counts as NaN.
    pub(crate) fn new(poses: &'a [Pose], angles: &[f32], length: f32) -> Self {
        let direction = |&angle: &f32| {
            let (sine, cosine) = sin_cos_of_radians(angle);
            DVec2::new(cosine, sine)
        };
        let length = if length >= 0.0 { f64::from(length).at_most(Ray::MAX_LENGTH) } else { f64::NAN };
        let (first, last) = (angles.first().copied().unwrap_or(0.0), angles.last().copied().unwrap_or(0.0));
        let span = turns_of(last) - turns_of(first);
        let is_sorted = span <= 1.0 && angles.is_sorted();
        Self { poses, directions: angles.iter().map(direction).collect(), length, span, is_sorted }
    }

    /// Returns the number of beams of each pose.
    pub(crate) fn count(&self) -> usize {
        self.directions.len()
    }

    /// Returns the transformation from the frame of a pose.
    pub(crate) fn isometry(&self, pose: usize) -> Isometry {
        let Pose { translation, rotation } = self.poses[pose];
        Isometry::new(sin_cos_of_radians(rotation), translation)
    }

    /// Returns the ends of the beams of a pose.
    #[inline(always)]
    pub(crate) fn ends(&self, pose: usize) -> impl ExactSizeIterator<Item = DVec2> {
        let (origin, length, isometry) = (self.poses[pose].translation.as_dvec2(), self.length, self.isometry(pose));
        self.directions.iter().map(
            #[inline(always)]
            move |along| end_of(origin, &isometry, *along, length),
        )
    }

    /// Returns a beam.
    pub(crate) fn ray(&self, index: usize) -> Ray {
        let mut ray = [Ray::POINT];
        self.write(index, &mut ray);
        ray[0]
    }

    /// Writes the beams from index `first` on.
    #[inline(always)]
    pub(crate) fn write(&self, first: usize, rays: &mut [Ray]) {
        let count = self.directions.len();
        let (mut pose, mut beam, mut rays) = (first / count, first % count, rays);
        let (mut sines, mut cosines) = ([0.0; POSES], [0.0; POSES]);
        while !rays.is_empty() {
            // The sines of many poses at once, in vector code.
            let poses = &self.poses[pose..];
            let poses = &poses[..poses.len().min(POSES).min((beam + rays.len()).div_ceil(count))];
            for (pose, (sine, cosine)) in poses.iter().zip(sines.iter_mut().zip(&mut cosines)) {
                (*sine, *cosine) = sin_cos_of_radians(pose.rotation);
            }
            for (pose, (&sine, &cosine)) in poses.iter().zip(sines.iter().zip(&cosines)) {
                let (origin, directions) = (pose.translation.as_dvec2(), &self.directions[beam..]);
                let isometry = Isometry::new((sine, cosine), pose.translation);
                let of_pose = rays.split_off_mut(..directions.len().min(rays.len())).unwrap_or_default();
                for (ray, along) in of_pose.iter_mut().zip(directions) {
                    *ray = Ray::between_f64(origin, end_of(origin, &isometry, *along, self.length));
                }
                beam = 0;
            }
            pose += poses.len();
        }
    }
}

/// The beams of every pose, sorted by their directions in the frame of the pose.
pub(crate) struct BeamOrder {
    /// The direction of each valid beam, as by [`diamond_angle`], and its index.
    beams: Vec<(f64, usize)>,
}

impl BeamOrder {
    pub(crate) fn new(beams: &PoseBeams<'_>) -> Self {
        let angles = beams.directions.iter().map(|along| diamond_angle(*along)).zip(0..);
        let mut beams: Vec<(f64, usize)> = angles.filter(|(angle, _)| !angle.is_nan()).collect();
        sort_indexed_floats(&mut beams);
        Self { beams }
    }

    /// Calls `visit` with all beams that may meet a disc, and few others. `center` leads from the pose to the disc, in the frame
    /// of the pose.
    ///
    /// The lines from the pose that touch the disc have the sine `radius / distance` to its center.
    pub(crate) fn each_toward(&self, center: DVec2, distance: f64, radius: f64, mut visit: impl FnMut(usize)) {
        let sine = radius / distance + SECTOR_SLACK;
        let mut each = |beams: &[(f64, usize)]| beams.iter().for_each(|(_, beam)| visit(*beam));
        // The pose lies in the disc, or the numbers are not finite.
        if sine.partial_cmp(&1.0).is_none_or(Ordering::is_ge) {
            return each(&self.beams);
        }
        let cosine = (1.0 - sine * sine).sqrt();
        let [first, last] = [-sine, sine].map(|sine| {
            let turned = DVec2::new(center.x * cosine - center.y * sine, center.x * sine + center.y * cosine);
            diamond_angle(turned)
        });
        let start = self.beams.partition_point(|(angle, _)| *angle < first);
        let end = self.beams.partition_point(|(angle, _)| *angle <= last);
        if first <= last {
            each(&self.beams[start..end]);
        } else {
            each(&self.beams[..end.min(start)]);
            each(&self.beams[start..]);
        }
    }
}

/// Returns a number from 0 to 4 that grows with the angle of a vector from +x toward +y, like the perimeter of a diamond.
fn diamond_angle(vector: DVec2) -> f64 {
    let DVec2 { x, y } = vector;
    let part = y.abs() / (x.abs() + y.abs());
    match (x < 0.0, y < 0.0) {
        (false, false) => part,
        (true, false) => 2.0 - part,
        (true, true) => 2.0 + part,
        (false, true) => 4.0 - part,
    }
}

/// Returns the end of a beam that has the direction `along` in the frame of its pose.
#[inline(always)]
fn end_of(origin: DVec2, isometry: &Isometry, along: DVec2, length: f64) -> DVec2 {
    origin + isometry.direction(along) * length
}
