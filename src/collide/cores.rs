//! Contacts, contact points and sweeps of any two shapes by their convex cores, in `f64`.
//!
//! Two grown cores overlap if the gap between the cores is less than the sum of their radii. The gap comes from the
//! cores' Minkowski difference (`minkowski.rs`). Pairs of polygons, circles and hulls have faster functions of their
//! own.

use super::collider::{Collider, Core};
use super::contact::{Contact, PackedContact};
use super::manifold::Manifold;
use super::minkowski::{CoreDifference, CoreGap};
use super::sweep::{Sweep, circle::core_against_core, slide, valid_motion};
use crate::geometry::{Bound, Elements, touch_part};
use glam::{DVec2, Vec2};

impl Core<'_> {
    /// Returns the core's share of the [touch tolerance](touch_part).
    fn touch(&self) -> f32 {
        let largest = self.points.iter().fold(DVec2::ZERO, |largest, point| largest.at_least(point.abs()));
        let reach = |reach: DVec2, point: &DVec2| reach.at_least((*point - self.points[0]).abs());
        let reach = self.points.iter().fold(DVec2::ZERO, reach).greatest() + self.radius;
        touch_part(largest.greatest() as f32, reach as f32)
    }
}

/// Calls `visit` with each pair of cores.
fn visit_pairs(a: &dyn Collider, b: &dyn Collider, mut visit: impl FnMut(Core<'_>, Core<'_>)) {
    a.visit_cores(&mut |one| b.visit_cores(&mut |other| visit(one, other)));
}

/// Returns the vector from the center of the second shape's box to the center of the first's, doubled.
fn apart(a: &dyn Collider, b: &dyn Collider) -> Vec2 {
    let [a, b] = [a.bounds(), b.bounds()];
    (a.min - b.max) + (a.max - b.min)
}

/// Returns the deepest contact of two shapes' cores, for the first shape.
pub(super) fn contact(a: &dyn Collider, b: &dyn Collider) -> Option<Contact> {
    let mut deepest = PackedContact::NONE;
    visit_pairs(a, b, |one, other| {
        let gap = CoreDifference::new(one.points, other.points).gap();
        if let Some(Contact { normal, depth }) =
            contact_at(&gap, one.radius + other.radius, one.touch() + other.touch())
        {
            deepest = deepest.or_deeper(PackedContact::new(normal, depth), || apart(a, b));
        }
    });
    deepest.contact()
}

/// Returns the contact of two cores with a known gap. `radius` and `touch` are sums over both cores.
fn contact_at(gap: &CoreGap, radius: f64, touch: f32) -> Option<Contact> {
    let depth = ((radius - gap.distance) as f32).at_most(f32::MAX);
    (depth > touch).then(|| Contact { normal: gap.normal.as_vec2().positive_zero(), depth })
}

/// Casts a core, moved by `position`, against another one.
fn core_sweep(a: &Core<'_>, b: &Core<'_>, motion: Vec2, position: DVec2) -> Sweep {
    let moved: Vec<DVec2> = a.points.iter().map(|&point| point + position).collect();
    let a = Core { points: &moved, ..*a };
    let (difference, radius, touch) =
        (CoreDifference::new(a.points, b.points), a.radius + b.radius, a.touch() + b.touch());
    match contact_at(&difference.gap(), radius, touch) {
        Some(contact) => Sweep::overlapping(contact, motion),
        None => core_against_core(&difference, radius, touch, motion),
    }
}

/// Casts a shape against another one. With a `size`, it slides on to further impacts; a shape of several cores needs
/// that.
pub(super) fn sweep(a: &dyn Collider, b: &dyn Collider, motion: Vec2, size: Option<f32>) -> Sweep {
    let first_hit = |motion: Vec2, position: Vec2| {
        let mut first = Sweep::default();
        visit_pairs(a, b, |one, other| {
            first = first.or_earlier(core_sweep(&one, &other, motion, position.as_dvec2()), motion);
        });
        first
    };
    let motion = valid_motion(motion);
    match size {
        None => first_hit(motion, Vec2::ZERO),
        Some(size) => slide(motion, size, &first_hit),
    }
}

