//! Shapes in terrain: casts, overlaps, contacts, and the nearest solid pixel.
//!
//! | question | method of [`TerrainQuery`](crate::TerrainQuery) |
//! | --- | --- |
//! | where does a moving shape stop | [`cast_shape`](crate::TerrainQuery::cast_shape) |
//! | does a shape overlap solid pixels, which, how many | [`overlaps`](crate::TerrainQuery::overlaps), [`overlap_pixels`](crate::TerrainQuery::overlap_pixels), [`overlap_area`](crate::TerrainQuery::overlap_area) |
//! | how deep, and which way out | [`contact`](crate::TerrainQuery::contact) |
//! | what is near a point | [`nearest_solid`](crate::TerrainQuery::nearest_solid), [`nearest_free`](crate::TerrainQuery::nearest_free) |
//!
//! A shape is any [`Collider`](crate::collide::Collider): a disc, a capsule, a box, a convex polygon with or without
//! round corners, or a hull. Terrain is `Sync`, so many questions may be asked on many threads.
//!
//! # The algorithm
//!
//! A shape is a union of convex cores, each grown by a radius. A core that is moved by `u` touches pixel `p` if `u − p`
//! lies in one fixed convex set: the Minkowski sum of the square at the origin and the mirrored core. So a core among
//! pixels is a point among copies of that set, and a cast is a ray against them:
//!
//! ```text
//!    pixel    disc        sum: the square grown by the radius      the ray of the disc's center
//!    +--+    ,-.          ,------.                                 .  ,------.
//!    |  |   (   )        |  +--+  |                                 `.|  +--+ |
//!    +--+    `-'         |  +--+  |                                   x  +--+ |
//!                         `------'                                     `-----'
//! ```
//!
//! ```text
//! cast_shape(shape, motion):
//!     for each core:                                                             shape.rs
//!         sum = unit square ⊕ mirrored core: a box or a polygon, with a radius   frame.rs, box_sum.rs, polygon_sum.rs
//!         for each column of the swept strip, along the motion:                  sweep.rs, strip.rs
//!             stop if the core reaches it later than the best touch
//!             test the first solid pixel from the row met first, up and down     moving.rs
//!     return the first touch
//!
//! test(pixel) = the ray from (start − pixel) along the motion enters the sum, and comes deeper than the tolerance
//! overlaps(pixel) = the point (start − pixel) lies in the sum, deeper than the tolerance
//! ```
//!
//! As for rays, squares without a solid pixel are skipped by the bits of regions and blocks. The reference is one line:
//! the least time, over all solid pixels, at which the ray enters the pixel's sum (`reference::cores`). The nearest
//! solid pixel to a point is found in rings of bricks, blocks and regions around the point ([`rings`]).
//!
//! # Seams
//!
//! The position of a shape on a floor of pixels is rounded to `f32`. So the shape may reach into the floor by the
//! rounding, and the side of the next pixel would stop it. Therefore a pixel stops a shape only if the shape would come
//! deeper than the *graze* tolerance, half of the touch tolerance. If a normal points into a solid neighbor, the hit
//! has the normal of the side beside it.
//!
//! # Words
//!
//! | word | meaning |
//! | --- | --- |
//! | core | a convex part of a shape: the convex hull of a few points, grown by a radius |
//! | sum | the Minkowski sum of a pixel at the origin and a mirrored core; the radius is kept apart |
//! | frame | coordinates that count from a pixel near the shape, so that they are small |
//! | offset | the displacement of a core from a pixel: a point in the frame of the sum |
//! | strip | the pixels that a core would touch if it moved on for ever, both ways |
//! | column, row | a coordinate along the longer axis of the motion, a coordinate across it |
//! | touch | the first time at which a core and a pixel share a point, or an overlap within the touch tolerance |
//! | graze | a touch after which the core never comes deeper than half of the touch tolerance; it stops nothing |
//! | inside | a shape overlaps a pixel before it moves |
//!
//! # Proofs
//!
//! - Casts, overlaps, contacts and nearest pixels equal a look at all pixels, for all kinds of shapes: `tests/cast`.
//! - Two pixels of a column are enough: derivation atop [`sweep`].
//! - Nothing is jumped over, a shape slides along a floor, and bad numbers are harmless: `tests/cast`. Mirrored set-ups
//!   have mirrored answers: `tests/mirrors`.
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
