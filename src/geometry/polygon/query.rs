//! Points, segments and other polygons against a polygon, decided by exact signs.

use super::{Polygon, error::Winding};
use crate::geometry::bound::Bound;
use crate::geometry::orientation::orientation;
use crate::geometry::segment::closest_on_segment;
use crate::geometry::sort::sort_by;
use glam::{DVec2, Vec2};
use std::cmp::Ordering;

/// The location of a point relative to a polygon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PointLocation {
    Outside,
    /// On an edge or a corner.
    Border,
    /// Strictly inside.
    Inside,
}

/// The point of a polygon's border closest to a given point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BorderPoint {
    /// Its edge; of several, the first.
    pub(crate) edge: usize,
    pub(crate) point: DVec2,
    pub(crate) distance_squared: f64,
}

impl Polygon {
    /// Returns whether a point belongs to the polygon, by the pixel rule: left and top edges belong to it, right and
    /// bottom edges do not.
    ///
    /// So where polygons fill a region without gaps and overlaps, each point belongs to exactly one of them, on
    /// common edges and corners too. Exact. False for NaN and infinity. Cost: O(n).
    ///
    /// A point is inside if a ray from it toward +x crosses an odd number of edges (W. R. Franklin, "PNPOLY"). The
    /// upper end of an edge counts, the lower end does not. An edge through the point is not crossed.
    ///
    /// ```
    /// use tileray::{Polygon, glam::vec2};
    ///
    /// let pixel = Polygon::new(vec![vec2(0.0, 0.0), vec2(1.0, 0.0), vec2(1.0, 1.0), vec2(0.0, 1.0)])?;
    /// assert!(pixel.contains((0.0, 0.0)) && pixel.contains((0.5, 0.0)) && pixel.contains((0.0, 0.5)));
    /// assert!(!pixel.contains((1.0, 0.5)) && !pixel.contains((0.5, 1.0)) && !pixel.contains((1.0, 0.0)));
    /// # Ok::<(), tileray::geometry::PolygonError>(())
    /// ```
    #[must_use]
    pub fn contains(&self, point: impl Into<Vec2>) -> bool {
        let point = point.into();
        // NaN and infinity are in no box.
        if !self.bounds().contains(point) {
            return false;
        }
        let mut inside = false;
        for edge in self.edges() {
            let (a, b) = if edge.start.y <= edge.end.y { (edge.start, edge.end) } else { (edge.end, edge.start) };
            // Seen downward along the edge, points left of it on screen have a positive orientation. Points left or
            // right of both ends need none.
            if a.y <= point.y && point.y < b.y && point.x < a.x.at_least(b.x) {
                inside ^= point.x < a.x.at_most(b.x) || orientation(a, b, point) > 0.0;
            }
        }
        inside
    }

    /// Returns the location of a point; exact. NaN and infinity lie outside.
    pub(crate) fn locate(&self, point: Vec2) -> PointLocation {
        if !self.bounds().contains(point) {
            PointLocation::Outside
        } else if self.edges().any(|edge| edge.holds(point)) {
            PointLocation::Border
        } else if self.contains(point) {
            PointLocation::Inside
        } else {
            PointLocation::Outside
        }
    }

    /// Returns the point of the border closest to `point`, in pixels; of several, the one on the first edge.
    ///
    /// Computed in `f64` and rounded once, so it may lie off its edge by the rounding of `f32`. A point that is not
    /// finite gives some point of the border. Cost: O(n).
    ///
    /// ```
    /// use tileray::{Polygon, glam::vec2};
    ///
    /// let diamond = Polygon::regular((0.0, 0.0), 8.0, 4)?;
    /// assert_eq!(diamond.closest_point((8.0, 8.0)), vec2(4.0, 4.0));
    /// assert_eq!(diamond.closest_point((1.0, -1.0)), vec2(4.0, -4.0));
    /// # Ok::<(), tileray::geometry::PolygonError>(())
    /// ```
    #[must_use]
    pub fn closest_point(&self, point: impl Into<Vec2>) -> Vec2 {
        self.closest_border(point.into()).point.as_vec2()
    }

    /// Returns the closest border point with its edge and distance, in `f64`.
    pub(crate) fn closest_border(&self, point: Vec2) -> BorderPoint {
        let point = point.as_dvec2();
        let mut best = BorderPoint { edge: 0, point: self.points()[0].as_dvec2(), distance_squared: f64::INFINITY };
        for (index, edge) in self.edges().enumerate() {
            let on_edge = closest_on_segment(edge.start.as_dvec2(), edge.end.as_dvec2(), point);
            let distance_squared = on_edge.distance_squared(point);
            if distance_squared < best.distance_squared {
                best = BorderPoint { edge: index, point: on_edge, distance_squared };
            }
        }
        best
    }

