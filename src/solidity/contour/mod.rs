//! The border of the solid pixels as closed loops of lattice points.

mod corners;
mod raster;
mod trace;

use super::{Connectivity, SolidityMap};
use crate::geometry::{Polygon, PolygonError, Rect};
use glam::{I64Vec2, IVec2};

/// A closed loop along the edges of pixels, between what is solid and what is free.
///
/// Its points are corners of pixels: `(x, y)` is the top left corner of pixel `(x, y)`. The solid pixels lie on the right
/// hand of who walks along it, so that with y down an outer loop runs clockwise on screen and has a positive
/// [`signed_area`](Self::signed_area), and the loop around a hole runs the other way. Loops touch each other and themselves at
/// most at a point, where two solid pixels touch at their corners, and never cross.
///
/// They come from [`SolidityMap::contours`], and with fewer corners from [`simplify`](crate::hull::simplify()).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Contour {
    points: Vec<IVec2>,
    is_hole: bool,
    parent: Option<usize>,
}

impl Contour {
    /// The loop through these points, whose `parent` is the place of the loop around it in the same list.
    pub(crate) fn new(points: Vec<IVec2>, is_hole: bool, parent: Option<usize>) -> Self {
        Self { points, is_hole, parent }
    }

    /// The corners in their order, at least three; the last is joined to the first.
    ///
    /// The first is the topmost, of those the leftmost.
    #[must_use]
    pub fn points(&self) -> &[IVec2] {
        &self.points
    }

    /// Whether what lies just inside of it is free.
    #[must_use]
    pub fn is_hole(&self) -> bool {
        self.is_hole
    }

    /// The place in the list of the loop just around this one: a hole's is the outer loop that it lies in, an island's the
    /// hole; `None` where there is nothing around it.
    #[must_use]
    pub fn parent(&self) -> Option<usize> {
        self.parent
    }

    /// Twice the area within, exactly; positive for an outer loop and negative for a hole. Costs a step for each corner.
    #[must_use]
    pub fn doubled_area(&self) -> i64 {
        twice_area(&self.points)
    }

    /// The area within, in pixels; positive for an outer loop and negative for a hole.
    #[must_use]
    pub fn signed_area(&self) -> f64 {
        self.doubled_area() as f64 / 2.0
    }

    /// The smallest rectangle of pixels that holds it.
    #[must_use]
    pub fn bounds(&self) -> Rect {
        let corners = || self.points.iter().copied();
        let (min, max) = (corners().reduce(IVec2::min), corners().reduce(IVec2::max));
        min.zip(max).map_or(Rect::EMPTY, |(min, max)| Rect::new(min, max))
    }

    /// The loop as a polygon, in pixels.
    ///
    /// # Errors
    ///
    /// [`PolygonError::RepeatedPoint`] where it touches itself at a point.
    pub fn to_polygon(&self) -> Result<Polygon, PolygonError> {
        Polygon::new(self.points.iter().map(|point| point.as_vec2()).collect())
    }
}

/// Twice the signed area within a ring of points.
///
/// Corners are taken relative to the first. The sum is less than 2^63 in amount, as there are at most 2^34 pixels; sums on
/// the way to it may wrap around, and wrap back.
pub(crate) fn twice_area(points: &[IVec2]) -> i64 {
    let Some(&origin) = points.first() else { return 0 };
    let from_origin = |point: &IVec2| point.as_i64vec2() - origin.as_i64vec2();
    let cross = |pair: &[IVec2]| -> i64 {
        let (a, b): (I64Vec2, I64Vec2) = (from_origin(&pair[0]), from_origin(&pair[1]));
        a.x.wrapping_mul(b.y).wrapping_sub(a.y.wrapping_mul(b.x))
    };
    points.windows(2).map(cross).fold(0, i64::wrapping_add)
}

impl SolidityMap {
    /// The loops around its solid pixels, where pixels that touch at a corner only are not joined.
    ///
    /// [`contours_with`](Self::contours_with) with [`Connectivity::Four`].
    ///
    /// ```
    /// use tileray::{SolidityMap, glam::ivec2};
    ///
    /// let ring = SolidityMap::from_ascii("####\n#..#\n####")?;
    /// let contours = ring.contours();
    /// assert_eq!(contours[0].points(), [ivec2(0, 0), ivec2(4, 0), ivec2(4, 3), ivec2(0, 3)]);
    /// assert_eq!(contours[1].points(), [ivec2(1, 1), ivec2(1, 2), ivec2(3, 2), ivec2(3, 1)]);
    /// assert!(contours[1].is_hole() && contours[1].parent() == Some(0));
    /// assert_eq!(contours.iter().map(|contour| contour.doubled_area()).sum::<i64>(), 2 * 10);
    /// # Ok::<(), tileray::solidity::AsciiError>(())
    /// ```
    #[must_use]
    pub fn contours(&self) -> Vec<Contour> {
        self.contours_with(Connectivity::Four)
    }

    /// The loops around its solid pixels.
    ///
    /// There is an outer loop for each part that hangs together by `connectivity`, and a hole for each free part within one;
    /// free pixels hang together the other way: where solid ones are joined at corners, free ones are not. Each solid
    /// pixel is gone around once, by all loops together, and no free one. The loops stand in the order of their first corners,
    /// row after row, so that a loop comes after the one around it.
    ///
    /// Costs a few operations for 64 pixels, and a step for each corner. Where corners of pixels are joined, and which loop
    /// lies around another, is found row by row, as the parents are in Suzuki and Abe 1985, "Topological Structural
    /// Analysis of Digitized Binary Images by Border Following".
    #[must_use]
    pub fn contours_with(&self, connectivity: Connectivity) -> Vec<Contour> {
        trace::loops_of(corners::linked_corners(self, connectivity))
    }
}
