//! Where a circle has to go to be out of a polygon.

use super::{Polygon, simple::neighbours};
use crate::geometry::{Circle, closest_on_segment, touch_tolerance};
use glam::{DVec2, Vec2};

impl Polygon {
    /// Where the centre of a circle that overlaps the polygon has to go so that it overlaps no longer: the nearest such
    /// place, in pixels. The polygon may be concave: from a notch too narrow for the circle it goes out of the notch.
    ///
    /// `None` where the circle does not overlap the inside, and for a circle with a radius below 0 or a number that is not
    /// finite. Touching is not overlapping, and a circle that reaches in by less than a tolerance still touches: 2^-22 of
    /// the largest coordinate that a touching circle's centre can have, 1/4096 pixel at a thousand pixels. The answer
    /// touches in this sense: projected again, nothing moves. A centre on an edge leaves at a right angle to it, one on a
    /// convex corner along the bisector. A circle no larger than the tolerance is a point, as in
    /// [`project_out`](Self::project_out). Of places that are equally near the first counts: those beside edges, then
    /// those around corners, in their order. The nearest place may be in a hollow whose mouth is too narrow for the circle.
    ///
    /// Cost: O(n) where the nearest of all places beside single edges and corners is free. Else the border of the region
    /// that is not free has corners of its own, where k edges and corners come into question, and k² pairs of them are
    /// intersected; each place that comes out is looked at in O(n) at most, mostly in O(1).
    ///
    /// ```
    /// use tileray::{Circle, Polygon, glam::vec2};
    ///
    /// let block = Polygon::new(vec![vec2(0.0, 0.0), vec2(16.0, 0.0), vec2(16.0, 16.0), vec2(0.0, 16.0)])?;
    /// assert_eq!(block.project_circle_out(Circle::new((7.0, -3.0), 4.0)), Some(vec2(7.0, -4.0)));
    /// assert_eq!(block.project_circle_out(Circle::new((7.0, 1.0), 4.0)), Some(vec2(7.0, -4.0)));
    /// assert_eq!(block.project_circle_out(Circle::new((-3.0, -4.0), 5.0)), None); // touches the corner
    /// # Ok::<(), tileray::PolygonError>(())
    /// ```
    #[must_use]
    pub fn project_circle_out(&self, circle: Circle) -> Option<Vec2> {
        if !circle.is_valid() {
            return None;
        }
        let bounds = self.bounds();
        let radius = f64::from(circle.radius);
        // Each centre at which the circle touches lies in the box grown by the radius.
        let largest = f64::from(bounds.min.abs().max(bounds.max.abs()).max_element()) + radius;
        let tolerance = touch_tolerance(largest);
        if radius <= tolerance {
            return self.project_out(circle.centre);
        }
        let rim = Rim { polygon: self, centre: circle.centre.as_dvec2(), radius, tolerance };
        rim.overlaps(circle.centre, &mut 0).then(|| rim.nearest())
    }
}

/// The places at which a circle of a radius touches a polygon: edges moved outward by the radius and arcs around convex
/// corners, where no other part of the polygon is nearer. Relative to the centre that is to be moved.
struct Rim<'a> {
    polygon: &'a Polygon,
    centre: DVec2,
    radius: f64,
    tolerance: f64,
}

/// One part of the rim, as if the polygon had no other.
struct Part {
    curve: Curve,
    /// No place on it is nearer to the centre than that.
    least: f64,
    /// Its nearest place; an arc has none where the nearest is one of its ends, which the edges have too.
    nearest: Option<DVec2>,
}

enum Curve {
    /// From a place, in a direction of length 1, as far as `length`; `normal` points outward.
    Line { start: DVec2, along: DVec2, normal: DVec2, length: f64 },
    /// Around a corner.
    Arc { corner: DVec2 },
}

