//! A way around one loop in few shortcuts.

use super::shortcut::Shortcut;
use super::wedge::Wedge;
use glam::DVec2;

/// How many corners a shortcut may pass over. It bounds the time where the tolerance is large for the corners.
const LONGEST: usize = 128;
/// Tolerances above this, in pixels, are reached in steps.
const FINE: f64 = 4.0;
/// How many of the places that a shortcut may lead to are compared by how far one gets from there.
const COMPARED: usize = 5;

/// One loop, as places that a shortcut may begin and end at: place `2k` is corner `k`, and place `2k + 1` the middle of the
/// edge after it, rounded to a lattice point toward the corner.
///
/// The middles are what makes one edge of a slope in pixels: there the corners lie on two lines side by side, and a line midway
/// between them that is near to all passes through middles of steps. With a bias to one side, they are where a round shape may be
/// left on one corner in the place of two.
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
/// A large tolerance is reached in steps: first a way within an eighth of it, then over the places of that way alone with what is
/// left. Distances add up to no more than the tolerance, and what only grows, grows. So the time spent on a loop is about
/// the same whatever the tolerance.
pub(super) fn places_around(corners: &[DVec2], is_kept: &[bool], tolerance: f64, side: f64) -> Vec<usize> {
    if tolerance <= FINE {
        let way = Track::new(corners, is_kept, tolerance, side, true).shortest();
        return if way.len() < corners.len() { way } else { (0..corners.len()).map(|corner| 2 * corner).collect() };
    }
    let fine = places_around(corners, is_kept, tolerance / 8.0, side);
    let points: Vec<DVec2> = fine.iter().map(|&place| place_on(corners, place)).collect();
    let is_kept: Vec<bool> = fine.iter().map(|&place| place.is_multiple_of(2) && is_kept[place / 2]).collect();
    let coarse = Track::new(&points, &is_kept, tolerance * 0.875, side, false).shortest();
    coarse.into_iter().map(|place| fine[place / 2]).collect()
}

