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
//! describe   each ray that met something                          Question::describe
//! ```
//!
//! A ray that waits for memory or a branch misprediction does not delay the others.

use super::beams::PoseBeams;
use super::face::FaceCrossing;
use super::fan::FanAngles;
use super::line::{DynamicDirection, GridLine, LineDirection, PreparedRay, StaticDirection, UnitEnds};
use super::ray::Ray;
use super::walk::{CandidateStrips, FirstBlock, Kernel, PreparedLine, SquarePair};
use crate::parallel::{Runs, Scratch, with_scratch};
use crate::simd::dispatch;
use crate::terrain::{BLOCK_SHIFT, BRICK_SHIFT, BlockPosition, BrickGrid, OwnerFinder, TerrainQuery};
use fearless_simd::Simd;
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

    /// Returns `len` rays from index `first` on. Rays that are not listed are made in `buffer`, in vector code.
    #[inline(never)]
    fn rays<'a, S: Simd>(&'a self, simd: S, first: usize, len: usize, buffer: &'a mut Vec<Ray>) -> &'a [Ray] {
        if let Self::Listed(rays) = self {
            return &rays[first..first + len];
        }
        buffer.resize(len, Ray::POINT);
        simd.vectorize(
            #[inline(always)]
            || match self {
                Self::Listed(_) => {}
                Self::Fan(angles) => {
                    // A copy: the compiler would read a reference anew for each ray, as it might point into the buffer.
                    let (first, angles) = (first as f64, **angles);
                    for (i, ray) in buffer.iter_mut().enumerate() {
                        *ray = angles.ray_after(first, i as u32);
                    }
                }
                Self::Between(pairs) => {
                    for (ray, &(a, b)) in buffer.iter_mut().zip(&pairs[first..]) {
                        *ray = Ray::between(a, b);
                    }
                }
                Self::Poses(beams) => beams.write(first, buffer),
            },
        );
        buffer
    }
}

/// A question that a batch asks about each of its rays.
pub(super) trait Question: Copy + Sync {
    type Answer: Send;

    /// Returns the answer for a valid ray that meets nothing.
    fn free(self) -> Self::Answer;

    /// Writes the answer for a ray that has met something, from the crossing into its pixel.
    fn describe(
        self,
        owners: &OwnerFinder<'_>,
        ray: &Ray,
        crossing: impl FnOnce() -> Option<FaceCrossing>,
        answer: &mut Self::Answer,
    );

    /// Returns the answer for a ray in a terrain without a solid pixel.
    fn in_nothing(self, ray: impl FnOnce() -> Ray) -> Self::Answer;

    /// Returns the answer for a ray of any kind.
    fn single(self, query: &TerrainQuery<'_>, ray: &Ray) -> Self::Answer;
}

/// Casts the rays of the `runs` that this thread takes, in packets, in one grid.
pub(super) fn cast_packets<K: Kernel, Q: Question>(
    query: &TerrainQuery<'_>,
    grid: &BrickGrid,
    rays: RaySource<'_>,
    question: Q,
    runs: &mut Runs<'_, '_, Q::Answer>,
) {
    let level = query.level();
    let Some(mut run) = runs.next() else { return };
    // Clearing the lists takes as long as casting some rays, so each thread keeps them.
    thread_local!(static SCRATCH: Scratch<PacketLines> = const { Scratch::new(None) });
    with_scratch(&SCRATCH, |lines| {
        let owners = query.owners();
        let (mut buffer, mut packet) = (Vec::<Ray>::new(), RayPacket::<K>::new(lines, grid));
        loop {
            let (first, answers) = run;
            packet.reserve(answers.len());
            answers.iter_mut().take(PACKET).for_each(|answer| *answer = question.free());
            for done in (0..answers.len()).step_by(PACKET) {
                let first = first + done;
                let mut answers = PacketAnswers::of_packet(&mut answers[done..]);
                dispatch!(
                    level,
                    simd => {
                        let rays = rays.rays(simd, first, answers.answers.len(), &mut buffer);
                        packet.walk(simd, rays);
                        packet.describe(&owners, rays, question, &mut answers);
                    },
                    plain => packet.leave_all(answers.answers.len())
                );
                answers.next.for_each(|answer| *answer = question.free());
                for &index in packet.others() {
                    let index = usize::from(index);
                    answers.answers[index] = question.single(query, &rays.ray(first + index));
                }
            }
            match runs.next() {
                Some(next) => run = next,
                None => break,
            }
        }
    });
}

/// The answers of a packet.
struct PacketAnswers<'a, T> {
    /// An answer for each ray: a miss until the ray meets something.
    answers: &'a mut [T],
    /// The answers of the next packet that are still to be set to a miss.
    next: slice::IterMut<'a, T>,
}

