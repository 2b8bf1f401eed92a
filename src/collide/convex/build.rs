use super::{Block, ConvexPolygon, LANES};
use crate::geometry::{Aabb, Polygon, PolygonError, check_points, is_before, orientation, sweep_key};
use glam::{DVec2, Vec2};

impl ConvexPolygon {
    /// The polygon of these corners, in their order around it, either way.
    ///
    /// Corners on the straight line between their neighbors are left out. All decisions are exact.
    ///
    /// # Errors
    ///
    /// Those of [`Polygon::new`], and [`PolygonError::NotConvex`] where the polygon turns both ways.
    pub fn new(points: Vec<Vec2>) -> Result<Self, PolygonError> {
        match convex_ring(&points) {
            Some(corners) => Ok(Self::of_corners(&corners)),
            None => Err(error_of(points)),
        }
    }

    /// The rectangle between two opposite corners.
    ///
    /// # Errors
    ///
    /// Those of [`ConvexPolygon::new`]; [`PolygonError::RepeatedPoint`] where it has no width or no height.
    pub fn rectangle(corner: impl Into<Vec2>, opposite: impl Into<Vec2>) -> Result<Self, PolygonError> {
        let (a, b) = (corner.into(), opposite.into());
        let (min, max) = (a.min(b), a.max(b));
        Self::new(vec![min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)])
    }

    /// The smallest convex polygon that holds all points, by Andrew's monotone chain (1979) with exact decisions.
    ///
    /// Points may be repeated and in any order. Costs `n log n`.
    ///
    /// # Errors
    ///
    /// [`PolygonError::TooFewPoints`], [`NotFinite`](PolygonError::NotFinite), [`TooFar`](PolygonError::TooFar), and
    /// [`ZeroArea`](PolygonError::ZeroArea) where all points lie on one line.
    pub fn convex_hull(points: Vec<Vec2>) -> Result<Self, PolygonError> {
        check_points(&points)?;
        let mut points = points;
        // Of equal points, which differ in the sign of a 0 at most, the first one is kept.
        points.sort_by_key(|&point| sweep_key(point));
        points.dedup();
        let mut ring = half_hull(points.iter().copied());
        ring.extend(half_hull(points.iter().rev().copied()));
        match convex_ring(&ring) {
            Some(corners) => Ok(Self::of_corners(&corners)),
            None => Err(PolygonError::ZeroArea),
        }
    }

    /// Makes the blocks of corners that are convex, clockwise on screen and strictly so.
    fn of_corners(corners: &[Vec2]) -> Self {
        let bounds = Aabb::from_points(corners.iter().copied()).unwrap_or_default();
        let origin = Vec2::new(exact_origin(bounds.min.x, bounds.max.x), exact_origin(bounds.min.y, bounds.max.y));
        let mut blocks = corners.chunks(LANES).enumerate().map(|(index, part)| {
            let mut block = Block::ZERO;
            for (lane, &corner) in part.iter().enumerate() {
                let next = *corners.get(index * LANES + lane + 1).unwrap_or(&corners[0]);
                // From the corners as they were given, whose differences are exact in f64.
                let edge = next.as_dvec2() - corner.as_dvec2();
                // Clockwise on screen, so outside is to the left of the edge.
                let normal = (DVec2::new(edge.y, -edge.x) / edge.length()).as_vec2();
                block.set_corner(lane, corner - origin);
                block.set_edge(lane, normal, support(normal, corner - origin, next - origin));
            }
            block.repeat_last(part.len());
            block
        });
        let first = blocks.next().unwrap_or(Block::ZERO);
        Self { origin, bounds: bounds.translated(-origin), count: corners.len() as u32, first, rest: blocks.collect() }
    }
}

impl TryFrom<&Polygon> for ConvexPolygon {
    type Error = PolygonError;

    /// The same polygon, without the corners that lie on a straight line.
    ///
    /// # Errors
    ///
    /// [`PolygonError::NotConvex`].
    fn try_from(polygon: &Polygon) -> Result<Self, PolygonError> {
        Self::new(polygon.points().to_vec())
    }
}

impl TryFrom<Vec<Vec2>> for ConvexPolygon {
    type Error = PolygonError;

    /// [`ConvexPolygon::new`]
    fn try_from(points: Vec<Vec2>) -> Result<Self, PolygonError> {
        Self::new(points)
    }
}

impl From<ConvexPolygon> for Vec<Vec2> {
    /// The [corners](ConvexPolygon::points).
    fn from(polygon: ConvexPolygon) -> Self {
        polygon.points().collect()
    }
}

/// How far an edge reaches along its normal. The normal is rounded, so that its ends may differ by as much.
fn support(normal: Vec2, start: Vec2, end: Vec2) -> f32 {
    let normal = normal.as_dvec2();
    normal.dot(start.as_dvec2()).max(normal.dot(end.as_dvec2())) as f32
}

/// A number that can be taken from all between `min` and `max` without rounding.
fn exact_origin(min: f32, max: f32) -> f32 {
    if min > 0.0 && max <= 2.0 * min {
        min
    } else if max < 0.0 && min >= 2.0 * max {
        max
    } else {
        0.0
    }
}

/// The corners of a convex polygon, clockwise on screen and without those on a straight line; `None` where the points are
/// not one.
///
/// All turns have to go the same way, and around only once: then there is one place at which the way goes on to the right
/// after it went to the left, or straight up where it went neither way.
fn convex_ring(points: &[Vec2]) -> Option<Vec<Vec2>> {
    check_points(points).ok()?;
    let count = points.len();
    let at = |index: usize| points[index % count];
    let mut corners = Vec::with_capacity(count);
    let (mut turn, mut leftmost) = (0.0, 0);
    for index in 0..count {
        let (previous, corner, next) = (at(index + count - 1), at(index), at(index + 1));
        let here = orientation(previous, corner, next);
        let comes_from_right = is_before(corner, previous);
        let goes_right = is_before(corner, next);
        if here == 0.0 && comes_from_right == goes_right {
            // It turns back on its own edge, or stands still.
            return None;
        }
        if here * turn < 0.0 {
            return None;
        }
        leftmost += usize::from(comes_from_right && goes_right);
        if here != 0.0 {
            turn = here;
            corners.push(corner);
        }
    }
    if leftmost != 1 || corners.len() < 3 {
        return None;
    }
    if turn < 0.0 {
        corners.reverse();
    }
    Some(corners)
}

/// What is wrong with points that are not the corners of a convex polygon.
fn error_of(points: Vec<Vec2>) -> PolygonError {
    match Polygon::new(points) {
        Err(error) => error,
        Ok(polygon) => PolygonError::NotConvex { index: polygon.first_reflex_corner().unwrap_or(0) },
    }
}

/// The points of a hull from the first to, and without, the last, all turns clockwise on screen.
fn half_hull(points: impl Iterator<Item = Vec2>) -> Vec<Vec2> {
    let mut chain: Vec<Vec2> = Vec::new();
    for point in points {
        while let [.., a, b] = chain[..]
            && orientation(a, b, point) <= 0.0
        {
            chain.pop();
        }
        chain.push(point);
    }
    chain.pop();
    chain
}
