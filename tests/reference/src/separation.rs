//! The separating axis theorem in its plain form: every edge of both polygons, in `f64`.

use tileray::ConvexPolygon;
use tileray::glam::{DVec2, Vec2};

/// The corners of a polygon, clockwise on screen.
pub fn corners(polygon: &ConvexPolygon) -> Vec<DVec2> {
    polygon.points().map(Vec2::as_dvec2).collect()
}

/// Returns the outward unit normal of each edge of `a`, and the gap along it.
fn separations(a: &[DVec2], b: &[DVec2]) -> Vec<(DVec2, f64)> {
    (0..a.len())
        .map(|i| {
            let edge = a[(i + 1) % a.len()] - a[i];
            let normal = DVec2::new(edge.y, -edge.x) / edge.length();
            let gap = b.iter().map(|&corner| (corner - a[i]).dot(normal)).fold(f64::INFINITY, f64::min);
            (normal, gap)
        })
        .collect()
}

/// All edges of both: the normal from the second to the first, and the gap along it.
pub fn axes(a: &[DVec2], b: &[DVec2]) -> Vec<(DVec2, f64)> {
    let first = separations(a, b).into_iter().map(|(normal, gap)| (-normal, gap));
    first.chain(separations(b, a)).collect()
}

/// The greatest gap: above 0 apart, below 0 the depth of the overlap.
pub fn separation(a: &[DVec2], b: &[DVec2]) -> f64 {
    axes(a, b).into_iter().map(|(_, gap)| gap).fold(f64::NEG_INFINITY, f64::max)
}

/// The polygon moved by a vector.
pub fn moved(polygon: &[DVec2], by: DVec2) -> Vec<DVec2> {
    polygon.iter().map(|&corner| corner + by).collect()
}

/// Returns the tolerance of a separation: 2^-20 of the sizes of both and of the distance between them, and 2^-22 of the
/// coordinates, as is documented.
pub fn tolerance(a: &ConvexPolygon, b: &ConvexPolygon) -> f64 {
    let (first, second) = (a.bounds(), b.bounds());
    let union = first.union(&second);
    let sizes = first.size().max_element() + second.size().max_element() + union.size().max_element();
    let largest = union.min.abs().max(union.max.abs()).max_element();
    f64::from(sizes) / (1 << 20) as f64 + f64::from(largest) / (1 << 22) as f64
}

/// Returns the time of impact of a polygon that moves against another; `None` where they never overlap.
///
/// The gap is a convex function of time. A golden-section search finds its least value. Where that is below 0, bisection
/// finds the time before it at which the gap becomes negative.
pub fn impact_time(a: &[DVec2], b: &[DVec2], motion: Vec2) -> Option<f64> {
    let gap = |time: f64| separation(&moved(a, motion.as_dvec2() * time), b);
    if gap(0.0) < 0.0 {
        return Some(0.0);
    }
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..200 {
        let (first, second) = (low + (high - low) * 0.381_966, low + (high - low) * 0.618_034);
        if gap(first) <= gap(second) { high = second } else { low = first }
    }
    let deepest = 0.5 * (low + high);
    if gap(deepest) >= 0.0 {
        return None;
    }
    let (mut apart, mut overlapping) = (0.0, deepest);
    for _ in 0..100 {
        let middle = 0.5 * (apart + overlapping);
        if gap(middle) < 0.0 { overlapping = middle } else { apart = middle }
    }
    Some(overlapping)
}
