//! Circles that stand still, against each other and against convex polygons and segments. Distances are in `f64`: a few
//! numbers are no slower in it, and their squares lose nothing.

use super::axis::{best_of, is_greater, wins_tie};
use super::contact::{Contact, PackedContact};
use super::convex::{Block, ConvexPolygon, LANES};
use super::lanes::greatest_lanes;
use crate::geometry::{Circle, Segment, closest_on_segment};
use fearless_simd::{Level, Select, Simd, SimdBase, SimdFloat, SimdFrom, dispatch, f32x4, f64x2};
use glam::{DVec2, Vec2};

/// How a circle whose center coincides with what it overlaps is pushed: up.
const UP: Vec2 = Vec2::new(0.0, -1.0);

/// The contact of two circles; `None` where they do not overlap, or where one of them is not [valid](Circle).
pub(super) fn circle_and_circle(a: &Circle, b: &Circle) -> Option<Contact> {
    if !(a.is_valid() && b.is_valid()) {
        return None;
    }
    let apart = a.center.as_dvec2() - b.center.as_dvec2();
    push_from_point(apart, f64::from(a.radius) + f64::from(b.radius), UP)
}

/// The contact of a circle with a segment, for the circle.
pub(super) fn circle_and_segment(circle: &Circle, segment: &Segment) -> Option<Contact> {
    if !(circle.is_valid() && segment.start.is_finite() && segment.end.is_finite()) {
        return None;
    }
    let (start, end) = (segment.start.as_dvec2(), segment.end.as_dvec2());
    let center = circle.center.as_dvec2();
    let apart = center - closest_on_segment(start, end, center);
    // On the segment it leaves to the side that comes first where others tie.
    let along = end - start;
    let across = DVec2::new(along.y, -along.x).try_normalize().map_or(UP, DVec2::as_vec2);
    let normal = if wins_tie(across, -across) { across } else { -across };
    push_from_point(apart, f64::from(circle.radius), normal)
}

/// How far a circle of `radius`, `apart` from a point, is pushed away from it; along `normal` where it is centered there.
fn push_from_point(apart: DVec2, radius: f64, normal: Vec2) -> Option<Contact> {
    let square = apart.length_squared();
    if square >= radius * radius {
        return None;
    }
    let distance = square.sqrt();
    let normal = if distance > 0.0 { (apart / distance).as_vec2() } else { normal };
    Some(Contact { normal, depth: (radius - distance) as f32 }).filter(|contact| contact.depth > 0.0)
}

/// The contact of a circle with a convex polygon, for the circle; none where the circle is not valid, or the polygon does
/// not lie at finite coordinates.
pub(super) fn circle_and_polygon(level: Level, circle: &Circle, polygon: &ConvexPolygon) -> PackedContact {
    if !(circle.is_valid() && polygon.origin().is_finite()) {
        return PackedContact::NONE;
    }
    dispatch!(level, simd => {
        let center = circle.center.as_dvec2() - polygon.origin().as_dvec2();
        contact_in(simd, center, f64::from(circle.radius), polygon)
    })
}

/// The same for a valid circle whose center is relative to the polygon's origin, and finite.
///
/// The edge that parts the center most from the polygon is the nearest one, or has the nearest corner: in front of a
/// corner, of all normals those of its two edges lean least away from the center. Past an end of that edge the corner is the
/// nearest, by its distance; else the edge itself. A center within the polygon leaves through the nearest edge, in one step.
#[inline(always)]
pub(super) fn contact_in<S: Simd>(simd: S, center: DVec2, radius: f64, polygon: &ConvexPolygon) -> PackedContact {
    if let Some(block) = polygon.single_block() {
        let (bits, _) = greatest_lanes(simd, block, polygon.len(), center.as_vec2());
        // Two bits are edges that tie. Without one some number is too large to be counted with, and any lane will do.
        if bits & bits.wrapping_sub(1) == 0 {
            let lane = bits.trailing_zeros() as usize % LANES;
            return contact_by_edge(simd, center, radius, block, lane, block.corner(polygon.next(lane)));
        }
    }
    contact_by_any_edge(simd, center, radius, polygon)
}

