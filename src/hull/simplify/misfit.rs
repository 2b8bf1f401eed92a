//! How badly a straight edge fits a chain.

use glam::DVec2;

/// Sums over a chain of edges: its length, and the integrals along it of the coordinates and of their products.
#[derive(Clone, Copy, Default)]
struct Moments {
    length: f64,
    sum: DVec2,
    /// Of `x²` and `y²`.
    squares: DVec2,
    product: f64,
}

impl Moments {
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

    /// The integral of the square of the distance from a line through a point, times the square of the length of its `way`.
    #[inline]
    fn square_from_line(&self, point: DVec2, way: DVec2) -> f64 {
        let mean = self.sum - point * self.length;
        // The integrals of x², y² and xy with the point as their origin.
        let squares = self.squares - point * (self.sum + mean);
        let product = self.product - point.x * self.sum.y - point.y * mean.x;
        let across = way.perp();
        across.x * across.x * squares.x + across.y * across.y * squares.y + 2.0 * across.x * across.y * product
    }
}

/// The moments of a way from its first place up to each other. The misfit of a shortcut takes a few
/// operations, however long its chain is (Selinger 2003, "Potrace: a polygon-based tracing algorithm").
pub(super) struct Misfits {
    /// Each place, with the moments up to it. Coordinates are counted from the first, so that little is lost to rounding.
    upto: Vec<(DVec2, Moments)>,
}

/// The misfits of the shortcuts from one place.
pub(super) struct MisfitsFrom<'a> {
    upto: &'a [(DVec2, Moments)],
    start: DVec2,
    before: Moments,
}

/// The root mean square distance of a way from the straight one between its ends, times the length of that: about the area
/// between the two. It is the root of `square / length`.
pub(super) struct Misfit {
    square: f64,
    length: f64,
}

impl Misfits {
    /// Those of a way through these points.
    pub(super) fn new(places: impl ExactSizeIterator<Item = DVec2>) -> Self {
        let mut upto: Vec<(DVec2, Moments)> = Vec::with_capacity(places.len());
        let mut origin = None;
        let (mut sum, mut last) = (Moments::default(), DVec2::ZERO);
        for place in places {
            let place = place - *origin.get_or_insert(place);
            sum = sum.plus(&Moments::of_edge(last, place));
            upto.push((place, sum));
            last = place;
        }
        Self { upto }
    }

    /// Those of the shortcuts from a place.
    #[inline]
    pub(super) fn from(&self, from: usize) -> MisfitsFrom<'_> {
        let (start, before) = self.upto[from];
        MisfitsFrom { upto: &self.upto, start, before }
    }
}

impl MisfitsFrom<'_> {
    /// That of the shortcut to a later place.
    #[inline]
    pub(super) fn misfit_to(&self, to: usize) -> Misfit {
        let (end, upto) = &self.upto[to];
        let chain = upto.minus(&self.before);
        Misfit { square: chain.square_from_line(self.start, end - self.start), length: chain.length }
    }
}

impl Misfit {
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
