//! Packets: up to 256 rays of a batch that are cast together in one grid.
//!
//! A packet goes through stages, each a loop over all of its rays:
//!
//! ```text
//! prepare    each ray in fixed point, and its first block        vector code, [`PacketLines`]
//! sort       the rays by direction: 4 lists of indices
//! for each direction, known to the compiler:
//!     look       the strip test of each first block               no branches
//!     walk       each ray to its end                              PreparedLine::first_found_from
//!     describe   each ray that met something, unless the answer is yes or no     Kernel::describe
//! ```
//!
//! What one ray waits for, memory or a branch misprediction, does not delay the others.

use super::beams::PoseBeams;
use super::fan::FanAngles;
use super::line::{DynamicDirection, GridLine, LentEnds, LineDirection, PreparedRay, StaticDirection};
use super::options::RayOptions;
use super::ray::Ray;
use super::walk::{CandidateStrips, CastTarget, FirstBlock, Kernel, PreparedLine, SquarePair};
use crate::parallel::{Kept, Runs, with_kept};
use crate::simd::{Simd, dispatch};
use crate::terrain::{BLOCK_SHIFT, BRICK_SHIFT, BlockPosition, BrickGrid, Terrain};
use glam::Vec2;
use std::slice;

/// The rays of a packet: enough to share the cost of a packet, and as many as a byte can index.
const PACKET: usize = 256;

/// The rays of a batch.
#[derive(Clone, Copy)]
pub(crate) enum RaySource<'a> {
    Listed(&'a [Ray]),
    Fan(&'a FanAngles),
    Between(&'a [(Vec2, Vec2)]),
    Poses(&'a PoseBeams<'a>),
}

impl RaySource<'_> {
    pub(super) fn ray(&self, index: usize) -> Ray {
        match self {
            Self::Listed(rays) => rays[index],
            Self::Fan(angles) => angles.ray(index),
            Self::Between(pairs) => Ray::between(pairs[index].0, pairs[index].1),
            Self::Poses(beams) => beams.ray(index),
        }
    }

    /// Returns `len` rays from index `first` on. Rays that are not listed are made in `buffer`, in a loop that becomes
    /// vector code.
    #[inline(always)]
    pub(super) fn rays<'a>(&'a self, first: usize, len: usize, buffer: &'a mut Vec<Ray>) -> &'a [Ray] {
        match self {
            Self::Listed(rays) => &rays[first..first + len],
            Self::Fan(angles) => {
                buffer.resize(len, Ray::POINT);
                let first = first as f64;
                for (i, ray) in buffer.iter_mut().enumerate() {
                    *ray = angles.ray_after(first, i as u32);
                }
                buffer
            }
            Self::Between(pairs) => {
                buffer.resize(len, Ray::POINT);
                for (ray, &(a, b)) in buffer.iter_mut().zip(&pairs[first..]) {
                    *ray = Ray::between(a, b);
                }
                buffer
            }
            Self::Poses(beams) => {
                buffer.resize(len, Ray::POINT);
                beams.write(first, buffer);
                buffer
            }
        }
    }
}

/// What a batch asks about each of its rays.
pub(super) trait BatchQuery: Copy + Sync {
    type Answer: Send;

    /// Whether the answer tells more than whether the ray meets something.
    const DESCRIBES: bool;

    /// Returns the answer for a valid ray, if it does not [describe](Self::DESCRIBES) what the ray has met.
    fn flag(self, met: bool) -> Self::Answer;

    /// Writes the answer for a prepared ray that has met something. `direction` is the ray's own.
    fn describe<K: Kernel>(
        self,
        target: &CastTarget<'_>,
        ray: &Ray,
        prepared: &PreparedRay,
        direction: impl LineDirection,
        found: &K::Found<'_>,
        answer: &mut Self::Answer,
    );

    /// Returns the answer for a ray in a terrain without a solid pixel.
    fn in_nothing(self, ray: impl FnOnce() -> Ray) -> Self::Answer;

    /// Returns the answer for a ray of any kind.
    fn single(self, terrain: &Terrain, ray: &Ray, options: &RayOptions) -> Self::Answer;
}

/// Casts rays in packets, in one grid: those of the `runs` that this thread takes.
pub(super) fn cast_packets<K: Kernel, Q: BatchQuery>(
    terrain: &Terrain,
    grid: &BrickGrid,
    rays: RaySource<'_>,
    options: &RayOptions,
    query: Q,
    runs: &mut Runs<'_, '_, Q::Answer>,
) {
    let level = options.simd.level();
    let Some(mut run) = runs.next() else { return };
    // To clear the lists takes as long as to cast some rays.
    thread_local!(static KEPT: Kept<PacketLines> = const { Kept::new(None) });
    with_kept(&KEPT, |lines| {
        let mut packet = RayPacket::<K, Q>::new(lines, terrain, grid, options, query);
        loop {
            let (first, answers) = run;
            packet.reserve(answers.len());
            answers.iter_mut().take(PACKET).for_each(|answer| *answer = query.flag(false));
            for done in (0..answers.len()).step_by(PACKET) {
                let first = first + done;
                let mut packet_answers = PacketAnswers::of_packet(&mut answers[done..]);
                let (others, len) = dispatch!(level, simd => packet.cast(simd, rays, first, &mut packet_answers));
                for &index in &others[..len] {
                    let index = usize::from(index);
                    packet_answers.answers[index] = query.single(terrain, &rays.ray(first + index), options);
                }
            }
            match runs.next() {
                Some(next) => run = next,
                None => break,
            }
        }
    });
}

/// The rays of a packet, and buffers for them.
struct RayPacket<'a, K: Kernel, Q> {
    terrain: &'a Terrain,
    grid: &'a BrickGrid,
    options: &'a RayOptions,
    /// Rays that are not listed.
    buffer: Vec<Ray>,
    walks: PacketWalks<'a, K, Q>,
}

