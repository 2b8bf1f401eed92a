//! The plugin in an app without a window.

mod bad_input;
mod bodies;
mod crates;
mod levels;
mod paint;
mod platformer;
mod rays;
mod readme;
mod support;
mod terrain;
