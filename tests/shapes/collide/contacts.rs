//! Overlap and contact of convex polygons.

use super::shapes::{pair, vector};
use fastrand::Rng;
use reference::separation::{corners, moved, separation, tolerance};
use reference::{cases, each_case};
use std::collections::BTreeMap;
use tileray::glam::vec2;
use tileray::{ConvexPolygon, collide};

#[test]
fn overlap_is_that_of_the_reference() {
    let mut seen: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
    for (_, mut rng) in each_case(401, cases(16_000)) {
        let (a, b, kind) = pair(&mut rng);
        let expected = separation(&corners(&a), &corners(&b));
        let found = collide::separation(&a, &b).expect("finite shapes");
        let allowed = tolerance(&a, &b);
        assert!((f64::from(found) - expected).abs() <= allowed, "{kind}: {found} for {expected} in\n{a:?}\n{b:?}");
        let overlaps = collide::intersects(&a, &b);
        seen.entry(kind).or_default()[usize::from(overlaps)] += 1;
        assert_eq!(overlaps, found < 0.0, "{kind}: the sign of the separation");
        assert_eq!(overlaps, collide::contact(&a, &b).is_some(), "{kind}: the contact says otherwise");
        if expected.abs() > allowed {
            assert_eq!(overlaps, expected < 0.0, "{kind}: {expected}");
        }
    }
    for (kind, [apart, overlapping]) in seen {
        let both = kind == "identical" || kind == "nested" || apart > cases(16_000) / 80;
        assert!(both && overlapping > cases(16_000) / 80, "{kind}: {apart} apart, {overlapping} overlapping");
    }
}

#[test]
fn a_contact_parts_and_nothing_shorter_does() {
    let mut met = 0;
    for (_, mut rng) in each_case(402, cases(16_000)) {
        let (a, b, kind) = pair(&mut rng);
        let Some(contact) = collide::contact(&a, &b) else { continue };
        met += 1;
        let (first, second) = (corners(&a), corners(&b));
        let allowed = tolerance(&a, &b);
        assert!((contact.normal.length() - 1.0).abs() < 1e-6, "{kind}: {contact:?}");
        let mtv = contact.mtv().as_dvec2();
        let after = separation(&moved(&first, mtv), &second);
        assert!(after >= -allowed, "{kind}: {after} after {contact:?}");
        // No axis of the reference parts them sooner, and 0.99 of the way is not enough.
        let depth = -separation(&first, &second);
        assert!((f64::from(contact.depth) - depth).abs() <= allowed, "{kind}: {contact:?} for {depth}");
        let almost = separation(&moved(&first, mtv * 0.99), &second);
        assert!(almost < allowed, "{kind}: {almost} after 0.99 of {contact:?}");
        if depth > 200.0 * allowed {
            assert!(almost < 0.0, "{kind}: {almost} after 0.99 of {contact:?}");
        }
    }
    assert!(met > cases(16_000) / 4, "{met}");
}

#[test]
fn large_polygons_are_tested_as_small_ones_are() {
    let ring = |rng: &mut Rng, count: usize, radius: f32| {
        let turn = rng.f32();
        let at = |i: usize| {
            let angle = (i as f32 + turn) / count as f32 * std::f32::consts::TAU;
            vec2(angle.cos(), angle.sin()) * radius
        };
        ConvexPolygon::convex_hull((0..count).map(at).collect()).expect("a ring")
    };
    for (case, mut rng) in each_case(407, cases(600)) {
        let (n, m) = [(9, 4), (8, 17), (40, 33), (65, 64), (300, 14), (700, 900)][case % 6];
        let a = ring(&mut rng, n, 100.0);
        let b = ring(&mut rng, m, 60.0).translated(vector(&mut rng, 140.0));
        let expected = separation(&corners(&a), &corners(&b));
        let found = collide::separation(&a, &b).expect("finite");
        assert!((f64::from(found) - expected).abs() <= tolerance(&a, &b), "{n} and {m}: {found} for {expected}");
        assert_eq!(collide::intersects(&a, &b), found < 0.0);
        assert_eq!(collide::intersects(&b, &a), found < 0.0);
    }
}