/// The walks of a packet.
struct PacketWalks<'a, K: Kernel, Q> {
    query: Q,
    lines: &'a mut PacketLines,
    /// The rays of one direction, after the test of their first blocks.
    begun: Vec<(u8, CandidateStrips<'a>)>,
    /// The rays of `begun` that meet something solid, and where, if the query describes that.
    found: IndexedList<K::Found<'a>>,
}

/// The answers of a packet.
struct PacketAnswers<'a, T> {
    /// One for each ray, that of a miss until the ray meets something.
    answers: &'a mut [T],
    /// The answers of the next packet that are still to be set to that of a miss.
    next: slice::IterMut<'a, T>,
}

impl<'a, T> PacketAnswers<'a, T> {
    /// Returns the answers of the next packet of a run that has the answers `left` to go.
    fn of_packet(left: &'a mut [T]) -> Self {
        let (answers, rest) = left.split_at_mut(left.len().min(PACKET));
        let len = rest.len().min(PACKET);
        Self { answers, next: rest[..len].iter_mut() }
    }

    /// Sets one more answer of the next packet to that of a miss, in order. Spread over other work, as all of them at
    /// once take as long as their memory takes to come.
    #[inline(always)]
    fn prepare_one(&mut self, miss: T) {
        if let Some(answer) = self.next.next() {
            *answer = miss;
        }
    }
}

/// A list of values with the index of a ray each. Not a `Vec`, whose growth makes the loops slower.
struct IndexedList<T> {
    slots: Vec<(u8, T)>,
    len: usize,
}

impl<T: Copy + Default> IndexedList<T> {
    /// Appends a value if there is capacity.
    #[inline(always)]
    fn push(&mut self, index: u8, value: T) {
        if let Some(slot) = self.slots.get_mut(self.len) {
            *slot = (index, value);
            self.len += 1;
        }
    }
}

impl<'a, K: Kernel, Q: BatchQuery> RayPacket<'a, K, Q> {
    #[inline(always)]
    fn new(
        lines: &'a mut PacketLines,
        terrain: &'a Terrain,
        grid: &'a BrickGrid,
        options: &'a RayOptions,
        query: Q,
    ) -> Self {
        let found = IndexedList { slots: Vec::new(), len: 0 };
        let walks = PacketWalks { query, lines, begun: Vec::new(), found };
        Self { terrain, grid, options, buffer: Vec::new(), walks }
    }

    /// Makes the lists long enough for packets of a run, and no longer than needed, as batches may be small.
    fn reserve(&mut self, run: usize) {
        let (len, grid) = (run.min(PACKET), self.grid);
        let PacketWalks { begun, found, .. } = &mut self.walks;
        if len > begun.len() {
            begun.resize_with(len, || (0, CandidateStrips::none(grid)));
            if Q::DESCRIBES {
                found.slots.resize(len, (0, K::Found::default()));
            }
        }
    }

