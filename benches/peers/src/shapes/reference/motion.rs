use super::figure::{Figure, Piece};
use tileray::glam::DVec2;

/// A convex figure that moves past another one.
#[derive(Debug)]
pub(crate) struct Motion<'a> {
    first: &'a Piece,
    second: &'a Piece,
    motion: DVec2,
    directions: Vec<DVec2>,
}

impl<'a> Motion<'a> {
    /// Of two figures of one piece each.
    pub(crate) fn new(first: &'a Figure, second: &'a Figure, motion: DVec2) -> Self {
        let (first, second) = (&first.pieces[0], &second.pieces[0]);
        Self { first, second, motion, directions: first.directions(second) }
    }

    /// How deep they overlap at a time; below 0 they are apart.
    pub(crate) fn overlap_at(&self, time: f64) -> f64 {
        self.ways_out().map(|(way, rate)| way + rate * time).fold(f64::INFINITY, f64::min)
    }

    /// The time, 0 to 1, from which on they overlap; `None` where they do not. They are apart at the beginning.
    ///
    /// Along each direction they overlap by a length that changes at a constant rate. They overlap while they do along all
    /// of them: from the last time at which one that grows becomes positive to the first at which one that shrinks ends.
    pub(crate) fn first_touch(&self) -> Option<f64> {
        let (mut enter, mut exit) = (f64::NEG_INFINITY, f64::INFINITY);
        for (way, rate) in self.ways_out() {
            if rate > 0.0 {
                enter = enter.max(-way / rate);
            } else if rate < 0.0 {
                exit = exit.min(-way / rate);
            } else if way <= 0.0 {
                return None;
            }
        }
        (enter < exit && (0.0..=1.0).contains(&enter)).then_some(enter)
    }

    /// How deep they overlap at most during the motion, by thirds: of two times the better one is on the side of the best,
    /// as the least of straight lines falls to both sides of it.
    pub(crate) fn deepest(&self) -> f64 {
        let (mut from, mut to) = (0.0, 1.0);
        for _ in 0..100 {
            let third = (to - from) / 3.0;
            if self.overlap_at(from + third) < self.overlap_at(to - third) {
                from += third;
            } else {
                to -= third;
            }
        }
        self.overlap_at(from)
    }

    /// How far apart they are along `normal` at a time.
    pub(crate) fn gap_along(&self, normal: DVec2, time: f64) -> f64 {
        -(self.first.overlap_along(self.second, normal) - normal.dot(self.motion) * time)
    }

    /// For each direction, the way out at the beginning and by how much it grows in the whole motion.
    fn ways_out(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        self.directions.iter().map(|&normal| (self.first.overlap_along(self.second, normal), -normal.dot(self.motion)))
    }
}
