//! Every tolerance of the geometry, with its unit and reason.

/// How far a circle may reach into a shape and still only touch it, in pixels; `largest` is the largest magnitude of a
/// coordinate that takes part.
///
/// A center that was computed and rounded to `f32` is off by half a step in each coordinate: by 2^-24 of `largest` at most,
/// and so by less than 0.36 of this tolerance altogether. A circle that was moved until it touches is not moved again, then.
/// At a thousand pixels it is 1/4096 pixel.
pub(crate) fn touch_tolerance(largest: f64) -> f64 {
    const STEPS: f64 = 1.0 / (1_u32 << 22) as f64;
    largest * STEPS
}

/// How far a corner may lie off the plane of its polygon, as a part of the largest coordinate.
///
/// An `f32` is rounded by up to 2^-24 of itself, a corner by √3 times that, and the plane is tilted by the corners' errors.
/// This is sixteen such roundings: corners that were turned and moved in `f32` pass, at 1000 pixels 0.001 of a pixel.
pub(crate) const PLANARITY: f64 = 1.0 / (1 << 20) as f64;

/// How near to a plane in space a point counts as lying on it, as a part of the largest coordinate that takes part.
///
/// Eight roundings of an `f32`: one of the point, and those of the corners by which the plane is tilted. It stays below half a
/// pixel up to 2^20 pixels from the origin, so that whole coordinates are told apart there.
pub(crate) const ON_PLANE: f64 = 1.0 / (1 << 21) as f64;

/// Below which part of all that was summed a vector area is no more than the rounding of the sum in `f64`.
///
/// Each product and each sum errs by at most 2^-53 of what was summed; 2^-48 leaves room for the chain of sums.
pub(crate) const AREA_ROUNDING: f64 = 1.0 / (1u64 << 48) as f64;

/// How deep a point has to go into an arc to meet it, as a part of the arc's radius: what is less may be rounding, as where a
/// circle rolls along an edge on which it lies and comes to its corner.
pub(crate) const GRAZE: f64 = 1.0 / (1_u32 << 22) as f64;

/// How far a hull is kept off what it slides along, as a part of its size, so that rounding does not stop it there.
pub(crate) const SLIDING_GAP: f32 = 1.0 / (1_u32 << 18) as f32;

/// What the sums and differences that a box and a separation are made of may lose together, as a part of the numbers in
/// them: 32 roundings of an `f32`. Boxes that choose the pieces to look at are larger by it.
pub(crate) const BOX_ROUNDING: f32 = 1.0 / (1_u32 << 19) as f32;

/// How deep two pieces of shapes that are to be parted have to overlap to be in each other's way, as a part of the sizes of
/// both shapes.
///
/// Corners of turned shapes are rounded by up to 2^-24 of their size, normals by as much. This is four such roundings, so that
/// what fitted into a notch before both were turned fits afterwards.
pub(crate) const PARTING_SLACK: f64 = 1.0 / (1_u32 << 22) as f64;

/// How far behind an edge a point may seem to lie that is on it, as a part of the coordinates that the distance is made of:
/// 16 roundings of an `f64`.
pub(crate) const POINT_ROUNDING: f64 = 1.0 / (1_u64 << 48) as f64;
