//! Timed casts by number of threads.

use crate::cli::bench::checksum::Checksum;
use crate::cli::bench::random_rays::RandomRays;
use crate::cli::bench::rounds::{RoundTimes, rounds, time, turns};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::ThreadPool;
use serde::Serialize;
use std::time::Duration;
use tileray::{RayOptions, Terrain};

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

/// The number of rays that are made and cast at a time: with their hits, 10 MB. One thread takes some 7 ms, beside which the
/// 50 µs in which another one wakes are little.
pub(super) const BATCH: u64 = 1 << 17;
/// The rounds of each batch.
const ROUNDS: usize = rounds(7);

/// The answers of one number of threads.
#[derive(Default)]
struct Answers {
    checksum: Checksum,
    hits: u64,
    distance: f64,
    /// The time of each round, over all batches.
    rounds: [Duration; ROUNDS],
}

/// Casts `count` rays on the threads of each pool. Only the casts are timed.
///
/// Each batch of rays is cast once by each pool to warm up, and then in rounds, in which the pools take turns.
pub(super) fn measure_runs<const POOLS: usize>(
    pools: [&ThreadPool; POOLS],
    terrain: &Terrain,
    mut rays: RandomRays<'_>,
    count: u64,
    options: &RayOptions,
) -> [Run; POOLS] {
    let progress = progress_bar(count);
    let (mut chunk, mut hits) = (Vec::new(), Vec::new());
    let mut answers: [Answers; POOLS] = std::array::from_fn(|_| Answers::default());
    let mut done = 0;
    while done < count {
        let size = BATCH.min(count - done);
        chunk.clear();
        chunk.extend((0..size).map(|_| rays.ray()));
        hits.resize(chunk.len(), None);
        for (pool, answers) in pools.iter().zip(&mut answers) {
            hits.fill(None);
            pool.install(|| terrain.raycast_batch(&chunk, options, &mut hits));
            answers.checksum.add_all(&hits);
            for hit in hits.iter().flatten() {
                answers.hits += 1;
                answers.distance += f64::from(hit.distance);
            }
        }
        for round in 0..ROUNDS {
            for index in turns(round, POOLS) {
                answers[index].rounds[round] +=
                    pools[index].install(|| time(|| terrain.raycast_batch(&chunk, options, &mut hits)));
            }
        }
        done += size;
        progress.set_position(done);
    }
    progress.finish_and_clear();
    let mut pools = pools.into_iter();
    answers.map(|Answers { checksum, hits, distance, rounds }| Run {
        threads: pools.next().map_or(0, ThreadPool::current_num_threads),
        times: RoundTimes::of(rounds.to_vec(), count),
        hit_share: hits as f64 / count as f64,
        mean_distance: (hits > 0).then(|| distance / hits as f64),
        checksum: checksum.value(),
    })
}

/// Returns a progress bar on standard error, which is hidden unless that is a terminal.
fn progress_bar(rays: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{wide_bar} {human_pos} of {human_len} rays");
    ProgressBar::new(rays).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
