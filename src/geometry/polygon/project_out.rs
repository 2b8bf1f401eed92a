//! Pushes points and circles out of a polygon.
//!
//! ```text
//! free position of a circle, nearest to its center:
//!     curves = the edges moved outward by the radius, and arcs around convex corners       rim.rs
//!     if the nearest position of all curves is free: return it
//!     best = the nearest position beside the polygon's box
//!     for each curve, nearest first, until it is farther than best:
//!         in both directions along the curve, from its nearest position:
//!             while an edge blocks the position: go on to where that edge no longer blocks it
//!             best = the position, if it is on the curve and nearer
//! ```

use super::{
    Polygon,
    query::PointLocation,
    rim::{EdgeTree, Rim, RimCurve},
};
use crate::geometry::bound::{Bound, Elements};
use crate::geometry::sort::sort_indexed_floats;
use crate::geometry::{circle::Circle, tolerance::touch_tolerance};
use glam::{DVec2, Vec2};

impl Polygon {
    /// Returns the border point closest to a point strictly inside, in pixels: the shortest way out.
    ///
    /// `None` if the point is not strictly inside, and for NaN and infinity. The result is never strictly inside, so
    /// projecting it again returns `None`. On a tie, the first edge counts. Cost: O(n).
    ///
    /// If `f32` cannot represent the closest point, the result lies outside next to it, a few times the spacing of
    /// `f32` away. In a notch that is narrower than this, the result is the closest corner.
    ///
    /// ```
    /// use tileray::{Polygon, glam::vec2};
    ///
    /// let block = Polygon::new(vec![vec2(0.0, 0.0), vec2(16.0, 0.0), vec2(16.0, 16.0), vec2(0.0, 16.0)])?;
    /// assert_eq!(block.project_out((7.0, 3.0)), Some(vec2(7.0, 0.0)));
    /// assert_eq!(block.project_out((7.0, 0.0)), None);
    /// # Ok::<(), tileray::geometry::PolygonError>(())
    /// ```
    #[must_use]
    pub fn project_out(&self, point: impl Into<Vec2>) -> Option<Vec2> {
        let point = point.into();
        if self.locate(point) != PointLocation::Inside {
            return None;
        }
        let nearest = self.closest_border(point);
        let rounded = nearest.point.as_vec2();
        let is_out = |point: Vec2| self.locate(point) != PointLocation::Inside;
        let outward = self.outward(nearest.edge);
        // Rounding moves each coordinate by at most half a step of `f32`, so one step outward in both passes the edge.
        // A second step makes up for steps that are half as long past a power of two, and for rounding in `f64`.
        // Shorter combinations come first.
        let stepped = |steps: [u32; 2]| {
            let step = |value: f32, toward: f64, count: u32| {
                (0..count).fold(value, |value, _| match toward {
                    toward if toward > 0.0 => value.next_up(),
                    toward if toward < 0.0 => value.next_down(),
                    _ => value,
                })
            };
            Vec2::new(step(rounded.x, outward.x, steps[0]), step(rounded.y, outward.y, steps[1]))
        };
        let steps = [[0, 0], [1, 0], [0, 1], [1, 1], [2, 0], [0, 2], [2, 2], [3, 3]];
        let beside = steps.into_iter().map(stepped).filter(|&candidate| is_out(candidate));
        let distance = |candidate: &Vec2| candidate.as_dvec2().distance_squared(nearest.point);
        let corner = || {
            let squares = self.points().iter().map(|corner| corner.as_dvec2().distance_squared(point.as_dvec2()));
            let nearest = squares.zip(self.points()).min_by(|(a, _), (b, _)| a.total_cmp(b));
            nearest.map(|(_, &corner)| corner)
        };
        beside.min_by(|a, b| distance(a).total_cmp(&distance(b))).or_else(corner)
    }

