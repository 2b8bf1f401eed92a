//! Masks and what is made of them, against one pixel at a time.
//!
//! `TILERAY_CASES` is the number of random cases of each test.

mod algebra;
mod bad_input;
mod components;
mod contours;
mod distances;
mod masks;
mod moments;
mod overlap;
mod placement;
