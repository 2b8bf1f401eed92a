//! Moments of the solid pixels: centroid, moment of inertia and principal axis, from exact integer sums.

use super::map::SolidityMap;
use crate::geometry::angle_of;
use glam::{Vec2, dvec2};

/// Sums over the solid pixels, with coordinates relative to the middle of the mask.
///
/// Coordinates are within ±2^30 and there are at most 2^34 pixels. So no sum, and no product of a sum and the number of
/// pixels, passes 2^127.
#[derive(Default)]
struct MomentSums {
    count: i128,
    x: i128,
    y: i128,
    xx: i128,
    xy: i128,
    yy: i128,
}

impl MomentSums {
    fn new(mask: &SolidityMap) -> Self {
        let (middle_x, middle_y) = middle(mask);
        let mut sums = Self::default();
        for run in mask.runs() {
            let (first, last) = (i128::from(run.start) - middle_x, i128::from(run.end) - 1 - middle_x);
            let y = i128::from(run.y) - middle_y;
            let count = last - first + 1;
            // Sums of the integers from the first to the last, and of their squares. Σ k² up to n is n(n+1)(2n+1)/6.
            let x = (first + last) * count / 2;
            let squares = |n: i128| n * (n + 1) * (2 * n + 1) / 6;
            sums.count += count;
            sums.x += x;
            sums.y += y * count;
            sums.xx += squares(last) - squares(first - 1);
            sums.xy += x * y;
            sums.yy += y * y * count;
        }
        sums
    }
}

fn middle(mask: &SolidityMap) -> (i128, i128) {
    (i128::from(mask.width() / 2), i128::from(mask.height() / 2))
}

impl SolidityMap {
    /// Returns the mean of the solid pixels' centers; `None` if no pixel is solid.
    ///
    /// The sums are exact. Each coordinate is rounded once, to `f32`. Costs as much as [`runs`](Self::runs).
    ///
    /// ```
    /// use tileray::{SolidityMap, glam::vec2};
    ///
    /// let corner = SolidityMap::from_ascii("##\n#.")?;
    /// assert_eq!(corner.centroid(), Some(vec2(2.5 / 3.0, 2.5 / 3.0)));
    /// # Ok::<(), tileray::solidity::AsciiError>(())
    /// ```
    #[must_use]
    pub fn centroid(&self) -> Option<Vec2> {
        let sums = MomentSums::new(self);
        if sums.count == 0 {
            return None;
        }
        let (x, y) = middle(self);
        let mean = dvec2(sums.x as f64, sums.y as f64) / sums.count as f64;
        Some((mean + dvec2(x as f64, y as f64) + 0.5).as_vec2())
    }

    /// Returns the moment of inertia of the solid pixels about their centroid, in px⁴; 0 if no pixel is solid.
    ///
    /// Each pixel is a square of mass 1, so the mass is the [`count`](Self::count). For a physics engine, multiply both by
    /// the mass of a pixel, and the inertia by the square of a pixel's length in meters. The sums are exact. The result is
    /// rounded to `f32`, and the same in each of a mask's eight images. Costs as much as [`runs`](Self::runs).
    ///
    /// ```
    /// use tileray::SolidityMap;
    ///
    /// // A plank of 6×2 pixels: mass · (width² + height²) / 12.
    /// let plank = SolidityMap::from_fn(6, 2, |_, _| true);
    /// assert_eq!(plank.inertia(), 12.0 * (6.0 * 6.0 + 2.0 * 2.0) / 12.0);
    /// ```
    #[must_use]
    #[doc(alias = "moment_of_inertia", alias = "angular_inertia")]
    pub fn inertia(&self) -> f32 {
        let sums = MomentSums::new(self);
        if sums.count == 0 {
            return 0.0;
        }
        // n times the moment of the centers about their mean. A square adds 1/6 about its own center.
        let centers = sums.count * (sums.xx + sums.yy) - sums.x * sums.x - sums.y * sums.y;
        let count = sums.count as f64;
        (centers as f64 / count + count / 6.0) as f32
    }

    /// Returns the principal axis of the solid pixels, as an angle from +x toward +y in (−π/2, π/2]. `None` if there is
    /// no axis, as in a single pixel, a square or a ring.
    ///
    /// It is the axis of the second moments about the centroid, `½ atan2(2 m_xy, m_xx − m_yy)`. The moments are exact,
    /// so a weak axis is never taken for none. The angle is the same on every machine. Costs as much as
    /// [`runs`](Self::runs).
    ///
    /// ```
    /// use std::f32::consts::FRAC_PI_4;
    /// use tileray::SolidityMap;
    ///
    /// let diagonal = SolidityMap::from_fn(20, 20, |x, y| x == y);
    /// assert_eq!(diagonal.principal_angle(), Some(FRAC_PI_4));
    /// assert_eq!(SolidityMap::from_fn(5, 5, |_, _| true).principal_angle(), None);
    /// ```
    #[must_use]
    pub fn principal_angle(&self) -> Option<f32> {
        let sums = MomentSums::new(self);
        // n² times the moments about the centroid.
        let xx = sums.count * sums.xx - sums.x * sums.x;
        let xy = sums.count * sums.xy - sums.x * sums.y;
        let yy = sums.count * sums.yy - sums.y * sums.y;
        if xy == 0 && xx == yy {
            return None;
        }
        // The factor 2 is exact in floating point and might overflow an `i128`.
        Some((0.5 * angle_of((xx - yy) as f64, 2.0 * (xy as f64))) as f32)
    }
}
