//! Hulls of sprites against plain references: every decision is compared with one made pixel by pixel or corner by corner.

mod bad_input;
mod convex;
mod export;
mod fit;
mod mirrors;
mod pieces;
#[cfg(feature = "png")]
mod sprites;
