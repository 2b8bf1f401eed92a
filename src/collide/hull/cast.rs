//! Segments and points against hulls, in `f64`.

use super::Hull;
use crate::collide::convex::ConvexPolygon;
use crate::geometry::{Aabb, BOX_ROUNDING, closest_on_segment};
use glam::{DVec2, Vec2};

/// Where a segment comes to a hull.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct HullEntry {
    /// The part of the segment before it, from 0 to 1.
    pub(crate) fraction: f64,
    /// The outward normal of the edge; zero where the segment begins inside.
    pub(crate) normal: Vec2,
    pub(crate) inside: bool,
}

impl Hull {
    /// Its box, larger by what rounding may have cost it: it misses no overlap that the pieces themselves show.
    pub(crate) fn safe_bounds(&self) -> Aabb {
        let margin = (self.position.abs() + self.reach()).max_element() * BOX_ROUNDING;
        self.bounds().grown(margin)
    }

    /// The first point that a segment has in common with a piece, those of borders among them; `None` where there is none.
    ///
    /// Of edges that are met at once it is the one that faces the segment most. By Cyrus and Beck (1978): a convex piece is
    /// what lies behind all of its edges, and each edge leaves a part of the segment.
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

    /// Whether a point lies in a piece or on its border.
    pub(crate) fn contains(&self, point: DVec2) -> bool {
        self.entry(point, DVec2::ZERO).is_some()
    }

    /// The point of the hull that is nearest to one: that itself where the hull holds it. `None` where the hull does not lie
    /// at finite coordinates.
    pub(crate) fn closest_point(&self, point: DVec2) -> Option<DVec2> {
        if self.contains(point) {
            return Some(point);
        }
        let own = self.in_frame(point)?;
        let mut best: Option<(f64, DVec2)> = None;
        for piece in self.pieces.iter() {
            for index in 0..piece.len() {
                let corners = [index, piece.next(index)].map(|index| corner(piece, index));
                let near = closest_on_segment(corners[0], corners[1], own);
                let square = near.distance_squared(own);
                // False for NaN, as of a piece that is nowhere.
                if square.is_finite() && best.is_none_or(|(least, _)| square < least) {
                    best = Some((square, near));
                }
            }
        }
        best.map(|(_, near)| near + self.position.as_dvec2())
    }

    /// A point in the hull's own frame.
    fn in_frame(&self, point: DVec2) -> Option<DVec2> {
        self.position.is_finite().then(|| point - self.position.as_dvec2())
    }
}

fn corner(piece: &ConvexPolygon, index: usize) -> DVec2 {
    piece.origin().as_dvec2() + piece.corner(index).as_dvec2()
}

/// The same for one piece, and how much the edge faces the segment: the less, the more.
fn piece_entry(piece: &ConvexPolygon, start: DVec2, motion: DVec2) -> Option<(HullEntry, f64)> {
    let (mut enter, mut facing, mut leave) = (0.0, f64::INFINITY, 1.0_f64);
    let (mut normal, mut inside) = (Vec2::ZERO, true);
    for index in 0..piece.len() {
        let from = corner(piece, index);
        let edge = corner(piece, piece.next(index)) - from;
        // Clockwise on screen, so outside is to the left of the edge.
        let outward = DVec2::new(edge.y, -edge.x);
        let (before, change) = (outward.dot(start - from), outward.dot(motion));
        // Not the same as above 0: NaN is outside too.
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
            leave = leave.min(before / -change);
        }
    }
    // Both are quotients that are rounded, but through the corner that they share they come from one point or nearly.
    (enter <= leave).then_some((HullEntry { fraction: enter, normal, inside }, facing))
}
