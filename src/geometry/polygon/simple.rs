//! The check that points are the corners of a simple polygon.
//!
//! A sweep line moves over the corners from left to right (Shamos and Hoey 1976). It keeps the edges that it crosses,
//! in order from top to bottom, in a balanced tree. Edges that cross are neighbors in that order just before they
//! cross, so only neighbors are compared:
//!
//! ```text
//! for each corner p, by x, then y:                     |       the sweep line at p:
//!     both edges begin at p: insert them,         -----|---    edge a
//!         compare with the edges above and below       |  __.  edges c and d begin at p:
//!     both edges end at p: remove them,                p<      compare a with c,
//!         compare the two that become neighbors        |  ¯¯'  and d with b
//!     one ends, one begins: replace it in place,  -----|---    edge b
//!         compare with the edges above and below       |
//! ```
//!
//! Every comparison is the sign of an exact `orientation`, so the answer is exact.
//! `tests/shapes/polygon/construction.rs` compares it with a test of all pairs of edges in whole numbers.

use super::error::PolygonError;
use crate::geometry::bound::{Bound, Elements};
use crate::geometry::orientation::{on_one_side, orientation};
use crate::geometry::segment::Segment;
use crate::geometry::sort::sort_indexed_keys;
use glam::Vec2;

/// The largest magnitude of a coordinate, in pixels, so that areas are finite.
pub(super) const MAX_COORDINATE: f32 = (1_u64 << 60) as f32;

/// Refuses too few points, and points that are not finite or too far away.
pub(crate) fn check_points(points: &[Vec2]) -> Result<(), PolygonError> {
    let count = points.len();
    if count < 3 {
        return Err(PolygonError::TooFewPoints { count });
    }
    if let Some(index) = points.iter().position(|point| !point.is_finite()) {
        return Err(PolygonError::NotFinite { index });
    }
    if let Some(index) = points.iter().position(|point| point.abs().greatest() > MAX_COORDINATE) {
        return Err(PolygonError::TooFar { index });
    }
    Ok(())
}

/// Returns the indices of the points by x, then y; or the reason that they do not form a polygon.
pub(super) fn checked_order(points: &[Vec2]) -> Result<Vec<usize>, PolygonError> {
    check_points(points)?;
    let mut keyed: Vec<(u64, usize)> = points.iter().map(|&point| sweep_key(point)).zip(0..).collect();
    sort_indexed_keys(&mut keyed);
    // Equal points are neighbors, the earlier one first. The pair with the least second index is named.
    let repeated = keyed.windows(2).filter(|pair| pair[0].0 == pair[1].0).min_by_key(|pair| pair[1].1);
    if let Some(pair) = repeated {
        return Err(PolygonError::RepeatedPoint { first: pair[0].1, second: pair[1].1 });
    }
    if points[2..].iter().all(|&point| orientation(points[0], points[1], point) == 0.0) {
        return Err(PolygonError::ZeroArea);
    }
    let order: Vec<usize> = keyed.into_iter().map(|(_, index)| index).collect();
    match crossing(points, &order) {
        Some((a, b)) => Err(PolygonError::SelfCrossing { first: a.min(b), second: a.max(b) }),
        None => Ok(order),
    }
}

/// Returns the indices before and after one of `count` points in a ring.
pub(super) fn neighbors(index: usize, count: usize) -> (usize, usize) {
    (if index == 0 { count - 1 } else { index - 1 }, if index + 1 == count { 0 } else { index + 1 })
}

