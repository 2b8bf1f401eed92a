//! The offset curve of a polygon, on which the centers of touching circles lie, and a tree to find edges by position.

use super::{Polygon, simple::neighbors};
use crate::geometry::aabb::Aabb;
use crate::geometry::bound::Bound;
use crate::geometry::segment::closest_on_segment;
use crate::geometry::tolerance::{ARC_END_ROUNDING, BOX_DISTANCE_ROUNDING};
use glam::{DVec2, Vec2};

/// The polygon's edges moved outward by a radius, and arcs around its convex corners. A circle with its center there
/// touches the polygon, if no other part of the polygon is closer. All coordinates are relative to the circle's own
/// center.
pub(super) struct Rim {
    points: Vec<DVec2>,
    /// Lengths, unit directions and outward unit normals of the edges, computed from absolute coordinates: relative
    /// to a distant center the ends of a short edge may coincide.
    lengths: Vec<f64>,
    directions: Vec<DVec2>,
    normals: Vec<DVec2>,
    convex: Vec<bool>,
    radius: f64,
    tolerance: f64,
}

/// One curve of the rim, as if the polygon had no other.
pub(super) struct RimCurve {
    pub(super) shape: CurveShape,
    /// A lower bound of its distance from the center.
    pub(super) least: f64,
    /// Its closest position. `None` for an arc that is closest at an end, as the end of an edge lies there too.
    pub(super) nearest: Option<DVec2>,
    /// The parameters from which to go toward its low end and toward its high end: the closest position, or else the
    /// opposite end. So both ways lead away from the center.
    pub(super) starts: [f64; 2],
    /// The parameters of its low and high end, extended a little.
    ends: [f64; 2],
}

/// The shape of a curve, with its parameter.
pub(super) enum CurveShape {
    /// A start and a unit direction; the parameter is the length from the start.
    Line { start: DVec2, along: DVec2 },
    /// A circle around a corner; the parameter is the tangent of half the angle from the direction `axis`, which grows
    /// with the angle and needs no sine.
    Arc { corner: DVec2, axis: DVec2 },
}

impl RimCurve {
    /// Returns whether a parameter lies past the end in a direction.
    pub(super) fn is_past(&self, at: f64, direction: f64) -> bool {
        if direction < 0.0 { at < self.ends[0] } else { at > self.ends[1] }
    }
}

impl Rim {
    pub(super) fn new(polygon: &Polygon, center: DVec2, radius: f64, tolerance: f64) -> Self {
        let corners = polygon.points();
        let points = corners.iter().map(|point| point.as_dvec2() - center).collect();
        let vectors = || polygon.edges().map(|edge| edge.end.as_dvec2() - edge.start.as_dvec2());
        let lengths = vectors().map(DVec2::length).collect();
        let directions = vectors().map(|vector| vector / vector.length()).collect();
        let unit = |outward: DVec2| outward / outward.length();
        let normals = (0..corners.len()).map(|index| unit(polygon.outward(index))).collect();
        let convex = (0..corners.len()).map(|index| polygon.inner_turn(index) > 0.0).collect();
        Self { points, lengths, directions, normals, convex, radius, tolerance }
    }

    /// Returns the curves of all edges, then of all convex corners.
    pub(super) fn curves(&self) -> Vec<RimCurve> {
        let count = self.points.len();
        let corners = (0..count).filter(|&index| self.convex[index]);
        (0..count).map(|index| self.line(index)).chain(corners.map(|index| self.arc(index))).collect()
    }

    /// Returns the ends of an edge.
    fn edge(&self, index: usize) -> (DVec2, DVec2) {
        (self.points[index], self.points[neighbors(index, self.points.len()).1])
    }

    fn line(&self, index: usize) -> RimCurve {
        let ((a, b), outward) = (self.edge(index), self.normals[index] * self.radius);
        let (start, along, length) = (a + outward, self.directions[index], self.lengths[index]);
        let nearest = closest_on_segment(start, b + outward, DVec2::ZERO);
        let at = along.dot(-start).at_least(0.0).at_most(length);
        let ends = [-self.tolerance, length + self.tolerance];
        RimCurve {
            shape: CurveShape::Line { start, along },
            least: nearest.length(),
            nearest: Some(nearest),
            starts: [at, at],
            ends,
        }
    }

