//! The shortest translation that parts all pieces of two shapes.

use super::hull_shapes::{cup, hull, hulls, slab, turned};
use super::shapes::pair;
use reference::separation::{axes, corners, tolerance};
use reference::{cases, each_case};
use std::collections::BTreeMap;
use tileray::glam::{DVec2, Vec2, vec2};
use tileray::{Hull, collide};

/// For each pair of pieces the half-planes whose common part are the translations at which they overlap: those at which
/// `gap + normal·t` is below 0 for all of them.
struct Overlaps(Vec<Vec<(DVec2, f64)>>);

impl Overlaps {
    fn new(a: &Hull, b: &Hull) -> Self {
        let corners = |hull: &Hull| hull.pieces().map(|piece| corners(&piece)).collect::<Vec<_>>();
        let (first, second) = (corners(a), corners(b));
        Self(first.iter().flat_map(|one| second.iter().map(|other| axes(one, other))).collect())
    }

    /// How deep the first shape is in the second after a translation; below 0 they are apart.
    fn depth(&self, t: DVec2) -> f64 {
        let gap = |axes: &Vec<(DVec2, f64)>| {
            axes.iter().map(|(normal, gap)| gap + normal.dot(t)).fold(f64::NEG_INFINITY, f64::max)
        };
        self.0.iter().map(|axes| -gap(axes)).fold(f64::NEG_INFINITY, f64::max)
    }

    /// The length of the shortest translation after which they are no deeper than `allowed`, out of all that may be: to
    /// each border, and to where two of them cross.
    fn shortest(&self, allowed: f64) -> f64 {
        let lines: Vec<_> = self.0.iter().flatten().copied().collect();
        let mut places: Vec<DVec2> = lines.iter().map(|&(normal, gap)| normal * -gap).collect();
        for (index, &(n, gap)) in lines.iter().enumerate() {
            for &(m, other_gap) in &lines[..index] {
                let cross = n.perp_dot(m);
                if cross.abs() > 1e-9 {
                    // n·t = -gap and m·t = -other_gap, by Cramer's rule.
                    places.push(DVec2::new(n.y * other_gap - m.y * gap, m.x * gap - n.x * other_gap) / cross);
                }
            }
        }
        places.sort_by(|a, b| a.length_squared().total_cmp(&b.length_squared()));
        let first = places.into_iter().find(|&place| self.depth(place) <= allowed);
        first.expect("the longest leads out").length()
    }
}

#[test]
fn all_of_the_shapes_is_parted_and_nothing_shorter_does() {
    let mut seen: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
    for (case, mut rng) in each_case(501, cases(1_600)) {
        let (a, b, kind) = hulls(&mut rng);
        let found = collide::mtv(&a, &b);
        assert_eq!(found.is_some(), collide::intersects(&a, &b), "{kind}");
        seen.entry(kind).or_default()[usize::from(found.is_some())] += 1;
        let Some(found) = found else { continue };
        let overlaps = Overlaps::new(&a, &b);
        let allowed = tolerance(&a, &b);
        let (way, length) = (found.as_dvec2(), found.as_dvec2().length());
        let after = overlaps.depth(way);
        assert!(after <= allowed, "{kind}: {after} deep after {found}");
        // All around, at all lengths below: where one is apart by more than rounding, it is a shorter way.
        for direction in 0..48 {
            let angle = f64::from(direction) / 48.0 * std::f64::consts::TAU;
            for part in 1..12 {
                let place = DVec2::new(angle.cos(), angle.sin()) * length * f64::from(part) / 12.2;
                let depth = overlaps.depth(place);
                assert!(depth >= -allowed, "{kind}: {place} is {} apart, sooner than {found}", -depth);
            }
        }
        let almost = overlaps.depth(way * 0.99);
        assert!(almost >= -allowed, "{kind}: {almost} deep after 0.99 of {found}");
        // It is the nearest of all borders and crossings; for time, not of too many.
        if case % 8 == 0 && overlaps.0.iter().map(Vec::len).sum::<usize>() <= 300 {
            // Where pieces count as apart is a matter of rounding, between these two.
            let (loose, strict) = (overlaps.shortest(allowed), overlaps.shortest(allowed * 1e-6));
            assert!(length >= loose - allowed, "{kind}: {found} where nothing below {loose} parts");
            assert!(length <= strict + allowed, "{kind}: {found} for {strict}");
        }
    }
    for (kind, [apart, overlapping]) in seen {
        assert!(
            (kind == "identical" || apart > cases(1_600) / 400) && overlapping > cases(1_600) / 80,
            "{kind}: {apart}, {overlapping}"
        );
    }
}

