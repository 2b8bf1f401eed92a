//! Box2D v3: the closest ray hit in a world of static boxes.

use crate::race::whole;
use crate::rays::answer::Answer;
use crate::rays::caster::{RayCaster, Rule};
use boxdd::{Position, QueryFilter, Vec2, World};
use std::hint::black_box;
use tileray::Ray;

/// The caster of rays in a world, in its own form.
pub(super) fn caster<'a>(world: &'a World, rays: &[Ray]) -> RayCaster<'a> {
    let query = |ray: &Ray| {
        let (origin, along) = (ray.origin().as_vec2(), (ray.end() - ray.origin()).as_vec2());
        (Position::new(origin.x, origin.y), Vec2::new(along.x, along.y))
    };
    let queries: Vec<(Position, Vec2)> = rays.iter().map(query).collect();
    let lengths: Vec<f32> = rays.iter().map(|ray| ray.length() as f32).collect();
    let ask = move |fractions: &mut [Option<f32>]| {
        let query = world.query().expect("a world that may be asked");
        for (&(origin, translation), fraction) in black_box(&queries[..fractions.len()]).iter().zip(fractions) {
            let hit = query.cast_ray_closest(origin, translation, QueryFilter::default());
            *fraction = hit.expect("a finite ray").map(|hit| hit.fraction);
        }
    };
    let read = move |index: usize, fraction: &Option<f32>| {
        fraction.map_or(Answer::Free, |fraction| Answer::Distance(fraction * lengths[index]))
    };
    (Rule::Real, whole("box2d", vec![None; rays.len()], ask, read))
}
