//! The rays of a batch, some at a time, sorted by the way they run.

use super::heading::{Heading, Sense};
use super::hit::RayHit;
use super::options::RayOptions;
use super::ray::Ray;
use super::rays::Rays;
use super::set_ups::{Lines, SetUps};
use super::track::Track;
use super::walk::{Occupied, first_found_from};
use crate::terrain::{BrickGrid, OwnerFinder, Terrain};
use fearless_simd::Simd;
use std::slice;

/// The rays of a wave: enough to share what a wave costs besides them, and as many as a byte can tell apart.
pub(super) const WAVE: usize = 256;

/// Casts the rays of a batch in one grid, a wave at a time.
///
/// Each stage is a loop over all rays. What waits in one ray, for memory or for a branch that was guessed wrong, does not
/// keep the others waiting; most of all the first blocks, which are looked at without a branch.
pub(super) struct Wave<'a, U: SetUps> {
    terrain: &'a Terrain,
    grid: &'a BrickGrid,
    options: &'a RayOptions,
    /// Room for rays that are not listed.
    room: Vec<Ray>,
    walks: Walks<'a, U>,
}

/// What is found out about the rays of a wave.
struct Walks<'a, U: SetUps> {
    set_ups: &'a mut U,
    /// The rays that run one way, after a look at their first blocks.
    begun: Vec<(u8, Occupied<'a>)>,
    /// Those of them that meet something solid, and where.
    met: Places<U::Found<'a>>,
}

/// What rays are cast at.
pub(super) struct Target<'a> {
    pub(super) grid: &'a BrickGrid,
    pub(super) owners: OwnerFinder<'a>,
}

/// Where the hits of a wave go.
pub(super) struct Answers<'a> {
    /// A place for each ray, which is `None` until the ray meets something.
    hits: &'a mut [Option<RayHit>],
    /// The places of the next wave that are still to be made so.
    next: slice::IterMut<'a, Option<RayHit>>,
}

impl<'a> Answers<'a> {
    /// Those of the next wave of a batch, which has these places `left`, and the places after it.
    pub(super) fn of_wave(left: &'a mut [Option<RayHit>]) -> Self {
        let (hits, rest) = left.split_at_mut(left.len().min(WAVE));
        let len = rest.len().min(WAVE);
        Self { hits, next: rest[..len].iter_mut() }
    }

    /// Makes one more place of the next wave ready, in order. Done here and there between other work, as to do it all at once
    /// takes as long as it takes the memory to come.
    #[inline(always)]
    fn prepare_one(&mut self) {
        if let Some(hit) = self.next.next() {
            *hit = None;
        }
    }
}

/// Places of a wave, each with something. Not pushed to a `Vec`: that it may have to grow makes the loops slower.
struct Places<T> {
    room: Vec<(u8, T)>,
    len: usize,
}

impl<T: Copy + Default> Places<T> {
    /// None, with room for some.
    fn new(room: usize) -> Self {
        Self { room: vec![(0, T::default()); room], len: 0 }
    }

    /// Appends a place; there must be room.
    #[inline(always)]
    fn push(&mut self, place: u8, of: T) {
        if let Some(slot) = self.room.get_mut(self.len) {
            *slot = (place, of);
            self.len += 1;
        }
    }

    #[inline(always)]
    fn all(&self) -> &[(u8, T)] {
        &self.room[..self.len]
    }
}

impl<'a, U: SetUps> Wave<'a, U> {
    /// For a batch of `len` rays.
    #[inline(always)]
    pub(super) fn new(
        set_ups: &'a mut U,
        terrain: &'a Terrain,
        grid: &'a BrickGrid,
        options: &'a RayOptions,
        len: usize,
    ) -> Self {
        let len = len.min(WAVE);
        // No longer than they need to be, as batches may be small.
        let begun = (0..len).map(|_| (0, Occupied::none(grid))).collect();
        let walks = Walks { set_ups, begun, met: Places::new(len) };
        Self { terrain, grid, options, room: Vec::new(), walks }
    }

    /// The hits of a wave of rays, from place `first` on; the places of those that only the walk for one ray serves are given
    /// back. Their answers must be `None`, and those of the next wave are when it is done.
    #[inline(always)]
    pub(super) fn cast<S: Simd>(
        &mut self,
        simd: S,
        rays: Rays<'_>,
        first: usize,
        answers: &mut Answers<'_>,
    ) -> ([u8; WAVE], usize) {
        let &mut Self { terrain, grid, options, ref mut room, ref mut walks } = self;
        let rays = rays.some(first, answers.hits.len(), room);
        walks.set_ups.set(rays, grid);
        let (mut places, mut lens) = ([[0; WAVE]; Lines::BEYOND], [0; Lines::BEYOND]);
        for place in 0..rays.len() {
            let way = walks.set_ups.lines().way(place);
            places[way][lens[way] % WAVE] = place as u8;
            lens[way] += 1;
        }
        let target = Target { grid, owners: terrain.owners(options.layers, options.one_way) };
        walks.meet(simd, &target, Sense::<false, false>, &places[0][..lens[0]], rays, answers);
        walks.meet(simd, &target, Sense::<true, false>, &places[1][..lens[1]], rays, answers);
        walks.meet(simd, &target, Sense::<false, true>, &places[2][..lens[2]], rays, answers);
        walks.meet(simd, &target, Sense::<true, true>, &places[3][..lens[3]], rays, answers);
        answers.next.by_ref().for_each(|hit| *hit = None);
        (places[Lines::OTHER], lens[Lines::OTHER])
    }
}

impl<'a, U: SetUps> Walks<'a, U> {
    /// The hits of some rays, all of which run one way.
    #[inline(always)]
    fn meet<S: Simd, D: Heading>(
        &mut self,
        simd: S,
        target: &Target<'a>,
        sense: D,
        places: &[u8],
        rays: &[Ray],
        answers: &mut Answers<'_>,
    ) {
        let (set_ups, grid) = (&*self.set_ups, target.grid);
        let track = |place: u8, line| Track::new(simd, line, sense, set_ups.footprint(usize::from(place)));
        for (&place, begun) in places.iter().zip(&mut self.begun) {
            let track = track(place, set_ups.lines().line(usize::from(place)));
            *begun = (place, set_ups.lines().first_look(simd, grid, usize::from(place), &track));
        }
        self.met.len = 0;
        for (place, first) in self.begun.iter().take(places.len()) {
            let track = track(*place, set_ups.lines().line(usize::from(*place)));
            answers.prepare_one();
            if let Some(found) = first_found_from(simd, grid, &track, first) {
                self.met.push(*place, found);
            }
        }
        for (place, found) in self.met.all() {
            let place = usize::from(*place) % WAVE;
            set_ups.describe(target, place, sense, &rays[place], found, &mut answers.hits[place]);
        }
    }
}
