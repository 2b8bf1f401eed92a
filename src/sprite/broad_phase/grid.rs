//! The grid: boxes sorted by cell, and tested eight at a time.

use super::cells::{CellLevel, CellRange, CellSize, LEVELS, PackedSlot, SlotRange, has_area};
use crate::collide::{BoxBlock, BoxLanes};
use crate::geometry::Aabb;
use glam::Vec2;

/// Boxes sorted by the slots of their cells: a counting sort, in two passes over the boxes and a prefix sum over the
/// slots. The boxes of a slot keep their order.
#[derive(Clone, Debug)]
pub(super) struct CellGrid {
    pub(super) cell_size: CellSize,
    /// The level of the smallest cells, then the levels of larger boxes.
    pub(super) levels: Vec<CellLevel>,
    /// The position in the order at which the boxes of each slot begin.
    starts: Vec<u32>,
    /// The slots of the boxes in the given order.
    slots: Vec<PackedSlot>,
    /// The slots, indices and coordinates of the boxes in the order of their slots.
    pub(super) sorted_slots: Vec<PackedSlot>,
    pub(super) order: Vec<u32>,
    pub(super) boxes: BoxLists,
    /// The boxes that are too large for the smallest cells.
    larger: Vec<(u32, CellRange)>,
}

impl Default for CellGrid {
    fn default() -> Self {
        Self {
            cell_size: CellSize::for_boxes(&[]).0,
            levels: Vec::new(),
            starts: Vec::new(),
            slots: Vec::new(),
            sorted_slots: Vec::new(),
            order: Vec::new(),
            boxes: BoxLists::default(),
            larger: Vec::new(),
        }
    }
}

impl CellGrid {
    /// Replaces all boxes. Panics on 2^32 boxes or more.
    #[inline(always)]
    pub(super) fn rebuild(&mut self, boxes: &[Aabb]) {
        assert!(
            u32::try_from(boxes.len()).is_ok(),
            "there are {} boxes, but at most 2^32 - 1 are allowed",
            boxes.len()
        );
        let (cell_size, extent) = CellSize::for_boxes(boxes);
        let smallest = CellLevel::new(0, boxes.len(), extent, 0);
        self.cell_size = cell_size;
        self.levels.clear();
        self.levels.push(smallest);
        self.starts.clear();
        self.starts.resize(smallest.end_slot() + 2, 0);
        self.larger.clear();
        self.slots.clear();
        for (index, aabb) in boxes.iter().enumerate() {
            let range = cell_size.range(aabb);
            let mut slot = PackedSlot::NONE;
            if has_area(aabb) {
                if range.span() <= 1 {
                    slot = smallest.packed_slot(&range);
                    self.starts[slot.slot() + 2] += 1;
                } else {
                    self.larger.push((index as u32, range));
                }
            }
            self.slots.push(slot);
        }
        self.add_larger(extent);
        // Prefix sum: the count of a slot is two indices on, so its begin ends up one index on.
        let mut sum = 0;
        for start in &mut self.starts {
            sum += *start;
            *start = sum;
        }
        self.arrange(boxes, sum as usize);
    }

    /// Adds the boxes that are too large for the smallest cells to levels of larger cells.
    fn add_larger(&mut self, extent: [u32; 2]) {
        let mut counts = [0; LEVELS];
        self.larger.iter().for_each(|(_, range)| counts[CellLevel::number_for(range.span())] += 1);
        let mut level_of = [0; LEVELS];
        let mut end = self.levels[0].end_slot();
        for number in (0..LEVELS).filter(|&number| counts[number] > 0) {
            let level = CellLevel::new(number, counts[number], extent, end as u32);
            end = level.end_slot();
            level_of[number] = self.levels.len();
            self.levels.push(level);
        }
        self.starts.resize(end + 2, 0);
        for (index, range) in &self.larger {
            let slot = self.levels[level_of[CellLevel::number_for(range.span())]].packed_slot(range);
            self.starts[slot.slot() + 2] += 1;
            self.slots[*index as usize] = slot;
        }
    }

    /// Moves the boxes into order; this also moves the begin of each slot to its own index.
    #[inline(always)]
    fn arrange(&mut self, boxes: &[Aabb], count: usize) {
        self.boxes.resize(count);
        self.order.resize(count, 0);
        self.sorted_slots.resize(count, PackedSlot::NONE);
        for (index, (aabb, &slot)) in boxes.iter().zip(&self.slots).enumerate() {
            if slot == PackedSlot::NONE {
                continue;
            }
            let next = &mut self.starts[slot.slot() + 1];
            let at = *next as usize;
            *next += 1;
            self.boxes.set(at, aabb);
            self.order[at] = index as u32;
            self.sorted_slots[at] = slot;
        }
    }