    /// Returns the parts of the segment from `a` to `b` that lie in the polygon or on its border, as pairs of
    /// fractions of the segment, in order, with gaps between them.
    ///
    /// Parts along an edge are included. Single touching points are left out, and so are parts so short that `f32`
    /// cannot tell their ends apart. Which parts exist is decided exactly; their ends are computed in `f64` and
    /// rounded once. Where `a == b`, returns `[(0.0, 1.0)]` if that point lies in the polygon or on its border. Empty
    /// where a coordinate is not finite. Cost: O(n), and O(k log k) for k crossings.
    ///
    /// ```
    /// use tileray::{Polygon, glam::vec2};
    ///
    /// // A U: two walls on a floor.
    /// let corners = [(0, 0), (1, 0), (1, 4), (3, 4), (3, 0), (4, 0), (4, 5), (0, 5)];
    /// let cup = Polygon::new(corners.map(|(x, y)| vec2(x as f32, y as f32)).to_vec())?;
    /// assert_eq!(cup.segment_inside((-2.0, 2.0), (6.0, 2.0)), [(0.25, 0.375), (0.625, 0.75)]);
    /// assert_eq!(cup.segment_inside((0.0, 4.0), (4.0, 4.0)), [(0.0, 1.0)]);
    /// # Ok::<(), tileray::geometry::PolygonError>(())
    /// ```
    #[must_use]
    pub fn segment_inside(&self, a: impl Into<Vec2>, b: impl Into<Vec2>) -> Vec<(f32, f32)> {
        let (a, b) = (a.into(), b.into());
        if !a.is_finite() || !b.is_finite() {
            return Vec::new();
        }
        if a == b {
            return if self.locate(a) == PointLocation::Outside { Vec::new() } else { vec![(0.0, 1.0)] };
        }
        let mut found: Vec<(f32, f32)> = Vec::new();
        for interval in line_intervals(self, a, b) {
            let (from, to) = (interval.from as f32, interval.to as f32);
            match found.last_mut() {
                // At corners on the segment one interval ends where the next begins.
                Some(last) if last.1 >= from => last.1 = to.at_least(last.1),
                _ if from < to => found.push((from, to)),
                _ => {}
            }
        }
        found
    }

    /// Returns whether the interiors of two polygons overlap; touching is not overlapping. Both may be concave.
    ///
    /// Exact: polygons that share only edges or corners do not overlap, and equal ones do. Cost: O(n·m) for n and m
    /// corners, O(1) where the boxes are apart.
    ///
    /// An edge shows an overlap if the other polygon lies beside it on its inner side: the edge passes through the
    /// other's interior, or runs along the other's border. Without such an edge, polygons overlap only if one contains
    /// the other.
    ///
    /// ```
    /// use tileray::{Polygon, glam::vec2};
    ///
    /// let diamond = Polygon::regular((0.0, 0.0), 8.0, 4)?;
    /// assert!(diamond.intersects_polygon(&diamond.translated((15.0, 0.0))?));
    /// assert!(!diamond.intersects_polygon(&diamond.translated((8.0, 8.0))?)); // they share an edge
    /// # Ok::<(), tileray::geometry::PolygonError>(())
    /// ```
    #[must_use]
    pub fn intersects_polygon(&self, other: &Self) -> bool {
        // If this polygon contains the other, all edges of the other lie inside, so one edge tells.
        self.bounds().overlaps(&other.bounds())
            && ((0..self.points().len()).any(|index| self.edge_has_beside_it(index, other))
                || other.edge_has_beside_it(0, self))
    }

    /// Returns whether `other` lies beside an edge somewhere, on the edge's inner side.
    fn edge_has_beside_it(&self, index: usize, other: &Self) -> bool {
        let edge = self.edge(index);
        if !edge.bounds().touches(&other.bounds()) {
            return false;
        }
        let side = usize::from(self.winding() == Winding::Clockwise);
        line_intervals(other, edge.start, edge.end).iter().any(|interval| interval.inside[side])
    }
}

/// An interval of a line between two crossings with a polygon's border.
#[derive(Clone, Copy, Debug)]
pub(super) struct LineInterval {
    /// Start and end as fractions of the segment, clamped to 0 and 1.
    pub(super) from: f64,
    pub(super) to: f64,
    /// Whether the polygon lies just left of the line (negative orientation), and whether just right of it.
    pub(super) inside: [bool; 2],
}

/// An edge that touches or crosses the line.
#[derive(Clone, Copy)]
struct EdgeCrossing {
    /// The edge's ends, the one with the lower orientation to the line first.
    low: Vec2,
    high: Vec2,
    /// The end that lies on the line, if any.
    corner: Option<Vec2>,
    /// Whether the line just to the left and the line just to the right cross the edge.
    flips: [bool; 2],
    /// The crossing's position on the line.
    at: LineParameter,
}

/// A position on the line, relative to the segment.
#[derive(Clone, Copy)]
struct LineParameter {
    /// Whether it comes after the segment's start, and before its end; exact.
    after_start: bool,
    before_end: bool,
    /// The fraction of the segment, clamped to 0 and 1.
    part: f64,
}

