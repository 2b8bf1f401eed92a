//! Particles: debris, dust, sparks. They fly in the terrain and bounce off its pixels, and nothing depends on them.
//!
//! ```text
//! cast the rays of all motions in one batch
//! a hit      ──▶ stop at the last free pixel, reflect the velocity at the normal
//! no hit     ──▶ move to the end
//! in a pixel ──▶ gone
//! ```

use super::canvas::Canvas;
use crate::game::STEP;
use tileray::glam::{IVec2, Vec2};
use tileray::terrain::OneWayRule;
use tileray::{Ray, RayHit, RayOptions, Terrain};

/// The most particles. New ones take the place of the oldest.
pub(super) const MOST: usize = 700;

/// The gravity of a particle of weight 1, in pixels a second squared.
const GRAVITY: f32 = 420.0;
/// The speed along a wall that a bounce leaves, of 1.
const FRICTION: f32 = 0.7;

/// The light of the pixels beside a spark, of 1.
const HALO: f32 = 0.3;

/// The look of a particle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    /// A piece of something: opaque, lit as the world is.
    Piece,
    /// A cloud that fades.
    Dust,
    /// Light of its own.
    Spark,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Particle {
    pub(super) at: Vec2,
    /// In pixels a second.
    pub(super) velocity: Vec2,
    /// The part of gravity that pulls.
    pub(super) weight: f32,
    /// The part of the speed that a bounce leaves, and that each step leaves.
    pub(super) bounce: f32,
    pub(super) drag: f32,
    pub(super) look: Look,
    pub(super) color: u32,
    /// The side of its square, in pixels.
    pub(super) side: i32,
    /// The steps that it lives, and has lived.
    pub(super) life: u32,
    pub(super) age: u32,
}

impl Particle {
    fn pixel(&self) -> IVec2 {
        self.at.floor().as_ivec2()
    }

    /// Returns how much of its life is left, of 1.
    fn rest(&self) -> f32 {
        1.0 - self.age as f32 / self.life.max(1) as f32
    }

    /// Moves, up to what the ray of its motion hit.
    fn advance(&mut self, hit: Option<&RayHit>, motion: Vec2) {
        self.age += 1;
        let Some(hit) = hit else {
            self.at += motion;
            return;
        };
        let normal = hit.normal();
        match hit.previous() {
            Some(free) => self.at = free.as_vec2() + 0.5,
            // It began in a pixel: a tile was set on it, say.
            None => self.age = self.life,
        }
        let into = self.velocity.dot(normal).min(0.0) * normal;
        self.velocity = (self.velocity - into) * FRICTION - into * self.bounce;
    }
}

/// All particles.
#[derive(Debug, Default)]
pub(super) struct Particles {
    list: Vec<Particle>,
    /// The place of the next particle once the list is full.
    next: usize,
    rays: Vec<Ray>,
    hits: Vec<Option<RayHit>>,
}

impl Particles {
    pub(super) fn clear(&mut self) {
        self.list.clear();
    }

    /// Adds a particle, if it begins in a free pixel.
    pub(super) fn add(&mut self, particle: Particle, terrain: &Terrain) {
        if !particle.at.is_finite() || terrain.is_solid(particle.pixel()) {
            return;
        }
        if self.list.len() < MOST {
            self.list.push(particle);
        } else {
            self.next = (self.next + 1) % MOST;
            self.list[self.next] = particle;
        }
    }

    #[cfg(test)]
    pub(super) fn list(&self) -> &[Particle] {
        &self.list
    }

    /// Moves all particles by one step.
    pub(super) fn step(&mut self, terrain: &Terrain) {
        for particle in &mut self.list {
            particle.velocity.y += GRAVITY * particle.weight * STEP;
            particle.velocity *= particle.drag;
        }
        self.rays.clear();
        self.rays.extend(self.list.iter().map(|particle| Ray::between(particle.at, end(particle))));
        self.hits.clear();
        self.hits.resize(self.rays.len(), None);
        // Planks stop particles from both sides.
        let options = RayOptions { one_way: OneWayRule::Solid, ..RayOptions::default() };
        terrain.raycast_batch(&self.rays, &options, &mut self.hits);
        for (particle, hit) in self.list.iter_mut().zip(&self.hits) {
            let motion = end(particle) - particle.at;
            particle.advance(hit.as_ref(), motion);
        }
        self.list.retain(|particle| particle.age < particle.life && !terrain.is_solid(particle.pixel()));
    }

