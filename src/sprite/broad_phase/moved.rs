//! Boxes that were updated since the last rebuild.

use super::grid::BoxLists;
use crate::collide::BoxLanes;
use crate::geometry::Aabb;

/// The boxes that left their cells, as a list: each query tests all of them, eight at a time.
#[derive(Clone, Debug, Default)]
pub(super) struct MovedBoxes {
    indices: Vec<u32>,
    boxes: BoxLists,
}

impl MovedBoxes {
    pub(super) fn clear(&mut self) {
        self.indices.clear();
        self.boxes.resize(0);
    }

    /// Adds a box, or replaces it.
    pub(super) fn set(&mut self, index: u32, aabb: &Aabb) {
        let at = self.indices.iter().position(|&known| known == index).unwrap_or_else(|| {
            self.indices.push(index);
            self.boxes.resize(self.indices.len());
            self.indices.len() - 1
        });
        self.boxes.set(at, aabb);
    }

    /// Removes a box; its place is taken by the last one.
    pub(super) fn remove(&mut self, index: u32) {
        if let Some(at) = self.indices.iter().position(|&known| known == index) {
            self.indices.swap_remove(at);
            let last = self.boxes.get(self.indices.len());
            self.boxes.set(at, &last);
            self.boxes.resize(self.indices.len());
        }
    }

    /// Calls `found` with the indices of the boxes that overlap a probe.
    #[inline(always)]
    pub(super) fn each_overlapping<L: BoxLanes>(&self, lanes: L, aabb: &Aabb, mut found: impl FnMut(u32)) {
        let probe = lanes.probe(aabb);
        self.boxes.each_overlapping(
            lanes,
            &probe,
            (0, self.indices.len()),
            #[inline(always)]
            |at| found(self.indices[at]),
        );
    }

    /// Iterates over the boxes with their indices.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, Aabb)> + '_ {
        self.indices.iter().enumerate().map(|(at, &index)| (index, self.boxes.get(at)))
    }
}
