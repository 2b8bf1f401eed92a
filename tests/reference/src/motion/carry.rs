//! A solid that moves, with those on it and those in its way.

use super::level::{Level, Picture, opposite, step};
use super::plain::Plain;
use crate::bits::Bits;
use tileray::glam::IVec2;
use tileray::{Body, Direction, SolidityMap};

/// Where solid `index` ends and where the bodies do, and whether they were squished, by every pixel: at each step, who is
/// come into goes the same way or is squished, and who stands goes along.
pub fn expected(level: &Level, index: usize, ways: &[Direction], bodies: &[Body]) -> (IVec2, Vec<(IVec2, bool)>) {
    let nothing = Bits::from(&SolidityMap::new(0, 0));
    let mut others = level.picture();
    let solids = vec![others.solids.remove(index)];
    let mut alone = Picture { ground: &nothing, one_way: &[], solids, ..others };
    let is_solid = alone.solids[0].one_way.is_none();
    let mut places: Vec<(IVec2, bool)> = bodies.iter().map(|body| (body.position(), false)).collect();
    let riders = bodies.iter().map(|body| Plain::new(level, body.shape(), body.position()));
    let riders: Vec<(Plain<'_>, bool)> = riders.map(|rider| (rider.clone(), rider.is_inside(&alone))).collect();
    for &way in ways {
        for ((rider, is_inside), (at, squished)) in riders.iter().zip(&mut places) {
            if *squished || *is_inside {
                continue;
            }
            let pushed = rider.stops_in(&alone, *at, opposite(way));
            let stands = rider.stops_in(&alone, *at, Direction::Down);
            if (pushed || stands) && !rider.stops_in(&others, *at, way) {
                *at += step(way);
            } else if pushed && is_solid {
                *squished = true;
            }
        }
        alone.solids[0].at += step(way);
    }
    (alone.solids[0].at, places)
}
