//! The shapes that collide, outlines of small sprites in their own frame; and two of them that may collide, somewhere on a large map.

use super::reference::{Figure, Motion, Stand, overlap};
use anyhow::{Result, ensure};
use fastrand::Rng;
use std::f32::consts::TAU;
use tileray::geometry::PolygonError;
use tileray::glam::{Vec2, dvec2, vec2};
use tileray::{ConvexPolygon, Polygon, Pose};

/// How many different sprites a scene has: as a game does, it has many more that stand somewhere.
const KINDS: usize = 64;

/// The spikes of a concave star.
const SPIKES: usize = 6;

/// A sprite's outline around the origin of its own frame, in convex pieces.
#[derive(Clone, Debug)]
pub(crate) struct Sprite {
    /// The corners of each piece, clockwise on screen. A piece of one corner is a disc.
    pub(crate) pieces: Vec<Vec<Vec2>>,
    /// The radius of a disc; else 0.
    pub(crate) radius: f32,
}

impl Sprite {
    /// A sprite of one convex piece.
    fn convex(corners: Vec<Vec2>) -> Self {
        Self { pieces: vec![corners], radius: 0.0 }
    }

    /// The corners of a sprite that is one piece.
    pub(crate) fn corners(&self) -> &[Vec2] {
        &self.pieces[0]
    }
}

/// Convex sprites with `count` corners, 8 to 32 px wide and high.
pub(crate) fn convex(count: usize) -> Result<Vec<Sprite>> {
    let mut rng = Rng::with_seed(29);
    (0..KINDS)
        .map(|kind| {
            let corners = match (count, kind % 2) {
                (4, 0) => cut_box(&mut rng, 0.0, 1),
                (4, _) => cut_box(&mut rng, 0.35, 1),
                (8, _) => cut_box(&mut rng, 0.45, 2),
                _ => Vec::new(),
            };
            ensure!(corners.len() == count, "no sprites have {count} corners");
            Ok(Sprite::convex(corners))
        })
        .collect()
}

/// Discs of 8 to 32 px.
pub(crate) fn discs() -> Vec<Sprite> {
    let mut rng = Rng::with_seed(31);
    let disc = |rng: &mut Rng| Sprite { pieces: vec![vec![Vec2::ZERO]], radius: 4.0 + 12.0 * rng.f32() };
    (0..KINDS).map(|_| disc(&mut rng)).collect()
}

/// Stars of twelve corners and 16 to 32 px, in the convex pieces that Tileray cuts them into.
pub(crate) fn stars() -> Result<Vec<Sprite>> {
    let mut rng = Rng::with_seed(37);
    (0..KINDS).map(|_| star(&mut rng)).collect()
}

fn star(rng: &mut Rng) -> Result<Sprite> {
    let radius = 8.0 + 8.0 * rng.f32();
    let notch = radius * (0.4 + 0.15 * rng.f32());
    let corner = |index: usize| {
        // Spikes differ, so that no two of a star are as deep in another one.
        let distance = if index.is_multiple_of(2) { notch } else { radius * (0.8 + 0.2 * rng.f32()) };
        Vec2::from_angle(TAU * index as f32 / (2 * SPIKES) as f32) * distance
    };
    let outline = Polygon::new((0..2 * SPIKES).map(corner).collect())?;
    let pieces = outline.convex_pieces().into_iter().map(Vec::from).collect();
    Ok(Sprite { pieces, radius: 0.0 })
}

/// A box whose corners are moved inward, or cut off with two corners in place of each; on half pixels.
fn cut_box(rng: &mut Rng, most: f32, corners_each: usize) -> Vec<Vec2> {
    loop {
        let half = vec2(rng.u32(8..=32) as f32, rng.u32(8..=32) as f32) / 2.0;
        let mut corners = Vec::new();
        for (sign, x_first) in [((-1.0, -1.0), false), ((1.0, -1.0), true), ((1.0, 1.0), false), ((-1.0, 1.0), true)] {
            let mut cut = || (half * vec2(rng.f32(), rng.f32()) * most * 2.0).round() / 2.0;
            let (one, other) = (cut(), cut());
            let sign = Vec2::from(sign);
            match corners_each {
                1 => corners.push((half - one) * sign),
                _ if x_first => corners.extend([half - one.with_y(0.0), half - one.with_x(0.0)].map(|at| at * sign)),
                _ => corners.extend([half - other.with_x(0.0), half - other.with_y(0.0)].map(|at| at * sign)),
            }
        }
        if is_strictly_convex(&corners) {
            return corners;
        }
    }
}

/// Whether all corners turn by at least three degrees, so that nobody takes them for a straight line.
fn is_strictly_convex(corners: &[Vec2]) -> bool {
    let count = corners.len();
    let edge = |index: usize| corners[(index + 1) % count] - corners[index % count];
    let turns = (0..count).all(|index| {
        let (before, after) = (edge(index), edge(index + 1));
        before.perp_dot(after) > 0.05 * before.length() * after.length()
    });
    turns && tileray_polygon(corners).is_ok_and(|polygon| polygon.len() == count)
}

/// A piece as Tileray takes it.
pub(crate) fn tileray_polygon(corners: &[Vec2]) -> Result<ConvexPolygon, PolygonError> {
    ConvexPolygon::new(corners.to_vec())
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sprites_have_the_corners_and_sizes_of_the_table() -> Result<()> {
        let sprites = [convex(4)?, convex(8)?, stars()?].concat();
        for sprite in &sprites {
            let corners: Vec<Vec2> = sprite.pieces.concat();
            let (min, max) =
                corners.iter().fold((Vec2::MAX, Vec2::MIN), |(min, max), &corner| (min.min(corner), max.max(corner)));
            assert!((max - min).cmpge(Vec2::splat(4.0)).all() && (max - min).cmple(Vec2::splat(32.0)).all());
            for piece in &sprite.pieces {
                assert_eq!(tileray_polygon(piece)?.len(), piece.len());
            }
        }
        let pieces: Vec<usize> = stars()?.iter().map(|star| star.pieces.len()).collect();
        let (least, most) = (pieces.iter().min(), pieces.iter().max());
        assert_eq!((least, most), (Some(&4), Some(&7)), "other stars than were measured");
        assert!(convex(5).is_err());
        Ok(())
    }
}
