//! Traces: the steps of a ray on its way.

use super::{all_queries, for_each_scene};
use std::fmt::Display;
use tileray::glam::{IVec2, ivec2};
use tileray::raycast::{RayTrace, TraceLevel, TraceOutcome};
use tileray::{Ray, SolidityMap, Terrain, Traversal};

/// Fails unless what was tested and skipped covers the ray's walk up to the hit, once and in order.
fn assert_covers(terrain: &Terrain, ray: &Ray, traversal: Traversal, trace: &RayTrace, context: impl Display) {
    let line = match traversal {
        Traversal::Exact => {
            reference::exact::pixels(reference::exact::snapped(ray.origin()), reference::exact::snapped(ray.end()))
        }
        _ => reference::line(reference::pixel_of(ray.origin()), reference::pixel_of(ray.end())),
    };
    let mut next = 0;
    for step in &trace.steps {
        if step.outcome == TraceOutcome::Entered {
            assert!(step.rect.contains(line[next]), "{step:?} entered before it was reached, {context}");
            continue;
        }
        let begin = next;
        while next < line.len() && step.rect.contains(line[next]) {
            let is_solid = terrain.is_solid(line[next]);
            assert_eq!(is_solid, step.outcome == TraceOutcome::Solid, "{step:?} at {}, {context}", line[next]);
            next += 1;
        }
        assert!(next > begin, "{step:?} is not on the line where it comes, {context}");
        assert_eq!(step.level == TraceLevel::Pixel, step.outcome != TraceOutcome::Skipped, "{step:?}, {context}");
        assert_eq!(step.level == TraceLevel::Outside, !terrain.bounds().contains(line[begin]), "{step:?}, {context}");
    }
    match trace.hit {
        Some(hit) => assert_eq!(line[next - 1], hit.pixel(), "{context}"),
        None => assert_eq!(next, line.len(), "{context}"),
    }
}

#[test]
fn the_hit_is_that_of_the_cast_and_the_steps_cover_the_line() {
    for_each_scene(501, reference::cases(8_000), |terrain, ray, context| {
        for (query, traversal, _) in all_queries(terrain) {
            let trace = query.raycast_traced(ray);
            assert_eq!(trace.hit, query.raycast(ray), "{query:?}, {context}");
            assert_covers(terrain, ray, traversal, &trace, context);
        }
    });
}

#[test]
fn empty_squares_are_skipped_at_the_highest_level() {
    let terrain = Terrain::from_solidity(&SolidityMap::from_fn(9000, 300, |x, y| (x, y) == (8500, 5)));
    let trace = terrain.query().raycast_traced(&Ray::between((-50.5, 5.5), (8999.5, 5.5)));
    let count =
        |level, outcome| trace.steps.iter().filter(|step| (step.level, step.outcome) == (level, outcome)).count();
    assert_eq!(trace.hit.map(|hit| hit.pixel()), Some(ivec2(8500, 5)));
    assert_eq!(count(TraceLevel::Outside, TraceOutcome::Skipped), 1);
    // Regions of 4096: two empty, the third entered; its block 1 entered; there brick 3; there pixel 4.
    for (level, skipped) in [(TraceLevel::Region, 2), (TraceLevel::Block, 1), (TraceLevel::Brick, 3)] {
        let found = [TraceOutcome::Skipped, TraceOutcome::Entered].map(|outcome| count(level, outcome));
        assert_eq!(found, [skipped, 1], "{level:?}");
    }
    assert_eq!((count(TraceLevel::Pixel, TraceOutcome::Free), count(TraceLevel::Pixel, TraceOutcome::Solid)), (4, 1));
}

#[test]
fn rays_that_never_enter_the_terrain_are_one_step() {
    let terrain = Terrain::from_solidity_at(&SolidityMap::from_fn(64, 64, |_, _| true), IVec2::ZERO).expect("a mask");
    for (from, to) in [((-10.0, -5.0), (2e6, -4.0)), ((70.0, 5.0), (900.0, 5.0)), ((-9.5, 70.5), (90.5, 64.5))] {
        let trace = terrain.query().raycast_traced(&Ray::between(from, to));
        assert_eq!(trace.hit, None);
        assert_eq!(trace.steps.iter().map(|step| step.level).collect::<Vec<_>>(), [TraceLevel::Outside]);
    }
}
