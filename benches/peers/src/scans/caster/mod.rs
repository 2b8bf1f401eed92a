//! Contestants that measure ranges.

#[cfg(feature = "costmap")]
mod costmap;
mod range_libc;
mod table;
mod tileray;
mod walks;

pub(super) use range_libc::RangeLibc;

use super::maps::ScanMap;
use super::work::Work;
use crate::bit_mask::BitMask;
use ::tileray::Terrain;
use anyhow::Result;
use cpu_time::ProcessTime;
use std::time::Duration;

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

/// A contestant that measures the ranges of a work.
pub(super) trait RangeCaster {
    fn name(&self) -> &str;

    fn rule(&self) -> Rule;

    /// Returns the milliseconds of processor time in which its data was made of a mask.
    fn build_ms(&self) -> f64;

    /// Returns the bytes of that data.
    fn bytes(&self) -> usize;

    /// Measures all ranges of a work so many times, and returns the processor time that it took.
    fn cast(&mut self, work: &Work, repeats: usize, ranges: &mut [f32]) -> Result<Duration>;
}

/// A contestant of this process.
struct Own<D, F> {
    name: &'static str,
    rule: Rule,
    data: D,
    build_ms: f64,
    bytes: usize,
    cast: F,
}

impl<D, F: Fn(&D, &Work, &mut [f32])> Own<D, F> {
    /// Builds the data, and measures how long that takes and what it weighs.
    fn new(
        name: &'static str,
        rule: Rule,
        build: impl FnOnce() -> Result<D>,
        bytes: impl FnOnce(&D) -> usize,
        cast: F,
    ) -> Result<Self> {
        let start = ProcessTime::now();
        let data = build()?;
        let build_ms = start.elapsed().as_secs_f64() * 1e3;
        Ok(Self { name, rule, build_ms, bytes: bytes(&data), data, cast })
    }
}

impl<D, F: Fn(&D, &Work, &mut [f32])> RangeCaster for Own<D, F> {
    fn name(&self) -> &str {
        self.name
    }

    fn rule(&self) -> Rule {
        self.rule
    }

    fn build_ms(&self) -> f64 {
        self.build_ms
    }

    fn bytes(&self) -> usize {
        self.bytes
    }

    fn cast(&mut self, work: &Work, repeats: usize, ranges: &mut [f32]) -> Result<Duration> {
        let start = ProcessTime::now();
        for _ in 0..repeats {
            (self.cast)(&self.data, std::hint::black_box(work), ranges);
            std::hint::black_box(&mut *ranges);
        }
        Ok(start.elapsed())
    }
}

/// Returns all contestants but RangeLibc, those of the library first.
pub(super) fn all<'a>(
    map: &'a ScanMap,
    terrain: &'a Terrain,
    mask: &'a BitMask,
) -> Result<Vec<Box<dyn RangeCaster + 'a>>> {
    let mut casters = tileray::casters(&map.mask)?;
    casters.extend(walks::casters(&map.mask, mask)?);
    casters.push(table::caster(&map.mask, terrain)?);
    #[cfg(feature = "costmap")]
    casters.extend(costmap::casters(mask)?);
    Ok(casters)
}
