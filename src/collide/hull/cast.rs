//! Segments and points against hulls, in `f64`.

use super::Hull;
use crate::collide::convex::ConvexPolygon;
use crate::geometry::{Aabb, BOX_ROUNDING, Bound, Elements, closest_on_segment};
use glam::{DVec2, Vec2};

/// The first common point of a segment and a hull.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct HullEntry {
    /// The part of the segment before the point, from 0 to 1.
    pub(crate) fraction: f64,
    /// The outward normal of the edge that is hit; zero if the segment begins inside.
    pub(crate) normal: Vec2,
    pub(crate) inside: bool,
}

impl Hull {
    /// Returns the bounding box with a margin for rounding: it misses no overlap of the pieces.
    pub(crate) fn safe_bounds(&self) -> Aabb {
        let margin = (self.position.abs() + self.reach()).greatest() * BOX_ROUNDING;
        self.bounds().grown(margin)
    }

    /// Returns the first common point of a segment and a piece, borders included; `None` if there is none.
    ///
    /// Of edges hit at once, the edge that faces the segment most counts. By Cyrus and Beck (1978): a convex piece lies
    /// behind all of its edges, and each edge clips the segment.
    pub(crate) fn entry(&self, start: DVec2, motion: DVec2) -> Option<HullEntry> {
        let start = self.in_frame(start)?;
        let mut first: Option<(HullEntry, f64)> = None;
        for piece in self.pieces.iter() {
            let Some((entry, facing)) = piece_entry(piece, start, motion) else { continue };
            if entry.inside {
                return Some(entry);
            }
            let is_first = first.is_none_or(|(other, other_facing)| {
                entry.fraction < other.fraction || (entry.fraction == other.fraction && facing < other_facing)
            });
            if is_first {
                first = Some((entry, facing));
            }
        }
        first.map(|(entry, _)| entry)
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

/// Returns the first common point of a segment and a piece, and the dot product of edge normal and motion.
fn piece_entry(piece: &ConvexPolygon, start: DVec2, motion: DVec2) -> Option<(HullEntry, f64)> {
    let (mut enter, mut facing, mut leave) = (0.0, f64::INFINITY, 1.0_f64);
    let (mut normal, mut inside) = (Vec2::ZERO, true);
    for index in 0..piece.len() {
        let from = corner(piece, index);
        let edge = corner(piece, piece.next(index)) - from;
        // Clockwise on screen: outside is to the left of the edge.
        let outward = DVec2::new(edge.y, -edge.x);
        let (before, change) = (outward.dot(start - from), outward.dot(motion));
        // NaN counts as outside too.
        let is_outside =
            !matches!(before.partial_cmp(&0.0), Some(std::cmp::Ordering::Less | std::cmp::Ordering::Equal));
        inside &= !is_outside;
        if change < 0.0 {
            let at = before / -change;
            let edge_facing = piece.normal(index).as_dvec2().dot(motion);
            if is_outside && (at > enter || (at == enter && edge_facing < facing)) {
                (enter, facing, normal) = (at, edge_facing, piece.normal(index));
            }
        } else if is_outside {
            return None;
        } else if change > 0.0 {
            leave = (before / -change).at_most(leave);
        }
    }
    // Both are rounded quotients; at a shared corner they are computed from nearly the same point.
    (enter <= leave).then_some((HullEntry { fraction: enter, normal, inside }, facing))
}
