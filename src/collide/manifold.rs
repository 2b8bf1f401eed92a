//! Contact manifolds: the contact points of two shapes.

use super::axis::SeparatingAxis;
use super::contact::Contact;
use super::convex::ConvexPolygon;
use super::lanes::{BlockPair, Lanes};
use super::sat::best_axis;
use crate::geometry::Bound;
use crate::simd::{Level, dispatch};
use glam::Vec2;

/// A contact of two shapes with its contact points: two points where edges face each other, else one.
///
/// ```
/// use tileray::{ConvexPolygon, collide, glam::vec2};
///
/// let floor = ConvexPolygon::rectangle((0.0, 16.0), (64.0, 32.0))?;
/// let crate_box = ConvexPolygon::rectangle((20.0, 3.0), (34.0, 17.0))?;
/// let manifold = collide::manifold(&crate_box, &floor).expect("1 px deep in the floor");
/// assert_eq!(manifold.contact.depth, 1.0);
/// // Halfway between the two edges, at both ends of their common part.
/// assert_eq!(manifold.points(), [vec2(20.0, 16.5), vec2(34.0, 16.5)]);
/// # Ok::<(), tileray::geometry::PolygonError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Manifold {
    /// The contact, for the first shape.
    pub contact: Contact,
    points: [Vec2; 2],
    count: u8,
}

impl Manifold {
    /// Creates the manifold of up to two points.
    pub(super) fn new(contact: Contact, points: &[Vec2]) -> Self {
        // To the right, looking along the normal.
        let right = Vec2::new(-contact.normal.y, contact.normal.x);
        match *points {
            [p, q] if p != q => {
                let points = if p.dot(right) > q.dot(right) { [q, p] } else { [p, q] };
                Self { contact, points, count: 2 }
            }
            [p, ..] => Self { contact, points: [p; 2], count: 1 },
            [] => Self { contact, points: [Vec2::ZERO; 2], count: 0 },
        }
    }

    /// Returns the same manifold for the second shape: the points are in the opposite order.
    pub(super) fn flipped(&self) -> Self {
        Self::new(self.contact.flipped(), self.points())
    }

    /// Returns the one or two contact points, each halfway between the two borders, ordered from left to right as seen
    /// along the contact's normal.
    #[must_use]
    pub fn points(&self) -> &[Vec2] {
        &self.points[..usize::from(self.count)]
    }
}

/// Returns the contact of two convex polygons with its contact points.
///
/// The edge of least overlap is the *reference edge*. The *incident edge* is the other polygon's edge that faces it
/// most. It is clipped at the reference edge's ends, and its ends behind the reference edge are the points (Catto 2006,
/// "Fast and Simple Physics using Sequential Impulses"; clipping after Sutherland and Hodgman 1974).
pub(super) fn polygon_manifold(a: &ConvexPolygon, b: &ConvexPolygon) -> Option<Manifold> {
    let axis = overlap_axis(Level::best(), a, b)?;
    let (reference, incident) = if axis.edge.of_second { (b, a) } else { (a, b) };
    let contact = axis.contact();
    let edge = axis.edge.index as usize;
    Some(match facing_points(edge, reference, incident) {
        [Some(p), Some(q)] => Manifold::new(contact, &[p, q]),
        [Some(p), None] | [None, Some(p)] => Manifold::new(contact, &[p]),
        // Rounding left neither end behind the reference edge: the deepest corner is the point.
        [None, None] => Manifold::new(contact, &[deepest_corner(edge, reference, incident)]),
    })
}

/// Returns the axis along which two convex polygons overlap least; `None` if they do not overlap.
#[inline]
pub(super) fn overlap_axis(level: Level, a: &ConvexPolygon, b: &ConvexPolygon) -> Option<SeparatingAxis> {
    dispatch!(level, move lanes => {
        let Some(pair) = BlockPair::plain(a, b) else { return overlap_axis_of_special(level, a, b) };
        let (separations, touch) = (lanes.separations(&pair), a.touch() + b.touch());
        if lanes.all_below(separations, -touch) {
            Some(pair.greatest(lanes, separations))
        } else if lanes.all_below(separations, touch) {
            overlap_axis_of_special(level, a, b)
        } else {
            None
        }
    })
}

/// Returns the same axis for polygons of any kind. Not inlined, as most pairs need less: with this function alone,
/// manifolds of small polygons take 1.3 to 1.6 times as long.
#[inline(never)]
fn overlap_axis_of_special(level: Level, a: &ConvexPolygon, b: &ConvexPolygon) -> Option<SeparatingAxis> {
    best_axis(level, a, b).filter(|axis| axis.separation < 0.0)
}

/// Returns the ends of the incident edge, clipped at the ends of the reference edge and moved halfway out; `None` for
/// an end in front of the reference edge.
fn facing_points(edge: usize, reference: &ConvexPolygon, incident: &ConvexPolygon) -> [Option<Vec2>; 2] {
    let outward = reference.normal(edge);
    let along = Vec2::new(-outward.y, outward.x);
    // Relative to the reference edge's middle, so that a mirrored edge, which runs the other way, has mirrored points.
    let (start, end) = (reference.corner(edge), reference.corner(reference.next(edge)));
    let (middle, half) = ((start + end) * 0.5, (end - start).dot(along) * 0.5);
    let offset = reference.offset_to(incident) - middle;
    let [p, q] = facing_edge(incident, outward).map(|corner| corner + offset);
    // The incident edge runs the other way: from the reference edge's end to its start.
    let (s, t) = (p.dot(along), q.dot(along));
    let ends = [clip(p, q, s - half, t - half), clip(q, p, -t - half, -s - half)];
    ends.map(|point| {
        let depth = -point.dot(outward);
        (depth >= 0.0).then_some(reference.origin() + (middle + point + outward * (depth * 0.5)))
    })
}

/// Returns the ends of the edge whose normal is most against a direction. Where two edges are equally so, it is the corner
/// between them, twice.
fn facing_edge(polygon: &ConvexPolygon, outward: Vec2) -> [Vec2; 2] {
    let along = |edge: usize| polygon.normal(edge).dot(outward);
    let facing = (0..polygon.len()).fold(0, |best, other| if along(other) < along(best) { other } else { best });
    let (next, last) = (polygon.next(facing), polygon.len() - 1);
    // The first one was kept.
    if along(next) == along(facing) {
        return [polygon.corner(next); 2];
    }
    if facing == 0 && along(last) == along(0) {
        [polygon.corner(0); 2]
    } else {
        [facing, next].map(|at| polygon.corner(at))
    }
}

/// Returns `p` if it is not outside, else the point at which the segment to `q` enters, or `q` if it never does.
fn clip(p: Vec2, q: Vec2, p_outside: f32, q_outside: f32) -> Vec2 {
    if p_outside > 0.0 && q_outside < p_outside {
        p + (q - p) * (p_outside / (p_outside - q_outside)).at_most(1.0)
    } else {
        p
    }
}

/// Returns the incident polygon's corner that is deepest behind the reference edge.
fn deepest_corner(edge: usize, reference: &ConvexPolygon, incident: &ConvexPolygon) -> Vec2 {
    let along = |corner: usize| incident.corner(corner).dot(reference.normal(edge));
    let deepest = (0..incident.len()).fold(0, |best, other| if along(other) < along(best) { other } else { best });
    incident.origin() + incident.corner(deepest)
}
