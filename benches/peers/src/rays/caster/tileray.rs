//! Tileray itself, as a batch, ray by ray and with its options.

use super::{Answer, CastSet, RayCaster, Rounding, Rule, each};
use crate::race::whole;
use std::hint::black_box;
use tileray::raycast::SimdLevel;
use tileray::{Ray, RayHit, RayOptions, Terrain, Traversal};

const SYMMETRIC: Rule = Rule::Line(Rounding::Symmetric);

pub(super) fn casters<'a>(terrain: &'a Terrain, set: &'a CastSet) -> Vec<RayCaster<'a>> {
    let (rays, places) = (&set.rays, || vec![None; set.rays.len()]);
    let read = |_: usize, hit: &Option<RayHit>| hit.map_or(Answer::Free, Answer::from);
    // All rays in one call.
    let batch = |name, rule, options| {
        let ask = move |hits: &mut [_]| terrain.raycast_batch(black_box(&rays[..hits.len()]), &options, hits);
        (rule, whole(name, places(), ask, read))
    };
    let any = |hits: &mut [_]| {
        terrain.raycast_any_batch(black_box(&rays[..hits.len()]), &RayOptions::default(), hits);
    };
    let is_met = |_: usize, &is_met: &bool| if is_met { Answer::Met } else { Answer::Free };
    let exact = RayOptions { traversal: Traversal::Exact, ..RayOptions::default() };
    let mut casters = vec![
        batch("tileray", SYMMETRIC, RayOptions::default()),
        each("tileray single", SYMMETRIC, rays.iter().copied(), |ray: &Ray| terrain.raycast(ray)),
        batch("tileray exact", Rule::Snapped, exact),
        (Rule::AnyOnLine, whole("tileray any", vec![false; rays.len()], any, is_met)),
    ];
    for (name, simd) in [("tileray avx2", SimdLevel::Avx2), ("tileray scalar", SimdLevel::Scalar)] {
        if simd.is_available() {
            casters.push(batch(name, SYMMETRIC, RayOptions { simd, ..RayOptions::default() }));
        }
    }
    if !set.fans.is_empty() {
        // All rays of a fan in one call, fan after fan.
        let rays_per_fan = rays.len() / set.fans.len();
        let ask = move |hits: &mut [_]| {
            for (fan, hits) in black_box(&set.fans).iter().zip(hits.chunks_mut(rays_per_fan)) {
                terrain.raycast_fan(fan, &RayOptions::default(), hits);
            }
        };
        casters.push((SYMMETRIC, whole("tileray fan", places(), ask, read)));
    }
    casters
}