    /// Draws pieces and dust, which the light falls on.
    pub(super) fn draw(&self, canvas: &mut Canvas, camera: IVec2) {
        for particle in self.list.iter().filter(|particle| particle.look != Look::Spark) {
            let opacity = match particle.look {
                Look::Dust => (150.0 * particle.rest()) as u8,
                // Pieces fade in the last fifth of their lives.
                _ => (255.0 * (particle.rest() * 5.0).min(1.0)) as u8,
            };
            let corner = particle.pixel() - camera - particle.side / 2;
            canvas.fill(corner, IVec2::splat(particle.side), particle.color, opacity);
        }
    }

    /// Adds the light of sparks to a picture that is lit.
    pub(super) fn shine(&self, canvas: &mut Canvas, camera: IVec2) {
        for particle in self.list.iter().filter(|particle| particle.look == Look::Spark) {
            let (at, strength) = (particle.pixel() - camera, 255.0 * particle.rest());
            canvas.add(at, particle.color, strength as u8);
            for side in [IVec2::X, IVec2::NEG_X, IVec2::Y, IVec2::NEG_Y] {
                canvas.add(at + side, particle.color, (strength * HALO) as u8);
            }
        }
    }
}

/// Returns the end of a particle's motion in a step.
fn end(particle: &Particle) -> Vec2 {
    particle.at + particle.velocity * STEP
}

#[cfg(test)]
mod tests {
    use super::super::random::Random;
    use super::*;
    use tileray::SolidityMap;
    use tileray::glam::vec2;

    fn piece(at: Vec2, velocity: Vec2) -> Particle {
        Particle {
            at,
            velocity,
            weight: 1.0,
            bounce: 0.5,
            drag: 1.0,
            look: Look::Piece,
            color: 0x80_8080,
            side: 1,
            life: 90,
            age: 0,
        }
    }

    /// A box with a floor full of holes and a pillar.
    fn cave() -> Terrain {
        Terrain::from_solidity(&SolidityMap::from_fn(120, 80, |x, y| {
            x < 3 || y < 3 || x > 116 || y + x % 7 > 70 || (50..54).contains(&x) && y > 30
        }))
    }

    fn burst(terrain: &Terrain, seed: u64) -> Particles {
        let (mut particles, mut random) = (Particles::default(), Random::new(seed));
        for _ in 0..120 {
            let at = vec2(30.0, 40.0) + random.within(8.0);
            particles.add(piece(at, random.within(400.0)), terrain);
        }
        particles
    }

    #[test]
    fn particles_are_never_in_the_rock() {
        let mut terrain = cave();
        let mut particles = burst(&terrain, 1);
        let mut bounced = 0;
        for step in 0..80 {
            let before: Vec<f32> = particles.list.iter().map(|particle| particle.velocity.y).collect();
            particles.step(&terrain);
            for (particle, before) in particles.list.iter().zip(before) {
                bounced += usize::from(before > 30.0 && particle.velocity.y < 0.0);
                assert!(!terrain.is_solid(particle.pixel()), "step {step}: {particle:?}");
            }
            if step == 40 {
                terrain.fill_circle((30.0, 60.0), 9.0);
            }
        }
        assert!(bounced > 20, "{bounced}");
    }

    #[test]
    fn they_are_the_same_each_time_and_come_to_an_end() {
        let terrain = cave();
        let (mut one, mut two, mut other) = (burst(&terrain, 7), burst(&terrain, 7), burst(&terrain, 8));
        for _ in 0..30 {
            [&mut one, &mut two, &mut other].into_iter().for_each(|particles| particles.step(&terrain));
        }
        assert!(one.list == two.list && one.list != other.list && !one.list.is_empty());
        (0..60).for_each(|_| one.step(&terrain));
        assert!(one.list.is_empty());
    }

    #[test]
    fn they_are_bounded_and_begin_in_free_pixels() {
        let terrain = cave();
        let mut particles = Particles::default();
        for index in 0..MOST + 50 {
            particles.add(piece(vec2(20.0, 20.0), vec2(index as f32, 0.0)), &terrain);
        }
        assert_eq!(particles.list.len(), MOST);
        let newest = particles.list.iter().filter(|particle| particle.velocity.x >= MOST as f32).count();
        assert_eq!(newest, 50, "the oldest have gone");
        particles.clear();
        for at in [vec2(1.0, 1.0), vec2(52.0, 60.0), vec2(f32::NAN, 1.0)] {
            particles.add(piece(at, Vec2::ZERO), &terrain);
        }
        assert!(particles.list.is_empty());
    }
}
