//! The prepared rays of a packet, a list for each property.

use super::line::{DynamicDirection, GridLine, LentEnds, LineDirection, PreparedRay};
use super::ray::Ray;
use super::walk::{CandidateStrips, FirstBlock, Kernel, PreparedLine, SquarePair};
use crate::terrain::{BLOCK_SHIFT, BRICK_SHIFT, BlockPosition, BrickGrid};
use fearless_simd::Simd;

/// The rays of a packet: enough to share the cost of a packet, and as many as a byte can index.
pub(super) const PACKET: usize = 256;

/// The [`PreparedRay`]s of a packet, and the [`FirstBlock`] of each.
///
/// Each quantity is a list of its own, so that the loops over the rays become vector code. Prepared one by one, a ray
/// takes as many instructions as its walk.
pub(super) struct PacketLines {
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

impl PacketLines {
    /// The sort key of rays that only a cast one by one serves, or that are not valid.
    pub(super) const OTHER: usize = 4;
    /// The sort key of rays that have no step within the grid's extent along their major axis.
    pub(super) const PASSES_BY: usize = 5;
    /// More than all keys: a power of two, which makes remainders free.
    pub(super) const KEYS: usize = 8;

    pub(super) const EMPTY: Self = Self {
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
    };

    /// Prepares at most [`PACKET`] rays.
    #[inline(always)]
    pub(super) fn prepare<K: Kernel>(&mut self, rays: &[Ray], grid: &BrickGrid) {
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
    pub(super) fn first_candidates<'a, S: Simd, D: LineDirection, K: Kernel>(
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
    pub(super) fn line(&self, index: usize) -> GridLine {
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
    pub(super) fn ends(&self, index: usize) -> LentEnds<'_> {
        let index = index % PACKET;
        let end = |which: usize| &self.ends[which][index];
        LentEnds([end(0), end(1), end(2), end(3)])
    }

    /// Returns a ray as it was prepared.
    #[inline(always)]
    pub(super) fn ray(&self, index: usize) -> PreparedRay {
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
    pub(super) fn sort_key(&self, index: usize) -> usize {
        usize::from(self.key[index % PACKET]) % Self::KEYS
    }

    /// Returns the direction of a ray.
    #[inline(always)]
    fn direction(&self, index: usize) -> DynamicDirection {
        let key = self.key[index % PACKET];
        DynamicDirection { steep: key & 1 != 0, backward: key & 2 != 0 }
    }
}
