//! Scans: the ranges of many beams, as laser scanners measure them.
//!
//! | question | method |
//! | --- | --- |
//! | how far does each ray reach | [`TerrainQuery::ranges`](crate::TerrainQuery::ranges) |
//! | how far does each beam of each pose reach | [`TerrainQuery::scan`](crate::TerrainQuery::scan) |
//! | what is written for a beam without a hit | [`TerrainQuery::no_return`](crate::TerrainQuery::no_return) |
//! | which ray is a beam | [`scan_ray`] |
//! | the same, with robots that see each other | [`TerrainQuery::with_colliders`](crate::TerrainQuery::with_colliders) |
//! | how do poses and ranges become meters, with y up | [`ScanFrame`] |
//!
//! A *range* is the distance from the start of a beam to the first solid pixel. Nothing else of a hit is described, so
//! a range takes 4 bytes instead of 48. The default is [`Traversal::Exact`](crate::Traversal::Exact): a range ends
//! where the beam enters its first solid pixel. Bresenham's line passes through other pixels than the beam, so a thin
//! wall may stop one and not the other.
//!
//! # The algorithm
//!
//! Both ways lead to the same bits. The number of beams decides:
//!
//! ```text
//! scan(poses, angles):                                                         query.rs
//!     if the beams are sparse:
//!         cast all of them in packets, as raycast_batch does                   raycast/batch.rs
//!     else, for each pose:                                                     dense.rs
//!         round the end of each beam to 1/256 px, as exact rays do
//!         group the beams by the four cones of the visible region, in the order of their slopes
//!         sweep each cone outward, from column to column of pixels             sight/beam_sweep.rs
//!             the beams between the outermost corners of a run of solid pixels end there
//!         cast the beams that pass a corner
//! ```
//!
//! Slopes of beams and of corners are quotients of whole numbers, so they compare exactly.
//!
//! # Meters
//!
//! In a robot's program lengths are meters and y points up; here they are pixels, and y points down. A [`ScanFrame`]
//! converts poses and ranges between both.
//!
//! # Proofs
//!
//! - Both kinds of scans equal [`TerrainQuery::raycast`](crate::TerrainQuery::raycast) to the bit:
//!   `tests/scan/beams.rs`.
//! - Equal bits on every machine, for every number of threads and vector level: the golden table (`tests/golden`).
//! - Meters: `tests/scan/frame.rs`.

mod dense;
mod query;

pub use crate::geometry::{ScanFrame, ScanFrameError};
pub use query::scan_ray;
