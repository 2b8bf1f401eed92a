//! Contestants that measure ranges.

use super::maps::ScanMap;
use super::truth::{MAX_RANGE, Work};
use crate::rays::{bit_test, exact_bit_test, pixel_of};
use crate::solid::BitMask;
use anyhow::Result;
use cpu_time::ProcessTime;
use std::cell::RefCell;
use std::f32::consts::TAU;
use std::time::Duration;
use tileray::glam::{IVec2, Vec2, vec2};
use tileray::{Pose, RayHit, SolidityMap, Terrain};

/// What the ranges of a contestant are held to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// They are the true ones.
    Exact,
    /// They are the true ones of beams whose ends are rounded to 1/256 px.
    RoundedEnds,
    /// They are what they are: the table tells how often they are off.
    Approximate,
}

/// Measures all ranges of a work so many times, and returns the processor time that it took.
type Cast<'a> = Box<dyn FnMut(&Work, usize, &mut [f32]) -> Result<Duration> + 'a>;

/// A contestant that measures the ranges of a work.
pub(super) struct RangeCaster<'a> {
    pub(super) name: &'static str,
    pub(super) rule: Rule,
    /// The milliseconds of processor time in which its data was made of a mask, and the bytes of that data.
    pub(super) build_ms: f64,
    pub(super) bytes: usize,
    pub(super) cast: Cast<'a>,
}

/// Returns a contestant of this process: builds its data, and measures how long that takes and what it weighs.
fn own<'a, D: 'a>(
    name: &'static str,
    rule: Rule,
    build: impl FnOnce() -> Result<D>,
    bytes: impl FnOnce(&D) -> usize,
    cast: impl Fn(&D, &Work, &mut [f32]) + 'a,
) -> Result<RangeCaster<'a>> {
    let start = ProcessTime::now();
    let data = build()?;
    let (build_ms, bytes) = (start.elapsed().as_secs_f64() * 1e3, bytes(&data));
    let cast = move |work: &Work, repeats, ranges: &mut [f32]| {
        let start = ProcessTime::now();
        for _ in 0..repeats {
            cast(&data, std::hint::black_box(work), ranges);
            std::hint::black_box(&mut *ranges);
        }
        Ok(start.elapsed())
    };
    Ok(RangeCaster { name, rule, build_ms, bytes, cast: Box::new(cast) })
}

/// Returns all contestants but RangeLibc, those of the library first.
pub(super) fn all<'a>(map: &'a ScanMap, terrain: &'a Terrain, mask: &'a BitMask) -> Result<Vec<RangeCaster<'a>>> {
    let mut casters = tilerays(&map.mask)?;
    casters.extend(walks(&map.mask, mask)?);
    casters.push(table(&map.mask, terrain)?);
    #[cfg(feature = "costmap")]
    casters.extend(costmaps(mask)?);
    Ok(casters)
}

/// Tileray: scans, ranges of listed rays, and hits.
fn tilerays(mask: &SolidityMap) -> Result<Vec<RangeCaster<'_>>> {
    let build = || Ok(Terrain::from_solidity(mask));
    let scan = move |terrain: &Terrain, work: &Work, ranges: &mut [f32]| {
        terrain.query().scan(&work.poses, &work.angles, MAX_RANGE, ranges);
    };
    let listed = move |terrain: &Terrain, work: &Work, ranges: &mut [f32]| {
        terrain.query().ranges(&work.rays, MAX_RANGE, ranges);
    };
    let hits: RefCell<Vec<Option<RayHit>>> = RefCell::default();
    let hits = move |terrain: &Terrain, work: &Work, ranges: &mut [f32]| {
        let mut hits = hits.borrow_mut();
        hits.resize(work.rays.len(), None);
        terrain.query().exact().raycast_batch(&work.rays, &mut hits);
        for (range, hit) in ranges.iter_mut().zip(&*hits) {
            *range = hit.as_ref().map_or(MAX_RANGE, |hit| hit.distance().min(MAX_RANGE));
        }
    };
    Ok(vec![
        own("tileray scan", Rule::RoundedEnds, build, Terrain::memory, scan)?,
        own("tileray ranges", Rule::RoundedEnds, build, Terrain::memory, listed)?,
        own("tileray hits", Rule::RoundedEnds, build, Terrain::memory, hits)?,
    ])
}

/// Walks: of all pixels that a beam touches, of those of Bresenham's line, and of circles that are free.
fn walks<'a>(map: &'a SolidityMap, mask: &'a BitMask) -> Result<Vec<RangeCaster<'a>>> {
    let exact = |mask: &BitMask, work: &Work, ranges: &mut [f32]| {
        for (ray, range) in work.rays.iter().zip(ranges) {
            *range = exact_bit_test(mask, ray).map_or(MAX_RANGE, |(_, distance)| distance);
        }
    };
    let bresenham = |mask: &BitMask, work: &Work, ranges: &mut [f32]| {
        for (ray, range) in work.rays.iter().zip(ranges) {
            // From pixel to pixel, since the line knows nothing finer.
            let length = |pixel: IVec2| (pixel - pixel_of(ray.origin())).as_vec2().length();
            *range = bit_test(mask, ray).map_or(MAX_RANGE, length);
        }
    };
    let marching = |field: &Field, work: &Work, ranges: &mut [f32]| {
        for (heading, range) in work.headings.iter().zip(ranges) {
            *range = field.march(*heading);
        }
    };
    let bits = || Ok(BitMask::new(map));
    Ok(vec![
        own("exact bit test", Rule::Exact, bits, BitMask::bytes, exact)?,
        own("bresenham", Rule::Approximate, bits, BitMask::bytes, bresenham)?,
        own("ray marching", Rule::Approximate, || Field::new(map, mask), Field::bytes, marching)?,
    ])
}