/// Returns the contact points of two shapes with a known contact: the points of the two cores that overlap most.
pub(super) fn manifold(a: &dyn Collider, b: &dyn Collider, contact: Contact) -> Manifold {
    let mut deepest: Option<(f64, Manifold)> = None;
    visit_pairs(a, b, |one, other| {
        let gap = CoreDifference::new(one.points, other.points).gap();
        let depth = one.radius + other.radius - gap.distance;
        if deepest.is_none_or(|(known, _)| depth > known) {
            deepest = Some((depth, core_manifold(&one, &other, contact, &gap)));
        }
    });
    deepest.map_or_else(|| Manifold::new(contact, &[]), |(_, manifold)| manifold)
}

/// The sine of the angle up to which an edge counts as perpendicular to a contact's normal, which is an `f32`.
const ALIGNED: f64 = 1e-5;

/// Returns the contact points of two cores: the ends of the facing edges' common part, or one point.
fn core_manifold(a: &Core<'_>, b: &Core<'_>, contact: Contact, gap: &CoreGap) -> Manifold {
    let normal = contact.normal.as_dvec2();
    let (own, other) = (facing_edge(a, -normal), facing_edge(b, normal));
    // The sine of the angle between an edge and the perpendicular of the normal; infinite for a corner.
    let slant = |edge: &Option<[DVec2; 2]>| match edge {
        Some([p, q]) if p != q => (*q - *p).dot(normal).abs() / p.distance(*q),
        _ => f64::INFINITY,
    };
    let slants = [slant(&own), slant(&other)];
    // Cores that overlap leave through an edge.
    let by_edge = gap.distance < 0.0 || slants.iter().any(|slant| *slant <= ALIGNED);
    // The reference edge, the other shape's edge or point, both radii, and the direction to the other shape.
    let (reference, incident, radii, outward) = if slants[0] <= slants[1] {
        (own, other.unwrap_or([b.points[0]; 2]), [a.radius, b.radius], -normal)
    } else {
        (other, own.unwrap_or([a.points[0]; 2]), [b.radius, a.radius], normal)
    };
    let Some([start, end]) = reference.filter(|[start, end]| by_edge && start != end) else {
        // Corner against corner: halfway between both borders.
        let middle = (gap.points[0] - normal * a.radius + gap.points[1] + normal * b.radius) * 0.5;
        return Manifold::new(contact, &[middle.as_vec2()]);
    };
    // From the middle, so that a mirrored edge, which runs the other way, has mirrored points.
    let middle = (start + end) * 0.5;
    let along = (end - start).normalize();
    let half = start.distance(end) * 0.5;
    let [p, q] = incident;
    let position = |point: DVec2| (point - middle).dot(along);
    let clipped = |from: DVec2, to: DVec2| {
        let (s, t) = (position(from), position(to));
        let limit = s.within(-half, half);
        if s == limit || s == t { from } else { from + (to - from) * ((limit - s) / (t - s)).within(0.0, 1.0) }
    };
    let mut points = [Vec2::ZERO; 2];
    let mut count = 0;
    for point in [clipped(p, q), clipped(q, p)] {
        let gap = (point - middle).dot(outward) - radii[0] - radii[1];
        let surface = (point - outward * (radii[1] + 0.5 * gap)).as_vec2();
        if gap <= 0.0 && (count == 0 || points[0] != surface) {
            points[count] = surface;
            count += 1;
        }
    }
    if count == 0 {
        let nearer = if (p - middle).dot(outward) <= (q - middle).dot(outward) { p } else { q };
        points[0] = (nearer - outward * radii[1]).as_vec2();
        count = 1;
    }
    Manifold::new(contact, &points[..count])
}

/// Returns the edge of a core whose outward normal is nearest to a direction; `None` for a point. Where two edges are
/// equally near, it is the corner between them, twice.
fn facing_edge(core: &Core<'_>, direction: DVec2) -> Option<[DVec2; 2]> {
    let count = core.points.len();
    let mut best: Option<(f64, [DVec2; 2])> = None;
    for index in 0..if count > 1 { count } else { 0 } {
        let [start, end] = [core.points[index], core.points[(index + 1) % count]];
        let edge = (end - start).normalize_or_zero();
        let facing = DVec2::new(edge.y, -edge.x).dot(direction);
        match best {
            Some((known, _)) if facing < known => {}
            Some((known, [first, last])) if facing == known && count > 2 => {
                best = Some((known, [if last == start { start } else { first }; 2]));
            }
            _ => best = Some((facing, [start, end])),
        }
    }
    best.map(|(_, edge)| edge)
}
