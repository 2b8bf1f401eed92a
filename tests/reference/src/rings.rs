//! Definitions over whole numbers, in which nothing is rounded: coordinates are counted in units of 2^-34 pixel.

use tileray::glam::Vec2;

pub type Point = [i128; 2];

const UNIT: f64 = (1_u64 << 34) as f64;

/// A point in units; `None` where a coordinate is not a whole number of them or is above 2^26 pixels.
pub fn point(point: Vec2) -> Option<Point> {
    let units = |value: f32| {
        let units = f64::from(value) * UNIT;
        (units == units.trunc() && value.abs() <= (1 << 26) as f32).then_some(units as i128)
    };
    Some([units(point.x)?, units(point.y)?])
}

pub fn points(points: &[Vec2]) -> Option<Vec<Point>> {
    points.iter().map(|&p| point(p)).collect()
}

/// The sign of the turn from `a` over `b` to `c`: 1 is clockwise on screen.
pub fn side(a: Point, b: Point, c: Point) -> i128 {
    ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])).signum()
}

pub fn is_on_segment(a: Point, b: Point, p: Point) -> bool {
    side(a, b, p) == 0 && (0..2).all(|axis| a[axis].min(b[axis]) <= p[axis] && p[axis] <= a[axis].max(b[axis]))
}

pub fn segments_meet(a: Point, b: Point, c: Point, d: Point) -> bool {
    side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0
        || is_on_segment(a, b, c)
        || is_on_segment(a, b, d)
        || is_on_segment(c, d, a)
        || is_on_segment(c, d, b)
}

/// Whether edges `i` and `j` of a ring without repeated points share more than a corner.
pub fn edges_meet(ring: &[Point], i: usize, j: usize) -> bool {
    let n = ring.len();
    let (a, b, c, d) = (ring[i], ring[(i + 1) % n], ring[j], ring[(j + 1) % n]);
    if (i + 1) % n == j {
        is_on_segment(a, b, d) || is_on_segment(c, d, a)
    } else if (j + 1) % n == i {
        is_on_segment(c, d, b) || is_on_segment(a, b, c)
    } else {
        segments_meet(a, b, c, d)
    }
}

/// The first two edges that share more than a corner, the smaller index first.
pub fn first_crossing(ring: &[Point]) -> Option<(usize, usize)> {
    (0..ring.len()).find_map(|i| (0..i).find(|&j| edges_meet(ring, i, j)).map(|j| (j, i)))
}

/// A fault of a ring, found by testing every pair of points and of edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    Repeated(usize, usize),
    Flat,
    Crossing,
}

pub fn fault(ring: &[Point]) -> Option<Fault> {
    let n = ring.len();
    for second in 1..n {
        if let Some(first) = (0..second).find(|&first| ring[first] == ring[second]) {
            return Some(Fault::Repeated(first, second));
        }
    }
    if ring.iter().all(|&p| side(ring[0], ring[1], p) == 0) {
        return Some(Fault::Flat);
    }
    first_crossing(ring).map(|_| Fault::Crossing)
}

/// Twice the signed area, in square units.
pub fn double_area(ring: &[Point]) -> i128 {
    let n = ring.len();
    (0..n).map(|i| ring[i][0] * ring[(i + 1) % n][1] - ring[i][1] * ring[(i + 1) % n][0]).sum()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Outside,
    Border,
    Inside,
}

/// Whether a point belongs to a ring by the rule of pixels: whether the point just right of it and a far smaller step
/// below it lies inside.
pub fn contains(ring: &[Point], p: Point) -> bool {
    let n = ring.len();
    let crossed = |i: usize| {
        let (a, b) = (ring[i], ring[(i + 1) % n]);
        let (a, b) = if a[1] < b[1] { (a, b) } else { (b, a) };
        // x of the edge at the point's height lies to the right: multiplied out.
        a[1] <= p[1] && p[1] < b[1] && (b[0] - a[0]) * (p[1] - a[1]) > (p[0] - a[0]) * (b[1] - a[1])
    };
    (0..n).filter(|&i| crossed(i)).count() % 2 == 1
}

pub fn place(ring: &[Point], p: Point) -> Place {
    let n = ring.len();
    if (0..n).any(|i| is_on_segment(ring[i], ring[(i + 1) % n], p)) {
        Place::Border
    } else if contains(ring, p) {
        Place::Inside
    } else {
        Place::Outside
    }
}
