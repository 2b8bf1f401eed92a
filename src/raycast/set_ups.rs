//! The rays of a wave, set up together.

use super::footprint::Footprint;
use super::grid_line::GridLine;
use super::heading::{AnySense, Heading};
use super::hit::RayHit;
use super::ray::Ray;
use super::set_up::{SetUp, StepSetUp};
use super::steps::{Steps, Stop};
use super::track::{Pair, Track};
use super::walk::{Occupied, Stretch};
use super::wave::{Target, WAVE};
use crate::geometry::Rect;
use crate::terrain::{BLOCK_SHIFT, BRICK_SHIFT, BlockPosition, BrickGrid};
use fearless_simd::Simd;
use std::cell::Cell;
use std::thread::LocalKey;

/// Rays of a wave that are set up for the walk of one traversal.
///
/// What is written for them lies in a list for each quantity, so that the loop over the rays is made of vector
/// instructions: one ray after the other, the set-up takes as many instructions as the walk.
pub(super) trait SetUps: Sized + 'static {
    /// Where a walk has met something solid; the default holds the place of one to be written.
    type Found<'a>: Copy + Default;
    type Footprint<'s>: for<'a> Footprint<Found<'a> = Self::Found<'a>>;

    /// Those of no rays.
    const NONE: Self;

    /// What a thread keeps from one batch for the next: to clear it takes as long as to cast some rays.
    fn kept() -> &'static LocalKey<Cell<Option<Box<Self>>>>;

    /// Sets up at most [`WAVE`] rays in a grid.
    fn set(&mut self, rays: &[Ray], grid: &BrickGrid);

    /// The rays as lines.
    fn lines(&self) -> &Lines;

    /// What the walk needs to know of the ray at a place besides its line.
    fn footprint(&self, place: usize) -> Self::Footprint<'_>;

    /// Writes all there is to know of what the ray at a place, which runs in a known direction, has met.
    fn describe(
        &self,
        target: &Target<'_>,
        place: usize,
        sense: impl Heading,
        ray: &Ray,
        found: &Self::Found<'_>,
        hit: &mut Option<RayHit>,
    );
}

/// Each ray as a [`GridLine`], and the way that it runs.
pub(super) struct Lines {
    constant: [i64; WAVE],
    slope: [i64; WAVE],
    regions: [i32; WAVE],
    base: [i32; WAVE],
    first: [i32; WAVE],
    last: [i32; WAVE],
    way: [u8; WAVE],
    /// Of the first [`Stretch`]: the band in which it begins, its two blocks, the rows of lane 0 and the strips.
    band: [i32; WAVE],
    block_region: [[u32; WAVE]; 2],
    block_child: [[u32; WAVE]; 2],
    rows: [[u32; WAVE]; 2],
    strips: [u32; WAVE],
}

impl Lines {
    /// The way of what only the walk for one ray serves, or no ray.
    pub(super) const OTHER: usize = 4;
    /// The way of a ray that has no step within the grid's extent along its major axis.
    const PAST: usize = 5;
    /// More than all ways: a power of two, by which a remainder costs nothing.
    pub(super) const BEYOND: usize = 8;

    pub(super) const NONE: Self = Self {
        constant: [0; WAVE],
        slope: [0; WAVE],
        regions: [0; WAVE],
        base: [0; WAVE],
        first: [0; WAVE],
        last: [0; WAVE],
        way: [0; WAVE],
        band: [0; WAVE],
        block_region: [[0; WAVE]; 2],
        block_child: [[0; WAVE]; 2],
        rows: [[0; WAVE]; 2],
        strips: [0; WAVE],
    };

    #[inline(always)]
    pub(super) fn set(&mut self, place: usize, set_up: &impl SetUp, bounds: &Rect) {
        let (line, sense) = (set_up.line(bounds), set_up.sense());
        self.constant[place] = line.constant;
        self.slope[place] = line.slope;
        self.regions[place] = line.regions;
        self.base[place] = line.base;
        self.first[place] = line.ends.0;
        self.last[place] = line.ends.1;
        // 1 where y is major, and 2 where it runs backward.
        let way = u8::from(sense.steep) | u8::from(sense.backward) << 1;
        let way = if line.passes_by() { Self::PAST as u8 } else { way };
        self.way[place] = if set_up.is_served() { way } else { Self::OTHER as u8 };
    }