    /// Returns the number of boxes.
    pub(super) fn len(&self) -> usize {
        self.slots.len()
    }

    /// Replaces a box that stays in its slot. Else takes the box out, and returns false.
    pub(super) fn update(&mut self, index: u32, aabb: &Aabb) -> bool {
        let old = self.slots[index as usize];
        if old == PackedSlot::NONE {
            return false;
        }
        let range = self.cell_size.range(aabb);
        let new = self.levels[0].packed_slot(&range);
        let stays = has_area(aabb) && range.span() <= 1 && new.slot() == old.slot();
        let (first, end) = self.boxes_in((old.slot(), old.slot() + 1));
        let Some(at) = (first..end).find(|&at| self.order[at] == index) else { return false };
        let (slot, aabb) = if stays { (new, *aabb) } else { (PackedSlot::NONE, NOWHERE) };
        self.slots[index as usize] = slot;
        self.boxes.set(at, &aabb);
        stays
    }

    /// Returns the range in the order of the boxes in consecutive slots.
    #[inline(always)]
    pub(super) fn boxes_in(&self, (first, end): SlotRange) -> (usize, usize) {
        (self.starts[first] as usize, self.starts[end] as usize)
    }

    /// Returns the range in the order of all boxes of a level.
    #[inline(always)]
    pub(super) fn boxes_of(&self, level: &CellLevel) -> (usize, usize) {
        self.boxes_in((level.first_slot(), level.end_slot()))
    }

    /// Calls `found` with the position in the order of each box of a level that overlaps a box.
    #[inline(always)]
    pub(super) fn each_overlapping<L: BoxLanes>(
        &self,
        lanes: L,
        level: &CellLevel,
        aabb: &Aabb,
        mut found: impl FnMut(usize),
    ) {
        let probe = lanes.probe(aabb);
        level.each_range(
            &self.cell_size.range(aabb),
            #[inline(always)]
            |slots| self.boxes.each_overlapping(lanes, &probe, self.boxes_in(slots), &mut found),
        );
    }
}

/// A box that overlaps nothing.
const NOWHERE: Aabb = Aabb { min: Vec2::NAN, max: Vec2::NAN };

/// The number of boxes in one test.
pub(super) const LANES: usize = 8;

/// Boxes as one list for each coordinate, padded so that eight can be read from any index.
#[derive(Clone, Debug, Default)]
pub(super) struct BoxLists {
    min_x: Vec<f32>,
    min_y: Vec<f32>,
    max_x: Vec<f32>,
    max_y: Vec<f32>,
}

impl BoxLists {
    /// Changes the number of boxes; all have to be set afterwards.
    pub(super) fn resize(&mut self, count: usize) {
        for list in [&mut self.min_x, &mut self.min_y, &mut self.max_x, &mut self.max_y] {
            list.resize(count + LANES, f32::NAN);
        }
    }

    #[inline(always)]
    pub(super) fn set(&mut self, index: usize, aabb: &Aabb) {
        self.min_x[index] = aabb.min.x;
        self.min_y[index] = aabb.min.y;
        self.max_x[index] = aabb.max.x;
        self.max_y[index] = aabb.max.y;
    }

    #[inline(always)]
    pub(super) fn get(&self, index: usize) -> Aabb {
        Aabb::new((self.min_x[index], self.min_y[index]), (self.max_x[index], self.max_y[index]))
    }

    /// Returns which of the eight boxes from `first` on, and before `end`, overlap the probe, as bits.
    #[inline(always)]
    pub(super) fn overlapping<L: BoxLanes>(&self, lanes: L, probe: &L::Probe, first: usize, end: usize) -> u32 {
        let boxes = BoxBlock {
            min_x: &self.min_x[first..first + LANES],
            min_y: &self.min_y[first..first + LANES],
            max_x: &self.max_x[first..first + LANES],
            max_y: &self.max_y[first..first + LANES],
        };
        let bits = lanes.overlapping(&boxes, probe);
        bits & ((1 << end.saturating_sub(first).min(LANES)) - 1)
    }

    /// Calls `found` with the index of each box in a range that overlaps the probe.
    #[inline(always)]
    pub(super) fn each_overlapping<L: BoxLanes>(
        &self,
        lanes: L,
        probe: &L::Probe,
        range: (usize, usize),
        mut found: impl FnMut(usize),
    ) {
        let (mut first, end) = range;
        while first < end {
            let mut bits = self.overlapping(lanes, probe, first, end);
            while bits != 0 {
                found(first + bits.trailing_zeros() as usize);
                bits &= bits - 1;
            }
            first += LANES;
        }
    }
}
