//! The Minkowski difference of two convex cores.
//!
//! The vectors from the points of a core `A` to the points of a core `B` form a convex polygon, whose corners are
//! differences of corners. If the cores overlap, it holds the origin. Otherwise its point closest to the origin is the
//! vector between the closest points. So all questions about two cores are questions about the origin and one polygon,
//! and moving `A` moves the origin. The polygon has the edges of both cores, merged by direction in `n + m` steps
//! (de Berg et al., "Computational Geometry", section 13.3).
//!
//! ```text
//!   A: segment        B: triangle          difference: B − A
//!   o-----o               /\                   /\____
//!                        /__\                 /      \   o the origin is outside:
//!                                            /________\    the cores are apart
//! ```

use super::contact::{is_greater, wins_tie};
use crate::geometry::{Bound, Elements, between, closest_on_segment, part_on_segment, ring_edges};
use glam::{DVec2, Vec2};
use std::cmp::Ordering;

/// The normal of a difference without edges: up.
const UP: DVec2 = DVec2::new(0.0, -1.0);

/// A corner of a difference.
#[derive(Clone, Copy, Debug, Default)]
struct DifferenceCorner {
    /// From the first core's point to the second core's point.
    vector: DVec2,
    /// The indices of the two points.
    points: [u32; 2],
}

/// The convex polygon of the vectors from one core's points to another's, clockwise on screen. It is a point if both
/// cores are points, and a segment if both are points or parallel segments.
#[derive(Clone, Debug)]
pub(super) struct CoreDifference<'p> {
    first: &'p [DVec2],
    second: &'p [DVec2],
    corners: Vec<DifferenceCorner>,
}

/// The gap between two cores.
#[derive(Clone, Copy, Debug)]
pub(super) struct CoreGap {
    /// The distance of the cores; below 0, how deep they overlap.
    pub(super) distance: f64,
    /// The unit direction that pushes the first core away from the second.
    pub(super) normal: DVec2,
    /// The closest points of the cores. Unspecified where the cores overlap.
    pub(super) points: [DVec2; 2],
}

impl<'p> CoreDifference<'p> {
    /// Creates the difference of two cores' points.
    pub(super) fn new(first: &'p [DVec2], second: &'p [DVec2]) -> Self {
        let mut corners = Vec::with_capacity(first.len() + second.len());
        let visit = |vector, points: [usize; 2]| {
            corners.push(DifferenceCorner { vector, points: points.map(|index| index as u32) });
        };
        each_corner(first.len(), |index| first[index], second, visit);
        Self { first, second, corners }
    }

    /// Returns the number of corners: 1 for a point, 2 for a segment.
    pub(super) fn len(&self) -> usize {
        self.corners.len()
    }

    /// Returns a corner.
    pub(super) fn corner(&self, index: usize) -> DVec2 {
        self.corners[index].vector
    }

    /// Returns the gap between the cores. If several ways out of an overlap are equally long, the normal that
    /// [wins the tie](wins_tie) counts.
    pub(super) fn gap(&self) -> CoreGap {
        let axis = self.best_axis();
        if axis.0 < 0.0 {
            return CoreGap { distance: axis.0, normal: axis.1, points: [DVec2::ZERO; 2] };
        }
        let mut nearest = (f64::INFINITY, DVec2::ZERO, [DifferenceCorner::default(); 2]);
        for (start, end) in ring_edges(&self.corners) {
            let point = closest_on_segment(start.vector, end.vector, DVec2::ZERO);
            let square = point.length_squared();
            if square < nearest.0 {
                nearest = (square, point, [start, end]);
            }
        }
        let (square, vector, [start, end]) = nearest;
        let distance = square.sqrt();
        // At a smaller distance the direction would be mostly rounding.
        let is_apart = distance > self.corner(0).abs().greatest() * f64::EPSILON * 16.0;
        let normal = if is_apart { -vector / distance } else { axis.1 };
        let place = part_on_segment(start.vector, end.vector, DVec2::ZERO);
        let point = |points: &[DVec2], which: usize| {
            between(points[start.points[which] as usize], points[end.points[which] as usize], place)
        };
        CoreGap { distance, normal, points: [point(self.first, 0), point(self.second, 1)] }
    }

    /// Returns the greatest separation of an edge from the origin, and that edge's normal, which pushes the first core
    /// away. It is at least 0 for a segment and a point, which have no interior.
    fn best_axis(&self) -> (f64, DVec2) {
        if let [_] = self.corners[..] {
            return (0.0, UP);
        }
        let mut best = (f64::NEG_INFINITY, UP);
        for (start, end) in ring_edges(&self.corners) {
            let edge = end.vector - start.vector;
            // Clockwise on screen: outside is to the left of the edge.
            let Some(normal) = DVec2::new(edge.y, -edge.x).try_normalize() else { continue };
            let separation = -0.5 * (normal.dot(start.vector) + normal.dot(end.vector));
            let wins = is_greater((separation, normal.as_vec2()), (best.0, best.1.as_vec2()), || self.apart());
            if wins || best.0 == f64::NEG_INFINITY {
                best = (separation, normal);
            }
        }
        if self.corners.len() == 2 {
            let normal = best.1;
            let wins = wins_tie(normal.as_vec2(), (-normal).as_vec2(), self.apart());
            return (0.0, if wins { normal } else { -normal });
        }
        best
    }

