//! Spans, exits, and leaving what a ray begins in, against the runs of solid pixels along a ray, by the definitions.

use super::{all_queries, for_each_scene, rays_that_are_not_valid};
use reference::scenes::{self, Scene};
use reference::{self, PlainHit, each_case, exact, hit_at, line, line_pixel, on_face, pixel_of};
use std::fmt::Display;
use tileray::glam::{IVec2, Vec2, dvec2};
use tileray::raycast::{RayExit, RaySpan};
use tileray::{Ray, SimdLevel, SolidityMap, Terrain, Traversal};

fn assert_equals_reference(terrain: &Terrain, ray: &Ray, traversal: Traversal, context: impl Display) {
    let context = format_args!("{traversal:?}, {context}");
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
        let scene = Scene::within(900, scenes::mask_in_turn(case, &mut rng), &mut rng);
        let terrain = &scene.terrain;
        let inside = scene.corner.as_dvec2() + dvec2(rng.f64(), rng.f64()) * scene.mask.size().as_dvec2();
        let way = dvec2(rng.f64() - 0.5, rng.f64() - 0.5).normalize() * f64::from(1 << 21);
        let ray = Ray::between_f64(inside, inside + way);
        assert_long_exact_spans(terrain, &ray, format_args!("{ray:?}"));
        // Near the terrain, which is all that the reference walks, a pixel is solid or not; beyond it none is.
        let (a, b) = (pixel_of(ray.origin()), pixel_of(ray.end()));
        let near = (0..400).map(|step| line_pixel(a, b, step).0).collect::<Vec<_>>();
        let solid: Vec<bool> = near.iter().map(|&pixel| terrain.is_solid(pixel)).collect();
        let starts = |index: &usize| solid[*index] && (*index == 0 || !solid[index - 1]);
        let enters: Vec<IVec2> = (0..near.len()).filter(starts).map(|index| near[index]).collect();
        let ends = |index: &usize| !solid[*index] && solid[index - 1];
        let exits: Vec<Option<IVec2>> = (1..near.len()).filter(ends).map(|index| Some(near[index])).collect();
        let found: Vec<_> = terrain.query().raycast_spans(&ray).collect();
        assert_eq!(found.iter().map(|span| span.enter.pixel()).collect::<Vec<_>>(), enters, "{ray:?}");
        let found: Vec<_> = found.iter().map(|span| span.exit.map(|exit| exit.pixel())).collect();
        assert_eq!(found, exits, "{ray:?}");
    }
}

