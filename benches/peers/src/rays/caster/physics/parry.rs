//! `parry2d`: a set of voxels, and a tree of boxes.

use crate::rays::caster::{RayCaster, Rule, each};
use crate::rays::rivals::Rivals;
use parry2d::math::Vector;
use parry2d::query::{Ray as ParryRay, RayCast};
use tileray::Ray;

/// A ray whose direction is of length 1, and its length: distances are then times of impact.
type Query = (ParryRay, f32);

pub(super) fn casters<'a>(rivals: &'a Rivals, rays: &[Ray]) -> Vec<RayCaster<'a>> {
    let queries = || rays.iter().map(query);
    let voxels = |(ray, length): &Query| rivals.voxels.cast_local_ray(ray, *length, true);
    let tree = |(ray, length): &Query| {
        let cast = |leaf: u32, best| rivals.aabbs[leaf as usize].cast_local_ray(ray, best, true);
        rivals.tree.cast_ray(ray, *length, cast).map(|(_, distance)| distance)
    };
    vec![each("parry2d voxels", Rule::Real, queries(), voxels), each("parry2d boxes", Rule::Real, queries(), tree)]
}

fn query(ray: &Ray) -> Query {
    let direction = ((ray.end() - ray.origin()) / ray.length()).as_vec2();
    let origin = ray.origin().as_vec2();
    (ParryRay::new(Vector::new(origin.x, origin.y), Vector::new(direction.x, direction.y)), ray.length() as f32)
}