/// The distance from each pixel to the nearest solid one.
struct Field {
    width: u32,
    height: u32,
    distances: Vec<f32>,
}

impl Field {
    fn new(map: &SolidityMap, mask: &BitMask) -> Result<Self> {
        let field = map.distance_field()?;
        let (width, height) = (mask.width(), mask.height());
        let pixels = (0..height as i32).flat_map(|y| (0..width as i32).map(move |x| (x, y)));
        let distances = pixels.map(|(x, y)| field.distance(x, y).unwrap_or(f32::INFINITY)).collect();
        Ok(Self { width, height, distances })
    }

    fn bytes(&self) -> usize {
        self.distances.len() * size_of::<f32>()
    }

    /// Ray marching as RangeLibc does it: each step is the distance at the pixel that it stands in, at least one pixel.
    ///
    /// Distances are those between centers, so that a step may be too long by up to a pixel.
    fn march(&self, [x, y, heading]: [f32; 3]) -> f32 {
        let (start, direction) = (vec2(x, y), Vec2::from_angle(heading));
        let mut range = 0.0;
        while range < MAX_RANGE {
            let at = start + direction * range;
            let (x, y) = (at.x as i32 as u32, at.y as i32 as u32);
            if x >= self.width || y >= self.height {
                return MAX_RANGE;
            }
            let distance = self.distances[(y * self.width + x) as usize];
            if distance == 0.0 {
                return range;
            }
            range += (distance * 0.999).max(1.0);
        }
        MAX_RANGE
    }
}

/// How many directions a full turn has: RangeLibc's default.
const DIRECTIONS: usize = 108;
/// How many steps of a range there are up to the maximum range, as in RangeLibc.
const STEPS: f32 = 65_535.0;

/// 16 bits a direction of a pixel.
struct Table {
    width: u32,
    ranges: Vec<u16>,
}

/// A lookup table: the range of each of some directions from the center of each pixel.
fn table<'a>(map: &'a SolidityMap, terrain: &'a Terrain) -> Result<RangeCaster<'a>> {
    let cast = |table: &Table, work: &Work, ranges: &mut [f32]| {
        for (heading, range) in work.headings.iter().zip(ranges) {
            *range = table.look_up(*heading);
        }
    };
    let build = || Ok(Table::new(map, terrain));
    own("lookup table", Rule::Approximate, build, Table::bytes, cast)
}

impl Table {
    /// Fills the table by scans of the library, so that it is right for the center of each pixel.
    fn new(map: &SolidityMap, terrain: &Terrain) -> Self {
        let angles: Vec<f32> = (0..DIRECTIONS).map(|index| TAU * index as f32 / DIRECTIONS as f32).collect();
        let mut ranges = Vec::with_capacity(map.width() as usize * map.height() as usize * DIRECTIONS);
        let mut row = vec![0.0; map.width() as usize * DIRECTIONS];
        for y in 0..map.height() {
            let poses: Vec<Pose> = (0..map.width()).map(|x| Pose::at((x as f32 + 0.5, y as f32 + 0.5))).collect();
            terrain.query().scan(&poses, &angles, MAX_RANGE, &mut row);
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

/// The crate `costmap`: its two ray casts through an occupancy grid of a byte a cell.
#[cfg(feature = "costmap")]
fn costmaps(mask: &BitMask) -> Result<Vec<RangeCaster<'_>>> {
    use costmap::raycast::RayHit2D;
    use costmap::types::{FREE, OCCUPIED};
    use costmap::{MapInfo, OccupancyGrid};
    use costmap_glam::Vec2;
    #[inline(always)]
    fn each(work: &Work, ranges: &mut [f32], cast: impl Fn(Vec2, Vec2) -> Option<RayHit2D>) {
        for (&[x, y, heading], range) in work.headings.iter().zip(ranges) {
            *range = RayHit2D::distance_or(cast(Vec2::new(x, y), Vec2::from_angle(heading)), MAX_RANGE);
        }
    }
    // One meter a cell, so that lengths are pixels.
    let info = MapInfo { width: mask.width(), height: mask.height(), resolution: 1.0, origin: Vec2::ZERO };
    let cells = move || (0..mask.height()).flat_map(move |y| (0..mask.width()).map(move |x| (x, y)));
    let build = move || {
        let data = cells().map(|(x, y)| if mask.bit(x, y) { OCCUPIED } else { FREE }).collect();
        OccupancyGrid::init(info, data).map_err(|error| anyhow::anyhow!("costmap: {error}"))
    };
    let bytes = |grid: &OccupancyGrid| grid.width() as usize * grid.height() as usize;
    let dda = |grid: &OccupancyGrid, work: &Work, ranges: &mut [f32]| {
        each(work, ranges, |origin, direction| grid.raycast_dda(origin, direction, MAX_RANGE));
    };
    let grid_step = |grid: &OccupancyGrid, work: &Work, ranges: &mut [f32]| {
        each(work, ranges, |origin, direction| grid.raycast_grid_step(origin, direction, MAX_RANGE));
    };
    Ok(vec![
        own("costmap dda", Rule::Approximate, build, bytes, dda)?,
        own("costmap grid_step", Rule::Approximate, build, bytes, grid_step)?,
    ])
}
