//! Hulls: the same as their pieces, wherever they go.

use super::hull_shapes::{corner, cup, hull, hulls, placed, slab, star};
use super::shapes::{settled, usual, vector, within};
use reference::separation::{corners, moved, separation, tolerance};
use reference::{cases, each_case};
use tileray::collide::{self, CollidesWith};
use tileray::glam::{DVec2, Vec2, vec2};
use tileray::{Circle, Contact, ConvexPolygon, Hull, Pose, Sweep};

/// The deepest of some contacts.
fn deepest(contacts: impl Iterator<Item = Option<Contact>>) -> Option<f32> {
    contacts.flatten().map(|contact| contact.depth).reduce(f32::max)
}

/// The earliest of some times.
fn earliest(sweeps: impl Iterator<Item = Sweep>) -> Option<f32> {
    sweeps.filter_map(|sweep| sweep.fraction).reduce(f32::min)
}

/// Holds the answers about a hull and some shape to those about each of its pieces, in their own frames, and swapped.
fn same_as_pieces<S>(a: &Hull, shape: &S, motion: Vec2, kind: &str) -> bool
where
    Hull: CollidesWith<S>,
    S: CollidesWith<Hull> + CollidesWith<ConvexPolygon>,
    ConvexPolygon: CollidesWith<S>,
{
    let pieces: Vec<ConvexPolygon> = a.pieces().collect();
    let overlaps = pieces.iter().any(|piece| collide::intersects(piece, shape));
    assert_eq!(collide::intersects(a, shape), overlaps, "{kind}");
    assert_eq!(collide::intersects(shape, a), overlaps, "{kind}: swapped");
    let contact = collide::contact(a, shape);
    assert_eq!(
        contact.map(|contact| contact.depth),
        deepest(pieces.iter().map(|piece| piece.contact(shape))),
        "{kind}"
    );
    if let Some(contact) = contact {
        assert!(pieces.iter().any(|piece| piece.contact(shape) == Some(contact)), "{kind}: {contact:?} of no piece");
    }
    assert_eq!(
        collide::contact(shape, a).map(|contact| contact.flipped()).map(|contact| contact.depth),
        contact.map(|c| c.depth)
    );
    let sweep = collide::sweep(a, shape, motion);
    let all = || pieces.iter().map(|piece| piece.sweep(shape, motion));
    assert_eq!(sweep.fraction, earliest(all()), "{kind}: {motion}");
    assert_eq!(sweep.will_intersect, all().any(|sweep| sweep.will_intersect), "{kind}: {motion}");
    assert_eq!(sweep.intersects, overlaps, "{kind}");
    if !overlaps && sweep.fraction.is_some() {
        let same = |other: Sweep| (other.fraction, other.normal) == (sweep.fraction, sweep.normal);
        assert!(all().any(same), "{kind}: {sweep:?} of no piece");
    }
    let back = collide::sweep(shape, a, -motion);
    assert_eq!(
        (back.fraction, back.intersects, back.will_intersect),
        (sweep.fraction, overlaps, sweep.will_intersect),
        "{kind}"
    );
    overlaps
}

