//! The shapes that collide: outlines of small sprites in their own frame.

use anyhow::{Result, ensure};
use fastrand::Rng;
use std::f32::consts::TAU;
use tileray::geometry::PolygonError;
use tileray::glam::{Vec2, vec2};
use tileray::{ConvexPolygon, Polygon};

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
