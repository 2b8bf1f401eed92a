//! The scene of rays: an explorer flies through a tile map and casts rays at it.
//!
//! ```text
//! map file -> level -> state (casts, trace) -> scene (painter, map view, light) -> canvas
//! window -> input -----^    ^
//! knobs (controls, keys) ---+--- travel (maps), touring (tour)
//! ```

mod camera;
mod casts;
mod edits;
mod knobs;
mod level;
mod light;
mod map_file;
mod map_view;
mod painter;
mod player;
mod scene;
mod state;
#[cfg(test)]
mod testing;
mod tour;
mod touring;
mod trace;
mod travel;
mod view;

pub use map_file::{MapFile, MapOptions};
pub use scene::{RayScene, draw_headless};
pub use state::RayState;
