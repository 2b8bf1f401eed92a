//! Rays through terrain: what they are, how they walk, what they hit.

mod batch;
mod bresenham;
mod cast;
mod hit;
mod lanes;
mod line;
mod options;
mod ray;
mod strip;

pub use bresenham::{Bresenham, bresenham};
pub use hit::RayHit;
pub use options::{RayOptions, Traversal};
pub use ray::Ray;
