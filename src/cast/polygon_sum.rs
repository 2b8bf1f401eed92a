//! The sum of a pixel and any other convex core: a polygon, grown by the radius.

use super::sum::{PixelSum, disc_span};
use crate::collide::each_corner;
use crate::geometry::Bound;
use glam::DVec2;

/// The sum for any other core: a convex polygon.
#[derive(Clone, Debug)]
pub(super) struct PolygonSum {
    /// Clockwise on screen.
    edges: Vec<SumEdge>,
    low: DVec2,
    high: DVec2,
    radius: f64,
}

/// An edge of a [`PolygonSum`].
#[derive(Clone, Copy, Debug)]
struct SumEdge {
    start: DVec2,
    end: DVec2,
    /// The middle, relative to which separations are computed: mirrored edges have mirrored middles.
    middle: DVec2,
    /// The outward unit normal.
    normal: DVec2,
}

impl SumEdge {
    /// Returns how far a point lies outside of the edge's line.
    #[inline]
    fn separation(&self, point: DVec2) -> f64 {
        self.normal.dot(point - self.middle)
    }
}

impl PolygonSum {
    /// Creates the sum of a pixel and the mirrored convex hull of two or more points in clockwise order. Their
    /// coordinates count from `base`.
    pub(super) fn new(points: &[DVec2], base: DVec2, radius: f64) -> Self {
        let square = [DVec2::ZERO, DVec2::X, DVec2::ONE, DVec2::Y];
        // Their corners first.
        let mut edges: Vec<SumEdge> = Vec::with_capacity(points.len() + 4);
        each_corner(
            points.len(),
            |index| points[index] - base,
            &square,
            |corner, _| {
                if edges.last().is_none_or(|last| last.start != corner) {
                    edges.push(SumEdge { start: corner, end: corner, middle: corner, normal: DVec2::ZERO });
                }
            },
        );
        while edges.len() > 1 && edges[edges.len() - 1].start == edges[0].start {
            edges.pop();
        }
        let (mut low, mut high) = (edges[0].start, edges[0].start);
        for index in 0..edges.len() {
            let (start, end) = (edges[index].start, edges[(index + 1) % edges.len()].start);
            let along = end - start;
            let normal = DVec2::new(along.y, -along.x) / along.length();
            edges[index] = SumEdge { start, end, middle: (start + end) * 0.5, normal };
            (low, high) = (low.at_most(start), high.at_least(start));
        }
        Self { edges, low, high, radius }
    }

    /// Returns the greatest separation of a point from an edge; below 0 inside.
    fn separation(&self, point: DVec2) -> f64 {
        self.edges.iter().fold(f64::NEG_INFINITY, |most, edge| edge.separation(point).at_least(most))
    }

    /// Returns the edge from which a point is farthest outside. If edges tie, within `rounding`, the edge most against
    /// the motion counts, then the edge whose normal is most along x.
    fn farthest_edge(&self, point: DVec2, separation: f64, motion: DVec2, rounding: f64) -> &SumEdge {
        let tied = self.edges.iter().filter(|edge| edge.separation(point) >= separation - rounding);
        let key = |edge: &SumEdge| (-edge.normal.dot(motion), edge.normal.x.abs());
        tied.reduce(|best, edge| if key(edge) > key(best) { edge } else { best }).unwrap_or(&self.edges[0])
    }

    /// Returns the vector from the nearest point of the border to a point outside.
    fn outward_offset(&self, point: DVec2) -> DVec2 {
        let from_edge = |edge: &SumEdge| {
            let along = edge.end - edge.start;
            let part = ((point - edge.start).dot(along) / along.dot(along)).within(0.0, 1.0);
            // The nearer end is exact.
            if part > 0.5 { point - edge.end + along * (1.0 - part) } else { point - edge.start - along * part }
        };
        let outside = self.edges.iter().filter(|edge| edge.separation(point) > 0.0).map(from_edge);
        outside.fold(DVec2::INFINITY, |best, from| if from.dot(from) < best.dot(best) { from } else { best })
    }

    /// Returns the open interval of times in which a point lies within `depth` of the lines of all edges. These lines
    /// bound the grown polygon before its corners are rounded.
    fn span_between_lines(&self, point: DVec2, motion: DVec2, depth: f64) -> Option<(f64, f64)> {
        let (mut enter, mut leave) = (f64::NEG_INFINITY, f64::INFINITY);
        for edge in &self.edges {
            let ahead = depth - edge.separation(point);
            let speed = edge.normal.dot(motion);
            if speed == 0.0 {
                if ahead <= 0.0 {
                    return None;
                }
            } else if speed < 0.0 {
                enter = (ahead / speed).at_least(enter);
            } else {
                leave = (ahead / speed).at_most(leave);
            }
        }
        (enter < leave).then_some((enter, leave))
    }
}

