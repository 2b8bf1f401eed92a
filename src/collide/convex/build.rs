//! Construction of convex polygons: from corners, rectangles and point sets.

use super::{ConvexPolygon, CornerBlock, LANES};
use crate::geometry::{
    Aabb, Bound, Polygon, PolygonError, check_points, is_before, orientation, sort_indexed_keys, sweep_key,
};
use glam::{DVec2, Vec2};

impl ConvexPolygon {
    /// Creates a polygon from its corners, in clockwise or counterclockwise order.
    ///
    /// Corners on the line between their neighbors are left out. All decisions are exact.
    ///
    /// # Errors
    ///
    /// The errors of [`Polygon::new`], and [`PolygonError::NotConvex`] where a corner is reflex.
    ///
    /// ```
    /// use tileray::{ConvexPolygon, geometry::PolygonError, glam::vec2};
    ///
    /// let slope = ConvexPolygon::new(vec![vec2(0.0, 16.0), vec2(32.0, 0.0), vec2(32.0, 16.0)])?;
    /// assert_eq!(slope.len(), 3);
    /// let dart = vec![vec2(0.0, 0.0), vec2(9.0, 4.0), vec2(0.0, 8.0), vec2(3.0, 4.0)];
    /// assert_eq!(ConvexPolygon::new(dart), Err(PolygonError::NotConvex { index: 3 }));
    /// # Ok::<(), PolygonError>(())
    /// ```
    pub fn new(points: Vec<Vec2>) -> Result<Self, PolygonError> {
        match convex_ring(&points) {
            Some(corners) => Ok(Self::of_corners(&corners)),
            None => Err(error_of(points)),
        }
    }

    /// Creates the rectangle between two opposite corners.
    ///
    /// # Errors
    ///
    /// The errors of [`ConvexPolygon::new`]; [`PolygonError::RepeatedPoint`] where the rectangle has no width or no
    /// height.
    ///
    /// ```
    /// use tileray::{ConvexPolygon, glam::vec2};
    ///
    /// let door = ConvexPolygon::rectangle((10.0, 32.0), (18.0, 0.0))?;
    /// assert_eq!(door.points().next(), Some(vec2(10.0, 0.0))); // the top left corner
    /// # Ok::<(), tileray::geometry::PolygonError>(())
    /// ```
    pub fn rectangle(corner: impl Into<Vec2>, opposite: impl Into<Vec2>) -> Result<Self, PolygonError> {
        let (a, b) = (corner.into(), opposite.into());
        let (min, max) = (a.at_most(b), a.at_least(b));
        Self::new(vec![min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)])
    }

    /// Creates the convex hull of points by Andrew's monotone chain (1979) with exact decisions.
    ///
    /// Points may repeat and be in any order. The first corner is the leftmost; on a tie, the topmost. Costs `O(n log n)`.
    ///
    /// # Errors
    ///
    /// [`PolygonError::TooFewPoints`], [`NotFinite`](PolygonError::NotFinite), [`TooFar`](PolygonError::TooFar), and
    /// [`ZeroArea`](PolygonError::ZeroArea) where all points lie on one line.
    ///
    /// ```
    /// use tileray::{ConvexPolygon, glam::vec2};
    ///
    /// let points = vec![vec2(0.0, 0.0), vec2(8.0, 0.0), vec2(3.0, 2.0), vec2(4.0, 6.0)];
    /// let hull = ConvexPolygon::convex_hull(points)?;
    /// assert!(hull.points().eq([vec2(0.0, 0.0), vec2(8.0, 0.0), vec2(4.0, 6.0)]));
    /// # Ok::<(), tileray::geometry::PolygonError>(())
    /// ```
    pub fn convex_hull(mut points: Vec<Vec2>) -> Result<Self, PolygonError> {
        check_points(&points)?;
        // The first of equal points is kept; they can differ only in the sign of a 0.
        let mut keys: Vec<_> = points.iter().map(|&point| sweep_key(point)).zip(0..).collect();
        sort_indexed_keys(&mut keys);
        keys.dedup_by_key(|&mut (key, _)| key);
        points = keys.iter().map(|&(_, index)| points[index]).collect();
        let mut ring = half_hull(points.iter().copied());
        ring.extend(half_hull(points.iter().rev().copied()));
        match convex_ring(&ring) {
            Some(corners) => Ok(Self::of_corners(&corners)),
            None => Err(PolygonError::ZeroArea),
        }
    }

    /// Creates the blocks of corners that are strictly convex and clockwise on screen.
    fn of_corners(corners: &[Vec2]) -> Self {
        let bounds = Aabb::from_points(corners.iter().copied()).unwrap_or_default();
        let origin = Vec2::new(exact_origin(bounds.min.x, bounds.max.x), exact_origin(bounds.min.y, bounds.max.y));
        let mut blocks = corners.chunks(LANES).enumerate().map(|(index, part)| {
            let mut block = CornerBlock::ZERO;
            for (lane, &corner) in part.iter().enumerate() {
                let next = *corners.get(index * LANES + lane + 1).unwrap_or(&corners[0]);
                // From the given corners, whose differences are exact in f64.
                let edge = next.as_dvec2() - corner.as_dvec2();
                // Clockwise on screen: outside is to the left of the edge.
                let normal = (DVec2::new(edge.y, -edge.x) / edge.length()).as_vec2();
                block.set_corner(lane, corner - origin);
                block.set_edge(lane, normal, support(normal, corner - origin, next - origin));
            }
            block.repeat_last(part.len());
            block
        });
        let first = blocks.next().unwrap_or(CornerBlock::ZERO);
        let bounds = bounds.translated(-origin);
        let rest: Vec<_> = blocks.collect();
        let has_whole_corners = std::iter::once(&first).chain(&rest).all(CornerBlock::is_whole);
        let count = corners.len() as u32;
        let mut polygon = Self { origin, bounds, count, touch: 0.0, has_whole_corners, lane_class: 0, first, rest };
        polygon.update_lane_class();
        polygon.update_touch();
        polygon
    }
}

