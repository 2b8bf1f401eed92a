//! Convex hulls, enclosing polygons with few corners, and smallest enclosing circles.

use super::canonical::CanonicalFrame;
use super::options::SpriteHullError;
use crate::geometry::tolerance::{ON_RIM, PARALLEL_EDGES};
use crate::geometry::{Bound, Circle};
use crate::solidity::SolidityMap;
use glam::{DVec2, I64Vec2, IVec2, ivec2};

/// Returns the corners of the convex hull of the solid pixels' squares, clockwise on screen from the leftmost of the
/// topmost; none if no pixel is solid.
///
/// Andrew's monotone chain (1979) in integers, row by row: only the first and the last solid pixel of each row matter.
/// Costs a few operations for every 64 pixels. [`ConvexPolygon::convex_hull`](crate::ConvexPolygon::convex_hull) of the
/// same points takes 5 to 10 times as long.
pub(super) fn convex_hull(mask: &SolidityMap) -> Vec<IVec2> {
    let (mut right, mut left) = (Vec::new(), Vec::new());
    for y in 0..mask.height() {
        if let Some((first, last)) = mask.extent_of_row(y) {
            let (y, first, last) = (y as i32, first as i32, last as i32 + 1);
            for y in [y, y + 1] {
                add_to_chain(&mut right, ivec2(last, y), 1);
                add_to_chain(&mut left, ivec2(first, y), -1);
            }
        }
    }
    // Reversed, the left chain runs upward, and ends where the right one begins or beside it.
    right.extend(left.into_iter().rev());
    right.dedup();
    let count = right.len();
    right.rotate_right(usize::from(count > 0));
    right
}

/// Adds a point to a chain that goes down and turns one way only: clockwise where `sense` is 1.
fn add_to_chain(chain: &mut Vec<IVec2>, point: IVec2, sense: i64) {
    while let [.., a, b] = chain[..]
        && turn(a, b, point) * sense <= 0
    {
        chain.pop();
    }
    if chain.last() != Some(&point) {
        chain.push(point);
    }
}

fn turn(a: IVec2, b: IVec2, c: IVec2) -> i64 {
    let [a, b, c] = [a, b, c].map(|point| I64Vec2::new(point.x.into(), point.y.into()));
    (b - a).perp_dot(c - a)
}

/// Returns a convex polygon of at most `most` corners around another one, clockwise on screen.
///
/// Edges are removed one by one: the neighbors of an edge are extended until they meet. The edge that adds the least
/// area is removed first.
///
/// # Errors
///
/// [`SpriteHullError::TooFewVertices`] if no edge has neighbors that meet.
pub(super) fn enclosing_polygon(corners: &[IVec2], most: usize) -> Result<Vec<DVec2>, SpriteHullError> {
    let (frame, mut corners) = CanonicalFrame::with_ring(corners);
    while corners.len() > most {
        let count = corners.len();
        let around = |index: usize| [count - 1, 0, 1, 2].map(|step| corners[(index + step) % count]);
        let best = (0..count)
            .filter_map(|index| apex_beyond(around(index)).map(|(tip, area)| (index, tip, area)))
            .min_by(|a, b| a.2.total_cmp(&b.2));
        let Some((index, tip, _)) = best else {
            return Err(SpriteHullError::TooFewVertices { asked: most, least: count });
        };
        corners[index] = tip;
        corners.remove((index + 1) % count);
    }
    Ok(frame.sources(corners))
}

/// Returns the point beyond the edge from `b` to `c` at which the edges before and after it meet, and the area of the
/// triangle between the edge and that point.
fn apex_beyond([a, b, c, d]: [DVec2; 4]) -> Option<(DVec2, f64)> {
    let (before, after) = (b - a, d - c);
    let turn = before.perp_dot(after);
    // A turn of half a circle or more, or one below the rounding error, has no tip.
    if turn <= before.length() * after.length() * PARALLEL_EDGES {
        return None;
    }
    let tip = b + before * ((c - b).perp_dot(after) / turn);
    Some((tip, (tip - b).perp_dot(c - b).abs() / 2.0))
}

/// Returns the smallest circle that contains all corners of a convex ring, and the ring's frame; radius 0 without
/// corners.
///
/// The center is rounded to `f32`, then the radius is rounded up, so that the circle contains all points. Points are
/// added one by one; a point outside lies on the rim of the next circle (Welzl 1991, "Smallest enclosing disks",
/// without recursion). Mostly `O(n)` steps, as the points are shuffled.
pub(super) fn smallest_circle(corners: &[IVec2]) -> (Circle, CanonicalFrame) {
    let (frame, points) = CanonicalFrame::with_ring(corners);
    let points = shuffled(points);
    let mut disc = EnclosingDisc { center: points.first().copied().unwrap_or_default(), radius_squared: 0.0 };
    for (i, &a) in points.iter().enumerate() {
        if disc.holds(a) {
            continue;
        }
        disc = EnclosingDisc { center: a, radius_squared: 0.0 };
        for (j, &b) in points[..i].iter().enumerate() {
            if disc.holds(b) {
                continue;
            }
            disc = EnclosingDisc::between(a, b);
            for &c in &points[..j] {
                if !disc.holds(c) {
                    disc = EnclosingDisc::through(a, b, c).unwrap_or(disc);
                }
            }
        }
    }
    let center = frame.source(disc.center).as_vec2();
    let distances = corners.iter().map(|corner| corner.as_dvec2().distance_squared(center.as_dvec2()));
    let farthest = distances.fold(0.0, |most, squared| squared.at_least(most)).sqrt();
    let nearest = farthest as f32;
    let radius = if f64::from(nearest) < farthest { nearest.next_up() } else { nearest };
    (Circle::new(center, radius), frame)
}

#[derive(Clone, Copy)]
struct EnclosingDisc {
    center: DVec2,
    radius_squared: f64,
}

impl EnclosingDisc {
    /// Returns whether the disc contains a point. Points within rounding of the rim count, so that the search ends.
    fn holds(&self, point: DVec2) -> bool {
        self.center.distance_squared(point) <= self.radius_squared * (1.0 + ON_RIM)
    }

    fn between(a: DVec2, b: DVec2) -> Self {
        let center = (a + b) / 2.0;
        Self { center, radius_squared: center.distance_squared(a) }
    }

    /// Returns the disc with three points on its rim; `None` if they are collinear.
    fn through(a: DVec2, b: DVec2, c: DVec2) -> Option<Self> {
        let (to_b, to_c) = (b - a, c - a);
        let doubled = 2.0 * to_b.perp_dot(to_c);
        if doubled == 0.0 {
            return None;
        }
        let (b_squared, c_squared) = (to_b.length_squared(), to_c.length_squared());
        let offset =
            DVec2::new(to_c.y * b_squared - to_b.y * c_squared, to_b.x * c_squared - to_c.x * b_squared) / doubled;
        Some(Self { center: a + offset, radius_squared: offset.length_squared() })
    }
}

/// Shuffles the points with a fixed seed.
fn shuffled(mut points: Vec<DVec2>) -> Vec<DVec2> {
    // Marsaglia's xorshift.
    let mut random = 0x9E37_79B9_u32;
    for index in (1..points.len()).rev() {
        random ^= random << 13;
        random ^= random >> 17;
        random ^= random << 5;
        points.swap(index, random as usize % (index + 1));
    }
    points
}
