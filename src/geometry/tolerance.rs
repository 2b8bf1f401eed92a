//! All tolerances of the crate, with unit and reason.

/// Returns the largest depth, in pixels, at which a circle still touches a shape and does not overlap it: 1/4200 px at
/// 1000 px.
///
/// `largest` is the largest magnitude of a coordinate involved. A center rounded to `f32` is off by half a step in each
/// coordinate: by at most 2^-24 of `largest`, and altogether by less than 0.36 of this tolerance. So a circle that was
/// moved until it touches is not moved again.
pub(crate) fn touch_tolerance(largest: f64) -> f64 {
    const STEPS: f64 = 1.0 / (1_u32 << 22) as f64;
    largest * STEPS
}

/// Returns a shape's share of the touch tolerance, in pixels. Two shapes touch if they overlap by no more than the sum
/// of their shares.
///
/// `position` is the largest magnitude of a coordinate of the shape's origin. `reach` is the largest magnitude of a
/// coordinate relative to the origin, radius included.
///
/// Let `u = 2^-24` be the rounding of an `f32`. After a push by the depth, the position is off by up to `√2·u` of
/// itself. Depth and separation are sums of at most some 16 roundings of the reaches of both shapes. So after one push
/// the shapes overlap by less than the tolerance, which is a touch. For two shapes of 16 px at 1000 px, it is 1/3700
/// px.
#[inline(always)]
pub(crate) fn touch_part(position: f32, reach: f32) -> f32 {
    const POSITION: f32 = 1.0 / (1_u32 << 23) as f32;
    position * POSITION + touch_of_reach(reach)
}

/// Returns the part of the [share](touch_part) that comes from the reach.
#[inline(always)]
pub(crate) fn touch_of_reach(reach: f32) -> f32 {
    const REACH: f32 = 1.0 / (1_u32 << 20) as f32;
    reach * REACH
}

/// The largest magnitude of whole coordinates for which the overlap of convex polygons is decided exactly, in pixels.
pub(crate) const EXACT_REACH: f32 = (1_u32 << 12) as f32;

/// The largest size, in pixels, of polygons of whole coordinates for which no push is rounded to whole coordinates.
///
/// A push is a whole multiple of an edge's normal, divided by the edge's squared length `q`. So it misses whole numbers
/// by at least `1/q`. Positions up to 2^12 are rounded by 2^-13 and the push by less than 2^-15, so rounding reaches a
/// whole number only where `q` is above 6500. The edges of a polygon of this size have at most 4232.
pub(crate) const EXACT_PUSH: f32 = 46.0;

/// The largest distance of a corner from its polygon's plane, relative to the largest coordinate.
///
/// An `f32` is rounded by up to 2^-24 of itself, a corner by √3 times that, and the corners' errors tilt the plane.
/// This is sixteen such roundings, so corners that were rotated and moved in `f32` pass: 0.001 pixel at 1000 pixels.
pub(crate) const PLANARITY: f64 = 1.0 / (1 << 20) as f64;

/// The distance from a plane within which a point counts as on it, relative to the largest coordinate involved.
///
/// Eight roundings of an `f32`: one of the point, the others of the corners that tilt the plane. It stays below half
/// a pixel up to 2^20 pixels from the origin, so whole coordinates are told apart there.
pub(crate) const ON_PLANE: f64 = 1.0 / (1 << 21) as f64;

/// The share of the summed magnitudes below which a vector area counts as rounding of the sum in `f64`.
///
/// Each product and each sum errs by at most 2^-53 of its magnitude; 2^-48 leaves room for the chain of sums.
pub(crate) const AREA_ROUNDING: f64 = 1.0 / (1u64 << 48) as f64;

/// The depth, relative to an arc's radius, below which a circle may enter the arc by rounding alone, as where it rolls
/// along an edge up to the corner.
pub(crate) const GRAZE: f64 = 1.0 / (1_u32 << 22) as f64;

/// The distance that a sliding shape keeps from an obstacle, relative to its size, so that rounding does not stop it.
pub(crate) const SLIDING_GAP: f32 = 1.0 / (1_u32 << 18) as f32;

