//! Bit-packed pixel masks: one bit a pixel, set where the image is solid.
//!
//! | question | method of [`SolidityMap`] |
//! | --- | --- |
//! | unite, intersect, subtract or cut masks | [`union`](SolidityMap::union), [`intersect`](SolidityMap::intersect), [`subtract`](SolidityMap::subtract), [`crop`](SolidityMap::crop); in place [`draw`](SolidityMap::draw), [`retain`](SolidityMap::retain), [`erase`](SolidityMap::erase) |
//! | do two masks overlap, by how much, and which way is out | [`overlap`](SolidityMap::overlap), [`overlap_area`](SolidityMap::overlap_area), [`overlap_normal`](SolidityMap::overlap_normal) |
//! | which pixels are connected, and where is their border | [`components`](SolidityMap::components), [`contours`](SolidityMap::contours) |
//! | where is the nearest solid pixel | [`nearest_solid`](SolidityMap::nearest_solid), [`distance_field`](SolidityMap::distance_field) |
//! | where is the center, and which way does the mask point | [`centroid`](SolidityMap::centroid), [`principal_angle`](SolidityMap::principal_angle) |
//! | how hard is it to turn | [`inertia`](SolidityMap::inertia) |
//! | turn, flip, scale, grow or shrink a mask | [`rotated`](SolidityMap::rotated), [`oriented`](SolidityMap::oriented), [`scaled`](SolidityMap::scaled), [`dilated`](SolidityMap::dilated), [`eroded`](SolidityMap::eroded) |
//!
//! [`SolidityRule`] decides which colors are solid. `load/picture` makes masks of pictures.
//!
//! # The algorithms
//!
//! A row is a list of 64-bit words, and bits past the width are 0, so words are counted and compared whole. Two masks
//! are compared through one alignment of their words, which holds for all rows (`bits.rs`):
//!
//! ```text
//! mask A     ..####..            shifted by the offset
//! mask B       ####....   -->    A & (B << 2)  -->  first set bit = first shared pixel
//! ```
//!
//! | operation | how | file |
//! | --- | --- | --- |
//! | overlap | the and of aligned rows; without a branch for masks up to 64 pixels wide | `overlap.rs` |
//! | components | runs of pixels, joined by union-find | `components.rs` |
//! | contours | corners found in words and linked, in one pass over the rows | `contour.rs` |
//! | dilation | the or of rows that are widened step by step; erosion is dilation of the free pixels | `morphology.rs` |
//! | distance field | Meijster's transform, in integers | `distance.rs` |
//! | moments | exact sums in `i128` | `moments.rs` |
//! | shapes to pixels | points rounded to 1/256 px, then integers; for edits, bodies and objects of maps | `rasterize.rs` |
//! | rotation | the center of each pixel is rotated back; rotated sprites are sampled so, and never rasterized | `rotated.rs` |
//!
//! # Pixel centers on a border
//!
//! A shape, a rotated mask or a scaled mask makes a pixel solid if the pixel's center lies in it or on its border. So the
//! eight mirror images of a shape or a mask have the mirror images of its pixels, and parts that share a border leave no
//! pixel out between them. A mask that lies exactly half way between two columns covers both.
//!
//! # Words
//!
//! | word | meaning |
//! | --- | --- |
//! | solid, free | set, not set; everything outside a mask is free |
//! | run | a maximal run of solid pixels in a row |
//! | padding | the bits past the width of a row, and the free rows after the last one of a narrow mask |
//! | brick | 16×16 pixels as columns and as rows, the leaf of a terrain |
//! | pose | the position and the angle of a mask in the world |
//!
//! # Proofs
//!
//! `tests/masks` compares each operation with one pixel at a time, mostly on random masks with sides at the edges of
//! words. Rasterized shapes are compared with the plain formulas of `tests/load/shape_oracle.rs`, and products of more
//! than 128 bits with long multiplication in `rasterize.rs`. `tests/mirrors` compares masks and shapes in their
//! eight images, and `pixels.rs` in `tests/sprites` and `borders.rs` in `tests/terrain` have exact figures of ties.

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
pub(crate) use map::reset_words;
pub use map::{SizeError, SolidityMap, TableSizeError};
pub use orientation::Orientation;
pub use overlap::Convolution;
pub(crate) use overlap::steepest_descent;
pub use placed_mask::PlacedMask;
pub(crate) use rasterize::FixedShape;
pub(crate) use rotated::{PosedMask, doubled};
pub use rule::{AlphaThreshold, SolidityRule};
