//! The repair: splits edges that cross, touch or jump over a loop until none does.

use super::outline::{DraftOutline, LoopSet, OutlineEdge, SimplifyGoal};
use crate::geometry::{Bound, Elements, on_one_side, sort_by};
use crate::hull::canonical::box_ends;
use glam::DVec2;
use std::ops::RangeInclusive;

/// Simplifies the loops, and repairs their positions relative to each other.
///
/// Repaired loops have these properties:
/// 1. No two edges share more than an end at which the given loops touch.
/// 2. Loops that still touch at a point pass it on the same sides of each other as the given ones.
/// 3. Each loop has an area of the same sign as the given one.
/// 4. No corner of another loop lies between an edge and the chain that it replaces. One corner of each other loop is
///    tested, as by property 1 the loop lies on one side as a whole.
///
/// An edge that breaks a property is split, unless it replaces no corner. Edges that replace no corner lie on edges of
/// the given loops, which break nothing. So there is always an edge that can be split, and each split keeps one more
/// corner. The number of corners is finite, and each loop is restored at most once. So the repair ends.
pub(super) fn repaired<'a>(loops: &'a LoopSet<'a>, goal: SimplifyGoal, tolerance: f64, side: f64) -> DraftOutline<'a> {
    let (outline, waiting) = DraftOutline::new(loops, goal, tolerance, side);
    let mut repair = Repair {
        outline,
        tolerance,
        grid: SegmentGrid::new(&loops.corners, waiting.len()),
        nodes: SegmentGrid::new(&loops.corners, loops.count()),
        waiting,
        unchecked: (0..loops.count()).collect(),
    };
    if loops.count() > 1 {
        for ring in 0..loops.count() {
            let node = repair.outline.first_node(ring);
            let at = loops.at(node, ring as u32);
            repair.nodes.insert([at, at], (ring as u32, at));
        }
    }
    while !repair.waiting.is_empty() {
        repair.separate_edges();
        repair.separate_touching_loops();
        repair.check_loops();
    }
    repair.outline
}

struct Repair<'a> {
    outline: DraftOutline<'a>,
    tolerance: f64,
    /// The edges known not to meet, and edges that were split since.
    grid: SegmentGrid<OutlineEdge>,
    /// A node of each loop.
    nodes: SegmentGrid<(u32, DVec2)>,
    /// Edges not yet in the grid.
    waiting: Vec<OutlineEdge>,
    /// Loops with new edges.
    unchecked: Vec<usize>,
}

