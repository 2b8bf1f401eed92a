//! Connected regions of a mask by flood fill, and the edges of its pixels.

use crate::bits::Bits;
use std::collections::{HashMap, HashSet};
use tileray::SolidityMap;
use tileray::glam::{IVec2, ivec2};
use tileray::solidity::Connectivity;

const SIDES: [IVec2; 4] = [ivec2(1, 0), ivec2(0, 1), ivec2(-1, 0), ivec2(0, -1)];
const DIAGONALS: [IVec2; 4] = [ivec2(1, 1), ivec2(-1, 1), ivec2(-1, -1), ivec2(1, -1)];

/// The connected regions of the plane, each with the region around it.
#[derive(Debug)]
pub struct Regions {
    pub of_pixel: HashMap<IVec2, usize>,
    pub parents: Vec<Option<usize>>,
}

impl Regions {
    /// Floods the mask and a free border around it, from the outside in: what is met beside a region for the first time
    /// lies in it.
    pub fn of(mask: &SolidityMap, connectivity: Connectivity) -> Self {
        let bits = Bits::from(mask);
        let size = mask.size().as_ivec2();
        let is_within = |p: IVec2| p.cmpge(ivec2(-1, -1)).all() && p.cmple(size).all();
        let mut regions = Self { of_pixel: HashMap::new(), parents: Vec::new() };
        let mut waiting = vec![(ivec2(-1, -1), None)];
        while let Some((seed, parent)) = waiting.pop() {
            if regions.of_pixel.contains_key(&seed) {
                continue;
            }
            let region = regions.parents.len();
            regions.parents.push(parent);
            let solid = bits.get(seed);
            let joins_corners = solid == (connectivity == Connectivity::Eight);
            let mut flood = vec![seed];
            let mut beside = Vec::new();
            while let Some(pixel) = flood.pop() {
                if regions.of_pixel.insert(pixel, region).is_some() {
                    continue;
                }
                for (index, step) in SIDES.into_iter().chain(DIAGONALS).enumerate() {
                    let other = pixel + step;
                    if !is_within(other) || regions.of_pixel.contains_key(&other) {
                        continue;
                    }
                    if bits.get(other) != solid {
                        if index < 4 {
                            beside.push((other, Some(region)));
                        }
                    } else if index < 4 || joins_corners {
                        flood.push(other);
                    }
                }
            }
            waiting.extend(beside);
        }
        regions
    }
}

/// The pixels of each connected part of a mask, row by row, in the order of their first pixels.
pub fn parts(mask: &SolidityMap, connectivity: Connectivity) -> Vec<Vec<IVec2>> {
    let regions = Regions::of(mask, connectivity).of_pixel;
    let mut parts: Vec<(usize, Vec<IVec2>)> = Vec::new();
    for pixel in mask.pixels() {
        let region = regions[&pixel];
        match parts.iter_mut().find(|(known, _)| *known == region) {
            Some((_, part)) => part.push(pixel),
            None => parts.push((region, vec![pixel])),
        }
    }
    parts.into_iter().map(|(_, part)| part).collect()
}

/// Every edge between a solid and a free pixel, with the solid one on the right hand.
pub fn plain_edges(mask: &SolidityMap) -> HashSet<(IVec2, IVec2)> {
    let (bits, mut edges) = (Bits::from(mask), HashSet::new());
    for pixel in bits.pixels() {
        let ring = [ivec2(0, 0), ivec2(1, 0), ivec2(1, 1), ivec2(0, 1)].map(|corner| pixel + corner);
        for (side, beside) in [ivec2(0, -1), ivec2(1, 0), ivec2(0, 1), ivec2(-1, 0)].into_iter().enumerate() {
            if !bits.get(pixel + beside) {
                edges.insert((ring[side], ring[(side + 1) % 4]));
            }
        }
    }
    edges
}
