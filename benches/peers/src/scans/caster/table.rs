//! A lookup table: the range of each of some directions from the center of each pixel.

use super::{Own, RangeCaster, Rule};
use crate::scans::work::{MAX_RANGE, Work};
use anyhow::Result;
use std::f32::consts::TAU;
use tileray::scan::ScanOptions;
use tileray::{Pose, SolidityMap, Terrain};

/// How many directions a full turn has: RangeLibc's default.
const DIRECTIONS: usize = 108;
/// How many steps of a range there are up to the maximum range, as in RangeLibc.
const STEPS: f32 = 65_535.0;

/// 16 bits a direction of a pixel.
struct Table {
    width: u32,
    ranges: Vec<u16>,
}

pub(super) fn caster<'a>(map: &'a SolidityMap, terrain: &'a Terrain) -> Result<Box<dyn RangeCaster + 'a>> {
    let cast = |table: &Table, work: &Work, ranges: &mut [f32]| {
        for (heading, range) in work.headings.iter().zip(ranges) {
            *range = table.look_up(*heading);
        }
    };
    let build = || Ok(Table::new(map, terrain));
    Ok(Box::new(Own::new("lookup table", Rule::Approximate, build, Table::bytes, cast)?))
}

impl Table {
    /// Fills the table by scans of the library, so that it is right for the center of each pixel.
    fn new(map: &SolidityMap, terrain: &Terrain) -> Self {
        let angles: Vec<f32> = (0..DIRECTIONS).map(|index| TAU * index as f32 / DIRECTIONS as f32).collect();
        let mut ranges = Vec::with_capacity(map.width() as usize * map.height() as usize * DIRECTIONS);
        let mut row = vec![0.0; map.width() as usize * DIRECTIONS];
        for y in 0..map.height() {
            let poses: Vec<Pose> = (0..map.width()).map(|x| Pose::at((x as f32 + 0.5, y as f32 + 0.5))).collect();
            terrain.scan(&poses, &angles, MAX_RANGE, &ScanOptions::default(), &mut row);
            ranges.extend(row.iter().map(|range| (range * (STEPS / MAX_RANGE)) as u16));
        }
        Self { width: map.width(), ranges }
    }

    fn bytes(&self) -> usize {
        self.ranges.len() * size_of::<u16>()
    }

    #[inline(always)]
    fn look_up(&self, [x, y, heading]: [f32; 3]) -> f32 {
        let direction = (heading * (DIRECTIONS as f32 / TAU) + 0.5) as usize % DIRECTIONS;
        let pixel = y as u32 as usize * self.width as usize + x as u32 as usize;
        f32::from(self.ranges[pixel * DIRECTIONS + direction]) * (MAX_RANGE / STEPS)
    }
}
