//! The minimum translation vector of shapes made of convex pieces.
//!
//! ```text
//! mtv(A, B):
//!     differences = the Minkowski difference of each piece of A and each piece of B     difference.rs
//!     best = the nearest point beside the box around all differences
//!     for each edge of a difference, nearest to the origin first, until it is farther than best:
//!         in both directions along the edge, from its point nearest to the origin:
//!             while a difference holds the point: go on to where that difference ends
//!             best = the point, if it is on the edge and nearer
//!
//!     +-----------+
//!     |    D1     |         o  the origin, which D1 and D2 hold
//!     |     +-----+--+      ·  the nearest point of the lower edge of D1; D2 holds it
//!     |     | o   |  |      x  the next point on that edge that no difference holds:
//!     +-----x-·---+  |         the shortest translation
//!           |   D2   |
//!           +--------+
//! ```

mod difference;

use super::contact::is_greater;
use super::hull::Hull;
use super::shape::CollidesWith;
use crate::geometry::{Bound, Elements, PARTING_SLACK, sort_indexed_floats};
use difference::{DAabb, DifferenceEdge, MinkowskiDifference, SortedEdges};
use glam::{DVec2, Vec2};
use std::ops::Range;

/// Returns the shortest translation of the first hull that separates all of it from the second; `None` if they do not
/// overlap. For two convex polygons, it is the [`mtv`](super::Contact::mtv) of their contact.
///
/// A [`contact`](fn@super::contact) of hulls separates only the two pieces that overlap most, and may push them into
/// others. The minimum translation vector (MTV) separates all pieces at once, and leads out of notches and around
/// hooks. The hull may not be able to slide there: the free position may be behind a wall or in a closed hollow.
///
/// Computed in `f64` and rounded once. Pieces that overlap by less than 2^-22 of the sizes of both shapes count as
/// touching, so a shape that fits exactly into a notch still fits when both are rotated. If the whole overlap is less
/// than that, and between hulls of one piece, the answer is the contact's [`mtv`](super::Contact::mtv). Ties are those
/// of [contacts](super#the-algorithm), by the centers of the boxes of both hulls. Swapping the shapes negates the answer,
/// except for rounding and for translations that are still tied. Shapes at coordinates that are not finite overlap nothing.
///
/// For shapes of n and m pieces with c corners in all pairs, the cost is O(n·m + c log c). Pairs that are farther away
/// than the way out of the box around both do not count. Then each edge that is nearer than the answer takes a few
/// steps, n·m at worst, and each step looks at the pairs' boxes. Two stars of seven pieces take 3 to 50 µs, longer for
/// deeper overlaps.
///
/// The translations at which two convex pieces overlap form an open convex polygon, their Minkowski difference. The
/// answer is the point nearest to the origin outside the union of all differences. It lies on an edge of a difference:
/// it is the edge's point nearest to the origin, or the first point beyond that at which the edge leaves the other
/// differences (Lozano-Pérez 1983, "Spatial Planning: A Configuration Space Approach").
///
/// ```
/// use tileray::{ConvexPolygon, Hull, collide, glam::vec2};
///
/// // A crate deep in a U leaves through the opening, 20 px up, not through a wall.
/// let walls = Hull::new(vec![
///     ConvexPolygon::rectangle((0.0, 0.0), (30.0, 40.0))?,
///     ConvexPolygon::rectangle((30.0, 30.0), (46.0, 40.0))?,
///     ConvexPolygon::rectangle((46.0, 0.0), (76.0, 40.0))?,
/// ])?;
/// let crate_box = Hull::from(ConvexPolygon::rectangle((29.0, 10.0), (47.0, 20.0))?);
/// assert_eq!(collide::mtv(&crate_box, &walls), Some(vec2(0.0, -20.0)));
///
/// // A narrower crate fits between the walls.
/// let crate_box = Hull::from(ConvexPolygon::rectangle((29.0, 10.0), (44.0, 20.0))?);
/// assert_eq!(collide::mtv(&crate_box, &walls), Some(vec2(1.0, 0.0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn mtv(a: &Hull, b: &Hull) -> Option<Vec2> {
    let contact = a.contact(b)?;
    let (first, first_position) = a.pieces_in_frame();
    let (second, second_position) = b.pieces_in_frame();
    if first.len() == 1 && second.len() == 1 {
        return Some(contact.mtv());
    }
    // Relative to the first shape's frame.
    let apart = second_position.as_dvec2() - first_position.as_dvec2();
    let first: Vec<_> = first.iter().filter_map(SortedEdges::mirrored).collect();
    let second: Vec<_> = second.iter().filter_map(|piece| SortedEdges::moved(piece, apart)).collect();
    Some(MtvSearch::nearest_free_position(&first, &second).unwrap_or_else(|| contact.mtv()))
}

