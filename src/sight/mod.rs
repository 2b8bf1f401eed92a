//! Sight in terrain: the region that a point sees, and the pixels and cells that a pixel sees.
//!
//! | question | method of [`TerrainQuery`](crate::TerrainQuery) |
//! | --- | --- |
//! | which region does a point see, for light | [`visible_region`](crate::TerrainQuery::visible_region) |
//! | which pixels does a pixel see, and which cells, for a fog of war | [`visible_pixels`](crate::TerrainQuery::visible_pixels), [`visible_cells`](crate::TerrainQuery::visible_cells) |
//! | which cells see each other, for rules of a game | [`visible_cells_by_centers`](crate::TerrainQuery::visible_cells_by_centers) |
//! | what is seen from inside a wall, for an explosion | [`leave_start`](crate::TerrainQuery::leave_start), before one of these |
//! | what does a hero in a doorway see, in squares | [`pass_corners`](crate::TerrainQuery::pass_corners), before pixels or cells |
//! | what is seen within an angle | [`view`](crate::TerrainQuery::view), before one of these |
//!
//! # The algorithm
//!
//! All directions are split into four cones around the axes. In each cone the slope of a direction is from −1 to 1, and
//! columns of pixels (rows, in the cones around ±y) follow each other outward. A *view* is an open range of slopes that
//! nothing has blocked so far. A run of solid pixels in a column blocks the slopes between its outermost corners:
//!
//! ```text
//! visible_region(origin):
//!     for each of the four cones:                                             cone.rs, view.rs
//!         sweep views outward, column by column; each run of solid pixels     sweep.rs
//!             splits or cuts the views that it meets, and leaves a wall
//!             (runs at both ends of a view are found without a search)
//!             (16 empty columns of a view are passed at once)                 window.rs
//!             (within some 24 pixels, all pixels are read once for all cones)
//!         the walls, in the order of the angle, are the region's border       piece.rs
//!     cut the walls to the circle, and join them to a polygon                 outline.rs
//!
//!                     ╱ ─ ─ ─ ─ circle
//!        #####      ╱         │
//!        #####────┐╱          │         a wall is a face, toward the origin, or a side,
//!          │ side │           │         along the column
//!          │                 ┌#####
//!          │        o   face │#####
//!        #################################
//!                  face
//! ```
//!
//! The first part of a view is followed to its end before the next part. So walls come in the order of the angle, as
//! corners of the polygon, and nothing is sorted.
//!
//! [`visible_pixels`](crate::TerrainQuery::visible_pixels) sweeps from the center of a pixel. In each column, it paints
//! the free pixels whose centers have slopes within the view, as one run of bits. Inner corners of rooms have no edge that
//! could be seen, so they are found last: a solid pixel is lit too where the pixel beside it along x and the one along y
//! are lit by an edge, and the pixel diagonal between these two is seen ([`corners`]). [Scans](crate::scan) sweep a list of beams
//! in the same cones, without the slopes between the beams ([`beam_sweep`]).
//!
//! An origin inside solid pixels sees nothing, unless the query leaves them. Then a first sweep has free pixels in place of
//! the solid ones. Its walls are the exits, from which the usual sweeps go on ([`leaving`]).
//!
//! # Exactness
//!
//! The origin lies on the lattice of 1/256 pixel, so the slope of a pixel's corner or center is a fraction of whole
//! numbers. As `f64` quotients such fractions keep their order up to a radius of 2^17 pixels ([`sweep`]). Products with
//! a slope only estimate rows; slopes decide. From centers of pixels products decide too ([`painter`]).
//!
//! # Words
//!
//! | word | meaning |
//! | --- | --- |
//! | cone | the directions within an eighth of a turn of an axis |
//! | line, row | a column of pixels across the cone, and a coordinate in it |
//! | view | an open range of slopes that is still seen |
//! | face, side | the edge of a run toward the origin; the edge of its first or last pixel along the line |
//! | piece | a range of slopes with the wall that ends it |
//! | beam | a segment from the origin, of a scan |
//!
//! # Proofs
//!
//! - Quotients compare as exactly as fractions: derivation at [`sweep`].
//! - Regions equal the segment to each point, in whole numbers and by exact rays, also after edits:
//!   `tests/sight/region.rs`.
//! - Every pixel equals the exact line of sight to it, and lit pixels equal plain fractions: `tests/sight/pixels.rs`. The
//!   eight images agree: `tests/mirrors`.
//! - Beams equal exact rays to the bit: `tests/scan/beams.rs`.
#![allow(rustdoc::private_intra_doc_links, reason = "this page is for readers of the source too")]

mod beam_sweep;
mod cells;
mod centers;
mod cone;
mod corners;
mod edges;
mod leaving;
mod outline;
mod painter;
mod piece;
mod pixels;
mod query;
mod region;
mod rows;
mod sweep;
mod view;
mod window;

pub(crate) use beam_sweep::SightBeams;
pub use cells::Explored;
pub use edges::LitEdge;
pub use pixels::VisiblePixels;
pub use region::VisibleRegion;
