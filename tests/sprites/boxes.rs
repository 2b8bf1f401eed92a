//! Pairs of boxes, against a loop over all pairs.

use fastrand::Rng;
use reference::pairs::all_pairs;
use reference::{cases, each_case};
use tileray::glam::{Vec2, vec2};
use tileray::sprite::BroadPhase;
use tileray::{Aabb, Ray};

/// Boxes of one of many kinds, and its name.
fn scene(rng: &mut Rng, kind: usize, count: usize) -> (Vec<Aabb>, &'static str) {
    let side = (count as f32).sqrt() * 24.0;
    let sized = |corner: Vec2, size: Vec2| Aabb::new(corner, corner + size);
    let anywhere = |rng: &mut Rng| (vec2(rng.f32(), rng.f32()) - 0.5) * side;
    match kind {
        0 => ((0..count).map(|_| sized(anywhere(rng), Vec2::splat(16.0))).collect(), "uniform"),
        1 => {
            let centers: Vec<_> = (0..3).map(|_| anywhere(rng) * 50.0).collect();
            let near = |rng: &mut Rng| centers[rng.usize(..3)] + anywhere(rng) * rng.f32() * 0.3;
            ((0..count).map(|_| sized(near(rng), vec2(8.0 + 8.0 * rng.f32(), 16.0))).collect(), "clustered")
        }
        2 => {
            let size = |rng: &mut Rng| vec2(rng.f32(), rng.f32()) * 4.0_f32.powi(rng.i32(0..8));
            ((0..count).map(|_| sized(anywhere(rng), size(rng))).collect(), "of all sizes")
        }
        3 => {
            let giant = |rng: &mut Rng| if rng.u8(..20) == 0 { 1e4 * rng.f32() } else { 16.0 };
            ((0..count).map(|_| sized(anywhere(rng), Vec2::splat(giant(rng)))).collect(), "giants among small ones")
        }
        4 => {
            // Whole coordinates and sizes, so that many touch, and many have no width or height.
            let whole = |rng: &mut Rng, most: i32| vec2(rng.i32(0..most) as f32, rng.i32(0..most) as f32);
            let reach = (side / 4.0) as i32 + 2;
            ((0..count).map(|_| sized(whole(rng, reach) * 4.0, whole(rng, 4) * 4.0)).collect(), "on a lattice")
        }
        5 => {
            let size = Vec2::splat(2.0_f32.powi(rng.i32(-3..6)));
            let corner = anywhere(rng);
            ((0..count).map(|_| sized(corner, size)).collect(), "identical")
        }
        6 => {
            let offset = vec2(rng.f32() - 0.5, rng.f32() - 0.5) * 2.0_f32.powi(rng.i32(10..40));
            ((0..count).map(|_| sized(offset + anywhere(rng), Vec2::splat(16.0))).collect(), "far away")
        }
        7 => {
            let odd = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, f32::MIN, 0.0, -0.0, f32::MIN_POSITIVE];
            let number = |rng: &mut Rng| if rng.u8(..4) == 0 { odd[rng.usize(..odd.len())] } else { rng.f32() * side };
            let corner = |rng: &mut Rng| vec2(number(rng), number(rng));
            // Every other one the right way round.
            let any = |rng: &mut Rng| match (corner(rng), corner(rng), rng.bool()) {
                (a, b, true) => Aabb::new(a.min(b), a.max(b)),
                (a, b, false) => Aabb::new(a, b),
            };
            ((0..count).map(|_| any(rng)).collect(), "of odd numbers")
        }
        8 => {
            let across = rng.bool();
            let along = |rng: &mut Rng| vec2(rng.f32() * side * 20.0, rng.f32() * 20.0);
            let place = |rng: &mut Rng| if across { along(rng) } else { along(rng).perp() };
            ((0..count).map(|_| sized(place(rng), Vec2::splat(16.0))).collect(), "in a line")
        }
        9 => {
            // Steps of powers of two, that of the table of cells among them.
            let step = 2.0_f32.powi(rng.i32(4..12)) * if rng.bool() { 1.25 } else { 1.0 };
            let place = |rng: &mut Rng| vec2(rng.i32(-9..9) as f32, rng.i32(-9..9) as f32) * step;
            ((0..count).map(|_| sized(place(rng) + anywhere(rng) * 0.02, Vec2::splat(16.0))).collect(), "in steps")
        }
        _ => {
            let tiny = 2.0_f32.powi(rng.i32(-140..-100));
            let place = |rng: &mut Rng| anywhere(rng) * tiny;
            ((0..count).map(|_| sized(place(rng), Vec2::splat(16.0 * tiny))).collect(), "tiny")
        }
    }
}