/// Returns two edges that share more than the corner between them, if there are any.
///
/// The sweep line leans a little, so that no edge is parallel to it and no two points are met at once. Up to the
/// first crossing the order of its edges is right, and just before that crossing two of the edges involved are
/// neighbors. So it is enough to compare edges when they become neighbors, and a wrong order is never used.
fn crossing(points: &[Vec2], order: &[usize]) -> Option<(usize, usize)> {
    const NOWHERE: usize = usize::MAX;
    let count = points.len();
    let mut line = SweepLine::new();
    // The sweep line's node of each edge.
    let mut nodes = vec![NOWHERE; count];
    let meeting = |pair: (Option<usize>, Option<usize>)| match pair {
        (Some(a), Some(b)) if edges_meet(points, a, b) => Some((a, b)),
        _ => None,
    };
    for &index in order {
        let (before, after) = neighbors(index, count);
        let (point, incoming, outgoing) = (points[index], before, index);
        match (is_before(point, points[before]), is_before(point, points[after])) {
            (true, true) => {
                let side = |edge: usize| {
                    let (a, b) = (points[edge], points[neighbors(edge, count).1]);
                    let (a, b) = if is_before(a, b) { (a, b) } else { (b, a) };
                    orientation(a, b, point)
                };
                let position = match line.position_of(side) {
                    Ok(position) => position,
                    Err(touched) => return Some((touched, outgoing)),
                };
                let turn = orientation(point, points[before], points[after]);
                if turn == 0.0 {
                    return Some((incoming, outgoing));
                }
                let (first, second) = if turn > 0.0 { (incoming, outgoing) } else { (outgoing, incoming) };
                nodes[first] = line.insert_after(position, first);
                nodes[second] = line.insert_after(Some(nodes[first]), second);
                let found = meeting((line.edge_before(nodes[first]), Some(first)));
                if let Some(pair) = found.or_else(|| meeting((Some(second), line.edge_after(nodes[second])))) {
                    return Some(pair);
                }
            }
            (false, false) => {
                for edge in [incoming, outgoing] {
                    let sides = (line.edge_before(nodes[edge]), line.edge_after(nodes[edge]));
                    line.remove(nodes[edge]);
                    if let Some(pair) = meeting(sides) {
                        return Some(pair);
                    }
                }
            }
            (begins, _) => {
                let (ended, begun) = if begins { (outgoing, incoming) } else { (incoming, outgoing) };
                let node = nodes[ended];
                nodes[begun] = node;
                line.nodes[node].edge = begun;
                let found = meeting((line.edge_before(node), Some(begun)));
                if let Some(pair) = found.or_else(|| meeting((Some(begun), line.edge_after(node)))) {
                    return Some(pair);
                }
            }
        }
    }
    None
}

/// Returns whether two edges share a point other than the corner between them.
fn edges_meet(points: &[Vec2], i: usize, j: usize) -> bool {
    let count = points.len();
    let (after_i, after_j) = (neighbors(i, count).1, neighbors(j, count).1);
    let folds_back = |start: Vec2, corner: Vec2, end: Vec2| {
        orientation(start, corner, end) == 0.0 && is_before(start, corner) == is_before(end, corner)
    };
    if after_i == j {
        return folds_back(points[i], points[j], points[after_j]);
    }
    if after_j == i {
        return folds_back(points[j], points[i], points[after_i]);
    }
    let (a, b, c, d) = (points[i], points[after_i], points[j], points[after_j]);
    let sides = [orientation(a, b, c), orientation(a, b, d), orientation(c, d, a), orientation(c, d, b)];
    if on_one_side(sides[0], sides[1]) || on_one_side(sides[2], sides[3]) {
        return false;
    }
    // Neither lies on one side of the other's line. They meet, unless they are collinear and apart.
    Segment { start: a, end: b }.bounds().touches(&Segment { start: c, end: d }.bounds())
}

/// The edges that the sweep line crosses, in order; search, insertion and removal take O(log n) steps on average.
///
/// A treap (Aragon and Seidel 1989, "Randomized Search Trees") with links between neighbors in the order. Its random
/// numbers are the same in each run. Searches end at a leaf whatever the comparisons return.
pub(super) struct SweepLine {
    nodes: Vec<TreapNode>,
    root: Option<usize>,
    first: Option<usize>,
    random: u32,
}

struct TreapNode {
    edge: usize,
    priority: u32,
    parent: Option<usize>,
    /// The subtrees before and after it.
    children: [Option<usize>; 2],
    before: Option<usize>,
    after: Option<usize>,
}

impl SweepLine {
    pub(super) fn new() -> Self {
        Self { nodes: Vec::new(), root: None, first: None, random: 0x9E37_79B9 }
    }

    /// Returns the node after which a point belongs, `None` for the front. If the point lies on an edge, that edge is
    /// the error.
    ///
    /// `side` is positive if the point comes after an edge and negative if it comes before.
    pub(super) fn position_of(&self, side: impl Fn(usize) -> f64) -> Result<Option<usize>, usize> {
        let (mut position, mut next) = (None, self.root);
        while let Some(node) = next {
            let side = side(self.nodes[node].edge);
            if side > 0.0 {
                position = Some(node);
                next = self.nodes[node].children[1];
            } else if side < 0.0 {
                next = self.nodes[node].children[0];
            } else {
                return Err(self.nodes[node].edge);
            }
        }
        Ok(position)
    }

