//! Timed casts: by number of threads, by size of the batch, and by call, traversal and set of vector instructions.
//!
//! Contestants take turns in rounds, so that a slow second of the machine slows all of them alike.

use crate::cli::bench::random_rays::{Checksum, RandomRays};
use crate::value_args::{TRAVERSALS, word_of};
use rayon::ThreadPool;
use serde::Serialize;
use std::cell::Cell;
use std::thread;
use std::time::{Duration, Instant};
use tileray::{Ray, RayFan, RayHit, SimdLevel, Terrain, TerrainQuery, Traversal};

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

/// Returns the round and the contestant of each turn. Each round begins with another contestant, so that none always
/// follows the same one and finds its caches.
fn turns(rounds: usize, contestants: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..rounds * contestants).map(move |turn| (turn / contestants, (turn / contestants + turn) % contestants))
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
pub(super) fn measure_runs<const POOLS: usize>(
    pools: [&ThreadPool; POOLS],
    query: TerrainQuery<'_>,
    mut rays: RandomRays<'_>,
    count: u64,
) -> [Run; POOLS] {
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
            pool.install(|| query.raycast_batch(&chunk, &mut hits));
            answers.checksum.add_all(&hits);
            for hit in hits.iter().flatten() {
                answers.hits += 1;
                answers.distance += f64::from(hit.distance());
            }
        }
        for (round, index) in turns(RUN_ROUNDS, POOLS) {
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
            for (_, index) in turns(SIZE_ROUNDS, 2) {
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
    /// `single`, `batch`, `new`, `any` or `fan`.
    pub(super) call: &'static str,
    pub(super) traversal: &'static str,
    /// The vector instructions; `best` means the best set that the processor supports.
    pub(super) simd: &'static str,
    #[serde(flatten)]
    pub(super) times: RoundTimes,
}

/// The largest number of rays for each call, as in `benches/peers`: a second-level cache holds them.
pub(super) const MOST_RAYS: u64 = 10_000;
/// The largest number of rays from which `new` takes others for each batch: too many for branch predictors to learn.
const MOST_NEW_RAYS: u64 = 32 * MOST_RAYS;
const CALL_ROUNDS: usize = rounds(11);
/// A turn is repeated until it takes about so long.
const TURN: Duration = Duration::from_millis(4);
const MOST_REPEATS: f64 = 100.0;
/// The rays of each fan.
const FAN_RAYS: usize = 1024;

const fn simd_name(level: SimdLevel) -> &'static str {
    match level {
        SimdLevel::Avx512 => "avx512",
        SimdLevel::Avx2 => "avx2",
        SimdLevel::Scalar => "scalar",
        _ => "best",
    }
}

/// The rays that every call casts.
struct CastRays {
    rays: Vec<Ray>,
    /// The rays of `new`, which takes others for each batch, and the number of batches that were cast.
    new: Vec<Ray>,
    batches: Cell<usize>,
    /// Fans with the origins of some rays, and with rays of the same length.
    fans: Vec<RayFan>,
}

/// A call that takes part in the rounds.
struct Contestant<'a> {
    cast: Cast,
    query: TerrainQuery<'a>,
    /// The names of the call, the traversal and the vector instructions.
    names: [&'static str; 3],
    /// How often the cast is repeated in a turn.
    repeats: u32,
    times: Vec<Duration>,
}