impl PixelSum for PolygonSum {
    type Motion = DVec2;

    fn radius(&self) -> f64 {
        self.radius
    }

    fn bounds(&self) -> (DVec2, DVec2) {
        (self.low, self.high)
    }

    fn support(&self, direction: DVec2) -> f64 {
        self.edges.iter().fold(f64::NEG_INFINITY, |most, edge| edge.start.dot(direction).at_least(most))
    }

    fn signed_distance(&self, point: DVec2) -> f64 {
        let separation = self.separation(point);
        if separation <= 0.0 { separation } else { self.outward_offset(point).length() }
    }

    fn span(&self, point: DVec2, motion: DVec2, depth: f64) -> Option<(f64, f64)> {
        let (enter, leave) = self.span_between_lines(point, motion, depth)?;
        if depth <= 0.0 {
            return Some((enter, leave));
        }
        // The border of the grown polygon: edges moved outward, and discs around corners.
        let (mut first, mut last) = (f64::INFINITY, f64::NEG_INFINITY);
        for edge in &self.edges {
            if let Some((enter, leave)) = disc_span(point - edge.start, motion, depth) {
                first = enter.at_most(first);
                last = leave.at_least(last);
            }
            let speed = edge.normal.dot(motion);
            if speed != 0.0 {
                let time = (depth - edge.separation(point)) / speed;
                // Differences first: they are exact, wherever the pixel lies.
                let (at, along) = (motion * time, edge.end - edge.start);
                if (point - edge.start + at).dot(along) >= 0.0 && (point - edge.end + at).dot(along) <= 0.0 {
                    first = time.at_most(first);
                    last = time.at_least(last);
                }
            }
        }
        (first < last).then_some((first, last))
    }

    fn is_within(&self, point: DVec2, depth: f64) -> bool {
        let is_between_lines = self.edges.iter().all(|edge| edge.separation(point) < depth);
        is_between_lines && (depth <= 0.0 || self.signed_distance(point) < depth)
    }

    fn prepare(&self, motion: DVec2) -> DVec2 {
        motion
    }

    fn enter(&self, motion: &DVec2, point: DVec2, end: f64) -> Option<f64> {
        if *motion == DVec2::ZERO {
            return Some(0.0);
        }
        let (enter, leave) = self.span_between_lines(point, *motion, self.radius)?;
        if enter > end || leave <= 0.0 {
            return None;
        }
        let (enter, leave) = if self.radius > 0.0 { self.span(point, *motion, self.radius)? } else { (enter, leave) };
        (enter <= end && leave > 0.0).then_some(enter)
    }

    fn normal(&self, point: DVec2, motion: DVec2, rounding: f64) -> DVec2 {
        let separation = self.separation(point);
        let edge = self.farthest_edge(point, separation, motion, rounding);
        if self.radius == 0.0 || separation <= 0.0 {
            return edge.normal;
        }
        let along = edge.end - edge.start;
        if (point - edge.start).dot(along) >= 0.0 && (point - edge.end).dot(along) <= 0.0 {
            return edge.normal;
        }
        let out = self.outward_offset(point);
        let distance = out.length();
        if distance > 0.0 { out / distance } else { edge.normal }
    }

    fn each_normal(&self, point: DVec2, rounding: f64, visit: &mut dyn FnMut(DVec2)) {
        let separation = self.separation(point);
        if self.radius > 0.0 && separation > rounding {
            return visit(self.normal(point, DVec2::ZERO, rounding));
        }
        for edge in self.edges.iter().filter(|edge| edge.separation(point) >= separation - rounding) {
            visit(edge.normal);
        }
    }

    fn side(&self, axis: usize, is_high: bool) -> (f64, f64) {
        let most = if is_high { self.high[axis] } else { self.low[axis] };
        let on_side = self.edges.iter().filter(|edge| edge.start[axis] == most);
        on_side.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), edge| {
            (edge.start[1 - axis].at_most(low), edge.start[1 - axis].at_least(high))
        })
    }

    fn section(&self, axis: usize, coordinate: f64) -> (f64, f64) {
        let coordinate = coordinate.within(self.low[axis], self.high[axis]);
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for edge in &self.edges {
            let (start, end) = (edge.start[axis], edge.end[axis]);
            if start.at_most(end) <= coordinate && coordinate <= start.at_least(end) {
                let part = if start == end { 0.0 } else { (coordinate - start) / (end - start) };
                let across = edge.start[1 - axis] + (edge.end[1 - axis] - edge.start[1 - axis]) * part;
                low = across.at_most(low);
                high = across.at_least(high);
            }
        }
        (low, high)
    }
}
