//! Spans, exits, and leaving what a ray begins in, against the runs of solid pixels along a ray, by the definitions.

use super::layers::assert_equals_reference;
use super::{all_queries, for_each_scene};
use reference::scenes::{self, Scene};
use reference::{self, PlainHit, each_case, exact, hit_at, line, on_face, pixel_of};
use tileray::glam::{IVec2, Vec2, dvec2};
use tileray::raycast::{RayExit, RaySpan};
use tileray::{Ray, Traversal};

#[test]
fn spans_exits_and_hits_equal_the_reference() {
    for_each_scene(101, reference::cases(10_000), |terrain, ray, context| {
        for (query, traversal, leaves) in all_queries(terrain) {
            let layer = |pixel| terrain.is_solid(pixel).then_some(0);
            assert_equals_reference(query, layer, ray, (traversal, leaves), context);
        }
    });
}

/// A ray that is as many times longer, by a whole number of pixels on both axes, has the same line.
#[test]
fn rays_longer_than_fixed_point_serves_have_the_same_spans() {
    for (case, mut rng) in each_case(104, reference::cases(48).min(1_000)) {
        let scene = Scene::within(900, scenes::mask_in_turn(case, &mut rng), &mut rng);
        let inside = scene.corner.as_dvec2() + dvec2(rng.f64(), rng.f64()) * scene.mask.size().as_dvec2();
        let from = (inside * 256.0).round() / 256.0;
        // Out of the scene, by up to 512 pixels.
        let way = dvec2(rng.i32(130..=512).into(), rng.i32(-512..=512).into());
        let way = [way, -way, dvec2(way.y, way.x), dvec2(-way.y, -way.x)][case % 4];
        for traversal in [Traversal::Bresenham, Traversal::Exact] {
            let spans = |length: f64| {
                let ray = Ray::between_f64(from, from + way * length);
                let spans = scene.terrain.query().traversal(traversal).raycast_spans(&ray);
                let exit = |exit: RayExit| (exit.pixel(), exit.previous(), exit.normal());
                let span = |span: RaySpan| (span.enter.pixel(), span.enter.normal(), span.exit.map(exit));
                spans.map(span).collect::<Vec<_>>()
            };
            assert_eq!(spans(f64::from(1 << 14)), spans(1.0), "{scene}, {from} by {way}, {traversal:?}");
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
