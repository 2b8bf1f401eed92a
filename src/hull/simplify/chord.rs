//! The distance of a chain of corners from the chord that replaces it: the largest, and the mean.

use crate::geometry::Bound;
use glam::DVec2;

/// A straight edge in place of a chain.
///
/// Coordinates are whole numbers in `f64`. A mask has at most 2^34 pixels, so products of two extents stay below
/// 2^36: the side of a point is exact, and its distance has only the rounding of a square.
#[derive(Clone, Copy)]
pub(super) struct Chord {
    start: DVec2,
    end: DVec2,
    direction: DVec2,
    length2: f64,
    /// The allowed side; see `OutlineBias::side`.
    side: f64,
    /// The largest square distance of corners beside the edge, times the square of its length.
    beside: f64,
    /// The largest square distance of corners beyond its ends.
    beyond: f64,
    /// The least signed distance to the allowed side, times the length; negative if a corner is on the other side.
    least: f64,
}

impl Chord {
    pub(super) fn new(start: DVec2, end: DVec2, side: f64) -> Self {
        let direction = end - start;
        Self { start, end, direction, length2: direction.length_squared(), side, beside: 0.0, beyond: 0.0, least: 0.0 }
    }

    /// Returns the chord with these corners measured too.
    ///
    /// The distance to a segment is convex, so between two corners it is at most the larger of theirs.
    #[inline]
    pub(super) fn measure(mut self, corners: &[DVec2]) -> Self {
        for &corner in corners {
            let (from_start, from_end) = (corner - self.start, corner - self.end);
            let along = self.direction.dot(from_start);
            let across = self.direction.perp_dot(from_start);
            let is_before = along <= 0.0;
            let is_beside = !is_before && along < self.length2;
            let end = if is_before { from_start.length_squared() } else { from_end.length_squared() };
            let (beside, beyond) = if is_beside { (across * across, 0.0) } else { (0.0, end) };
            self.beside = if beside > self.beside { beside } else { self.beside };
            self.beyond = if beyond > self.beyond { beyond } else { self.beyond };
            let least = across * self.side;
            self.least = if least < self.least { least } else { self.least };
        }
        self
    }

    /// Returns whether the chord may replace the measured corners.
    pub(super) fn is_within(&self, tolerance: f64) -> bool {
        let tolerance2 = tolerance * tolerance;
        self.length2 > 0.0 && self.least >= 0.0 && self.beyond <= tolerance2 && self.beside <= tolerance2 * self.length2
    }

    /// Returns the largest square distance of the measured corners.
    pub(super) fn error2(&self) -> f64 {
        let beside = if self.length2 > 0.0 { self.beside / self.length2 } else { 0.0 };
        if beside > self.beyond { beside } else { self.beyond }
    }
}

/// Sums over a chain of edges: its length, and the integrals along it of the coordinates and their products.
#[derive(Clone, Copy, Default)]
struct ChainMoments {
    length: f64,
    sum: DVec2,
    /// The integrals of `x²` and `y²`.
    squares: DVec2,
    product: f64,
}

impl ChainMoments {
    /// Returns the moments of one edge. Along it coordinates are linear, so the mean of a product is a third of the
    /// ends' own products and a sixth of the mixed ones.
    fn of_edge(a: DVec2, b: DVec2) -> Self {
        let length = a.distance(b);
        Self {
            length,
            sum: (a + b) * (length / 2.0),
            squares: (a * a + a * b + b * b) * (length / 3.0),
            product: (2.0 * (a.x * a.y + b.x * b.y) + a.x * b.y + b.x * a.y) * (length / 6.0),
        }
    }

    fn plus(&self, other: &Self) -> Self {
        Self {
            length: self.length + other.length,
            sum: self.sum + other.sum,
            squares: self.squares + other.squares,
            product: self.product + other.product,
        }
    }

    #[inline]
    fn minus(&self, other: &Self) -> Self {
        Self {
            length: self.length - other.length,
            sum: self.sum - other.sum,
            squares: self.squares - other.squares,
            product: self.product - other.product,
        }
    }

    /// Returns the integral of the square distance from a line through a point, times the square of the length of its
    /// `direction`.
    #[inline]
    fn square_from_line(&self, point: DVec2, direction: DVec2) -> f64 {
        let mean = self.sum - point * self.length;
        // The integrals of x², y² and xy relative to the point.
        let squares = self.squares - point * (self.sum + mean);
        let product = self.product - point.x * self.sum.y - point.y * mean.x;
        let across = direction.perp();
        across.x * across.x * squares.x + across.y * across.y * squares.y + 2.0 * across.x * across.y * product
    }
}

/// The moments of a path from its first node up to each node (prefix sums). So the misfit of a chord takes a few
/// operations for a chain of any length (Selinger 2003, "Potrace: a polygon-based tracing algorithm").
pub(super) struct ChainSums {
    /// Each node, relative to the first for less rounding, with the moments up to it.
    upto: Vec<(DVec2, ChainMoments)>,
}

impl ChainSums {
    /// Sums over a path through these points.
    pub(super) fn new(nodes: impl ExactSizeIterator<Item = DVec2>) -> Self {
        let mut upto: Vec<(DVec2, ChainMoments)> = Vec::with_capacity(nodes.len());
        let mut origin = None;
        let (mut sum, mut last) = (ChainMoments::default(), DVec2::ZERO);
        for node in nodes {
            let node = node - *origin.get_or_insert(node);
            sum = sum.plus(&ChainMoments::of_edge(last, node));
            upto.push((node, sum));
            last = node;
        }
        Self { upto }
    }

    /// Returns the misfit of the chord from a node to a later one, if it is below a limit. Most misfits are not, and
    /// then no root is taken.
    ///
    /// The misfit is the root mean square distance of a chain from its chord, times the length of the chord: about the
    /// area between the two. It is `√(square / length)`, where `length` is the chain's.
    #[inline]
    pub(super) fn misfit_below(&self, from: usize, to: usize, limit: f64) -> Option<f64> {
        let ((start, before), (end, upto)) = (&self.upto[from], &self.upto[to]);
        let chain = upto.minus(before);
        let square = chain.square_from_line(*start, *end - *start);
        if square >= limit * limit * chain.length {
            return None;
        }
        // Rounding may leave a negative number.
        Some((square.at_least(0.0) / chain.length).sqrt())
    }
}
