//! Convex polygons in motion.

use super::shapes::{pair, settled, vector};
use fastrand::Rng;
use reference::separation::{corners, first_below, moved, separation, tolerance};
use reference::{cases, each_case};
use tileray::glam::{Vec2, vec2};
use tileray::{ConvexPolygon, collide};

/// A motion of the first shape that often meets the second, slow or very fast.
fn motion(rng: &mut Rng, a: &ConvexPolygon, b: &ConvexPolygon) -> Vec2 {
    let way = b.bounds().center() - a.bounds().center();
    let size = a.bounds().size().max_element() + b.bounds().size().max_element();
    let speed = [0.5, 1.0, 3.0, 1000.0][rng.usize(..4)];
    if rng.u8(..4) == 0 { vector(rng, size * 2.0) } else { (way + vector(rng, size)) * speed }
}

#[test]
fn the_time_is_that_of_halving() {
    let mut outcomes = [0; 3];
    for (_, mut rng) in each_case(411, cases(2_400)) {
        let (a, b, kind) = pair(&mut rng);
        let a = settled(&a.translated(vector(&mut rng, 30.0)));
        let motion = motion(&mut rng, &a, &b);
        let sweep = collide::sweep(&a, &b, motion);
        let (first, second) = (corners(&a), corners(&b));
        // A separation that is off by the tolerance shifts the touch by as long as the shapes take to come so near.
        let allowed = tolerance(&a, &b) + f64::from(motion.length()) / (1 << 21) as f64;
        assert_eq!(sweep.intersects, collide::intersects(&a, &b), "{kind}");
        if sweep.intersects {
            outcomes[0] += 1;
            assert_eq!((sweep.fraction, sweep.will_intersect), (Some(0.0), true), "{kind}");
            continue;
        }
        let gap = |time: f64| separation(&moved(&first, motion.as_dvec2() * time), &second);
        match (sweep.fraction, first_below(gap, 0.0).0) {
            (None, None) => outcomes[1] += 1,
            (Some(found), Some(_)) => {
                outcomes[2] += 1;
                assert!((0.0..=1.0).contains(&found), "{kind}: {found}");
                assert_eq!(sweep.will_intersect, found < 1.0, "{kind}");
                let there = gap(f64::from(found));
                assert!(there.abs() <= allowed, "{kind}: {there} apart at {found}");
                // Until then they are apart.
                for part in [0.25, 0.5, 0.75, 0.9] {
                    assert!(gap(f64::from(found) * part) >= -allowed, "{kind}: earlier than {found}");
                }
            }
            (found, expected) => {
                // Only where they graze each other by less than rounding.
                let deepest = (0..=1000).map(|i| gap(f64::from(i) / 1000.0)).fold(f64::INFINITY, f64::min);
                let at = expected.or(found.map(f64::from)).map_or(f64::INFINITY, gap);
                assert!(deepest >= -allowed && at.abs() <= allowed, "{kind}: {found:?} for {expected:?}, {deepest}");
            }
        }
    }
    assert!(outcomes.iter().all(|&count| count > cases(2_400) / 20), "{outcomes:?}");
}

#[test]
fn the_way_with_its_mtv_ends_touching_or_apart() {
    let mut slid = 0;
    for (_, mut rng) in each_case(412, cases(8_000)) {
        let (a, b, kind) = pair(&mut rng);
        let a = settled(&a.translated(vector(&mut rng, 30.0)));
        let motion = motion(&mut rng, &a, &b);
        let sweep = collide::sweep(&a, &b, motion);
        if sweep.fraction.is_none() {
            assert_eq!((sweep.correction, sweep.normal), (Vec2::ZERO, Vec2::ZERO), "{kind}");
            continue;
        }
        let end = motion.as_dvec2() + sweep.correction.as_dvec2();
        let after = separation(&moved(&corners(&a), end), &corners(&b));
        // The answer is a sum of vectors as long as the motion.
        let allowed = tolerance(&a, &b) + f64::from(motion.length()) / (1 << 20) as f64;
        assert!(after >= -allowed, "{kind}: {after} after {sweep:?} of {motion}");
        slid += usize::from(!sweep.intersects);
        // What slides does not go back against the normal, and loses nothing along it.
        let along = vec2(-sweep.normal.y, sweep.normal.x);
        assert!(f64::from(sweep.correction.dot(along).abs()) <= allowed, "{kind}: {sweep:?}");
    }
    assert!(slid > cases(8_000) / 10, "{slid}");
}
