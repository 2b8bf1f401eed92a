//! Pixel-exact ray casting in tile maps.
#![forbid(unsafe_code)]

pub use glam;
