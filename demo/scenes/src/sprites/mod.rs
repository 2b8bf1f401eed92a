//! The scene of sprites: they collide by their hulls first, then pixel by pixel.
//!
//! ```text
//! picture -> figure (mask, hull) -> body -> arena (overlaps, bounces) -> state (settings) -> scene (painter) -> canvas
//! window -> input -------------------------------------------------------^
//! ```
//!
//! In a window sprites drift about and can be thrown. A picture shows each sprite with its contour, its hull and the
//! pieces of the hull, and two sprites that collide.

mod arena;
mod body;
mod figure;
mod headless;
mod knobs;
mod overlaps;
mod painter;
mod scene;
mod state;

pub use headless::draw_headless;
pub use state::SpriteState;
