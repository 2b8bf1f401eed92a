//! Where a line cuts the interior of a polygon that it lies in the plane of.

use glam::Vec3;

/// The stretches of a line that lie in the interior of a polygon, sorted, but for single points.
///
/// The line is that where the polygon's plane meets another: `sides` are the corners' distances from the other plane, 0 where
/// they count as lying on it, and `position` is how far along the line a corner lies.
///
/// A point of the line is in the interior where it is between the polygon's borders just before the line and just behind it.
/// Before it, corners on the line count as lying behind; behind it, as lying before; so each of the two is a plain count of
/// edges with ends on either side, and an even one. Möller (1997, "A Fast Triangle-Triangle Intersection Test") has one such
/// stretch; a concave polygon has several, and one with an edge on the line has it on one side only, which is no stretch of
/// its interior. O(n log n).
pub(crate) fn interior_stretches(points: &[Vec3], sides: &[f64], position: impl Fn(Vec3) -> f64) -> Vec<(f64, f64)> {
    let before = crossings(points, sides, &position, |side| side >= 0.0);
    let behind = crossings(points, sides, &position, |side| side > 0.0);
    common_stretches(&pairs(&before), &pairs(&behind))
}

/// The parts that two sorted lists of stretches share, sorted; single points are left out.
pub(crate) fn common_stretches(first: &[(f64, f64)], second: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let (mut i, mut j) = (0, 0);
    let mut common = Vec::new();
    while let (Some(a), Some(b)) = (first.get(i), second.get(j)) {
        let (start, end) = (a.0.max(b.0), a.1.min(b.1));
        if start < end {
            common.push((start, end));
        }
        if a.1 < b.1 {
            i += 1;
        } else {
            j += 1;
        }
    }
    common
}

/// Where the edges cross the line whose ends lie on different sides of it, sorted.
fn crossings(
    points: &[Vec3],
    sides: &[f64],
    position: &impl Fn(Vec3) -> f64,
    is_behind: impl Fn(f64) -> bool,
) -> Vec<f64> {
    let mut found = Vec::new();
    for (index, (&point, &side)) in points.iter().zip(sides).enumerate() {
        let next = (index + 1) % points.len();
        let next_side = sides[next];
        if is_behind(side) != is_behind(next_side) {
            let (from, to) = (position(point), position(points[next]));
            // The corners that count as on the line are not moved off it by what was taken for 0.
            found.push(if side == 0.0 {
                from
            } else if next_side == 0.0 {
                to
            } else {
                from + (to - from) * (side / (side - next_side))
            });
        }
    }
    found.sort_by(f64::total_cmp);
    found
}

/// Every second gap between sorted crossings is inside.
fn pairs(crossings: &[f64]) -> Vec<(f64, f64)> {
    crossings.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::vec3;

    /// The polygon lies in the plane of x and y; the line is y = 0.
    fn stretches(corners: &[(f32, f32)]) -> Vec<(f64, f64)> {
        let points: Vec<Vec3> = corners.iter().map(|&(x, y)| vec3(x, y, 0.0)).collect();
        let sides: Vec<f64> = points.iter().map(|point| f64::from(point.y)).collect();
        interior_stretches(&points, &sides, |point| f64::from(point.x))
    }

    #[test]
    fn a_comb_has_a_stretch_for_each_tooth() {
        let comb = [(0.0, 2.0), (6.0, 2.0), (6.0, -1.0), (5.0, -1.0), (5.0, 1.0), (1.0, 1.0), (1.0, -3.0), (0.0, -3.0)];
        assert_eq!(stretches(&comb), [(0.0, 1.0), (5.0, 6.0)]);
    }

    #[test]
    fn an_edge_on_the_line_is_no_interior() {
        assert_eq!(stretches(&[(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)]), []);
        // A step: the line is an edge from 0 to 2, and inside from 2 to 4.
        let step = [(0.0, 0.0), (2.0, 0.0), (2.0, -2.0), (4.0, -2.0), (4.0, 2.0), (0.0, 2.0)];
        assert_eq!(stretches(&step), [(2.0, 4.0)]);
    }

    #[test]
    fn a_corner_on_the_line_parts_nothing() {
        let notched = [(-2.0, -2.0), (2.0, -2.0), (3.0, 0.0), (2.0, 2.0), (0.0, 0.0), (-2.0, 2.0), (-3.0, 0.0)];
        assert_eq!(stretches(&notched), [(-3.0, 0.0), (0.0, 3.0)]);
        assert_eq!(stretches(&[(0.0, 0.0), (4.0, 1.0), (4.0, 3.0)]), []);
        assert_eq!(stretches(&[(0.0, 0.0), (4.0, -1.0), (4.0, 3.0)]), [(0.0, 4.0)]);
    }
}
