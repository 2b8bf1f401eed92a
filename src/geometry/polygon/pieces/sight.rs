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

/// A corner that sees both ends of a line, with the numbers of the lines to them.
#[derive(Debug, PartialEq)]
pub(super) struct CommonCorner {
    pub(super) corner: u32,
    pub(super) from_first: u32,
    pub(super) to_last: u32,
}

/// The visibility graph: all lines of sight with a reflex end and the polygon's edges, numbered.
pub(super) struct VisibilityGraph {
    /// By `from`, then by `to`.
    lines: Vec<SightLine>,
    /// The lines from corner `c` begin at `starts[c]`.
    starts: Vec<u32>,
    by_ends: EndIndex,
}

/// An index that finds the lines at both ends of a line. With the lists alone, stars of 24 to 60 corners take 1.2 to
/// 1.6 times as long to cut.
enum EndIndex {
    Few(VisibilityMatrix),
    Many(EndLists),
}

/// The lines by their later ends.
struct EndLists {
    /// The numbers of the lines, by `to`, then by `from`.
    lines: Vec<u32>,
    /// The lines to corner `c` begin at `starts[c]` of `lines`.
    starts: Vec<u32>,
}

impl VisibilityGraph {
    /// Finds the lines of a triangulated polygon; `None` if more than `limit` triangles would be visited. A matrix
    /// is possible up to `VisibilityMatrix::MOST_CORNERS`.
    pub(super) fn new(
        points: &[Vec2],
        triangles: &[[u32; 3]],
        reflex: &[bool],
        limit: usize,
        has_matrix: bool,
    ) -> Option<Self> {
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
            lines.extend(seen.drain(..).map(|SeenCorner { corner, clear }| line(eye, corner, clear)));
        }
        let (lines, by_ends) = if has_matrix {
            let mut matrix = VisibilityMatrix::new(points.len());
            lines.iter().for_each(|&line| matrix.add(line));
            (matrix.numbered(), EndIndex::Few(matrix))
        } else {
            // A stable sort by the later end, then by the earlier one.
            let (mut lines, _) = ordered(&lines, count, |line| line.to);
            (lines, _) = ordered(&lines, count, |line| line.from);
            // Lines between two reflex corners were found from both ends, and edges again.
            lines.dedup_by_key(|line| (line.from, line.to));
            let numbers: Vec<_> = (0..lines.len() as u32).collect();
            let (numbers, starts) = ordered(&numbers, count, |&number| lines[number as usize].to);
            (lines, EndIndex::Many(EndLists { lines: numbers, starts }))
        };
        let starts = starts(&lines, count, |line| line.from);
        Some(Self { lines, starts, by_ends })
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

    /// Returns the number of the line between two corners, the lesser first.
    pub(super) fn between(&self, from: u32, to: u32) -> Option<u32> {
        if let EndIndex::Few(matrix) = &self.by_ends {
            return matrix.between(from, to);
        }
        let range = self.starting_at(from);
        let lines = &self.lines[range.start as usize..range.end as usize];
        lines.binary_search_by_key(&to, |line| line.to).ok().map(|slot| range.start + slot as u32)
    }