/// The number of largest differences that are tested before the differences near a position.
const LARGEST: usize = 3;

/// The search for the free position nearest to the origin.
#[derive(Debug)]
struct MtvSearch {
    /// The Minkowski differences near the origin, sorted by their left edges.
    differences: Vec<MinkowskiDifference>,
    /// The greatest width of a Minkowski difference.
    widest: f64,
    /// The largest differences, which block most positions.
    largest: Vec<usize>,
    edges: Vec<DifferenceEdge>,
    /// A position that is less deep than this in a difference counts as outside.
    slack: f64,
    /// From the center of the second shape's box to the center of the first's, doubled.
    apart: Vec2,
    /// The last difference that blocked a position; it often blocks the next one.
    last: usize,
}

/// A position outside all differences.
#[derive(Clone, Copy, Debug)]
struct FreePosition {
    distance_squared: f64,
    position: DVec2,
}

impl FreePosition {
    fn at(position: DVec2) -> Self {
        Self { distance_squared: position.length_squared(), position }
    }

    /// Returns whether it is nearer than the other, or equally near and wins the tie.
    fn is_better_than(&self, other: &Self, apart: Vec2) -> bool {
        let (own, others) = (self.position.as_vec2(), other.position.as_vec2());
        is_greater((-self.distance_squared, own), (-other.distance_squared, others), || apart)
    }

    /// Becomes the other position if that is better.
    fn improve(&mut self, other: Self, apart: Vec2) {
        if other.is_better_than(self, apart) {
            *self = other;
        }
    }
}

impl MtvSearch {
    /// Returns the nearest free position of the mirrored pieces of a shape and the pieces of another one; `None` if the
    /// origin is free.
    fn nearest_free_position(first: &[SortedEdges], second: &[SortedEdges]) -> Option<Vec2> {
        let around = |pieces: &[SortedEdges]| pieces.iter().fold(DAabb::EMPTY, |all, piece| all.union(&piece.bounds));
        let (first_box, second_box) = (around(first), around(second));
        let sizes = [first_box, second_box].map(|bounds| (bounds.max - bounds.min).greatest());
        // The positions to the left and right of all differences, above and below them are always free.
        let DAabb { min, max } = first_box.sum(&second_box);
        let beside =
            [(min.x, 0.0), (max.x, 0.0), (0.0, min.y), (0.0, max.y)].map(|position| FreePosition::at(position.into()));
        let apart = -(min + max).as_vec2();
        let better =
            |best: FreePosition, free: FreePosition| if free.is_better_than(&best, apart) { free } else { best };
        let best = beside.into_iter().reduce(better)?;
        let slack = PARTING_SLACK * (sizes[0] + sizes[1]);
        let mut search = Self { apart, ..Self::within(first, second, best.distance_squared, slack) };
        search.blocking(DVec2::ZERO)?;
        // Answers have 0, never -0.
        Some(search.nearest(best).position.as_vec2().positive_zero())
    }

    /// Collects the differences whose boxes are nearer to the origin than `limit_squared`.
    fn within(first: &[SortedEdges], second: &[SortedEdges], limit_squared: f64, slack: f64) -> Self {
        let (mut differences, mut edges): (Vec<MinkowskiDifference>, _) = (Vec::new(), Vec::new());
        for one in first {
            for other in second {
                if one.bounds.sum(&other.bounds).distance_squared() <= limit_squared {
                    differences.push(MinkowskiDifference::new(one, other, &mut edges));
                }
            }
        }
        let mut by_x: Vec<_> = differences.iter().map(|difference| difference.bounds.min.x).zip(0..).collect();
        sort_indexed_floats(&mut by_x);
        let differences: Vec<_> = by_x.iter().map(|&(_, index)| differences[index].clone()).collect();
        let size = |index: usize| differences[index].bounds.max - differences[index].bounds.min;
        let widest = (0..differences.len()).fold(0.0, |widest, index| size(index).x.at_least(widest));
        let mut by_area: Vec<_> = (0..differences.len()).map(|index| (-size(index).element_product(), index)).collect();
        sort_indexed_floats(&mut by_area);
        let largest = by_area.iter().take(LARGEST).map(|&(_, index)| index).collect();
        Self { differences, widest, largest, edges, slack, apart: Vec2::ZERO, last: 0 }
    }

