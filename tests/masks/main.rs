//! Masks and what is made of them, against one pixel at a time.
//!
//! `TILERAY_CASES` is the number of random cases of each test.

mod algebra;
mod bad_input;
mod components;
mod contours;
mod convolution;
mod distances;
mod masks;
mod moments;
mod morphology;
mod overlap;
mod placement;
mod rotation;
mod runs;
