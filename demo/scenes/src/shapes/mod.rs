//! The scene of shapes: polygons, circles and sprites that collide while the mouse drags, turns and sweeps them.
//!
//! ```text
//! form -> body -> table (overlaps, axes, flight, projections) -> state (push) -> scene (painter) -> canvas
//! window -> input -------------------------------------------------^
//! ```
//!
//! A window shows one table to play with. A picture shows several small tables side by side, each with one query of the
//! library.

mod axes;
mod body;
mod flight;
mod headless;
mod knobs;
mod overlaps;
mod painter;
mod scene;
mod solid;
mod state;
mod table;

pub use headless::draw_headless;
pub use state::ShapeState;
