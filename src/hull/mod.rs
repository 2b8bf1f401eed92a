//! Hulls of sprites: convex pieces made from the solid pixels of a mask, and simplified contours.
//!
//! ```text
//! mask ──contours──▶ Contour ──simplify──▶ outlines ──convex_pieces_of_rings──▶ Hull ──▶ SpriteHull, HullFit
//! ```
//!
//! | question | answer |
//! | --- | --- |
//! | which convex pieces stand for a sprite | [`SpriteHull::from_mask`], [`Hull::from_mask`](crate::Hull::from_mask) |
//! | which pieces stand for each frame of a sprite sheet | [`HullSheet::from_grid`] |
//! | which outline has fewer corners | [`simplify`](fn@simplify) |
//! | how well does a hull fit a mask | [`HullFit::measure`] |
//! | how is a hull drawn, or handed to another library | [`SpriteSvg`], [`VertexFrame`] |
//!
//! # The algorithm
//!
//! ```text
//! from_mask(mask, options):                                                   sprite_hull.rs
//!     all in the image of the mask that is least among its eight              canonical.rs
//!     Pieces  outlines = simplify(contours of the mask)                       simplify/
//!             pieces = convex pieces between the outlines                     geometry/polygon/pieces/
//!             too many pieces: a larger error bound, doubled, then bisected
//!     Convex  the convex hull of the outermost pixels of each row             bounding.rs
//!     Box     the bounding box of the solid pixels
//!     Circle  a regular polygon around the smallest circle                    bounding.rs
//!     one piece with too many corners: extend the neighbors of the edge
//!         whose removal adds the least area, until they meet
//!     fit = the areas of the pieces, inside and outside the solid pixels      fit.rs
//!
//! simplify(contours):
//!     for each contour: the cheapest closed path within the error bound,
//!         where a corner costs 1 and an edge costs its misfit
//!     split edges that cross or touch another edge or jump over a contour, until none does
//! ```
//!
//! `simplify/mod.rs` explains how contours lose corners, `geometry/polygon/pieces/mod.rs` how outlines are cut. An outline
//! without holes is cut into the fewest pieces, within the steps that
//! [`Polygon::convex_pieces`](crate::Polygon::convex_pieces) names. With holes there are mostly a few percent more. A hull
//! depends on the mask and the options alone, to the bit, and not on free pixels around the solid ones.
//!
//! # Mirror images
//!
//! A mask that is mirrored or turned by quarter turns has the contours, pieces and fit of the mask, mirrored or turned, to
//! the bit. Contours are simplified and cut in one of the eight images, which the solid pixels alone choose, and the hull is
//! mapped back. Exceptions:
//!
//! - A mask that is its own image has several equally good hulls, and gets one of them. That hull need not be its own image.
//!   The numbers of corners and pieces and the fit are still equal in all images.
//! - For [`HullMode::Circle`], and for [`HullMode::Convex`] with too many corners, the convex hull chooses the image. The
//!   corners lie between pixels. They are rounded to `f32` where they are, and are images of each other up to this rounding.
//! - Lists begin where they always do: contours at their topmost corner, frames of a [`HullSheet`] at the top left. A
//!   [`VertexFrame`] cuts large pieces from the first listed corner on.
//!
//! # Words
//!
//! | word | meaning |
//! | --- | --- |
//! | contour | the border of solid pixels along the lines between pixels; a hole has one too |
//! | outline | a simplified contour |
//! | error bound | the largest distance of a contour from its outline, in pixels |
//! | misfit | about the area between an edge of the outline and the border that it replaces |
//! | bias | the side of the contour on which the outline may lie: either, or such that no solid pixel is lost, or none is added |
//!
//! # Proofs
//!
//! - Outlines stay within the bound and do not cross, for all small masks and random ones; their cost is near the least
//!   possible: `simplify.rs` and `minimum.rs` in `tests/masks/contours`. That splitting ends is proved in the docs of
//!   `repaired`.
//! - Pieces tile the outlines, convex hulls and smallest circles equal plain searches, and the fit equals pieces
//!   clipped to each pixel: `tests/sprites/hull`. Hulls of images are images of the hull: `mirrors.rs` there.

mod bounding;
mod canonical;
mod export;
mod fit;
mod options;
mod sheet;
mod simplify;
mod sprite_hull;

pub use export::{SpriteSvg, VertexFrame};
pub use fit::HullFit;
pub use options::{HullMode, HullOptions, OutlineBias, SimplifiedContours, SpriteHullError};
pub use sheet::{HullSheet, SheetError};
pub use simplify::simplify;
pub use sprite_hull::SpriteHull;
