//! Shapes in terrain: casts, overlaps, contacts, and the nearest solid pixel.

mod nearest;
mod rings;

pub use nearest::NearestPixel;
