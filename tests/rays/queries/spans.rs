//! Spans, exits, and leaving what a ray begins in.

use super::runs::{PlainExit, PlainSpan, runs};
use super::{all_queries, for_each_scene, rays_that_are_not_valid};
use reference::each_case;
use reference::{self, PlainHit, scenes};
use tileray::glam::{IVec2, dvec2, ivec2};
use tileray::{Ray, SimdLevel, SolidityMap, Terrain, Traversal};

fn assert_equals_reference(terrain: &Terrain, ray: &Ray, traversal: Traversal, context: &str) {
    let context = format!("{traversal:?}, {context}");
    let expected = runs(|pixel| terrain.is_solid(pixel), ray, traversal);
    let from_open = usize::from(expected.first().is_some_and(|first| first.enter.inside));
    let hit = terrain.query().traversal(traversal);
    let leave = hit.leave_start();

    let found: Vec<PlainSpan> = hit.raycast_spans(ray).map(PlainSpan::from).collect();
    assert_eq!(found, expected, "spans, {context}");
    let left: Vec<PlainSpan> = leave.raycast_spans(ray).map(PlainSpan::from).collect();
    assert_eq!(left, expected[from_open..], "spans after leaving, {context}");

    let exit = expected[..from_open].first().and_then(|first| first.exit);
    for query in [hit, leave] {
        assert_eq!(query.raycast_exit(ray).map(PlainExit::from), exit, "exit, {context}");
    }
    for (query, expected) in [(hit, expected.first()), (leave, expected.get(from_open))] {
        let found = query.raycast(ray);
        assert_eq!(found.map(PlainHit::from), expected.map(|span| span.enter), "{query:?}, {context}");
        assert_eq!(found, query.raycast_spans(ray).next().map(|span| span.enter), "{query:?}, {context}");
    }
}

#[test]
fn spans_exits_and_hits_equal_the_reference() {
    for_each_scene(101, reference::cases(10_000), |terrain, ray, context| {
        assert_equals_reference(terrain, ray, Traversal::Bresenham, context);
        assert_equals_reference(terrain, ray, Traversal::Exact, context);
    });
}

#[test]
fn every_set_of_vector_instructions_gives_the_same_spans() {
    for_each_scene(103, reference::cases(3_000), |terrain, ray, context| {
        for traversal in [Traversal::Bresenham, Traversal::Exact] {
            let query = terrain.query().traversal(traversal);
            let spans = |simd| query.simd(simd).raycast_spans(ray).collect::<Vec<_>>();
            let expected = spans(SimdLevel::Best);
            for level in SimdLevel::ALL {
                assert_eq!(spans(level), expected, "{level:?}, {traversal:?}, {context}");
            }
        }
    });
}

#[test]
fn rays_longer_than_fixed_point_serves_have_the_same_spans() {
    for (case, mut rng) in each_case(104, reference::cases(48).min(1_000)) {
        let kind = scenes::KINDS[case % scenes::KINDS.len()];
        let mask = scenes::mask(kind, &mut rng);
        let corner = ivec2(rng.i32(-900..900), rng.i32(-900..900));
        let terrain = Terrain::from_solidity_at(&mask, corner).expect("a small mask");
        let size = mask.size().as_dvec2();
        let inside = corner.as_dvec2() + dvec2(rng.f64() * size.x, rng.f64() * size.y);
        let way = dvec2(rng.f64() - 0.5, rng.f64() - 0.5).normalize() * f64::from(1 << 21);
        let ray = Ray::between_f64(inside, inside + way);
        assert_long_exact_spans(&terrain, &ray, &format!("case {case}: {ray:?}"));
        // Near the terrain, which is all that the reference walks, a pixel is solid or not; beyond it none is.
        let (a, b) = (reference::pixel_of(ray.origin()), reference::pixel_of(ray.end()));
        let near = (0..400).map(|step| reference::line_pixel(a, b, step).0).collect::<Vec<_>>();
        let solid: Vec<bool> = near.iter().map(|&pixel| terrain.is_solid(pixel)).collect();
        let starts = |index: &usize| solid[*index] && (*index == 0 || !solid[index - 1]);
        let enters: Vec<IVec2> = (0..near.len()).filter(starts).map(|index| near[index]).collect();
        let ends = |index: &usize| !solid[*index] && solid[index - 1];
        let exits: Vec<Option<IVec2>> = (1..near.len()).filter(ends).map(|index| Some(near[index])).collect();
        let found: Vec<_> = terrain.query().raycast_spans(&ray).collect();
        assert_eq!(found.iter().map(|span| span.enter.pixel()).collect::<Vec<_>>(), enters, "case {case}: {ray:?}");
        let found: Vec<_> = found.iter().map(|span| span.exit.map(|exit| exit.pixel())).collect();
        assert_eq!(found, exits, "case {case}: {ray:?}");
    }
}

/// Against the walk up to the first pixel that is far outside.
fn assert_long_exact_spans(terrain: &Terrain, ray: &Ray, context: &str) {
    let mut near = Vec::new();
    let (from, to) = (reference::exact::snapped(ray.origin()), reference::exact::snapped(ray.end()));
    reference::exact::walk(from, to, |visit| {
        near.push((visit.pixel, visit.way));
        near.len() > 600
    });
    let (mut enters, mut exits, mut is_inside) = (Vec::new(), Vec::new(), false);
    for (index, &(pixel, _)) in near.iter().enumerate() {
        let is_across =
            |ahead: usize| near.get(index + ahead).is_some_and(|next| next.1 == reference::exact::Way::Corner);
        let is_passed = !(is_across(1) || is_across(2)) || is_across(0);
        match (terrain.is_solid(pixel), is_inside) {
            (true, false) => enters.push(pixel),
            (false, true) if is_passed => exits.push(pixel),
            _ => continue,
        }
        is_inside = !is_inside;
    }
    let found: Vec<_> = terrain.query().exact().raycast_spans(ray).collect();
    assert_eq!(found.iter().map(|span| span.enter.pixel()).collect::<Vec<_>>(), enters, "{context}");
    assert_eq!(
        found.iter().filter_map(|span| span.exit).map(|exit| exit.pixel()).collect::<Vec<_>>(),
        exits,
        "{context}"
    );
}

#[test]
fn what_is_not_a_ray_meets_nothing() {
    let terrain = Terrain::from_solidity(&SolidityMap::from_fn(32, 32, |_, _| true));
    for ray in rays_that_are_not_valid() {
        for (query, ..) in all_queries(&terrain) {
            assert_eq!(query.raycast(&ray), None);
            assert_eq!(query.raycast_exit(&ray), None);
            assert_eq!(query.raycast_spans(&ray).next(), None);
        }
    }
}
