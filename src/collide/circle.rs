//! Circles that stand still, against each other and against convex polygons and segments. All in `f64`: a few numbers are
//! no slower in it, and squares of distances lose nothing.

use super::axis::{is_greater, wins_tie};
use super::contact::Contact;
use super::convex::{ConvexPolygon, LANES};
use super::lanes::greatest_lane;
use crate::geometry::{Circle, Segment, closest_on_segment};
use fearless_simd::{Level, Simd, dispatch};
use glam::{DVec2, Vec2};

/// How a circle whose centre coincides with what it overlaps is pushed: up.
const UP: Vec2 = Vec2::new(0.0, -1.0);

/// The contact of two circles; `None` where they do not overlap, or where one of them is not [valid](Circle).
pub(super) fn circle_and_circle(a: &Circle, b: &Circle) -> Option<Contact> {
    if !(a.is_valid() && b.is_valid()) {
        return None;
    }
    let apart = a.centre.as_dvec2() - b.centre.as_dvec2();
    push_from_point(apart, f64::from(a.radius) + f64::from(b.radius), UP)
}

/// The contact of a circle with a segment, for the circle.
pub(super) fn circle_and_segment(circle: &Circle, segment: &Segment) -> Option<Contact> {
    if !(circle.is_valid() && segment.start.is_finite() && segment.end.is_finite()) {
        return None;
    }
    let (start, end) = (segment.start.as_dvec2(), segment.end.as_dvec2());
    let centre = circle.centre.as_dvec2();
    let apart = centre - closest_on_segment(start, end, centre);
    // On the segment it leaves to the side that comes first where others tie.
    let along = end - start;
    let across = DVec2::new(along.y, -along.x).try_normalize().map_or(UP, DVec2::as_vec2);
    let normal = if wins_tie(across, -across) { across } else { -across };
    push_from_point(apart, f64::from(circle.radius), normal)
}

/// How far a circle of `radius`, `apart` from a point, is pushed away from it; along `normal` where it is centred there.
fn push_from_point(apart: DVec2, radius: f64, normal: Vec2) -> Option<Contact> {
    let square = apart.length_squared();
    if square >= radius * radius {
        return None;
    }
    let distance = square.sqrt();
    let normal = if distance > 0.0 { (apart / distance).as_vec2() } else { normal };
    Some(Contact { normal, depth: (radius - distance) as f32 }).filter(|contact| contact.depth > 0.0)
}

/// The contact of a circle with a convex polygon, for the circle.
///
/// The edge that parts the centre most from the polygon is the nearest one, or has the nearest corner: in front of a
/// corner, of all normals those of its two edges lean least away from the centre. Past an end of that edge the corner is the
/// nearest, by its distance; else the edge itself. A centre within the polygon leaves through the nearest edge, in one step.
pub(super) fn circle_and_polygon(level: Level, circle: &Circle, polygon: &ConvexPolygon) -> Option<Contact> {
    if !circle.is_valid() {
        return None;
    }
    let centre = circle.centre.as_dvec2() - polygon.origin().as_dvec2();
    dispatch!(level, simd => contact_in(simd, centre, f64::from(circle.radius), polygon))
}

/// The same for a circle whose centre is relative to the polygon's origin.
#[inline(always)]
pub(super) fn contact_in<S: Simd>(simd: S, centre: DVec2, radius: f64, polygon: &ConvexPolygon) -> Option<Contact> {
    let edge = nearest_edge(simd, polygon, centre.as_vec2());
    let corners = [polygon.corner(polygon.next(edge)).as_dvec2(), polygon.corner(edge).as_dvec2()];
    let edge_normal = polygon.normal(edge);
    let separation = edge_normal.as_dvec2().dot(centre) - f64::from(polygon.support(edge));
    let along = corners[0] - corners[1];
    let past_end = (centre - corners[0]).dot(along) >= 0.0;
    let past_start = (centre - corners[1]).dot(along) <= 0.0;
    // Which of these is so cannot be guessed: all answers are made, and one is taken out of a list, not by a branch.
    let apart = centre - corners[usize::from(past_start)];
    let to_corner_squared = apart.length_squared();
    // A centre on a corner has no direction from it, and leaves through the edge.
    let at_corner = usize::from((separation > 0.0) & (past_start | past_end) & (to_corner_squared > 0.0));
    let to_corner = to_corner_squared.sqrt();
    let normal = [edge_normal, (apart / to_corner).as_vec2()][at_corner];
    let depth = (radius - [separation, to_corner][at_corner]) as f32;
    // Nor can it be guessed whether they overlap, and a root and a quotient in vain cost less than to guess wrong: so all is
    // written, and then taken back. False for NaN too, where the polygon does not lie at finite coordinates.
    let (mut contact, overlaps) = (Some(Contact { normal, depth }), depth > 0.0);
    if !overlaps {
        contact = None;
    }
    contact
}

/// The edge that parts a point, relative to the polygon's origin, most from a convex polygon.
#[inline(always)]
fn nearest_edge<S: Simd>(simd: S, polygon: &ConvexPolygon, point: Vec2) -> usize {
    if let Some(block) = polygon.single_block() {
        return greatest_lane(simd, block, polygon.len(), point).0;
    }
    let (mut best, mut greatest) = (0, f32::NEG_INFINITY);
    for (block, edges) in polygon.blocks().enumerate() {
        let count = (polygon.len() - block * LANES).min(LANES);
        let (lane, separation) = greatest_lane(simd, edges, count, point);
        let index = block * LANES + lane;
        if is_greater((separation, polygon.normal(index)), (greatest, polygon.normal(best))) {
            (best, greatest) = (index, separation);
        }
    }
    best
}