    /// Returns the best free position that is not worse than a known one.
    ///
    /// Walks along each edge in both directions from its point nearest to the origin, nearest edges first, until no
    /// edge is nearer than the best position so far. The distance grows along the walk, so the first free position is
    /// the nearest.
    fn nearest(&mut self, known: FreePosition) -> FreePosition {
        let mut best = known;
        let least = |edge: &DifferenceEdge| edge.distance_squared(edge.nearest());
        let squares = self.edges.iter().map(least).zip(0..);
        let mut order: Vec<_> = squares.filter(|&(square, _)| square <= best.distance_squared).collect();
        sort_indexed_floats(&mut order);
        for (square, edge) in order {
            if square > best.distance_squared {
                break;
            }
            let edge = self.edges[edge];
            self.leave(&edge, &mut best);
        }
        best
    }

    /// Finds the first free positions on an edge, in both directions from its point nearest to the origin.
    fn leave(&mut self, edge: &DifferenceEdge, best: &mut FreePosition) {
        let at = edge.nearest();
        let position = edge.point(at);
        match self.blocking(position) {
            None => {
                best.improve(FreePosition { distance_squared: edge.distance_squared(at), position }, self.apart);
            }
            Some(index) => {
                let [back, forth] = exit_distances(self.edges_of(index), position, edge.along());
                self.walk(edge, at, back, -1.0, best);
                self.walk(edge, at, forth, 1.0, best);
            }
        }
    }

    /// Walks along an edge to the first free position, unless a better one is known. The difference that blocks the
    /// position `at` ends `exit` pixels on.
    ///
    /// A difference covers one interval of a line, and each step leads to the end of one, farther on. So there are no
    /// more steps than differences.
    fn walk(&mut self, edge: &DifferenceEdge, mut at: f64, mut exit: f64, direction: f64, best: &mut FreePosition) {
        let end = if direction > 0.0 { edge.to } else { edge.from };
        loop {
            let out = at + exit * direction;
            // An interval that ends just past the edge's end may do so by rounding.
            let past = (out - end) * direction;
            let next = if past > 0.0 && past <= self.slack { end } else { out };
            let distance_squared = edge.distance_squared(next);
            // False for NaN too.
            let goes_on = past <= self.slack && (next - at) * direction > 0.0;
            if !goes_on || distance_squared > best.distance_squared {
                return;
            }
            at = next;
            let position = edge.point(at);
            let Some(index) = self.blocking(position) else {
                return best.improve(FreePosition { distance_squared, position }, self.apart);
            };
            exit = exit_distances(self.edges_of(index), position, edge.along())[usize::from(direction > 0.0)];
        }
    }

    /// Returns a difference that holds a position.
    fn blocking(&mut self, position: DVec2) -> Option<usize> {
        let holds = |index: usize| {
            let deep = |edge: &DifferenceEdge| edge.offset - edge.normal.dot(position) > self.slack;
            let holds = self.differences[index].bounds.surrounds(position) && self.edges_of(index).iter().all(deep);
            holds.then_some(index)
        };
        let known = std::iter::once(self.last).filter(|&last| last < self.differences.len());
        let mut known = known.chain(self.largest.iter().copied());
        self.last = known.find_map(holds).or_else(|| self.near(position.x).find_map(holds))?;
        Some(self.last)
    }

    /// Returns the differences whose boxes may hold the coordinate `x`.
    fn near(&self, x: f64) -> Range<usize> {
        let begins_before = |x: f64| self.differences.partition_point(|one| one.bounds.min.x < x);
        begins_before(x - self.widest)..begins_before(x)
    }

    fn edges_of(&self, index: usize) -> &[DifferenceEdge] {
        &self.edges[self.differences[index].edges.clone()]
    }
}

/// Returns the distances from a position in a convex polygon to its border, against a unit direction and along it,
/// without slack.
fn exit_distances(edges: &[DifferenceEdge], position: DVec2, direction: DVec2) -> [f64; 2] {
    let mut distances = [f64::INFINITY; 2];
    for edge in edges {
        let (depth, speed) = (edge.offset - edge.normal.dot(position), edge.normal.dot(direction));
        if speed != 0.0 {
            let distance = &mut distances[usize::from(speed > 0.0)];
            *distance = (depth / speed.abs()).at_most(*distance);
        }
    }
    distances
}
