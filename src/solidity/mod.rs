//! Bit-packed pixel masks: one bit a pixel, set where the image is solid.
//!
//! [`SolidityMap`] is the mask. Its rows are 64-bit words, so set operations, overlap tests and counts work on
//! 64 pixels at a time:
//!
//! ```text
//! mask A     ..####..            shifted by the offset
//! mask B       ####....   -->    A & (B << 2)  -->  first set bit = first shared pixel
//! ```
//!
//! From masks come connected [`Component`]s, [`Contour`]s, [`DistanceField`]s, moments, and rotated, scaled,
//! dilated and eroded masks. [`SolidityRule`] decides which colors are solid. `load/picture` makes masks of pictures.

mod algebra;
mod ascii;
mod bits;
mod brick;
mod components;
mod contour;
mod distance;
mod map;
mod moments;
mod morphology;
mod orientation;
mod overlap;
mod placed_mask;
mod rasterize;
mod rotated;
mod rule;
mod scaled;

pub use ascii::AsciiError;
pub(crate) use bits::{bits_between, fill_range, next_set};
pub(crate) use brick::{BRICK_SHIFT, BRICK_SIDE, Brick, words_of_rows};
pub use components::{Component, Connectivity, PixelRun};
pub use contour::Contour;
pub(crate) use contour::twice_area;
pub use distance::DistanceField;
pub use map::{SizeError, SolidityMap, TableSizeError};
pub use orientation::Orientation;
pub use overlap::Convolution;
pub(crate) use overlap::steepest_descent;
pub use placed_mask::PlacedMask;
pub(crate) use rasterize::FixedShape;
pub(crate) use rotated::PosedMask;
pub use rule::{AlphaThreshold, SolidityRule};
