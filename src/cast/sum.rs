//! The Minkowski sum of a pixel and a mirrored shape: the displacements at which the shape touches the pixel.
//!
//! The picture stands atop [`cast`](super).

use glam::DVec2;

/// The sum of a pixel at the origin and a mirrored convex core, grown by the core's radius.
///
/// The *signed distance* of a point is its distance from the sum without the radius; below 0 inside. So the shape
/// overlaps the pixel if the signed distance is less than the radius.
pub(super) trait PixelSum {
    /// A motion in the form that is fastest to test.
    type Motion;

    /// Whether the sum without the radius is its [bounding box](Self::bounds).
    const IS_BOX: bool = false;

    /// Returns the radius.
    fn radius(&self) -> f64;

    /// Returns the bounding box of the sum without the radius.
    fn bounds(&self) -> (DVec2, DVec2);

    /// Returns the support along a direction: its greatest dot product with a point of the sum without the radius.
    fn support(&self, direction: DVec2) -> f64;

    /// Returns the signed distance of a point.
    fn signed_distance(&self, point: DVec2) -> f64;

    /// Returns the open interval of times in which the signed distance of `point + time·motion` is less than `depth`.
    fn span(&self, point: DVec2, motion: DVec2, depth: f64) -> Option<(f64, f64)>;

    /// Prepares a motion for [`enter`](Self::enter).
    fn prepare(&self, motion: DVec2) -> Self::Motion;

    /// Returns the first time, up to `end`, at which the signed distance of `point + time·motion` is the radius. The
    /// time is 0 or less if the distance is at most the radius now, or was so only before. `None` if it never is, or
    /// only after `end`.
    fn enter(&self, motion: &Self::Motion, point: DVec2, end: f64) -> Option<f64>;

    /// Returns whether the signed distance of a point is less than `depth`.
    fn is_within(&self, point: DVec2, depth: f64) -> bool {
        self.signed_distance(point) < depth
    }

    /// Returns the unit normal of the sum where a point is nearest to its border. If several are equally near, within
    /// the `rounding` of the point, the normal most against the motion counts, then the normal most along x.
    fn normal(&self, point: DVec2, motion: DVec2, rounding: f64) -> DVec2;

    /// Visits the unit normals of the sum where a point is nearest to its border: several if they are equally near, within
    /// the `rounding` of the point.
    fn each_normal(&self, point: DVec2, rounding: f64, visit: &mut dyn FnMut(DVec2));

    /// Returns the sum of two pixels side by side along an axis, if the core is so thin along that axis that it may slip
    /// between them.
    fn of_pair(&self, axis: usize) -> Option<Self>
    where
        Self: Sized,
    {
        let _ = axis;
        None
    }

    /// Returns the ends of the sum's lowest side along `axis`, or of its highest side, as coordinates along the other
    /// axis.
    fn side(&self, axis: usize, is_high: bool) -> (f64, f64);

    /// Returns the ends of the section of the sum at a coordinate along `axis`, as coordinates along the other axis.
    /// The coordinate is clamped to the sum.
    fn section(&self, axis: usize, coordinate: f64) -> (f64, f64);
}

/// Returns the open interval of times in which `from + time·motion` lies in the disc of a radius around the origin.
#[inline(always)]
pub(super) fn disc_span(from: DVec2, motion: DVec2, radius: f64) -> Option<(f64, f64)> {
    let speed = motion.dot(motion);
    let aside = from.x * motion.y - from.y * motion.x;
    let half_chord = speed * radius * radius - aside * aside;
    if half_chord.is_nan() || half_chord <= 0.0 {
        return None;
    }
    let (toward, half_chord) = (-from.dot(motion), half_chord.sqrt());
    // The root without cancellation; the other root by the product of both.
    let outside = from.dot(from) - radius * radius;
    Some(if toward >= 0.0 {
        (outside / (toward + half_chord), (toward + half_chord) / speed)
    } else {
        ((toward - half_chord) / speed, outside / (toward - half_chord))
    })
}
