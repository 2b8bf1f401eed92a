use crate::geometry::{Aabb, orientation};
use glam::Vec2;

/// As many corners as are looked at one by one.
const LEAF: usize = 8;

/// Stands for no place in the tree.
const NOWHERE: u32 = u32::MAX;

/// Corners of a polygon by where they lie, to be asked whether any lies in a triangle.
///
/// A tree of boxes with the median as the border (Bentley 1975, "Multidimensional binary search trees used for associative
/// searching"), so that it stays balanced however the corners are spread.
pub(super) struct CornerTree<'a> {
    points: &'a [Vec2],
    /// The corners, those of a node side by side.
    corners: Vec<u32>,
    /// Whether the corner at this place is still there.
    present: Vec<bool>,
    /// Where each point of the polygon stands in `corners`.
    places: Vec<u32>,
    /// A node, then all below its first half, then those below its second half.
    nodes: Vec<Node>,
}

struct Node {
    bounds: Aabb,
    /// How many of its corners are still there.
    count: u32,
    /// Its corners, as places.
    first: u32,
    end: u32,
    /// The node of the second half; 0 where it is a leaf.
    second: u32,
}

impl<'a> CornerTree<'a> {
    /// The tree of these corners, which are indices of `points`.
    pub(super) fn new(points: &'a [Vec2], mut corners: Vec<u32>) -> Self {
        let mut nodes = Vec::with_capacity(corners.len() / 2 + 1);
        grow(points, &mut corners, 0, &mut nodes);
        let mut places = vec![NOWHERE; points.len()];
        for (place, &corner) in corners.iter().enumerate() {
            places[corner as usize] = place as u32;
        }
        Self { points, present: vec![true; corners.len()], corners, places, nodes }
    }

    /// Takes a corner out; nothing happens where it is not in.
    pub(super) fn remove(&mut self, corner: u32) {
        let place = self.places[corner as usize];
        if place == NOWHERE || !std::mem::replace(&mut self.present[place as usize], false) {
            return;
        }
        let mut node = 0;
        loop {
            self.nodes[node].count -= 1;
            let second = self.nodes[node].second as usize;
            if second == 0 {
                return;
            }
            node = if place < self.nodes[second].first { node + 1 } else { second };
        }
    }

    /// Whether a corner other than the two lies in the triangle or on its border. The triangle's signed area is positive.
    pub(super) fn any_within(&self, triangle: [Vec2; 3], except: [u32; 2]) -> bool {
        let Some(bounds) = Aabb::from_points(triangle) else { return false };
        let [a, b, c] = triangle;
        let sides = [(a, b), (b, c), (c, a)];
        // The corners of a leaf are few enough to be looked at for themselves.
        let is_beside = |node: &Node| {
            node.second != 0
                && sides.iter().any(|&(from, to)| orientation(from, to, innermost(node.bounds, from, to)) < 0.0)
        };
        // One more than the tree is deep is enough: 2^32 corners at most.
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
            let places = node.first as usize..node.end as usize;
            for (&corner, &present) in self.corners[places.clone()].iter().zip(&self.present[places]) {
                let point = self.points[corner as usize];
                // Two corners of the triangle itself are left out first, as what lies on a side takes the longest to tell.
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

/// The point of the box that lies farthest to the inner side of the line.
fn innermost(bounds: Aabb, from: Vec2, to: Vec2) -> Vec2 {
    // Twice the area is (to − from) × (point − from): it grows with y where the line runs in +x, and with −x where in +y.
    let x = if to.y > from.y { bounds.min.x } else { bounds.max.x };
    let y = if to.x > from.x { bounds.max.y } else { bounds.min.y };
    Vec2::new(x, y)
}

/// Orders the corners and appends their nodes; they stand at `first` of all. As deep as the logarithm of their number.
fn grow(points: &[Vec2], corners: &mut [u32], first: usize, nodes: &mut Vec<Node>) {
    let bounds = Aabb::from_points(corners.iter().map(|&corner| points[corner as usize])).unwrap_or_default();
    let (count, end) = (corners.len() as u32, (first + corners.len()) as u32);
    let index = nodes.len();
    nodes.push(Node { bounds, count, first: first as u32, end, second: 0 });
    if corners.len() <= LEAF {
        return;
    }
    let axis = usize::from(bounds.size().y > bounds.size().x);
    let middle = corners.len() / 2;
    corners.select_nth_unstable_by(middle, |&a, &b| points[a as usize][axis].total_cmp(&points[b as usize][axis]));
    let (low, high) = corners.split_at_mut(middle);
    grow(points, low, first, nodes);
    nodes[index].second = nodes.len() as u32;
    grow(points, high, first + middle, nodes);
}