    /// Returns an outward vector at a right angle to an edge, as long as the edge.
    pub(super) fn outward(&self, edge: usize) -> DVec2 {
        let edge = self.edge(edge);
        let along = edge.end.as_dvec2() - edge.start.as_dvec2();
        DVec2::new(along.y, -along.x) * self.winding().inner_sign()
    }

    /// Returns the closest position, in pixels, at which the center of an overlapping circle no longer overlaps. The
    /// polygon may be concave: the circle leaves a notch that is too narrow for it.
    ///
    /// `None` if the circle does not overlap the interior, has a negative radius or a number that is not finite.
    /// Touching is not overlapping. A circle still touches if it reaches in by less than a tolerance: 2^-22 of the
    /// largest coordinate that the center of a touching circle can have, 1/4200 pixel at 1000 pixels. The result
    /// touches in this sense, so projecting it again returns `None`.
    ///
    /// A center on an edge leaves at a right angle to it, a center on a convex corner along the bisector. A circle no
    /// larger than the tolerance is a point, as in [`project_out`](Self::project_out). On a tie, the first position
    /// counts: beside edges first, then around corners, in their order. The result may lie in a hollow whose mouth is
    /// too narrow for the circle.
    ///
    /// Cost: O(n) if the closest of all positions beside single edges and corners is free. Otherwise O(n log n), and a
    /// search along the k edges and corners that come closer than the result. Each takes mostly a few steps (at worst
    /// n) of mostly O(log n) (at worst O(n)).
    ///
    /// ```
    /// use tileray::{Circle, Polygon, glam::vec2};
    ///
    /// let block = Polygon::new(vec![vec2(0.0, 0.0), vec2(16.0, 0.0), vec2(16.0, 16.0), vec2(0.0, 16.0)])?;
    /// assert_eq!(block.project_circle_out(Circle::new((7.0, -3.0), 4.0)), Some(vec2(7.0, -4.0)));
    /// assert_eq!(block.project_circle_out(Circle::new((7.0, 1.0), 4.0)), Some(vec2(7.0, -4.0)));
    /// assert_eq!(block.project_circle_out(Circle::new((-3.0, -4.0), 5.0)), None); // touches the corner
    /// # Ok::<(), tileray::geometry::PolygonError>(())
    /// ```
    #[must_use]
    pub fn project_circle_out(&self, circle: Circle) -> Option<Vec2> {
        if !circle.is_valid() {
            return None;
        }
        match CircleExit::new(self, &circle) {
            Some(search) => search.overlaps(circle.center).then(|| search.nearest()),
            None => self.project_out(circle.center),
        }
    }

    /// Returns whether a circle overlaps the polygon, as in [`project_circle_out`](Self::project_circle_out). Cost:
    /// O(n).
    pub(crate) fn overlaps_circle(&self, circle: &Circle) -> bool {
        circle.is_valid()
            && match CircleExit::new(self, circle) {
                Some(search) => search.overlaps(circle.center),
                None => self.locate(circle.center) == PointLocation::Inside,
            }
    }
}

/// The search for the closest free position: one at which the circle does not overlap the polygon.
struct CircleExit<'a> {
    polygon: &'a Polygon,
    center: DVec2,
    radius: f64,
    tolerance: f64,
}

/// An obstacle of a circle at a position.
enum Blocker {
    Edge(usize),
    /// No edge is near, but the position lies inside.
    Inside,
}

impl<'a> CircleExit<'a> {
    /// Creates the search for a valid circle; `None` if it is no larger than the tolerance, and so a point.
    fn new(polygon: &'a Polygon, circle: &Circle) -> Option<Self> {
        let bounds = polygon.bounds();
        let radius = f64::from(circle.radius);
        // All touching centers lie in the box grown by the radius.
        let largest = f64::from(bounds.min.abs().at_least(bounds.max.abs()).greatest()) + radius;
        let tolerance = touch_tolerance(largest);
        (radius > tolerance).then(|| Self { polygon, center: circle.center.as_dvec2(), radius, tolerance })
    }

    /// Returns the distance below which the circle overlaps an edge.
    fn reach(&self) -> f64 {
        self.radius - self.tolerance
    }

