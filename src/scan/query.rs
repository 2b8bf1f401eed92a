//! Queries of ranges.

use super::dense::DenseScanner;
use super::options::ScanOptions;
use crate::geometry::Pose;
use crate::raycast::{PoseBeams, Ray, RaySource, cast_any, cast_ranges};
use crate::terrain::Terrain;

impl Terrain {
    /// Writes the range of each ray to `ranges`, at the index of the ray: the distance of the first solid pixel.
    ///
    /// Where a ray meets nothing, or only beyond `max_range`, the range is what
    /// [`no_return`](ScanOptions::no_return) says. Where a ray is not [valid](Ray::is_valid), or `max_range` is NaN, it is
    /// NaN. Every other range is the `distance` of [`raycast_with`](Self::raycast_with), to the bit.
    ///
    /// Takes about four fifths of the time of [`raycast_batch`](Self::raycast_batch), and shares the rays among threads as
    /// that does.
    ///
    /// # Panics
    /// If `rays` and `ranges` differ in length.
    ///
    /// ```
    /// use tileray::scan::ScanOptions;
    /// use tileray::{Ray, SolidityMap, Terrain};
    ///
    /// let terrain = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |x, _| x >= 40));
    /// let right = Ray::new((10.5, 8.5), (1.0, 0.0), 100.0);
    /// let left = Ray::new((10.5, 8.5), (-1.0, 0.0), 100.0);
    /// let mut ranges = [0.0; 2];
    /// terrain.ranges(&[right, left], 50.0, &ScanOptions::default(), &mut ranges);
    /// assert_eq!(ranges, [29.5, 50.0]);
    /// ```
    pub fn ranges(&self, rays: &[Ray], max_range: f32, options: &ScanOptions, ranges: &mut [f32]) {
        assert_eq!(rays.len(), ranges.len(), "`rays` and `ranges` must have the same length");
        if max_range.is_nan() {
            return ranges.fill(f32::NAN);
        }
        cast_ranges(self, RaySource::Listed(rays), &options.rays, options.ray_limits(max_range), ranges);
    }

    /// Writes the ranges of the beams of poses: each pose has a beam at each angle. The range of beam `j` of pose `i` is
    /// at index `i · angles + j` of `ranges`.
    ///
    /// A beam begins at the pose's translation, in pixels. Its direction is the sum of the pose's rotation and its
    /// angle, in radians from +x toward +y: [`scan_ray`] is the ray that stands for it. A range is
    /// the distance of the first solid pixel: the `distance` of [`raycast_with`](Self::raycast_with) for that ray, to the
    /// bit, whatever the number of beams and threads. Where there is none within `max_range` pixels, it is what
    /// [`no_return`](ScanOptions::no_return) says. Where the pose, the angle or `max_range` is NaN, the pose or the angle
    /// infinite, or the pose beyond ±2^30, it is NaN. A `max_range` beyond [`Ray::MAX_LENGTH`] counts as that.
    ///
    /// Beams are cast in packets. Where the beams of a pose are dense, they are followed together instead, from column to
    /// column of pixels, which takes less time. Poses are shared among the threads of the current rayon pool, with the
    /// feature `parallel`.
    ///
    /// # Panics
    /// If the length of `ranges` is not that of `poses` times that of `angles`.
    ///
    /// ```
    /// use std::f32::consts::{FRAC_PI_2, PI};
    /// use tileray::scan::ScanOptions;
    /// use tileray::{Pose, SolidityMap, Terrain};
    ///
    /// // A room of 100×60 pixels.
    /// let is_wall = |x, y| x == 0 || x == 99 || y == 0 || y == 59;
    /// let terrain = Terrain::from_solidity(&SolidityMap::from_fn(100, 60, is_wall));
    /// let poses = [Pose::new((20.0, 30.0), 0.0), Pose::new((20.0, 30.0), PI)];
    /// let angles = [-FRAC_PI_2, 0.0, FRAC_PI_2]; // left, ahead, right
    /// let mut ranges = [0.0; 6];
    /// terrain.scan(&poses, &angles, 200.0, &ScanOptions::default(), &mut ranges);
    /// assert_eq!(ranges, [29.0, 79.0, 29.0, 29.0, 19.0, 29.0]);
    /// ```
    pub fn scan(&self, poses: &[Pose], angles: &[f32], max_range: f32, options: &ScanOptions, ranges: &mut [f32]) {
        check_len(poses, angles, ranges);
        let beams = PoseBeams::new(poses, angles, max_range);
        match DenseScanner::new(self, &beams, max_range, options) {
            Some(scanner) => scanner.scan(ranges),
            None => cast_ranges(self, RaySource::Poses(&beams), &options.rays, options.beam_limits(max_range), ranges),
        }
    }

    /// Writes whether each beam of [`scan`](Self::scan) meets anything within `max_range` pixels.
    ///
    /// False where the range is NaN. The order of `hits` is that of the ranges.
    ///
    /// # Panics
    /// If the length of `hits` is not that of `poses` times that of `angles`.
    ///
    /// ```
    /// use tileray::scan::ScanOptions;
    /// use tileray::{Pose, SolidityMap, Terrain};
    ///
    /// let terrain = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |x, _| x >= 40));
    /// let mut hits = [false; 2];
    /// terrain.scan_any(&[Pose::at((10.5, 8.5))], &[0.0, 1.6], 35.0, &ScanOptions::default(), &mut hits);
    /// assert_eq!(hits, [true, false]);
    /// ```
    pub fn scan_any(&self, poses: &[Pose], angles: &[f32], max_range: f32, options: &ScanOptions, hits: &mut [bool]) {
        check_len(poses, angles, hits);
        cast_any(self, RaySource::Poses(&PoseBeams::new(poses, angles, max_range)), &options.rays, hits);
    }
}

/// Returns the ray that stands for a beam of [`Terrain::scan`], of `max_range` pixels.
///
/// [`Terrain::raycast_batch`] of such rays tells which tile each beam meets, too.
///
/// Its direction is that of the angle, rotated by the pose, in `f64`; each is within 1e-15 of the true one.
///
/// ```
/// use std::f32::consts::FRAC_PI_2;
/// use tileray::scan::scan_ray;
/// use tileray::{Pose, glam::dvec2};
///
/// let ray = scan_ray(&Pose::new((8.0, 8.0), FRAC_PI_2), FRAC_PI_2, 5.0);
/// assert_eq!(ray.end(), dvec2(3.0, 8.0));
/// ```
#[must_use]
pub fn scan_ray(pose: &Pose, angle: f32, max_range: f32) -> Ray {
    PoseBeams::new(std::slice::from_ref(pose), &[angle], max_range).ray(0)
}

fn check_len<T>(poses: &[Pose], angles: &[f32], answers: &[T]) {
    assert_eq!(
        poses.len().checked_mul(angles.len()),
        Some(answers.len()),
        "there must be an answer for each angle of each pose"
    );
}
