//! The cost of simplified contours, corners and misfit together, against the least possible cost.

use super::simplify::BIASES;
use reference::masks;

use reference::{cases, each_case, loops};
use tileray::glam::DVec2;
use tileray::hull::{HullOptions, OutlineBias, simplify};

/// Whether an edge between two lattice points of a loop is within a bound of all between them, and on the right side.
fn is_good(from: usize, to: usize, border: &[DVec2], bias: OutlineBias, max_error: f64) -> bool {
    let (a, b) = (border[from], border[to % border.len()]);
    let way = b - a;
    a != b
        && (from..=to).all(|index| {
            let point = border[index % border.len()] - a;
            let part = (point.dot(way) / way.length_squared()).clamp(0.0, 1.0);
            let side = match bias {
                OutlineBias::Nearest => 0.0,
                OutlineBias::Grow => way.perp_dot(point),
                OutlineBias::Shrink => -way.perp_dot(point),
            };
            side >= 0.0 && point.distance(way * part) <= max_error + 1e-9
        })
}

/// The root mean square distance of a border from the line of an edge, times its length; each step of the border is a pixel's
/// side or half of one.
fn misfit(from: usize, to: usize, border: &[DVec2]) -> f64 {
    let (a, b) = (border[from], border[to % border.len()]);
    let distance = |index: usize| (b - a).perp_dot(border[index % border.len()] - a) / (b - a).length();
    let squares = (from..to).map(|index| {
        let (one, next) = (distance(index), distance(index + 1));
        (one * one + one * next + next * next) / 3.0
    });
    (squares.sum::<f64>() / (to - from) as f64).sqrt() * (b - a).length()
}

/// Returns the cost of a corner: a quarter more at a left turn, where the corner belongs to the free side.
fn price(at: usize, border: &[DVec2]) -> f64 {
    let n = border.len();
    let [a, b, c] = [at + n - 1, at, at + 1].map(|index| border[index % n]);
    if (b - a).perp_dot(c - b) < 0.0 { 1.25 } else { 1.0 }
}

fn cost(from: usize, to: usize, border: &[DVec2], unit: f64) -> f64 {
    price(to, border) + misfit(from, to, border) / unit
}

/// The least cost of a way around a loop over lattice points: from each of them the cheapest over all good edges.
fn least_cost(border: &[DVec2], bias: OutlineBias, max_error: f64, unit: f64) -> f64 {
    let n = border.len();
    // An edge for which a chain is too long is none.
    let reach = n.min(60);
    let good: Vec<Vec<(usize, f64)>> = (0..n)
        .map(|from| {
            let near = (from + 1..=from + reach).filter(|&to| is_good(from, to, border, bias, max_error));
            near.map(|to| (to, cost(from, to, border, unit))).collect()
        })
        .collect();
    let around = |start: usize| {
        let mut costs = vec![f64::INFINITY; n + 1];
        costs[0] = 0.0;
        for at in 0..n {
            for &(to, cost) in &good[(start + at) % n] {
                let to = at + to - (start + at) % n;
                if to <= n {
                    costs[to] = costs[to].min(costs[at] + cost);
                }
            }
        }
        costs[n]
    };
    (0..n).map(around).fold(f64::INFINITY, f64::min)
}

/// Returns the cost of a simplified loop.
fn cost_of(points: &[DVec2], border: &[DVec2], unit: f64) -> f64 {
    let at = |point: &DVec2| border.iter().position(|other| other == point).expect("a point of the border");
    let places: Vec<_> = points.iter().map(at).collect();
    let edges = places.iter().zip(places.iter().cycle().skip(1));
    edges.map(|(&from, &to)| cost(from, if to > from { to } else { to + border.len() }, border, unit)).sum()
}

#[test]
fn loops_cost_little_more_than_they_must() {
    let mut totals = [[0.0; 2]; 3];
    for (_, mut rng) in each_case(4401, cases(120).min(2000)) {
        let mask = masks::blob(&mut rng, 24, 24);
        let contours = mask.contours();
        for (bias, total) in BIASES.into_iter().zip(&mut totals) {
            let max_error = [0.71, 1.0, 1.5][rng.usize(0..3)];
            let options = HullOptions::new().max_error(max_error).bias(bias);
            let simplified = simplify(&contours, &options).expect("a good bound");
            for (given, contour) in contours.iter().zip(&simplified.contours) {
                let border: Vec<DVec2> = loops::border(given).into_iter().step_by(2).collect();
                let points: Vec<DVec2> = contour.points().iter().map(|point| point.as_dvec2()).collect();
                // A point that a loop passes twice has no place of its own.
                let is_once = |point: &DVec2| border.iter().filter(|&other| other == point).count() == 1;
                if border.len() > 12 && points.iter().all(is_once) {
                    let outer = if given.is_hole() { &contours[given.parent().expect("around it")] } else { given };
                    let length = loops::border(outer).len() as f64 / 2.0;
                    let unit =
                        f64::from(max_error) * (outer.doubled_area() as f64 / 2.0).sqrt().max(length / 8.0) / 64.0;
                    total[0] += least_cost(&border, bias, f64::from(max_error), unit);
                    total[1] += cost_of(&points, &border, unit);
                }
            }
        }
    }
    for [least, found] in totals {
        assert!(least <= found + 1e-6 && found <= least * 1.1, "{found}, where {least} would do");
    }
}
