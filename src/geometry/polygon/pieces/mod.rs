//! Triangulation and convex decomposition of simple polygons, by diagonals: lines from corner to corner.
//!
//! ```text
//! first:        take the image of the polygon that is least among its eight           square_image
//! triangulate:  clip ears, one round after another                                    triangulate
//! fewest:       for each reflex corner, find the corners that it sees                 sight
//!               for each diagonal i–j with a reflex end, inner ones first:            fewest
//!                   pieces(i, j) = min over the k between that see i and j:
//!                       pieces(i, k) + pieces(k, j) + (0 if the triangle i k j
//!                       joins the piece at i–k and stays convex, else 1)
//! few:          polygons too large for that: halve them along a diagonal until        convex
//!               each part is small enough, search again around the cuts, and
//!               remove every diagonal without which the pieces stay convex
//! rings:        cut a ring alone like a polygon; join holes to their surroundings     rings
//!               by diagonals, then as above, with smaller parts
//!
//!      k ______________ j      The diagonal i–j cuts off the corners from i over k to j. The piece at
//!       |            .'        i–j may grow across it later. So among decompositions with the fewest
//!       |         .'           pieces, the search keeps those whose piece is narrowest at i and at j.
//!       |      .'
//!       |___.'
//!      i
//! ```
//!
//! The inputs are the corners of a simple polygon with positive signed area. Corners on a straight edge are allowed,
//! and so are diagonals that pass through other corners; repeated points are not. Other inputs never cause a panic or
//! an endless loop, but their pieces need not cover them.
//!
//! All decisions are signs of `orientation`, which are exact. A corner is *reflex* where the inside takes more than
//! half a turn, and *flat* where it takes exactly half a turn. `fewest` is proved in Keil and Snoeyink 2002 and in
//! the docs of `fewest_pieces`; `tests` compares it with a search of all decompositions.

mod convex;
mod fewest;
mod rings;
mod sight;
#[cfg(test)]
mod tests;
mod tiling;
mod triangulate;

pub(crate) use rings::convex_pieces_of_rings;

use super::{Polygon, error::Winding};
use crate::geometry::aabb::Aabb;
use crate::geometry::square_image::{RingImage, SquareImage, canonical_images};
use convex::convex_pieces;
use glam::Vec2;
use triangulate::triangulate;

impl Polygon {
    /// Cuts the polygon into triangles along diagonals. They have the polygon's winding.
    ///
    /// There are two triangles fewer than corners, each with an area, and together they are the polygon. No triangle
    /// ends in the middle of another's side: corners on straight edges are corners of triangles too. The result
    /// depends on the corners alone and is decided exactly, for the thinnest polygon too.
    ///
    /// Polygons that are [images](Self::convex_pieces) of each other have triangles that are images of each other.
    ///
    /// Cost: mostly `O(n log n)`, at worst `O(n²)`: some hundredths of a second for 10,000 corners. By ear clipping
    /// (Meisters 1975, "Polygons have ears").
    ///
    /// ```
    /// use tileray::{Polygon, glam::vec2};
    ///
    /// let arrow = Polygon::new(vec![vec2(0.0, 0.0), vec2(8.0, 4.0), vec2(0.0, 8.0), vec2(2.0, 4.0)])?;
    /// let triangles = arrow.triangulate();
    /// assert_eq!(triangles.len(), 2);
    /// assert!(triangles.iter().all(|triangle| triangle.contains(&vec2(2.0, 4.0)) && triangle.contains(&vec2(8.0, 4.0))));
    /// # Ok::<(), tileray::geometry::PolygonError>(())
    /// ```
    #[must_use]
    pub fn triangulate(&self) -> Vec<[Vec2; 3]> {
        let corners = CanonicalCorners::new(self);
        let ordered = |triangle: [u32; 3]| {
            let [a, b, c] = triangle.map(|corner| corners.given[corner as usize]);
            if corners.is_reversed { [a, c, b] } else { [a, b, c] }
        };
        triangulate(&corners.points).into_iter().map(ordered).collect()
    }

