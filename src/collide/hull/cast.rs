//! Segments and points against hulls, in `f64`.

use super::Hull;
use crate::collide::convex::ConvexPolygon;
use crate::collide::raycast::{ShapeEntry, enter_polygon};
use crate::geometry::{Aabb, BOX_ROUNDING, Elements, closest_on_segment};
use glam::{DVec2, Vec2};

impl Hull {
    /// Returns whether `point` lies in the hull or on its border. Computed in `f64`, in the hull's own coordinates.
    /// False if the hull is not valid or the point is NaN.
    #[must_use]
    pub fn contains(&self, point: impl Into<Vec2>) -> bool {
        self.holds(point.into().as_dvec2())
    }

    /// Returns the bounding box with a margin for rounding, so that it misses no overlap of the pieces.
    pub(crate) fn safe_bounds(&self) -> Aabb {
        let margin = (self.position.abs() + self.reach()).greatest() * BOX_ROUNDING;
        self.bounds().grown(margin)
    }

    /// Returns the first common point of a segment and a piece, borders included; `None` if there is none.
    pub(crate) fn entry(&self, start: DVec2, motion: DVec2) -> Option<ShapeEntry> {
        let start = self.in_frame(start)?;
        let entries = self.pieces.iter().map(|piece| {
            let edges = (0..piece.len())
                .map(|index| (corner(piece, index), corner(piece, piece.next(index)), piece.normal(index).as_dvec2()));
            enter_polygon(edges, start, motion)
        });
        entries.fold(None, ShapeEntry::earlier)
    }

    /// Returns whether a point lies in a piece or on its border.
    pub(crate) fn holds(&self, point: DVec2) -> bool {
        self.entry(point, DVec2::ZERO).is_some()
    }

    /// Returns the hull's closest point to `point`, which is `point` itself inside the hull; `None` if the hull is
    /// not at finite coordinates.
    pub(crate) fn nearest_point(&self, point: DVec2) -> Option<DVec2> {
        if self.holds(point) {
            return Some(point);
        }
        let own = self.in_frame(point)?;
        let mut best: Option<(f64, DVec2)> = None;
        for piece in self.pieces.iter() {
            for index in 0..piece.len() {
                let corners = [index, piece.next(index)].map(|index| corner(piece, index));
                let near = closest_on_segment(corners[0], corners[1], own);
                let square = near.distance_squared(own);
                // False for NaN, as of a piece at coordinates that are not finite.
                if square.is_finite() && best.is_none_or(|(least, _)| square < least) {
                    best = Some((square, near));
                }
            }
        }
        best.map(|(_, near)| near + self.position.as_dvec2())
    }

    /// Converts a point to the hull's frame.
    fn in_frame(&self, point: DVec2) -> Option<DVec2> {
        self.position.is_finite().then(|| point - self.position.as_dvec2())
    }
}

fn corner(piece: &ConvexPolygon, index: usize) -> DVec2 {
    piece.origin().as_dvec2() + piece.corner(index).as_dvec2()
}
