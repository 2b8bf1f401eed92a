//! The rays of a batch, set up together and sorted by the way they run.

use super::hit::{Entry, RayHit};
use super::line::{FixedLine, LONGEST_FIXED, fixed_slope};
use super::options::RayOptions;
use super::ray::{Ray, floor};
use super::strip;
use super::track::{Direction, Sense};
use crate::terrain::{BrickGrid, Terrain};
use fearless_simd::Simd;

/// The rays of a wave: enough to share what sorting costs, few enough for the first cache.
pub(super) const WAVE: usize = 128;

/// Rays set up for the walk: each a [`FixedLine`], in a list for each quantity, so that the loop over them is made of
/// vector instructions.
///
/// One ray after the other, the set-up takes as many instructions as the walk.
struct SetUps {
    base_major: [i32; WAVE],
    base_minor: [i32; WAVE],
    steps: [i32; WAVE],
    slope: [i64; WAVE],
    /// 1 where y is major, and 2 where the line runs backward; [`OTHER`](Self::OTHER) where it is too long, or no ray.
    way: [u8; WAVE],
}

impl SetUps {
    const OTHER: u8 = 4;

    #[inline(always)]
    fn of(rays: &[Ray]) -> Self {
        let mut all =
            Self { base_major: [0; WAVE], base_minor: [0; WAVE], steps: [0; WAVE], slope: [0; WAVE], way: [0; WAVE] };
        for (place, ray) in rays.iter().enumerate().take(WAVE) {
            let (from, to) = (ray.origin(), ray.end());
            let (x, y) = (floor(from.x), floor(from.y));
            let (dx, dy) = (floor(to.x).wrapping_sub(x), floor(to.y).wrapping_sub(y));
            let (across, down) = (dx.unsigned_abs(), dy.unsigned_abs());
            let steep = down > across;
            let (major, minor) = if steep { (dy, dx) } else { (dx, dy) };
            let (from_major, from_minor) = if steep { (y, x) } else { (x, y) };
            // All bits of the sign.
            let backward = major >> 31;
            all.base_major[place] = from_major.wrapping_add(major & backward);
            all.base_minor[place] = from_minor.wrapping_add(minor & backward);
            let steps = across.max(down);
            all.steps[place] = steps as i32;
            all.slope[place] = fixed_slope((minor ^ backward).wrapping_sub(backward), steps);
            let is_other = !ray.is_valid() | (u64::from(steps) > LONGEST_FIXED);
            let way = u8::from(steep) | (backward as u8 & 2);
            all.way[place] = if is_other { Self::OTHER } else { way };
        }
        all
    }

    #[inline(always)]
    fn line(&self, place: usize) -> FixedLine {
        let place = place % WAVE;
        FixedLine {
            base: (self.base_major[place], self.base_minor[place]),
            steps: self.steps[place],
            slope: self.slope[place],
        }
    }
}

/// The hits of at most [`WAVE`] rays in one grid, by Bresenham's line; the places of those that only the walk for one ray
/// serves are given back.
#[inline(always)]
pub(super) fn cast<S: Simd>(
    simd: S,
    terrain: &Terrain,
    grid: &BrickGrid,
    rays: &[Ray],
    options: &RayOptions,
    hits: &mut [Option<RayHit>],
) -> ([u8; WAVE], usize) {
    let set_ups = SetUps::of(rays);
    let (mut places, mut lens) = ([[0; WAVE]; 5], [0; 5]);
    for place in 0..rays.len().min(WAVE) {
        let way = usize::from(set_ups.way[place]).min(4);
        places[way][lens[way] % WAVE] = place as u8;
        lens[way] += 1;
    }
    let mut found = Found { entries: Vec::with_capacity(WAVE) };
    cast_one_way(simd, grid, &set_ups, Sense::<false, false>, &places[0][..lens[0]], &mut found);
    cast_one_way(simd, grid, &set_ups, Sense::<true, false>, &places[1][..lens[1]], &mut found);
    cast_one_way(simd, grid, &set_ups, Sense::<false, true>, &places[2][..lens[2]], &mut found);
    cast_one_way(simd, grid, &set_ups, Sense::<true, true>, &places[3][..lens[3]], &mut found);
    hits.fill(None);
    for (place, entry) in &found.entries {
        let place = usize::from(*place);
        hits[place] = Some(RayHit::at(terrain, &rays[place], entry, options));
    }
    (places[4], lens[4])
}

struct Found {
    entries: Vec<(u8, Entry)>,
}

#[inline(always)]
fn cast_one_way<S: Simd, D: Direction>(
    simd: S,
    grid: &BrickGrid,
    set_ups: &SetUps,
    sense: D,
    places: &[u8],
    found: &mut Found,
) {
    for &place in places {
        let line = set_ups.line(usize::from(place));
        if let Some(entry) = strip::first_entry(simd, grid, &line, sense) {
            found.entries.push((place, entry));
        }
    }
}
