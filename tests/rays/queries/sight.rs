//! Whether anything is in the way, one ray and many.

use super::{all_queries, for_each_scene, rays_that_are_not_valid};
use tileray::glam::Vec2;
use tileray::{Ray, SolidityMap, Terrain};

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
#[should_panic(expected = "`rays` and `hits` must have the same length")]
fn a_batch_of_rays_with_too_few_places_panics() {
    hills().query().raycast_any_batch(&[Ray::between((0.0, 0.0), (1.0, 0.0))], &mut []);
}

#[test]
#[should_panic(expected = "`pairs` and `seen` must have the same length")]
fn a_batch_of_pairs_with_too_few_places_panics() {
    hills().query().line_of_sight_batch(&[(Vec2::ZERO, Vec2::ONE)], &mut []);
}
