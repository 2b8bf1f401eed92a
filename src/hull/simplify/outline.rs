//! The given loops, and the edges that replace them.

use super::chord::Chord;
use super::path::{cheapest_nodes, node_point};
use crate::geometry::{Bound, ring_edges, sort_indexed_keys};
use crate::hull::options::SpriteHullError;
use crate::solidity::{Contour, twice_area};
use glam::{DVec2, IVec2};
use std::ops::Range;

/// The corners of all loops in one list, whole numbers in `f64`.
///
/// A *node* is a possible end of an edge: node `2k` is corner `k` of the list, node `2k + 1` the middle of the edge
/// after it.
pub(super) struct LoopSet<'a> {
    pub(super) contours: &'a [Contour],
    pub(super) corners: Vec<DVec2>,
    /// The index of each loop's first corner, and the end of the last loop.
    firsts: Vec<u32>,
    /// The size of each loop: the root of its area, or an eighth of its length if that is more, as for thin loops.
    sizes: Vec<f64>,
    /// Whether another corner lies at the same point, where loops touch.
    pub(super) is_touched: Vec<bool>,
    /// Pairs of corners at the same point.
    pub(super) touches: Vec<[u32; 2]>,
}

/// An edge from one node of a loop to another, in place of all corners between them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct OutlineEdge {
    pub(super) from: u32,
    pub(super) to: u32,
    pub(super) ring: u32,
}

impl<'a> LoopSet<'a> {
    /// Collects the corners of all loops.
    ///
    /// # Errors
    ///
    /// [`SpriteHullError::TooManyCorners`]: nodes are counted in 32 bits.
    pub(super) fn new(contours: &'a [Contour]) -> Result<Self, SpriteHullError> {
        let count: usize = contours.iter().map(|contour| contour.points().len()).sum();
        if count >= 1 << 31 {
            return Err(SpriteHullError::TooManyCorners { count });
        }
        let mut corners = Vec::with_capacity(count);
        let (mut firsts, mut sizes) = (vec![0], Vec::with_capacity(contours.len()));
        for contour in contours {
            let start = corners.len();
            corners.extend(contour.points().iter().map(|point| point.as_dvec2()));
            firsts.push(corners.len() as u32);
            sizes.push((contour.doubled_area() as f64 / 2.0).abs().sqrt().at_least(length(&corners[start..]) / 8.0));
        }
        let mut is_touched = vec![false; count];
        let touches = touches(contours);
        for &corner in touches.iter().flatten() {
            is_touched[corner as usize] = true;
        }
        Ok(Self { contours, corners, firsts, sizes, is_touched, touches })
    }

    pub(super) fn count(&self) -> usize {
        self.contours.len()
    }

    /// Returns the indices of a loop's corners.
    pub(super) fn range(&self, ring: usize) -> Range<usize> {
        self.firsts[ring] as usize..self.firsts[ring + 1] as usize
    }

    /// Returns the size of a loop; for a hole, the size of the loop around it.
    pub(super) fn size_at(&self, ring: usize) -> f64 {
        let contour = &self.contours[ring];
        let around = contour.parent().filter(|_| contour.is_hole());
        around.and_then(|outer| self.sizes.get(outer)).copied().unwrap_or(self.sizes[ring])
    }

    /// Returns the loop of a corner.
    pub(super) fn ring_of(&self, corner: u32) -> usize {
        self.firsts.partition_point(|&first| first <= corner) - 1
    }

    /// Returns the lattice point of a node.
    pub(super) fn at(&self, node: u32, ring: u32) -> DVec2 {
        let range = self.range(ring as usize);
        node_point(&self.corners[range.clone()], node as usize - 2 * range.start)
    }

    pub(super) fn ends(&self, edge: OutlineEdge) -> [DVec2; 2] {
        [self.at(edge.from, edge.ring), self.at(edge.to, edge.ring)]
    }

    /// Returns the indices of the corners between the ends of an edge: two ranges, as it may pass the loop's end.
    pub(super) fn passed(&self, edge: OutlineEdge) -> [Range<usize>; 2] {
        let range = self.range(edge.ring as usize);
        let (after, end) = (edge.from as usize / 2 + 1, (edge.to as usize).div_ceil(2));
        if edge.from < edge.to { [after..end, end..end] } else { [after..range.end, range.start..end] }
    }

    /// Returns the corners before and after a corner.
    pub(super) fn neighbors(&self, corner: u32) -> [DVec2; 2] {
        let range = self.range(self.ring_of(corner));
        let corner = corner as usize;
        let before = if corner == range.start { range.end - 1 } else { corner - 1 };
        let after = if corner + 1 == range.end { range.start } else { corner + 1 };
        [self.corners[before], self.corners[after]]
    }
}

