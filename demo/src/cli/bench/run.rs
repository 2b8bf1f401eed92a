use super::checksum::Checksum;
use super::random_rays::RandomRays;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::ThreadPool;
use serde::Serialize;
use std::time::{Duration, Instant};
use tileray::{RayOptions, Terrain};

/// The figures of one number of threads.
#[derive(Serialize, Debug)]
pub(super) struct Run {
    pub(super) threads: usize,
    pub(super) rays_per_second: f64,
    pub(super) ns_per_ray: f64,
    /// The part of the rays that hit something, from 0 to 1.
    pub(super) hit_share: f64,
    /// Of the rays that hit something, in pixels; null where none does.
    pub(super) mean_distance: Option<f64>,
    #[serde(skip)]
    pub(super) checksum: u64,
}

/// How many rays are made, and then cast, at a time: memory does not grow with their number.
const CHUNK: u64 = 1 << 17;

/// Casts `count` rays on the threads of a pool. Only the casts are timed, with the writing of their answers.
///
/// Rays are cast twice, and timed the second time: while more were made the threads have slept, and a virtual machine may take longer
/// to wake them than they take to cast.
pub(super) fn measure(
    pool: &ThreadPool,
    terrain: &Terrain,
    mut rays: RandomRays<'_>,
    count: u64,
    options: &RayOptions,
) -> Run {
    let threads = pool.current_num_threads();
    let progress = progress_bar(count, threads);
    let (mut chunk, mut answers) = (Vec::new(), Vec::new());
    let mut checksum = Checksum::default();
    let (mut time, mut hits, mut distance) = (Duration::ZERO, 0u64, 0.0);
    let mut done = 0;
    while done < count {
        let size = CHUNK.min(count - done);
        chunk.clear();
        chunk.extend((0..size).map(|_| rays.ray()));
        answers.resize(chunk.len(), None);
        time += pool.install(|| {
            terrain.raycast_batch(&chunk, options, &mut answers);
            let start = Instant::now();
            terrain.raycast_batch(&chunk, options, &mut answers);
            start.elapsed()
        });
        for answer in &answers {
            checksum.add(answer.as_ref());
        }
        for hit in answers.iter().flatten() {
            hits += 1;
            distance += f64::from(hit.distance);
        }
        done += size;
        progress.set_position(done);
    }
    progress.finish_and_clear();
    let seconds = time.as_secs_f64().max(f64::MIN_POSITIVE);
    Run {
        threads,
        rays_per_second: count as f64 / seconds,
        ns_per_ray: seconds * 1e9 / count as f64,
        hit_share: hits as f64 / count as f64,
        mean_distance: (hits > 0).then(|| distance / hits as f64),
        checksum: checksum.value(),
    }
}

/// A bar on standard error; none where that is not a terminal.
fn progress_bar(rays: u64, threads: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{prefix} {wide_bar} {human_pos} of {human_len} rays");
    let name = if threads == 1 { "1 thread".into() } else { format!("{threads} threads") };
    ProgressBar::new(rays).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar())).with_prefix(name)
}