    /// Returns the vector from the center of the second core's box to the center of the first's, doubled.
    #[cold]
    fn apart(&self) -> Vec2 {
        let (mut low, mut high) = (self.corner(0), self.corner(0));
        for corner in &self.corners {
            (low, high) = (corner.vector.at_most(low), corner.vector.at_least(high));
        }
        -(low + high).as_vec2()
    }

    /// Returns a common point of two cores that overlap.
    ///
    /// A fan of triangles covers the difference. In the triangle that holds the origin, the origin is a weighted mean
    /// of three vectors. The same mean of the first core's points is a point of both cores. The fan begins at the corner
    /// farthest from the origin, so mirrored cores have a mirrored point, unless several corners are equally far.
    pub(super) fn common_point(&self) -> DVec2 {
        let corners = &self.corners;
        let square = |index: usize| corners[index].vector.length_squared();
        let farthest =
            (1..corners.len()).fold(0, |best, index| if square(index) > square(best) { index } else { best });
        let first = corners[farthest];
        let source = |corner: &DifferenceCorner| self.first[corner.points[0] as usize];
        let mut best = (f64::NEG_INFINITY, source(&first));
        for step in 1..corners.len() - 1 {
            let [one, other] = [step, step + 1].map(|step| corners[(farthest + step) % corners.len()]);
            let [p, q, r] = [first.vector, one.vector, other.vector];
            let weights = [q.perp_dot(r), r.perp_dot(p), p.perp_dot(q)];
            let least = weights.into_iter().fold(f64::INFINITY, |least, weight| weight.at_most(least));
            if least > best.0 {
                // Below 0 only by rounding, where the origin lies on an edge.
                let [p, q, r] = weights.map(|weight| weight.at_least(0.0));
                // The sums are the same if the other two corners are swapped.
                let sum = (q + r) + p;
                let mean = (source(&one) * (q / sum) + source(&other) * (r / sum)) + source(&first) * (p / sum);
                best = (least, if sum > 0.0 { mean } else { source(&first) });
            }
        }
        best.1
    }
}

/// Calls `visit` with each corner of the difference of two rings, clockwise on screen, and with the indices of the two
/// points. The first ring, of `count` points, is subtracted from the second.
#[inline]
pub(crate) fn each_corner(
    count: usize,
    first: impl Fn(usize) -> DVec2,
    second: &[DVec2],
    mut visit: impl FnMut(DVec2, [usize; 2]),
) {
    // Edges are taken in the order of their directions from +x on, beginning at the topmost, leftmost corner.
    let key = |point: DVec2| (point.y, point.x);
    let begin = [
        (1..count).fold(0, |best, index| if key(first(index)) > key(first(best)) { index } else { best }),
        (1..second.len()).fold(0, |best, index| if key(second[index]) < key(second[best]) { index } else { best }),
    ];
    let (own, other) = (|step: usize| (begin[0] + step) % count, |step: usize| (begin[1] + step) % second.len());
    let mut visit = |[i, j]: [usize; 2]| visit(second[other(j)] - first(own(i)), [own(i), other(j)]);
    if count == 1 && second.len() == 1 {
        return visit([0, 0]);
    }
    let turn = |i: usize, j: usize| {
        let (mirrored, edge) = (first(own(i)) - first(own(i + 1)), second[other(j + 1)] - second[other(j)]);
        mirrored.perp_dot(edge)
    };
    let edges = [count, second.len()].map(|points| if points > 1 { points } else { 0 });
    // NaN is a parallel edge: each round takes a step.
    let compare = |i, j| 0.0.partial_cmp(&turn(i, j)).unwrap_or(Ordering::Equal);
    merge_edges(edges, compare, |from, _| visit(from));
}

/// Merges the edges of two convex rings, each sorted by direction, into the edges of their sum. Parallel edges become
/// one.
///
/// `compare` orders an edge of the first ring and one of the second. `visit` gets the numbers of edges that are taken
/// from each ring before an edge of the sum, and after it.
#[inline]
pub(crate) fn merge_edges(
    counts: [usize; 2],
    compare: impl Fn(usize, usize) -> Ordering,
    mut visit: impl FnMut([usize; 2], [usize; 2]),
) {
    let [mut i, mut j] = [0, 0];
    while [i, j] != counts {
        let order = match (i < counts[0], j < counts[1]) {
            (true, true) => compare(i, j),
            (true, false) => Ordering::Less,
            _ => Ordering::Greater,
        };
        let next = [i + usize::from(order.is_le()), j + usize::from(order.is_ge())];
        visit([i, j], next);
        [i, j] = next;
    }
}
