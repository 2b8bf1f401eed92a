//! The rays of a batch, some at a time, sorted by the way they run.

use super::hit::RayHit;
use super::options::RayOptions;
use super::ray::Ray;
use super::rays::Rays;
use super::set_ups::SetUps;
use super::strip::{Begun, begin, first_stop_of_begun};
use super::track::{Direction, Sense, Stop, Track};
use crate::terrain::{BrickGrid, Terrain};
use fearless_simd::Simd;

/// The rays of a wave: enough to share what sorting costs, few enough for the first cache.
pub(super) const WAVE: usize = 128;

/// Casts the rays of a batch in one grid, by Bresenham's line, a wave at a time.
///
/// Each stage is a loop over all rays. What waits in one ray, for memory or for a branch that was guessed wrong, does not
/// keep the others waiting; most of all the first blocks, which are looked at without a branch.
pub(super) struct Wave<'a> {
    terrain: &'a Terrain,
    grid: &'a BrickGrid,
    options: &'a RayOptions,
    /// Room for rays that are not listed.
    room: Vec<Ray>,
    walks: Walks<'a>,
}

/// What is found out about the rays of a wave.
struct Walks<'a> {
    set_ups: SetUps,
    /// The rays that run one way, after a look at their first blocks.
    begun: [(u8, Begun<'a>); WAVE],
    /// The rays that meet something solid, and where.
    met: [(u8, Stop<'a>); WAVE],
    met_len: usize,
}

impl<'a> Wave<'a> {
    pub(super) fn new(terrain: &'a Terrain, grid: &'a BrickGrid, options: &'a RayOptions) -> Self {
        let begun = [const { (0, Begun::NONE) }; WAVE];
        let walks = Walks { set_ups: SetUps::NONE, begun, met: [(0, Stop::NONE); WAVE], met_len: 0 };
        Self { terrain, grid, options, room: Vec::new(), walks }
    }

    /// The hits of at most [`WAVE`] rays, from place `first` on; the places of those that only the walk for one ray serves
    /// are given back.
    #[inline(always)]
    pub(super) fn cast<S: Simd>(
        &mut self,
        simd: S,
        rays: Rays<'_>,
        first: usize,
        hits: &mut [Option<RayHit>],
    ) -> ([u8; WAVE], usize) {
        let &mut Self { terrain, grid, options, ref mut room, ref mut walks } = self;
        // First, so that the memory is at hand when the hits are there.
        hits.fill(None);
        let rays = rays.some(first, hits.len().min(WAVE), room);
        walks.set_ups.set(rays, &grid.pixels());
        let (mut places, mut lens) = ([[0; WAVE]; SetUps::WAYS + 1], [0; SetUps::WAYS + 1]);
        for place in 0..rays.len() {
            let way = walks.set_ups.way(place);
            places[way][lens[way] % WAVE] = place as u8;
            lens[way] += 1;
        }
        walks.met_len = 0;
        walks.meet(simd, grid, Sense::<false, false>, &places[0][..lens[0]]);
        walks.meet(simd, grid, Sense::<true, false>, &places[1][..lens[1]]);
        walks.meet(simd, grid, Sense::<false, true>, &places[2][..lens[2]]);
        walks.meet(simd, grid, Sense::<true, true>, &places[3][..lens[3]]);
        let owners = terrain.owners(options.layers, options.one_way);
        for (place, stop) in &walks.met[..walks.met_len.min(WAVE)] {
            let place = usize::from(*place) % WAVE;
            let track = Track::new(simd, walks.set_ups.line(place), walks.set_ups.sense(place));
            let entry = track.entry(grid, walks.set_ups.steps(place), stop);
            hits[place] = Some(RayHit::at(&owners, &rays[place], &entry));
        }
        (places[SetUps::OTHER], lens[SetUps::OTHER])
    }
}

impl<'a> Walks<'a> {
    /// Appends those of some rays that meet something solid; all of them run one way.
    #[inline(always)]
    fn meet<S: Simd, D: Direction>(&mut self, simd: S, grid: &'a BrickGrid, sense: D, places: &[u8]) {
        let mut len = 0;
        for &place in places {
            let line = self.set_ups.line(usize::from(place));
            if line.passes_by() {
                continue;
            }
            self.begun[len % WAVE] = (place, begin(simd, grid, &Track::new(simd, line, sense)));
            len += 1;
        }
        for (place, begun) in &self.begun[..len.min(WAVE)] {
            let track = Track::new(simd, self.set_ups.line(usize::from(*place)), sense);
            if let Some(stop) = first_stop_of_begun(simd, grid, &track, begun) {
                self.met[self.met_len % WAVE] = (*place, stop);
                self.met_len += 1;
            }
        }
    }
}
