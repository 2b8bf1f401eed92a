//! The Minkowski sum of a pixel and a mirrored shape: the displacements at which the shape touches the pixel.
//!
//! A shape that is moved by `u` shares a point with the closed square of pixel `p` if `u − p` lies in the sum of the
//! square at the origin and the mirrored shape. So a shape among pixels is a point among sums, and a cast is a ray:
//!
//! ```text
//!    pixel    disc        sum: the square grown by the radius      the ray of the disc's center
//!    +--+    ,-.          ,------.                                 .  ,------.
//!    |  |   (   )        |  +--+  |                                 `.|  +--+ |
//!    +--+    `-'         |  +--+  |                                   x  +--+ |
//!                         `------'                                     `-----'
//! ```

use glam::DVec2;

/// The sum of a pixel at the origin and a mirrored convex core, grown by the core's radius.
///
/// The *signed distance* of a point is that from the sum without the radius; below 0 inside. So the shape overlaps the
/// pixel where it is less than the radius.
pub(super) trait PixelSum {
    /// A motion in the form that is fastest to test.
    type Motion;

    /// Whether the sum without the radius is its [bounding box](Self::bounds).
    const IS_BOX: bool = false;

    /// Returns the radius.
    fn radius(&self) -> f64;

    /// Returns the bounding box of the sum without the radius.
    fn bounds(&self) -> (DVec2, DVec2);

    /// Returns the greatest product of a direction and a point of the sum without the radius.
    fn support(&self, direction: DVec2) -> f64;

    /// Returns the signed distance of a point.
    fn signed_distance(&self, point: DVec2) -> f64;

    /// Returns the open interval of times in which the signed distance of `point + time·motion` is less than `depth`.
    fn span(&self, point: DVec2, motion: DVec2, depth: f64) -> Option<(f64, f64)>;

    /// Prepares a motion for [`enter`](Self::enter).
    fn prepare(&self, motion: DVec2) -> Self::Motion;

    /// Returns the first time, up to `end`, at which the signed distance of `point + time·motion` is the radius; 0 or less
    /// if it is at most the radius now, or if it was and is not any more; `None` if it never is, or later.
    fn enter(&self, motion: &Self::Motion, point: DVec2, end: f64) -> Option<f64>;

    /// Returns whether the signed distance of a point is less than `depth`.
    fn is_within(&self, point: DVec2, depth: f64) -> bool {
        self.signed_distance(point) < depth
    }

    /// Returns the unit normal of the sum where a point is nearest to its border. Of several that are as near, but for the
    /// `rounding` of the point, the one most against the motion; then the one most along x.
    fn normal(&self, point: DVec2, motion: DVec2, rounding: f64) -> DVec2;

    /// Returns the sum of two pixels side by side along an axis, if the core is so thin along that axis that it may slip
    /// between them.
    fn of_pair(&self, axis: usize) -> Option<Self>
    where
        Self: Sized,
    {
        let _ = axis;
        None
    }

    /// Returns the ends, along the other axis, of the side that is lowest along an axis, or highest.
    fn side(&self, axis: usize, is_high: bool) -> (f64, f64);

    /// Returns the ends, along the other axis, of the section at a coordinate, clamped to the sum.
    fn section(&self, axis: usize, coordinate: f64) -> (f64, f64);
}

/// Returns the open interval of times in which `from + time·motion` lies in the disc of a radius around the origin.
#[inline(always)]
pub(super) fn disc_span(from: DVec2, motion: DVec2, radius: f64) -> Option<(f64, f64)> {
    let speed = dot(motion, motion);
    let aside = from.x * motion.y - from.y * motion.x;
    let half_chord = speed * radius * radius - aside * aside;
    if half_chord.is_nan() || half_chord <= 0.0 {
        return None;
    }
    let (toward, half_chord) = (-dot(from, motion), half_chord.sqrt());
    // Of both roots, the one without cancellation; the other by their product.
    let outside = dot(from, from) - radius * radius;
    Some(if toward >= 0.0 {
        (outside / (toward + half_chord), (toward + half_chord) / speed)
    } else {
        ((toward - half_chord) / speed, outside / (toward - half_chord))
    })
}

/// Returns the dot product. Equal for swapped axes, unlike one that is fused.
#[inline(always)]
pub(super) fn dot(a: DVec2, b: DVec2) -> f64 {
    a.x * b.x + a.y * b.y
}

/// Returns the length of a vector.
#[inline(always)]
pub(super) fn length(vector: DVec2) -> f64 {
    dot(vector, vector).sqrt()
}