/// The lattice point at a place of a loop.
pub(super) fn place_on(corners: &[DVec2], place: usize) -> DVec2 {
    let corner = corners[place / 2];
    if place.is_multiple_of(2) {
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
        if place.is_multiple_of(2) { corner } else { middle(corner, self.corners[place / 2 + 1]) }
    }

    fn is_shortcut(&self, from: usize, to: usize) -> bool {
        let shortcut = Shortcut::new(self.at(from), self.at(to), self.side);
        shortcut.measure(&self.corners[from / 2 + 1..to.div_ceil(2)]).is_within(self.tolerance)
    }

    /// Finds the places up to `end` that a shortcut from `from` may lead to, passing over no corner that is to be kept.
    ///
    /// Some of them may turn out too far from the chain; the first of them is on the same edge.
    fn find_near(&self, from: usize, end: usize, near: &mut Vec<usize>) {
        let start = self.at(from);
        let mut wedge = Wedge::new(self.tolerance, self.side);
        near.clear();
        let first = from / 2 + 1;
        for corner in first..first + LONGEST {
            if (from + 1..=end).contains(&(2 * corner - 1)) && self.has_middle(corner - 1) {
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
    }

    /// The farthest corner up to `end` that a ray from `from` is near to the chain up to: a shortcut leads about as far, to a
    /// corner or a middle.
    fn reach_of_rays(&self, from: usize, end: usize) -> usize {
        let start = self.at(from);
        let mut wedge = Wedge::new(self.tolerance, self.side);
        let first = from / 2 + 1;
        let mut found = first;
        for corner in first..(first + LONGEST).min(end / 2 + 1) {
            found = corner;
            let way = self.corners[corner] - start;
            if self.is_kept[if corner < self.count() { corner } else { corner % self.count() }] || !wedge.narrow(way) {
                break;
            }
        }
        2 * found
    }

    /// The farthest place up to `end` that a shortcut from `from` was found to. `near` is scratch space.
    fn reach(&self, from: usize, end: usize, near: &mut Vec<usize>) -> usize {
        self.find_near(from, end, near);
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
        // Along the edge, which cannot fail.
        (2 * (from / 2 + 1)).min(end)
    }

    /// A way around in few shortcuts.
    ///
    /// Where no corner need be kept it may begin anywhere. A way soon comes to places that are good to stop at, wherever it
    /// begins; so it begins at the second of those, and where that is not one, it is left out again.
    fn shortest(&self) -> Vec<usize> {
        let around = 2 * self.count();
        let mut search = Search { track: self, reaches: vec![0; around], near: Vec::new(), compared: Vec::new() };
        if let Some(kept) = self.is_kept.iter().position(|&kept| kept) {
            return search.way_from(2 * kept);
        }
        let stop = search.next(0, around);
        let stop = search.next(stop % around, around + stop % around);
        search.without_start(stop % around)
    }
}

/// The way around a loop, and how far shortcuts reach, each sought once.
struct Search<'a> {
    track: &'a Track,
    /// For each place the farthest that a shortcut from it seems to lead to; 0 where it is not known yet.
    reaches: Vec<usize>,
    near: Vec<usize>,
    compared: Vec<(usize, usize)>,
}

impl Search<'_> {
    /// Where the farthest shortcut from a place seems to lead to, in the turn that the place is in.
    fn reach(&mut self, place: usize) -> usize {
        let around = self.reaches.len();
        let (turn, place) = (place / around * around, place % around);
        if self.reaches[place] == 0 {
            // As far as the two turns that are kept go.
            self.reaches[place] = self.track.reach_of_rays(place, (place + around - 1).min(2 * around));
        }
        turn + self.reaches[place]
    }

    /// The places of the way that begins at one, once around.
    ///
    /// What can be reached from a place does not grow with the place: from some, as those in the middle of a slope's steps,
    /// one gets much farther than from their neighbours. So each shortcut leads not to the farthest place, but to that
    /// from which the next one leads the farthest.
    fn way_from(&mut self, start: usize) -> Vec<usize> {
        let around = self.reaches.len();
        let end = start + around;
        let mut way = Vec::new();
        let mut place = start;
        while place < end {
            way.push(place % around);
            place = self.next(place, end);
        }
        way
    }

    /// The way from a place, or one that goes on past that place where this is shorter.
    fn without_start(&mut self, start: usize) -> Vec<usize> {
        let around = self.reaches.len();
        let way = self.way_from(start);
        // The last places were chosen to come to the start: it goes on from the one before them.
        let kept = way.len().saturating_sub(2).max(1);
        let last = way[kept - 1];
        let (mut place, mut passed) = (last, Vec::new());
        for _ in 0..6 {
            place = self.next(place, last + around);
            match way[..kept].iter().position(|&known| known == place % around) {
                Some(joined) if kept - joined + passed.len() < way.len() && joined + 1 < kept => {
                    return way[joined..kept].iter().copied().chain(passed).collect();
                }
                Some(_) => break,
                None => passed.push(place % around),
            }
        }
        way
    }

    fn next(&mut self, place: usize, end: usize) -> usize {
        let around = self.reaches.len();
        let (turn, from) = (place / around * around, place % around);
        if self.reach(place) >= end && self.track.reach(from, end - turn, &mut self.near) == end - turn {
            return end;
        }
        let mut near = std::mem::take(&mut self.near);
        self.track.find_near(from, end - turn, &mut near);
        let mut compared = std::mem::take(&mut self.compared);
        compared.clear();
        // The first ones, as a slope's steps have their good place soon after its beginning; then some all over.
        let (soon, later) = near.split_at(near.len().min(COMPARED));
        let spread = later.iter().rev().step_by(later.len().div_ceil(COMPARED).max(1));
        for &to in soon.iter().chain(spread) {
            compared.push((self.reach(turn + to).min(end), to));
        }
        // Of those that lead equally far the last.
        compared.sort_unstable();
        let found = compared.iter().rev().take(3).find(|(_, to)| self.track.is_shortcut(from, *to));
        let to = match found {
            Some((_, to)) => *to,
            None => self.track.reach(from, end - turn, &mut near),
        };
        (self.near, self.compared) = (near, compared);
        turn + to
    }
}
