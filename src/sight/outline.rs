//! The outline of a visible region: the polygon of its pieces.

use super::cone::{SightOrigin, SlopeRange};
use super::piece::{SightPiece, Wall};
use crate::geometry::ARC_TO_CHORD;
use glam::{DVec2, Vec2};

/// Writes the corners of a region's polygon, clockwise, from its pieces in that order, each with its cone.
pub(super) fn draw<'a>(
    origin: &SightOrigin,
    radius: f64,
    pieces: impl Iterator<Item = (usize, &'a SightPiece)>,
    points: &mut Vec<Vec2>,
) {
    let mut pen = Pen { origin: origin.point(), radius, points };
    let (mut start, mut end) = (None, None);
    for (quarter, piece) in pieces {
        let cone = origin.cone(quarter);
        // Slopes in the order of the angle.
        let (low, high) = (piece.slopes.low, piece.slopes.high);
        let (first, last) = if cone.is_mirrored { (high, low) } else { (low, high) };
        let turned = |slope: f64| (quarter, if cone.is_mirrored { -slope } else { slope });
        if end.is_some_and(|end| !is_joined(end, turned(first))) {
            pen.origin();
        }
        start.get_or_insert(turned(first));
        end = Some(turned(last));
        if piece.wall == Wall::Dark {
            pen.origin();
            continue;
        }
        let ray = |slope: f64| cone.vector(1.0, slope);
        match piece.lit(&cone, radius) {
            None => pen.arc(ray(first), ray(last)),
            Some(SlopeRange { low: lit_low, high: lit_high }) => {
                let (lit_first, lit_last) = if cone.is_mirrored { (lit_high, lit_low) } else { (lit_low, lit_high) };
                if lit_first != first {
                    pen.arc(ray(first), ray(lit_first));
                }
                for slope in [lit_first, lit_last] {
                    let (along, across) = piece.point(&cone, slope);
                    pen.point(cone.vector(along, across));
                }
                if lit_last != last {
                    pen.arc(ray(lit_last), ray(last));
                }
            }
        }
    }
    if let (Some(start), Some(end)) = (start, end)
        && !is_joined(end, start)
    {
        pen.origin();
    }
    while points.len() > 1 && points.first() == points.last() {
        points.pop();
    }
    // All that is left of a region without area.
    if points.len() < 3 {
        points.clear();
    }
}

/// Returns whether an angle ends where another begins, each as a cone and a slope that grows with the angle.
fn is_joined(end: (usize, f64), start: (usize, f64)) -> bool {
    end == start || (end.1 == 1.0 && start.1 == -1.0 && start.0 == (end.0 + 1) % 4)
}

struct Pen<'a> {
    origin: DVec2,
    radius: f64,
    points: &'a mut Vec<Vec2>,
}

impl Pen<'_> {
    /// Adds a corner, unless it is the last one.
    #[inline(always)]
    fn point(&mut self, from_origin: DVec2) {
        let point = (self.origin + from_origin).as_vec2();
        if self.points.last() != Some(&point) {
            self.points.push(point);
        }
    }

    fn origin(&mut self) {
        self.point(DVec2::ZERO);
    }

    /// Adds the arc of the circle between two directions.
    #[inline(never)]
    fn arc(&mut self, first: DVec2, last: DVec2) {
        let (first, last) = (self.on_circle(first), self.on_circle(last));
        self.point(first);
        self.chords(first, last);
        self.point(last);
    }

    fn on_circle(&self, direction: DVec2) -> DVec2 {
        let length = (direction.x * direction.x + direction.y * direction.y).sqrt();
        direction * (self.radius / length)
    }

    /// Halves an arc until its chords are near enough to it.
    fn chords(&mut self, first: DVec2, last: DVec2) {
        let middle = (first + last) * 0.5;
        let from_origin = (middle.x * middle.x + middle.y * middle.y).sqrt();
        if self.radius - from_origin > ARC_TO_CHORD {
            let middle = middle * (self.radius / from_origin);
            self.chords(first, middle);
            self.point(middle);
            self.chords(middle, last);
        }
    }
}
