//! The broad phase: finds all pairs of boxes that overlap, by a spatial hash that is rebuilt each frame.
//!
//! ```text
//! rebuild(boxes): cell size = 1.25 × the size that 15 of 16 sampled boxes do not exceed        cells.rs
//!                 boxes that span more than 2 cells use levels of cells 4, 16, 64, … times as large
//!                 slot = (row mod rows, column mod columns) of a box's top left corner
//!                 counting sort by slot: the boxes of neighboring cells in a row are consecutive   grid.rs
//! pairs():        for each box a, test eight boxes at once:                                     pairs.rs
//!                     range 1: the boxes after a in its cell and in the next cell, if a reaches it
//!                     range 2: if a reaches the next row, the boxes in three cells of that row
//!                 for each pair of levels, search one level for each box of the other
//!
//!         +-------+-------+-------+
//!         |       | +-----|-1-+   |   Each box is in the cell of its top left corner and reaches
//!         |       | |  a  |   |   |   at most into the next one. So a box that overlaps a is in these
//!         +-------+-|-----|---|---+   five cells; or it is above or to the left of a, and finds a
//!         |   2   | +---2-|---+ 2 |   by its own search.
//!         +-------+-------+-------+
//! ```
//!
//! A cell index only has to be monotone in the coordinate, so rounding and infinite coordinates lose no pair.
//!
//! | word | meaning |
//! | --- | --- |
//! | cell | a square of the world |
//! | slot | an entry of the table; far cells share it, as coordinates wrap around |
//! | level | all cells of one size |
//! | order | the boxes sorted by slot |
//! | probe | the box that is tested against others |
//!
//! `tests/sprites/boxes.rs` compares the pairs with a loop over all pairs.

mod along;
mod cells;
mod grid;
mod moved;
mod pairs;

use crate::geometry::{Aabb, Ray, sort_indexed_floats, sort_numbers};
use crate::simd::{Level, dispatch};
use grid::CellGrid;
use moved::MovedBoxes;
use pairs::FoundPairs;

/// Finds the boxes that overlap: a broad phase that is rebuilt each frame.
///
/// It is a spatial hash with cells of about the size of the boxes; much larger boxes use larger cells, in powers of
/// four. Only memory is kept from frame to frame, so fast boxes cost no more, and after the first frames nothing is
/// allocated. All answers are in a fixed order that depends on the boxes alone.
///
/// Two boxes overlap if [`Aabb::overlaps`] says so and both have an interior. Boxes that only touch do not overlap.
/// Boxes without width or height, or with a NaN coordinate, overlap nothing. Boxes may be infinite.
///
/// The cost grows with the number of boxes and of pairs. The worst case is many crowded boxes of very different sizes:
/// each box is tested against larger ones once for each power of four between the sizes. Boxes on a lattice share a
/// slot if the step of the lattice is the size of the table of cells: some 1.25 sizes times the root of twice their
/// number, rounded up to a power of two. Then all of them are compared, eight at a time.
///
/// ```
/// use tileray::{Aabb, glam::vec2};
/// use tileray::sprite::BroadPhase;
///
/// let at = |x: f32| Aabb::new(vec2(x, 0.0), vec2(x + 16.0, 16.0));
/// let boxes = [0.0, 10.0, 26.0, 12.0].map(at);
/// let mut broad_phase = BroadPhase::new();
/// let mut pairs = Vec::new();
/// broad_phase.pairs(&boxes, &mut pairs);
/// assert_eq!(pairs, [(0, 1), (0, 3), (1, 3), (2, 3)]); // 1 and 2 touch.
/// ```
#[derive(Clone, Debug, Default)]
pub struct BroadPhase {
    grid: CellGrid,
    /// The boxes that were updated and left their cells.
    moved: MovedBoxes,
    found: FoundPairs,
}

impl BroadPhase {
    /// Creates a broad phase without boxes.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Writes all pairs of boxes that overlap, by their indices, the smaller first, in ascending order.
    ///
    /// The former content of `pairs` is replaced. There may be `n·(n-1)/2` pairs of 8 bytes, and as much memory is
    /// needed again to sort them.
    ///
    /// # Panics
    /// If there are 2^32 boxes or more.
    pub fn pairs(&mut self, boxes: &[Aabb], pairs: &mut Vec<(u32, u32)>) {
        self.rebuild(boxes);
        let Self { grid, found, .. } = self;
        found.clear(boxes.len());
        dispatch!(Level::best(), lanes => pairs::find(lanes, grid, found));
        found.write_to(pairs);
    }

    /// Replaces the boxes that [`in_box`](Self::in_box) and the ray queries search; [`pairs`](Self::pairs) does so too.
    ///
    /// # Panics
    /// If there are 2^32 boxes or more.
    pub fn rebuild(&mut self, boxes: &[Aabb]) {
        self.moved.clear();
        dispatch!(Level::best(), lanes => {
            // Only to compile `rebuild`, which is inlined here, for the processor's vector instructions.
            let _ = lanes;
            self.grid.rebuild(boxes);
        });
    }