    fn arc(&self, index: usize) -> RimCurve {
        let before = neighbors(index, self.points.len()).0;
        let corner = self.points[index];
        let (back, onward) = (-self.directions[before], self.directions[index]);
        // For a sharp corner the sum of the normals is short, for a flat one the sum of the directions away from the
        // neighbors. Both lie along the bisector, so their sum is long enough.
        let bisector = self.normals[before] + self.normals[index] - back - onward;
        let axis = bisector / bisector.length();
        let shape = CurveShape::Arc { corner, axis };
        let ends = [before, index].map(|edge| arc_parameter(axis, self.normals[edge]));
        let (low, high) = (ends[0].at_most(ends[1]), ends[0].at_least(ends[1]));
        let slack = self.tolerance / self.radius;
        let ends = [low - slack, high + slack];
        if corner == DVec2::ZERO {
            // All positions are equally close; the circle leaves through the middle one. The bound is a little less
            // than the radius, so that the arc comes before the ends of the edges.
            let least = self.radius * (1.0 - ARC_END_ROUNDING);
            return RimCurve { shape, least, nearest: Some(axis * self.radius), starts: [0.0, 0.0], ends };
        }
        if corner.dot(back) >= 0.0 && corner.dot(onward) >= 0.0 {
            let direction = -corner / corner.length();
            let nearest = corner + direction * self.radius;
            let at = arc_parameter(axis, direction).at_least(low).at_most(high);
            return RimCurve { shape, least: nearest.length(), nearest: Some(nearest), starts: [at, at], ends };
        }
        let distances = [before, index].map(|edge| (corner + self.normals[edge] * self.radius).length());
        RimCurve { shape, least: distances[0].at_most(distances[1]), nearest: None, starts: [high, low], ends }
    }

    /// Returns the position at a parameter of a curve.
    pub(super) fn position(&self, shape: &CurveShape, at: f64) -> DVec2 {
        match shape {
            CurveShape::Line { start, along } => *start + *along * at,
            CurveShape::Arc { corner, axis } => {
                // cos = (1 − t²) / (1 + t²) and sin = 2t / (1 + t²) for the tangent t of half the angle.
                let square = at * at;
                *corner + (*axis * (1.0 - square) + axis.perp() * (2.0 * at)) * (self.radius / (1.0 + square))
            }
        }
    }

    /// Returns the parameter at which a curve leaves the positions that an edge blocks, followed in a direction from
    /// one of them.
    pub(super) fn exit(&self, shape: &CurveShape, edge: usize, at: f64, direction: f64) -> Option<f64> {
        let (a, b) = self.edge(edge);
        let free = self.radius - self.tolerance / 4.0;
        let mut found: Option<f64> = None;
        for next in self.meetings(shape, edge) {
            let is_nearest = found.is_none_or(|found| (next - found) * direction < 0.0);
            if (next - at) * direction > 0.0 && is_nearest {
                let position = self.position(shape, next);
                if closest_on_segment(a, b, position).distance_squared(position) >= free * free {
                    found = Some(next);
                }
            }
        }
        found
    }

    /// Returns the next parameter in a direction at which a curve meets the border of the positions that any edge
    /// blocks.
    pub(super) fn next_meeting(&self, shape: &CurveShape, at: f64, direction: f64) -> Option<f64> {
        let step = match shape {
            CurveShape::Line { .. } => self.tolerance / 4.0,
            CurveShape::Arc { .. } => self.tolerance / (4.0 * self.radius),
        };
        let all = (0..self.points.len()).flat_map(|edge| self.meetings(shape, edge));
        let ahead = all.map(|next| (next - at) * direction).filter(|&distance| distance > step);
        ahead.reduce(Bound::at_most).map(|distance| at + distance * direction)
    }

