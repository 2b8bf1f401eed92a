//! Contacts of circles with circles, segments and convex polygons. Distances are in `f64`: for a few numbers it is as
//! fast as `f32`, and squares of `f32` are exact in it.

use super::contact::{Contact, PackedContact, is_first, is_greater, tie_winner, wins_tie};
use super::convex::{ConvexPolygon, LANES};
use super::lanes::Lanes;
use crate::geometry::{Circle, Elements, Segment, closest_on_segment, touch_of_reach, touch_part};
use crate::simd::{Level, dispatch};
use glam::{DVec2, Vec2};

/// The normal where a circle's center coincides with the point that it overlaps: up.
const UP: Vec2 = Vec2::new(0.0, -1.0);

/// Returns the contact of two circles; `None` if they do not overlap or one of them is not [valid](Circle).
pub(super) fn circle_and_circle(a: &Circle, b: &Circle) -> Option<Contact> {
    if !(a.is_valid() && b.is_valid()) {
        return None;
    }
    let apart = a.center.as_dvec2() - b.center.as_dvec2();
    push_from_point(apart, f64::from(a.radius) + f64::from(b.radius), UP, touch_of_circles(a, b).into())
}

/// Returns the touch tolerance of two circles: about the sum of both shares, as circles that touch are about equally
/// far from the world's origin.
#[inline(always)]
pub(super) fn touch_of_circles(a: &Circle, b: &Circle) -> f32 {
    touch_part((a.center + b.center).abs().greatest(), a.radius + b.radius)
}

/// Returns the contact of a circle with a segment, for the circle.
pub(super) fn circle_and_segment(circle: &Circle, segment: &Segment) -> Option<Contact> {
    if !(circle.is_valid() && segment.is_finite()) {
        return None;
    }
    let (start, end) = (segment.start.as_dvec2(), segment.end.as_dvec2());
    let center = circle.center.as_dvec2();
    let apart = center - closest_on_segment(start, end, center);
    // A center on the segment leaves to either side.
    let along = end - start;
    let across = DVec2::new(along.y, -along.x).try_normalize().map_or(UP, DVec2::as_vec2);
    let normal = if is_first(across, -across) { across } else { -across };
    push_from_point(apart, f64::from(circle.radius), normal, f64::from(circle.touch() + segment.touch()))
}

/// Returns the contact of a circle with a point, if it is deeper than a touch. `apart` leads from the point to the
/// center; where it is zero, `normal` counts.
fn push_from_point(apart: DVec2, radius: f64, normal: Vec2, touch: f64) -> Option<Contact> {
    let (square, reach) = (apart.length_squared(), radius - touch);
    // Circles smaller than the tolerance can only touch.
    if square >= reach * reach || reach <= 0.0 {
        return None;
    }
    let distance = square.sqrt();
    let normal = if distance > 0.0 { (apart / distance).as_vec2() } else { normal };
    Some(Contact { normal, depth: (radius - distance) as f32 }).filter(|contact| contact.depth > 0.0)
}

/// Returns the contact of a circle with a convex polygon, for the circle; none if the circle is not valid or the
/// polygon is not at finite coordinates.
pub(super) fn circle_and_polygon(level: Level, circle: &Circle, polygon: &ConvexPolygon) -> PackedContact {
    if !(circle.is_valid() && polygon.origin().is_finite()) {
        return PackedContact::NONE;
    }
    dispatch!(level, move lanes => {
        let center = circle.center.as_dvec2() - polygon.origin().as_dvec2();
        contact_in(lanes, center, f64::from(circle.radius), polygon, touch_of_circle(circle, polygon))
    })
}

/// Returns the touch tolerance of a circle and a polygon: about the sum of both shares, as shapes that touch are about
/// equally far from the world's origin.
#[inline(always)]
pub(super) fn touch_of_circle(circle: &Circle, polygon: &ConvexPolygon) -> f32 {
    2.0 * (polygon.touch() + touch_of_reach(circle.radius))
}

/// Returns the contact of a valid circle with a convex polygon, if it is deeper than `touch`. The center is finite and
/// relative to the polygon's origin.
///
/// The edge that separates the center most is the closest edge, or ends at the closest corner. If the center is past an
/// end of that edge, the contact is with the corner there, else with the edge. A center inside the polygon leaves
/// through the closest edge.
#[inline(always)]
pub(super) fn contact_in<L: Lanes>(
    lanes: L,
    center: DVec2,
    radius: f64,
    polygon: &ConvexPolygon,
    touch: f32,
) -> PackedContact {
    if let Some(block) = polygon.single_block() {
        let (bits, _) = lanes.greatest_edges(block, polygon.len(), center.as_vec2());
        // Two bits are edges that tie. Without a bit, some number is too large to compute with, and any lane will do.
        if bits & bits.wrapping_sub(1) == 0 {
            let lane = bits.trailing_zeros() as usize % LANES;
            let end = block.corner(polygon.next(lane));
            return lanes.circle_contact(center, radius, block, lane, end).deeper_than(touch);
        }
    }
    contact_of_large_or_tied(lanes, center, radius, polygon).deeper_than(touch)
}

/// Handles more than eight corners, and ties. Not inlined: otherwise [`contact_in`] would save registers in all cases.
#[inline(never)]
fn contact_of_large_or_tied<L: Lanes>(lanes: L, center: DVec2, radius: f64, polygon: &ConvexPolygon) -> PackedContact {
    lanes.vectorize(
        #[inline(always)]
        || {
            let edge = nearest_edge(lanes, polygon, center.as_vec2());
            let end = polygon.corner(polygon.next(edge));
            lanes.circle_contact(center, radius, polygon.block(edge), edge % LANES, end)
        },
    )
}

/// Returns the edge that separates a point most from a convex polygon. The point is relative to the polygon's origin.
#[inline(always)]
fn nearest_edge<L: Lanes>(lanes: L, polygon: &ConvexPolygon, point: Vec2) -> usize {
    let (mut best, mut greatest) = (0, f32::NEG_INFINITY);
    let apart = || point * 2.0 - polygon.doubled_center();
    for (block, edges) in polygon.blocks().enumerate() {
        let count = (polygon.len() - block * LANES).min(LANES);
        let (bits, separation) = lanes.greatest_edges(edges, count, point);
        if bits == 0 {
            continue;
        }
        let (lane, normal) = tie_winner(
            bits,
            #[inline(always)]
            |lane| edges.normal(lane as usize),
            |n, m| wins_tie(n, m, apart()),
        );
        if is_greater((separation, normal), (greatest, polygon.normal(best)), apart) {
            (best, greatest) = (block * LANES + lane as usize, separation);
        }
    }
    best
}
