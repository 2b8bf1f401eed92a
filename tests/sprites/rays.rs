//! Rays against sprites, and against terrain and sprites.

use crate::scene::{Places, holds, pieces, quarters, sprites};
use fastrand::Rng;
use reference::{cases, each_case};
use tileray::glam::{DVec2, Vec2, dvec2, ivec2, vec2};
use tileray::scan::scan_ray;
use tileray::sprite::{BroadPhase, SpriteFilter, SpriteHit, SpriteId, WorldHit};
use tileray::{Pose, Ray, SolidityMap, Sprites, Terrain, Traversal};

/// The part of a segment before the first point that it shares with a piece, borders included: the first of the points that it
/// shares with the edges, unless it begins inside.
fn entry(piece: &[DVec2], start: DVec2, motion: DVec2) -> Option<f64> {
    if holds(piece, start) {
        return Some(0.0);
    }
    let mut first: Option<f64> = None;
    for i in 0..piece.len() {
        let (a, b) = (piece[i], piece[(i + 1) % piece.len()]);
        let (edge, to_a) = (b - a, a - start);
        let cross = motion.perp_dot(edge);
        let mut at = Vec::new();
        if cross != 0.0 {
            let (part, along_edge) = (to_a.perp_dot(edge) / cross, to_a.perp_dot(motion) / cross);
            if (0.0..=1.0).contains(&along_edge) {
                at.push(part);
            }
        } else if to_a.perp_dot(motion) == 0.0 {
            at.extend([a, b].map(|end| (end - start).dot(motion) / motion.length_squared()));
        }
        for part in at {
            if (0.0..=1.0).contains(&part) && first.is_none_or(|first| part < first) {
                first = Some(part);
            }
        }
    }
    first
}

/// Returns all hits of a ray, nearest first.
fn all_hits(sprites: &Sprites, ray: &Ray) -> Vec<(SpriteId, f64)> {
    let (start, motion) = (ray.origin(), ray.end() - ray.origin());
    let mut hits: Vec<_> = sprites
        .iter()
        .filter_map(|(id, _)| {
            let entries = pieces(sprites, id).into_iter().filter_map(|piece| entry(&piece, start, motion));
            entries.reduce(f64::min).map(|fraction| (id, fraction))
        })
        .collect();
    hits.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
    hits
}

#[test]
fn rays_meet_what_a_loop_over_all_edges_finds() {
    let mut broad_phase = BroadPhase::new();
    let (mut met, mut inside) = (0, 0);
    for (_, mut rng) in each_case(660, cases(100_000)) {
        let sprites = sprites(&mut rng, Places::Lattice, 16);
        let index = sprites.queries(&mut broad_phase);
        let reach = [20, 100, 1000][rng.usize(..3)];
        let start = quarters(&mut rng, reach);
        let end = match rng.u8(..6) {
            0 => vec2(start.x, quarters(&mut rng, reach).y),
            1 => vec2(quarters(&mut rng, reach).x, start.y),
            2 => start + Vec2::splat(rng.i32(-reach..=reach) as f32),
            3 if rng.bool() => start,
            _ => quarters(&mut rng, reach),
        };
        let ray = Ray::between(start, end);
        let hits = index.raycast_all(&ray, &SpriteFilter::default());
        let found: Vec<_> = hits.iter().map(|hit| (hit.id(), hit.fraction())).collect();
        let expected: Vec<_> = all_hits(&sprites, &ray).into_iter().map(|(id, at)| (id, at as f32)).collect();
        assert_eq!(found, expected, "{ray:?}");
        let first = index.raycast(&ray, &SpriteFilter::default());
        assert_eq!(first, hits.first().copied(), "{ray:?}");
        for hit in &hits {
            assert_described(&sprites, &ray, hit);
            met += 1;
            inside += usize::from(hit.inside());
        }
    }
    assert!(met > cases(100_000) / 8 && inside > cases(100_000) / 50, "{met} {inside}");
}

fn assert_described(sprites: &Sprites, ray: &Ray, hit: &SpriteHit) {
    let starts_inside = pieces(sprites, hit.id()).iter().any(|piece| holds(piece, ray.origin()));
    assert_eq!(hit.inside(), starts_inside, "{hit:?}");
    let expected = ray.point_at(f64::from(hit.fraction()));
    assert!((hit.point().as_dvec2() - expected).abs().max_element() < 1e-3, "{hit:?}");
    assert!((f64::from(hit.distance()) - ray.length() * f64::from(hit.fraction())).abs() < 1e-3, "{hit:?}");
    if hit.inside() {
        assert_eq!((hit.normal(), hit.distance()), (Vec2::ZERO, 0.0), "{hit:?}");
    } else {
        let normal = hit.normal().as_dvec2();
        assert!((normal.length() - 1.0).abs() < 1e-6 && normal.dot(ray.end() - ray.origin()) < 0.0, "{hit:?}");
    }
}

/// The values of a hit, without the id.
fn values(hit: &SpriteHit) -> (Vec2, f32, f32, Vec2, bool) {
    (hit.point(), hit.distance(), hit.fraction(), hit.normal(), hit.inside())
}

