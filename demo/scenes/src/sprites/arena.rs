//! The arena: sprites drift and bounce off each other and off the border. Overlaps are found by bounding boxes, then by hulls,
//! then by pixels.

use super::figure::{Figure, Settings, SpriteBody, figures};
use crate::scene::overlapping_pairs;
use anyhow::Result;
use std::f32::consts::TAU;
use tileray::collide::{self, Contact, split_mtv};
use tileray::glam::{IVec2, Vec2, vec2};
use tileray::sprite::SpritePixels;
use tileray::{Aabb, Pose};
use web_time::{Duration, Instant};

/// The drift speed of sprites, in pixels per second, and their spin, in radians per second.
const CRUISE: f32 = 26.0;
const SPIN: f32 = 0.35;
/// The share of the difference to this speed that disappears in a second.
const EASE: f32 = 0.6;
/// The largest speed of a sprite, in pixels per second.
const FASTEST: f32 = 480.0;
/// The largest motion between two tests for overlaps, in pixels, and the largest number of tests in a frame.
const STEP: f32 = 2.0;
const MOST_STEPS: f32 = 16.0;
/// The largest distance by which a test separates two sprites, in pixels.
const FARTHEST: u32 = 24;
/// The time for which a bounce is shown, in seconds.
const GLOW: f32 = 0.4;
/// The share of the speed of the mouse that a held sprite takes on in a frame.
const THROW: f32 = 0.4;

/// The restitution of bounces.
const BOUNCE: f32 = 0.95;

/// A sprite that the mouse holds, and the position that it is moved to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Held {
    pub(super) body: usize,
    pub(super) position: Vec2,
}

/// A recent bounce of two sprites.
#[derive(Clone, Debug)]
pub(super) struct Spark {
    pub(super) contact: PixelContact,
    pub(super) normal: Vec2,
    /// The seconds for which the spark is still shown.
    left: f32,
}

impl Spark {
    /// Returns the opacity, from 1 down to 0.
    pub(super) fn strength(&self) -> f32 {
        self.left / GLOW
    }
}

/// Sprites in a rectangle.
#[derive(Clone, Debug)]
pub(super) struct Arena {
    pub(super) figures: Vec<Figure>,
    pub(super) bodies: Vec<SpriteBody>,
    pub(super) overlaps: SpriteOverlaps,
    pub(super) sparks: Vec<Spark>,
    size: Vec2,
}

impl Arena {
    /// Places all figures in rows, with a second crate and a second blob.
    pub(super) fn new(settings: &Settings, size: Vec2) -> Result<Self> {
        let figures = figures(settings)?;
        let kinds: Vec<usize> = (0..figures.len()).chain([2, 5]).collect();
        let mut arena = Self {
            figures,
            bodies: Vec::new(),
            overlaps: SpriteOverlaps::default(),
            sparks: Vec::new(),
            size: size.max(Vec2::ONE),
        };
        let columns = (kinds.len() as f32 * arena.size.x / arena.size.y).sqrt().ceil().clamp(1.0, kinds.len() as f32);
        let rows = (kinds.len() as f32 / columns).ceil();
        for (index, &kind) in kinds.iter().enumerate() {
            let cell = vec2((index as f32 % columns).floor(), (index as f32 / columns).floor());
            let middle = (cell + 0.5) / vec2(columns, rows) * arena.size;
            let mut body = SpriteBody::new(kind, &arena.figures[kind], Pose::at(middle));
            // Steps of the golden angle give directions without a pattern.
            let heading = Pose::new((0.0, 0.0), (index as f32 * 0.381_966 % 1.0) * TAU);
            body.velocity = heading.apply(vec2(CRUISE, 0.0));
            body.spin = if index % 2 == 0 { SPIN } else { -SPIN };
            arena.bodies.push(body);
        }
        arena.look();
        Ok(arena)
    }

    pub(super) fn resize(&mut self, size: Vec2) {
        self.size = size.max(Vec2::ONE);
    }