    /// Cuts the polygon along diagonals into convex polygons, as few as possible where that is affordable. They have
    /// the polygon's winding. A convex polygon is its only piece.
    ///
    /// Together the pieces are the polygon. Pieces may have corners on the line between their neighbors, and no piece
    /// ends in the middle of another's side. The result depends on the corners alone and is decided exactly.
    ///
    /// With `r` reflex corners there are at least `⌈r/2⌉ + 1` and at most `2r + 1` pieces. Up to 460 corners, their
    /// number is the least possible without additional corners (Keil and Snoeyink 2002, "On the time bound for convex
    /// decomposition of simple polygons"). The same holds for larger polygons if each corner sees few others, as in
    /// mazes and winding caves of some thousand corners. The search ends after 2^24 steps, or after 256 steps a corner if
    /// that is more. It never ends after a time, so it ends alike on every machine. Other polygons are cut in halves
    /// until these are small enough, and the surroundings of the cuts are searched again. Then there are at most four
    /// times as many pieces as needed, and rarely twice as many (Hertel and Mehlhorn 1983, "Fast triangulation of simple
    /// polygons").
    ///
    /// The eight *images* of a polygon are mirrored about the axes or turned by quarter turns about the origin. Their
    /// pieces are images of each other, in the same order, wherever the list of corners begins. A polygon that is its
    /// own image has several equally good decompositions; it gets one of them, which need not be its own image.
    ///
    /// Cost: at worst some thousandths of a second for 200 corners, and up to three quarters of a second for 10,000;
    /// mostly far less. A star of 6 spikes gives 7 pieces.
    ///
    /// ```
    /// use tileray::{Polygon, glam::vec2};
    ///
    /// // An L of three squares.
    /// let l = [(0.0, 0.0), (8.0, 0.0), (8.0, 8.0), (16.0, 8.0), (16.0, 16.0), (0.0, 16.0)].map(Into::into);
    /// let pieces = Polygon::new(l.to_vec())?.convex_pieces();
    /// assert_eq!(pieces.len(), 2);
    /// assert!(pieces.iter().all(Polygon::is_convex));
    /// assert_eq!(pieces.iter().map(Polygon::area).sum::<f32>(), 192.0);
    /// # Ok::<(), tileray::geometry::PolygonError>(())
    /// ```
    #[must_use]
    pub fn convex_pieces(&self) -> Vec<Self> {
        let corners = CanonicalCorners::new(self);
        let of_corners = |piece: Vec<u32>| {
            let mut points: Vec<_> = piece.into_iter().map(|corner| corners.given[corner as usize]).collect();
            if corners.is_reversed {
                points[1..].reverse();
            }
            // A convex ring of different corners is simple, so it needs no check.
            let bounds = Aabb::from_points(points.iter().copied()).unwrap_or_default();
            Self { points, bounds, winding: self.winding() }
        };
        convex_pieces(&corners.points).into_iter().map(of_corners).collect()
    }
}

/// The corners of a polygon's canonical image, clockwise.
struct CanonicalCorners {
    points: Vec<Vec2>,
    /// The polygon's corner for each.
    given: Vec<Vec2>,
    /// Whether the polygon's winding is the other one for corners in this order.
    is_reversed: bool,
}

impl CanonicalCorners {
    fn new(polygon: &Polygon) -> Self {
        let is_reversed = polygon.winding() == Winding::CounterClockwise;
        let mut ring: Vec<_> = polygon.points().iter().map(|point| point.as_dvec2()).collect();
        if is_reversed {
            ring.reverse();
        }
        let marks = [polygon.bounds().min, polygon.bounds().max].map(Vec2::as_dvec2);
        let RingImage { image, rings } = canonical_images(SquareImage::all(), &[ring], marks).swap_remove(0);
        let corners = &rings[0].1;
        Self {
            points: corners.iter().map(|corner| corner.as_vec2()).collect(),
            given: corners.iter().map(|&corner| image.source(corner).as_vec2()).collect(),
            is_reversed: is_reversed != image.mirrors(),
        }
    }
}
