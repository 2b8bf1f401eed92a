//! A simple polygon cut into triangles and into convex polygons, along lines from corner to corner.
//!
//! Everything here works on the corners of a polygon that is already known to be simple, listed so that its signed area is
//! positive. Corners on a straight edge are allowed, and so are lines between corners that pass through others; repeated
//! points are not. Such a list never makes these functions panic or run on where the promise is broken, but then the pieces
//! need not cover it.
//!
//! All decisions are signs of [`orientation`](crate::geometry::orientation), which are exact. *Reflex* is a corner where the
//! inside takes more than half a turn; *flat* one where it takes just that.

mod convex;
mod corner_tree;
mod ears;
mod fewest;
mod sight;
mod sight_lines;
#[cfg(test)]
mod tests;
mod tiling;

pub(crate) use convex::convex_pieces;
pub(crate) use ears::triangulate;