impl TryFrom<&Polygon> for ConvexPolygon {
    type Error = PolygonError;

    /// Converts a polygon, without its corners on straight lines.
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

    /// Calls [`ConvexPolygon::new`].
    fn try_from(points: Vec<Vec2>) -> Result<Self, PolygonError> {
        Self::new(points)
    }
}

impl From<ConvexPolygon> for Vec<Vec2> {
    /// Collects the [corners](ConvexPolygon::points).
    fn from(polygon: ConvexPolygon) -> Self {
        polygon.points().collect()
    }
}

/// Returns how far an edge reaches along its normal: the farther of its ends, which differ as the normal is rounded.
/// Never -0.
fn support(normal: Vec2, start: Vec2, end: Vec2) -> f32 {
    let normal = normal.as_dvec2();
    normal.dot(start.as_dvec2()).at_least(normal.dot(end.as_dvec2())).positive_zero() as f32
}

/// Returns a number that can be subtracted from all numbers between `min` and `max` without rounding.
fn exact_origin(min: f32, max: f32) -> f32 {
    if min > 0.0 && max <= 2.0 * min {
        min
    } else if max < 0.0 && min >= 2.0 * max {
        max
    } else {
        0.0
    }
}

/// Returns the corners of a convex polygon, clockwise on screen and without corners on straight lines; `None` if the
/// points do not form one.
///
/// All turns must have one sign and add up to one revolution. They do if exactly one corner comes before both of its
/// neighbors, by x, then y.
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
        // The border runs back on itself or stands still, or turns the other way.
        if here == 0.0 && comes_from_right == goes_right || corner == next || here * turn < 0.0 {
            return None;
        }
        leftmost += usize::from(comes_from_right && goes_right);
        if here != 0.0 {
            turn = here;
            // -0 becomes 0, as `points` would lose the sign: a polygon that is written and read stays equal.
            corners.push(corner.positive_zero());
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

/// Returns the error of points that do not form a convex polygon.
fn error_of(points: Vec<Vec2>) -> PolygonError {
    match Polygon::new(points) {
        Err(error) => error,
        Ok(polygon) => PolygonError::NotConvex { index: polygon.first_reflex_corner().unwrap_or(0) },
    }
}

/// Returns one half of a convex hull, from the first point up to but without the last; all turns are clockwise on
/// screen.
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
