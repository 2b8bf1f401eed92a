//! Hulls of sprites: convex pieces made from the solid pixels of a mask, and simplified contours.
//!
//! ```text
//! mask ──contours──▶ Contour ──simplify──▶ outlines ──convex_pieces_of_rings──▶ Hull ──▶ SpriteHull, HullFit
//! ```
//!
//! The header of `simplify/mod.rs` explains how contours lose corners, and that of
//! `geometry/polygon/pieces/mod.rs` how outlines are cut.

mod bounding;
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