/// The same for a polygon of more than eight corners, or where edges tie. Apart, as it would have registers saved for all.
#[inline(never)]
fn contact_by_any_edge<S: Simd>(simd: S, center: DVec2, radius: f64, polygon: &ConvexPolygon) -> PackedContact {
    simd.vectorize(
        #[inline(always)]
        || {
            let edge = nearest_edge(simd, polygon, center.as_vec2());
            let end = polygon.corner(polygon.next(edge));
            contact_by_edge(simd, center, radius, polygon.block(edge), edge % LANES, end)
        },
    )
}

/// The edge that parts a point, relative to the polygon's origin, most from a convex polygon.
#[inline(always)]
fn nearest_edge<S: Simd>(simd: S, polygon: &ConvexPolygon, point: Vec2) -> usize {
    let (mut best, mut greatest) = (0, f32::NEG_INFINITY);
    for (block, edges) in polygon.blocks().enumerate() {
        let count = (polygon.len() - block * LANES).min(LANES);
        let (bits, separation) = greatest_lanes(simd, edges, count, point);
        if bits == 0 {
            continue;
        }
        let (lane, normal) = best_of(
            bits,
            #[inline(always)]
            |lane| edges.normal(lane as usize),
        );
        if is_greater((separation, normal), (greatest, polygon.normal(best))) {
            (best, greatest) = (block * LANES + lane as usize, separation);
        }
    }
    best
}

/// The contact of a circle with a polygon whose nearest edge is that in a lane of a block, and ends at a corner.
///
/// What is asked of both ends of the edge is asked in two lanes. Which answer is the one to give cannot be guessed, nor
/// whether there is one, and a root and a quotient in vain cost less than to guess wrong: all are made, and one is taken out
/// of a list, not by a branch.
#[inline(always)]
fn contact_by_edge<S: Simd>(
    simd: S,
    center: DVec2,
    radius: f64,
    block: &Block,
    lane: usize,
    end: Vec2,
) -> PackedContact {
    let (start, Vec2 { x: normal_x, y: normal_y }) = (block.corner(lane), block.normal(lane));
    // From the start of the edge to the center, and from its end.
    let (x, y) = simd.widen_f32x4(f32x4::simd_from(simd, [start.x, end.x, start.y, end.y]));
    let (x, y) = (f64x2::splat(simd, center.x) - x, f64x2::splat(simd, center.y) - y);
    let (normal_x, normal_y) = simd.widen_f32x4(f32x4::simd_from(simd, [normal_x, normal_x, normal_y, normal_y]));
    // How far in front of the edge, by its start, as a sweep takes it.
    let separation = of_start(simd, normal_x * x + normal_y * y);
    // How far along it. Past an end of it, both are above 0 or both below.
    let along = normal_x * y - normal_y * x;
    let past_an_end = along * simd.reverse_f64x2(along);
    // The corner past which the center is is the nearer one; to know that takes less time than to know which end it is past.
    let squares = x * x + y * y;
    let (start_squared, end_squared) = (of_start(simd, squares), of_end(simd, squares));
    let start_is_nearer = simd.simd_lt_f64x2(start_squared, end_squared);
    let nearer = start_is_nearer.select(simd.zip_low_f64x2(x, y), simd.zip_high_f64x2(x, y));
    let to_corner = start_squared.min(end_squared).sqrt();
    // A center on a corner, which is not past it, has no direction from it: it leaves through the edge.
    let at_corner = simd.simd_gt_f64x2(separation.min(past_an_end), f64x2::splat(simd, 0.0));
    let normal = at_corner.select(nearer / to_corner, simd.zip_low_f64x2(normal_x, normal_y));
    let depth = f64x2::splat(simd, radius) - at_corner.select(to_corner, separation);
    let [x, y, depth, _] = <[f32; 4]>::from(simd.narrow_f64x2(normal, depth));
    PackedContact::new(Vec2::new(x, y), depth)
}

/// The lane of an edge's start, twice.
#[inline(always)]
fn of_start<S: Simd>(simd: S, lanes: f64x2<S>) -> f64x2<S> {
    simd.zip_low_f64x2(lanes, lanes)
}

/// The lane of an edge's end, twice.
#[inline(always)]
fn of_end<S: Simd>(simd: S, lanes: f64x2<S>) -> f64x2<S> {
    simd.zip_high_f64x2(lanes, lanes)
}
