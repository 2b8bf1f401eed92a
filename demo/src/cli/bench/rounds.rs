//! Times by rounds: contestants take turns, so that a slow second of the machine slows all of them alike.

use serde::Serialize;
use std::time::{Duration, Instant};

/// The nanoseconds that a ray took in the rounds of a measurement.
#[derive(Serialize, Clone, Copy, Debug)]
pub(super) struct RoundTimes {
    pub(super) rays_per_second: f64,
    /// The median of all rounds.
    pub(super) ns_per_ray: f64,
    /// The quickest round.
    pub(super) ns_least: f64,
    /// The slowest round.
    pub(super) ns_most: f64,
}

impl RoundTimes {
    /// Summarizes rounds of `rays` each; there must be one at least.
    pub(super) fn of(mut rounds: Vec<Duration>, rays: u64) -> Self {
        rounds.sort_unstable();
        let ns = |time: Duration| time.as_secs_f64().max(f64::MIN_POSITIVE) * 1e9 / rays as f64;
        let [least, median, most] = [0, rounds.len() / 2, rounds.len() - 1].map(|index| ns(rounds[index]));
        Self { rays_per_second: 1e9 / median, ns_per_ray: median, ns_least: least, ns_most: most }
    }

    /// Returns the median, the quickest and the slowest round as columns of a table.
    pub(super) fn columns(&self) -> String {
        let Self { ns_per_ray, ns_least, ns_most, .. } = self;
        format!("{ns_per_ray:>9.1} {:>15}", format!("{ns_least:.1} to {ns_most:.1}"))
    }
}

/// Returns a number of rounds, which is smaller in a build without optimization: its times say nothing.
pub(super) const fn rounds(optimized: usize) -> usize {
    if cfg!(debug_assertions) { 1 } else { optimized }
}

/// Returns the order in which contestants take their turns in a round: each round begins with another one, so that
/// none always finds the caches as the same one left them.
pub(super) fn turns(round: usize, contestants: usize) -> impl Iterator<Item = usize> {
    (0..contestants).map(move |turn| (round + turn) % contestants)
}

/// Calls something once, and returns how long it took.
pub(super) fn time(call: impl FnOnce()) -> Duration {
    let start = Instant::now();
    call();
    start.elapsed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_round_counts() {
        let rounds = [50, 10, 30].map(Duration::from_micros).to_vec();
        let RoundTimes { rays_per_second, ns_per_ray, ns_least, ns_most } = RoundTimes::of(rounds, 1_000);
        assert!((ns_per_ray - 30.0).abs() < 1e-9 && (ns_least - 10.0).abs() < 1e-9 && (ns_most - 50.0).abs() < 1e-9);
        assert!((rays_per_second * 30.0 - 1e9).abs() < 1.0);
    }

    #[test]
    fn everyone_begins_a_round() {
        let first: Vec<usize> = (0..4).filter_map(|round| turns(round, 3).next()).collect();
        assert_eq!(first, [0, 1, 2, 0]);
    }
}
