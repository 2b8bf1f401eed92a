//! Timed casts: by number of threads, by size of the batch, and by call.
//!
//! Contestants take turns in rounds, so that a slow second of the machine slows all of them alike.

use crate::cli::bench::random_rays::{Checksum, RandomRays};
use anyhow::ensure;
use rayon::ThreadPool;
use serde::Serialize;
use std::thread;
use std::time::{Duration, Instant};
use tileray::{Ray, RayHit, TerrainQuery};

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
    fn of(mut rounds: Vec<Duration>, rays: u64) -> Self {
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
const fn rounds(optimized: usize) -> usize {
    if cfg!(debug_assertions) { 1 } else { optimized }
}

/// Returns the round and the contestant of each turn of two. Each round begins with the other contestant, so that none
/// always follows the other and finds its caches.
fn turns(rounds: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..2 * rounds).map(move |turn| (turn / 2, (turn / 2 + turn) % 2))
}

/// Returns the time that a call takes.
fn time(call: impl FnOnce()) -> Duration {
    let start = Instant::now();
    call();
    start.elapsed()
}

/// The result for one number of threads.
#[derive(Serialize, Debug)]
pub(super) struct Run {
    pub(super) threads: usize,
    #[serde(flatten)]
    pub(super) times: RoundTimes,
    /// The part of the rays that hit something, from 0 to 1.
    pub(super) hit_share: f64,
    /// The mean distance of the hits in pixels; null without hits.
    pub(super) mean_distance: Option<f64>,
    #[serde(skip)]
    pub(super) checksum: u64,
}

/// The number of rays that are made and cast at a time: with their hits, 10 MB. One thread takes about 7 ms for them.
/// The 50 µs in which another thread wakes are little beside that.
const BATCH: u64 = 1 << 17;
/// The rounds of each batch.
const RUN_ROUNDS: usize = rounds(7);

/// The answers of one number of threads.
#[derive(Default)]
struct Answers {
    checksum: Checksum,
    hits: u64,
    distance: f64,
    /// The time of each round, over all batches.
    rounds: [Duration; RUN_ROUNDS],
}

/// Casts `count` rays on the threads of each pool. Only the casts are timed.
///
/// Each batch of rays is cast once by each pool to warm up, and then in rounds, in which the pools take turns.
pub(super) fn measure_runs(
    pools: [&ThreadPool; 2],
    query: TerrainQuery<'_>,
    mut rays: RandomRays<'_>,
    count: u64,
) -> [Run; 2] {
    let (mut chunk, mut hits) = (Vec::new(), Vec::new());
    let mut answers = [Answers::default(), Answers::default()];
    let mut done = 0;
    while done < count {
        let size = BATCH.min(count - done);
        chunk.clear();
        chunk.extend((0..size).map(|_| rays.ray()));
        hits.resize(chunk.len(), None);
        for (pool, answers) in pools.iter().zip(&mut answers) {
            hits.fill(None);
            pool.install(|| query.raycast_batch(&chunk, &mut hits));
            answers.checksum.add_all(&hits);
            for hit in hits.iter().flatten() {
                answers.hits += 1;
                answers.distance += f64::from(hit.distance());
            }
        }
        for (round, index) in turns(RUN_ROUNDS) {
            answers[index].rounds[round] += pools[index].install(|| time(|| query.raycast_batch(&chunk, &mut hits)));
        }
        done += size;
    }
    let mut pools = pools.into_iter();
    answers.map(|Answers { checksum, hits, distance, rounds }| Run {
        threads: pools.next().map_or(0, ThreadPool::current_num_threads),
        times: RoundTimes::of(rounds.to_vec(), count),
        hit_share: hits as f64 / count as f64,
        mean_distance: (hits > 0).then(|| distance / hits as f64),
        checksum: checksum.value(),
    })
}

/// The times of batches of one size.
#[derive(Serialize, Clone, Copy, Debug)]
pub(super) struct SizeTimes {
    /// The number of rays of a batch.
    pub(super) rays: u64,
    /// The nanoseconds a ray on one thread, and on all: medians of the rounds.
    pub(super) ns_alone: f64,
    pub(super) ns_together: f64,
}

