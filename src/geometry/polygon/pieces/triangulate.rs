//! Ear clipping, with a tree of the corners that could be in an ear.

use crate::geometry::{aabb::Aabb, orientation::orientation};
use glam::Vec2;

/// Cuts the polygon as [`Polygon::triangulate`](super::Polygon::triangulate) describes. A triangle lists its corners,
/// as indices of `points`, in polygon order. Fewer than three points give no triangle.
///
/// There are always two triangles fewer than corners. Proof: at any convex corner there is a diagonal that touches
/// nothing on its way and leaves an area on both sides. It leads from the corner to another corner in the triangle with
/// the two neighbors, or if there is none, connects the neighbors.
///
/// In each round, ears that are not adjacent are clipped, which gives few slivers. Clipping changes only whether the
/// two neighbors are ears, so at most three tests are made for each corner. A test searches a tree of boxes for corners
/// within the ear.
pub(super) fn triangulate(points: &[Vec2]) -> Vec<[u32; 3]> {
    let count = points.len();
    if count < 3 {
        return Vec::new();
    }
    let mut ring = EarRing::new(points);
    let mut triangles = Vec::with_capacity(count - 2);
    // The corners to test in this round and in the next, the latter each once.
    let (mut now, mut later) = ((0..count as u32).collect::<Vec<_>>(), Vec::new());
    let mut is_later = vec![false; count];
    while !now.is_empty() {
        for tip in now.drain(..) {
            // Neighbors of clipped corners wait for the next round.
            if is_later[tip as usize] || ring.is_clipped(tip) || !ring.is_ear(tip) {
                continue;
            }
            let (before, after) = ring.neighbors(tip);
            triangles.push([before, tip, after]);
            if triangles.len() == count - 2 {
                return triangles;
            }
            ring.clip(tip);
            for neighbor in [before, after] {
                if !std::mem::replace(&mut is_later[neighbor as usize], true) {
                    later.push(neighbor);
                }
            }
        }
        std::mem::swap(&mut now, &mut later);
        for &corner in &now {
            is_later[corner as usize] = false;
        }
    }
    triangles
}

/// The rest of the polygon while its ears are clipped.
struct EarRing<'a> {
    points: &'a [Vec2],
    previous: Vec<u32>,
    next: Vec<u32>,
    /// The remaining corners that are reflex or flat.
    blockers: CornerTree<'a>,
}

impl<'a> EarRing<'a> {
    fn new(points: &'a [Vec2]) -> Self {
        let count = points.len() as u32;
        let mut ring = Self {
            points,
            previous: (0..count).map(|corner| corner.checked_sub(1).unwrap_or(count - 1)).collect(),
            next: (1..count).chain([0]).collect(),
            blockers: CornerTree::new(points, Vec::new()),
        };
        let blockers = (0..count).filter(|&corner| !ring.is_convex(corner)).collect();
        ring.blockers = CornerTree::new(points, blockers);
        ring
    }

    fn neighbors(&self, corner: u32) -> (u32, u32) {
        (self.previous[corner as usize], self.next[corner as usize])
    }

    fn triangle(&self, tip: u32) -> [Vec2; 3] {
        let (before, after) = self.neighbors(tip);
        [before, tip, after].map(|corner| self.points[corner as usize])
    }

    /// Returns whether the inside takes less than half a turn at the corner.
    fn is_convex(&self, corner: u32) -> bool {
        let [a, b, c] = self.triangle(corner);
        orientation(a, b, c) > 0.0
    }

    /// Returns whether the line between the corner's neighbors lies inside and touches nothing on its way.
    ///
    /// Only a corner in the triangle or on that line prevents an ear. The one that is farthest from the line is reflex
    /// or flat: its edges can leave the triangle only through the line, so both run along the line or toward it, with
    /// the inside on the other side. So only reflex and flat corners are searched.
    fn is_ear(&self, tip: u32) -> bool {
        let (before, after) = self.neighbors(tip);
        self.is_convex(tip) && !self.blockers.any_within(self.triangle(tip), [before, after])
    }

    fn is_clipped(&self, corner: u32) -> bool {
        self.next[self.previous[corner as usize] as usize] != corner
    }

    /// Removes a corner. The angles of its neighbors shrink, so these may stop being reflex or flat.
    fn clip(&mut self, tip: u32) {
        let (before, after) = self.neighbors(tip);
        self.next[before as usize] = after;
        self.previous[after as usize] = before;
        for neighbor in [before, after] {
            if self.is_convex(neighbor) {
                self.blockers.remove(neighbor);
            }
        }
    }
}

/// The largest number of corners that are tested one by one.
const LEAF: usize = 8;

/// Marks a corner that is not in the tree.
const ABSENT: u32 = u32::MAX;

