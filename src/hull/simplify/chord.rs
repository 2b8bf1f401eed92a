//! How far a chain of corners lies from the edge that replaces it: at most, and in the mean.

use glam::DVec2;

/// A straight edge in the node of a chain.
///
/// Coordinates are whole numbers in `f64`. A mask has at most 2^34 pixels, so that products of two extents stay below 2^36:
/// the side of a point is exact, and its distance is that of a rounded square.
#[derive(Clone, Copy)]
pub(super) struct Chord {
    start: DVec2,
    end: DVec2,
    direction: DVec2,
    length2: f64,
    /// See [`OutlineBias::side`](super::OutlineBias::side).
    side: f64,
    /// The largest square distance beside the edge, times the square of its length; and that beyond its ends.
    beside: f64,
    beyond: f64,
    /// The least amount by which a corner lies on the right side; negative where one does not.
    least: f64,
}

impl Chord {
    pub(super) fn new(start: DVec2, end: DVec2, side: f64) -> Self {
        let direction = end - start;
        Self { start, end, direction, length2: direction.length_squared(), side, beside: 0.0, beyond: 0.0, least: 0.0 }
    }

    /// Takes corners into account.
    ///
    /// The distance to a segment is a convex function, so that between two corners it is nowhere larger than at both.
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

    /// Whether it may stand for the corners measured.
    pub(super) fn is_within(&self, tolerance: f64) -> bool {
        let tolerance2 = tolerance * tolerance;
        self.length2 > 0.0 && self.least >= 0.0 && self.beyond <= tolerance2 && self.beside <= tolerance2 * self.length2
    }

    /// The largest square distance of the corners measured.
    pub(super) fn error2(&self) -> f64 {
        let beside = if self.length2 > 0.0 { self.beside / self.length2 } else { 0.0 };
        if beside > self.beyond { beside } else { self.beyond }
    }
}

/// Sums over a chain of edges: its length, and the integrals along it of the coordinates and of their products.
#[derive(Clone, Copy, Default)]
struct ChainMoments {
    length: f64,
    sum: DVec2,
    /// Of `x²` and `y²`.
    squares: DVec2,
    product: f64,
}

impl ChainMoments {
    /// Those of one edge. Along it coordinates are linear, and the mean of a product of two linear functions is that of the ends'
    /// products, a third of each with itself and a sixth of each with the other's.
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

    /// The integral of the square of the distance from a line through a point, times the square of the length of its `direction`.
    #[inline]
    fn square_from_line(&self, point: DVec2, direction: DVec2) -> f64 {
        let mean = self.sum - point * self.length;
        // The integrals of x², y² and xy with the point as their origin.
        let squares = self.squares - point * (self.sum + mean);
        let product = self.product - point.x * self.sum.y - point.y * mean.x;
        let across = direction.perp();
        across.x * across.x * squares.x + across.y * across.y * squares.y + 2.0 * across.x * across.y * product
    }
}

/// The moments of a direction from its first node up to each other. The misfit of a chord takes a few
/// operations, however long its chain is (Selinger 2003, "Potrace: a polygon-based tracing algorithm").
pub(super) struct ChainSums {
    /// Each node, with the moments up to it. Coordinates are counted from the first, so that little is lost to rounding.
    upto: Vec<(DVec2, ChainMoments)>,
}

/// The misfits of the shortcuts from one node.
pub(super) struct ChordSums<'a> {
    upto: &'a [(DVec2, ChainMoments)],
    start: DVec2,
    before: ChainMoments,
}

/// The root mean square distance of a direction from the straight one between its ends, times the length of that: about the area
/// between the two. It is the root of `square / length`.
pub(super) struct ChordMisfit {
    square: f64,
    length: f64,
}

impl ChainSums {
    /// Those of a direction through these points.
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

    /// Those of the shortcuts from a node.
    #[inline]
    pub(super) fn from(&self, from: usize) -> ChordSums<'_> {
        let (start, before) = self.upto[from];
        ChordSums { upto: &self.upto, start, before }
    }
}

impl ChordSums<'_> {
    /// That of the chord to a later node.
    #[inline]
    pub(super) fn misfit_to(&self, to: usize) -> ChordMisfit {
        let (end, upto) = &self.upto[to];
        let chain = upto.minus(&self.before);
        ChordMisfit { square: chain.square_from_line(self.start, end - self.start), length: chain.length }
    }
}

impl ChordMisfit {
    /// What it is, where it is less than a limit. Most are not, which takes no root.
    #[inline]
    pub(super) fn below(&self, limit: f64) -> Option<f64> {
        if self.square >= limit * limit * self.length {
            return None;
        }
        // Rounding may leave less than nothing.
        Some((self.square.max(0.0) / self.length).sqrt())
    }
}
