//! Shapes in terrain: casts, overlaps, contacts, and the nearest solid pixel.
//!
//! | question | method of [`TerrainQuery`](crate::TerrainQuery) |
//! | --- | --- |
//! | where does a moving shape stop | [`cast_shape`](crate::TerrainQuery::cast_shape) |
//! | does a shape overlap solid pixels, which, how many | [`overlaps`](crate::TerrainQuery::overlaps), [`overlap_pixels`](crate::TerrainQuery::overlap_pixels), [`overlap_area`](crate::TerrainQuery::overlap_area) |
//! | how deep, and which way out | [`contact`](crate::TerrainQuery::contact) |
//! | what is near a point | [`nearest_solid`](crate::TerrainQuery::nearest_solid), [`nearest_free`](crate::TerrainQuery::nearest_free) |
//!
//! A shape is any [`Collider`](crate::collide::Collider): a disc, a capsule, a box, a convex polygon with or without round
//! corners, or a hull. Terrain is `Sync`, so many questions may be asked on many threads.
//!
//! # The algorithm
//!
//! A shape is a union of convex cores, each grown by a radius. A core that is moved by `u` touches pixel `p` if `u − p`
//! lies in one fixed convex set: the Minkowski sum of the square at the origin and the mirrored core ([`sum`]). So a core
//! among pixels is a point among copies of that set, and a cast is a ray against them:
//!
//! ```text
//! for each core:                                                             shape.rs
//!     sum = unit square ⊕ mirrored core: a box or a polygon, with a radius   frame.rs, box_sum.rs, polygon_sum.rs
//!     for each column of the swept strip, along the motion:                  sweep.rs, strip.rs
//!         stop if the core reaches it later than the best touch
//!         test the first solid pixel on either side of the row met first     moving.rs
//! test(pixel) = the ray from (start − pixel) along the motion enters the sum, and comes deeper than the tolerance
//! ```
//!
//! Squares without a solid pixel are skipped by the bits of their blocks, as rays do. The plain form is one line, a minimum
//! over all solid pixels of the time at which the ray enters the pixel's sum (`reference::cores`).
//!
//! # Seams
//!
//! A shape that lies on a floor of pixels, rounded to `f32`, may reach into them by the rounding, and would then be stopped
//! by the side of the next pixel. So a pixel stops a shape only if it would come deeper than a *graze* tolerance, half of
//! the touch tolerance below which nothing overlaps. A normal that points into a solid neighbor is that of the side beside.
//!
//! # Proofs
//!
//! `tests/cast`: casts, overlaps, contacts and nearest pixels equal a look at all pixels, for all kinds of shapes; mirrored
//! set-ups have mirrored answers; nothing is jumped over; a shape slides along a floor; bad numbers.
#![allow(rustdoc::private_intra_doc_links, reason = "this page is for readers of the source too")]

mod box_sum;
mod contact;
mod frame;
mod moving;
mod nearest;
mod overlap;
mod pixels;
mod polygon_sum;
mod rings;
mod shape;
mod stencil;
mod strip;
mod sum;
mod sweep;

pub use contact::ShapeContact;
pub use nearest::NearestPixel;
pub use shape::ShapeHit;
