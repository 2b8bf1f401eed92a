//! A solid that moves, with those on it and those in its way.

use super::level::{Level, Picture, step};
use crate::bits::Bits;
use tileray::glam::IVec2;
use tileray::{Body, Direction};

/// A body as its pixels.
struct Rider {
    pixels: Vec<IVec2>,
    bits: Bits,
}

impl Rider {
    /// The pixels that a step covers newly.
    fn entered(&self, at: IVec2, way: Direction) -> impl Iterator<Item = IVec2> + '_ {
        let covered = self.pixels.iter().map(move |&pixel| pixel + at + step(way));
        covered.filter(move |&pixel| !self.bits.get(pixel - at))
    }
}

/// Where solid `index` ends and where the bodies do, and whether they were squished, by every pixel: at each step, who is
/// come into goes the same way or is squished, and who stands goes along.
pub fn expected(level: &Level, index: usize, ways: &[Direction], bodies: &[Body]) -> (IVec2, Vec<(IVec2, bool)>) {
    let Picture { corner, ground, one_way, solids } = level.picture();
    let solid = &solids[index];
    let mut solid_at = solid.at;
    let mut places: Vec<(IVec2, bool)> = bodies.iter().map(|body| (body.position(), false)).collect();
    let riders: Vec<Rider> = bodies
        .iter()
        .map(|body| body.shape().mask())
        .map(|mask| Rider { pixels: mask.pixels().collect(), bits: mask.into() })
        .collect();
    let has = |at: IVec2, pixel: IVec2| solid.bits.get(pixel - at);
    // Whether the solid stops a step of a body.
    let solid_stops = |solid_at: IVec2, rider: &Rider, at: IVec2, way: Direction| {
        rider.entered(at, way).any(|pixel| match solid.one_way {
            None => has(solid_at, pixel),
            Some(stopped) => stopped == way && has(solid_at, pixel) && !has(solid_at, pixel - step(way)),
        })
    };
    // Whether anything else does.
    let others = |rider: &Rider, at: IVec2, way: Direction| {
        rider.entered(at, way).any(|pixel| {
            let before = pixel - step(way);
            let layer =
                |pixel: IVec2| one_way.iter().any(|(stopped, bits)| *stopped == way && bits.get(pixel - corner));
            let solids = solids.iter().enumerate().filter(|(place, _)| *place != index).any(|(_, other)| {
                other.has(pixel) && (other.one_way.is_none() || (other.one_way == Some(way) && !other.has(before)))
            });
            ground.get(pixel - corner) || solids || (layer(pixel) && !layer(before))
        })
    };
    let is_inside: Vec<bool> = riders
        .iter()
        .zip(&places)
        .map(|(rider, &(at, _))| solid.one_way.is_none() && rider.pixels.iter().any(|&pixel| has(solid_at, pixel + at)))
        .collect();
    for &way in ways {
        let opposite = match way {
            Direction::Right => Direction::Left,
            Direction::Left => Direction::Right,
            Direction::Down => Direction::Up,
            Direction::Up => Direction::Down,
        };
        for (body, rider) in riders.iter().enumerate() {
            let (at, squished) = places[body];
            if squished || is_inside[body] {
                continue;
            }
            let pushed = solid_stops(solid_at, rider, at, opposite);
            let stands = solid_stops(solid_at, rider, at, Direction::Down);
            if (pushed || stands) && !others(rider, at, way) {
                places[body].0 += step(way);
            } else if pushed && solid.one_way.is_none() {
                places[body].1 = true;
            }
        }
        solid_at += step(way);
    }
    (solid_at, places)
}