/// The margin of the boxes that choose the pieces to test, relative to their coordinates: 32 roundings of an `f32`, for
/// the sums and differences in a box and a separation.
pub(crate) const BOX_ROUNDING: f32 = 1.0 / (1_u32 << 19) as f32;

/// The overlap, relative to the sizes of both shapes, below which two pieces do not block each other when shapes are
/// separated.
///
/// Corners of rotated shapes are rounded by up to 2^-24 of their size, and normals by as much. This is four such
/// roundings, so a shape that fits into a notch still fits after both are rotated.
pub(crate) const PARTING_SLACK: f64 = 1.0 / (1_u32 << 22) as f64;

/// The relative slack between the squared distances to a box and to an edge in it. The two formulas round differently,
/// by a few times 2^-53.
pub(crate) const BOX_DISTANCE_ROUNDING: f64 = 1e-12;

/// The relative amount by which an arc around a circle's own center counts as closer than its ends: 1024 roundings of
/// an `f64`, as the ends are computed by other formulas.
pub(crate) const ARC_END_ROUNDING: f64 = f64::EPSILON * 1024.0;

/// The relative slack of a squared radius within which a point counts as on a circle's rim. A circle computed through
/// three points would otherwise exclude one of them by rounding, and the search for the smallest circle would not
/// end.
pub(crate) const ON_RIM: f64 = 1e-12;

/// The sine of the angle below which two edges count as parallel: the point at which they meet would be mostly
/// rounding.
pub(crate) const PARALLEL_EDGES: f64 = 1e-9;

/// The margin of a polygon around a circle, relative to the circle's largest coordinate: eight times 2^-24, for the
/// rounding of the corners to `f32`.
pub(crate) const ROUNDED_CORNERS: f64 = 1.0 / (1 << 21) as f64;

/// The part of a pixel's height below which a sum of covered heights counts as 0.
pub(crate) const COVERAGE_ROUNDING: f64 = 1e-9;

/// The relative slack of the error bound in the cone of directions, so that rounding excludes no corner exactly at the
/// bound.
pub(crate) const CONE_ROUNDING: f64 = 1e-9;

/// The distance in pixels by which the rows and columns of a rotated mask are extended: far above the rounding of
/// rotated corners and of quotients.
pub(crate) const ROTATED_MASK_SLACK: f64 = 1.0 / (1 << 10) as f64;

/// The sine of the angle by which the sector of beams toward a disc is widened: far above the rounding of directions, and far
/// below the angle between beams that differ.
pub(crate) const SECTOR_SLACK: f64 = 1e-9;

/// The extension of a segment's part in a row of cells, relative to the coordinates: 16 roundings of an `f32`, in which
/// cells are computed.
pub(crate) const SEGMENT_CELL_SLACK: f64 = 1.0 / (1 << 20) as f64;

/// The largest distance of a chord from its arc in the outline of a visible region, in pixels: too small to see at the
/// rim of a light.
pub(crate) const ARC_TO_CHORD: f64 = 1.0 / 8.0;

/// The part of the touch tolerance by which a shape that is cast through terrain may overlap a pixel. The rounding of
/// its position to `f32` adds less than 0.36 of the tolerance, so where the shape stops it only touches.
pub(crate) const GRAZE_PART: f64 = 0.5;

/// The sine of the angle below which a motion counts as parallel to a border that a shape touches, and a normal as
/// parallel to an axis.
pub(crate) const PARALLEL_MOTION: f64 = 1e-12;

/// A point counts as at the corner of two edges of a Minkowski sum if its separations from both differ by less than
/// this. Relative to the size of the sum and the distance to it: thousands of roundings of an `f64`.
pub(crate) const CORNER_ROUNDING: f64 = 1e-12;

/// The length below which the lit part of a pixel's edge does not count, in pixels: a thousand times the rounding of
/// its ends within 1000 px.
pub(crate) const EDGE_ROUNDING: f64 = 1e-9;