impl Repair<'_> {
    fn split(&mut self, edge: OutlineEdge) {
        self.outline.split(edge, &mut self.waiting);
        self.unchecked.push(edge.ring as usize);
    }

    /// Splits edges that meet, until none do.
    fn separate_edges(&mut self) {
        while let Some(edge) = self.waiting.pop() {
            if !self.outline.has(edge) {
                continue;
            }
            let (loops, outline) = (self.outline.loops, &self.outline);
            let ends = loops.ends(edge);
            let passed = outline.corners_passed(edge);
            let met = self.grid.find(ends, 0.0, |other| {
                other != edge
                    && outline.has(other)
                    && edges_meet(ends, loops.ends(other))
                    && (passed > 0 || outline.can_split(other))
            });
            let Some(other) = met else {
                self.grid.insert(ends, edge);
                continue;
            };
            // Mostly the longer edge causes the crossing.
            let longer = if self.outline.corners_passed(other) > passed { other } else { edge };
            self.split(longer);
            if longer != edge {
                self.waiting.push(edge);
            }
        }
    }

    /// Splits edges at points where two loops touch and pass each other on other sides than the given loops.
    fn separate_touching_loops(&mut self) {
        let loops = self.outline.loops;
        for &[one, other] in &loops.touches {
            if ![one, other].iter().all(|corner| self.outline.has_node(2 * corner)) {
                continue;
            }
            let rings = [one, other].map(|corner| loops.ring_of(corner) as u32);
            let at = loops.corners[one as usize];
            let given = [one, other].map(|corner| loops.neighbors(corner).map(|point| point - at));
            let edges = [self.outline.edges_at(2 * one, rings[0]), self.outline.edges_at(2 * other, rings[1])];
            let found = edges.map(|[into, out]| [loops.at(into.from, into.ring) - at, loops.at(out.to, out.ring) - at]);
            let sides = |[direction, beside]: [[DVec2; 2]; 2]| {
                beside.map(|point| is_right_of_path(direction[0], direction[1], point))
            };
            if sides(found) != sides(given) {
                self.split_all(&edges.concat());
            }
        }
    }

    fn split_all(&mut self, edges: &[OutlineEdge]) {
        for &edge in edges {
            // An edge may lead into one point and out of another.
            if self.outline.has(edge) && self.outline.can_split(edge) {
                self.split(edge);
            }
        }
    }

    fn check_loops(&mut self) {
        let mut rings = std::mem::take(&mut self.unchecked);
        sort_by(&mut rings, Ord::cmp);
        rings.dedup();
        for ring in rings {
            self.check_loop(ring);
        }
    }

    /// Splits edges of a loop if its area has the wrong sign, or if they jump over another loop. Restores the given
    /// loop if splitting has made more corners than it has.
    fn check_loop(&mut self, ring: usize) {
        if self.outline.restore_longer(ring, &mut self.waiting) {
            return;
        }
        let (loops, outline) = (self.outline.loops, &self.outline);
        let passing: Vec<OutlineEdge> = outline.edges(ring).filter(|&edge| outline.can_split(edge)).collect();
        if !outline.is_upright(ring) {
            self.split_all(&passing);
        } else if loops.count() > 1 {
            for edge in passing {
                self.check_jump(edge);
            }
        }
    }

    /// Splits an edge if another loop lies between it and its chain.
    fn check_jump(&mut self, edge: OutlineEdge) {
        let loops = self.outline.loops;
        let ends = loops.ends(edge);
        let [first, second] = loops.passed(edge);
        // A chain lies within the tolerance of its edge, and so does any loop between them.
        let between = self.nodes.find(ends, self.tolerance, |(ring, at)| {
            let corners = || loops.corners[first.clone()].iter().chain(&loops.corners[second.clone()]).copied();
            let around = std::iter::once(ends[0]).chain(corners()).chain([ends[1]]);
            let is_touch = at == ends[0] || at == ends[1];
            // A chain through the corner may leave it on either side.
            let is_between = || corners().any(|corner| corner == at) || winds_around(around.clone(), at);
            ring != edge.ring && !is_touch && is_between()
        });
        if between.is_some() {
            self.split(edge);
        }
    }
}

/// Returns whether two edges share more than a common end; exact.
pub(super) fn edges_meet([a, b]: [DVec2; 2], [c, d]: [DVec2; 2]) -> bool {
    let are_apart = |a: f64, b: f64, c: f64, d: f64| a.at_least(b) < c.at_most(d) || c.at_least(d) < a.at_most(b);
    if are_apart(a.x, b.x, c.x, d.x) || are_apart(a.y, b.y, c.y, d.y) {
        return false;
    }
    // From a common end, edges share more only where both go in the same direction.
    let overlap_from = |at: DVec2, one: DVec2, other: DVec2| have_same_direction(one - at, other - at);
    if a == c || b == d || a == d || b == c {
        return a == c && overlap_from(a, b, d)
            || b == d && overlap_from(b, a, c)
            || a == d && overlap_from(a, b, c)
            || b == c && overlap_from(b, a, d);
    }
    let side = |a: DVec2, b: DVec2, point: DVec2| (b - a).perp_dot(point - a);
    // Otherwise they cross, or are collinear and overlap, as their boxes meet.
    !on_one_side(side(a, b, c), side(a, b, d)) && !on_one_side(side(c, d, a), side(c, d, b))
}

fn have_same_direction(a: DVec2, b: DVec2) -> bool {
    a.perp_dot(b) == 0.0 && a.dot(b) > 0.0
}

/// Returns whether a direction from a point of a path lies to the right of the path; `None` if it is one of the
/// path's own directions, or the path turns back on itself.
///
/// The path comes from the point at `back` and goes on to the point at `on`, both relative to the turning point. To its
/// right are the directions after `on` and before `back` by growing angle, clockwise on screen.
pub(super) fn is_right_of_path(back: DVec2, on: DVec2, direction: DVec2) -> Option<bool> {
    let is_between = |from: DVec2, to: DVec2| from.perp_dot(direction) > 0.0 && direction.perp_dot(to) > 0.0;
    if have_same_direction(on, back) || have_same_direction(on, direction) || have_same_direction(back, direction) {
        return None;
    }
    let turn = on.perp_dot(back);
    Some(if turn > 0.0 {
        is_between(on, back)
    } else if turn < 0.0 {
        !is_between(back, on)
    } else {
        on.perp_dot(direction) > 0.0
    })
}

