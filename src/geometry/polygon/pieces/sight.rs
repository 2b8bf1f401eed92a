//! The visibility graph: the corners of a polygon that see each other.

use crate::geometry::orientation::orientation;
use glam::Vec2;
use std::ops::Range;

/// A line between two corners that see each other; `from < to`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SightLine {
    pub(super) from: u32,
    pub(super) to: u32,
    /// Whether it touches nothing on its way, so that it may be the side of a piece.
    pub(super) clear: bool,
}

/// The visibility graph: all lines of sight with a reflex end and the polygon's edges, numbered.
pub(super) struct VisibilityGraph {
    /// By `from`, then by `to`.
    lines: Vec<SightLine>,
    /// The lines from corner `c` begin at `starts[c]`.
    starts: Vec<u32>,
}

impl VisibilityGraph {
    /// Finds the lines of a triangulated polygon; `None` if more than `limit` triangles would be visited.
    pub(super) fn new(points: &[Vec2], triangles: &[[u32; 3]], reflex: &[bool], limit: usize) -> Option<Self> {
        let count = points.len() as u32;
        let sight = CornerSight::new(points, triangles);
        let line = |a: u32, b: u32, clear| SightLine { from: a.min(b), to: a.max(b), clear };
        let mut lines = Vec::with_capacity(8 * points.len());
        lines.extend((0..count).map(|corner| line(corner, if corner + 1 == count { 0 } else { corner + 1 }, true)));
        let (mut looks, mut cones, mut seen) = (0, Vec::with_capacity(16), Vec::with_capacity(32));
        for eye in (0..count).filter(|&corner| reflex[corner as usize]) {
            looks += sight.from(eye, &mut cones, &mut seen);
            if looks > limit {
                return None;
            }
            // Lines between two reflex corners are found from both ends, and edges again.
            let is_new = |&SeenCorner { corner, .. }: &SeenCorner| {
                let apart = eye.abs_diff(corner);
                apart > 1 && apart < count - 1 && (corner > eye || !reflex[corner as usize])
            };
            lines.extend(seen.drain(..).filter(is_new).map(|SeenCorner { corner, clear }| line(eye, corner, clear)));
        }
        // A stable sort by the later end, then by the earlier one.
        let (lines, _) = ordered(&lines, count, |line| line.to);
        let (lines, starts) = ordered(&lines, count, |line| line.from);
        Some(Self { lines, starts })
    }

    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }

    pub(super) fn line(&self, number: u32) -> SightLine {
        self.lines[number as usize]
    }

    /// Returns the numbers of the lines from a corner to later ones.
    pub(super) fn starting_at(&self, corner: u32) -> Range<u32> {
        self.starts[corner as usize]..self.starts[corner as usize + 1]
    }

    /// Returns the index at which the lines to each corner begin, if they are sorted by that corner, and the end of the
    /// last.
    pub(super) fn starts_by_end(&self) -> Vec<u32> {
        starts(&self.lines, self.starts.len() as u32 - 1, |line| line.to)
    }

    /// Returns the number of the line between two corners, the lesser first.
    pub(super) fn between(&self, from: u32, to: u32) -> Option<u32> {
        let range = self.starting_at(from);
        let lines = &self.lines[range.start as usize..range.end as usize];
        lines.binary_search_by_key(&to, |line| line.to).ok().map(|slot| range.start + slot as u32)
    }

    /// Returns the sum over all lines of the number of corners between the ends of a line that see the end that fewer of
    /// them see.
    pub(super) fn steps(&self) -> usize {
        let mut ending = vec![0; self.starts.len()];
        let mut steps = 0;
        for from in (0..self.starts.len() as u32 - 1).rev() {
            for (starting, number) in self.starting_at(from).enumerate() {
                let ending = &mut ending[self.line(number).to as usize];
                steps += starting.min(*ending);
                *ending += 1;
            }
        }
        steps
    }
}

/// Returns the index at which the items of each corner begin, and the end of the last, for items sorted by corner.
fn starts<T>(items: &[T], count: u32, corner_of: impl Fn(&T) -> u32) -> Vec<u32> {
    let mut starts = vec![0_u32; count as usize + 1];
    for item in items {
        starts[corner_of(item) as usize + 1] += 1;
    }
    for corner in 1..starts.len() {
        starts[corner] += starts[corner - 1];
    }
    starts
}

/// Sorts items by a corner (stable counting sort). Also returns the index at which the items of each corner begin.
fn ordered<T: Copy>(items: &[T], count: u32, corner_of: impl Fn(&T) -> u32) -> (Vec<T>, Vec<u32>) {
    let starts = starts(items, count, &corner_of);
    let (mut next, mut ordered) = (starts.clone(), items.to_vec());
    for item in items {
        let slot = &mut next[corner_of(item) as usize];
        ordered[*slot as usize] = *item;
        *slot += 1;
    }
    (ordered, starts)
}

/// Marks that a side is an edge of the polygon.
const OUTSIDE: u32 = u32::MAX;

/// A triangulated polygon, prepared to find the corners that a corner sees.
pub(super) struct CornerSight<'a> {
    points: &'a [Vec2],
    triangles: &'a [[u32; 3]],
    /// For the side from corner `k` of a triangle to the next: the triangle beyond it, and the number of its corner off
    /// that side.
    beyond: Vec<[(u32, u8); 3]>,
    /// The triangles at each corner, with the corner's number in them. For corner `c` they begin at `starts[c]`.
    around: Vec<(u32, u8)>,
    starts: Vec<u32>,
}

