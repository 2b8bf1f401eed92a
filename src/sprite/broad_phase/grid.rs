use super::cells::{CellRange, CellSize, Extent, has_area};
use super::lanes::BoxLists;
use super::level::{LEVELS, Level, Place, SlotRun};
use crate::collide::BoxLanes;
use crate::geometry::Aabb;
use fearless_simd::Simd;

/// Boxes sorted into the slots of cells.
///
/// They are counted into slots and moved to their places: two passes over the boxes and one over the slots. Boxes of a slot
/// keep their order.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    pub(super) cell_size: CellSize,
    /// The smallest cells, then those that hold larger boxes.
    pub(super) levels: Vec<Level>,
    /// The place in the order at which the boxes of each slot begin.
    starts: Vec<u32>,
    /// Where each box lies, as they are given.
    places: Vec<Place>,
    /// Of the boxes in the order of their slots: where they lie, which ones they are, and their coordinates.
    pub(super) sorted_places: Vec<Place>,
    pub(super) order: Vec<u32>,
    pub(super) boxes: BoxLists,
    /// Boxes that are too large for the smallest cells.
    larger: Vec<(u32, CellRange)>,
}

impl Default for Grid {
    fn default() -> Self {
        Self {
            cell_size: CellSize::for_boxes(&[]).0,
            levels: Vec::new(),
            starts: Vec::new(),
            places: Vec::new(),
            sorted_places: Vec::new(),
            order: Vec::new(),
            boxes: BoxLists::default(),
            larger: Vec::new(),
        }
    }
}

impl Grid {
    /// Sorts all boxes in anew.
    ///
    /// # Panics
    ///
    /// Where there are 2^32 boxes or more.
    #[inline(always)]
    pub(super) fn rebuild(&mut self, boxes: &[Aabb]) {
        assert!(u32::try_from(boxes.len()).is_ok(), "there are {} boxes, but 2^32 - 1 at most", boxes.len());
        let (cell_size, extent) = CellSize::for_boxes(boxes);
        let smallest = Level::new(0, boxes.len(), extent, 0);
        self.cell_size = cell_size;
        self.levels.clear();
        self.levels.push(smallest);
        self.starts.clear();
        self.starts.resize(smallest.end_slot() + 2, 0);
        self.larger.clear();
        self.places.clear();
        for (index, aabb) in boxes.iter().enumerate() {
            let range = cell_size.range(aabb);
            let mut place = Place::NOWHERE;
            if has_area(aabb) {
                if range.span() <= 1 {
                    place = smallest.place(&range);
                    self.starts[place.slot() + 2] += 1;
                } else {
                    self.larger.push((index as u32, range));
                }
            }
            self.places.push(place);
        }
        self.place_larger(extent);
        // Two slots on is how many a slot holds; summed up, one slot on is where it begins.
        let mut sum = 0;
        for start in &mut self.starts {
            sum += *start;
            *start = sum;
        }
        self.arrange(boxes, sum as usize);
    }

    /// Gives the boxes that are too large for the smallest cells places in larger ones.
    fn place_larger(&mut self, extent: Extent) {
        let mut counts = [0; LEVELS];
        self.larger.iter().for_each(|(_, range)| counts[Level::number_for(range.span())] += 1);
        let mut level_of = [0; LEVELS];
        let mut end = self.levels[0].end_slot();
        for number in (0..LEVELS).filter(|&number| counts[number] > 0) {
            let level = Level::new(number, counts[number], extent, end as u32);
            end = level.end_slot();
            level_of[number] = self.levels.len();
            self.levels.push(level);
        }
        self.starts.resize(end + 2, 0);
        for (index, range) in &self.larger {
            let place = self.levels[level_of[Level::number_for(range.span())]].place(range);
            self.starts[place.slot() + 2] += 1;
            self.places[*index as usize] = place;
        }
    }

    /// Moves the boxes to their places; from then on each slot begins where its own number says.
    #[inline(always)]
    fn arrange(&mut self, boxes: &[Aabb], placed: usize) {
        self.boxes.resize(placed);
        self.order.resize(placed, 0);
        self.sorted_places.resize(placed, Place::NOWHERE);
        for (index, (aabb, &place)) in boxes.iter().zip(&self.places).enumerate() {
            if place == Place::NOWHERE {
                continue;
            }
            let next = &mut self.starts[place.slot() + 1];
            let at = *next as usize;
            *next += 1;
            self.boxes.set(at, aabb);
            self.order[at] = index as u32;
            self.sorted_places[at] = place;
        }
    }

    /// The places in the order of the boxes in some slots.
    #[inline(always)]
    pub(super) fn boxes_in(&self, (first, end): SlotRun) -> (usize, usize) {
        (self.starts[first] as usize, self.starts[end] as usize)
    }

    /// The places in the order of all boxes of a level.
    #[inline(always)]
    pub(super) fn boxes_of(&self, level: &Level) -> (usize, usize) {
        self.boxes_in((level.first_slot(), level.end_slot()))
    }

    /// Calls `found` with the place of each box of a level that overlaps one.
    #[inline(always)]
    pub(super) fn each_overlapping<S: Simd>(&self, simd: S, level: &Level, aabb: &Aabb, mut found: impl FnMut(usize)) {
        let probe = BoxLanes::splat(simd, aabb);
        level.each_run(
            &self.cell_size.range(aabb),
            #[inline(always)]
            |slots| self.boxes.each_overlapping(simd, &probe, self.boxes_in(slots), &mut found),
        );
    }

    /// The cells of a box, all in one row.
    #[inline(always)]
    pub(super) fn row_cells(&self, aabb: &Aabb, row: i32) -> CellRange {
        let CellRange { first, last } = self.cell_size.range(aabb);
        CellRange { first: [first[0], row], last: [last[0], row] }
    }
}