/// Corners by position, to find out whether any lies in a triangle.
///
/// A tree of boxes split at the median (Bentley 1975, "Multidimensional binary search trees used for associative
/// searching"), balanced for any distribution of corners.
pub(super) struct CornerTree<'a> {
    points: &'a [Vec2],
    /// The corners, contiguous for each node.
    corners: Vec<u32>,
    /// Whether the corner in this slot has not been removed.
    present: Vec<bool>,
    /// The slot in `corners` of each point of the polygon.
    slots: Vec<u32>,
    /// The nodes. After each come the nodes of its first half, then the nodes of its second half.
    nodes: Vec<BoxNode>,
}

struct BoxNode {
    bounds: Aabb,
    /// The number of its remaining corners.
    count: u32,
    /// The slots of its corners.
    first: u32,
    end: u32,
    /// The node of the second half; 0 for a leaf.
    second: u32,
}

impl<'a> CornerTree<'a> {
    /// Builds the tree of these corners, which are indices of `points`.
    pub(super) fn new(points: &'a [Vec2], mut corners: Vec<u32>) -> Self {
        let mut nodes = Vec::with_capacity(corners.len() / 2 + 1);
        build(points, &mut corners, 0, &mut nodes);
        let mut slots = vec![ABSENT; points.len()];
        for (slot, &corner) in corners.iter().enumerate() {
            slots[corner as usize] = slot as u32;
        }
        Self { points, present: vec![true; corners.len()], corners, slots, nodes }
    }

    /// Removes a corner, if it is in the tree.
    pub(super) fn remove(&mut self, corner: u32) {
        let slot = self.slots[corner as usize];
        if slot == ABSENT || !std::mem::replace(&mut self.present[slot as usize], false) {
            return;
        }
        let mut node = 0;
        loop {
            self.nodes[node].count -= 1;
            let second = self.nodes[node].second as usize;
            if second == 0 {
                return;
            }
            node = if slot < self.nodes[second].first { node + 1 } else { second };
        }
    }

    /// Returns whether a corner other than the given two lies in the triangle or on its border. The triangle's signed
    /// area is positive.
    pub(super) fn any_within(&self, triangle: [Vec2; 3], except: [u32; 2]) -> bool {
        let Some(bounds) = Aabb::from_points(triangle) else { return false };
        let [a, b, c] = triangle;
        let sides = [(a, b), (b, c), (c, a)];
        // Leaves have so few corners that a closer test of their boxes does not pay.
        let is_beside = |node: &BoxNode| {
            node.second != 0
                && sides.iter().any(|&(from, to)| orientation(from, to, innermost(node.bounds, from, to)) < 0.0)
        };
        // One more than the depth of a tree of 2^32 corners.
        let mut waiting = [0_usize; 40];
        let mut count = 1;
        while count > 0 {
            count -= 1;
            let index = waiting[count];
            let node = &self.nodes[index];
            if node.count == 0 || !bounds.touches(&node.bounds) || is_beside(node) {
                continue;
            }
            if node.second != 0 {
                waiting[count] = node.second as usize;
                waiting[count + 1] = index + 1;
                count += 2;
                continue;
            }
            let slots = node.first as usize..node.end as usize;
            for (&corner, &present) in self.corners[slots.clone()].iter().zip(&self.present[slots]) {
                let point = self.points[corner as usize];
                // The triangle's own corners are excluded first, as points on a side take the longest to decide.
                if present
                    && !except.contains(&corner)
                    && bounds.contains(point)
                    && sides.iter().all(|&(from, to)| orientation(from, to, point) >= 0.0)
                {
                    return true;
                }
            }
        }
        false
    }
}

/// Returns the corner of the box that lies farthest to the inner side of the line.
fn innermost(bounds: Aabb, from: Vec2, to: Vec2) -> Vec2 {
    // Twice the area is (to − from) × (point − from): it grows with y where the line runs in +x, and with −x where in
    // +y.
    let x = if to.y > from.y { bounds.min.x } else { bounds.max.x };
    let y = if to.x > from.x { bounds.max.y } else { bounds.min.y };
    Vec2::new(x, y)
}

/// Orders the corners and appends their nodes; the corners begin in slot `first`. The depth is the logarithm of their
/// number.
fn build(points: &[Vec2], corners: &mut [u32], first: usize, nodes: &mut Vec<BoxNode>) {
    let bounds = Aabb::from_points(corners.iter().map(|&corner| points[corner as usize])).unwrap_or_default();
    let (count, end) = (corners.len() as u32, (first + corners.len()) as u32);
    let index = nodes.len();
    nodes.push(BoxNode { bounds, count, first: first as u32, end, second: 0 });
    if corners.len() <= LEAF {
        return;
    }
    let axis = usize::from(bounds.size().y > bounds.size().x);
    let middle = corners.len() / 2;
    corners.select_nth_unstable_by(middle, |&a, &b| points[a as usize][axis].total_cmp(&points[b as usize][axis]));
    let (low, high) = corners.split_at_mut(middle);
    build(points, low, first, nodes);
    nodes[index].second = nodes.len() as u32;
    build(points, high, first + middle, nodes);
}
