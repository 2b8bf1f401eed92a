use super::contact::Contact;
use super::convex::ConvexPolygon;
use super::sat;
use fearless_simd::Level;
use glam::Vec2;

/// A contact of two convex polygons with the points where they push on each other: two where edges face each other, else
/// one.
///
/// ```
/// use tileray::{ConvexPolygon, collide, glam::vec2};
///
/// let floor = ConvexPolygon::rectangle((0.0, 16.0), (64.0, 32.0))?;
/// let crate_box = ConvexPolygon::rectangle((20.0, 3.0), (34.0, 17.0))?;
/// let manifold = collide::manifold(&crate_box, &floor).expect("it stands in the floor by a pixel");
/// assert_eq!(manifold.contact.depth, 1.0);
/// // Halfway between the two edges, at both ends of what they share.
/// assert_eq!(manifold.points(), [vec2(20.0, 16.5), vec2(34.0, 16.5)]);
/// # Ok::<(), tileray::geometry::PolygonError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Manifold {
    /// How the first polygon is pushed.
    pub contact: Contact,
    points: [Vec2; 2],
    count: u8,
}

impl Manifold {
    /// The one or two points, from left to right as seen from the first polygon along the way that it is pushed. Each lies
    /// halfway between the two borders.
    #[must_use]
    pub fn points(&self) -> &[Vec2] {
        &self.points[..usize::from(self.count)]
    }
}

/// The contact of two convex polygons with its points; `None` where they do not overlap.
///
/// The edge along which they overlap least is the *reference*; of the other polygon, the edge that faces it most is cut off
/// at the reference's ends, and those of its two ends that lie beyond the reference are the points (Catto 2006, "Fast and
/// Simple Physics using Sequential Impulses"; the cutting is Sutherland and Hodgman's, 1974).
#[must_use]
pub fn manifold(a: &ConvexPolygon, b: &ConvexPolygon) -> Option<Manifold> {
    let axis = sat::overlap_axis(Level::new(), a, b)?;
    let (reference, incident) = if axis.edge.of_second { (b, a) } else { (a, b) };
    let contact = Contact::of_axis(&axis);
    // To the right of the way that the first polygon is pushed, for one who looks that way.
    let right = Vec2::new(-contact.normal.y, contact.normal.x);
    let edge = axis.edge.index as usize;
    Some(match facing_points(edge, reference, incident) {
        [Some(p), Some(q)] if p == q => Manifold { contact, points: [p; 2], count: 1 },
        [Some(p), Some(q)] if p.dot(right) > q.dot(right) => Manifold { contact, points: [q, p], count: 2 },
        [Some(p), Some(q)] => Manifold { contact, points: [p, q], count: 2 },
        [Some(p), None] | [None, Some(p)] => Manifold { contact, points: [p; 2], count: 1 },
        // Rounding left neither end beyond the reference edge: the deepest corner is.
        [None, None] => Manifold { contact, points: [deepest_corner(edge, reference, incident); 2], count: 1 },
    })
}

/// The ends of the edge that faces the reference polygon's edge, cut off at the ends of that; where they lie beyond it, the
/// places halfway out again.
fn facing_points(edge: usize, reference: &ConvexPolygon, incident: &ConvexPolygon) -> [Option<Vec2>; 2] {
    let outward = reference.normal(edge);
    let along = Vec2::new(-outward.y, outward.x);
    // All is relative to the reference edge's first corner.
    let start = reference.corner(edge);
    let length = (reference.corner(reference.next(edge)) - start).dot(along);
    let offset = reference.offset_to(incident) - start;
    let facing = (0..incident.len()).fold(0, |best, other| {
        if incident.normal(other).dot(outward) < incident.normal(best).dot(outward) { other } else { best }
    });
    // It runs the other way: from beyond the reference's end to before its start.
    let (p, q) = (incident.corner(facing) + offset, incident.corner(incident.next(facing)) + offset);
    let ends = [cut(p, q, p.dot(along) - length, q.dot(along) - length), cut(q, p, -q.dot(along), -p.dot(along))];
    ends.map(|point| {
        let depth = -point.dot(outward);
        (depth >= 0.0).then_some(reference.origin() + (start + point + outward * (depth * 0.5)))
    })
}

/// `p`, if it is not outside, else where the segment from it to `q` comes in, or `q` if it never does.
fn cut(p: Vec2, q: Vec2, p_outside: f32, q_outside: f32) -> Vec2 {
    if p_outside > 0.0 && q_outside < p_outside {
        p + (q - p) * (p_outside / (p_outside - q_outside)).min(1.0)
    } else {
        p
    }
}

/// The corner of the incident polygon that lies deepest behind an edge of the reference polygon.
fn deepest_corner(edge: usize, reference: &ConvexPolygon, incident: &ConvexPolygon) -> Vec2 {
    let along = |corner: usize| incident.corner(corner).dot(reference.normal(edge));
    let deepest = (0..incident.len()).fold(0, |best, other| if along(other) < along(best) { other } else { best });
    incident.origin() + incident.corner(deepest)
}
