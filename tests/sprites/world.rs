//! Rays against terrain and sprites in one call.

use crate::scene::{Places, quarters, sprites};
use fastrand::Rng;
use reference::{Replay, cases, numbers, seeded};
use tileray::glam::ivec2;
use tileray::scan::scan_ray;

use tileray::sprite::{BroadPhase, SpriteFilter, WorldHit};
use tileray::{ConvexPolygon, Hull, Pose, Ray, SolidityMap, Sprite, Sprites, Terrain, Traversal};

/// Terrain with solid pixels here and there, at most a share of them, and sprites around it.
fn specks_and_sprites(rng: &mut Rng, most: f32) -> (Terrain, Sprites) {
    let share = rng.f32() * most;
    let mask = SolidityMap::from_fn(120, 120, |_, _| rng.f32() < share);
    let terrain = Terrain::from_solidity_at(&mask, ivec2(-60, -60)).expect("a small mask");
    (terrain, sprites(rng, Places::Lattice, 12))
}

#[test]
fn the_first_hit_is_the_nearer_of_two_casts() {
    let mut rng = seeded(670);
    let mut broad_phase = BroadPhase::new();
    let mut met = [0; 2];
    for case in numbers(cases(10_000)) {
        let _replay = Replay::new(case, &rng);
        let (terrain, sprites) = specks_and_sprites(&mut rng, 0.05);
        let index = sprites.queries(&mut broad_phase);
        let ray = Ray::between(quarters(&mut rng, 80), quarters(&mut rng, 80));
        let traversal = [Traversal::Bresenham, Traversal::Exact][case % 2];
        let leaves = case / 2 % 2 == 1;
        let query = terrain.query().traversal(traversal);
        let query = if leaves { query.leave_start() } else { query };
        let filter = SpriteFilter::default();

        let of_terrain = query.raycast_spans(&ray).map(|span| WorldHit::Terrain(span.enter));
        let of_sprites = index.raycast_all(&ray, &filter).into_iter();
        let of_sprites = of_sprites.filter(|hit| !(hit.inside() && leaves)).map(WorldHit::Sprite);
        let mut expected: Vec<_> = of_terrain.chain(of_sprites).collect();
        // Stable, so that of equal fractions the terrain stays first.
        expected.sort_by(|a, b| a.fraction().partial_cmp(&b.fraction()).expect("no NaN"));
        let world = query.with_sprites(&index, &filter);
        assert_eq!(world.raycast_all(&ray), expected, "case {case}");
        let first = world.raycast(&ray);
        assert_eq!(first, expected.first().copied(), "case {case}: {ray:?}");
        if let Some(hit) = first {
            met[usize::from(matches!(hit, WorldHit::Sprite(_)))] += 1;
        }
    }
    assert!(met.iter().all(|&met| met > cases(10_000) / 20), "{met:?}");
}

#[test]
fn of_what_is_met_at_once_the_terrain_comes_first() {
    let terrain = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |x, _| x == 32));
    let mut sprites = Sprites::new();
    let hull = Hull::from(ConvexPolygon::rectangle((0.0, 0.0), (16.0, 16.0)).expect("a box"));
    sprites.insert(Sprite { pose: Pose::at((32.0, 0.0)), ..Sprite::new(hull) });
    let mut broad_phase = BroadPhase::new();
    let index = sprites.queries(&mut broad_phase);
    let world = terrain.query().exact().with_sprites(&index, &SpriteFilter::default());
    let ray = Ray::between((0.0, 8.5), (64.0, 8.5));
    let hits = world.raycast_all(&ray);
    assert_eq!(hits.iter().map(WorldHit::fraction).collect::<Vec<_>>(), [0.5, 0.5]);
    assert!(matches!(hits[..], [WorldHit::Terrain(_), WorldHit::Sprite(_)]));
    assert_eq!((hits[0].distance(), hits[0].point(), hits[0].normal()), (32.0, hits[1].point(), hits[1].normal()));
    let first = world.raycast(&ray);
    assert_eq!(first, Some(hits[0]));
}

#[test]
fn batches_and_ranges_equal_single_rays() {
    let (mut rng, mut broad_phase) = (seeded(412), BroadPhase::new());
    let mut met = [0; 3];
    for case in numbers(cases(400)) {
        let _replay = Replay::new(case, &rng);
        let (terrain, sprites) = specks_and_sprites(&mut rng, 0.02);
        let index = sprites.queries(&mut broad_phase);
        let exact = terrain.query().exact();
        let exact = if rng.bool() { exact.leave_start() } else { exact };
        let world = exact.with_sprites(&index, &SpriteFilter::default());

        let rays: Vec<Ray> = (0..40).map(|_| Ray::between(quarters(&mut rng, 80), quarters(&mut rng, 80))).collect();
        let mut hits = vec![None; rays.len()];
        world.raycast_batch(&rays, &mut hits);
        let max_range = [20.0, 200.0, f32::NAN][rng.usize(0..3)];
        let none = [max_range, f32::INFINITY, -1.0][rng.usize(0..3)];
        let ranging = exact.no_return(none).with_sprites(&index, &SpriteFilter::default());
        let mut ranges = vec![0.0; rays.len()];
        ranging.ranges(&rays, max_range, &mut ranges);
        for ((ray, hit), range) in rays.iter().zip(&hits).zip(&ranges) {
            assert_eq!(*hit, world.raycast(ray), "case {case}: {ray:?}");
            assert_eq!(world.raycast_any(ray), hit.is_some(), "case {case}: {ray:?}");
            // Of two that round to one distance either may be the first by its fraction.
            let within = hit.map(|hit| hit.distance()).filter(|distance| *distance <= max_range);
            let expected = if max_range.is_nan() { f32::NAN } else { within.unwrap_or(none) };
            let is_same = (range - expected).abs() < 1e-3 || range == &expected || range.is_nan() && expected.is_nan();
            assert!(is_same, "case {case}: {range}, not {expected}, of {ray:?}");
            met[hit.map_or(0, |hit| 1 + usize::from(matches!(hit, WorldHit::Sprite(_))))] += 1;
        }

        let poses: Vec<Pose> = (0..3).map(|_| Pose::new(quarters(&mut rng, 60), rng.f32() * 7.0)).collect();
        let angles: Vec<f32> = (0..20).map(|beam| beam as f32 * 0.3).collect();
        let beams: Vec<Ray> =
            poses.iter().flat_map(|pose| angles.iter().map(|&angle| scan_ray(pose, angle, 90.0))).collect();
        let (mut scanned, mut listed) = (vec![0.0; beams.len()], vec![0.0; beams.len()]);
        world.scan(&poses, &angles, 90.0, &mut scanned);
        world.ranges(&beams, 90.0, &mut listed);
        assert_eq!(scanned, listed, "case {case}");
    }
    assert!(met.iter().all(|&met| met > cases(400)), "{met:?}");
}
