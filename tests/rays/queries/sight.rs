//! Whether anything is in the way, one ray and many.

use super::{all_queries, for_each_scene, rays_that_are_not_valid};
use fastrand::Rng;
use reference::pool::in_pool;
use tileray::glam::Vec2;
use tileray::{Ray, SimdLevel, SolidityMap, Terrain};

#[test]
fn any_hit_is_a_hit() {
    for_each_scene(201, reference::cases(8_000), |terrain, ray, context| {
        for (query, ..) in all_queries(terrain) {
            let expected = query.raycast(ray).is_some();
            assert_eq!(query.raycast_any(ray), expected, "{query:?}, {context}");
        }
    });
}

#[test]
fn sight_is_what_no_exact_ray_between_the_points_hits() {
    for_each_scene(202, reference::cases(10_000), |terrain, ray, context| {
        let (a, b) = (ray.origin().as_vec2(), ray.end().as_vec2());
        assert_eq!(terrain.line_of_sight(a, b), terrain.query().line_of_sight(a, b), "{context}");
        for (query, _, leaves) in all_queries(terrain) {
            let expected = !query.exact().raycast_any(&Ray::between(a, b));
            assert_eq!(query.line_of_sight(a, b), expected, "{query:?}, {context}");
            if !leaves {
                assert_eq!(query.line_of_sight(b, a), expected, "backward, {context}");
            }
        }
    });
}

fn hills() -> Terrain {
    Terrain::from_solidity(&SolidityMap::from_fn(600, 400, |x, y| x / 16 % 3 == y / 16 % 5 && (x ^ y) & 3 != 0))
}

#[test]
fn a_batch_in_any_scene_equals_one_by_one() {
    let levels = SimdLevel::ALL.into_iter().filter(|level| level.is_available()).collect::<Vec<_>>();
    let mut rng = Rng::with_seed(204);
    for_each_scene(205, reference::cases(400), |terrain, ray, context| {
        let near = |rng: &mut Rng| Vec2::new(rng.f32() - 0.5, rng.f32() - 0.5) * 40.0;
        let (a, b) = (ray.origin().as_vec2(), ray.end().as_vec2());
        let pairs: Vec<_> = (0..rng.usize(1..40)).map(|_| (a + near(&mut rng), b + near(&mut rng))).collect();
        let rays: Vec<Ray> = pairs.iter().map(|&(a, b)| Ray::between(a, b)).collect();
        let simd = levels[rng.usize(..levels.len())];
        for (query, ..) in all_queries(terrain) {
            let query = query.simd(simd);
            let (mut hits, mut seen) = (vec![false; rays.len()], vec![false; rays.len()]);
            in_pool([1, 2, 7][rng.usize(..3)], || {
                query.raycast_any_batch(&rays, &mut hits);
                query.line_of_sight_batch(&pairs, &mut seen);
            });
            let alone: Vec<_> = rays.iter().map(|ray| query.raycast_any(ray)).collect();
            assert_eq!(hits, alone, "{query:?}, {context}");
            let alone: Vec<_> = pairs.iter().map(|&(a, b)| query.line_of_sight(a, b)).collect();
            assert_eq!(seen, alone, "{query:?}, {context}");
        }
    });
}

#[test]
fn in_an_empty_terrain_every_ray_that_is_one_sees_its_end() {
    let terrain = Terrain::from_solidity(&SolidityMap::new(600, 400));
    let mut rays: Vec<Ray> = (0..500).map(|x| Ray::between((x as f32, -5.0), (5.0, 3.0 * x as f32))).collect();
    rays.extend(rays_that_are_not_valid());
    let pairs: Vec<_> = rays.iter().map(|ray| (ray.origin().as_vec2(), ray.end().as_vec2())).collect();
    for (query, ..) in all_queries(&terrain) {
        let (mut hits, mut any, mut seen) = (vec![None; rays.len()], vec![true; rays.len()], vec![false; rays.len()]);
        hits[3] = hills().raycast(&Ray::between((0.0, 0.0), (500.0, 300.0)));
        assert!(hits[3].is_some());
        query.raycast_batch(&rays, &mut hits);
        query.raycast_any_batch(&rays, &mut any);
        query.line_of_sight_batch(&pairs, &mut seen);
        assert!(hits.iter().all(Option::is_none) && !any.contains(&true));
        let valid: Vec<_> = rays.iter().map(Ray::is_valid).collect();
        assert_eq!(seen, valid);
    }
}

#[test]
fn what_is_not_a_ray_hits_nothing_and_sees_nothing() {
    let terrain = hills();
    for ray in rays_that_are_not_valid() {
        for (query, ..) in all_queries(&terrain) {
            assert!(!query.raycast_any(&ray));
            let (a, b) = (ray.origin().as_vec2(), ray.end().as_vec2());
            assert!(!query.line_of_sight(a, b), "{a} to {b}");
            let mut seen = [true];
            query.line_of_sight_batch(&[(a, b)], &mut seen);
            assert_eq!(seen, [false], "{a} to {b}");
        }
    }
}

#[test]
#[should_panic(expected = "`rays` and `hits` must have the same length")]
fn a_batch_of_rays_with_too_few_places_panics() {
    hills().query().raycast_any_batch(&[Ray::between((0.0, 0.0), (1.0, 0.0))], &mut []);
}

#[test]
#[should_panic(expected = "`pairs` and `seen` must have the same length")]
fn a_batch_of_pairs_with_too_few_places_panics() {
    hills().query().line_of_sight_batch(&[(Vec2::ZERO, Vec2::ONE)], &mut []);
}
