//! Convex polygons in motion.

use super::shapes::{pair, settled, vector};
use fastrand::Rng;
use reference::separation::{corners, impact_time, moved, separation, tolerance};
use reference::{Replay, cases, numbers, seeded};
use tileray::ConvexPolygon;
use tileray::collide;
use tileray::glam::{Vec2, vec2};

/// A motion of the first shape that often meets the second, slow or very fast.
fn motion(rng: &mut Rng, a: &ConvexPolygon, b: &ConvexPolygon) -> Vec2 {
    let way = b.bounds().center() - a.bounds().center();
    let size = a.bounds().size().max_element() + b.bounds().size().max_element();
    let speed = [0.5, 1.0, 3.0, 1000.0][rng.usize(..4)];
    if rng.u8(..4) == 0 { vector(rng, size * 2.0) } else { (way + vector(rng, size)) * speed }
}

#[test]
fn the_time_is_that_of_halving() {
    let mut rng = seeded(411);
    let mut outcomes = [0; 3];
    for case in numbers(cases(2_400)) {
        let _replay = Replay::new(case, &rng);
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
        match (sweep.fraction, impact_time(&first, &second, motion)) {
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
    let mut rng = seeded(412);
    let mut slid = 0;
    for case in numbers(cases(8_000)) {
        let _replay = Replay::new(case, &rng);
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

#[test]
fn nothing_passes_through_a_thin_wall_at_any_speed() {
    let mut rng = seeded(413);
    let wall = ConvexPolygon::rectangle((0.0, -1000.0), (1.0, 1000.0)).expect("a wall");
    for case in numbers(cases(8_000)) {
        let _replay = Replay::new(case, &rng);
        let bullet = super::shapes::on_ellipse(&mut rng, Vec2::splat(2.0));
        let start = vec2(-10.0 - rng.f32() * 100.0, rng.f32() * 200.0 - 100.0);
        let bullet = bullet.translated(start);
        // Up to a million times its size in one step.
        let speed = 200.0 * 10_f32.powi((case % 5) as i32);
        let motion = vec2(speed, speed * (rng.f32() - 0.5));
        let sweep = collide::sweep(&bullet, &wall, motion);
        let time = sweep.fraction.unwrap_or_else(|| panic!("{start} by {motion} goes through"));
        assert_eq!(sweep.normal, vec2(-1.0, 0.0));
        let touching = start.x + motion.x * time;
        assert!(touching < 2.0 + motion.x * 1e-6, "{touching}");
        let back = collide::sweep(&wall, &bullet, -motion);
        assert_eq!((back.fraction, back.normal, back.correction), (sweep.fraction, -sweep.normal, -sweep.correction));
    }
}

#[test]
fn what_parts_is_no_hit() {
    let mut rng = seeded(414);
    let mut parted = 0;
    for case in numbers(cases(8_000)) {
        let _replay = Replay::new(case, &rng);
        let (a, b, kind) = pair(&mut rng);
        let Some(contact) = collide::contact(&a, &b) else { continue };
        // Out of each other by the tolerance, and on in the same direction.
        let out = a.translated(contact.normal * (contact.depth + 4.0 * tolerance(&a, &b) as f32));
        if collide::intersects(&out, &b) {
            continue;
        }
        parted += 1;
        let away = collide::sweep(&out, &b, contact.normal * 1000.0);
        assert_eq!(away.fraction, None, "{kind}");
        assert!(!away.will_intersect, "{kind}");
    }
    assert!(parted > cases(8_000) / 4, "{parted}");
}
