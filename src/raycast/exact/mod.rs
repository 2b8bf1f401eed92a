//! The exact traversal: every pixel that a segment passes through, in order.
//!
//! # The walk
//!
//! Both ends are rounded to multiples of 1/256 pixel, ties to even multiples. From there every decision is made in
//! integers. The segment stops where it enters the interior of the union of the closed solid squares, or passes through
//! a corner beside which a pixel is solid:
//!
//! ```text
//!                                                              ┌────┐
//!    o───►┌────┐   ◄───o────┐   ┌────┐       o──►──┬────┐      │ #  │ ╱
//!         │ #  │       │ #  │   │ #  │             │ #  │      │    │╱
//!         └────┘       └────┘   o────┴──►    o──►──┼────┤      └────┼────┐
//!                                            │     │ #  │          ╱│    │
//!                                                  └────┘         o │    │
//!     stops         free: away   free: along    stops only      stops at the corner
//!                   from a face  a face         between both
//! ```
//!
//! The segment passes through the interior of a pixel between two borders that it crosses. Borders on which it starts
//! or ends are not crossed. So the walk begins with the pixel ahead of the start, and crosses the borders in the order
//! in which the segment meets them. Where it crosses a vertical and a horizontal border at the same point, a *corner*,
//! three pixels are tested: the one entered by a step along the major axis alone, the one entered by a step along the
//! minor axis alone, and the one across. Both directions test the same pixels, in opposite orders except for the two
//! beside a corner. After Amanatides and Woo, "A fast voxel traversal algorithm for ray tracing" (1987), with fixed
//! ties.
//!
//! Two cases rest on more than one pixel. A segment along a border stops where the pixels on both sides are solid: each
//! side is a segment in the middle of its row ([`search`]). A segment that starts on a border is inside if all pixels
//! around its start are solid; else it enters the first pixel there ([`segment`]).
//!
//! # Coordinates along the segment
//!
//! All directions share one description, in coordinates that grow along the segment: on each axis the start lies in
//! the first square, at 0 to 256 units, and each multiple of 256 is a border ([`segment::SegmentAxis`]). The axis
//! along which the segment is longer is major (x if equal). A *column* is a number of borders crossed along the major
//! axis, a *row* a number of borders crossed along the minor one.

mod diagonal;
mod hit;
mod kernel;
mod pixels;
mod search;
mod segment;

pub(super) use kernel::ExactKernel;
pub use pixels::ExactPixels;
pub(super) use pixels::first_free_after;
pub(super) use search::{first_solid, first_solid_after};
pub(super) use segment::{SnappedSegment, Visit};
