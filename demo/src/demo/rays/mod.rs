//! The scene of rays: an explorer flies through a tile map and casts rays at it.
//!
//! ```text
//! playlist -> level ---.
//!                       scene (casts, probe) -> frame (world, map view, light) -> canvas
//! window -> controls --'
//! ```

mod brush;
mod camera;
mod casts;
mod controls;
mod edits;
mod frame;
mod headless;
mod level;
mod light;
mod map_view;
mod player;
mod playlist;
mod probe;
mod scene;
mod stage;
#[cfg(test)]
mod testing;
mod view;
mod world;

pub(crate) use headless::{Opening, run};
pub(crate) use player::Player;
pub(crate) use playlist::Playlist;
pub(crate) use scene::Scene;
pub(crate) use stage::RayStage;
