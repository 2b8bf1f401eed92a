//! Sprites and the boxes around them, against loops over all of them.
//!
//! `TILERAY_CASES` is the number of random cases of each test.

mod boxes;
mod colliders;
mod contacts;
mod handles;
mod hull;
mod pixels;
mod posed;
mod queries;
mod rays;
mod scene;
#[cfg(feature = "serde")]
mod written;
