//! Rays through terrain: what they are, how they walk, what they hit.

mod batch;
mod bresenham;
mod cast;
mod exact;
mod hit;
mod lanes;
mod line;
mod options;
mod ray;
mod simd_level;
mod strip;

pub use bresenham::{Bresenham, bresenham};
pub use exact::ExactPixels;
pub use hit::RayHit;
pub use options::{RayOptions, StartInside, Traversal};
pub use ray::Ray;
pub use simd_level::SimdLevel;
