//! How far a chain of corners lies from the edge that is to stand for it.

use glam::DVec2;

/// A straight edge in the place of a chain.
///
/// Coordinates are whole numbers in `f64`. A mask has at most 2^34 pixels, so that products of two extents stay below 2^36:
/// the side of a point is exact, and its distance is that of a rounded square.
#[derive(Clone, Copy)]
pub(super) struct Shortcut {
    start: DVec2,
    end: DVec2,
    way: DVec2,
    length2: f64,
    /// See [`OutlineBias::side`](super::OutlineBias::side).
    side: f64,
    /// The largest square distance beside the edge, times the square of its length; and that beyond its ends.
    beside: f64,
    beyond: f64,
    /// The least amount by which a corner lies on the right side; negative where one does not.
    least: f64,
}

impl Shortcut {
    pub(super) fn new(start: DVec2, end: DVec2, side: f64) -> Self {
        let way = end - start;
        Self { start, end, way, length2: way.length_squared(), side, beside: 0.0, beyond: 0.0, least: 0.0 }
    }

    /// Takes corners into account.
    ///
    /// The distance to a segment is a convex function, so that between two corners it is nowhere larger than at both.
    #[inline]
    pub(super) fn measure(mut self, corners: &[DVec2]) -> Self {
        for &corner in corners {
            let (from_start, from_end) = (corner - self.start, corner - self.end);
            let along = self.way.dot(from_start);
            let across = self.way.perp_dot(from_start);
            let is_before = along <= 0.0;
            let is_beside = !is_before && along < self.length2;
            let end = if is_before { from_start.length_squared() } else { from_end.length_squared() };
            let (beside, beyond) = if is_beside { (across * across, 0.0) } else { (0.0, end) };
            self.beside = if beside > self.beside { beside } else { self.beside };
            self.beyond = if beyond > self.beyond { beyond } else { self.beyond };
            let least = across * self.side;
            self.least = if least < self.least { least } else { self.least };
        }
        self
    }

    /// Whether it may stand for the corners measured.
    pub(super) fn is_within(&self, tolerance: f64) -> bool {
        let tolerance2 = tolerance * tolerance;
        self.length2 > 0.0 && self.least >= 0.0 && self.beyond <= tolerance2 && self.beside <= tolerance2 * self.length2
    }

    /// The largest square distance of the corners measured.
    pub(super) fn error2(&self) -> f64 {
        let beside = if self.length2 > 0.0 { self.beside / self.length2 } else { 0.0 };
        if beside > self.beyond { beside } else { self.beyond }
    }
}
