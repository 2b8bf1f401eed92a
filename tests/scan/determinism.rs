//! The same scans give the same bits: by beams and by single rays, for every number of threads and every set of vector
//! instructions, in debug and in release.
//!
//! `TILERAY_CASES` is the number of beams: 1,000,000 in release, and 20,000 in debug, which is slower by far.

use fastrand::Rng;
use reference::golden;
use reference::golden::Hash;
use reference::pool::in_pool;
use std::f32::consts::{PI, TAU};
use tileray::glam::Vec2;
use tileray::scan::scan_ray;
use tileray::{Pose, SimdLevel};

/// The hash of the ranges of the first so many beams. Computed once; every machine must come to it.
const HASH: (usize, &str) = (20_000, "77a277be25f257e7");

#[test]
fn the_same_beams_have_the_same_ranges_everywhere() {
    let mut rng = Rng::with_seed(861);
    let wanted = reference::cases(if cfg!(debug_assertions) { 80_000 } else { 1_000_000 });
    let levels: Vec<SimdLevel> = SimdLevel::ALL.into_iter().filter(|level| level.is_available()).collect();
    let (mut hash, mut beams) = (Hash::new(), 0);
    for case in 0.. {
        let (terrain, _) = golden::scene(case, &mut rng);
        let (min, size) = (terrain.bounds().min.as_vec2(), terrain.bounds().size().as_vec2());
        let pose = |rng: &mut Rng| Pose::new(min + Vec2::new(rng.f32(), rng.f32()) * size, rng.f32() * TAU);
        // Read off regions, and cast in packets.
        let count = [1081, 61][case % 2];
        let poses: Vec<Pose> = (0..[3, 53][case % 2]).map(|_| pose(&mut rng)).collect();
        let angles: Vec<f32> = (0..count).map(|beam| 1.5 * PI * (beam as f32 / (count - 1) as f32 - 0.5)).collect();
        let max_range = [300.0, 60.0][case / 2 % 2];

        let query = terrain.query();
        let range = |(pose, &angle): (&Pose, &f32)| {
            let hit = query.exact().raycast(&scan_ray(pose, angle, max_range));
            hit.map_or(max_range, |hit| hit.distance().min(max_range))
        };
        let expected: Vec<f32> =
            poses.iter().flat_map(|pose| angles.iter().map(move |angle| (pose, angle))).map(range).collect();
        for &simd in &levels {
            for threads in [1, 2, 7] {
                let mut found = vec![f32::NAN; expected.len()];
                in_pool(threads, || query.simd(simd).scan(&poses, &angles, max_range, &mut found));
                let is_same = |index: &usize| found[*index].to_bits() == expected[*index].to_bits();
                if let Some(index) = (0..found.len()).find(|index| !is_same(index)) {
                    let (pose, angle) = (poses[index / count], angles[index % count]);
                    let (found, expected) = (found[index], expected[index]);
                    panic!("case {case}, {simd:?}, {threads} threads, {pose:?}, {angle}: {found}, not {expected}");
                }
            }
        }
        for range in expected {
            hash.word(range.to_bits());
            beams += 1;
            if beams == HASH.0 {
                assert_eq!(hash.digits(), HASH.1, "the hash of {beams} ranges");
            }
            if beams == wanted {
                return;
            }
        }
    }
}
