//! A way around one loop in few shortcuts.

use super::misfit::Misfits;
use super::shortcut::Shortcut;
use super::wedge::Wedge;
use glam::DVec2;

/// How many corners a shortcut may pass over. It bounds the time where the tolerance is large for the corners.
const LONGEST: usize = 128;
/// Tolerances above this, in pixels, are reached in steps.
const FINE: f64 = 4.0;
/// How many times as much a corner is worth at which the solid takes more than half a turn: it mostly costs another convex piece.
const REFLEX: f64 = 1.25;

/// One loop, as places that a shortcut may begin and end at: place `2k` is corner `k`, and place `2k + 1` the middle of the
/// edge after it, rounded to a lattice point toward the corner.
///
/// The middles are what makes one edge of a slope in pixels: there the corners lie on two lines side by side, and a line midway
/// between them that is near to all passes through middles of steps. With a bias to one side only corners will do.
pub(super) struct Track {
    /// Once around, and the first two again.
    corners: Vec<DVec2>,
    /// The points at all places once around, and the first one again.
    points: Vec<DVec2>,
    /// Which of the places are apart from the corner before them.
    is_place: Vec<bool>,
    tolerance: f64,
    side: f64,
    /// How much of misfit is worth a corner.
    unit: f64,
}

/// The places that a way with few shortcuts leads over, in their order. Each shortcut is within `tolerance` of its chain, and
/// has it on the right side.
///
/// A large tolerance is reached in steps: first a way within an eighth of it, then over the places of that way alone with what is
/// left. Distances add up to no more than the tolerance, and what only grows, grows. So the time spent on a loop is about
/// the same whatever the tolerance.
///
/// `size` is how much of misfit is worth a corner, for a tolerance of one.
pub(super) fn places_around(corners: &[DVec2], size: f64, tolerance: f64, side: f64) -> Vec<usize> {
    let unit = (size * tolerance).max(f64::MIN_POSITIVE);
    if tolerance <= FINE {
        let way = Track::new(corners, unit, tolerance, side, true).cheapest();
        return if way.len() < corners.len() { way } else { (0..corners.len()).map(|corner| 2 * corner).collect() };
    }
    let fine = places_around(corners, size, tolerance / 8.0, side);
    let points: Vec<DVec2> = fine.iter().map(|&place| place_on(corners, place)).collect();
    let coarse = Track::new(&points, unit, tolerance * 0.875, side, false).cheapest();
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
    fn new(corners: &[DVec2], unit: f64, tolerance: f64, side: f64, has_middles: bool) -> Self {
        let has_middles = has_middles && side == 0.0;
        let corners: Vec<_> = corners.iter().chain(&corners[..2]).copied().collect();
        let (mut points, mut is_place) = (Vec::new(), Vec::new());
        for edge in corners.windows(2) {
            // An edge has a middle apart from its ends where it is level or upright, and longer than a pixel.
            let way = (edge[1] - edge[0]).abs();
            let has_middle = has_middles && way.min_element() == 0.0 && way.max_element() >= 2.0;
            points.extend([edge[0], if has_middle { middle(edge[0], edge[1]) } else { edge[0] }]);
            is_place.extend([true, has_middle]);
        }
        points.pop();
        is_place.pop();
        Self { corners, points, is_place, tolerance, side, unit }
    }

    fn count(&self) -> usize {
        self.corners.len() - 2
    }

    fn is_shortcut(&self, from: usize, to: usize) -> bool {
        let shortcut = Shortcut::new(self.points[from], self.points[to], self.side);
        shortcut.measure(&self.corners[from / 2 + 1..to.div_ceil(2)]).is_within(self.tolerance)
    }

    /// The places that a shortcut from `from` may lead to. Of these nearly all will do.
    fn candidates(&self, from: usize, near: &mut Vec<usize>) {
        let start = self.points[from];
        let mut wedge = Wedge::new(self.tolerance, self.side);
        near.clear();
        let end = self.points.len().min(from + 2 * LONGEST);
        for place in from + 1..end {
            if !self.is_place[place] {
                continue;
            }
            let way = self.points[place] - start;
            if wedge.holds(way) {
                near.push(place);
            }
            if place.is_multiple_of(2) && !wedge.narrow(way) {
                break;
            }
        }
    }

    /// What a corner at a place costs.
    fn price(&self, place: usize) -> f64 {
        let corner = place / 2;
        let before = if corner == 0 { self.count() } else { corner } - 1;
        let [a, b, c] = [before, corner, corner + 1].map(|corner| self.corners[corner]);
        if place.is_multiple_of(2) && (b - a).perp_dot(c - b) < 0.0 { REFLEX } else { 1.0 }
    }

    /// The places of the cheapest way around that begins at the first corner, by dynamic programming from its end.
    ///
    /// That corner is the topmost one, and so one that most ways pass.
    fn cheapest(&self) -> Vec<usize> {
        let around = 2 * self.count();
        let misfits = Misfits::new(self.points.iter().copied());
        let mut rests = vec![Rest { cost: f64::INFINITY, next: around as u32 }; around + 1];
        rests[around].cost = 0.0;
        let prices: Vec<f64> = (0..=around).map(|place| self.price(place)).collect();
        let mut near = Vec::new();
        for place in (0..around).rev().filter(|&place| self.is_place[place]) {
            self.candidates(place, &mut near);
            // From far away the rest is cheap; most near places need no second look.
            let mut best = rests[place];
            for &to in near.iter().rev() {
                let without_misfit = prices[to] + rests[to].cost;
                if without_misfit >= best.cost {
                    continue;
                }
                let misfit = misfits.of([place, to], [self.points[place], self.points[to]]);
                let cost = without_misfit + misfit / self.unit;
                if cost < best.cost && self.is_shortcut(place, to) {
                    best = Rest { cost, next: to as u32 };
                }
            }
            rests[place] = best;
        }
        let places = std::iter::successors(Some(0), |&place: &usize| Some(rests[place].next as usize));
        places.take_while(|&place| place < around).collect()
    }
}

/// What is known of the ways from a place to the end.
#[derive(Clone, Copy)]
struct Rest {
    /// That of the cheapest.
    cost: f64,
    /// Where it goes first.
    next: u32,
}