    /// Casts the rays of a packet, from index `first` of the batch on.
    ///
    /// Returns the indices of rays that only a cast one by one serves, and their number. The answers must be those
    /// of misses before, and those of the next packet are after.
    #[inline(always)]
    fn cast<S: Simd>(
        &mut self,
        simd: S,
        rays: RaySource<'_>,
        first: usize,
        answers: &mut PacketAnswers<'_, Q::Answer>,
    ) -> ([u8; PACKET], usize) {
        let &mut Self { terrain, grid, options, ref mut buffer, ref mut walks } = self;
        let rays = rays.rays(first, answers.answers.len(), buffer);
        walks.lines.prepare::<K>(rays, grid);
        let (mut lists, mut lens) = ([[0; PACKET]; PacketLines::KEYS], [0; PacketLines::KEYS]);
        for index in 0..rays.len() {
            let key = walks.lines.sort_key(index);
            lists[key][lens[key] % PACKET] = index as u8;
            lens[key] += 1;
        }
        let target = CastTarget { grid, owners: terrain.owners(options.layers, options.one_way) };
        let indices = |list: usize| &lists[list][..lens[list]];
        walks.cast(simd, &target, StaticDirection::<false, false>, indices(0), rays, answers);
        walks.cast(simd, &target, StaticDirection::<true, false>, indices(1), rays, answers);
        walks.cast(simd, &target, StaticDirection::<false, true>, indices(2), rays, answers);
        walks.cast(simd, &target, StaticDirection::<true, true>, indices(3), rays, answers);
        answers.next.by_ref().for_each(|answer| *answer = walks.query.flag(false));
        (lists[PacketLines::OTHER], lens[PacketLines::OTHER])
    }
}

impl<'a, K: Kernel, Q: BatchQuery> PacketWalks<'a, K, Q> {
    /// Casts rays of one direction.
    #[inline(always)]
    fn cast<S: Simd, D: LineDirection>(
        &mut self,
        simd: S,
        target: &CastTarget<'a>,
        direction: D,
        indices: &[u8],
        rays: &[Ray],
        answers: &mut PacketAnswers<'_, Q::Answer>,
    ) {
        // A function for each direction: compile time grows faster than a function's size.
        simd.vectorize(
            #[inline(always)]
            || {
                let (lines, grid, query) = (&*self.lines, target.grid, self.query);
                let prepared = |index: u8| {
                    let index = usize::from(index);
                    PreparedLine::<_, _, K>::new(simd, lines.line(index), direction, lines.ends(index))
                };
                for (&index, begun) in indices.iter().zip(&mut self.begun) {
                    *begun = (index, lines.first_candidates(grid, usize::from(index), &prepared(index)));
                }
                self.found.len = 0;
                for (index, first) in self.begun.iter().take(indices.len()) {
                    let line = prepared(*index);
                    if Q::DESCRIBES {
                        answers.prepare_one(query.flag(false));
                    }
                    let found = line.first_found_from::<Q>(grid, first);
                    if !Q::DESCRIBES {
                        answers.answers[usize::from(*index)] = query.flag(found.is_some());
                    } else if let Some(found) = found {
                        self.found.push(*index, found);
                    }
                }
                if !Q::DESCRIBES {
                    return;
                }
                for (index, found) in &self.found.slots[..self.found.len] {
                    let index = usize::from(*index) % PACKET;
                    let (ray, answer) = (&rays[index], &mut answers.answers[index]);
                    query.describe::<K>(target, ray, &lines.ray(index), direction, found, answer);
                }
            },
        );
    }
}

/// The [`PreparedRay`]s of a packet, and the [`FirstBlock`] of each.
///
/// Each quantity is a list of its own, so that the loops over the rays become vector code. Prepared one by one, a ray
/// takes as many instructions as its walk.
struct PacketLines {
    constant: [i64; PACKET],
    slope: [i64; PACKET],
    regions: [i32; PACKET],
    base: [i32; PACKET],
    first: [i32; PACKET],
    last: [i32; PACKET],
    steps: [i32; PACKET],
    /// The start and the end on the major axis and on the minor, if the kernel reads them.
    ends: [[i64; PACKET]; 4],
    key: [u8; PACKET],
    /// Of the first block: the band in which the line begins it, its two blocks, the rows of lane 0 and the strips.
    band: [i32; PACKET],
    block_region: [[u32; PACKET]; 2],
    block_child: [[u32; PACKET]; 2],
    lane_0: [[u32; PACKET]; 2],
    strips: [u32; PACKET],
}

impl Default for PacketLines {
    fn default() -> Self {
        Self {
            constant: [0; PACKET],
            slope: [0; PACKET],
            regions: [0; PACKET],
            base: [0; PACKET],
            first: [0; PACKET],
            last: [0; PACKET],
            steps: [0; PACKET],
            ends: [[0; PACKET]; 4],
            key: [0; PACKET],
            band: [0; PACKET],
            block_region: [[0; PACKET]; 2],
            block_child: [[0; PACKET]; 2],
            lane_0: [[0; PACKET]; 2],
            strips: [0; PACKET],
        }
    }
}

