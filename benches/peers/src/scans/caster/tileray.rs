//! Tileray: scans, ranges of listed rays, and hits.

use super::{Own, RangeCaster, Rule};
use crate::scans::work::{MAX_RANGE, Work};
use anyhow::Result;
use std::cell::RefCell;
use tileray::scan::ScanOptions;
use tileray::{RayHit, RayOptions, SolidityMap, Terrain, Traversal};

pub(super) fn casters(mask: &SolidityMap) -> Result<Vec<Box<dyn RangeCaster>>> {
    let build = || Ok(Terrain::from_solidity(mask));
    let options = ScanOptions::default();
    let scan = move |terrain: &Terrain, work: &Work, ranges: &mut [f32]| {
        terrain.scan(&work.poses, &work.angles, MAX_RANGE, &options, ranges);
    };
    let listed = move |terrain: &Terrain, work: &Work, ranges: &mut [f32]| {
        terrain.ranges(&work.rays, MAX_RANGE, &options, ranges);
    };
    let hits: RefCell<Vec<Option<RayHit>>> = RefCell::default();
    let exact = RayOptions { traversal: Traversal::Exact, ..RayOptions::default() };
    let hits = move |terrain: &Terrain, work: &Work, ranges: &mut [f32]| {
        let mut hits = hits.borrow_mut();
        hits.resize(work.rays.len(), None);
        terrain.raycast_batch(&work.rays, &exact, &mut hits);
        for (range, hit) in ranges.iter_mut().zip(&*hits) {
            *range = hit.as_ref().map_or(MAX_RANGE, |hit| hit.distance.min(MAX_RANGE));
        }
    };
    Ok(vec![
        Box::new(Own::new("tileray scan", Rule::RoundedEnds, build, Terrain::memory, scan)?),
        Box::new(Own::new("tileray ranges", Rule::RoundedEnds, build, Terrain::memory, listed)?),
        Box::new(Own::new("tileray hits", Rule::RoundedEnds, build, Terrain::memory, hits)?),
    ])
}
