//! Tileray itself, as a batch, ray by ray and with its options.

use super::each::Each;
use super::{Answer, CastSet, RayCaster, Rounding, Rule};
use anyhow::Result;
use std::hint::black_box;
use tileray::raycast::SimdLevel;
use tileray::{Ray, RayFan, RayHit, RayOptions, Terrain, Traversal};

const SYMMETRIC: Rule = Rule::Line(Rounding::Symmetric);

pub(super) fn casters<'a>(terrain: &'a Terrain, set: &'a CastSet) -> Vec<Box<dyn RayCaster + 'a>> {
    let batch = |name, rule, options| Batch::new(name, rule, terrain, &set.rays, options);
    let single = |ray: &Ray| terrain.raycast(ray);
    let exact = RayOptions { traversal: Traversal::Exact, ..RayOptions::default() };
    let mut casters: Vec<Box<dyn RayCaster + 'a>> = vec![
        Box::new(batch("tileray", SYMMETRIC, RayOptions::default())),
        Box::new(Each::new("tileray single", SYMMETRIC, set.rays.iter().copied(), single)),
        Box::new(batch("tileray exact", Rule::Snapped, exact)),
        Box::new(AnyBatch { terrain, rays: &set.rays, hits: vec![false; set.rays.len()] }),
    ];
    for (name, simd) in [("tileray avx2", SimdLevel::Avx2), ("tileray scalar", SimdLevel::Scalar)] {
        if simd.is_available() {
            casters.push(Box::new(batch(name, SYMMETRIC, RayOptions { simd, ..RayOptions::default() })));
        }
    }
    if !set.fans.is_empty() {
        casters.push(Box::new(Fans::new(terrain, set)));
    }
    casters
}

/// All rays in one call.
struct Batch<'a> {
    name: &'static str,
    rule: Rule,
    terrain: &'a Terrain,
    rays: &'a [Ray],
    options: RayOptions,
    hits: Vec<Option<RayHit>>,
}

impl<'a> Batch<'a> {
    fn new(name: &'static str, rule: Rule, terrain: &'a Terrain, rays: &'a [Ray], options: RayOptions) -> Self {
        Self { name, rule, terrain, rays, options, hits: vec![None; rays.len()] }
    }
}

impl RayCaster for Batch<'_> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn rule(&self) -> Rule {
        self.rule
    }

    fn cast(&mut self, count: usize) -> Result<()> {
        let (rays, hits) = (black_box(&self.rays[..count]), &mut self.hits[..count]);
        self.terrain.raycast_batch(rays, &self.options, hits);
        black_box(&mut self.hits);
        Ok(())
    }

    fn answer(&self, index: usize) -> Answer {
        self.hits[index].map_or(Answer::Free, Answer::from)
    }
}

/// All rays in one call that tells of each whether it hits.
struct AnyBatch<'a> {
    terrain: &'a Terrain,
    rays: &'a [Ray],
    hits: Vec<bool>,
}

impl RayCaster for AnyBatch<'_> {
    fn name(&self) -> &'static str {
        "tileray any"
    }

    fn rule(&self) -> Rule {
        Rule::AnyOnLine
    }

    fn cast(&mut self, count: usize) -> Result<()> {
        let (rays, hits) = (black_box(&self.rays[..count]), &mut self.hits[..count]);
        self.terrain.raycast_any_batch(rays, &RayOptions::default(), hits);
        black_box(&mut self.hits);
        Ok(())
    }

    fn answer(&self, index: usize) -> Answer {
        if self.hits[index] { Answer::Met } else { Answer::Free }
    }
}

/// All rays of a fan in one call, fan after fan.
struct Fans<'a> {
    terrain: &'a Terrain,
    fans: &'a [RayFan],
    rays_per_fan: usize,
    hits: Vec<Option<RayHit>>,
}

impl<'a> Fans<'a> {
    fn new(terrain: &'a Terrain, set: &'a CastSet) -> Self {
        let rays_per_fan = set.rays.len() / set.fans.len();
        Self { terrain, fans: &set.fans, rays_per_fan, hits: vec![None; set.rays.len()] }
    }
}

impl RayCaster for Fans<'_> {
    fn name(&self) -> &'static str {
        "tileray fan"
    }

    fn rule(&self) -> Rule {
        SYMMETRIC
    }

    fn cast(&mut self, count: usize) -> Result<()> {
        let fans = black_box(self.fans).iter().zip(self.hits[..count].chunks_mut(self.rays_per_fan));
        for (fan, hits) in fans {
            self.terrain.raycast_fan(fan, &RayOptions::default(), hits);
        }
        black_box(&mut self.hits);
        Ok(())
    }

    fn answer(&self, index: usize) -> Answer {
        self.hits[index].map_or(Answer::Free, Answer::from)
    }
}
