//! Rays through terrain: what they are, how they walk, what they hit.

mod batch;
mod bresenham;
mod cast;
mod course;
mod exact;
mod exit;
mod fan;
mod hit;
mod lanes;
mod line;
mod options;
mod ray;
mod rays;
mod run;
mod set_ups;
mod sight;
mod simd_level;
mod span;
mod strip;
mod surface;
mod tasks;
mod trace;
mod track;
mod wave;

pub use bresenham::{Bresenham, bresenham};
pub use exact::ExactPixels;
pub use exit::RayExit;
pub use fan::RayFan;
pub use hit::RayHit;
pub use options::{RayOptions, StartInside, Traversal};
pub use ray::Ray;
pub use simd_level::SimdLevel;
pub use span::{RaySpan, Spans};
pub use trace::{RayTrace, TraceLevel, TraceOutcome, TraceStep};