#[test]
fn pairs_are_those_of_all_pairs_in_their_order() {
    // Kept from case to case, as from frame to frame.
    let mut broad_phase = BroadPhase::new();
    let mut pairs = vec![(7, 7)];
    let mut found = [0_usize; 11];
    for (case, mut rng) in each_case(610, cases(110_000)) {
        let kind = case % found.len();
        let count = match rng.u8(..64) {
            0 => rng.usize(..300),
            1..8 => rng.usize(..80),
            _ => rng.usize(..20),
        };
        let (boxes, name) = scene(&mut rng, kind, count);
        broad_phase.pairs(&boxes, &mut pairs);
        let expected = all_pairs(&boxes);
        assert_eq!(pairs, expected, "{count} boxes {name}\n{boxes:?}");
        found[kind] += pairs.len();
    }
    assert!(found.iter().all(|&found| found > 0), "{found:?}");
}

#[test]
fn pairs_of_many_boxes_are_those_of_all_pairs() {
    let mut rng = Rng::with_seed(611);
    let mut broad_phase = BroadPhase::new();
    let mut pairs = Vec::new();
    for kind in 0..11 {
        let count = if kind == 5 { 300 } else { 2000 };
        let (boxes, name) = scene(&mut rng, kind, count);
        broad_phase.pairs(&boxes, &mut pairs);
        assert!(pairs == all_pairs(&boxes), "{count} boxes {name}");
        assert!(!pairs.is_empty(), "{name}");
    }
}

/// The fraction of a ray before it enters a box, by halving: of the longest part before which no point lies in the box.
fn enters(aabb: &Aabb, ray: &Ray) -> Option<f64> {
    let has_inside = aabb.min.x < aabb.max.x && aabb.min.y < aabb.max.y;
    // How far outside a point is, a convex function along the ray.
    let outside = |time: f64| {
        let point = ray.origin() + (ray.end() - ray.origin()) * time;
        let (min, max) = (aabb.min.as_dvec2(), aabb.max.as_dvec2());
        (min - point).max(point - max).max_element()
    };
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..100 {
        let (first, second) = (low + (high - low) * 0.381_966, low + (high - low) * 0.618_034);
        if outside(first) <= outside(second) { high = second } else { low = first }
    }
    let deepest = [0.0, low, high, 1.0].into_iter().min_by(|&a, &b| outside(a).total_cmp(&outside(b)))?;
    if !has_inside || outside(deepest) > 1e-6 {
        return None;
    }
    let (mut apart, mut within) = (0.0, deepest);
    for _ in 0..60 {
        let middle = 0.5 * (apart + within);
        if outside(middle) <= 0.0 { within = middle } else { apart = middle }
    }
    Some(if outside(0.0) <= 0.0 { 0.0 } else { within })
}

#[test]
fn a_ray_of_no_length_meets_boxes_that_touch_it_at_the_origin_too() {
    for at in [vec2(0.0, 0.0), vec2(40.0, -24.0)] {
        let corners = [vec2(0.0, 0.0), vec2(-8.0, 0.0), vec2(0.0, -8.0), vec2(-8.0, -8.0), vec2(1.0, 0.0)];
        let boxes = corners.map(|corner| Aabb::new(at + corner, at + corner + 8.0));
        let (mut broad_phase, mut found) = (BroadPhase::new(), Vec::new());
        broad_phase.rebuild(&boxes);
        broad_phase.on_ray(&Ray::between(at, at), &mut found);
        assert_eq!(found, [0, 1, 2, 3], "at {at}");
    }
}

