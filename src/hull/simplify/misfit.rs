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

    fn minus(&self, other: &Self) -> Self {
        Self {
            length: self.length - other.length,
            sum: self.sum - other.sum,
            squares: self.squares - other.squares,
            product: self.product - other.product,
        }
    }

    /// The root of the mean square distance from the line through a point along a way.
    fn distance_from_line(&self, point: DVec2, way: DVec2) -> f64 {
        let mean = self.sum - point * self.length;
        // The integrals of x², y² and xy with the point as their origin.
        let squares = self.squares - point * (self.sum + mean);
        let product = self.product - point.x * self.sum.y - point.y * mean.x;
        let across = way.perp();
        let square =
            across.x * across.x * squares.x + across.y * across.y * squares.y + 2.0 * across.x * across.y * product;
        let length2 = way.length_squared();
        // Rounding may leave less than nothing.
        if self.length > 0.0 && length2 > 0.0 { (square / (length2 * self.length)).max(0.0).sqrt() } else { 0.0 }
    }
}

/// The moments of a way from its first place up to each other. The misfit of a shortcut takes a few
/// operations, however long its chain is (Selinger 2003, "Potrace: a polygon-based tracing algorithm").
pub(super) struct Misfits {
    /// What coordinates are counted from, so that little is lost to rounding.
    origin: DVec2,
    upto: Vec<Moments>,
}

impl Misfits {
    /// Those of a way through these points.
    pub(super) fn new(places: impl Iterator<Item = DVec2>) -> Self {
        let mut places = places.peekable();
        let origin = places.peek().copied().unwrap_or_default();
        let (mut upto, mut sum, mut last) = (Vec::new(), Moments::default(), DVec2::ZERO);
        for place in places {
            let place = place - origin;
            sum = sum.plus(&Moments::of_edge(last, place));
            upto.push(sum);
            last = place;
        }
        Self { origin, upto }
    }

    /// The root mean square distance of the way between two places from the straight one between its ends, times the length of
    /// that: about the area between the two.
    pub(super) fn of(&self, [from, to]: [usize; 2], [start, end]: [DVec2; 2]) -> f64 {
        let way = end - start;
        let chain = self.upto[to].minus(&self.upto[from]);
        chain.distance_from_line(start - self.origin, way) * way.length()
    }
}
