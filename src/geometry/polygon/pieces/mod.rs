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
use convex::convex_pieces;
use glam::Vec2;
use triangulate::triangulate;

impl Polygon {
    /// The polygon cut into triangles by lines from corner to corner; they run the same way round as the polygon.
    ///
    /// There are two fewer than corners, each with an area, and together they are the polygon. No triangle ends in the
    /// middle of another's side: corners on straight edges are corners of triangles too. Which lines are taken depends on
    /// nothing but the corners, and all is decided exactly, for the thinnest polygon too.
    ///
    /// Cost: `O(n log n)` as a rule, `O(n²)` at worst: some hundredths of a second for 10,000 corners. Ears are clipped
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
        let points = self.clockwise_points();
        let mut triangles: Vec<_> =
            triangulate(&points).into_iter().map(|triangle| triangle.map(|corner| points[corner as usize])).collect();
        if self.winding() == Winding::CounterClockwise {
            triangles.iter_mut().for_each(|triangle| triangle.reverse());
        }
        triangles
    }

    /// The polygon cut into convex polygons by lines from corner to corner, as few as there can be where that is affordable;
    /// they run the same way round as the polygon. A convex polygon is its only piece.
    ///
    /// Together they are the polygon. Pieces may have corners on the line between their neighbors, and no piece ends in the
    /// middle of another's side. Which lines are taken depends on nothing but the corners, and all is decided exactly.
    ///
    /// With `r` corners where the polygon is not convex there are at least `⌈r/2⌉ + 1` pieces and at most `2r + 1`. Their
    /// number is the least possible one without more corners (Keil and Snoeyink 2002, "On the time bound for convex
    /// decomposition of simple polygons") for all polygons of up to 290 corners, and for larger ones of which each corner
    /// sees few others, like mazes and winding caves of some thousand corners. Beyond that the polygon is cut in halves until
    /// they are small enough, and what lies along the cuts is looked at again; then there are at most four times as many as
    /// needed, and rarely twice as many (Hertel and Mehlhorn 1983, "Fast triangulation of simple polygons").
    ///
    /// Cost: some hundredths of a second for 200 corners at worst, and up to three quarters of a second for 10,000; mostly far
    /// less. A star of 6 spikes gives 7 pieces.
    ///
    /// ```
    /// use tileray::{Polygon, glam::vec2};
    ///
    /// // An L of two squares and the one between them.
    /// let l = [(0.0, 0.0), (8.0, 0.0), (8.0, 8.0), (16.0, 8.0), (16.0, 16.0), (0.0, 16.0)].map(Into::into);
    /// let pieces = Polygon::new(l.to_vec())?.convex_pieces();
    /// assert_eq!(pieces.len(), 2);
    /// assert!(pieces.iter().all(Polygon::is_convex));
    /// assert_eq!(pieces.iter().map(Polygon::area).sum::<f32>(), 192.0);
    /// # Ok::<(), tileray::geometry::PolygonError>(())
    /// ```
    #[must_use]
    pub fn convex_pieces(&self) -> Vec<Self> {
        let points = self.clockwise_points();
        let of_corners = |corners: Vec<u32>| {
            let mut piece: Vec<_> = corners.into_iter().map(|corner| points[corner as usize]).collect();
            if self.winding() == Winding::CounterClockwise {
                piece.reverse();
            }
            // A convex ring of different corners is simple, so that it need not be checked.
            let bounds = Aabb::from_points(piece.iter().copied()).unwrap_or_default();
            Self { points: piece, bounds, winding: self.winding() }
        };
        convex_pieces(&points).into_iter().map(of_corners).collect()
    }

    /// The corners in the order in which the signed area is positive.
    fn clockwise_points(&self) -> Vec<Vec2> {
        match self.winding() {
            Winding::Clockwise => self.points().to_vec(),
            Winding::CounterClockwise => self.points().iter().rev().copied().collect(),
        }
    }
}
