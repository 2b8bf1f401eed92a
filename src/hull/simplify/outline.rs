//! The simplified loops while they are made.

use super::loops::{Edge, Loops};
use super::shortcut::Shortcut;
use super::track::places_around;
use crate::solidity::{Contour, twice_area};
use glam::{DVec2, IVec2};

/// Chains longer than this are split in their middle half, so that splitting takes `n·log n` steps.
const SHORT_CHAIN: usize = 64;
/// No node.
const NONE: u32 = u32::MAX;

/// What is sought within the bound.
#[derive(Clone, Copy)]
pub(super) enum Aim {
    /// Few corners and little misfit.
    Shape,
    /// Few corners; of ways with as many, one with little misfit.
    Fewest,
}

impl Aim {
    /// How much of misfit is worth a corner of a loop of such a size, for a tolerance of one.
    fn corner(self, size: f64) -> f64 {
        match self {
            Self::Shape => size / 64.0,
            // So much misfit that no corner pays.
            Self::Fewest => size * size * 1024.0,
        }
    }
}

/// For each node that is kept the next one along its loop, and the one before.
pub(super) struct Outline<'a> {
    pub(super) loops: &'a Loops<'a>,
    tolerance: f64,
    side: f64,
    next: Vec<u32>,
    before: Vec<u32>,
}

impl<'a> Outline<'a> {
    /// Each loop in few edges, whatever the others do; and all those edges.
    pub(super) fn new(loops: &'a Loops<'a>, aim: Aim, tolerance: f64, side: f64) -> (Self, Vec<Edge>) {
        let nodes = 2 * loops.corners.len();
        let mut outline = Self { loops, tolerance, side, next: vec![NONE; nodes], before: vec![NONE; nodes] };
        let mut edges = Vec::new();
        for ring in 0..loops.count() {
            let range = loops.range(ring);
            let first = 2 * range.start;
            let mut nodes = places_around(&loops.corners[range], aim.corner(loops.size_at(ring)), tolerance, side);
            nodes.iter_mut().for_each(|place| *place += first);
            for (index, &from) in nodes.iter().enumerate() {
                let to = *nodes.get(index + 1).unwrap_or(&nodes[0]);
                let edge = Edge { from: from as u32, to: to as u32, ring: ring as u32 };
                outline.join(edge);
                edges.push(edge);
            }
        }
        (outline, edges)
    }

    fn join(&mut self, edge: Edge) {
        self.next[edge.from as usize] = edge.to;
        self.before[edge.to as usize] = edge.from;
    }

    /// Whether the edge is one of the outline, not one that was split.
    pub(super) fn has(&self, edge: Edge) -> bool {
        self.next[edge.from as usize] == edge.to
    }

    /// Whether an edge begins at a node.
    pub(super) fn has_node(&self, node: u32) -> bool {
        self.next[node as usize] != NONE
    }

    /// Whether the edge passes over corners. Where not, it lies on an edge of the loops as they were given.
    pub(super) fn can_split(&self, edge: Edge) -> bool {
        self.loops.passed(edge).iter().any(|range| !range.is_empty())
    }

    pub(super) fn corners_passed(&self, edge: Edge) -> usize {
        self.loops.passed(edge).iter().map(ExactSizeIterator::len).sum()
    }

    fn measured(&self, edge: Edge) -> Shortcut {
        let [start, end] = self.loops.ends(edge);
        let [first, second] = self.loops.passed(edge);
        let corners = &self.loops.corners;
        Shortcut::new(start, end, self.side).measure(&corners[first]).measure(&corners[second])
    }

    /// Puts two or more edges in the place of one that passes over corners, each within the tolerance, and adds them to `new`.
    pub(super) fn split(&mut self, edge: Edge, new: &mut Vec<Edge>) {
        let mut waiting = vec![edge];
        while let Some(whole) = waiting.pop() {
            if whole != edge && self.measured(whole).is_within(self.tolerance) {
                self.join(whole);
                new.push(whole);
            } else {
                let node = self.split_node(whole);
                waiting.push(Edge { from: node, ..whole });
                waiting.push(Edge { to: node, ..whole });
            }
        }
    }