/// Against the walk up to the first pixel that is far outside.
fn assert_long_exact_spans(terrain: &Terrain, ray: &Ray, context: impl Display) {
    let mut near = Vec::new();
    let (from, to) = (exact::snapped(ray.origin()), exact::snapped(ray.end()));
    exact::walk(from, to, |visit| {
        near.push((visit.pixel, visit.way));
        assert_eq!(visit.pair, None, "a ray along a border: {context}");
        near.len() > 600
    });
    let (mut enters, mut exits, mut is_inside) = (Vec::new(), Vec::new(), false);
    for (index, &(pixel, _)) in near.iter().enumerate() {
        let is_across = |ahead: usize| near.get(index + ahead).is_some_and(|next| next.1 == exact::Way::Corner);
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

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PlainSpan {
    pub enter: PlainHit,
    pub exit: Option<PlainExit>,
}

/// The values of an exit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PlainExit {
    pub pixel: IVec2,
    pub previous: IVec2,
    pub point: Vec2,
    pub distance: f32,
    pub fraction: f32,
    pub normal: Vec2,
}

impl From<RayExit> for PlainExit {
    fn from(exit: RayExit) -> Self {
        Self {
            pixel: exit.pixel(),
            previous: exit.previous(),
            point: exit.point(),
            distance: exit.distance(),
            fraction: exit.fraction(),
            normal: exit.normal(),
        }
    }
}

impl From<RaySpan> for PlainSpan {
    fn from(span: RaySpan) -> Self {
        Self { enter: span.enter.into(), exit: span.exit.map(PlainExit::from) }
    }
}

/// All of them, one pixel after the other; for valid rays.
pub(crate) fn runs(is_solid: impl Fn(IVec2) -> bool, ray: &Ray, traversal: Traversal) -> Vec<PlainSpan> {
    if traversal == Traversal::Exact { exact_runs(is_solid, ray) } else { line_runs(is_solid, ray) }
}

fn line_runs(is_solid: impl Fn(IVec2) -> bool, ray: &Ray) -> Vec<PlainSpan> {
    let pixels = line(pixel_of(ray.origin()), pixel_of(ray.end()));
    let mut runs: Vec<PlainSpan> = Vec::new();
    let mut was_solid = false;
    for (step, &pixel) in pixels.iter().enumerate() {
        let is_solid_here = is_solid(pixel);
        if is_solid_here && !was_solid {
            runs.push(PlainSpan { enter: hit_at(&is_solid, ray, step as i128), exit: None });
        }
        if !is_solid_here && was_solid {
            // The ray the other way, which meets the same pixels, enters where this one comes out.
            let back = hit_at(&is_solid, &Ray::between_f64(ray.end(), ray.origin()), (pixels.len() - step) as i128);
            assert_eq!((back.pixel, back.previous), (pixels[step - 1], Some(pixel)));
            let (previous, normal) = (pixels[step - 1], back.normal);
            let (point, distance, fraction) = on_face(ray, previous, normal);
            runs.last_mut().expect("a run that has begun").exit =
                Some(PlainExit { pixel, previous, point, distance, fraction, normal });
        }
        was_solid = is_solid_here;
    }
    runs
}

/// The pixels that are tested between two points, and whether the segment passes through each, or only by at a corner.
fn visits(from: [i128; 2], to: [i128; 2]) -> Vec<(exact::Visit, bool)> {
    let mut visits: Vec<(exact::Visit, bool)> = Vec::new();
    exact::walk(from, to, |visit| {
        if visit.way == exact::Way::Corner {
            visits.iter_mut().rev().take(2).for_each(|(_, is_passed)| *is_passed = false);
        }
        visits.push((visit, true));
        false
    });
    visits
}

fn exact_runs(is_solid: impl Fn(IVec2) -> bool, ray: &Ray) -> Vec<PlainSpan> {
    let (from, to) = (exact::snapped(ray.origin()), exact::snapped(ray.end()));
    let stops = |visit: &exact::Visit| is_solid(visit.pixel) && visit.pair.is_none_or(&is_solid);
    if from == to {
        let hit = exact::raycast(&is_solid, ray);
        return hit.into_iter().map(|enter| PlainSpan { enter, exit: None }).collect();
    }
    let back = visits(to, from);
    let mut runs: Vec<PlainSpan> = Vec::new();
    let mut is_inside = false;
    for (visit, is_passed) in visits(from, to) {
        if stops(&visit) && !is_inside {
            let entered = exact::enter(&is_solid, from, to, visit);
            runs.push(PlainSpan { enter: exact::describe(from, to, entered), exit: None });
            is_inside = true;
        }
        if !is_solid(visit.pixel) && is_inside && is_passed {
            let here = exact::describe(from, to, visit);
            // What the ray the other way meets first, from this pixel on.
            let mut before = back.iter().skip_while(|(other, passed)| other.pixel != visit.pixel || !passed);
            let is_same_side = |other: &exact::Visit| {
                visit.pair.is_none_or(|pair| pair - visit.pixel == other.pair.expect("a pair") - other.pixel)
            };
            let hit =
                before.find(|(other, _)| stops(other) && is_same_side(other)).expect("what the ray came out of").0;
            runs.last_mut().expect("a run that has begun").exit = Some(PlainExit {
                pixel: visit.pixel,
                previous: hit.pixel,
                point: here.point,
                distance: here.distance,
                fraction: here.fraction,
                // Minus zero is zero.
                normal: Vec2::ZERO + exact::describe(to, from, hit).normal,
            });
            is_inside = false;
        }
    }
    runs
}
