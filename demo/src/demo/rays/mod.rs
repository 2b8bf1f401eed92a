//! The scene of rays: an explorer flies through a tile map and casts rays at it.
//!
//! ```text
//! playlist -> level -> state (casts, probe) -> scene (painter, map view, light) -> canvas
//! window -> input -----^
//! ```

mod camera;
mod casts;
mod edits;
mod fog;
mod level;
mod light;
mod map_view;
mod painter;
mod picture;
mod player;
mod probe;
mod scene;
mod sprite;
mod state;
#[cfg(test)]
mod testing;
mod view;
mod watch;

pub(crate) use level::Playlist;
pub(crate) use picture::{apply_flags, run};
pub(crate) use scene::RayScene;
pub(crate) use state::RayState;