    /// Makes all hulls again, with other settings.
    ///
    /// # Errors
    /// Fails if a sprite has no hull of that kind; its hull stays unchanged.
    pub(super) fn fit(&mut self, settings: &Settings) -> Result<()> {
        let fits: Vec<Result<()>> = self.figures.iter_mut().map(|figure| figure.fit(settings)).collect();
        for body in &mut self.bodies {
            body.place(&self.figures[body.figure], body.pose);
        }
        self.look();
        fits.into_iter().collect()
    }

    /// Finds the overlaps of sprites without separating them.
    pub(super) fn look(&mut self) {
        self.overlaps = SpriteOverlaps::among(&self.bodies);
    }

    /// Returns the uppermost sprite with a solid pixel at a point.
    pub(super) fn body_at(&self, point: Vec2) -> Option<usize> {
        (0..self.bodies.len()).rev().find(|&body| self.bodies[body].pixels().contains(point))
    }

    /// Moves a sprite, through all others.
    pub(super) fn place(&mut self, body: usize, pose: Pose) {
        let moved = &mut self.bodies[body];
        moved.place(&self.figures[moved.figure], pose);
    }

    /// Advances the time: moves all sprites, separates them and lets them bounce.
    pub(super) fn advance(&mut self, seconds: f32, held: Option<Held>) {
        if seconds <= 0.0 {
            return;
        }
        for spark in &mut self.sparks {
            spark.left -= seconds;
        }
        self.sparks.retain(|spark| spark.left > 0.0);
        self.steer(seconds, held);
        let fastest = self.bodies.iter().map(|body| body.velocity.length()).fold(0.0, f32::max);
        let steps = (fastest * seconds / STEP).ceil().clamp(1.0, MOST_STEPS);
        let mut time = Duration::ZERO;
        for step in 0..steps as u32 {
            self.move_all(seconds / steps, steps - step as f32, held);
            self.look();
            time += self.overlaps.time;
            self.separate_all(held);
        }
        self.overlaps.time = time;
    }

    /// Turns sprites, and brings their speed nearer to the drift speed. A held sprite takes on the speed of the mouse.
    fn steer(&mut self, seconds: f32, held: Option<Held>) {
        let ease = (EASE * seconds).min(1.0);
        for (index, body) in self.bodies.iter_mut().enumerate() {
            let pose = body.pose;
            if let Some(held) = held.filter(|held| held.body == index) {
                let speed = ((held.position - pose.translation) / seconds).clamp_length_max(FASTEST);
                body.velocity = body.velocity.lerp(speed, THROW);
                continue;
            }
            let speed = body.velocity.length();
            let ahead = body.velocity.try_normalize().unwrap_or(Vec2::X);
            body.velocity = (ahead * (speed + (CRUISE - speed) * ease)).clamp_length_max(FASTEST);
            let rotation = (pose.rotation + body.spin * seconds) % TAU;
            body.place(&self.figures[body.figure], Pose { rotation, ..pose });
        }
    }

    /// Moves all sprites for the first of the `left` remaining steps of a frame, and keeps them within the border.
    fn move_all(&mut self, seconds: f32, left: f32, held: Option<Held>) {
        let middle = self.size / 2.0;
        for (index, body) in self.bodies.iter_mut().enumerate() {
            let figure = &self.figures[body.figure];
            let motion = match held.filter(|held| held.body == index) {
                Some(held) => (held.position - body.pose.translation) / left,
                None => body.velocity * seconds,
            };
            body.translate(figure, motion);
            let Aabb { min, max } = body.hull.bounds();
            let mut back = Vec2::ZERO;
            for axis in 0..2 {
                if max[axis] - min[axis] > self.size[axis] {
                    back[axis] = middle[axis] - f32::midpoint(min[axis], max[axis]);
                } else if min[axis] < 0.0 {
                    back[axis] = -min[axis];
                    body.velocity[axis] = body.velocity[axis].abs();
                } else if max[axis] > self.size[axis] {
                    back[axis] = self.size[axis] - max[axis];
                    body.velocity[axis] = -body.velocity[axis].abs();
                }
            }
            if back != Vec2::ZERO {
                body.translate(figure, back);
            }
        }
    }

