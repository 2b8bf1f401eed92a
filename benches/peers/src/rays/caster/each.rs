//! A caster that is asked ray by ray.

use super::{Answer, RayCaster, Rule};
use anyhow::Result;
use std::hint::black_box;

/// Rays in the form that a crate takes, the function that casts one, and a place for each answer.
pub(super) struct Each<Q, H, F> {
    name: &'static str,
    rule: Rule,
    rays: Vec<Q>,
    hits: Vec<Option<H>>,
    cast: F,
}

impl<Q, H: Copy, F: Fn(&Q) -> Option<H>> Each<Q, H, F> {
    pub(super) fn new(name: &'static str, rule: Rule, rays: impl IntoIterator<Item = Q>, cast: F) -> Self {
        let rays: Vec<Q> = rays.into_iter().collect();
        Self { name, rule, hits: vec![None; rays.len()], rays, cast }
    }
}

impl<Q, H: Copy + Into<Answer>, F: Fn(&Q) -> Option<H>> RayCaster for Each<Q, H, F> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn rule(&self) -> Rule {
        self.rule
    }

    fn cast(&mut self, count: usize) -> Result<()> {
        for (ray, hit) in black_box(&self.rays[..count]).iter().zip(&mut self.hits) {
            *hit = (self.cast)(ray);
        }
        black_box(&mut self.hits);
        Ok(())
    }

    fn answer(&self, index: usize) -> Answer {
        self.hits[index].map_or(Answer::Free, Into::into)
    }
}