    /// Returns the parameters at which a curve meets the border of the positions near an edge: two lines and two
    /// circles. NaN for each that it misses.
    fn meetings(&self, shape: &CurveShape, edge: usize) -> [f64; 8] {
        let ((a, b), normal, radius) = (self.edge(edge), self.normals[edge], self.radius);
        let mut found = [f64::NAN; 8];
        match shape {
            CurveShape::Line { start, along } => {
                for (index, end) in [a, b].into_iter().enumerate() {
                    let at = along.dot(end - *start);
                    let aside = along.perp_dot(end - *start);
                    // NaN below 0, where the line misses the circle.
                    let half = ((radius - aside) * (radius + aside)).sqrt();
                    (found[2 * index], found[2 * index + 1]) = (at - half, at + half);
                }
                let (away, rate) = (normal.dot(*start - a), normal.dot(*along));
                (found[4], found[5]) = ((radius - away) / rate, (-radius - away) / rate);
            }
            CurveShape::Arc { corner, axis } => {
                for (index, end) in [a, b].into_iter().enumerate() {
                    let half_way = (end - *corner) * 0.5;
                    let square = half_way.length_squared();
                    let across = half_way.perp() * ((radius * radius - square) / square).sqrt();
                    let directions = [half_way - across, half_way + across];
                    [found[2 * index], found[2 * index + 1]] =
                        directions.map(|direction| arc_parameter(*axis, direction / radius));
                }
                let away = normal.dot(*corner - a) / radius;
                for (index, cosine) in [1.0 - away, -1.0 - away].into_iter().enumerate() {
                    let across = normal.perp() * ((1.0 - cosine) * (1.0 + cosine)).sqrt();
                    let directions = [normal * cosine - across, normal * cosine + across];
                    [found[4 + 2 * index], found[5 + 2 * index]] =
                        directions.map(|direction| arc_parameter(*axis, direction));
                }
            }
        }
        found
    }
}

/// Returns the tangent of half the angle from `axis` to a direction, both of length 1: sin / (1 + cos).
fn arc_parameter(axis: DVec2, direction: DVec2) -> f64 {
    axis.perp_dot(direction) / (1.0 + axis.dot(direction))
}

/// A binary tree of bounding boxes over consecutive edges, to find an edge near a position.
///
/// Node 1 is the root, node `i` has the children `2i` and `2i + 1`, and the leaves are the edges.
pub(super) struct EdgeTree<'a> {
    polygon: &'a Polygon,
    boxes: Vec<Aabb>,
    /// The index of the first leaf, a power of two.
    first_leaf: usize,
}

impl<'a> EdgeTree<'a> {
    pub(super) fn new(polygon: &'a Polygon) -> Self {
        let count = polygon.points().len();
        let first_leaf = count.next_power_of_two();
        // Leaves past the last edge repeat it, so that every box contains an edge.
        let mut boxes = vec![polygon.edge(count - 1).bounds(); 2 * first_leaf];
        for (leaf, edge) in boxes[first_leaf..].iter_mut().zip(polygon.edges()) {
            *leaf = edge.bounds();
        }
        for node in (1..first_leaf).rev() {
            boxes[node] = boxes[2 * node].union(&boxes[2 * node + 1]);
        }
        Self { polygon, boxes, first_leaf }
    }

    /// Returns an edge closer to a position than `reach`, if there is one; mostly one of the closest.
    pub(super) fn nearer_than(&self, position: Vec2, reach: f64) -> Option<usize> {
        let from = position.as_dvec2();
        let distance = |node: usize| {
            let Aabb { min, max } = self.boxes[node];
            from.at_least(min.as_dvec2()).at_most(max.as_dvec2()).distance_squared(from)
        };
        let limit = reach * reach * (1.0 + BOX_DISTANCE_ROUNDING);
        let mut waiting = vec![1];
        while let Some(node) = waiting.pop() {
            if node >= self.first_leaf {
                let edge = node - self.first_leaf;
                let is_edge = edge < self.polygon.points().len();
                if is_edge && self.polygon.edge(edge).distance_squared(position) < reach * reach {
                    return Some(edge);
                }
                continue;
            }
            let children = [2 * node, 2 * node + 1].map(|child| (distance(child), child));
            let (nearer, further) =
                if children[0].0 <= children[1].0 { (children[0], children[1]) } else { (children[1], children[0]) };
            // The child pushed last is visited first.
            waiting.extend([further, nearer].into_iter().filter(|child| child.0 < limit).map(|child| child.1));
        }
        None
    }
}
