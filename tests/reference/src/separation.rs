//! The separating axis theorem in its plain form: every edge of both polygons, in `f64`.

use tileray::collide::Collider;
use tileray::glam::{DVec2, Vec2};
use tileray::{ConvexPolygon, collide};

/// The corners of a polygon, clockwise on screen.
pub fn corners(polygon: &ConvexPolygon) -> Vec<DVec2> {
    polygon.points().map(Vec2::as_dvec2).collect()
}

/// Returns the outward unit normal of each edge of `a`, and the gap along it.
fn separations(a: &[DVec2], b: &[DVec2]) -> Vec<(DVec2, f64)> {
    (0..a.len())
        .map(|i| {
            let edge = a[(i + 1) % a.len()] - a[i];
            let normal = DVec2::new(edge.y, -edge.x) / edge.length();
            let gap = b.iter().map(|&corner| (corner - a[i]).dot(normal)).fold(f64::INFINITY, f64::min);
            (normal, gap)
        })
        .collect()
}

/// All edges of both: the normal from the second to the first, and the gap along it.
pub fn axes(a: &[DVec2], b: &[DVec2]) -> Vec<(DVec2, f64)> {
    let first = separations(a, b).into_iter().map(|(normal, gap)| (-normal, gap));
    first.chain(separations(b, a)).collect()
}

/// The greatest gap: above 0 apart, below 0 the depth of the overlap.
pub fn separation(a: &[DVec2], b: &[DVec2]) -> f64 {
    axes(a, b).into_iter().map(|(_, gap)| gap).fold(f64::NEG_INFINITY, f64::max)
}

/// The polygon moved by a vector.
pub fn moved(polygon: &[DVec2], by: DVec2) -> Vec<DVec2> {
    polygon.iter().map(|&corner| corner + by).collect()
}

/// Returns the tolerance of a separation: 2^-20 of the sizes of both and of the distance between them, and 2^-22 of the
/// coordinates, as is documented.
pub fn tolerance(a: &dyn Collider, b: &dyn Collider) -> f64 {
    let (first, second) = (a.bounds(), b.bounds());
    let union = first.union(&second);
    let sizes = first.size().max_element() + second.size().max_element() + union.size().max_element();
    let largest = union.min.abs().max(union.max.abs()).max_element();
    f64::from(sizes) / (1 << 20) as f64 + f64::from(largest) / (1 << 22) as f64
}

/// Checks that contacts, separations and sweeps of two hulls agree with each other and, of shapes of moderate size, with `f64`.
pub fn assert_contact(a: &ConvexPolygon, b: &ConvexPolygon, motion: Vec2) {
    let overlap = collide::intersects(a, b);
    let contact = collide::contact(a, b);
    assert_eq!(contact.is_some(), overlap, "{a:?} and {b:?}");
    assert_eq!(collide::intersects(b, a), overlap, "{b:?} and {a:?}");
    // Of two equally deep ways out, the first shape decides.
    let depth = |contact: Option<collide::Contact>| contact.map(|contact| contact.depth.to_bits());
    assert_eq!(depth(collide::contact(b, a)), depth(contact), "{b:?} and {a:?}");
    assert_eq!(collide::manifold(a, b).is_some(), overlap, "{a:?} and {b:?}");
    let _ = (collide::sweep(a, b, motion), collide::closest_points(a, b), a.intersection(b));
    let Some(found) = collide::separation(a, b) else { return };
    let (first, second) = (corners(a), corners(b));
    let expected = separation(&first, &second);
    // Far away `f32` has no more digits; slivers have no direction.
    let is_moderate = |ring: &[DVec2]| ring.iter().all(|corner| corner.abs().max_element() < 4096.0) && is_thick(ring);
    if !(is_moderate(&first) && is_moderate(&second)) {
        return;
    }
    let off = 4.0 * tolerance(a, b);
    assert!((f64::from(found) - expected).abs() <= off, "{found} and {expected}: {a:?} and {b:?}");
    assert!(overlap || expected > -off, "{expected}: {a:?} and {b:?}");
    assert!(!overlap || expected < off, "{expected}: {a:?} and {b:?}");
    if let Some(contact) = contact {
        let after = separation(&moved(&first, contact.mtv().as_dvec2()), &second);
        assert!(after > -off, "{after} after the translation: {a:?} and {b:?}");
    }
}

/// Whether a ring is more than a needle: whether its area is above a pixel.
fn is_thick(ring: &[DVec2]) -> bool {
    let pairs = ring.iter().zip(ring.iter().cycle().skip(1));
    pairs.map(|(a, b)| a.perp_dot(*b)).sum::<f64>().abs() > 2.0
}

/// The first time at which a convex function of time falls below a limit, and the function's least value; `None` if it does
/// not by time 1.
pub fn first_below(value: impl Fn(f64) -> f64, limit: f64) -> (Option<f64>, f64) {
    if value(0.0) <= limit {
        return (Some(0.0), value(0.0));
    }
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..70 {
        let (first, second) = (low + (high - low) * 0.381_966, low + (high - low) * 0.618_034);
        if value(first) <= value(second) { high = second } else { low = first }
    }
    let deepest = [0.0, 0.5 * (low + high), 1.0].into_iter().min_by(|&a, &b| value(a).total_cmp(&value(b)));
    let deepest = deepest.expect("three times");
    let least = value(deepest);
    if least > limit {
        return (None, least);
    }
    let (mut apart, mut within) = (0.0, deepest);
    for _ in 0..50 {
        let middle = 0.5 * (apart + within);
        if value(middle) <= limit { within = middle } else { apart = middle }
    }
    (Some(within), least)
}
