//! Solidity: one bit a pixel, set where the picture is solid.

mod ascii;
mod bits;
mod map;
mod orientation;
mod rule;

pub use ascii::AsciiError;
pub use map::{SizeError, SolidityMap};
pub use orientation::Orientation;
pub use rule::{AlphaThreshold, SolidityRule};