/// A visible corner.
pub(super) struct SeenCorner {
    pub(super) corner: u32,
    /// Whether the line to it touches nothing on its way, or is an edge of the polygon.
    pub(super) clear: bool,
}

/// A side through which a triangle is seen, and the rays that bound the view.
pub(super) struct ViewCone {
    triangle: u32,
    apex: u8,
    right: u32,
    left: u32,
}

impl<'a> CornerSight<'a> {
    /// Prepares the triangles of [`triangulate`](fn@super::triangulate).
    pub(super) fn new(points: &'a [Vec2], triangles: &'a [[u32; 3]]) -> Self {
        let triangle_corners: Vec<_> =
            (0..triangles.len() as u32).flat_map(|index| [(index, 0), (index, 1), (index, 2)]).collect();
        let corner_of = |&(index, k): &(u32, u8)| triangles[index as usize][usize::from(k)];
        let (around, starts) = ordered(&triangle_corners, points.len() as u32, corner_of);
        let beyond = triangles_beyond(points.len(), triangles);
        Self { points, triangles, beyond, around, starts }
    }

    /// Appends the corners that `eye` sees, and returns the number of visited triangles.
    ///
    /// A corner is seen if the line to it stays inside and touches the border at most on one side. The view goes from
    /// triangle to triangle between two rays. The triangles form a tree, so each is entered at most once, through the
    /// side toward the eye. The rays run through corners, so nothing is rounded. A corner on a ray is seen past the
    /// corner that bounds the ray, as the line touches that corner on one side. A view that is a single ray, bounded on
    /// both sides, is not followed.
    pub(super) fn from(&self, eye: u32, cones: &mut Vec<ViewCone>, seen: &mut Vec<SeenCorner>) -> usize {
        let mut steps = 0;
        cones.clear();
        let around = self.starts[eye as usize] as usize..self.starts[eye as usize + 1] as usize;
        for &(triangle, k) in &self.around[around] {
            let corners = self.triangles[triangle as usize];
            let (right, left) = (corners[(usize::from(k) + 1) % 3], corners[(usize::from(k) + 2) % 3]);
            seen.push(SeenCorner { corner: right, clear: true });
            // Otherwise it is the right corner of the next triangle around the eye.
            if self.beyond[triangle as usize][(usize::from(k) + 2) % 3].0 == OUTSIDE {
                seen.push(SeenCorner { corner: left, clear: true });
            }
            let (next, apex) = self.beyond[triangle as usize][(usize::from(k) + 1) % 3];
            cones.push(ViewCone { triangle: next, apex, right, left });
            while let Some(cone) = cones.pop() {
                if cone.triangle != OUTSIDE {
                    steps += 1;
                    self.look_into(eye, &cone, seen, cones);
                }
            }
        }
        steps
    }

    fn look_into(&self, eye: u32, cone: &ViewCone, seen: &mut Vec<SeenCorner>, cones: &mut Vec<ViewCone>) {
        let &ViewCone { triangle, apex, right, left } = cone;
        let tip = self.triangles[triangle as usize][usize::from(apex)];
        let [from, to_right, to_left, to_tip] = [eye, right, left, tip].map(|corner| self.points[corner as usize]);
        // Points beyond the side are less than half a turn from any ray through it, so these signs decide.
        let from_right = orientation(from, to_right, to_tip);
        let from_left = orientation(from, to_tip, to_left);
        if from_right >= 0.0 && from_left >= 0.0 {
            seen.push(SeenCorner { corner: tip, clear: from_right > 0.0 && from_left > 0.0 });
        }
        // In this triangle the side runs from left to right, so its corners are tip, left, right.
        let beside_left = self.beyond[triangle as usize][usize::from(apex)];
        let beside_right = self.beyond[triangle as usize][(usize::from(apex) + 2) % 3];
        if from_right > 0.0 {
            let left = if from_left > 0.0 { tip } else { left };
            cones.push(ViewCone { triangle: beside_right.0, apex: beside_right.1, right, left });
        }
        if from_left > 0.0 {
            let right = if from_right > 0.0 { tip } else { right };
            cones.push(ViewCone { triangle: beside_left.0, apex: beside_left.1, right, left });
        }
    }
}

/// Returns the triangle beyond each side of the triangles, with the number of its corner off that side.
///
/// Triangles are in clipping order, each with the tip between its neighbors. So two of its sides are edges of the
/// polygon that was left before the clipping, and the third is an edge of the polygon after it. All sides of the last
/// triangle are edges.
fn triangles_beyond(corners: usize, triangles: &[[u32; 3]]) -> Vec<[(u32, u8); 3]> {
    let mut beyond = vec![[(OUTSIDE, 0); 3]; triangles.len()];
    // For the edge that begins at each corner: the triangle beyond it, and the corner's number in it.
    let mut edges = vec![(OUTSIDE, 0_u8); corners];
    for (index, triangle) in triangles.iter().enumerate() {
        let closed = if index + 1 == triangles.len() { 3 } else { 2 };
        for k in 0..closed {
            let (other, l) = edges[triangle[k] as usize];
            if other != OUTSIDE {
                beyond[index][k] = (other, (l + 2) % 3);
                beyond[other as usize][usize::from(l)] = (index as u32, (k as u8 + 2) % 3);
            }
        }
        edges[triangle[0] as usize] = (index as u32, 2);
    }
    beyond
}
