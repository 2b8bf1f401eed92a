//! Bresenham's line: its pixels one by one (the reference), the [`Kernel`](super::walk::Kernel) that tests 16 of them at
//! once, and searches along a single line.

mod kernel;
mod pixels;
mod search;

pub(super) use kernel::BresenhamKernel;
pub use pixels::{Bresenham, bresenham};
pub(super) use search::{first_free, first_solid};