    /// Works out the first stretches of the first `len` rays, for [`first_look`](Self::first_look).
    ///
    /// A loop of its own, as one that does all is too much for the compiler to make vector code of.
    #[inline(always)]
    pub(super) fn set_first_stretches<F: Footprint>(&mut self, len: usize, grid: &BrickGrid) {
        for place in 0..len.min(WAVE) {
            let (line, sense) = (self.line(place), self.sense(place));
            let Stretch { block, passage, strips } = Stretch::first(&line, sense, F::past(line.slope));
            let blocks = <[i32; 2]>::from(passage.bands).map(|band| {
                let (column, row) = sense.to_world(block, band + (line.regions << BRICK_SHIFT));
                grid.block_position(column, row)
            });
            self.band[place] = passage.bands.0;
            [self.block_region[0][place], self.block_region[1][place]] = blocks.map(|block| block.region);
            [self.block_child[0][place], self.block_child[1][place]] = blocks.map(|block| block.child);
            [self.rows[0][place], self.rows[1][place]] = <[u32; 2]>::from(passage.rows);
            self.strips[place] = strips;
        }
    }

    /// The strips that are worth a test where the ray at a place begins; `track` is its own.
    #[inline(always)]
    pub(super) fn first_look<'a, S: Simd, D: Heading, F: Footprint>(
        &self,
        simd: S,
        grid: &'a BrickGrid,
        place: usize,
        track: &Track<S, D, F>,
    ) -> Occupied<'a> {
        let place = place % WAVE;
        let block = |which: usize| BlockPosition {
            region: self.block_region[which][place],
            child: self.block_child[which][place],
        };
        let blocks = Pair::at(grid, [block(0), block(1)], self.band[place]);
        let rows = (self.rows[0][place], self.rows[1][place]);
        let block = track.line.near(track.sense) >> BLOCK_SHIFT;
        Occupied::among(simd, track, self.strips[place], block, blocks, rows)
    }

    /// The line of the ray at a place.
    #[inline(always)]
    pub(super) fn line(&self, place: usize) -> GridLine {
        let place = place % WAVE;
        GridLine {
            constant: self.constant[place],
            slope: self.slope[place],
            regions: self.regions[place],
            base: self.base[place],
            ends: (self.first[place], self.last[place]),
        }
    }

    /// Which way it runs.
    #[inline(always)]
    pub(super) fn way(&self, place: usize) -> usize {
        usize::from(self.way[place % WAVE]) % Self::BEYOND
    }

    /// The same, as a walk takes it.
    #[inline(always)]
    pub(super) fn sense(&self, place: usize) -> AnySense {
        let way = self.way[place % WAVE];
        AnySense { steep: way & 1 != 0, backward: way & 2 != 0 }
    }
}

/// Rays set up as Bresenham's lines.
pub(super) struct StepSetUps {
    lines: Lines,
    /// At least 1.
    steps: [i32; WAVE],
}

impl SetUps for StepSetUps {
    type Found<'a> = Stop<'a>;
    type Footprint<'s> = Steps;

    const NONE: Self = Self { lines: Lines::NONE, steps: [0; WAVE] };

    fn kept() -> &'static LocalKey<Cell<Option<Box<Self>>>> {
        thread_local!(static KEPT: Cell<Option<Box<StepSetUps>>> = const { Cell::new(None) });
        &KEPT
    }

    #[inline(always)]
    fn set(&mut self, rays: &[Ray], grid: &BrickGrid) {
        let bounds = grid.pixels();
        #[expect(
            clippy::needless_range_loop,
            reason = "with a second end the last rays are left to code for one at a time"
        )]
        for place in 0..rays.len().min(WAVE) {
            let set_up = StepSetUp::new(&rays[place], &bounds);
            self.lines.set(place, &set_up, &bounds);
            self.steps[place] = set_up.steps;
        }
        self.lines.set_first_stretches::<Steps>(rays.len(), grid);
    }

    #[inline(always)]
    fn lines(&self) -> &Lines {
        &self.lines
    }

    #[inline(always)]
    fn footprint(&self, _: usize) -> Steps {
        Steps
    }

    #[inline(always)]
    fn describe(
        &self,
        target: &Target<'_>,
        place: usize,
        sense: impl Heading,
        ray: &Ray,
        stop: &Stop<'_>,
        hit: &mut Option<RayHit>,
    ) {
        let entry = stop.entry(target.grid, &self.lines.line(place), sense, self.steps[place % WAVE]);
        *hit = Some(RayHit::at(&target.owners, ray, &entry));
    }
}