    /// Separates sprites that share pixels, and lets them bounce.
    fn separate_all(&mut self, held: Option<Held>) {
        for overlap in self.overlaps.found.clone() {
            let SpriteOverlap { first, second, contact, .. } = overlap;
            let pixels = [first, second].map(|body| self.bodies[body].pixels());
            // An earlier pair may have moved one of them.
            let Some(touch) = PixelContact::between(&pixels[0], &pixels[1]) else { continue };
            let normal = touch.normal.unwrap_or(contact.normal);
            let far = way_out(&pixels[0], &pixels[1], normal, FARTHEST).unwrap_or(1.0);
            let mass = |body: usize| match held {
                Some(held) if held.body == body => f32::INFINITY,
                _ => self.figures[self.bodies[body].figure].mass(),
            };
            let parts = split_mtv(normal * far, mass(first), mass(second));
            self.bounce([first, second], [mass(first), mass(second)], normal);
            for (index, part) in [(first, parts.0), (second, parts.1)] {
                let body = &mut self.bodies[index];
                body.translate(&self.figures[body.figure], part);
            }
            self.sparks.retain(|spark| spark.contact.middle().distance(touch.middle()) > 4.0);
            self.sparks.push(Spark { contact: touch, normal, left: GLOW });
        }
    }

    /// Reverses the approach of two sprites along a normal, which leads the first one out, by their masses.
    fn bounce(&mut self, pair: [usize; 2], masses: [f32; 2], normal: Vec2) {
        let nearing = (self.bodies[pair[0]].velocity - self.bodies[pair[1]].velocity).dot(normal);
        let push = -(1.0 + BOUNCE) * nearing / (1.0 / masses[0] + 1.0 / masses[1]);
        // The impulse is NaN if both masses are infinite.
        if nearing < 0.0 && push.is_finite() {
            self.bodies[pair[0]].velocity += normal * push / masses[0];
            self.bodies[pair[1]].velocity -= normal * push / masses[1];
        }
    }
}

/// Two bodies whose hulls overlap.
#[derive(Clone, Debug)]
pub(super) struct SpriteOverlap {
    pub(super) first: usize,
    pub(super) second: usize,
    /// The contact that moves the first hull out of the second.
    pub(super) contact: Contact,
    /// The pixels that the bodies share, if any.
    pub(super) touch: Option<PixelContact>,
}

/// The overlaps among some bodies.
#[derive(Clone, Debug, Default)]
pub(super) struct SpriteOverlaps {
    pub(super) found: Vec<SpriteOverlap>,
    /// The number of pairs whose bounding boxes overlap.
    pub(super) boxes: usize,
    /// The number of pairs that share pixels.
    pub(super) pixels: usize,
    pub(super) time: Duration,
}

impl SpriteOverlaps {
    pub(super) fn among(bodies: &[SpriteBody]) -> Self {
        let start = Instant::now();
        let boxes: Vec<Aabb> = bodies.iter().map(|body| body.hull.bounds()).collect();
        let pairs = overlapping_pairs(&boxes);
        let mut overlaps = Self { boxes: pairs.len(), ..Self::default() };
        for (first, second) in pairs {
            let Some(contact) = collide::contact(&bodies[first].hull, &bodies[second].hull) else { continue };
            let touch = PixelContact::between(&bodies[first].pixels(), &bodies[second].pixels());
            overlaps.pixels += usize::from(touch.is_some());
            overlaps.found.push(SpriteOverlap { first, second, contact, touch });
        }
        overlaps.time = start.elapsed();
        overlaps
    }
}

