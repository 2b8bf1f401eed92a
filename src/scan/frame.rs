//! Ranges in meters, by the rules of REP 117.
//!
//! ```text
//! pixels of the map   r < 0, NaN   below min   min ..= max   above max, ∞
//! meters of REP 117          NaN          −∞        meters             +∞
//! ```

use crate::geometry::ScanFrame;

impl ScanFrame {
    /// Converts ranges from pixels to meters in place, by the rules of [REP 117] for `sensor_msgs/LaserScan`.
    ///
    /// `min` and `max` are `range_min` and `range_max` of the sensor, in meters:
    ///
    /// - A range from `min` to `max`, both included, becomes its meters.
    /// - A range above `max`, such as the infinity of a ray without a hit, becomes +∞: nothing was detected.
    /// - A range below `min` becomes −∞: an object is too close to measure. −∞ stays −∞.
    /// - NaN and other negative ranges become NaN: the measurement is invalid.
    ///
    /// Scan with [`no_return`](crate::TerrainQuery::no_return) infinite and a maximum range above `max`: a beam without a
    /// hit is then told from one that ends at `max`.
    ///
    /// The meters are rounded to `f32` before they are compared. A limit that is NaN limits nothing. Costs about 1 ns a
    /// range.
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
