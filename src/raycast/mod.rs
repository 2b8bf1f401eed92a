//! Rays through terrain: casts, batches, fans, spans and line of sight.
//!
//! | question | method of [`TerrainQuery`](crate::TerrainQuery) |
//! | --- | --- |
//! | what does a ray hit, or does it hit at all | [`raycast`](crate::TerrainQuery::raycast), [`raycast_any`](crate::TerrainQuery::raycast_any) |
//! | what do many rays hit, or do they hit at all | [`raycast_batch`](crate::TerrainQuery::raycast_batch), [`raycast_any_batch`](crate::TerrainQuery::raycast_any_batch), [`fan`](crate::TerrainQuery::fan) |
//! | do two points see each other | [`line_of_sight`](crate::TerrainQuery::line_of_sight), [`line_of_sight_batch`](crate::TerrainQuery::line_of_sight_batch) |
//! | where does a ray leave the solid pixels, and all of its solid runs | [`raycast_exit`](crate::TerrainQuery::raycast_exit), [`raycast_spans`](crate::TerrainQuery::raycast_spans) |
//! | what does a ray test on its way | [`raycast_traced`](crate::TerrainQuery::raycast_traced) |
//!
//! # The algorithm
//!
//! [`bresenham`](fn@bresenham) turns a [`Ray`] into pixels, one for each step along the longer axis, which is called
//! *major*. A cast returns the first of these pixels that is solid. The reference is one line:
//!
//! ```text
//! bresenham(ray).find(|pixel| terrain.is_solid(pixel))
//! ```
//!
//! The walk gives the same answer, 16 steps at a time. It descends the tree of bricks ([`terrain`](crate::terrain)):
//! regions, blocks, bricks, pixels. Each region has a bit for each of its 16×16 blocks, set if the block has a solid
//! pixel. Blocks have such bits for bricks, and bricks for pixels. So one test serves all levels, and empty squares are
//! skipped:
//!
//! ```text
//! line = ray in fixed point: row(column) = constant + column · slope                    line.rs, bresenham/kernel.rs
//! for each strip of regions along the line, 4096 px wide:                               walk.rs
//!     blocks = test_strip(two regions, line)        16 bits, one a column of blocks     lanes.rs
//!              or, if the line is short, all columns of blocks that it crosses
//!     for each set bit of blocks, 256 px wide, along the line:
//!         bricks = test_strip(two blocks, line)     16 bits, one a column of bricks
//!         for each set bit of bricks, 16 px wide, along the line:
//!             pixels = test_strip(two bricks, line) 16 bits, one a column of pixels
//!             pixels &= columns between the start and the end of the ray
//!             if pixels != 0: return describe(first set bit)                            hit.rs
//! return None
//!
//! test_strip(first, second, line):              // `solid_pixels`; `occupied_lanes` for squares and exact rays
//!     for lane in 0..16:                        // no branches: 16 lanes of one vector
//!         bits = column[lane] of first | column[lane] of second << 16       // 32 rows
//!         result[lane] = bits >> row(lane) & 1
//! ```
//!
//! A line moves less than 16 rows in 16 columns. So in a strip of 16 columns it meets at most two squares: the one in
//! which it begins the strip, and the one above or below. Here a line meets bricks A and B:
//!
//! ```text
//!              lane  0 1 2 3 4 5 6 7 8 9 . . . . . 15
//!            row  0  . . . . . . . . . . . . . . . .
//!       A        13  * * . . . . . . . . . . . . . .
//!                14  . . * * * . . . . . . . . . . .
//!                15  . . . . . * * * . . . . . . . .   * pixels of the line
//!            ------------------------------------------------------------
//!       B        16  . . . . . . . . * * # . . . . .   # solid pixels
//!                17  . . . . . . . . . . . * # # . .
//!                18  . . . . . . . . . . . # # # * *
//!      row(lane)    13 13 14 14 14 15 15 15 16 16 16 17 17 17 18 18
//!      result        0 0 0 0 0 0 0 0 0 0 1 0 1 1 0 0   first set bit: lane 10
//! ```
//!
//! If the line is steep (y is major), rows take the place of columns: bricks store both. If the line runs toward
//! smaller major coordinates, the first set bit is the highest one. If the line leaves A upward, the rows wrap around
//! to B. In regions and blocks a lane covers many pixels. There the line's first and last row in the lane are both
//! tested, widened by the rounding error. Such a test may report a square that the line does not meet. It never misses
//! one that it meets.
//!
//! [`Traversal::Exact`](crate::Traversal::Exact) walks the same way with another [`Kernel`](walk::Kernel): in each
//! column it tests the row in which the segment enters and the row in which it leaves ([`exact`]). Batches go through
//! the same stages, 256 rays at a time ([`packet`]). A single ray first tests the brick in which it begins, and nothing at
//! all if its bounding box misses the box around everything solid ([`query`]). Spans, exits and rays through several grids ask two questions in
//! turn: where is the next solid pixel, and where the next free one ([`steps`])? Processors without vector instructions
//! test one column at a time ([`plain`]). Lines beyond 2^20 px are walked pixel by pixel, past the empty squares of
//! each level.
//!
//! # Words
//!
//! | word | meaning |
//! | --- | --- |
//! | major, minor | the axis along which a line is longer (x if equal), and the other one |
//! | steep, backward | y is major; the line runs toward smaller major coordinates |
//! | column, row | a major coordinate, a minor one |
//! | brick, block, region | 16×16 pixels, 16×16 bricks, 16×16 blocks |
//! | square | a brick, block or region |
//! | strip | 16 columns of a level: pixels of a brick, bricks of a block, blocks of a region |
//! | lane | one of the 16 columns of a strip, and the element of the vector for it |
//! | band | the index of a square along the minor axis |
//! | packet | up to 256 rays of a batch that are cast together |
//! | segment | a ray with ends rounded to 1/256 pixel, for the exact traversal |
//! | corner | a point where a segment crosses a border of both axes at once |
//!
//! # Proofs
//!
//! - Fixed point equals the division: derivation at [`line::PixelLine`], `tests/rays/bresenham.rs`.
//! - Strip tests of pixels are exact, and strip tests of squares never miss: derivation and unit tests in [`lanes`].
//! - Casts equal the reference on random maps: `scenes.rs`, `raycast.rs` and `exact.rs` in `tests/rays`, after edits too (`edits.rs`
//!   in `tests/terrain`); spans, exits, sight and fans: `tests/rays/queries`.
//! - Answers are bit-identical for every number of threads and vector level, in debug and release:
//!   `tests/rays/determinism.rs`.
//! - NaN and infinite coordinates: [`Ray::is_valid`], tested in `geometry/ray.rs` and `tests/rays/queries`.
#![allow(rustdoc::private_intra_doc_links, reason = "this page is for readers of the source too")]

mod batch;
mod beams;
mod bresenham;
mod exact;
mod face;
mod fan;
mod hit;
mod lanes;
mod line;
mod packet;
mod plain;
mod query;
mod steps;
mod trace;
mod walk;

pub use crate::geometry::Ray;
use crate::geometry::ray;
pub(crate) use batch::{RangeLimits, cast_ranges};
pub(crate) use beams::{BeamOrder, PoseBeams};
pub use bresenham::{Bresenham, bresenham};
pub use exact::ExactPixels;
pub use fan::RayFan;
pub use hit::{RayExit, RayHit, RaySpan};
pub(crate) use packet::RaySource;
pub use query::RaySpans;
pub use trace::{RayTrace, TraceLevel, TraceOutcome, TraceStep};
