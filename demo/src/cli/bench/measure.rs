//! Timed casts: by number of threads, and by call, traversal and set of vector instructions.

use crate::cli::bench::random_rays::{RandomRays, mixed};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::ThreadPool;
use serde::Serialize;
use std::time::{Duration, Instant};
use tileray::raycast::SimdLevel;
use tileray::{Ray, RayFan, RayHit, RayOptions, Terrain, Traversal};

/// The result for one number of threads.
#[derive(Serialize, Debug)]
pub(super) struct Run {
    pub(super) threads: usize,
    pub(super) rays_per_second: f64,
    pub(super) ns_per_ray: f64,
    /// The part of the rays that hit something, from 0 to 1.
    pub(super) hit_share: f64,
    /// The mean distance of the hits in pixels; null without hits.
    pub(super) mean_distance: Option<f64>,
    #[serde(skip)]
    pub(super) checksum: u64,
}

/// The number of rays that are made and cast at a time, so that memory does not grow with the number of rays.
const CHUNK: u64 = 1 << 17;

/// Casts `count` rays on the threads of a pool. Only the casts are timed.
///
/// Rays are cast twice, and timed the second time: the threads sleep while rays are generated, and a virtual machine
/// may take longer to wake them than the casts take.
pub(super) fn measure_run(
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

/// Returns a progress bar on standard error, which is hidden unless that is a terminal.
fn progress_bar(rays: u64, threads: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{prefix} {wide_bar} {human_pos} of {human_len} rays");
    let name = if threads == 1 { "1 thread".into() } else { format!("{threads} threads") };
    ProgressBar::new(rays).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar())).with_prefix(name)
}

/// A call that casts rays, and its speed on one thread.
#[derive(Serialize, Debug)]
pub(super) struct CallSpeed {
    /// `single`, `batch` or `fan`.
    pub(super) call: &'static str,
    pub(super) traversal: &'static str,
    /// The vector instructions; `best` means the best set that the processor supports.
    pub(super) simd: &'static str,
    pub(super) rays_per_second: f64,
    pub(super) ns_per_ray: f64,
}

/// The largest number of rays for each call.
pub(super) const MOST_RAYS: u64 = 1 << 16;
/// The number of passes. The quickest pass gives the time.
const PASSES: usize = 3;
/// The rays of each fan.
const FAN_RAYS: usize = 1024;

/// Returns the name of a traversal on the command line.
pub(super) const fn traversal_name(traversal: Traversal) -> &'static str {
    match traversal {
        Traversal::Exact => "exact",
        _ => "bresenham",
    }
}

const fn simd_name(level: SimdLevel) -> &'static str {
    match level {
        SimdLevel::Avx512 => "avx512",
        SimdLevel::Avx2 => "avx2",
        SimdLevel::Sse42 => "sse4.2",
        SimdLevel::Scalar => "scalar",
        _ => "best",
    }
}

/// Times each call with each traversal and each set of vector instructions, on the first `count` rays.
///
/// # Errors
/// Fails if two calls that should agree gave different hits.
pub(super) fn measure_calls(terrain: &Terrain, mut rays: RandomRays<'_>, count: u64) -> anyhow::Result<Vec<CallSpeed>> {
    let rays: Vec<Ray> = (0..count.min(MOST_RAYS)).map(|_| rays.ray()).collect();
    let mut calls = Vec::new();
    for traversal in [Traversal::Bresenham, Traversal::Exact] {
        let best = RayOptions { traversal, ..RayOptions::default() };
        let (single, expected) = time_call("single", &best, rays.len(), |hits| {
            rays.iter().zip(hits).for_each(|(ray, hit)| *hit = terrain.raycast_with(ray, &best));
        });
        calls.push(single);
        for simd in SimdLevel::ALL.into_iter().filter(|level| level.is_available()) {
            let options = RayOptions { simd, ..best };
            let (batch, found) =
                time_call("batch", &options, rays.len(), |hits| terrain.raycast_batch(&rays, &options, hits));
            if found != expected {
                let (traversal, simd) = (traversal_name(traversal), simd_name(simd));
                anyhow::bail!(
                    "{traversal}: a batch with {simd} and single rays gave different hits; report this as a bug"
                );
            }
            calls.push(batch);
        }
        let fans: Vec<RayFan> = rays.iter().step_by(FAN_RAYS).map(fan_of).collect();
        let (fan, _) = time_call("fan", &best, rays.len(), |hits| {
            fans.iter().zip(hits.chunks_mut(FAN_RAYS)).for_each(|(fan, hits)| terrain.raycast_fan(fan, &best, hits));
        });
        calls.push(fan);
    }
    Ok(calls)
}

/// Returns a fan around the origin of a ray, with rays of the same length.
fn fan_of(ray: &Ray) -> RayFan {
    RayFan::circle(ray.origin().as_vec2(), ray.length() as f32)
}

/// Returns the speed of a call, and the checksum of its hits.
fn time_call(
    call: &'static str,
    options: &RayOptions,
    rays: usize,
    cast: impl Fn(&mut [Option<RayHit>]),
) -> (CallSpeed, u64) {
    let mut hits = vec![None; rays];
    let mut time = Duration::MAX;
    for _ in 0..PASSES {
        let start = Instant::now();
        cast(&mut hits);
        time = time.min(start.elapsed());
    }
    let mut checksum = Checksum::default();
    hits.iter().for_each(|hit| checksum.add(hit.as_ref()));
    let seconds = time.as_secs_f64().max(f64::MIN_POSITIVE);
    let speed = CallSpeed {
        call,
        traversal: traversal_name(options.traversal),
        simd: simd_name(options.simd),
        rays_per_second: rays as f64 / seconds,
        ns_per_ray: seconds * 1e9 / rays as f64,
    };
    (speed, checksum.value())
}

/// Folds the answers to rays, in their order, into 64 bits: equal answers give equal checksums on every machine.
#[derive(Debug, Default)]
pub(super) struct Checksum(u64);

impl Checksum {
    /// Adds every field of a hit, or a fixed word for a miss.
    pub(super) fn add(&mut self, hit: Option<&RayHit>) {
        let Some(hit) = hit else {
            return self.fold(u64::MAX);
        };
        let pair = |x: u32, y: u32| u64::from(x) << 32 | u64::from(y);
        self.fold(pair(hit.pixel.x as u32, hit.pixel.y as u32));
        self.fold(hit.previous().map_or(0, |pixel| pair(pixel.x as u32, pixel.y as u32)));
        self.fold(pair(hit.point.x.to_bits(), hit.point.y.to_bits()));
        self.fold(pair(hit.distance.to_bits(), hit.fraction.to_bits()));
        self.fold(pair(hit.normal().x.to_bits(), hit.normal().y.to_bits()));
        self.fold(pair(hit.cell.x as u32, hit.cell.y as u32));
        self.fold(pair(hit.layer() as u32, u32::from(hit.inside())));
        let tile = hit.tile.unwrap_or_default();
        self.fold(pair(tile.id, u32::from(tile.set) << 3 | tile.orientation.index() as u32));
    }

    pub(super) const fn value(&self) -> u64 {
        self.0
    }

    fn fold(&mut self, word: u64) {
        self.0 = mixed(self.0.rotate_left(5) ^ word);
    }
}
