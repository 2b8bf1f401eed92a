//! Rays: first hits and every other query, against walks over each pixel; and the same bits everywhere.
//!
//! `TILERAY_CASES` sets the number of random cases of each test.

mod bresenham;
mod determinism;
mod exact;
mod queries;
mod raycast;
mod scenes;
#[cfg(feature = "serde")]
mod written;