impl<'a, T> PacketAnswers<'a, T> {
    /// Returns the answers of the next packet of a run that has the answers `left` to go.
    fn of_packet(left: &'a mut [T]) -> Self {
        let (answers, rest) = left.split_at_mut(left.len().min(PACKET));
        let len = rest.len().min(PACKET);
        Self { answers, next: rest[..len].iter_mut() }
    }

    /// Sets one more answer of the next packet to a miss, in order. Calls are spread over other work, because setting
    /// all at once would wait for their memory.
    #[inline(always)]
    fn prepare_one(&mut self, miss: T) {
        if let Some(answer) = self.next.next() {
            *answer = miss;
        }
    }
}

/// The rays of a packet, and what they meet.
struct RayPacket<'a, K: Kernel> {
    grid: &'a BrickGrid,
    lines: &'a mut PacketLines,
    /// The rays of each sort key, by their indices.
    lists: [[u8; PACKET]; PacketLines::KEYS],
    lens: [usize; PacketLines::KEYS],
    /// The rays of one direction, after the test of their first blocks.
    begun: Vec<(u8, CandidateStrips<'a>)>,
    /// The rays that meet something solid, and where: the first `found_len`. A growing `Vec` makes the loops slower.
    found: Vec<(u8, K::Found<'a>)>,
    found_len: usize,
}

impl<'a, K: Kernel> RayPacket<'a, K> {
    fn new(lines: &'a mut PacketLines, grid: &'a BrickGrid) -> Self {
        let (lists, lens) = ([[0; PACKET]; PacketLines::KEYS], [0; PacketLines::KEYS]);
        Self { grid, lines, lists, lens, begun: Vec::new(), found: Vec::new(), found_len: 0 }
    }

    /// Makes the lists long enough for packets of a run, and no longer than needed, as batches may be small.
    fn reserve(&mut self, run: usize) {
        let (len, grid) = (run.min(PACKET), self.grid);
        if len > self.begun.len() {
            self.begun.resize_with(len, || (0, CandidateStrips::none(grid)));
            self.found.resize(len, (0, K::Found::default()));
        }
    }

    /// Returns the rays that must be cast one by one.
    fn others(&self) -> &[u8] {
        &self.lists[PacketLines::OTHER][..self.lens[PacketLines::OTHER]]
    }

    /// Leaves all rays of a packet to single casts.
    fn leave_all(&mut self, len: usize) {
        let listed = self.lists[PacketLines::OTHER].iter_mut().enumerate();
        listed.for_each(|(index, listed)| *listed = index as u8);
        self.lens[PacketLines::OTHER] = len;
    }

    /// Finds what the rays of a packet meet.
    ///
    /// One function for all queries: the walks take most of the time to compile.
    #[inline(never)]
    fn walk<S: Simd>(&mut self, simd: S, rays: &[Ray]) {
        simd.vectorize(
            #[inline(always)]
            || {
                self.lines.prepare::<K>(rays, self.grid);
                self.lens = [0; PacketLines::KEYS];
                for index in 0..rays.len() {
                    let key = self.lines.sort_key(index);
                    self.lists[key][self.lens[key] % PACKET] = index as u8;
                    self.lens[key] += 1;
                }
                self.found_len = 0;
                self.walk_toward(simd, StaticDirection::<false, false>, 0);
                self.walk_toward(simd, StaticDirection::<true, false>, 1);
                self.walk_toward(simd, StaticDirection::<false, true>, 2);
                self.walk_toward(simd, StaticDirection::<true, true>, 3);
            },
        );
    }

    /// Finds what the rays of one direction meet.
    #[inline(always)]
    fn walk_toward<S: Simd, D: LineDirection>(&mut self, simd: S, direction: D, key: usize) {
        // A function for each direction: compile time grows faster than a function's size.
        simd.vectorize(
            #[inline(always)]
            || {
                let (lines, grid) = (&*self.lines, self.grid);
                let indices = &self.lists[key][..self.lens[key]];
                let prepared = |index: u8| {
                    let index = usize::from(index);
                    PreparedLine::<_, _, K>::new(simd, lines.line(index), direction, lines.ends(index))
                };
                for (&index, begun) in indices.iter().zip(&mut self.begun) {
                    *begun = (index, lines.first_candidates(grid, usize::from(index), &prepared(index)));
                }
                let mut len = self.found_len;
                for (index, first) in self.begun.iter().take(indices.len()) {
                    let found = prepared(*index).first_found_from(grid, first);
                    if let (Some(found), Some(slot)) = (found, self.found.get_mut(len)) {
                        *slot = (*index, found);
                        len += 1;
                    }
                }
                self.found_len = len;
            },
        );
    }

    /// Writes the answers of the rays that meet something.
    #[inline(always)]
    fn describe<Q: Question>(
        &self,
        owners: &OwnerFinder<'_>,
        rays: &[Ray],
        question: Q,
        answers: &mut PacketAnswers<'_, Q::Answer>,
    ) {
        for (index, found) in &self.found[..self.found_len] {
            let index = usize::from(*index) % PACKET;
            answers.prepare_one(question.free());
            let (ray, answer) = (&rays[index], &mut answers.answers[index]);
            question.describe(
                owners,
                ray,
                #[inline(always)]
                || K::crossing(self.grid, ray, &self.lines.ray(index), found),
                answer,
            );
        }
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
    /// The start and the end on the major axis and on the minor, if the kernel reads them.
    ends: [[i64; PACKET]; 4],
    key: [u8; PACKET],
    /// The first block: the band in which the line begins it, its two blocks, the rows of lane 0 and the strips.
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
    /// The sort key of rays that must be cast one by one, or that are not valid.
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
            let PreparedRay { line, direction, ends, fits_strip_walk } = K::prepare(&rays[index], &bounds);
            self.constant[index] = line.constant;
            self.slope[index] = line.slope;
            self.regions[index] = line.regions;
            self.base[index] = line.base;
            self.first[index] = line.ends.0;
            self.last[index] = line.ends.1;
            if K::READS_ENDS {
                (self.ends[0][index], self.ends[1][index]) = ends.major;
                (self.ends[2][index], self.ends[3][index]) = ends.minor;
            }
            // 1 if y is major, and 2 if the line runs backward.
            let key = u8::from(direction.steep) | u8::from(direction.backward) << 1;
            let key = if line.passes_by() { Self::PASSES_BY as u8 } else { key };
            self.key[index] = if fits_strip_walk & rays[index].is_valid() { key } else { Self::OTHER as u8 };
        }
        // A second loop, as the compiler makes no vector code of a single one.
        for index in 0..rays.len().min(PACKET) {
            let (line, direction) = (self.line(index), self.direction(index));
            let FirstBlock { index: block, rows, strips } = FirstBlock::new(&line, direction, K::past(line.slope));
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
        line: &PreparedLine<S, D, K>,
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
    fn ends(&self, index: usize) -> UnitEnds {
        let index = index % PACKET;
        let end = |which: usize| self.ends[which][index];
        UnitEnds { major: (end(0), end(1)), minor: (end(2), end(3)) }
    }

    /// Returns a ray as it was prepared.
    #[inline(always)]
    fn ray(&self, index: usize) -> PreparedRay {
        let index = index % PACKET;
        PreparedRay {
            line: self.line(index),
            direction: self.direction(index),
            ends: self.ends(index),
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
