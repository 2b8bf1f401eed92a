//! Queries of ranges in pixels, and their conversion to meters.

use super::dense::DenseScanner;
use crate::geometry::{Pose, ScanFrame};
use crate::raycast::{PoseBeams, RangeLimits, Ray, RaySource, cast_ranges};
use crate::terrain::TerrainQuery;

/// # Ranges
///
/// The traversal is [`Traversal::Exact`](crate::Traversal::Exact) if none was set.
impl TerrainQuery<'_> {
    /// Writes the range of each ray to `ranges`, at the index of the ray: the distance to the first solid pixel.
    ///
    /// - If a ray meets nothing up to `max_range`, its range is the value of [`no_return`](Self::no_return).
    /// - If a ray is not [valid](Ray::is_valid), or `max_range` is NaN, its range is NaN.
    /// - Every other range is the `distance` of an exact [`raycast`](Self::raycast), to the bit.
    ///
    /// Takes about four fifths of the time of [`raycast_batch`](Self::raycast_batch), and shares the rays among threads
    /// in the same way.
    ///
    /// # Panics
    /// If `rays` and `ranges` differ in length.
    ///
    /// ```
    /// use tileray::{Ray, SolidityMap, Terrain};
    ///
    /// let terrain = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |x, _| x >= 40));
    /// let right = Ray::new((10.5, 8.5), (1.0, 0.0), 100.0);
    /// let left = Ray::new((10.5, 8.5), (-1.0, 0.0), 100.0);
    /// let mut ranges = [0.0; 2];
    /// terrain.query().ranges(&[right, left], 50.0, &mut ranges);
    /// assert_eq!(ranges, [29.5, 50.0]);
    /// ```
    pub fn ranges(&self, rays: &[Ray], max_range: f32, ranges: &mut [f32]) {
        assert_eq!(rays.len(), ranges.len(), "`rays` and `ranges` must have the same length");
        if max_range.is_nan() {
            return ranges.fill(f32::NAN);
        }
        let none = self.no_return.unwrap_or(max_range);
        // Rays may be longer than the maximum range.
        let limits = RangeLimits { max: max_range, beyond: none, none };
        cast_ranges(&self.of_ranges(), RaySource::Listed(rays), limits, ranges);
    }

    /// Writes the ranges of the beams of poses: each pose has a beam at each angle. The range of beam `j` of pose `i`
    /// is at index `i · angles.len() + j` of `ranges`.
    ///
    /// A beam begins at the pose's translation, in pixels. Its direction is the sum of the pose's rotation and the
    /// beam's angle, in radians from +x toward +y. [`scan_ray`] returns its ray.
    ///
    /// - A range is the distance to the first solid pixel: the `distance` of an exact [`raycast`](Self::raycast) for that
    ///   ray, to the bit, for every number of beams and threads.
    /// - If there is none within `max_range` pixels, the range is the value of [`no_return`](Self::no_return).
    /// - If the pose, the angle or `max_range` is NaN, the pose or the angle infinite, or the pose beyond ±2^30, the
    ///   range is NaN.
    /// - A `max_range` beyond [`Ray::MAX_LENGTH`] counts as that length.
    ///
    /// Beams are cast in packets. If the beams of a pose are dense, they are followed together, from column to column
    /// of pixels, which takes less time. With the feature `parallel`, poses are shared among the threads of the current
    /// rayon pool.
    ///
    /// # Panics
    /// If the length of `ranges` is not `poses.len() * angles.len()`.
    ///
    /// ```
    /// use std::f32::consts::{FRAC_PI_2, PI};
    /// use tileray::{Pose, SolidityMap, Terrain};
    ///
    /// // A room of 100×60 pixels.
    /// let is_wall = |x, y| x == 0 || x == 99 || y == 0 || y == 59;
    /// let terrain = Terrain::from_solidity(&SolidityMap::from_fn(100, 60, is_wall));
    /// let poses = [Pose::new((20.0, 30.0), 0.0), Pose::new((20.0, 30.0), PI)];
    /// let angles = [-FRAC_PI_2, 0.0, FRAC_PI_2]; // left, ahead, right
    /// let mut ranges = [0.0; 6];
    /// terrain.query().scan(&poses, &angles, 200.0, &mut ranges);
    /// assert_eq!(ranges, [29.0, 79.0, 29.0, 29.0, 19.0, 29.0]);
    /// ```
    pub fn scan(&self, poses: &[Pose], angles: &[f32], max_range: f32, ranges: &mut [f32]) {
        assert_eq!(
            poses.len().checked_mul(angles.len()),
            Some(ranges.len()),
            "`ranges` must have one range for each angle of each pose"
        );
        let beams = PoseBeams::new(poses, angles, max_range);
        // The ends of beams are rounded, so a hit may be a little farther than the maximum range.
        let none = self.no_return.unwrap_or(max_range);
        let limits = RangeLimits { max: max_range, beyond: max_range, none };
        let query = self.of_ranges();
        match DenseScanner::new(&query, &beams, limits) {
            Some(scanner) => scanner.scan(ranges),
            None => cast_ranges(&query, RaySource::Poses(&beams), limits, ranges),
        }
    }
}

