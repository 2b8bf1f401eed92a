//! Contours of masks and their simplification, against plain walks over pixels and lattice points.
//!
//! `TILERAY_CASES` is the number of random masks of each test.

mod masks;
mod minimum;
mod simplify;
#[cfg(feature = "png")]
mod sprites;
mod tracing;
