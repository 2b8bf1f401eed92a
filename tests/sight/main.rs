//! Sight: visible regions, pixels and cells, against segments between points.
//!
//! `TILERAY_CASES` sets the number of random scenes of each test.

mod pixels;
mod region;
