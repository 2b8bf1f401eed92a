//! The scenes of the demo: rays, shapes and sprites. They use no window, no files and no threads, so the same code runs
//! on a desktop and in a browser.
//!
//! ```text
//! window or page -> Input -> scene (state, painter, panels) -> Canvas -> window, page or PNG
//! ```
//!
//! [`rays`], [`shapes`] and [`sprites`] have the same files. `state` has the changes by input and time, with the
//! [`controls`], which rays have in `knobs`. `painter` draws. `scene` implements [`Scene`](scene::Scene): the picture
//! and its panels, also without a window. A state depends on no window, and a painter on no time.

#![forbid(unsafe_code)]

pub mod canvas;
pub mod color;
pub mod controls;
pub mod file_kind;
pub mod files;
mod hud;
pub mod input;
pub mod key;
mod painter;
pub mod picture;
pub mod rays;
pub mod scene;
pub mod shapes;
pub mod sprites;