    /// Inserts an edge after a node, or at the front, and returns its node.
    pub(super) fn insert_after(&mut self, position: Option<usize>, edge: usize) -> usize {
        // Marsaglia's xorshift.
        self.random ^= self.random << 13;
        self.random ^= self.random >> 17;
        self.random ^= self.random << 5;
        let after = position.map_or(self.first, |position| self.nodes[position].after);
        let new = self.nodes.len();
        // One of two neighbors is below the other in the tree, and has no child on this side.
        let (parent, child) = match (position, after) {
            (Some(position), _) if self.nodes[position].children[1].is_none() => (Some(position), 1),
            (_, Some(after)) => (Some(after), 0),
            _ => (None, 0),
        };
        let (priority, children) = (self.random, [None, None]);
        self.nodes.push(TreapNode { edge, priority, parent, children, before: position, after });
        match parent {
            Some(parent) => self.nodes[parent].children[child] = Some(new),
            None => self.root = Some(new),
        }
        self.link(position, Some(new));
        self.link(Some(new), after);
        while let Some(parent) = self.nodes[new].parent
            && self.nodes[parent].priority < priority
        {
            self.rotate_up(new, parent);
        }
        new
    }

    /// Removes a node; the other nodes keep their indices.
    pub(super) fn remove(&mut self, node: usize) {
        let child = loop {
            match self.nodes[node].children {
                [Some(a), Some(b)] => {
                    let upper = if self.nodes[a].priority > self.nodes[b].priority { a } else { b };
                    self.rotate_up(upper, node);
                }
                [a, b] => break a.or(b),
            }
        };
        let parent = self.nodes[node].parent;
        self.replace_child(child, node, parent);
        self.link(self.nodes[node].before, self.nodes[node].after);
    }

    /// Returns the edge just before a node.
    pub(super) fn edge_before(&self, node: usize) -> Option<usize> {
        self.nodes[node].before.map(|before| self.nodes[before].edge)
    }

    /// Returns the edge just after a node.
    pub(super) fn edge_after(&self, node: usize) -> Option<usize> {
        self.nodes[node].after.map(|after| self.nodes[after].edge)
    }

    /// Makes two nodes neighbors; `None` is the end of the order.
    fn link(&mut self, before: Option<usize>, after: Option<usize>) {
        match before {
            Some(before) => self.nodes[before].after = after,
            None => self.first = after,
        }
        if let Some(after) = after {
            self.nodes[after].before = before;
        }
    }

    /// Puts `new` in the place of `old` below `parent`.
    fn replace_child(&mut self, new: Option<usize>, old: usize, parent: Option<usize>) {
        match parent {
            Some(parent) => {
                let child = usize::from(self.nodes[parent].children[1] == Some(old));
                self.nodes[parent].children[child] = new;
            }
            None => self.root = new,
        }
        if let Some(new) = new {
            self.nodes[new].parent = parent;
        }
    }

    /// Rotates a node above its parent; the order stays.
    fn rotate_up(&mut self, node: usize, parent: usize) {
        let grandparent = self.nodes[parent].parent;
        self.replace_child(Some(node), parent, grandparent);
        let child = usize::from(self.nodes[parent].children[1] == Some(node));
        let inner = self.nodes[node].children[1 - child];
        self.nodes[parent].children[child] = inner;
        if let Some(inner) = inner {
            self.nodes[inner].parent = Some(parent);
        }
        self.nodes[node].children[1 - child] = Some(parent);
        self.nodes[parent].parent = Some(node);
    }
}

/// Returns a number that orders finite points by x, then y; −0 equals 0.
pub(crate) fn sweep_key(point: Vec2) -> u64 {
    // The bits of positive `f32`s have the order of the numbers, the bits of negative `f32`s the reverse order.
    let ordered = |value: f32| {
        let bits = value.positive_zero().to_bits();
        u64::from(if bits >> 31 == 1 { !bits } else { bits | 1 << 31 })
    };
    ordered(point.x) << 32 | ordered(point.y)
}

/// Returns whether the sweep meets `a` before `b`.
pub(crate) fn is_before(a: Vec2, b: Vec2) -> bool {
    a.x < b.x || a.x == b.x && a.y < b.y
}