impl PacketLines {
    /// The sort key of rays that only a cast one by one serves, or that are not valid.
    const OTHER: usize = 4;
    /// The sort key of rays that have no step within the grid's extent along their major axis.
    const PASSES_BY: usize = 5;
    /// More than all keys: a power of two, which makes remainders free.
    const KEYS: usize = 8;

    /// Prepares at most [`PACKET`] rays.
    #[inline(always)]
    fn prepare<K: Kernel>(&mut self, rays: &[Ray], grid: &BrickGrid) {
        let bounds = grid.pixels();
        #[expect(
            clippy::needless_range_loop,
            reason = "with a second end the last rays are left to code for one at a time"
        )]
        for index in 0..rays.len().min(PACKET) {
            let PreparedRay { line, direction, steps, ends, fits_strip_walk } = K::prepare(&rays[index], &bounds);
            self.constant[index] = line.constant;
            self.slope[index] = line.slope;
            self.regions[index] = line.regions;
            self.base[index] = line.base;
            self.first[index] = line.ends.0;
            self.last[index] = line.ends.1;
            self.steps[index] = steps;
            if K::READS_ENDS {
                (self.ends[0][index], self.ends[1][index]) = ends.major;
                (self.ends[2][index], self.ends[3][index]) = ends.minor;
            }
            // 1 if y is major, and 2 if the line runs backward.
            let key = u8::from(direction.steep) | u8::from(direction.backward) << 1;
            let key = if line.passes_by() { Self::PASSES_BY as u8 } else { key };
            self.key[index] = if fits_strip_walk { key } else { Self::OTHER as u8 };
        }
        // A loop of its own, as the compiler makes no vector code of one that does all.
        for index in 0..rays.len().min(PACKET) {
            let (line, direction) = (self.line(index), self.direction(index));
            let FirstBlock { index: block, rows, strips } = FirstBlock::of(&line, direction, K::past(line.slope));
            let blocks = <[i32; 2]>::from(rows.bands).map(|band| {
                let (column, row) = direction.to_world(block, band + (line.regions << BRICK_SHIFT));
                grid.block_position(column, row)
            });
            self.band[index] = rows.bands.0;
            [self.block_region[0][index], self.block_region[1][index]] = blocks.map(|block| block.region);
            [self.block_child[0][index], self.block_child[1][index]] = blocks.map(|block| block.child);
            [self.lane_0[0][index], self.lane_0[1][index]] = <[u32; 2]>::from(rows.lane_0);
            self.strips[index] = strips;
        }
    }

    /// Tests the first block of a ray; `line` is the ray's own.
    #[inline(always)]
    fn first_candidates<'a, S: Simd, D: LineDirection, K: Kernel>(
        &self,
        grid: &'a BrickGrid,
        index: usize,
        line: &PreparedLine<'_, S, D, K>,
    ) -> CandidateStrips<'a> {
        let index = index % PACKET;
        let block = |which: usize| BlockPosition {
            region: self.block_region[which][index],
            child: self.block_child[which][index],
        };
        let blocks = SquarePair::at(grid, [block(0), block(1)], self.band[index]);
        let lane_0 = (self.lane_0[0][index], self.lane_0[1][index]);
        let block = line.line.near(line.direction) >> BLOCK_SHIFT;
        CandidateStrips::among(line, self.strips[index], block, blocks, lane_0)
    }

    /// Returns the line of a ray.
    #[inline(always)]
    fn line(&self, index: usize) -> GridLine {
        let index = index % PACKET;
        GridLine {
            constant: self.constant[index],
            slope: self.slope[index],
            regions: self.regions[index],
            base: self.base[index],
            ends: (self.first[index], self.last[index]),
        }
    }

    /// Returns the ends of a ray's segment.
    #[inline(always)]
    fn ends(&self, index: usize) -> LentEnds<'_> {
        let index = index % PACKET;
        let end = |which: usize| &self.ends[which][index];
        LentEnds([end(0), end(1), end(2), end(3)])
    }

    /// Returns a ray as it was prepared.
    #[inline(always)]
    fn ray(&self, index: usize) -> PreparedRay {
        let index = index % PACKET;
        PreparedRay {
            line: self.line(index),
            direction: self.direction(index),
            steps: self.steps[index],
            ends: self.ends(index).read(),
            fits_strip_walk: true,
        }
    }

    /// Returns the sort key of a ray: its direction, 0 to 3, or why it has none.
    #[inline(always)]
    fn sort_key(&self, index: usize) -> usize {
        usize::from(self.key[index % PACKET]) % Self::KEYS
    }

    /// Returns the direction of a ray.
    #[inline(always)]
    fn direction(&self, index: usize) -> DynamicDirection {
        let key = self.key[index % PACKET];
        DynamicDirection { steep: key & 1 != 0, backward: key & 2 != 0 }
    }
}