/// Returns the intervals of the segment from `a` to `b` (different, finite) that have a length and the polygon on at
/// least one side, in order.
///
/// The segment's line is treated as two lines, just left and just right of it. A corner on the line then lies between
/// both, so each crosses an edge properly or not at all, and is inside the polygon from each odd crossing to the next.
/// Within the polygon both are inside; along an edge one is. Crossings, their order and the ends of the segment are
/// decided by exact signs; only the fractions are rounded.
pub(super) fn line_intervals(polygon: &Polygon, a: Vec2, b: Vec2) -> Vec<LineInterval> {
    let points = polygon.points();
    let mut crossings = Vec::new();
    let last = points[points.len() - 1];
    let (mut start, mut start_side) = (last, orientation(a, b, last));
    for &end in points {
        let end_side = orientation(a, b, end);
        // Corners on the line are right of the left line and left of the right one.
        let flips = [(start_side >= 0.0) != (end_side >= 0.0), (start_side > 0.0) != (end_side > 0.0)];
        if flips[0] || flips[1] {
            let (low, high) = if start_side < end_side { (start, end) } else { (end, start) };
            let corner = if start_side == 0.0 { Some(start) } else { (end_side == 0.0).then_some(end) };
            let at = corner.map_or_else(|| crossing_parameter(a, b, low, high), |corner| point_parameter(a, b, corner));
            crossings.push(EdgeCrossing { low, high, corner, flips, at });
        }
        (start, start_side) = (end, end_side);
    }
    sort_by(&mut crossings, compare_crossings);
    let (mut inside, mut furthest) = ([false; 2], 0.0_f64);
    let mut found = Vec::new();
    for pair in crossings.windows(2) {
        let [from, to] = [pair[0], pair[1]];
        (0..2).for_each(|line| inside[line] ^= from.flips[line]);
        furthest = from.at.part.at_least(furthest);
        if (inside[0] || inside[1]) && from.at.before_end && to.at.after_start && compare_crossings(&from, &to).is_lt()
        {
            found.push(LineInterval { from: furthest, to: to.at.part.at_least(furthest), inside });
        }
    }
    found
}

/// Returns where the edge from `low`, left of the line, to `high`, right of it, crosses the line.
///
/// The orientation `o` to the edge changes linearly along the line, so the crossing is at `o(a) / (o(a) − o(b))`. It is
/// after `a` where `o(a) > 0`, and before `b` where `o(b) < 0`. If both hold, the denominator is a sum of two positive
/// numbers, and the quotient is as accurate as they are.
fn crossing_parameter(a: Vec2, b: Vec2, low: Vec2, high: Vec2) -> LineParameter {
    let (at_a, at_b) = (orientation(low, high, a), orientation(low, high, b));
    let (after_start, before_end) = (at_a > 0.0, at_b < 0.0);
    let part = match (after_start, before_end) {
        (true, true) => at_a / (at_a - at_b),
        (false, _) => 0.0,
        (true, false) => 1.0,
    };
    LineParameter { after_start, before_end, part }
}

/// Returns the position of a point on the line, by the axis along which the segment is longer.
fn point_parameter(a: Vec2, b: Vec2, point: Vec2) -> LineParameter {
    let step = b.as_dvec2() - a.as_dvec2();
    let (a, b, point) = if step.x.abs() >= step.y.abs() { (a.x, b.x, point.x) } else { (a.y, b.y, point.y) };
    let (after_start, before_end) = if a < b { (point > a, point < b) } else { (point < a, point > b) };
    let [a, b, point] = [a, b, point].map(f64::from);
    LineParameter { after_start, before_end, part: ((point - a) / (b - a)).within(0.0, 1.0) }
}

/// Orders two crossings along the line.
///
/// Edges of a simple polygon do not cross, so one of the two lies wholly on one side of the other's line, and so does
/// its crossing. Crossings are equal only if the two edges share a corner on the line.
fn compare_crossings(one: &EdgeCrossing, other: &EdgeCrossing) -> Ordering {
    if one.corner.is_some() && one.corner == other.corner {
        return Ordering::Equal;
    }
    // Points later on the line have negative orientations to an edge from the line's left to its right.
    let side_of = |edge: &EdgeCrossing, of: &EdgeCrossing| {
        let (low, high) = (orientation(edge.low, edge.high, of.low), orientation(edge.low, edge.high, of.high));
        if low >= 0.0 && high >= 0.0 {
            Some(if low > 0.0 || high > 0.0 { Ordering::Less } else { Ordering::Equal })
        } else if low <= 0.0 && high <= 0.0 {
            Some(Ordering::Greater)
        } else {
            None
        }
    };
    match side_of(one, other) {
        Some(side) => side.reverse(),
        None => side_of(other, one).unwrap_or(Ordering::Equal),
    }
}