#[test]
fn hulls_answer_as_their_pieces_do() {
    let (mut overlapping, mut turned) = ([0; 3], 0);
    for (_, mut rng) in each_case(511, cases(4_000)) {
        let (a, b, kind) = hulls(&mut rng);
        let motion = vector(&mut rng, 3.0 * a.bounds().size().max_element());
        let size = b.bounds().size().max_element();
        let polygon = settled(&b.pieces().next().expect("a piece"));
        overlapping[0] += usize::from(same_as_pieces(&a, &polygon, motion, kind));
        let circle = Circle::new(b.bounds().center() + vector(&mut rng, size), size * rng.f32());
        overlapping[1] += usize::from(same_as_pieces(&a, &circle, motion, kind));
        // Against a hull, a hull is as its pieces are, and they are as above.
        let others: Vec<ConvexPolygon> = b.pieces().collect();
        let overlaps = others.iter().any(|other| collide::intersects(&a, other));
        assert_eq!(collide::intersects(&a, &b), overlaps, "{kind}");
        let contact = collide::contact(&a, &b);
        assert_eq!(contact.map(|c| c.depth), deepest(others.iter().map(|other| a.contact(other))), "{kind}");
        let sweep = collide::sweep(&a, &b, motion);
        assert_eq!(sweep.fraction, earliest(others.iter().map(|other| a.sweep(other, motion))), "{kind}: {motion}");
        // Swapped: the same, and the normal turned around. Only opposite ways out that tie may both be told the same.
        let (swapped, back) = (collide::contact(&b, &a), collide::sweep(&b, &a, -motion));
        assert_eq!(swapped.map(|c| c.depth), contact.map(|c| c.depth), "{kind}");
        assert_eq!((back.will_intersect, back.fraction), (sweep.will_intersect, sweep.fraction), "{kind}");
        if let (Some(one), Some(other)) = (contact, swapped) {
            assert!(one.normal.abs() == other.normal.abs(), "{kind}: {one:?} and {other:?}");
            turned += usize::from(one.normal == -other.normal);
        }
        overlapping[2] += usize::from(overlaps);
    }
    assert!(
        overlapping.iter().all(|&count| (cases(4_000) / 6..cases(4_000) * 5 / 6).contains(&count)),
        "{overlapping:?}"
    );
    assert!(turned > overlapping[2] * 3 / 4, "{turned} of {overlapping:?}");
}

#[test]
fn pieces_do_not_drift_apart() {
    for (_, mut rng) in each_case(513, cases(40)) {
        let (a, ..) = hulls(&mut rng);
        // The pieces lie to each other as they did, to the bit: their own positions would be rounded.
        let still = Hull::new(a.pieces().collect()).expect("pieces");
        let mut walker = still.clone();
        for _ in 0..1000 {
            let step = vector(&mut rng, 1e4);
            walker.translate(step);
            walker.translate(-step);
        }
        assert_eq!(walker, still);
        // Steps that numbers can undo lead back to the same hull.
        let mut walker = a.clone();
        let steps: Vec<Vec2> =
            (0..500).map(|_| vec2(rng.i32(-999..999) as f32 / 8.0, rng.i32(-999..999) as f32)).collect();
        steps.iter().for_each(|&step| walker.translate(step));
        steps.iter().for_each(|&step| walker.translate(-step));
        assert_eq!(walker, a);
    }
}

#[test]
fn a_hull_that_was_moved_or_turned_is_made_of_moved_or_turned_pieces() {
    for (_, mut rng) in each_case(514, cases(4_000)) {
        let (a, ..) = hulls(&mut rng);
        let pose = Pose::new(vector(&mut rng, 100.0), within(&mut rng, 7.0));
        let turned = a.transformed(&pose);
        let reach = a.bounds().min.abs().max(a.bounds().max.abs()).max_element() + 100.0;
        for (piece, expected) in turned.pieces().zip(a.pieces().map(|piece| piece.transformed(&pose))) {
            for (found, expected) in piece.points().zip(expected.points()) {
                assert!((found - expected).abs().max_element() <= reach / (1 << 21) as f32, "{found} for {expected}");
            }
        }
        assert!(turned.bounds().size().is_finite());
        // Without a turn, and with a whole one, nothing changes.
        assert_eq!(a.transformed(&Pose::IDENTITY), a);
        assert_eq!(a.transformed(&Pose::at((3.0, -5.0))), a.translated((3.0, -5.0)));
        assert_eq!(a.transformed(&Pose::new((0.0, 0.0), std::f32::consts::TAU)).pieces().len(), a.pieces().len());
    }
}