#[test]
fn convex_shapes_are_parted_by_their_contact() {
    for (_, mut rng) in each_case(503, cases(8_000)) {
        let (a, b, kind) = pair(&mut rng);
        let mtv = collide::contact(&a, &b).map(|contact| contact.mtv());
        let (one, other) = (Hull::from(a.clone()), Hull::from(b.clone()));
        assert_eq!(collide::mtv(&one, &other), mtv, "{kind}");
        // The same shape twice is parted as it is once, by the search.
        let Some(mtv) = mtv else { continue };
        let twice = hull(vec![a.clone(), a.clone()]);
        let found = collide::mtv(&twice, &other).expect("it overlaps");
        let allowed = tolerance(&a, &b);
        let (found, mtv) = (found.as_dvec2().length(), mtv.as_dvec2().length());
        assert!((found - mtv).abs() <= allowed, "{kind}: {found} for {mtv}");
    }
}

#[test]
fn what_fits_a_notch_exactly_goes_into_it() {
    // A peg of two pieces over a hollow that is just as wide, a pixel too far to the right.
    let hollow = cup(vec2(8.0, 12.0), 6.0);
    let peg = hull(vec![slab(1.0, 3.0, 8.0, 4.0), slab(3.0, -7.0, 4.0, 10.0)]);
    assert_eq!(collide::mtv(&peg, &hollow), Some(vec2(-1.0, 0.0)));
    // Turned, it does so but for rounding.
    for turn in 1..40 {
        let angle = turn as f32 * 0.157;
        let (turned_peg, turned_hollow) = (turned(&peg, angle), turned(&hollow, angle));
        let found = collide::mtv(&turned_peg, &turned_hollow).expect("they overlap");
        let expected = Vec2::new(-angle.cos(), -angle.sin());
        assert!((found - expected).length() < 1e-4, "{turn}: {found} for {expected}");
    }
}

#[test]
fn ties_go_up() {
    let cross = hull(vec![slab(-10.0, -3.0, 20.0, 6.0), slab(-3.0, -10.0, 6.0, 20.0)]);
    let dot = Hull::from(slab(-1.0, -1.0, 2.0, 2.0));
    // Out of the middle into one of the four inner corners: none is shorter, so the one up and to the left.
    assert_eq!(collide::mtv(&dot, &cross), Some(vec2(-4.0, -4.0)));
    let bar = hull(vec![slab(-20.0, -2.0, 20.0, 4.0), slab(0.0, -2.0, 20.0, 4.0)]);
    assert_eq!(collide::mtv(&dot, &bar), Some(vec2(0.0, -3.0)));
}

#[test]
fn moving_both_changes_nothing() {
    for (_, mut rng) in each_case(505, cases(2_000)) {
        let (a, b, kind) = hulls(&mut rng);
        let Some(found) = collide::mtv(&a, &b) else { continue };
        // Whole numbers, as far as those of these sizes can still tell hulls' frames apart.
        let offset = vec2(rng.i32(-500..500) as f32, rng.i32(-500..500) as f32);
        let moved = collide::mtv(&a.translated(offset), &b.translated(offset));
        assert_eq!(moved, Some(found), "{kind}");
    }
}

#[test]
fn hulls_of_many_pieces_are_parted() {
    let grid = |count: usize, step: f32, size: f32| {
        let at = |index: usize| slab((index % count) as f32 * step, (index / count) as f32 * step, size, size);
        hull((0..count * count).map(at).collect())
    };
    // 12 by 12 boxes with gaps between them against 12 by 12 that just fit those: 20,736 pairs.
    let (boxes, others) = (grid(12, 10.0, 5.0), grid(12, 10.0, 5.0));
    assert_eq!(collide::mtv(&boxes, &others), Some(vec2(0.0, -5.0)));
    assert_eq!(collide::mtv(&boxes.translated((1.0, 2.0)), &others), Some(vec2(0.0, 3.0)));
    // Boxes that are too large for the gaps have to leave all of the grid.
    let far = collide::mtv(&grid(12, 10.0, 6.0).translated((0.0, -50.0)), &others).expect("they overlap");
    assert_eq!(far, vec2(0.0, -66.0));
}

#[test]
fn a_piece_that_is_nowhere_does_not_keep_the_others_from_being_parted() {
    for value in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        for offset in [vec2(value, 0.0), vec2(0.0, value), vec2(value, value)] {
            let one = hull(vec![slab(0.0, 0.0, 4.0, 4.0), slab(2.0, 0.0, 9.0, 4.0).translated(offset)]);
            assert_eq!(collide::mtv(&one, &hull(vec![slab(1.0, 3.0, 2.0, 9.0); 2])), Some(vec2(0.0, -1.0)));
        }
    }
    // As far out as there are numbers.
    for size in [5e17_f32, 1e-30] {
        let huge = hull(vec![slab(0.0, 0.0, size, size), slab(size * 0.5, 0.0, size, size)]);
        assert_eq!(collide::mtv(&huge, &huge), Some(vec2(0.0, -size)));
    }
}