#[test]
fn queries_see_updated_boxes_and_rays_meet_those_in_their_way() {
    let mut broad_phase = BroadPhase::new();
    let (mut in_box, mut on_ray) = (0, 0);
    for (case, mut rng) in each_case(612, cases(6_000)) {
        // Kinds without coordinates that are not finite, far away or tiny.
        let kind = [0, 1, 2, 3, 4, 5, 8][case % 7];
        let count = rng.usize(1..40);
        let (mut boxes, name) = scene(&mut rng, kind, count);
        broad_phase.rebuild(&boxes);
        for _ in 0..rng.usize(..12) {
            let index = rng.usize(..count);
            let step = vec2(rng.f32() - 0.5, rng.f32() - 0.5) * [1.0, 40.0, 2000.0][rng.usize(..3)];
            boxes[index] = match rng.u8(..8) {
                0 => Aabb::new(Vec2::splat(f32::NAN), Vec2::ONE),
                1 => boxes[rng.usize(..count)],
                2 => boxes[index].grown(rng.f32() * 100.0),
                _ => boxes[index].translated(step),
            };
            broad_phase.update(index as u32, &boxes[index]);
        }
        let probe = scene(&mut rng, kind, count).0[0];
        let mut found = Vec::new();
        broad_phase.in_box(&probe, &mut found);
        let overlaps = |aabb: &Aabb| aabb.min.x < aabb.max.x && aabb.min.y < aabb.max.y && aabb.overlaps(&probe);
        let expected: Vec<u32> = (0..count as u32).filter(|&index| overlaps(&boxes[index as usize])).collect();
        assert_eq!(found, expected, "{name}\n{boxes:?}");
        in_box += found.len();

        let corner = |rng: &mut Rng| boxes[rng.usize(..count)].min;
        let ends = [corner(&mut rng), corner(&mut rng)].map(|end| if end.is_finite() { end } else { Vec2::ZERO });
        let ray = Ray::between(ends[0] + vec2(rng.f32(), rng.f32()) * 30.0 - 15.0, ends[1]);
        let mut met = Vec::new();
        broad_phase.on_ray(&ray, &mut met);
        let entries: Vec<_> = boxes.iter().map(|aabb| enters(aabb, &ray)).collect();
        let fraction = |index: u32| entries[index as usize].unwrap_or(f64::INFINITY);
        for index in 0..count as u32 {
            let grown = enters(&boxes[index as usize].grown(1e-3), &ray);
            let shrunk = enters(&boxes[index as usize].grown(-1e-3), &ray);
            let is_met = met.contains(&index);
            assert!(is_met || shrunk.is_none(), "{name}: {index} is missed by {ray:?}\n{boxes:?}");
            assert!(!is_met || grown.is_some(), "{name}: {index} is not met by {ray:?}\n{boxes:?}");
        }
        let slack = 1e-3 / ray.length().max(1.0);
        for pair in met.windows(2) {
            let (one, other) = (fraction(pair[0]), fraction(pair[1]));
            assert!(one.is_infinite() || one <= other + slack, "{name}: {met:?}");
        }
        on_ray += met.len();
    }
    assert!(in_box > cases(6_000) && on_ray > cases(6_000), "{in_box} {on_ray}");
    let mut none = Vec::new();
    broad_phase.on_ray(&Ray::between((f32::NAN, 0.0), (1.0, 1.0)), &mut none);
    assert!(none.is_empty());
}

#[test]
#[should_panic(expected = "no box has index 2: there are 2 boxes")]
fn only_boxes_of_the_last_rebuild_can_be_updated() {
    let mut broad_phase = BroadPhase::new();
    broad_phase.rebuild(&[Aabb::default(); 2]);
    broad_phase.update(2, &Aabb::default());
}
