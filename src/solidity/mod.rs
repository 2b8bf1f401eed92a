//! Solidity: one bit a pixel, set where the picture is solid.

mod algebra;
mod alignment;
mod ascii;
mod bits;
mod brick;
mod components;
mod connectivity;
mod contour;
mod convolution;
mod distance;
mod map;
mod moments;
mod morphology;
mod orientation;
mod oriented;
mod overlap;
mod rotated;
mod rule;
mod runs;
mod scaled;
mod table;

pub use ascii::AsciiError;
pub(crate) use bits::fill_between;
pub(crate) use brick::{BRICK_SHIFT, BRICK_SIDE, Brick};
pub use components::Component;
pub use connectivity::Connectivity;
pub use contour::Contour;
pub(crate) use contour::twice_area;
pub use convolution::Convolution;
pub use distance::DistanceField;
pub use map::{SizeError, SolidityMap};
pub use orientation::Orientation;
pub use rotated::RotatedMask;
pub use rule::{AlphaThreshold, SolidityRule};
pub use runs::{PixelRun, PixelRuns, Pixels};
pub use table::TableSizeError;
