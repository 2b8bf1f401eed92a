//! Ear clipping, with a tree of the corners that could be in an ear.

use crate::geometry::polygon::simple::neighbors;
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
    /// Whether each corner remains and is reflex or flat.
    is_blocker: Vec<bool>,
    /// The corners that were reflex or flat at first.
    tree: CornerTree,
}

impl<'a> EarRing<'a> {
    fn new(points: &'a [Vec2]) -> Self {
        let around = || (0..points.len()).map(|corner| neighbors(corner, points.len()));
        let turns =
            around().zip(points).map(|((before, after), &corner)| orientation(points[before], corner, points[after]));
        let is_blocker: Vec<_> = turns.map(|turn| turn <= 0.0).collect();
        let blockers = (0_u32..).zip(&is_blocker).filter(|&(_, &is_blocker)| is_blocker).map(|(corner, _)| corner);
        Self {
            points,
            previous: around().map(|(before, _)| before as u32).collect(),
            next: around().map(|(_, after)| after as u32).collect(),
            tree: CornerTree::new(points, blockers.collect()),
            is_blocker,
        }
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
        let is_blocker = |corner: u32| self.is_blocker[corner as usize] && ![before, after].contains(&corner);
        self.is_convex(tip) && !self.tree.any_within(self.points, self.triangle(tip), is_blocker)
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
            self.is_blocker[neighbor as usize] &= !self.is_convex(neighbor);
        }
    }
}

/// The largest number of corners that are tested one by one.
const LEAF: usize = 8;

/// Corners by position, to find out whether any lies in a triangle.
///
/// A tree of boxes split at the median (Bentley 1975, "Multidimensional binary search trees used for associative
/// searching"), balanced for any distribution of corners.
struct CornerTree {
    /// The corners, contiguous for each node.
    corners: Vec<u32>,
    /// The nodes. After each come the nodes of its first half, then the nodes of its second half.
    nodes: Vec<BoxNode>,
}

struct BoxNode {
    bounds: Aabb,
    /// The places of its corners.
    first: u32,
    end: u32,
    /// The node of the second half; 0 for a leaf.
    second: u32,
}

impl CornerTree {
    /// Builds the tree of these corners, which are indices of `points`.
    fn new(points: &[Vec2], mut corners: Vec<u32>) -> Self {
        let mut nodes = Vec::with_capacity(corners.len() / 2 + 1);
        build(points, &mut corners, 0, &mut nodes);
        Self { corners, nodes }
    }

    /// Returns whether a blocker among the corners lies in the triangle or on its border. The triangle's signed area is
    /// positive.
    fn any_within(&self, points: &[Vec2], triangle: [Vec2; 3], is_blocker: impl Fn(u32) -> bool) -> bool {
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
            if !bounds.touches(&node.bounds) || is_beside(node) {
                continue;
            }
            if node.second != 0 {
                waiting[count] = node.second as usize;
                waiting[count + 1] = index + 1;
                count += 2;
                continue;
            }
            let is_within = |&corner: &u32| {
                let point = points[corner as usize];
                // Blockers exclude the triangle's own corners, as points on a side take the longest to decide.
                is_blocker(corner)
                    && bounds.contains(point)
                    && sides.iter().all(|&(from, to)| orientation(from, to, point) >= 0.0)
            };
            if self.corners[node.first as usize..node.end as usize].iter().any(is_within) {
                return true;
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

/// Orders the corners and appends their nodes; the corners begin at place `first`. The depth is the logarithm of their
/// number.
fn build(points: &[Vec2], corners: &mut [u32], first: usize, nodes: &mut Vec<BoxNode>) {
    let bounds = Aabb::from_points(corners.iter().map(|&corner| points[corner as usize])).unwrap_or_default();
    let index = nodes.len();
    nodes.push(BoxNode { bounds, first: first as u32, end: (first + corners.len()) as u32, second: 0 });
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
