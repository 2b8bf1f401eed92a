//! How many corners there are, against the least number that could be.

use super::simplify::BIASES;
use super::{loops, masks, reference::cases};
use fastrand::Rng;
use tileray::glam::DVec2;
use tileray::{OutlineBias, SimplifyOptions, simplify};

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

/// The least number of edges around a loop: from each lattice point the shortest way over all good edges.
fn least_edges(border: &[DVec2], bias: OutlineBias, max_error: f64) -> usize {
    let n = border.len();
    // An edge for which a chain is too long is none.
    let reach = n.min(60);
    let good: Vec<Vec<usize>> = (0..n)
        .map(|from| (from + 1..=from + reach).filter(|&to| is_good(from, to, border, bias, max_error)).collect())
        .collect();
    let around = |start: usize| {
        let mut edges = vec![usize::MAX; n + 1];
        edges[0] = 0;
        for at in 0..n {
            if edges[at] < usize::MAX {
                for &to in &good[(start + at) % n] {
                    let to = at + to - (start + at) % n;
                    if to <= n {
                        edges[to] = edges[to].min(edges[at] + 1);
                    }
                }
            }
        }
        edges[n]
    };
    (0..n).map(around).min().unwrap_or(0).max(3)
}

#[test]
fn there_are_few_more_corners_than_must_be() {
    let mut rng = Rng::with_seed(4401);
    let mut totals = [[0; 2]; 3];
    for _ in 0..cases(120).min(2000) {
        let mask = masks::blob(&mut rng, 24, 24);
        let contours = mask.contours();
        for (bias, total) in BIASES.into_iter().zip(&mut totals) {
            let max_error = [0.71, 1.0, 1.5][rng.usize(0..3)];
            let options = SimplifyOptions { max_error, bias, max_vertices: None };
            let simplified = simplify(&contours, &options).expect("a good bound");
            for (given, contour) in contours.iter().zip(&simplified.contours) {
                let border: Vec<DVec2> = loops::border(given).into_iter().step_by(2).collect();
                if border.len() > 12 {
                    total[0] += least_edges(&border, bias, f64::from(max_error));
                    total[1] += contour.points().len();
                }
            }
        }
    }
    println!("the least number and that found: {totals:?}");
    for [least, found] in totals {
        assert!(least <= found && found * 100 <= least * 115, "{found} corners, where {least} would do");
    }
}
