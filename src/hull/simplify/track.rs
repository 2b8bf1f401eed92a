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

/// One loop, as places that a shortcut may begin and end at. Each has a number: `2k` is corner `k`, and `2k + 1` the middle of
/// the edge after it, rounded to a lattice point toward the corner.
///
/// The middles are what makes one edge of a slope in pixels: there the corners lie on two lines side by side, and a line midway
/// between them that is near to all passes through middles of steps. With a bias to one side only corners will do.
pub(super) struct Track {
    /// Once around, and the first two again.
    corners: Vec<DVec2>,
    /// Once around, and the first one again.
    places: Vec<Place>,
    tolerance: f64,
    side: f64,
    /// How much of misfit is worth a corner.
    unit: f64,
}

#[derive(Clone, Copy)]
struct Place {
    point: DVec2,
    number: usize,
}

impl Place {
    fn is_corner(self) -> bool {
        self.number.is_multiple_of(2)
    }
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
        let mut places = Vec::with_capacity(2 * corners.len() + 1);
        let corners = [corners, &corners[..2]].concat();
        for (corner, edge) in corners.windows(2).enumerate() {
            places.push(Place { point: edge[0], number: 2 * corner });
            // An edge has a middle apart from its ends where it is level or upright, and longer than a pixel.
            let way = (edge[1] - edge[0]).abs();
            if has_middles && way.min_element() == 0.0 && way.max_element() >= 2.0 {
                places.push(Place { point: middle(edge[0], edge[1]), number: 2 * corner + 1 });
            }
        }
        // The edge after the first corner was met again.
        places.pop_if(|last| !last.is_corner());
        Self { corners, places, tolerance, side, unit }
    }

    fn is_shortcut(&self, from: Place, to: Place) -> bool {
        let shortcut = Shortcut::new(from.point, to.point, self.side);
        shortcut.measure(&self.corners[from.number / 2 + 1..to.number.div_ceil(2)]).is_within(self.tolerance)
    }

    /// The places that a shortcut from the first of `ahead` may lead to, counted from there. Of these nearly all will do.
    fn candidates(&self, ahead: &[Place], near: &mut Vec<usize>) {
        let (start, end) = (ahead[0].point, ahead[0].number + 2 * LONGEST);
        let mut wedge = Wedge::new(self.tolerance, self.side);
        near.clear();
        for (step, place) in ahead.iter().enumerate().skip(1) {
            if place.number >= end {
                break;
            }
            let passed = wedge.pass(place.point - start, place.is_corner());
            if passed.is_held {
                near.push(step);
            }
            if !passed.is_open {
                break;
            }
        }
    }

    /// What a corner at a place costs.
    fn price(&self, place: Place) -> f64 {
        let corner = place.number / 2;
        let before = if corner == 0 { self.corners.len() - 2 } else { corner } - 1;
        let [a, b, c] = [before, corner, corner + 1].map(|corner| self.corners[corner]);
        if place.is_corner() && (b - a).perp_dot(c - b) < 0.0 { REFLEX } else { 1.0 }
    }

    /// The numbers of the places of the cheapest way around that begins at the first corner, by dynamic programming from its
    /// end.
    ///
    /// That corner is the topmost one, and so one that most ways pass.
    fn cheapest(&self) -> Vec<usize> {
        let last = self.places.len() - 1;
        let misfits = Misfits::new(self.places.iter().map(|place| place.point));
        let mut rests = vec![Rest { cost: f64::INFINITY, next: last }; last + 1];
        rests[last].cost = self.price(self.places[last]);
        let mut near = Vec::new();
        for from in (0..last).rev() {
            let (ahead, rests_ahead) = (&self.places[from..], &mut rests[from..]);
            self.candidates(ahead, &mut near);
            // Nearly all will do, so that only the cheapest is measured.
            while let Some((cost, step)) = self.cheapest_of(&near, from, &misfits, rests_ahead) {
                if self.is_shortcut(ahead[0], ahead[step]) {
                    rests_ahead[0] = Rest { cost: cost + self.price(ahead[0]), next: from + step };
                    break;
                }
                near.retain(|&other| other != step);
            }
        }
        let indices = std::iter::successors(Some(0), |&index: &usize| Some(rests[index].next));
        indices.take_while(|&index| index < last).map(|index| self.places[index].number).collect()
    }

    /// The shortcut from a place with which the rest of the way is cheapest, and what that costs; the farthest of these. `None`
    /// where none leads to the end.
    fn cheapest_of(&self, near: &[usize], from: usize, misfits: &Misfits, rests: &[Rest]) -> Option<(f64, usize)> {
        let mut best = None;
        let mut least = f64::INFINITY;
        let start = misfits.from(from);
        // From far away the rest is cheap; most near places need no second look.
        for &step in near.iter().rev() {
            let without_misfit = rests[step].cost;
            if without_misfit >= least {
                continue;
            }
            let misfit = start.misfit_to(from + step);
            if let Some(misfit) = misfit.below((least - without_misfit) * self.unit) {
                least = without_misfit + misfit / self.unit;
                best = Some((least, step));
            }
        }
        best
    }
}

/// What is known of the ways from a place to the end.
#[derive(Clone, Copy)]
struct Rest {
    /// That of the cheapest, with the corner at the place itself.
    cost: f64,
    /// The place where it goes first.
    next: usize,
}