/// Returns whether a ring of corners goes around a point that is not on it.
pub(super) fn winds_around(ring: impl Iterator<Item = DVec2> + Clone, point: DVec2) -> bool {
    let next = ring.clone().cycle().skip(1);
    let mut winding = 0;
    for (a, b) in ring.zip(next) {
        // An edge counts where it crosses the ray from the point toward +x.
        if (a.y <= point.y) != (b.y <= point.y) {
            let side = (b - a).perp_dot(point - a);
            if a.y < b.y && side > 0.0 {
                winding += 1;
            } else if a.y > b.y && side < 0.0 {
                winding -= 1;
            }
        }
    }
    winding != 0
}

/// Marks that there is no entry before.
const NONE: u32 = u32::MAX;
/// The smallest cell, in pixels.
const LEAST_SIDE: f64 = 4.0;

/// A grid of square cells, each with the items whose segments pass through it.
pub(super) struct SegmentGrid<T> {
    origin: DVec2,
    side: f64,
    columns: usize,
    rows: usize,
    /// The last entry of each cell.
    lasts: Vec<u32>,
    /// Items with the entry before in the same cell.
    entries: Vec<(T, u32)>,
}

impl<T: Copy> SegmentGrid<T> {
    /// Creates a grid over all `points`, with about as many cells as items.
    pub(super) fn new(points: &[DVec2], items: usize) -> Self {
        let [min, max] = box_ends(points);
        let size = if points.is_empty() { DVec2::ZERO } else { max - min };
        // The second bound limits a thin box to a row of cells.
        let items = items.max(1) as f64;
        let side = (size.x * size.y / items).sqrt().at_least(size.greatest() / items).at_least(LEAST_SIDE);
        let (columns, rows) = ((size.x / side) as usize + 1, (size.y / side) as usize + 1);
        let origin = if points.is_empty() { DVec2::ZERO } else { min };
        Self { origin, side, columns, rows, lasts: vec![NONE; columns * rows], entries: Vec::new() }
    }

    /// Adds an item to all cells that a segment passes through.
    pub(super) fn insert(&mut self, ends: [DVec2; 2], item: T) {
        for row in self.rows_near(ends, 0.0) {
            for column in self.columns_near(ends, 0.0, row) {
                let last = &mut self.lasts[row * self.columns + column];
                self.entries.push((item, *last));
                *last = self.entries.len() as u32 - 1;
            }
        }
    }

    /// Returns an item that is wanted in a cell within `margin` of a segment. An item may be asked about twice.
    pub(super) fn find(&self, ends: [DVec2; 2], margin: f64, is_wanted: impl Fn(T) -> bool) -> Option<T> {
        for row in self.rows_near(ends, margin) {
            for column in self.columns_near(ends, margin, row) {
                let mut entry = self.lasts[row * self.columns + column];
                while entry != NONE {
                    let (item, before) = self.entries[entry as usize];
                    if is_wanted(item) {
                        return Some(item);
                    }
                    entry = before;
                }
            }
        }
        None
    }

    fn rows_near(&self, ends: [DVec2; 2], margin: f64) -> RangeInclusive<usize> {
        let (low, high) = (ends[0].y.at_most(ends[1].y) - margin, ends[0].y.at_least(ends[1].y) + margin);
        Self::cells(low - self.origin.y, high - self.origin.y, self.side, self.rows)
    }

    /// Returns the cells of a row within `margin` of a segment, and maybe some beside them.
    fn columns_near(&self, [a, b]: [DVec2; 2], margin: f64, row: usize) -> RangeInclusive<usize> {
        let (mut low, mut high) = (a.x.at_most(b.x), a.x.at_least(b.x));
        let height = b.y - a.y;
        if height.abs() > self.side {
            // The part of the segment within `margin` of the row, plus a pixel for rounding.
            let top = self.origin.y + row as f64 * self.side - margin - 1.0;
            let at = |y: f64| a.x + (b.x - a.x) * ((y - a.y) / height).within(0.0, 1.0);
            let (from, to) = (at(top), at(top + self.side + 2.0 * margin + 2.0));
            (low, high) = (low.at_least(from.at_most(to) - 1.0), high.at_most(from.at_least(to) + 1.0));
        }
        Self::cells(low - margin - self.origin.x, high + margin - self.origin.x, self.side, self.columns)
    }

    fn cells(low: f64, high: f64, side: f64, count: usize) -> RangeInclusive<usize> {
        // `as` turns negative numbers into 0.
        let last = count - 1;
        ((low / side) as usize).min(last)..=((high / side) as usize).min(last)
    }
}