    /// Puts the given loop in the place of one that has more corners, which are middles of edges, and adds its edges to `new`.
    /// Returns whether that was so. From then on it has no more than it was given.
    pub(super) fn restore_longer(&mut self, ring: usize, new: &mut Vec<Edge>) -> bool {
        let corners = self.loops.range(ring);
        if self.edges(ring).nth(corners.len()).is_none() {
            return false;
        }
        self.next[2 * corners.start..2 * corners.end].fill(NONE);
        self.before[2 * corners.start..2 * corners.end].fill(NONE);
        for corner in corners.clone() {
            let next = if corner + 1 == corners.end { corners.start } else { corner + 1 };
            let edge = Edge { from: 2 * corner as u32, to: 2 * next as u32, ring: ring as u32 };
            self.join(edge);
            new.push(edge);
        }
        true
    }

    /// The corner to split an edge at: the farthest from it.
    fn split_node(&self, edge: Edge) -> u32 {
        let [start, end] = self.loops.ends(edge);
        let count = self.corners_passed(edge);
        let [first, second] = self.loops.passed(edge);
        let (skipped, taken) = if count > SHORT_CHAIN { (count / 4, count / 2) } else { (0, count) };
        let mut farthest = (-1.0, 0);
        for corner in first.chain(second).skip(skipped).take(taken) {
            let error2 = Shortcut::new(start, end, 0.0).measure(&self.loops.corners[corner..=corner]).error2();
            if error2 > farthest.0 {
                farthest = (error2, corner);
            }
        }
        2 * farthest.1 as u32
    }

    /// A node of a loop that is kept, always the same.
    pub(super) fn first_node(&self, ring: usize) -> u32 {
        let range = self.loops.range(ring);
        let nodes = 2 * range.start as u32..2 * range.end as u32;
        nodes.into_iter().find(|&node| self.next[node as usize] != NONE).unwrap_or_default()
    }

    /// The edges of a loop.
    pub(super) fn edges(&self, ring: usize) -> impl Iterator<Item = Edge> + '_ {
        let first = self.first_node(ring);
        let mut node = Some(first);
        std::iter::from_fn(move || {
            let from = node?;
            let to = self.next[from as usize];
            node = (to != first).then_some(to);
            Some(Edge { from, to, ring: ring as u32 })
        })
    }

    /// The edges that end and begin at a node.
    pub(super) fn edges_at(&self, node: u32, ring: u32) -> [Edge; 2] {
        let (before, next) = (self.before[node as usize], self.next[node as usize]);
        [Edge { from: before, to: node, ring }, Edge { from: node, to: next, ring }]
    }

    fn points(&self, ring: usize) -> Vec<IVec2> {
        self.edges(ring).map(|edge| self.loops.at(edge.from, edge.ring).as_ivec2()).collect()
    }

    /// Whether a loop goes around an area as the one that it stands for does.
    pub(super) fn is_upright(&self, ring: usize) -> bool {
        let area = twice_area(&self.points(ring));
        if self.loops.contours[ring].is_hole() { area < 0 } else { area > 0 }
    }

    /// The square of the largest distance that a corner lies from the edge that stands for it.
    pub(super) fn error2(&self) -> f64 {
        let edges = (0..self.loops.count()).flat_map(|ring| self.edges(ring));
        edges.map(|edge| self.measured(edge).error2()).fold(0.0, f64::max)
    }

    /// The loops, without corners that lie straight between their neighbors unless others touch them there.
    pub(super) fn contours(&self) -> Vec<Contour> {
        (0..self.loops.count()).map(|ring| self.contour(ring)).collect()
    }

    fn contour(&self, ring: usize) -> Contour {
        let is_corner = |edge: &Edge| {
            let [into, out_of] = self.edges_at(edge.from, edge.ring).map(|edge| self.loops.ends(edge));
            let way = |ends: [DVec2; 2]| ends[1] - ends[0];
            let is_touched = edge.from.is_multiple_of(2) && self.loops.is_touched[edge.from as usize / 2];
            is_touched || way(into).perp_dot(way(out_of)) != 0.0
        };
        let corners = self.edges(ring).filter(is_corner);
        let mut points: Vec<IVec2> = corners.map(|edge| self.loops.at(edge.from, edge.ring).as_ivec2()).collect();
        let first = (0..points.len()).min_by_key(|&index| (points[index].y, points[index].x)).unwrap_or(0);
        points.rotate_left(first);
        let given = &self.loops.contours[ring];
        Contour::new(points, given.is_hole(), given.parent())
    }
}
