//! Solidity: one bit a pixel, set where the picture is solid.

mod ascii;
mod bits;
mod brick;
mod connectivity;
mod contour;
mod map;
mod orientation;
mod rule;

pub use ascii::AsciiError;
pub(crate) use bits::fill_between;
pub(crate) use brick::{BRICK_SHIFT, BRICK_SIDE, Brick};
pub use connectivity::Connectivity;
pub use contour::Contour;
pub(crate) use contour::twice_area;
pub use map::{SizeError, SolidityMap};
pub use orientation::Orientation;
pub use rule::{AlphaThreshold, SolidityRule};