/// Returns the ray of a beam of [`TerrainQuery::scan`], `max_range` pixels long.
///
/// Cast such rays by [`TerrainQuery::raycast_batch`] to learn which tile each beam meets.
///
/// The direction of the angle is rotated by the pose in `f64`; both are within 1e-15 of the true ones.
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

/// # Ranges in meters
///
/// ```text
/// pixels of the map   r < 0, NaN   below min   min ..= max   above max, ∞
/// meters of REP 117          NaN          −∞        meters             +∞
/// ```
impl ScanFrame {
    /// Converts ranges from pixels to meters in place, by the rules of [REP 117] for `sensor_msgs/LaserScan`.
    ///
    /// `min` and `max` are `range_min` and `range_max` of the sensor, in meters:
    ///
    /// - A range from `min` to `max`, both included, is converted to meters.
    /// - A range above `max`, such as the infinity of a ray without a hit, becomes +∞: nothing was detected.
    /// - A range below `min` becomes −∞: an object is too close to measure. −∞ stays −∞.
    /// - NaN and other negative ranges become NaN: the measurement is invalid.
    ///
    /// Scan with an infinite [`no_return`](crate::TerrainQuery::no_return) and a maximum range above `max`. Then a beam
    /// without a hit differs from a beam that ends at `max`.
    ///
    /// Meters are rounded to `f32` before they are compared. A limit of NaN limits nothing. Costs about 1 ns a range.
    ///
    /// [REP 117]: https://ros.org/reps/rep-0117.html
    ///
    /// ```
    /// use tileray::scan::ScanFrame;
    ///
    /// let frame = ScanFrame::new(0.5, (0.0, 0.0), 0.0, 100)?;
    /// let mut ranges = [8.0, 60.0, 61.0, f32::INFINITY, 0.0, -1.0];
    /// frame.ranges_to_world(&mut ranges, 0.25, 30.0);
    /// assert_eq!(ranges[..5], [4.0, 30.0, f32::INFINITY, f32::INFINITY, f32::NEG_INFINITY]);
    /// assert!(ranges[5].is_nan());
    /// # Ok::<(), tileray::scan::ScanFrameError>(())
    /// ```
    pub fn ranges_to_world(&self, ranges: &mut [f32], min: f32, max: f32) {
        for range in ranges {
            let meters = self.distance_to_world(f64::from(*range)) as f32;
            *range = match *range {
                pixels if pixels == f32::NEG_INFINITY => pixels,
                pixels if pixels.is_nan() || pixels < 0.0 => f32::NAN,
                _ if meters < min => f32::NEG_INFINITY,
                _ if meters > max => f32::INFINITY,
                _ => meters,
            };
        }
    }
}