    fn overlaps(&self, position: Vec2) -> bool {
        let square = self.reach() * self.reach();
        self.polygon.edges().any(|edge| edge.distance_squared(position) < square) || self.polygon.contains(position)
    }

    fn blocker(&self, tree: &EdgeTree<'_>, position: Vec2) -> Option<Blocker> {
        match tree.nearer_than(position, self.reach()) {
            Some(edge) => Some(Blocker::Edge(edge)),
            None => self.polygon.contains(position).then_some(Blocker::Inside),
        }
    }

    /// Converts a position relative to the center to a point of the world.
    fn rounded(&self, position: DVec2) -> Vec2 {
        (self.center + position).as_vec2()
    }

    /// Returns the free position closest to the center.
    ///
    /// It is the closest position of a curve of the rim, or a position where a curve leaves an obstacle. So each curve
    /// is followed away from its closest position, past one obstacle after another. Closest curves come first, and the
    /// search ends when no curve comes closer than a known free position.
    fn nearest(&self) -> Vec2 {
        let rim = Rim::new(self.polygon, self.center, self.radius, self.tolerance);
        let curves = rim.curves();
        let first = curves.iter().reduce(|best, curve| if curve.least < best.least { curve } else { best });
        if let Some(position) = first.and_then(|curve| curve.nearest) {
            let position = self.rounded(position);
            if !self.overlaps(position) {
                return position;
            }
        }
        let mut order: Vec<_> = curves.iter().map(|curve| curve.least).zip(0..).collect();
        sort_indexed_floats(&mut order);
        let tree = EdgeTree::new(self.polygon);
        let mut best = self.beside_the_box();
        for curve in order.iter().map(|&(_, index)| &curves[index]) {
            if curve.least >= best.0 {
                break;
            }
            for (start, direction) in [(curve.starts[0], -1.0), (curve.starts[1], 1.0)] {
                if let Some(found) = self.walk(&rim, &tree, curve, start, direction, best.0) {
                    best = found;
                }
            }
        }
        best.1
    }

    /// Returns the first free position of a curve in a direction, with its distance; `None` if none is closer than
    /// `limit`.
    ///
    /// The positions that an edge blocks form a convex set. A line meets it in one interval, and so does a circle of
    /// the same radius. So no edge blocks a curve twice, and there are at most as many steps as edges; through the
    /// interior, a small multiple of that.
    fn walk(
        &self,
        rim: &Rim,
        tree: &EdgeTree<'_>,
        curve: &RimCurve,
        start: f64,
        direction: f64,
        limit: f64,
    ) -> Option<(f64, Vec2)> {
        let mut at = start;
        for _ in 0..4 * self.polygon.points().len() {
            let position = rim.position(&curve.shape, at);
            let distance = position.length();
            if distance >= limit || curve.is_past(at, direction) {
                return None;
            }
            let rounded = self.rounded(position);
            at = match self.blocker(tree, rounded) {
                None => return rounded.is_finite().then_some((distance, rounded)),
                Some(Blocker::Edge(edge)) => rim.exit(&curve.shape, edge, at, direction)?,
                Some(Blocker::Inside) => rim.next_meeting(&curve.shape, at, direction)?,
            };
        }
        None
    }

    /// Returns the closest position beside, above or below the polygon's box, with its distance; always free.
    fn beside_the_box(&self) -> (f64, Vec2) {
        let (min, max) = (self.polygon.bounds().min.as_dvec2(), self.polygon.bounds().max.as_dvec2());
        let (DVec2 { x, y }, radius) = (self.center, self.radius);
        let positions = [(min.x - radius, y), (max.x + radius, y), (x, min.y - radius), (x, max.y + radius)];
        let keyed = positions.map(DVec2::from).map(|position| (position.distance(self.center), position.as_vec2()));
        keyed.into_iter().reduce(|best, position| if position.0 < best.0 { position } else { best }).unwrap_or_default()
    }
}