    /// Returns the lines from the start of a line to corners before its end, and the lines from corners after its start
    /// to its end. Corners that see both ends are in both lists.
    fn around<'a>(&'a self, number: u32, ends: &'a EndLists) -> (Range<u32>, &'a [u32]) {
        let SightLine { from, to, .. } = self.line(number);
        let ending = &ends.lines[ends.starts[to as usize] as usize..ends.starts[to as usize + 1] as usize];
        let after = ending.partition_point(|&other| self.line(other).from <= from);
        (self.starting_at(from).start..number, &ending[after..])
    }

    /// Returns the number of corners that [`corners_between`](Self::corners_between) tests over all lines; with a
    /// matrix, the number that it would test without.
    pub(super) fn steps(&self) -> usize {
        let steps = |number: u32| match &self.by_ends {
            EndIndex::Few(matrix) => {
                let SightLine { from, to, .. } = self.line(number);
                matrix.around(from, to)
            }
            EndIndex::Many(ends) => {
                let (starting, ending) = self.around(number, ends);
                [starting.len(), ending.len()]
            }
        };
        (0..self.len() as u32).map(|number| steps(number).into_iter().min().unwrap_or(0)).sum()
    }

    /// Appends the corners between the ends of a line that see both of them, in order.
    pub(super) fn corners_between(&self, number: u32, found: &mut Vec<CommonCorner>) {
        let SightLine { from, to, .. } = self.line(number);
        let ends = match &self.by_ends {
            EndIndex::Few(matrix) => return found.extend(matrix.corners_between(from, to)),
            EndIndex::Many(ends) => ends,
        };
        let (starting, ending) = self.around(number, ends);
        if starting.len() <= ending.len() {
            found.extend(starting.filter_map(|from_first| {
                let corner = self.line(from_first).to;
                self.between(corner, to).map(|to_last| CommonCorner { corner, from_first, to_last })
            }));
        } else {
            found.extend(ending.iter().filter_map(|&to_last| {
                let corner = self.line(to_last).from;
                self.between(from, corner).map(|from_first| CommonCorner { corner, from_first, to_last })
            }));
        }
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

/// The lines of sight between few corners, one bit for each pair. So the corners that two corners see take one
/// operation.
pub(super) struct VisibilityMatrix {
    /// For each corner the corners it sees.
    seen: Vec<u64>,
    /// The corners to which the line touches nothing on its way.
    clear: Vec<u64>,
    /// The number of each line, by its first corner, then by the other one; meaningless where there is none.
    numbers: Vec<u32>,
}

impl VisibilityMatrix {
    /// The largest number of corners: the bits of a word.
    pub(super) const MOST_CORNERS: usize = 64;

    pub(super) fn new(corners: usize) -> Self {
        Self { seen: vec![0; corners], clear: vec![0; corners], numbers: vec![0; corners * corners] }
    }

    /// Adds a line, which may have been added before.
    pub(super) fn add(&mut self, line: SightLine) {
        for (corner, other) in [(line.from, line.to), (line.to, line.from)] {
            self.seen[corner as usize] |= 1 << other;
            self.clear[corner as usize] |= u64::from(line.clear) << other;
        }
    }

    /// Numbers all lines, by their first corner, then by the other one, and returns them in this order.
    pub(super) fn numbered(&mut self) -> Vec<SightLine> {
        let mut lines = Vec::with_capacity(self.seen.iter().map(|seen| seen.count_ones() as usize).sum::<usize>() / 2);
        for from in 0..self.seen.len() {
            for to in corners_of(self.seen[from] & !0 << from) {
                self.numbers[from * self.seen.len() + to as usize] = lines.len() as u32;
                lines.push(SightLine { from: from as u32, to, clear: self.clear[from] >> to & 1 == 1 });
            }
        }
        lines
    }

    /// Returns the number of the line between two corners, the lesser first.
    pub(super) fn between(&self, from: u32, to: u32) -> Option<u32> {
        (self.seen[from as usize] >> to & 1 == 1).then(|| self.number(from, to))
    }

    fn number(&self, from: u32, to: u32) -> u32 {
        self.numbers[from as usize * self.seen.len() + to as usize]
    }

    /// Returns the number of corners between two that see the first, and the number that see the second.
    pub(super) fn around(&self, from: u32, to: u32) -> [usize; 2] {
        [from, to].map(|end| (self.seen[end as usize] & inside(from, to)).count_ones() as usize)
    }

    /// Iterates over the corners between two that see both, in order.
    pub(super) fn corners_between(&self, from: u32, to: u32) -> impl Iterator<Item = CommonCorner> + '_ {
        let both = self.seen[from as usize] & self.seen[to as usize] & inside(from, to);
        corners_of(both).map(move |corner| CommonCorner {
            corner,
            from_first: self.number(from, corner),
            to_last: self.number(corner, to),
        })
    }
}

/// Returns the bits between two numbers, both excluded.
fn inside(from: u32, to: u32) -> u64 {
    (1 << to) - (2 << from)
}

/// Iterates over the bits that are set, upward.
fn corners_of(mut bits: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let corner = bits.trailing_zeros();
        bits &= bits.wrapping_sub(1);
        (corner < u64::BITS).then_some(corner)
    })
}
