//! Timed batches of growing size, on one thread and on many: from which size on more threads save time.

use crate::cli::bench::random_rays::RandomRays;
use crate::cli::bench::rounds::{RoundTimes, rounds, time, turns};
use rayon::ThreadPool;
use serde::Serialize;
use std::thread;
use std::time::Duration;
use tileray::{Ray, RayOptions, Terrain};

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
const ROUNDS: usize = rounds(15);
/// Before each batch, threads fall asleep, as between two frames of a game.
const PAUSE: Duration = Duration::from_micros(400);

/// Times batches of the first rays, on the one thread of a pool and on all threads of another.
pub(super) fn measure_sizes(
    pools: [&ThreadPool; 2],
    terrain: &Terrain,
    mut random: RandomRays<'_>,
    count: u64,
    options: &RayOptions,
) -> Vec<SizeTimes> {
    let rays: Vec<Ray> = (0..count.min(SIZES[SIZES.len() - 1])).map(|_| random.ray()).collect();
    let mut hits = vec![None; rays.len()];
    let sizes = SIZES.into_iter().filter(|&size| size <= count);
    sizes
        .map(|size| {
            let (rays, hits) = (&rays[..size as usize], &mut hits[..size as usize]);
            let mut times = [const { Vec::new() }; 2];
            for round in 0..ROUNDS {
                for index in turns(round, 2) {
                    thread::sleep(PAUSE);
                    let cast = || time(|| terrain.raycast_batch(rays, options, hits));
                    times[index].push(pools[index].install(cast));
                }
            }
            let [ns_alone, ns_together] = times.map(|times| RoundTimes::of(times, size).ns_per_ray);
            SizeTimes { rays: size, ns_alone, ns_together }
        })
        .collect()
}
