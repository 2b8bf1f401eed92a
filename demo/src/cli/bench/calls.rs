//! Timed casts on one thread: by call, traversal and set of vector instructions.

use crate::cli::bench::checksum::Checksum;
use crate::cli::bench::random_rays::RandomRays;
use crate::cli::bench::rounds::{RoundTimes, rounds, time, turns};
use serde::Serialize;
use std::cell::Cell;
use std::time::Duration;
use tileray::raycast::SimdLevel;
use tileray::{Ray, RayFan, RayHit, RayOptions, Terrain, Traversal};

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

/// The largest number of rays for each call: those of `benches/peers`, which a processor's second cache holds.
pub(super) const MOST_RAYS: u64 = 10_000;
/// The largest number of rays of which `new` takes others for each batch, so many that no processor learns them by heart.
const MOST_NEW_RAYS: u64 = 32 * MOST_RAYS;
const ROUNDS: usize = rounds(11);
/// A turn is repeated until it takes about so long.
const TURN: Duration = Duration::from_millis(4);
const MOST_REPEATS: f64 = 100.0;
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
        SimdLevel::Scalar => "scalar",
        _ => "best",
    }
}

/// The rays that every call casts.
struct CastRays<'a> {
    terrain: &'a Terrain,
    rays: Vec<Ray>,
    /// Other rays, as many for each batch, and the number of batches that were cast.
    new: Vec<Ray>,
    batches: Cell<usize>,
    /// A fan around the origin of some rays, with rays of the same length.
    fans: Vec<RayFan>,
}

/// A call that takes part in the rounds.
struct Contestant {
    call: Call,
    options: RayOptions,
    /// How often the cast is repeated in a turn.
    repeats: u32,
    times: Vec<Duration>,
}

#[derive(Clone, Copy, PartialEq)]
enum Call {
    Single,
    Batch,
    /// Batches of rays that were not cast for a long time.
    New,
    Any,
    Fan,
}

impl Call {
    const fn name(self) -> &'static str {
        match self {
            Self::Single => "single",
            Self::Batch => "batch",
            Self::New => "new",
            Self::Any => "any",
            Self::Fan => "fan",
        }
    }
}

impl CastRays<'_> {
    fn cast(&self, call: Call, options: &RayOptions, hits: &mut [Option<RayHit>], flags: &mut [bool]) {
        let Self { terrain, rays, new, batches, fans } = self;
        match call {
            Call::Single => {
                rays.iter().zip(hits).for_each(|(ray, hit)| *hit = terrain.raycast_with(ray, options));
            }
            Call::Batch => terrain.raycast_batch(rays, options, hits),
            Call::New => {
                let batch = batches.replace(batches.get() + 1) % (new.len() / rays.len());
                terrain.raycast_batch(&new[batch * rays.len()..][..rays.len()], options, hits);
            }
            Call::Any => terrain.raycast_any_batch(rays, options, flags),
            Call::Fan => {
                let fans = fans.iter().zip(hits.chunks_mut(FAN_RAYS));
                fans.for_each(|(fan, hits)| terrain.raycast_fan(fan, options, hits));
            }
        }
    }
}

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
    let rays = CastRays { terrain, rays, new, batches: Cell::new(0), fans };
    let (mut hits, mut flags) = (vec![None; rays.rays.len()], vec![false; rays.rays.len()]);
    let mut contestants = Vec::new();
    for traversal in [Traversal::Bresenham, Traversal::Exact] {
        let best = RayOptions { traversal, ..RayOptions::default() };
        let levels = SimdLevel::ALL.into_iter().filter(|level| level.is_available());
        let batches = levels.map(|simd| (Call::Batch, RayOptions { simd, ..best }));
        let mut expected = None;
        for (call, options) in [(Call::Single, best)].into_iter().chain(batches).chain([
            (Call::New, best),
            (Call::Any, best),
            (Call::Fan, best),
        ]) {
            // The first cast warms up, and tells how often a turn is repeated.
            let first = time(|| rays.cast(call, &options, &mut hits, &mut flags));
            let repeats = (TURN.as_secs_f64() / first.as_secs_f64().max(1e-9)).ceil().clamp(1.0, MOST_REPEATS) as u32;
            let mut checksum = Checksum::default();
            checksum.add_all(&hits);
            let (checksum, any) = (checksum.value(), hits.iter().map(Option::is_some));
            let (expected, is_hit) = expected.get_or_insert_with(|| (checksum, any.collect::<Vec<bool>>()));
            let is_equal = match call {
                Call::Single | Call::Batch => checksum == *expected,
                Call::Any => flags == *is_hit,
                Call::New | Call::Fan => true,
            };
            if !is_equal {
                let (call, traversal, simd) = (call.name(), traversal_name(traversal), simd_name(options.simd));
                anyhow::bail!(
                    "{traversal}: `{call}` with {simd} and single rays gave different hits; report this as a bug"
                );
            }
            contestants.push(Contestant { call, options, repeats, times: Vec::new() });
        }
    }
    for round in 0..ROUNDS {
        for index in turns(round, contestants.len()) {
            let Contestant { call, options, repeats, times, .. } = &mut contestants[index];
            let all = time(|| (0..*repeats).for_each(|_| rays.cast(*call, options, &mut hits, &mut flags)));
            times.push(all / *repeats);
        }
    }
    let speed = |Contestant { call, options, times, .. }: Contestant| CallSpeed {
        call: call.name(),
        traversal: traversal_name(options.traversal),
        simd: simd_name(options.simd),
        times: RoundTimes::of(times, rays.rays.len() as u64),
    };
    Ok(contestants.into_iter().map(speed).collect())
}
