//! From a sprite's solid pixels to a hull.

mod circle;
mod convex;
mod error;
mod fit;
mod options;
mod pieces;
mod sheet;
mod simplify;
mod sprite_hull;
mod svg;
mod vertex_lists;

pub use error::SpriteHullError;
pub use fit::HullFit;
pub use options::{HullMode, HullOptions};
pub use sheet::{HullSheet, SheetError};
pub use simplify::{OutlineBias, SimplifiedContours, SimplifyError, SimplifyOptions, simplify};
pub use sprite_hull::SpriteHull;
pub use svg::SpriteSvg;
pub use vertex_lists::VertexFrame;