#[test]
fn the_hull_of_a_polygon_overlaps_what_the_polygon_overlaps() {
    let mut seen = [0; 2];
    for (_, mut rng) in each_case(515, cases(4_000)) {
        let (one, other) = (star(&mut rng, 10.0), star(&mut rng, 8.0));
        let other = other.translated(vector(&mut rng, 12.0)).expect("near the origin");
        let (a, b) = (Hull::from(&one), Hull::from(&other));
        let overlaps = collide::intersects(&a, &b);
        seen[usize::from(overlaps)] += 1;
        if overlaps == one.intersects_polygon(&other) {
            continue;
        }
        // Only where the overlap is less than rounding.
        let corners = |hull: &Hull| hull.pieces().map(|piece| corners(&piece)).collect::<Vec<_>>();
        let (first, second) = (corners(&a), corners(&b));
        let gap = first.iter().flat_map(|one| second.iter().map(|other| separation(one, other)));
        let gap = gap.fold(f64::INFINITY, f64::min);
        assert!(gap.abs() <= tolerance(&a, &b), "{overlaps} with a gap of {gap}");
    }
    assert!(seen.iter().all(|&count| count > cases(4_000) / 10), "{seen:?}");
}

/// Returns the depth of two hulls after the first has moved; below 0 where they are apart.
fn depth_after(a: &Hull, b: &Hull, way: DVec2) -> f64 {
    let second: Vec<_> = b.pieces().map(|piece| corners(&piece)).collect();
    let first = a.pieces().map(|piece| moved(&corners(&piece), way));
    let depths = first.flat_map(|one| second.iter().map(move |other| -separation(&one, other)).collect::<Vec<_>>());
    depths.fold(f64::NEG_INFINITY, f64::max)
}

#[test]
fn the_way_with_its_mtv_ends_touching_or_apart() {
    let mut slid = 0;
    for (_, mut rng) in each_case(516, cases(4_000)) {
        let (a, b, kind) = hulls(&mut rng);
        let size = a.bounds().size().max_element() + b.bounds().size().max_element();
        let way = b.bounds().center() - a.bounds().center();
        let motion = (way + vector(&mut rng, size)) * [0.5, 1.0, 3.0, 1000.0][rng.usize(..4)];
        let sweep = collide::sweep(&a, &b, motion);
        if sweep.fraction.is_none() {
            assert_eq!((sweep.correction, sweep.normal), (Vec2::ZERO, Vec2::ZERO), "{kind}");
        }
        if sweep.intersects {
            continue;
        }
        slid += usize::from(sweep.fraction.is_some());
        let end = motion.as_dvec2() + sweep.correction.as_dvec2();
        let depth = depth_after(&a, &b, end);
        // The gap that it keeps to what it slides along is 2^-18 of its size, and the way a sum of vectors as long as the motion.
        let gap = f64::from(a.bounds().size().max_element()) / (1 << 18) as f64;
        let allowed = tolerance(&a, &b) + f64::from(motion.length()) / (1 << 20) as f64 + gap;
        assert!(depth <= allowed, "{kind}: {depth} deep after {sweep:?} of {motion}");
    }
    assert!(slid > cases(4_000) / 10, "{slid}");
}

#[test]
fn nothing_gets_out_of_a_closed_room() {
    // Four walls, 1 px thick, around 100 by 60 px, with a pillar and a wedge in it.
    let wedge = ConvexPolygon::new(vec![vec2(0.0, 60.0), vec2(0.0, 40.0), vec2(30.0, 60.0)]).expect("a wedge");
    let room = hull(vec![
        slab(-1.0, -1.0, 102.0, 1.0),
        slab(-1.0, 60.0, 102.0, 1.0),
        slab(-1.0, -1.0, 1.0, 62.0),
        slab(100.0, -1.0, 1.0, 62.0),
        slab(60.0, 20.0, 4.0, 20.0),
        wedge,
    ]);
    for (_, mut rng) in each_case(517, cases(4_000)) {
        let body = match rng.u8(..3) {
            0 => Hull::from(settled(&usual(&mut rng))),
            1 => corner(8.0, 2.0),
            _ => cup(vec2(4.0, 5.0), 1.0),
        };
        let place = vec2(10.0 + 70.0 * rng.f32(), 5.0 + 40.0 * rng.f32()) - body.bounds().min;
        let body = placed(&body, place);
        if collide::intersects(&body, &room) || body.bounds().max.x > 99.0 || body.bounds().max.y > 59.0 {
            continue;
        }
        let speed = 30.0 * 10_f32.powi(rng.i32(0..6));
        let motion = vector(&mut rng, speed);
        let sweep = collide::sweep(&body, &room, motion);
        let end = motion.as_dvec2() + sweep.correction.as_dvec2();
        let (min, max) = (body.bounds().min.as_dvec2() + end, body.bounds().max.as_dvec2() + end);
        let allowed = 1e-3 + f64::from(speed) / (1 << 19) as f64;
        let inside = min.min_element() >= -allowed && max.x <= 100.0 + allowed && max.y <= 60.0 + allowed;
        assert!(inside, "{motion} led from {place} to {min}..{max} by {sweep:?}");
        assert!(depth_after(&body, &room, end) <= allowed, "{motion} from {place} led into something: {sweep:?}");
    }
}

