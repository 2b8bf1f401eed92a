//! Which boxes overlap, many of them at once.

mod along;
mod cells;
mod grid;
mod lanes;
mod level;
mod order;
mod pairs;

use crate::geometry::Aabb;
use fearless_simd::{Level as Instructions, dispatch};
use glam::DVec2;
use grid::Grid;
use order::FoundPairs;

/// Finds the boxes that overlap, anew each frame.
///
/// Boxes are sorted into cells of about their own size; much larger ones into larger cells, by powers of four. Nothing is
/// remembered from frame to frame but memory, so it does not matter how far boxes move, and after the first frames nothing
/// is allocated. All answers are in a fixed order: they depend on the boxes alone.
///
/// Two boxes overlap where [`Aabb::overlaps`] says so and both have an inside: those that only touch do not, nor does a box
/// without width or height, or with a coordinate that is NaN, overlap anything. Infinite boxes are as good as others.
///
/// The cost grows with the number of boxes and of pairs. It is worst where boxes of very different sizes crowd: each box of
/// a size looks for larger ones once for each power of four in sizes. Boxes that lie in a lattice whose step is that of the
/// table of cells (some 1.25 sizes times the root of twice their number, rounded up to a power of two) share cells, and are
/// all compared with each other, eight at a time.
///
/// ```
/// use tileray::{Aabb, glam::vec2};
/// use tileray::sprite::BroadPhase;
///
/// let boxes: Vec<_> = [0.0, 10.0, 26.0, 12.0].map(|x| Aabb::new(vec2(x, 0.0), vec2(x + 16.0, 16.0))).into();
/// let mut broad_phase = BroadPhase::new();
/// let mut pairs = Vec::new();
/// broad_phase.pairs(&boxes, &mut pairs);
/// assert_eq!(pairs, [(0, 1), (0, 3), (1, 3), (2, 3)]); // 1 and 2 touch.
/// ```
#[derive(Clone, Debug, Default)]
pub struct BroadPhase {
    grid: Grid,
    found: FoundPairs,
}

impl BroadPhase {
    /// One that holds no boxes.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Writes all pairs of boxes that overlap, by their places, the lesser first, in ascending order.
    ///
    /// What was in `pairs` is forgotten, its memory is used again. There may be as many as `n·(n-1)/2`, of 8 bytes, and as
    /// many bytes are needed besides.
    ///
    /// # Panics
    ///
    /// Where there are 2^32 boxes or more.
    pub fn pairs(&mut self, boxes: &[Aabb], pairs: &mut Vec<(u32, u32)>) {
        let Self { grid, found } = self;
        found.clear(boxes.len());
        dispatch!(Instructions::new(), simd => {
            grid.rebuild(boxes);
            pairs::find(simd, grid, found);
        });
        found.write_to(pairs);
    }

    /// Takes boxes in to be asked about; [`pairs`](Self::pairs) does so too.
    ///
    /// # Panics
    ///
    /// Where there are 2^32 boxes or more.
    pub fn rebuild(&mut self, boxes: &[Aabb]) {
        dispatch!(Instructions::new(), simd => {
            let _ = simd;
            self.grid.rebuild(boxes);
        });
    }

    /// Adds the places of all boxes that overlap one to a list, in ascending order.
    ///
    /// A box with a coordinate that is NaN overlaps none; here one without width or height may lie within others.
    ///
    /// ```
    /// use tileray::{Aabb, glam::vec2};
    /// use tileray::sprite::BroadPhase;
    ///
    /// let boxes: Vec<_> = (0..100).map(|i| vec2(i as f32 * 20.0, 0.0)).map(|at| Aabb::new(at, at + 16.0)).collect();
    /// let mut broad_phase = BroadPhase::new();
    /// broad_phase.rebuild(&boxes);
    /// let mut found = Vec::new();
    /// broad_phase.in_box(&Aabb::new(vec2(30.0, 2.0), vec2(60.0, 50.0)), &mut found);
    /// assert_eq!(found, [1, 2]);
    /// ```
    pub fn in_box(&self, aabb: &Aabb, found: &mut Vec<u32>) {
        let (grid, first) = (&self.grid, found.len());
        dispatch!(Instructions::new(), simd => {
            for level in &grid.levels {
                grid.each_overlapping(simd, level, aabb, #[inline(always)] |place| found.push(grid.order[place]));
            }
        });
        found[first..].sort_unstable();
    }

    /// Calls `found` with the places of boxes that a segment may come to, and with the part of it that is asked about: from
    /// its beginning to what `found` gave last. About in the order in which the segment comes to them.
    pub(super) fn along(&self, start: DVec2, motion: DVec2, found: &mut dyn FnMut(u32, f64) -> f64) {
        let grid = &self.grid;
        dispatch!(Instructions::new(), simd => along::each_along(
            simd,
            grid,
            start,
            motion,
            #[inline(always)]
            |place, limit| found(grid.order[place], limit),
        ));
    }

    /// About how many pixels its smallest cells measure.
    pub(super) fn cell_pixels(&self) -> f64 {
        self.grid.cell_size.pixels()
    }
}