/// Casts the rays, and writes their hits, or only whether they hit.
type Cast = fn(&CastRays, &TerrainQuery<'_>, &mut [Option<RayHit>], &mut [bool]);

const CALLS: [(&str, Cast); 5] = [
    ("single", |CastRays { rays, .. }, query, hits, _| {
        rays.iter().zip(hits).for_each(|(ray, hit)| *hit = query.raycast(ray));
    }),
    ("batch", |CastRays { rays, .. }, query, hits, _| query.raycast_batch(rays, hits)),
    // Batches of rays that were not cast for a long time.
    ("new", |CastRays { rays, new, batches, .. }, query, hits, _| {
        let batch = batches.replace(batches.get() + 1) % (new.len() / rays.len());
        query.raycast_batch(&new[batch * rays.len()..][..rays.len()], hits);
    }),
    ("any", |CastRays { rays, .. }, query, _, flags| query.raycast_any_batch(rays, flags)),
    ("fan", |CastRays { fans, .. }, query, hits, _| {
        let fans = fans.iter().zip(hits.chunks_mut(FAN_RAYS));
        fans.for_each(|(fan, hits)| query.fan(fan, hits));
    }),
];

/// Times each call with each traversal and each set of vector instructions in rounds, on the first `count` rays.
///
/// # Errors
/// Fails if two calls that should agree gave different answers.
pub(super) fn measure_calls(
    terrain: &Terrain,
    mut random: RandomRays<'_>,
    count: u64,
) -> anyhow::Result<Vec<CallSpeed>> {
    let rays: Vec<Ray> = (0..count.min(MOST_RAYS)).map(|_| random.ray()).collect();
    let new: Vec<Ray> = (0..count.min(MOST_NEW_RAYS)).map(|_| random.ray()).collect();
    let fan_of = |ray: &Ray| RayFan::circle(ray.origin().as_vec2(), ray.length() as f32);
    let fans = rays.iter().step_by(FAN_RAYS).map(fan_of).collect();
    let rays = CastRays { rays, new, batches: Cell::new(0), fans };
    let (mut hits, mut flags) = (vec![None; rays.rays.len()], vec![false; rays.rays.len()]);
    let mut contestants = Vec::new();
    for traversal in [Traversal::Bresenham, Traversal::Exact] {
        let best = terrain.query().traversal(traversal);
        let mut expected = None;
        let levels = SimdLevel::ALL.into_iter().filter(|simd| simd.is_available());
        let calls = CALLS.into_iter().flat_map(|call| levels.clone().map(move |simd| (call, simd)));
        for ((call, cast), simd) in calls.filter(|((call, _), simd)| *call == "batch" || *simd == SimdLevel::Best) {
            let query = best.simd(simd);
            // The first cast warms up, and tells how often a turn is repeated.
            let first = time(|| cast(&rays, &query, &mut hits, &mut flags));
            let repeats = (TURN.as_secs_f64() / first.as_secs_f64().max(1e-9)).ceil().clamp(1.0, MOST_REPEATS) as u32;
            let mut checksum = Checksum::default();
            checksum.add_all(&hits);
            let (checksum, any) = (checksum.value(), hits.iter().map(Option::is_some));
            let (expected, is_hit) = expected.get_or_insert_with(|| (checksum, any.collect::<Vec<bool>>()));
            let is_equal = match call {
                "single" | "batch" => checksum == *expected,
                "any" => flags == *is_hit,
                _ => true,
            };
            let names = [call, word_of(TRAVERSALS, traversal), simd_name(simd)];
            if !is_equal {
                let [call, traversal, simd] = names;
                anyhow::bail!(
                    "{traversal}: `{call}` with {simd} and single rays gave different hits; report this as a bug"
                );
            }
            contestants.push(Contestant { cast, query, names, repeats, times: Vec::new() });
        }
    }
    for (_, index) in turns(CALL_ROUNDS, contestants.len()) {
        let Contestant { cast, query, repeats, times, .. } = &mut contestants[index];
        let all = time(|| (0..*repeats).for_each(|_| cast(&rays, query, &mut hits, &mut flags)));
        times.push(all / *repeats);
    }
    let speed = |Contestant { names: [call, traversal, simd], times, .. }: Contestant<'_>| CallSpeed {
        call,
        traversal,
        simd,
        times: RoundTimes::of(times, rays.rays.len() as u64),
    };
    Ok(contestants.into_iter().map(speed).collect())
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
        assert!(turns(2, 3).eq([(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (1, 0)]));
    }
}