impl Rim<'_> {
    /// Whether the circle overlaps the polygon when its centre is at `place`; `suspect` is an edge to be looked at first, and
    /// becomes the one that is in the way.
    fn overlaps(&self, place: Vec2, suspect: &mut usize) -> bool {
        let reach = self.radius - self.tolerance;
        let point = place.as_dvec2();
        let is_near = |index: usize| {
            let edge = self.polygon.edge(index);
            let nearest = closest_on_segment(edge.start.as_dvec2(), edge.end.as_dvec2(), point);
            nearest.distance_squared(point) < reach * reach
        };
        if is_near(*suspect) {
            return true;
        }
        if let Some(found) = (0..self.polygon.points().len()).find(|&index| is_near(index)) {
            *suspect = found;
            return true;
        }
        self.polygon.contains(place)
    }

    /// The place as a point of the world, if the circle is free there.
    fn free(&self, place: DVec2, suspect: &mut usize) -> Option<Vec2> {
        let rounded = (self.centre + place).as_vec2();
        (rounded.is_finite() && !self.overlaps(rounded, suspect)).then_some(rounded)
    }

    /// The free place that is nearest to the centre.
    ///
    /// It is the nearest place of a single part, or a place that two parts share; and the latter is no nearer than the
    /// nearest places of both. So once a free place is known, only parts that come nearer than it need be intersected.
    fn nearest(&self) -> Vec2 {
        let mut suspect = 0;
        let mut parts = self.parts();
        let first = parts.iter().filter_map(|part| part.nearest.map(|place| (part.least, place)));
        let first = first.reduce(|best, part| if part.0 < best.0 { part } else { best });
        if let Some(found) = first.and_then(|(_, place)| self.free(place, &mut suspect)) {
            return found;
        }
        parts.sort_by(|a, b| a.least.total_cmp(&b.least));
        let single = parts.iter().find_map(|part| Some((part.least, self.free(part.nearest?, &mut suspect)?)));
        let (mut least, mut best) = single.unwrap_or_else(|| self.beside_the_box());
        let mut places: Vec<(f64, DVec2)> = Vec::new();
        for (index, part) in parts.iter().enumerate() {
            if part.least >= least {
                break;
            }
            places.clear();
            for other in &parts[..index] {
                let shared = self.shared(&part.curve, &other.curve);
                let keyed = shared.into_iter().flatten().map(|place| (place.length(), place));
                places.extend(keyed.filter(|(distance, _)| *distance < least));
            }
            places.sort_by(|a, b| a.0.total_cmp(&b.0));
            let found = places.iter().find_map(|&(distance, place)| Some((distance, self.free(place, &mut suspect)?)));
            (least, best) = found.unwrap_or((least, best));
        }
        best
    }

    /// The nearest place to the left or right of the polygon's box, or above or below it; always free.
    fn beside_the_box(&self) -> (f64, Vec2) {
        let (min, max) = (self.polygon.bounds().min.as_dvec2(), self.polygon.bounds().max.as_dvec2());
        let (DVec2 { x, y }, radius) = (self.centre, self.radius);
        let places = [(min.x - radius, y), (max.x + radius, y), (x, min.y - radius), (x, max.y + radius)];
        let keyed = places.map(DVec2::from).map(|place| (place.distance(self.centre), place.as_vec2()));
        keyed.into_iter().reduce(|best, place| if place.0 < best.0 { place } else { best }).unwrap_or_default()
    }

    /// All edges, then all convex corners.
    fn parts(&self) -> Vec<Part> {
        let radius = self.radius;
        let points: Vec<DVec2> = self.polygon.points().iter().map(|point| point.as_dvec2() - self.centre).collect();
        let normals: Vec<DVec2> = (0..points.len())
            .map(|index| {
                let outward = self.polygon.outward(index);
                outward / outward.length()
            })
            .collect();
        let moved = |point: usize, edge: usize| points[point] + normals[edge] * radius;
        let line = |index: usize| {
            let after = neighbours(index, points.len()).1;
            let (start, end) = (moved(index, index), moved(after, index));
            let nearest = closest_on_segment(start, end, DVec2::ZERO);
            let (way, normal) = (points[after] - points[index], normals[index]);
            let curve = Curve::Line { start, along: way / way.length(), normal, length: way.length() };
            Part { curve, least: nearest.length(), nearest: Some(nearest) }
        };
        let arc = |index: usize| {
            let (before, after) = neighbours(index, points.len());
            let [start, corner, end] = [before, index, after].map(|index| self.polygon.points()[index]);
            if crate::geometry::orientation(start, corner, end) * self.polygon.winding().inner_sign() <= 0.0 {
                return None;
            }
            let corner = points[index];
            let (back, onward) = (points[before] - corner, points[after] - corner);
            let curve = Curve::Arc { corner };
            if corner == DVec2::ZERO {
                // The centre is at the corner: all places around it are equally near, and it leaves in their middle. Along
                // the bisector lie the sum of the normals, which is short for a sharp corner, and that of the
                // directions away from the neighbours, which is short for a flat one; together they are long enough.
                // A little less than the radius, so that this place comes before the ends of the edges.
                let bisector = normals[before] + normals[index] - back.normalize() - onward.normalize();
                let nearest = bisector / bisector.length() * radius;
                return Some(Part { curve, least: radius * (1.0 - f64::EPSILON * 1024.0), nearest: Some(nearest) });
            }
            if corner.dot(back) >= 0.0 && corner.dot(onward) >= 0.0 {
                let nearest = corner - corner / corner.length() * radius;
                return Some(Part { curve, least: nearest.length(), nearest: Some(nearest) });
            }
            let least = moved(index, before).length().min(moved(index, index).length());
            Some(Part { curve, least, nearest: None })
        };
        (0..points.len()).map(line).chain((0..points.len()).filter_map(arc)).collect()
    }

    /// The places that lie on two curves. Arcs are taken for whole circles: what is too much on them is not free, or free
    /// with room to spare.
    fn shared(&self, one: &Curve, other: &Curve) -> [Option<DVec2>; 2] {
        match (one, other) {
            (Curve::Line { start, along, .. }, Curve::Line { start: other_start, normal: other_normal, .. }) => {
                // n₂·(start + t·along) = n₂·start₂; parallel lines give no number, which lies on neither.
                let part = other_normal.dot(*other_start - *start) / other_normal.dot(*along);
                let place = *start + *along * part;
                [(self.is_on(one, place) && self.is_on(other, place)).then_some(place), None]
            }
            (line @ Curve::Line { start, along, normal, .. }, Curve::Arc { corner })
            | (Curve::Arc { corner }, line @ Curve::Line { start, along, normal, .. }) => {
                let away = normal.dot(*start - *corner);
                if away.abs() > self.radius + self.tolerance {
                    return [None, None];
                }
                let half = (self.radius * self.radius - away * away).max(0.0).sqrt();
                let foot = *corner + *normal * away;
                [foot - *along * half, foot + *along * half].map(|place| self.is_on(line, place).then_some(place))
            }
            (Curve::Arc { corner }, Curve::Arc { corner: other }) => {
                let half_way = (*other - *corner) * 0.5;
                let square = half_way.length_squared();
                let height = self.radius * self.radius - square;
                if height < 0.0 {
                    return [None, None];
                }
                let across = half_way.perp() * (height / square).sqrt();
                [*corner + half_way - across, *corner + half_way + across].map(Some)
            }
        }
    }

    /// Whether a place on a line's whole length lies between its ends, or past them by no more than the tolerance.
    fn is_on(&self, curve: &Curve, place: DVec2) -> bool {
        match curve {
            Curve::Line { start, along, length, .. } => {
                let part = along.dot(place - *start);
                -self.tolerance <= part && part <= length + self.tolerance
            }
            Curve::Arc { .. } => true,
        }
    }
}
