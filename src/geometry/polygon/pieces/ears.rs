use super::corner_tree::CornerTree;
use crate::geometry::orientation;
use glam::Vec2;

/// The polygon cut into triangles by lines from corner to corner.
///
/// There are two fewer than corners. Each has a positive area, and its corners, which are indices of `points`, stand in the
/// order in which the polygon passes them. Every corner of the polygon that a triangle touches is one of its own corners, so
/// no triangle ends in the middle of another's side; that holds for corners on straight edges too. Fewer than three points
/// give no triangle.
///
/// So many there always are: from any convex corner a line can be drawn, to one of the corners in the triangle with its two
/// neighbors, or else between these, that touches nothing on its way and leaves an area on both sides.
///
/// The polygon must be simple, and its signed area positive. Where it is not, what is returned is without meaning.
///
/// Ears are clipped (Meisters 1975, "Polygons have ears"), those that stand apart first, which keeps slivers few. Clipping
/// one only changes whether its two neighbors are ears, so that at most three tests are made for each corner. A test asks a
/// tree of boxes for corners within the ear: `O(n log n)` in all where few boxes meet an ear, `O(n²)` at worst.
pub(super) fn triangulate(points: &[Vec2]) -> Vec<[u32; 3]> {
    let count = points.len();
    if count < 3 {
        return Vec::new();
    }
    let mut ring = Ring::new(points);
    let mut triangles = Vec::with_capacity(count - 2);
    // The corners to look at in this round and in the next, the latter each once.
    let (mut now, mut later) = ((0..count as u32).collect::<Vec<_>>(), Vec::new());
    let mut is_later = vec![false; count];
    while !now.is_empty() {
        for tip in now.drain(..) {
            // A corner beside a clipped one waits for the next round; of a clipped one nothing is left to look at.
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

/// What is left of the polygon while its ears are clipped.
struct Ring<'a> {
    points: &'a [Vec2],
    previous: Vec<u32>,
    next: Vec<u32>,
    /// Those of the corners left that are reflex or flat.
    blockers: CornerTree<'a>,
}

impl<'a> Ring<'a> {
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

    /// Whether the inside takes less than half a turn at the corner.
    fn is_convex(&self, corner: u32) -> bool {
        let [a, b, c] = self.triangle(corner);
        orientation(a, b, c) > 0.0
    }

    /// Whether the line between the corner's neighbors lies inside, touching nothing on its way.
    ///
    /// It does not where another corner lies in the triangle or on that line. Of these, one that is farthest from the line
    /// is reflex or flat: its edges can leave the triangle through the line only, so that both run along the line or toward
    /// it, while the inside is on the other side. So only reflex and flat corners need to be looked for.
    fn is_ear(&self, tip: u32) -> bool {
        let (before, after) = self.neighbors(tip);
        self.is_convex(tip) && !self.blockers.any_within(self.triangle(tip), [before, after])
    }

    fn is_clipped(&self, corner: u32) -> bool {
        self.next[self.previous[corner as usize] as usize] != corner
    }

    /// Takes a corner out. Its neighbors' angles become smaller, so that they may cease to be reflex or flat.
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
