//! Checks of contours that look at every edge of every loop.

use crate::targets::distance_to_segment;
use std::collections::HashSet;
use tileray::glam::{DVec2, I64Vec2, IVec2, dvec2};
use tileray::solidity::Contour;

/// The edges of a loop.
pub fn edges(contour: &Contour) -> impl Iterator<Item = (IVec2, IVec2)> + '_ {
    let points = contour.points();
    (0..points.len()).map(|i| (points[i], points[(i + 1) % points.len()]))
}

/// All lattice points of a loop along pixels, and the middles between them.
pub fn border(contour: &Contour) -> Vec<DVec2> {
    let mut border = Vec::new();
    for (a, b) in edges(contour) {
        let step = (b - a).signum();
        let mut at = a;
        while at != b {
            border.extend([at.as_dvec2(), at.as_dvec2() + step.as_dvec2() * 0.5]);
            at += step;
        }
    }
    border
}

/// The points that a list of loops passes twice.
pub fn touches(contours: &[Contour]) -> HashSet<IVec2> {
    let mut seen = HashSet::new();
    contours.iter().flat_map(Contour::points).filter(|point| !seen.insert(**point)).copied().collect()
}

/// Returns the distance of a point from the nearest edge of a loop.
pub fn distance_to_loop(point: DVec2, contour: &Contour) -> f64 {
    let to_edge = |(a, b): (IVec2, IVec2)| distance_to_segment(a.as_dvec2(), b.as_dvec2(), point);
    edges(contour).map(to_edge).fold(f64::INFINITY, f64::min)
}

/// Returns the winding number of a loop around a point that is not on it; clockwise is positive.
pub fn winding(contour: &Contour, point: DVec2) -> i32 {
    let turn = |(a, b): (IVec2, IVec2)| {
        let (a, b) = (a.as_dvec2(), b.as_dvec2());
        if (a.y <= point.y) == (b.y <= point.y) {
            return 0;
        }
        let x = a.x + (b.x - a.x) * (point.y - a.y) / (b.y - a.y);
        if x > point.x { if b.y > a.y { 1 } else { -1 } } else { 0 }
    };
    edges(contour).map(turn).sum()
}

/// Returns the sum of the winding numbers of all loops around a point.
pub fn winding_of_all(contours: &[Contour], point: DVec2) -> i32 {
    contours.iter().map(|contour| winding(contour, point)).sum()
}

fn side(a: IVec2, b: IVec2, c: IVec2) -> i64 {
    let (ab, ac): (I64Vec2, I64Vec2) = (b.as_i64vec2() - a.as_i64vec2(), c.as_i64vec2() - a.as_i64vec2());
    (ab.x * ac.y - ab.y * ac.x).signum()
}

fn is_on(point: IVec2, (a, b): (IVec2, IVec2)) -> bool {
    side(a, b, point) == 0 && point.cmpge(a.min(b)).all() && point.cmple(a.max(b)).all()
}

/// Returns two edges that share more than the corner between them, or than a corner of both where touching is allowed.
///
/// A loop that passes an allowed point on the wrong side is not found.
pub fn crossing(contours: &[Contour], allowed: &HashSet<IVec2>) -> Option<[(IVec2, IVec2); 2]> {
    let all: Vec<(usize, usize, (IVec2, IVec2))> = contours
        .iter()
        .enumerate()
        .flat_map(|(index, contour)| edges(contour).enumerate().map(move |(place, edge)| (index, place, edge)))
        .collect();
    for (i, &(ring, place, one)) in all.iter().enumerate() {
        for &(other_ring, other_place, other) in &all[..i] {
            let count = contours[ring].points().len();
            let follows = |a: usize, b: usize| ring == other_ring && (a + 1) % count == b;
            let may_touch = |point: IVec2| {
                allowed.contains(&point)
                    || follows(place, other_place) && point == one.1
                    || follows(other_place, place) && point == one.0
            };
            let mut common = [one.0, one.1]
                .into_iter()
                .filter(|&p| is_on(p, other))
                .chain([other.0, other.1].into_iter().filter(|&p| is_on(p, one)));
            let is_corner_of_both = |p: IVec2| (p == one.0 || p == one.1) && (p == other.0 || p == other.1);
            let first = common.next();
            let is_proper = side(one.0, one.1, other.0) * side(one.0, one.1, other.1) < 0
                && side(other.0, other.1, one.0) * side(other.0, other.1, one.1) < 0;
            // One point in common at most, and that a corner.
            let is_bad =
                first.is_some_and(|p| !is_corner_of_both(p) || !may_touch(p) || common.any(|other| other != p));
            if is_proper || is_bad {
                return Some([one, other]);
            }
        }
    }
    None
}

/// Returns the parent of each loop: of the loops that go around it, the one of the least area.
pub fn parents(contours: &[Contour]) -> Vec<Option<usize>> {
    let around = |index: usize| {
        let (a, b) = edges(&contours[index]).next().expect("an edge");
        let point = (a.as_dvec2() + b.as_dvec2()) * 0.5;
        let others = (0..contours.len()).filter(|&other| other != index && winding(&contours[other], point) != 0);
        others.min_by_key(|&other| contours[other].doubled_area().abs())
    };
    (0..contours.len()).map(around).collect()
}

/// Points near the corners and the middle of a pixel, and all around a point where loops touch.
pub fn within_pixel(x: i32, y: i32) -> Vec<DVec2> {
    let offsets = [0.013, 0.257, 0.509, 0.751, 0.987];
    let row = |dy| offsets.map(|dx| dvec2(f64::from(x) + dx, f64::from(y) + dy + dx * 0.001));
    offsets.into_iter().flat_map(row).collect()
}