impl SizeTimes {
    /// Returns how many times faster all threads are than one.
    pub(super) fn gain(&self) -> f64 {
        self.ns_alone / self.ns_together
    }
}

const SIZES: [u64; 6] = [64, 256, 1024, 4096, 16_384, 65_536];
const SIZE_ROUNDS: usize = rounds(15);
/// Before each batch, threads fall asleep, as between two frames of a game.
const PAUSE: Duration = Duration::from_micros(400);

/// Times batches of the first rays, on the one thread of a pool and on all threads of another.
pub(super) fn measure_sizes(
    pools: [&ThreadPool; 2],
    query: TerrainQuery<'_>,
    mut random: RandomRays<'_>,
    count: u64,
) -> Vec<SizeTimes> {
    let rays: Vec<Ray> = (0..count.min(SIZES[SIZES.len() - 1])).map(|_| random.ray()).collect();
    let mut hits = vec![None; rays.len()];
    let sizes = SIZES.into_iter().filter(|&size| size <= count);
    sizes
        .map(|size| {
            let (rays, hits) = (&rays[..size as usize], &mut hits[..size as usize]);
            let mut times = [const { Vec::new() }; 2];
            for (_, index) in turns(SIZE_ROUNDS) {
                thread::sleep(PAUSE);
                let cast = || time(|| query.raycast_batch(rays, hits));
                times[index].push(pools[index].install(cast));
            }
            let [ns_alone, ns_together] = times.map(|times| RoundTimes::of(times, size).ns_per_ray);
            SizeTimes { rays: size, ns_alone, ns_together }
        })
        .collect()
}

/// A call that casts rays, and its speed on one thread.
#[derive(Serialize, Debug)]
pub(super) struct CallSpeed {
    /// `single` or `batch`.
    pub(super) call: &'static str,
    #[serde(flatten)]
    pub(super) times: RoundTimes,
}

/// The largest number of rays for each call, as in `benches/peers`: a second-level cache holds them.
pub(super) const MOST_RAYS: u64 = 10_000;
const CALL_ROUNDS: usize = rounds(41);

/// Casts the rays, and writes their hits.
type Cast = fn(&TerrainQuery<'_>, &[Ray], &mut [Option<RayHit>]);

const CALLS: [(&str, Cast); 2] = [
    ("single", |query, rays, hits| rays.iter().zip(hits).for_each(|(ray, hit)| *hit = query.raycast(ray))),
    ("batch", |query, rays, hits| query.raycast_batch(rays, hits)),
];

/// Times rays that are cast one by one and in a batch, in rounds, on the first `count` rays.
///
/// # Errors
/// Fails if the two gave different answers.
pub(super) fn measure_calls(
    query: TerrainQuery<'_>,
    mut random: RandomRays<'_>,
    count: u64,
) -> anyhow::Result<[CallSpeed; 2]> {
    let rays: Vec<Ray> = (0..count.min(MOST_RAYS)).map(|_| random.ray()).collect();
    let mut hits = vec![None; rays.len()];
    // The first casts warm up.
    let checksums = CALLS.map(|(_, cast)| {
        cast(&query, &rays, &mut hits);
        let mut checksum = Checksum::default();
        checksum.add_all(&hits);
        checksum.value()
    });
    ensure!(checksums[0] == checksums[1], "single rays and a batch gave different hits; report this as a bug");
    let mut times = [const { Vec::new() }; 2];
    for (_, index) in turns(CALL_ROUNDS) {
        times[index].push(time(|| CALLS[index].1(&query, &rays, &mut hits)));
    }
    let speed =
        |index: usize, times| CallSpeed { call: CALLS[index].0, times: RoundTimes::of(times, rays.len() as u64) };
    let [single, batch] = times;
    Ok([speed(0, single), speed(1, batch)])
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
    fn each_contestant_begins_a_round() {
        assert!(turns(2).eq([(0, 0), (0, 1), (1, 1), (1, 0)]));
    }
}