#[test]
fn a_body_slides_along_one_wall_into_the_other() {
    let walls = corner(40.0, 8.0);
    let body = slab(20.0, 10.0, 4.0, 4.0);
    // Down and to the left, it meets the floor after 18 px and then the wall after 12.
    let motion = vec2(-50.0, 100.0);
    let sweep = collide::sweep(&Hull::from(body.clone()), &walls, motion);
    assert_eq!((sweep.fraction, sweep.normal), (Some(0.18), vec2(0.0, -1.0)));
    let end = sweep.slide(motion);
    assert!((end - vec2(-12.0, 18.0)).length() < 1e-3, "{end}");
    // The other way around it is the walls that move.
    let back = collide::sweep(&walls, &body, -motion);
    assert!((back.slide(-motion) - vec2(12.0, -18.0)).length() < 1e-3, "{back:?}");
    // In a notch it stays where it met both sides.
    let notch = hull(vec![
        ConvexPolygon::new(vec![vec2(-40.0, -40.0), vec2(0.0, 0.0), vec2(-40.0, 0.0)]).expect("its left side"),
        ConvexPolygon::new(vec![vec2(40.0, -40.0), vec2(40.0, 0.0), vec2(0.0, 0.0)]).expect("its right side"),
    ]);
    let body = slab(-6.0, -50.0, 4.0, 4.0);
    let motion = vec2(0.0, 100.0);
    let end = collide::sweep(&body, &notch, motion).slide(motion);
    assert!((end - vec2(4.0, 44.0)).length() < 1e-2, "{end}");
}

#[test]
fn nothing_tunnels_through_a_hull_at_any_speed() {
    // A fence of thin boards that overlap a little.
    let fence = hull((0..50).map(|board| slab(0.0, board as f32 * 10.0 - 250.0, 0.5, 10.5)).collect());
    let mut upright = 0;
    for (case, mut rng) in each_case(518, cases(1_600)) {
        let bullet = Hull::from(&star(&mut rng, 2.0)).translated((-5.0 - rng.f32() * 50.0, within(&mut rng, 100.0)));
        let speed = 100.0 * 10_f32.powi((case % 6) as i32);
        let motion = vec2(speed, within(&mut rng, speed));
        let sweep = collide::sweep(&bullet, &fence, motion);
        let time = sweep.fraction.unwrap_or_else(|| panic!("{motion} goes through"));
        // A step of the time is so long at such speeds that the corner of the next board may seem to come first.
        assert!(sweep.normal.x < 0.0, "{motion}: {sweep:?}");
        upright += usize::from(sweep.normal == vec2(-1.0, 0.0));
        let tip = bullet.bounds().max.x + motion.x * time;
        assert!(tip.abs() <= 1e-3 + speed / (1 << 20) as f32, "{tip} after {motion}");
        let end = bullet.bounds().max.x + sweep.slide(motion).x;
        assert!(end <= 1e-3 + speed / (1 << 19) as f32, "{end} after {motion}");
    }
    assert!(upright > cases(1_600) * 9 / 10, "{upright}");
}
