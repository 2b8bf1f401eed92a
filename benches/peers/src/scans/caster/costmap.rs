//! The crate `costmap`: its two ray casts through an occupancy grid of a byte a cell.

use super::{Own, RangeCaster, Rule};
use crate::bit_mask::BitMask;
use crate::scans::work::{MAX_RANGE, Work};
use anyhow::{Result, anyhow};
use costmap::raycast::RayHit2D;
use costmap::types::{FREE, OCCUPIED};
use costmap::{MapInfo, OccupancyGrid};
use costmap_glam::Vec2;

pub(super) fn casters(mask: &BitMask) -> Result<Vec<Box<dyn RangeCaster + '_>>> {
    // One meter a cell, so that lengths are pixels.
    let info = MapInfo { width: mask.width(), height: mask.height(), resolution: 1.0, origin: Vec2::ZERO };
    let cells = move || (0..mask.height()).flat_map(move |y| (0..mask.width()).map(move |x| (x, y)));
    let build = move || {
        let data = cells().map(|(x, y)| if mask.bit(x, y) { OCCUPIED } else { FREE }).collect();
        OccupancyGrid::init(info, data).map_err(|error| anyhow!("costmap: {error}"))
    };
    let bytes = |grid: &OccupancyGrid| grid.width() as usize * grid.height() as usize;
    let dda = |grid: &OccupancyGrid, work: &Work, ranges: &mut [f32]| {
        each(work, ranges, |origin, direction| grid.raycast_dda(origin, direction, MAX_RANGE));
    };
    let grid_step = |grid: &OccupancyGrid, work: &Work, ranges: &mut [f32]| {
        each(work, ranges, |origin, direction| grid.raycast_grid_step(origin, direction, MAX_RANGE));
    };
    Ok(vec![
        Box::new(Own::new("costmap dda", Rule::Approximate, build, bytes, dda)?),
        Box::new(Own::new("costmap grid_step", Rule::Approximate, build, bytes, grid_step)?),
    ])
}

#[inline(always)]
fn each(work: &Work, ranges: &mut [f32], cast: impl Fn(Vec2, Vec2) -> Option<RayHit2D>) {
    for (&[x, y, heading], range) in work.headings.iter().zip(ranges) {
        *range = RayHit2D::distance_or(cast(Vec2::new(x, y), Vec2::from_angle(heading)), MAX_RANGE);
    }
}
