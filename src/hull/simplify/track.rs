//! A way around one loop in few shortcuts.

use super::shortcut::Shortcut;
use super::wedge::Wedge;
use glam::DVec2;

/// How many corners a shortcut may pass over. It bounds the time where the tolerance is large for the corners.
const LONGEST: usize = 512;
/// Tolerances above this, in pixels, are reached in steps.
const FINE: f64 = 4.0;
/// How many starts are tried on a loop that has no corner to be kept.
const STARTS: usize = 8;

/// One loop, as places that a shortcut may begin and end at: place `2k` is corner `k`, and place `2k + 1` the middle of the
/// edge after it, rounded to a lattice point toward the corner.
///
/// The middles are what makes one edge of a slope in pixels: there the corners lie on two lines side by side, and a line midway
/// between them that is near to all passes through middles of steps. With a bias to one side only corners will do.
pub(super) struct Track {
    /// Twice around, and the first corner again.
    corners: Vec<DVec2>,
    /// The corners that must be kept.
    is_kept: Vec<bool>,
    has_middles: bool,
    tolerance: f64,
    side: f64,
}

/// The places that a way with few shortcuts leads over, in their order. Each shortcut is within `tolerance` of its chain, and
/// has it on the right side.
///
/// A large tolerance is reached in steps: first a way within a quarter of it, then over the places of that way alone with what is
/// left. Distances add up to no more than the tolerance, and what only grows, grows. So the time spent on a loop is about
/// the same whatever the tolerance.
pub(super) fn places_around(corners: &[DVec2], is_kept: &[bool], tolerance: f64, side: f64) -> Vec<usize> {
    if tolerance <= FINE {
        return Track::new(corners, is_kept, tolerance, side, true).shortest();
    }
    let fine = places_around(corners, is_kept, tolerance / 4.0, side);
    let points: Vec<DVec2> = fine.iter().map(|&place| place_on(corners, place)).collect();
    let is_kept: Vec<bool> = fine.iter().map(|&place| place % 2 == 0 && is_kept[place / 2]).collect();
    let coarse = Track::new(&points, &is_kept, tolerance * 0.75, side, false).shortest();
    coarse.into_iter().map(|place| fine[place / 2]).collect()
}

/// The lattice point at a place of a loop.
pub(super) fn place_on(corners: &[DVec2], place: usize) -> DVec2 {
    let corner = corners[place / 2];
    if place % 2 == 0 {
        corner
    } else {
        middle(corner, corners[if place / 2 + 1 == corners.len() { 0 } else { place / 2 + 1 }])
    }
}

fn middle(a: DVec2, b: DVec2) -> DVec2 {
    a + ((b - a) * 0.5).trunc()
}

impl Track {
    fn new(corners: &[DVec2], is_kept: &[bool], tolerance: f64, side: f64, has_middles: bool) -> Self {
        let twice = corners.iter().chain(corners).chain(&corners[..1]).copied().collect();
        let has_middles = has_middles && side == 0.0;
        Self { corners: twice, is_kept: is_kept.to_vec(), has_middles, tolerance, side }
    }

    fn count(&self) -> usize {
        self.is_kept.len()
    }

    /// Whether an edge has a middle apart from its ends: it is level or upright, and longer than a pixel.
    fn has_middle(&self, corner: usize) -> bool {
        let edge = (self.corners[corner + 1] - self.corners[corner]).abs();
        self.has_middles && edge.min_element() == 0.0 && edge.max_element() >= 2.0
    }

    fn at(&self, place: usize) -> DVec2 {
        let corner = self.corners[place / 2];
        if place % 2 == 0 { corner } else { middle(corner, self.corners[place / 2 + 1]) }
    }

    fn is_shortcut(&self, from: usize, to: usize) -> bool {
        let shortcut = Shortcut::new(self.at(from), self.at(to), self.side);
        shortcut.measure(&self.corners[from / 2 + 1..to.div_ceil(2)]).is_within(self.tolerance)
    }

    /// The farthest place up to `end` that a shortcut from `from` was found to, passing over no corner that is to be kept.
    ///
    /// `near` is scratch space.
    fn reach(&self, from: usize, end: usize, near: &mut Vec<usize>) -> usize {
        let start = self.at(from);
        let mut wedge = Wedge::new(self.tolerance, self.side);
        near.clear();
        let first = from / 2 + 1;
        for corner in first..first + LONGEST {
            if corner > first && 2 * corner - 1 <= end && self.has_middle(corner - 1) {
                let place = 2 * corner - 1;
                if wedge.holds(self.at(place) - start) {
                    near.push(place);
                }
            }
            if 2 * corner > end {
                break;
            }
            let way = self.corners[corner] - start;
            if wedge.holds(way) {
                near.push(2 * corner);
            }
            if 2 * corner == end || self.is_kept[corner % self.count()] || !wedge.narrow(way) {
                break;
            }
        }
        // Nearly always the last will do. Where not, some before it are tried, and then ever earlier ones.
        let mut tries = 0;
        while let Some(place) = near.pop() {
            if self.is_shortcut(from, place) {
                return place;
            }
            tries += 1;
            if tries >= 4 {
                near.truncate(near.len() * 3 / 4);
            }
        }
        // The next place along the edge; from the end of the loop's last edge to the first corner, there is no other.
        (2 * first).min(end)
    }

    /// A way around in few shortcuts: always the farthest one, from the best of several starts.
    ///
    /// From each start the farthest shortcut need not be best, as what can be reached from a place does not grow with the
    /// place; but it mostly does. Of the starts that the first shortcut passes over one at least is on a best way.
    fn shortest(&self) -> Vec<usize> {
        let around = 2 * self.count();
        let mut reaches = Reaches { track: self, to: vec![0; around], near: Vec::new() };
        if let Some(kept) = self.is_kept.iter().position(|&kept| kept) {
            return reaches.way_from(2 * kept);
        }
        let mut best = reaches.way_from(0);
        let passed = best.get(1).copied().unwrap_or(around);
        let starts: Vec<usize> = (1..passed).filter(|&place| place % 2 == 0 || self.has_middle(place / 2)).collect();
        for start in starts.iter().step_by(starts.len().div_ceil(STARTS).max(1)) {
            let way = reaches.way_from(*start);
            if way.len() < best.len() {
                best = way;
            }
        }
        best
    }
}

/// The farthest shortcuts from places, each sought once.
struct Reaches<'a> {
    track: &'a Track,
    /// 0 where it is not known yet.
    to: Vec<usize>,
    near: Vec<usize>,
}

impl Reaches<'_> {
    /// The places of the way that begins at one, once around.
    fn way_from(&mut self, start: usize) -> Vec<usize> {
        let around = self.to.len();
        let end = start + around;
        let mut way = Vec::new();
        let mut place = start;
        while place < end {
            way.push(place % around);
            let turn = place / around * around;
            let known = &mut self.to[place % around];
            if *known == 0 {
                // Any shortcut that is not longer than the loop, as far as the two turns that are kept go.
                *known =
                    self.track.reach(place % around, (place % around + around - 1).min(2 * around), &mut self.near);
            }
            place = match *known + turn {
                next if next <= end => next,
                _ => turn + self.track.reach(place % around, end - turn, &mut self.near),
            };
        }
        way
    }
}
