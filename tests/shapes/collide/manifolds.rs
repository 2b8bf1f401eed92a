//! Contact points, against a plain cut in `f64`.

use super::shapes::pair;
use reference::separation::{corners, tolerance};
use reference::{cases, each_case};
use tileray::glam::DVec2;
use tileray::{Contact, collide};

/// An edge of a polygon with its outward unit normal.
#[derive(Clone, Copy)]
struct Side {
    start: DVec2,
    end: DVec2,
    normal: DVec2,
}

fn sides(polygon: &[DVec2]) -> Vec<Side> {
    let side = |(index, &start): (usize, &DVec2)| {
        let end = polygon[(index + 1) % polygon.len()];
        Side { start, end, normal: DVec2::new(end.y - start.y, start.x - end.x).normalize() }
    };
    polygon.iter().enumerate().map(side).collect()
}

/// The edges that may be the reference: along which the polygons overlap by the depth, with the other polygon. Swapped for
/// those of the second one.
fn references(a: &[DVec2], b: &[DVec2], contact: &Contact, allowed: f64) -> Vec<(Side, Vec<Side>)> {
    let (normal, depth) = (contact.normal.as_dvec2(), f64::from(contact.depth));
    let of = |own: &[DVec2], other: &[DVec2], outward: DVec2| {
        let overlap = |side: &Side| other.iter().map(|&p| (side.start - p).dot(side.normal)).fold(f64::MIN, f64::max);
        let fits = |side: &Side| (overlap(side) - depth).abs() <= allowed && side.normal.distance(outward) < 1e-3;
        sides(own).into_iter().filter(fits).map(|side| (side, sides(other))).collect::<Vec<_>>()
    };
    [of(a, b, -normal), of(b, a, normal)].concat()
}

/// The points between a reference edge and the edge that faces it: that one's ends behind it, cut off at its ends, and from
/// each halfway back to it. `None` where two edges face it alike, nothing is left, or an end is behind it by rounding, or not.
fn points_between(reference: Side, others: &[Side], allowed: f64) -> Option<Vec<DVec2>> {
    let mut others = others.to_vec();
    others.sort_by(|a, b| a.normal.dot(reference.normal).total_cmp(&b.normal.dot(reference.normal)));
    if others[1].normal.dot(reference.normal) - others[0].normal.dot(reference.normal) < 1e-3 {
        return None;
    }
    let along = reference.normal.perp();
    let place = |point: DVec2| (point - reference.start).dot(along);
    let Side { start, end, .. } = others[0];
    let length = place(reference.end);
    let at = |x: f64| start + (end - start) * ((x - place(start)) / (place(end) - place(start)));
    let (low, high) = (place(start).min(place(end)).max(0.0), place(start).max(place(end)).min(length));
    if low >= high || high - low < 1e-2 * start.distance(end) {
        return None;
    }
    let depth = |point: DVec2| (reference.start - point).dot(reference.normal);
    let ends = [at(low), at(high)];
    if ends.iter().any(|&point| depth(point).abs() <= allowed) {
        return None;
    }
    let ends = ends.into_iter().filter(|&point| depth(point) >= 0.0);
    Some(ends.map(|point| point + reference.normal * (depth(point) * 0.5)).collect())
}

#[test]
fn points_are_those_of_plain_clipping() {
    let (mut compared, mut counts) = (0, [0; 3]);
    for (_, mut rng) in each_case(531, cases(16_000)) {
        let (a, b, kind) = pair(&mut rng);
        let manifold = collide::manifold(&a, &b);
        assert_eq!(manifold.map(|manifold| manifold.contact), collide::contact(&a, &b), "{kind}");
        let Some(manifold) = manifold else {
            counts[0] += 1;
            continue;
        };
        let points = manifold.points();
        assert!(matches!(points.len(), 1 | 2), "{kind}: {manifold:?}");
        counts[points.len()] += 1;
        let normal = manifold.contact.normal.as_dvec2();
        // A point is rounded to the coordinates of the world, which may be coarser than the polygons.
        let reach = a.bounds().max.abs().max(a.bounds().min.abs()).max_element();
        let allowed = 2.0 * tolerance(&a, &b) + f64::from(reach) / (1 << 22) as f64;
        if let [p, q] = points {
            // From left to right for one who looks along the normal, y down.
            assert!(p != q && (q.as_dvec2() - p.as_dvec2()).dot(normal.perp()) >= -allowed, "{kind}: {manifold:?}");
        }
        let references = references(&corners(&a), &corners(&b), &manifold.contact, tolerance(&a, &b));
        let [(reference, others)] = &references[..] else { continue };
        // Between the two borders: behind the reference edge by half of the depth at most, and not beside it.
        for point in points.iter().map(|point| point.as_dvec2()) {
            let depth = (reference.start - point).dot(reference.normal);
            let half = f64::from(manifold.contact.depth) * 0.5;
            assert!((-allowed..=half + allowed).contains(&depth), "{kind}: {depth} of {half} in {manifold:?}");
        }
        let Some(mut expected) = points_between(*reference, others, allowed) else { continue };
        expected.sort_by(|p, q| p.dot(normal.perp()).total_cmp(&q.dot(normal.perp())));
        if expected.is_empty() {
            continue;
        }
        compared += 1;
        if expected.len() == 2 && expected[0].distance(expected[1]) > allowed * 100.0 {
            assert_eq!(points.len(), 2, "{kind}: {manifold:?} for {expected:?}");
        }
        for (found, expected) in points.iter().zip(&expected) {
            let off = found.as_dvec2().distance(*expected);
            assert!(off <= allowed * 200.0, "{kind}: {off}: {manifold:?} for {expected}");
        }
    }
    assert!(compared > cases(16_000) / 8, "{compared}");
    assert!(counts.iter().all(|&count| count > cases(16_000) / 20), "{counts:?}");
}
