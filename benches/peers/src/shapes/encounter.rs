//! Two sprites that may collide, somewhere on a large map.

use super::reference::{Figure, Motion, Stand, overlap};
use super::sprite::Sprite;
use fastrand::Rng;
use std::f32::consts::TAU;
use tileray::Pose;
use tileray::glam::{Vec2, dvec2, vec2};

/// The side of the map in pixels.
const SIDE: f32 = 16_384.0;

/// A sprite that stands somewhere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed {
    /// Which of the scene's sprites it is.
    pub(crate) sprite: usize,
    pub(crate) pose: Pose,
}

impl Placed {
    /// Half of all sprites are not turned.
    fn random(rng: &mut Rng, sprites: &[Sprite]) -> Self {
        let rotation = if rng.bool() { 0.0 } else { rng.f32() * TAU };
        let translation = vec2(rng.f32(), rng.f32()) * SIDE;
        Self { sprite: rng.usize(..sprites.len()), pose: Pose::new(translation, rotation) }
    }

    /// Its outline in the world, in `f64`.
    pub(crate) fn figure(&self, sprites: &[Sprite]) -> Figure {
        Figure::new(&sprites[self.sprite], &Stand::of(&self.pose))
    }
}

/// Two sprites, and how the first one moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Encounter {
    pub(crate) first: Placed,
    pub(crate) second: Placed,
    pub(crate) motion: Vec2,
}

impl Encounter {
    /// Pairs whose boxes overlap, as those are that a broad phase finds; half of them overlap themselves.
    pub(crate) fn standing(firsts: &[Sprite], seconds: &[Sprite], count: usize) -> Vec<Self> {
        let mut rng = Rng::with_seed(41);
        half_and_half(count, &mut rng, |rng| {
            let (mut first, second) = (Placed::random(rng, firsts), Placed::random(rng, seconds));
            let ([min, max], [other_min, other_max]) = (first.figure(firsts).bounds(), second.figure(seconds).bounds());
            // All places of the first at which the boxes overlap are equally likely.
            let (from, to) = (other_min - max, other_max - min);
            let offset = from + (to - from) * dvec2(rng.f64(), rng.f64());
            first.pose.translation = (first.pose.translation.as_dvec2() + offset).as_vec2();
            let overlaps = overlap(&first.figure(firsts), &second.figure(seconds)) > 0.0;
            Some((Self { first, second, motion: Vec2::ZERO }, overlaps))
        })
    }

    /// Pairs that do not overlap, of which the first moves toward the second, or past it; half of them touch.
    pub(crate) fn moving(sprites: &[Sprite], count: usize) -> Vec<Self> {
        let mut rng = Rng::with_seed(43);
        half_and_half(count, &mut rng, |rng| {
            let (mut first, second) = (Placed::random(rng, sprites), Placed::random(rng, sprites));
            let around = |placed: &Placed| {
                let [min, max] = placed.figure(sprites).bounds();
                (max - min).length() / 2.0
            };
            let reach = (around(&first) + around(&second)) as f32;
            let away = Vec2::from_angle(rng.f32() * TAU);
            let distance = reach * (0.5 + 1.5 * rng.f32());
            first.pose.translation = second.pose.translation + away * distance;
            let aside = away.perp() * reach * (2.0 * rng.f32() - 1.0);
            let motion = (aside - away * distance) * (0.5 + rng.f32());
            let encounter = Self { first, second, motion };
            let [figure, other] = encounter.figures(sprites, sprites);
            let moved = Motion::new(&figure, &other, motion.as_dvec2());
            (moved.overlap_at(0.0) < 0.0).then(|| (encounter, moved.first_touch().is_some()))
        })
    }

    /// What the first and the second are, in the world.
    pub(crate) fn figures(&self, firsts: &[Sprite], seconds: &[Sprite]) -> [Figure; 2] {
        [self.first.figure(firsts), self.second.figure(seconds)]
    }

    /// The same pair with the first moved a little.
    pub(crate) fn nudged(&self, offset: Vec2) -> Self {
        let mut nudged = *self;
        nudged.first.pose.translation += offset;
        nudged
    }
}

/// Shuffled encounters, half of which have something that `draw` tells of each.
fn half_and_half(
    count: usize,
    rng: &mut Rng,
    mut draw: impl FnMut(&mut Rng) -> Option<(Encounter, bool)>,
) -> Vec<Encounter> {
    let mut missing = [count / 2, count - count / 2];
    let mut encounters = Vec::with_capacity(count);
    while encounters.len() < count {
        if let Some((encounter, has)) = draw(rng)
            && missing[usize::from(has)] > 0
        {
            missing[usize::from(has)] -= 1;
            encounters.push(encounter);
        }
    }
    rng.shuffle(&mut encounters);
    encounters
}
