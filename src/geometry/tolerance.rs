//! Every tolerance of the geometry, with its unit and reason.

/// How far a circle may reach into a shape and still only touch it, in pixels; `largest` is the largest magnitude of a
/// coordinate that takes part.
///
/// A centre that was computed and rounded to `f32` is off by half a step in each coordinate: by 2^-24 of `largest` at most,
/// and so by less than 0.36 of this tolerance altogether. A circle that was moved until it touches is not moved again, then.
/// At a thousand pixels it is 1/4096 pixel.
pub(crate) fn touch_tolerance(largest: f64) -> f64 {
    const STEPS: f64 = 1.0 / (1_u32 << 22) as f64;
    largest * STEPS
}
