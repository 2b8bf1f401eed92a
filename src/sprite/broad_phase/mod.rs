//! Which boxes overlap, many of them at once.

mod cells;
mod grid;
mod lanes;
mod level;
mod order;
mod pairs;

use crate::geometry::Aabb;
use fearless_simd::{Level as Instructions, dispatch};
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
/// use tileray::{Aabb, BroadPhase, glam::vec2};
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
}
