//! Every pixel that a segment passes through, in order: the exact traversal.
//!
//! # The walk
//!
//! Both ends are rounded to multiples of 1/256 pixel, `floor(256·v + 1/2)`; from there on every decision is made in
//! integers. A pixel is a half-open square and a point belongs to the pixel that its coordinates round down to. So, toward
//! larger coordinates, a border is crossed where the segment reaches it, and a segment that ends on it enters the pixel
//! behind; toward smaller ones it is crossed where the segment leaves it, and one that begins on it does so at once, while
//! one that ends there does not. A segment along a border lies in the pixels to the right of it, or below.
//!
//! The walk begins with the pixel of the start and crosses the borders in the order of the parts of the segment that lie
//! before them. Where it crosses a vertical and a horizontal one at the same point, a *corner*, the pixel that a step in x
//! alone leads to is tested, then that of a step in y alone, then the one across.
//!
//! So what is tested is every pixel that holds a point of the segment, and the two pixels beside each corner that it is
//! led through. Neither depends on the sense: there and back the same pixels are tested, in opposite orders but for the
//! two beside a corner. After Amanatides and Woo, "A fast voxel traversal algorithm for ray tracing" (1987), with the
//! ties fixed.
//!
//! # Coordinates of travel
//!
//! All this is said once for all senses in coordinates that grow along the segment: on each axis a start in the first
//! square, at 0 to 256 units, and a border at each multiple of 256 ([`segment::Axis`]). The axis along which the segment is
//! longer is major, x where they are equal; a *column* is the number of borders crossed along it, a *row* that along the
//! other.

mod columns;
mod crossing;
mod crossings;
mod diagonal;
mod hit;
mod long;
mod met_column;
mod pixels;
mod run;
mod segment;
mod set_up;
mod set_ups;

pub use pixels::ExactPixels;
pub(super) use run::{first_free_after, first_solid, first_solid_after};
use segment::Entry;
pub(super) use segment::{Segment, Visit};
pub(super) use set_up::SegmentSetUp;
pub(super) use set_ups::SegmentSetUps;
