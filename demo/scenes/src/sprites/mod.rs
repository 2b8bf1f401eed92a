//! The scene of sprites: they collide by their hulls first, then pixel by pixel.
//!
//! ```text
//! picture -> figure (mask, hull) -> body -> arena (overlaps, bounces) -> state (settings) -> scene (painter) -> canvas
//! window -> input -------------------------------------------------------^
//! ```
//!
//! In a window sprites drift about and can be thrown. A picture shows them with contour, hull and pieces before they
//! drift, and two of them collide.

mod arena;
mod figure;
mod painter;
mod scene;
mod state;

pub use scene::draw_headless;
pub use state::SpriteState;
