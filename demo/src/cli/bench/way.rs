use super::checksum::Checksum;
use super::random_rays::RandomRays;
use serde::Serialize;
use std::time::{Duration, Instant};
use tileray::raycast::SimdLevel;
use tileray::{Ray, RayFan, RayHit, RayOptions, Terrain, Traversal};

/// One way to cast rays, and how fast it is on one thread.
#[derive(Serialize, Debug)]
pub(super) struct Way {
    /// `single`, `batch` or `fan`.
    pub(super) call: &'static str,
    pub(super) traversal: &'static str,
    /// The vector instructions; `best` stands for the best that the processor has.
    pub(super) simd: &'static str,
    pub(super) rays_per_second: f64,
    pub(super) ns_per_ray: f64,
}

/// At most so many rays are cast in each way.
pub(super) const MOST_RAYS: u64 = 1 << 16;
/// How often they are cast: the quickest pass counts, since the others were disturbed.
const PASSES: usize = 3;
/// The rays of each fan.
const FAN_RAYS: usize = 1024;

/// The name of a traversal on the command line.
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

/// Casts the first `count` rays, and fans from where they begin, in every way there is.
///
/// # Errors
/// Where two ways that should agree gave different hits.
pub(super) fn measure_all(terrain: &Terrain, mut rays: RandomRays<'_>, count: u64) -> anyhow::Result<Vec<Way>> {
    let rays: Vec<Ray> = (0..count.min(MOST_RAYS)).map(|_| rays.ray()).collect();
    let mut ways = Vec::new();
    for traversal in [Traversal::Bresenham, Traversal::Exact] {
        let best = RayOptions { traversal, ..RayOptions::default() };
        let (single, expected) = measure("single", &best, rays.len(), |hits| {
            rays.iter().zip(hits).for_each(|(ray, hit)| *hit = terrain.raycast_with(ray, &best));
        });
        ways.push(single);
        for simd in SimdLevel::ALL.into_iter().filter(|level| level.is_available()) {
            let options = RayOptions { simd, ..best };
            let (batch, found) =
                measure("batch", &options, rays.len(), |hits| terrain.raycast_batch(&rays, &options, hits));
            if found != expected {
                let (traversal, simd) = (traversal_name(traversal), simd_name(simd));
                anyhow::bail!(
                    "{traversal}: a batch with {simd} and single rays gave different hits; report this as a bug"
                );
            }
            ways.push(batch);
        }
        let fans: Vec<RayFan> = rays.iter().step_by(FAN_RAYS).map(fan_of).collect();
        let (fan, _) = measure("fan", &best, rays.len(), |hits| {
            let places = hits.chunks_mut(FAN_RAYS);
            fans.iter().zip(places).for_each(|(fan, hits)| terrain.raycast_fan(fan, &best, hits));
        });
        ways.push(fan);
    }
    Ok(ways)
}

/// Rays all around the beginning of one, as long as it.
fn fan_of(ray: &Ray) -> RayFan {
    RayFan::circle(ray.origin().as_vec2(), ray.length() as f32)
}

/// The figures of one way, and the checksum of its hits.
fn measure(call: &'static str, options: &RayOptions, rays: usize, cast: impl Fn(&mut [Option<RayHit>])) -> (Way, u64) {
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
    let way = Way {
        call,
        traversal: traversal_name(options.traversal),
        simd: simd_name(options.simd),
        rays_per_second: rays as f64 / seconds,
        ns_per_ray: seconds * 1e9 / rays as f64,
    };
    (way, checksum.value())
}
