//! The runs of solid pixels along a ray, by the definitions.

use reference::{PlainHit, exact, hit_at, line, pixel_of};
use tileray::glam::{IVec2, Vec2};
use tileray::raycast::{RayExit, RaySpan};
use tileray::{Ray, Traversal};

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
            let here = hit_at(&is_solid, ray, step as i128);
            // The ray the other way, which meets the same pixels, enters where this one comes out.
            let back = hit_at(&is_solid, &Ray::between_f64(ray.end(), ray.origin()), (pixels.len() - step) as i128);
            assert_eq!((back.pixel, back.previous), (pixels[step - 1], Some(pixel)));
            runs.last_mut().expect("a run that has begun").exit = Some(PlainExit {
                pixel,
                previous: pixels[step - 1],
                point: here.point,
                distance: here.distance,
                fraction: here.fraction,
                normal: back.normal,
            });
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
    let back = visits(to, from);
    let mut runs: Vec<PlainSpan> = Vec::new();
    let mut is_inside = false;
    for (visit, is_passed) in visits(from, to) {
        let is_solid_here = is_solid(visit.pixel);
        if is_solid_here && !is_inside {
            runs.push(PlainSpan { enter: exact::describe(from, to, visit), exit: None });
            is_inside = true;
        }
        if !is_solid_here && is_inside && is_passed {
            let here = exact::describe(from, to, visit);
            // What the ray the other way meets first, from this pixel on.
            let mut before = back.iter().skip_while(|(other, passed)| other.pixel != visit.pixel || !passed);
            let hit = before.find(|(other, _)| is_solid(other.pixel)).expect("what the ray came out of").0;
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
