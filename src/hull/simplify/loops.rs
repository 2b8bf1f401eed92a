//! The loops that are simplified, as they were given.

use super::SimplifyError;
use super::track::place_on;
use crate::solidity::Contour;
use glam::{DVec2, IVec2};
use std::ops::Range;

/// The corners of all loops in one list, in whole numbers kept as `f64`.
///
/// A *node* is a place that an edge may begin at: node `2k` is corner `k` of the list, and node `2k + 1` the middle of the edge
/// after it.
pub(super) struct Loops<'a> {
    pub(super) contours: &'a [Contour],
    pub(super) corners: Vec<DVec2>,
    /// Where each loop begins in the list, and where the last ends.
    firsts: Vec<u32>,
    /// How large each loop is: the root of its area, or an eighth of its length where that is more, as it is for what is thin.
    sizes: Vec<f64>,
    /// Whether another corner lies at the same point, where loops touch.
    pub(super) is_touched: Vec<bool>,
    /// Two corners at the same point.
    pub(super) touches: Vec<[u32; 2]>,
}

/// An edge from one node of a loop to another, for all corners between them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Edge {
    pub(super) from: u32,
    pub(super) to: u32,
    pub(super) ring: u32,
}

impl<'a> Loops<'a> {
    /// # Errors
    ///
    /// [`SimplifyError::TooManyCorners`]: nodes are counted in 32 bits.
    pub(super) fn new(contours: &'a [Contour]) -> Result<Self, SimplifyError> {
        let count: usize = contours.iter().map(|contour| contour.points().len()).sum();
        if count >= 1 << 31 {
            return Err(SimplifyError::TooManyCorners { count });
        }
        let mut corners = Vec::with_capacity(count);
        let (mut firsts, mut sizes) = (vec![0], Vec::with_capacity(contours.len()));
        for contour in contours {
            let start = corners.len();
            corners.extend(contour.points().iter().map(|point| point.as_dvec2()));
            firsts.push(corners.len() as u32);
            sizes.push(contour.signed_area().abs().sqrt().max(length(&corners[start..]) / 8.0));
        }
        let mut is_touched = vec![false; count];
        let touches = touches(contours, count);
        for &corner in touches.iter().flatten() {
            is_touched[corner as usize] = true;
        }
        Ok(Self { contours, corners, firsts, sizes, is_touched, touches })
    }

    pub(super) fn count(&self) -> usize {
        self.contours.len()
    }

    /// The corners of a loop, by their places in the list.
    pub(super) fn range(&self, ring: usize) -> Range<usize> {
        self.firsts[ring] as usize..self.firsts[ring + 1] as usize
    }

    /// How large the outer loop is that a loop belongs to: itself, or that around the hole.
    pub(super) fn size_at(&self, ring: usize) -> f64 {
        let contour = &self.contours[ring];
        let around = contour.parent().filter(|_| contour.is_hole());
        around.and_then(|outer| self.sizes.get(outer)).copied().unwrap_or(self.sizes[ring])
    }

    /// The loop that a corner belongs to.
    pub(super) fn ring_of(&self, corner: u32) -> usize {
        self.firsts.partition_point(|&first| first <= corner) - 1
    }

    /// The lattice point of a node.
    pub(super) fn at(&self, node: u32, ring: u32) -> DVec2 {
        let range = self.range(ring as usize);
        place_on(&self.corners[range.clone()], node as usize - 2 * range.start)
    }

    pub(super) fn ends(&self, edge: Edge) -> [DVec2; 2] {
        [self.at(edge.from, edge.ring), self.at(edge.to, edge.ring)]
    }

    /// The corners that an edge passes over, by their places in the list; two ranges, as it may pass the loop's end.
    pub(super) fn passed(&self, edge: Edge) -> [Range<usize>; 2] {
        let range = self.range(edge.ring as usize);
        let (after, end) = (edge.from as usize / 2 + 1, (edge.to as usize).div_ceil(2));
        if edge.from < edge.to { [after..end, end..end] } else { [after..range.end, range.start..end] }
    }

    /// The corners before and after one of them.
    pub(super) fn neighbors(&self, corner: u32) -> [DVec2; 2] {
        let range = self.range(self.ring_of(corner));
        let corner = corner as usize;
        let before = if corner == range.start { range.end - 1 } else { corner - 1 };
        let after = if corner + 1 == range.end { range.start } else { corner + 1 };
        [self.corners[before], self.corners[after]]
    }
}

/// How long a loop is.
fn length(corners: &[DVec2]) -> f64 {
    let next = corners.iter().skip(1).chain(corners.first());
    corners.iter().zip(next).map(|(&a, &b)| a.distance(b)).sum()
}

/// The pairs of corners at the same point, by their places in the list of all `count` corners.
fn touches(contours: &[Contour], count: usize) -> Vec<[u32; 2]> {
    let points = || contours.iter().flat_map(Contour::points).zip(0_u32..);
    let rows = || points().map(|(point, _)| point.y);
    let (Some(top), Some(bottom)) = (rows().min(), rows().max()) else { return Vec::new() };
    // Each row of the lattice has few corners, so that they are sorted by rows first, where there are not too many of these.
    let shift = (bottom.abs_diff(top) as usize / count.max(1)).checked_ilog2().map_or(0, |shift| shift + 1);
    let row = |point: &IVec2| (point.y.abs_diff(top) >> shift) as usize;
    let mut ends = vec![0_u32; (bottom.abs_diff(top) >> shift) as usize + 1];
    points().for_each(|(point, _)| ends[row(point)] += 1);
    for next in 1..ends.len() {
        ends[next] += ends[next - 1];
    }
    let mut by_rows = vec![(0_u64, 0_u32); count];
    let mut begins = ends;
    for (point, corner) in points() {
        let place = &mut begins[row(point)];
        *place -= 1;
        by_rows[*place as usize] = (u64::from(point.y as u32) << 32 | u64::from(point.x as u32), corner);
    }
    let mut touches = Vec::new();
    for (row, &begin) in begins.iter().enumerate() {
        let end = begins.get(row + 1).map_or(count, |&end| end as usize);
        let row = &mut by_rows[begin as usize..end];
        row.sort_unstable();
        touches.extend(row.windows(2).filter(|pair| pair[0].0 == pair[1].0).map(|pair| [pair[0].1, pair[1].1]));
    }
    touches
}
