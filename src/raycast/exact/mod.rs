//! The exact traversal: every pixel that a segment passes through, in order.
//!
//! # The walk
//!
//! Both ends are rounded to multiples of 1/256 pixel, `floor(256·v + 1/2)`. From there every decision is made in
//! integers. A pixel is a half-open square, and a point belongs to the pixel that its coordinates round down to. So a
//! segment toward larger coordinates crosses a border where it reaches the border, and if it ends on a border it
//! enters the pixel beyond it. A segment toward smaller coordinates crosses a border where it leaves the border. If it
//! begins on a border it crosses that at once, and if it ends on one it does not. A segment along a border lies in
//! the pixels to the right of the border, or below it.
//!
//! The walk begins with the pixel of the start, and crosses the borders in the order in which the segment meets them.
//! Where it crosses a vertical and a horizontal border at the same point, a *corner*, three pixels are tested: the one
//! entered by a step in x alone, the one entered by a step in y alone, and the one across.
//!
//! So the walk tests all pixels that hold a point of the segment, and the two pixels beside each corner on it. Both
//! directions test the same pixels, in opposite orders except for the two beside a corner. After Amanatides and Woo, "A
//! fast voxel traversal algorithm for ray tracing" (1987), with fixed ties.
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
