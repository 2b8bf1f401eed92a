//! Scans: the ranges of many beams, as laser scanners measure them.
//!
//! | question | method of [`TerrainQuery`](crate::TerrainQuery) |
//! | --- | --- |
//! | how far does each ray reach | [`ranges`](crate::TerrainQuery::ranges) |
//! | how far does each beam of each pose reach | [`scan`](crate::TerrainQuery::scan) |
//! | what is written where nothing is met | [`no_return`](crate::TerrainQuery::no_return) |
//!
//! A *range* is the distance from the start of a beam to the first solid pixel. Nothing else of a hit is described, and
//! four bytes are written instead of 48. The default is [`Traversal::Exact`](crate::Traversal::Exact): the first pixel
//! that the beam touches, at the point where it enters it. Bresenham's line passes through other pixels than the beam
//! does, so a thin wall may stop one and not the other.
//!
//! # The algorithm
//!
//! Two ways lead to the same bits, and the number of beams decides which one is taken:
//!
//! ```text
//! scan(poses, angles):
//!     if the beams are sparse:
//!         cast all of them in packets, as raycast_batch does
//!     else, for each pose:                                       dense.rs
//!         round the end of each beam to 1/256 px, as exact rays do
//!         group the beams by the four cones of the visible region; their slopes follow the order of the angles
//!         sweep each cone outward, from column to column of pixels             sight/beam_sweep.rs
//!             the beams between the outermost corners of a run of solid pixels end there
//!         cast the beams that pass a corner
//! ```
//!
//! # Meters
//!
//! A [`ScanFrame`] converts poses and ranges at the border of a robot's program, where lengths are meters and y points up.
//! Inside they are pixels, with y down.
//!
//! # Proofs
//!
//! `tests/scan` compares scans of both kinds with [`TerrainQuery::raycast`](crate::TerrainQuery::raycast), bit for bit.

mod dense;
mod query;

pub use crate::geometry::{ScanFrame, ScanFrameError};
pub use query::scan_ray;
