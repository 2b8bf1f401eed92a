//! From the pixels of a sprite to the shape that stands for them.

mod simplify;

pub use simplify::{OutlineBias, Simplified, SimplifyError, SimplifyOptions, simplify};