/// Returns the length of a loop.
fn length(corners: &[DVec2]) -> f64 {
    ring_edges(corners).map(|(a, b)| a.distance(b)).sum()
}

/// Returns the pairs of corners at the same point, by their indices.
fn touches(contours: &[Contour]) -> Vec<[u32; 2]> {
    let key = |point: &IVec2| u64::from(point.y as u32) << 32 | u64::from(point.x as u32);
    let points = contours.iter().flat_map(Contour::points).zip(0..);
    let mut corners: Vec<_> = points.map(|(point, corner)| (key(point), corner)).collect();
    sort_indexed_keys(&mut corners);
    corners.windows(2).filter(|pair| pair[0].0 == pair[1].0).map(|pair| [pair[0].1 as u32, pair[1].1 as u32]).collect()
}

/// The largest number of corners of a chain that is split at its farthest corner. A longer chain is split at the
/// farthest corner of its middle half, so that splitting takes `O(n log n)` steps.
const SHORT_CHAIN: usize = 64;
/// Marks that there is no node.
const NONE: u32 = u32::MAX;

/// The quantity that is minimized within the bound.
#[derive(Clone, Copy)]
pub(in crate::hull) enum SimplifyGoal {
    /// Corners and misfit.
    Shape,
    /// Corners; among equally few, misfit.
    Fewest,
}

impl SimplifyGoal {
    /// Returns the misfit that is worth a corner of a loop of this size, for a tolerance of one.
    fn corner(self, size: f64) -> f64 {
        match self {
            Self::Shape => size / 64.0,
            // More misfit than any corner can save.
            Self::Fewest => size * size * 1024.0,
        }
    }
}

/// The replacing loops as linked lists: for each kept node the next one and the one before.
pub(super) struct DraftOutline<'a> {
    pub(super) loops: &'a LoopSet<'a>,
    tolerance: f64,
    side: f64,
    next: Vec<u32>,
    before: Vec<u32>,
}

impl<'a> DraftOutline<'a> {
    /// Simplifies each loop on its own. Also returns all edges.
    pub(super) fn new(
        loops: &'a LoopSet<'a>,
        goal: SimplifyGoal,
        tolerance: f64,
        side: f64,
    ) -> (Self, Vec<OutlineEdge>) {
        let nodes = 2 * loops.corners.len();
        let mut outline = Self { loops, tolerance, side, next: vec![NONE; nodes], before: vec![NONE; nodes] };
        let mut edges = Vec::new();
        for ring in 0..loops.count() {
            let range = loops.range(ring);
            let first = 2 * range.start;
            let mut nodes = cheapest_nodes(&loops.corners[range], goal.corner(loops.size_at(ring)), tolerance, side);
            nodes.iter_mut().for_each(|node| *node += first);
            for (from, to) in ring_edges(&nodes) {
                let edge = OutlineEdge { from: from as u32, to: to as u32, ring: ring as u32 };
                outline.join(edge);
                edges.push(edge);
            }
        }
        (outline, edges)
    }

    fn join(&mut self, edge: OutlineEdge) {
        self.next[edge.from as usize] = edge.to;
        self.before[edge.to as usize] = edge.from;
    }

    /// Returns whether the edge is part of the outline, and has not been split.
    pub(super) fn has(&self, edge: OutlineEdge) -> bool {
        self.next[edge.from as usize] == edge.to
    }

    /// Returns whether an edge begins at a node.
    pub(super) fn has_node(&self, node: u32) -> bool {
        self.next[node as usize] != NONE
    }

    /// Returns whether the edge replaces corners. If not, it lies on an edge of the given loops.
    pub(super) fn can_split(&self, edge: OutlineEdge) -> bool {
        self.loops.passed(edge).iter().any(|range| !range.is_empty())
    }

    pub(super) fn corners_passed(&self, edge: OutlineEdge) -> usize {
        self.loops.passed(edge).iter().map(ExactSizeIterator::len).sum()
    }

    fn measured(&self, edge: OutlineEdge) -> Chord {
        let [start, end] = self.loops.ends(edge);
        let [first, second] = self.loops.passed(edge);
        let corners = &self.loops.corners;
        Chord::new(start, end, self.side).measure(&corners[first]).measure(&corners[second])
    }

    /// Replaces an edge that can be split by two or more, each within the tolerance, and adds them to `new`.
    pub(super) fn split(&mut self, edge: OutlineEdge, new: &mut Vec<OutlineEdge>) {
        let mut waiting = vec![edge];
        while let Some(whole) = waiting.pop() {
            if whole != edge && self.measured(whole).is_within(self.tolerance) {
                self.join(whole);
                new.push(whole);
            } else {
                let node = self.split_node(whole);
                waiting.push(OutlineEdge { from: node, ..whole });
                waiting.push(OutlineEdge { to: node, ..whole });
            }
        }
    }