#[test]
fn in_a_crowd_rays_meet_what_they_meet_in_each_sprite_alone() {
    let (mut broad_phase, mut alone) = (BroadPhase::new(), BroadPhase::new());
    let mut met = 0;
    for (_, mut rng) in each_case(661, cases(600)) {
        let crowd = sprites(&mut rng, Places::Free, 120);
        let index = crowd.queries(&mut broad_phase);
        for _ in 0..4 {
            let reach = [30.0, 300.0, 3000.0, 1e6][rng.usize(..4)];
            let mut corner = || (dvec2(rng.f64(), rng.f64()) - 0.5) * reach;
            let ray = Ray::between_f64(corner(), corner());
            let mut expected = Vec::new();
            for (id, sprite) in crowd.iter() {
                let mut one = Sprites::new();
                one.insert(sprite.clone());
                let hit = one.queries(&mut alone).raycast(&ray, &SpriteFilter::default());
                expected.extend(hit.map(|hit| (id, values(&hit))));
            }
            let mut hits = index.raycast_all(&ray, &SpriteFilter::default());
            assert!(hits.is_sorted_by(|a, b| a.fraction() <= b.fraction()));
            assert_eq!(index.raycast(&ray, &SpriteFilter::default()), hits.first().copied());
            hits.sort_by_key(SpriteHit::id);
            let hits: Vec<_> = hits.iter().map(|hit| (hit.id(), values(hit))).collect();
            assert_eq!(hits, expected, "{ray:?}");
            met += hits.len();
        }
    }
    assert!(met > cases(600), "{met}");
}

/// Terrain with solid pixels here and there, at most a share of them, and sprites around it.
fn specks_and_sprites(rng: &mut Rng, most: f32) -> (Terrain, Sprites) {
    let share = rng.f32() * most;
    let mask = SolidityMap::from_fn(120, 120, |_, _| rng.f32() < share);
    let terrain = Terrain::from_solidity_at(&mask, ivec2(-60, -60)).expect("a small mask");
    (terrain, sprites(rng, Places::Lattice, 12))
}

#[test]
fn the_first_hit_is_the_nearer_of_two_casts_in_batches_too() {
    let (mut broad_phase, mut met) = (BroadPhase::new(), [0; 3]);
    let filter = SpriteFilter::default();
    for (case, mut rng) in each_case(670, cases(800)) {
        let (terrain, sprites) = specks_and_sprites(&mut rng, [0.02, 0.05][case % 2]);
        let index = sprites.queries(&mut broad_phase);
        let query = terrain.query().traversal([Traversal::Bresenham, Traversal::Exact][case / 2 % 2]);
        let leaves = case / 4 % 2 == 1;
        let query = if leaves { query.leave_start() } else { query };
        let world = query.with_sprites(&index, &filter);

        let rays: Vec<Ray> = (0..24).map(|_| Ray::between(quarters(&mut rng, 80), quarters(&mut rng, 80))).collect();
        let mut hits = vec![None; rays.len()];
        world.raycast_batch(&rays, &mut hits);
        let max_range = [20.0, 200.0, f32::NAN][rng.usize(0..3)];
        let none = [max_range, f32::INFINITY, -1.0][rng.usize(0..3)];
        let mut ranges = vec![0.0; rays.len()];
        query.no_return(none).with_sprites(&index, &filter).ranges(&rays, max_range, &mut ranges);
        for ((ray, hit), range) in rays.iter().zip(&hits).zip(&ranges) {
            let of_terrain = query.raycast_spans(ray).map(|span| WorldHit::Terrain(span.enter));
            let of_sprites = index.raycast_all(ray, &filter).into_iter();
            let of_sprites = of_sprites.filter(|hit| !(hit.inside() && leaves)).map(WorldHit::Sprite);
            let mut expected: Vec<_> = of_terrain.chain(of_sprites).collect();
            // Stable, so that of equal fractions the terrain stays first.
            expected.sort_by(|a, b| a.fraction().partial_cmp(&b.fraction()).expect("no NaN"));
            assert_eq!(world.raycast_all(ray), expected);
            let first = expected.first().copied();
            assert_eq!((world.raycast(ray), *hit), (first, first), "{ray:?}");
            assert_eq!(world.raycast_any(ray), first.is_some(), "{ray:?}");
            // Of two that round to one distance either may be the first by its fraction.
            let within = first.map(|hit| hit.distance()).filter(|distance| *distance <= max_range);
            let expected = if max_range.is_nan() { f32::NAN } else { within.unwrap_or(none) };
            let is_same = (range - expected).abs() < 1e-3 || range == &expected || range.is_nan() && expected.is_nan();
            assert!(is_same, "{range}, not {expected}, of {ray:?}");
            met[first.map_or(0, |hit| 1 + usize::from(matches!(hit, WorldHit::Sprite(_))))] += 1;
        }

        let poses: Vec<Pose> = (0..3).map(|_| Pose::new(quarters(&mut rng, 60), rng.f32() * 7.0)).collect();
        let angles: Vec<f32> = (0..20).map(|beam| beam as f32 * 0.3).collect();
        let beams: Vec<Ray> =
            poses.iter().flat_map(|pose| angles.iter().map(|&angle| scan_ray(pose, angle, 90.0))).collect();
        let (mut scanned, mut listed) = (vec![0.0; beams.len()], vec![0.0; beams.len()]);
        world.scan(&poses, &angles, 90.0, &mut scanned);
        world.ranges(&beams, 90.0, &mut listed);
        assert_eq!(scanned, listed);
    }
    assert!(met.iter().all(|&met| met > cases(800)), "{met:?}");
}
