//! The place nearest to the origin that no difference of two pieces holds.

use super::difference::{Bounds, Difference, Edge, Ring};
use super::tree::Tree;
use crate::collide::axis::is_greater;
use crate::geometry::PARTING_SLACK;
use glam::{DVec2, Vec2};

/// How many of the largest differences are looked at before the others.
const LARGE: usize = 3;

/// All that is near enough to matter.
#[derive(Debug)]
pub(super) struct Search {
    differences: Vec<Difference>,
    edges: Vec<Edge>,
    tree: Tree,
    /// What is less deep than this in a difference is not in it.
    slack: f64,
    /// The difference that was in the way last: it often is again.
    last: usize,
}

/// A free place, and how far it is.
#[derive(Clone, Copy, Debug)]
struct Free {
    distance_squared: f64,
    place: DVec2,
}

impl Free {
    fn at(place: DVec2) -> Self {
        Self { distance_squared: place.length_squared(), place }
    }

    /// Whether it is nearer than another one, or as near and the one to give by the rule of ties.
    fn is_better_than(&self, other: &Self) -> bool {
        let (own, others) = (self.place.as_vec2(), other.place.as_vec2());
        is_greater((-self.distance_squared, own), (-other.distance_squared, others))
    }

    /// Takes another one if that is better.
    fn improve(&mut self, other: Self) {
        if other.is_better_than(self) {
            *self = other;
        }
    }
}

impl Search {
    /// The free place for two shapes, the pieces of the first of which are mirrored; `None` where the origin is free.
    pub(super) fn nearest_free_place(first: &[Ring], second: &[Ring]) -> Option<Vec2> {
        let around = |rings: &[Ring]| rings.iter().fold(Bounds::EMPTY, |all, ring| all.union(&ring.bounds));
        let (first_box, second_box) = (around(first), around(second));
        let sizes = [first_box, second_box].map(|bounds| (bounds.max - bounds.min).max_element());
        // To the left or right of all differences, or above or below them, is always free.
        let Bounds { min, max } = first_box.sum(&second_box);
        let beside = [(min.x, 0.0), (max.x, 0.0), (0.0, min.y), (0.0, max.y)].map(|place| Free::at(place.into()));
        let best = beside.into_iter().reduce(|best, free| if free.is_better_than(&best) { free } else { best })?;
        let mut search = Self::within(first, second, best.distance_squared, PARTING_SLACK * (sizes[0] + sizes[1]));
        search.in_the_way(DVec2::ZERO)?;
        // Of two zeros a maximum may be either.
        Some(search.nearest(best).place.as_vec2() + 0.0)
    }

    /// Gathers the differences that come nearer to the origin than `limit_squared`.
    fn within(first: &[Ring], second: &[Ring], limit_squared: f64, slack: f64) -> Self {
        let (mut differences, mut edges) = (Vec::new(), Vec::new());
        for one in first {
            for other in second {
                if one.bounds.sum(&other.bounds).distance_squared() <= limit_squared {
                    differences.push(Difference::new(one, other, &mut edges));
                }
            }
        }
        // The largest ones, which are in the way most often, are looked at first.
        differences.sort_by(|a: &Difference, b| b.bounds.area().total_cmp(&a.bounds.area()));
        let tree = Tree::new(&differences);
        Self { differences, edges, tree, slack, last: 0 }
    }

    /// The best free place that is not worse than one that is known.
    ///
    /// The edges are walked away from where they come nearest to the origin, the nearest ones first, until none is left that
    /// comes nearer than a free place that is known. On the way out the distance only grows, so the first free place of an
    /// edge in each direction is its nearest.
    fn nearest(&mut self, known: Free) -> Free {
        let mut best = known;
        let least = |edge: &Edge| edge.distance_squared(edge.nearest());
        let squares = self.edges.iter().map(least).enumerate();
        let mut order: Vec<_> = squares.filter(|&(_, square)| square <= best.distance_squared).collect();
        order.sort_unstable_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
        for (edge, square) in order {
            if square > best.distance_squared {
                break;
            }
            let edge = self.edges[edge];
            self.leave(&edge, &mut best);
        }
        best
    }

    /// Finds the first free places of an edge, in both directions from where it comes nearest to the origin.
    fn leave(&mut self, edge: &Edge, best: &mut Free) {
        let at = edge.nearest();
        let place = edge.point(at);
        match self.in_the_way(place) {
            None => best.improve(Free { distance_squared: edge.distance_squared(at), place }),
            Some(one) => {
                // What is in the way there is left on both sides at once.
                let [back, forth] = ways_out(self.edges_of(one), place, edge.along());
                self.walk(edge, at, back, -1.0, best);
                self.walk(edge, at, forth, 1.0, best);
            }
        }
    }

    /// Goes along an edge from a place that something is in the way of, whose end is `way` from there, to the first free one;
    /// as far as none is known that is better.
    ///
    /// What a difference covers of a line is one interval, and each step leads to the end of one, further on: so there are
    /// no more steps than differences.
    fn walk(&mut self, edge: &Edge, mut at: f64, mut way: f64, direction: f64, best: &mut Free) {
        let end = if direction > 0.0 { edge.to } else { edge.from };
        loop {
            let out = at + way * direction;
            // What ends just past the end may be rounding.
            let past = (out - end) * direction;
            let next = if past > 0.0 && past <= self.slack { end } else { out };
            let distance_squared = edge.distance_squared(next);
            // False for NaN too.
            let goes_on = past <= self.slack && (next - at) * direction > 0.0;
            if !goes_on || distance_squared > best.distance_squared {
                return;
            }
            at = next;
            let place = edge.point(at);
            let Some(one) = self.in_the_way(place) else {
                return best.improve(Free { distance_squared, place });
            };
            way = ways_out(self.edges_of(one), place, edge.along())[usize::from(direction > 0.0)];
        }
    }

    /// Some difference that holds a place.
    fn in_the_way(&mut self, place: DVec2) -> Option<usize> {
        let holds = |one: usize| {
            let bounds = self.differences.get(one)?.bounds;
            let deep = |edge: &Edge| edge.offset - edge.normal.dot(place) > self.slack;
            (bounds.surrounds(place) && self.edges_of(one).iter().all(deep)).then_some(one)
        };
        let one = holds(self.last).or_else(|| (0..LARGE).find_map(holds)).or_else(|| self.tree.find(place, holds))?;
        self.last = one;
        Some(one)
    }

    fn edges_of(&self, one: usize) -> &[Edge] {
        &self.edges[self.differences[one].edges.clone()]
    }
}

/// How far it is from a place in a convex polygon out of it, against a unit direction and along it.
///
/// The slack is for what is in the way; the way leads all the way out.
fn ways_out(edges: &[Edge], place: DVec2, direction: DVec2) -> [f64; 2] {
    let mut ways = [f64::INFINITY; 2];
    for edge in edges {
        let (depth, speed) = (edge.offset - edge.normal.dot(place), edge.normal.dot(direction));
        if speed != 0.0 {
            let way = &mut ways[usize::from(speed > 0.0)];
            *way = way.min(depth / speed.abs());
        }
    }
    ways
}
