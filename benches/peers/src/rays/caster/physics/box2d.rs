//! Box2D v3: the closest ray hit in a world of static boxes.

use crate::rays::answer::Answer;
use crate::rays::caster::{RayCaster, Rule};
use anyhow::Result;
use boxdd::{Position, QueryFilter, Vec2, World};
use std::hint::black_box;
use tileray::Ray;

/// A world and the rays in its own form.
pub(super) struct WorldCaster<'a> {
    world: &'a World,
    rays: Vec<(Position, Vec2)>,
    lengths: Vec<f32>,
    fractions: Vec<Option<f32>>,
}

impl<'a> WorldCaster<'a> {
    pub(super) fn new(world: &'a World, rays: &[Ray]) -> Self {
        let query = |ray: &Ray| {
            let (origin, along) = (ray.origin().as_vec2(), (ray.end() - ray.origin()).as_vec2());
            (Position::new(origin.x, origin.y), Vec2::new(along.x, along.y))
        };
        Self {
            world,
            rays: rays.iter().map(query).collect(),
            lengths: rays.iter().map(|ray| ray.length() as f32).collect(),
            fractions: vec![None; rays.len()],
        }
    }
}

impl RayCaster for WorldCaster<'_> {
    fn name(&self) -> &'static str {
        "box2d"
    }

    fn rule(&self) -> Rule {
        Rule::Real
    }

    fn cast(&mut self, count: usize) -> Result<()> {
        let query = self.world.query()?;
        for (&(origin, translation), fraction) in black_box(&self.rays[..count]).iter().zip(&mut self.fractions) {
            let hit = query.cast_ray_closest(origin, translation, QueryFilter::default())?;
            *fraction = hit.map(|hit| hit.fraction);
        }
        black_box(&mut self.fractions);
        Ok(())
    }

    fn answer(&self, index: usize) -> Answer {
        self.fractions[index].map_or(Answer::Free, |fraction| Answer::Distance(fraction * self.lengths[index]))
    }
}
