//! What moves: masks along the pixels of a line.

mod first_touch;

pub use first_touch::MaskTouch;
