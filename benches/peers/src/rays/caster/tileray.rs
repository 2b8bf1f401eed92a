//! Tileray itself, as a batch, ray by ray and with its options.

use super::each::Each;
use super::{Answer, CastSet, RayCaster, Rounding, Rule};
use anyhow::Result;
use std::hint::black_box;
use tileray::{Ray, RayHit, RayOptions, Terrain};

const SYMMETRIC: Rule = Rule::Line(Rounding::Symmetric);

pub(super) fn casters<'a>(terrain: &'a Terrain, set: &'a CastSet) -> Vec<Box<dyn RayCaster + 'a>> {
    let batch = |name, rule, options| Batch::new(name, rule, terrain, &set.rays, options);
    let single = |ray: &Ray| terrain.raycast(ray);
    vec![
        Box::new(batch("tileray", SYMMETRIC, RayOptions::default())),
        Box::new(Each::new("tileray single", SYMMETRIC, set.rays.iter().copied(), single)),
    ]
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