/// The pixels that two sprites share.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PixelContact {
    /// The pixels of the world that both cover, row by row; at least one.
    pub(super) pixels: Vec<IVec2>,
    /// The unit direction in which the first sprite leaves the second soonest; `None` if all directions are equal.
    pub(super) normal: Option<Vec2>,
}

impl PixelContact {
    /// Returns the overlap of two sprites, if they share a pixel.
    pub(super) fn between(first: &SpritePixels<'_>, second: &SpritePixels<'_>) -> Option<Self> {
        first.overlap(second)?;
        Some(Self { pixels: first.overlap_pixels(second).collect(), normal: first.overlap_normal(second) })
    }

    /// Returns the mean of the shared pixels.
    pub(super) fn middle(&self) -> Vec2 {
        let sum: Vec2 = self.pixels.iter().map(|pixel| pixel.as_vec2() + 0.5).sum();
        sum / self.pixels.len().max(1) as f32
    }
}

/// Returns the least distance, of at most `most` pixels, by which a motion along a unit vector separates the first
/// sprite from the second.
pub(super) fn way_out(first: &SpritePixels<'_>, second: &SpritePixels<'_>, along: Vec2, most: u32) -> Option<f32> {
    let is_free = |far: &f32| first.translated((along * *far).round().as_ivec2()).overlap(second).is_none();
    (0..=most).map(|far| far as f32).find(is_free)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tileray::SolidityMap;
    use tileray::glam::ivec2;

    /// The frames that the arena runs: twenty seconds, or less in a debug build.
    const FRAMES: usize = if cfg!(debug_assertions) { 400 } else { 1200 };

    fn arena() -> Arena {
        Arena::new(&Settings::default(), vec2(426.0, 240.0)).expect("part of the program")
    }

    /// Returns the index of the first body with this name.
    fn named(arena: &Arena, name: &str) -> usize {
        let is_it = |body: &SpriteBody| arena.figures[body.figure].name == name;
        arena.bodies.iter().position(is_it).expect("it is part of the program")
    }

    /// Leaves these two alone in the arena, at rest.
    fn alone(arena: &mut Arena, pair: [&str; 2]) {
        let bodies = pair.map(|name| arena.bodies[named(arena, name)].clone());
        arena.bodies = bodies.to_vec();
        for body in &mut arena.bodies {
            (body.velocity, body.spin) = (Vec2::ZERO, 0.0);
        }
    }

    #[test]
    fn at_first_no_two_share_a_pixel() {
        assert_eq!(arena().overlaps.pixels, 0);
    }

    #[test]
    fn all_stay_within_the_border_and_apart() {
        let mut arena = arena();
        let mut bounces = 0;
        for frame in 0..FRAMES {
            arena.advance(1.0 / 60.0, None);
            bounces += arena.overlaps.pixels;
            for (index, body) in arena.bodies.iter().enumerate() {
                let Aabb { min, max } = body.hull.bounds();
                // Sprites may stick out after the last separation until the next motion.
                let within = min.cmpge(Vec2::splat(-8.0)).all() && max.cmple(arena.size + 8.0).all();
                assert!(within, "frame {frame}, body {index}: {min} to {max}");
                assert!(body.velocity.length() <= FASTEST * 1.5, "frame {frame}, body {index}");
            }
        }
        assert!(bounces > 5, "{bounces}");
        // After their separation sprites share few pixels.
        arena.look();
        let shared: usize =
            arena.overlaps.found.iter().filter_map(|found| found.touch.as_ref()).map(|touch| touch.pixels.len()).sum();
        assert!(shared < 20, "{shared}");
    }

    #[test]
    fn hulls_are_tested_before_pixels() {
        let mut arena = arena();
        alone(&mut arena, ["key", "sword"]);
        // The bow of the key goes around the tip of the sword, which is in its hole.
        let mut only_hulls = 0;
        for y in (-30..30).step_by(2) {
            for x in (-50..50).step_by(2) {
                arena.place(0, Pose::at(vec2(200.0 + x as f32, 120.0 + y as f32)));
                arena.place(1, Pose::at(vec2(200.0, 120.0)));
                arena.look();
                let [first, second] = [0, 1].map(|body| &arena.bodies[body]);
                let shared = PixelContact::between(&first.pixels(), &second.pixels());
                let meet = collide::intersects(&first.hull, &second.hull);
                assert_eq!(arena.overlaps.found.len(), usize::from(meet));
                assert_eq!(arena.overlaps.pixels, usize::from(meet && shared.is_some()));
                only_hulls += usize::from(meet && shared.is_none());
            }
        }
        assert!(only_hulls > 5, "{only_hulls}");
    }

    #[test]
    fn sprites_that_collide_head_on_turn_back() {
        let mut arena = arena();
        alone(&mut arena, ["crate", "blob"]);
        arena.place(0, Pose::at(vec2(120.0, 120.0)));
        arena.place(1, Pose::at(vec2(260.0, 120.0)));
        arena.bodies[0].velocity = vec2(60.0, 0.0);
        arena.bodies[1].velocity = vec2(-60.0, 0.0);
        let mut met = 0;
        for _ in 0..120 {
            arena.advance(1.0 / 60.0, None);
            met += arena.overlaps.pixels;
        }
        assert!(met > 0 && arena.sparks.len() <= 1);
        assert!(arena.bodies[0].velocity.x < 0.0 && arena.bodies[1].velocity.x > 0.0);
        let apart = arena.bodies[1].pose.translation.x - arena.bodies[0].pose.translation.x;
        assert!(apart > 36.0, "{apart}");
    }

    #[test]
    fn a_held_sprite_pushes_others_and_flies_on_when_released() {
        let mut arena = arena();
        alone(&mut arena, ["hero", "crate"]);
        arena.place(0, Pose::at(vec2(100.0, 120.0)));
        arena.place(1, Pose::at(vec2(180.0, 120.0)));
        for frame in 0..40 {
            let held = Held { body: 0, position: vec2(100.0 + 3.0 * frame as f32, 120.0) };
            arena.advance(1.0 / 60.0, Some(held));
            assert_eq!(arena.bodies[0].pose.translation, held.position, "frame {frame}");
        }
        assert!(arena.bodies[1].pose.translation.x > 230.0, "{}", arena.bodies[1].pose.translation);
        assert!(arena.bodies[0].velocity.x > 150.0);
        let before = arena.bodies[0].pose.translation;
        arena.bodies.truncate(1);
        arena.advance(1.0 / 60.0, None);
        assert!(arena.bodies[0].pose.translation.x > before.x + 2.0);
    }

    #[test]
    fn the_way_out_is_the_first_that_is_free() {
        let (block, wall) = (SolidityMap::from_fn(10, 10, |_, _| true), SolidityMap::from_fn(40, 8, |_, _| true));
        let block = SpritePixels::new(&block, Vec2::ZERO, &Pose::at((5.0, -7.0)));
        let wall = SpritePixels::new(&wall, Vec2::ZERO, &Pose::at((-10.0, 0.0)));
        let contact = PixelContact::between(&block, &wall).expect("three rows");
        assert_eq!((contact.pixels.len(), contact.normal), (30, Some(Vec2::NEG_Y)));
        assert_eq!(contact.middle(), vec2(10.0, 1.5));
        assert_eq!(way_out(&block, &wall, Vec2::NEG_Y, 9), Some(3.0));
        assert_eq!(way_out(&block, &wall, Vec2::Y, 9), None);
        assert_eq!(way_out(&block, &wall, Vec2::Y, 20), Some(15.0));
        let far = wall.translated(ivec2(110, 0));
        assert_eq!((PixelContact::between(&block, &far), way_out(&block, &far, Vec2::X, 5)), (None, Some(0.0)));
    }
}