    /// Replaces one box, for queries until the next [`rebuild`](Self::rebuild) or [`pairs`](Self::pairs).
    ///
    /// A box without width or height, or with a NaN coordinate, is no longer found. A box that stays in its cell costs
    /// some 20 ns. A box that leaves its cell goes to a list that each query tests as a whole, at about 1 ns a box; so
    /// rebuild if many boxes move.
    ///
    /// # Panics
    /// If the last rebuild had no box of this index.
    ///
    /// ```
    /// use tileray::{Aabb, glam::vec2};
    /// use tileray::sprite::BroadPhase;
    ///
    /// let at = |x: f32| Aabb::new(vec2(x, 0.0), vec2(x + 16.0, 16.0));
    /// let mut broad_phase = BroadPhase::new();
    /// broad_phase.rebuild(&[at(0.0), at(40.0), at(80.0)]);
    /// broad_phase.update(0, &at(500.0));
    /// let mut found = Vec::new();
    /// broad_phase.in_box(&at(490.0), &mut found);
    /// assert_eq!(found, [0]);
    /// ```
    pub fn update(&mut self, index: u32, aabb: &Aabb) {
        let count = self.grid.len();
        assert!((index as usize) < count, "no box has index {index}: there are {count} boxes");
        if self.grid.update(index, aabb) {
            return;
        }
        if cells::has_area(aabb) { self.moved.set(index, aabb) } else { self.moved.remove(index) }
    }

    /// Appends the indices of all boxes that a ray meets to a list, in the order in which the ray enters them; on a
    /// tie, the smaller index first. Borders count. A ray that is not [valid](Ray::is_valid) meets none.
    ///
    /// ```
    /// use tileray::{Aabb, Ray, glam::vec2};
    /// use tileray::sprite::BroadPhase;
    ///
    /// let at = |x: f32| Aabb::new(vec2(x, 0.0), vec2(x + 16.0, 16.0));
    /// let mut broad_phase = BroadPhase::new();
    /// broad_phase.rebuild(&[at(80.0), at(40.0), at(400.0)]);
    /// let mut found = Vec::new();
    /// broad_phase.on_ray(&Ray::new((0.0, 8.0), (1.0, 0.0), 100.0), &mut found);
    /// assert_eq!(found, [1, 0]);
    /// ```
    pub fn on_ray(&self, ray: &Ray, found: &mut Vec<u32>) {
        let mut entries = Vec::new();
        self.along_ray(ray, 1.0, &mut |index, fraction, limit| {
            entries.push((fraction, index as usize));
            limit
        });
        sort_indexed_floats(&mut entries);
        found.extend(entries.into_iter().map(|(_, index)| index as u32));
    }

    /// Calls `found` with the boxes that a ray meets up to the fraction `limit`, roughly in the order of the ray. The
    /// arguments are the index, the fraction at which the ray enters the box, and the limit; `found` returns the new limit.
    pub(super) fn along_ray(&self, ray: &Ray, mut limit: f64, found: &mut dyn FnMut(u32, f64, f64) -> f64) {
        if !ray.is_valid() {
            return;
        }
        let (start, motion, first_limit) = (ray.origin(), ray.motion(), limit);
        let mut offer = |index: u32, aabb: &Aabb| {
            if let Some(fraction) = along::entry(aabb, start, motion).filter(|fraction| *fraction <= limit) {
                limit = found(index, fraction, limit);
            }
            limit
        };
        for (index, aabb) in self.moved.iter() {
            offer(index, &aabb);
        }
        let grid = &self.grid;
        dispatch!(Level::best(), lanes => along::each_along(
            lanes,
            grid,
            (start, motion, first_limit),
            #[inline(always)]
            |index| offer(grid.order[index], &grid.boxes.get(index)),
        ));
    }

    /// Appends the indices of all boxes that overlap a box to a list, in ascending order.
    ///
    /// A box with a NaN coordinate overlaps none. Here `aabb` may be without width or height: it is found inside
    /// others.
    ///
    /// ```
    /// use tileray::{Aabb, glam::vec2};
    /// use tileray::sprite::BroadPhase;
    ///
    /// let at = |i| Aabb::new(vec2(i as f32 * 20.0, 0.0), vec2(i as f32 * 20.0 + 16.0, 16.0));
    /// let boxes: Vec<_> = (0..100).map(at).collect();
    /// let mut broad_phase = BroadPhase::new();
    /// broad_phase.rebuild(&boxes);
    /// let mut found = Vec::new();
    /// broad_phase.in_box(&Aabb::new(vec2(30.0, 2.0), vec2(60.0, 50.0)), &mut found);
    /// assert_eq!(found, [1, 2]);
    /// ```
    pub fn in_box(&self, aabb: &Aabb, found: &mut Vec<u32>) {
        let (grid, first) = (&self.grid, found.len());
        dispatch!(Level::best(), lanes => {
            for level in &grid.levels {
                grid.each_overlapping(lanes, level, aabb, #[inline(always)] |index| found.push(grid.order[index]));
            }
            self.moved.each_overlapping(lanes, aabb, #[inline(always)] |index| found.push(index));
        });
        sort_numbers(&mut found[first..]);
    }

    /// Returns the approximate size of the smallest cells in pixels.
    pub(super) fn cell_pixels(&self) -> f64 {
        self.grid.cell_size.pixels()
    }
}