    /// Restores the given loop if its outline has more corners, middles of edges included. Adds the loop's edges to
    /// `new`, and returns whether the loop was restored. Its outline then never has more corners again.
    pub(super) fn restore_longer(&mut self, ring: usize, new: &mut Vec<OutlineEdge>) -> bool {
        let corners = self.loops.range(ring);
        if self.edges(ring).nth(corners.len()).is_none() {
            return false;
        }
        self.next[2 * corners.start..2 * corners.end].fill(NONE);
        self.before[2 * corners.start..2 * corners.end].fill(NONE);
        for corner in corners.clone() {
            let next = if corner + 1 == corners.end { corners.start } else { corner + 1 };
            let edge = OutlineEdge { from: 2 * corner as u32, to: 2 * next as u32, ring: ring as u32 };
            self.join(edge);
            new.push(edge);
        }
        true
    }

    /// Returns the corner at which to split an edge: the farthest from it.
    fn split_node(&self, edge: OutlineEdge) -> u32 {
        let [start, end] = self.loops.ends(edge);
        let count = self.corners_passed(edge);
        let [first, second] = self.loops.passed(edge);
        let (skipped, taken) = if count > SHORT_CHAIN { (count / 4, count / 2) } else { (0, count) };
        let mut farthest = (-1.0, 0);
        for corner in first.chain(second).skip(skipped).take(taken) {
            let error2 = Chord::new(start, end, 0.0).measure(&self.loops.corners[corner..=corner]).error2();
            if error2 > farthest.0 {
                farthest = (error2, corner);
            }
        }
        2 * farthest.1 as u32
    }

    /// Returns the first kept node of a loop.
    pub(super) fn first_node(&self, ring: usize) -> u32 {
        let range = self.loops.range(ring);
        let nodes = 2 * range.start as u32..2 * range.end as u32;
        nodes.into_iter().find(|&node| self.next[node as usize] != NONE).unwrap_or_default()
    }

    /// Iterates over the edges of a loop.
    pub(super) fn edges(&self, ring: usize) -> impl Iterator<Item = OutlineEdge> + '_ {
        let first = self.first_node(ring);
        let mut node = Some(first);
        std::iter::from_fn(move || {
            let from = node?;
            let to = self.next[from as usize];
            node = (to != first).then_some(to);
            Some(OutlineEdge { from, to, ring: ring as u32 })
        })
    }

    /// Returns the edges that end and begin at a node.
    pub(super) fn edges_at(&self, node: u32, ring: u32) -> [OutlineEdge; 2] {
        let (before, next) = (self.before[node as usize], self.next[node as usize]);
        [OutlineEdge { from: before, to: node, ring }, OutlineEdge { from: node, to: next, ring }]
    }

    fn points(&self, ring: usize) -> Vec<IVec2> {
        self.edges(ring).map(|edge| self.loops.at(edge.from, edge.ring).as_ivec2()).collect()
    }

    /// Returns whether a loop's area has the same sign as the given loop's.
    pub(super) fn is_upright(&self, ring: usize) -> bool {
        let area = twice_area(&self.points(ring));
        if self.loops.contours[ring].is_hole() { area < 0 } else { area > 0 }
    }

    /// Returns the square of the largest distance of a corner from the edge that replaces it.
    pub(super) fn error2(&self) -> f64 {
        let edges = (0..self.loops.count()).flat_map(|ring| self.edges(ring));
        edges.map(|edge| self.measured(edge).error2()).fold(0.0, |most, error| error.at_least(most))
    }

    /// Returns the loops from any corners on, without corners between collinear neighbors unless another corner touches them.
    pub(super) fn contours(&self) -> Vec<Contour> {
        (0..self.loops.count()).map(|ring| self.contour(ring)).collect()
    }

    fn contour(&self, ring: usize) -> Contour {
        let is_corner = |edge: &OutlineEdge| {
            let [into, out_of] = self.edges_at(edge.from, edge.ring).map(|edge| self.loops.ends(edge));
            let direction = |ends: [DVec2; 2]| ends[1] - ends[0];
            let is_touched = edge.from.is_multiple_of(2) && self.loops.is_touched[edge.from as usize / 2];
            is_touched || direction(into).perp_dot(direction(out_of)) != 0.0
        };
        let corners = self.edges(ring).filter(is_corner);
        let points = corners.map(|edge| self.loops.at(edge.from, edge.ring).as_ivec2()).collect();
        let given = &self.loops.contours[ring];
        Contour::new(points, given.is_hole(), given.parent())
    }
}
