//! Contours of masks and their simplification, against plain walks over pixels and lattice points.
//!
//! `TILERAY_CASES` is the number of random masks of each test.

mod minimum;
mod simplify;
mod tracing;
