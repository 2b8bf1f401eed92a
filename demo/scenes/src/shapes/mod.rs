//! The scene of shapes: polygons, circles and sprites that collide while the mouse drags, turns and sweeps them.
//!
//! ```text
//! form -> body -> table (overlaps, axes, flights, projections) -> state -> scene (painter) -> canvas
//! window -> input -------------------------------------------------^
//! ```

mod body;
mod overlaps;
mod painter;
mod scene;
mod state;
mod table;

pub use scene::draw_headless;
pub use state::ShapeState;
