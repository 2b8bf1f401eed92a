//! `nearest_solid` and `nearest_free` against a look at every pixel.

use fastrand::Rng;
use reference::nearest::{nearest, pixels};
use reference::scenes::Scene;
use reference::{each_case, maps};
use tileray::cast::NearestPixel;
use tileray::glam::{IVec2, Vec2, ivec2, vec2};
use tileray::{LayerMask, Rect, SolidityMap, Terrain};

fn parts(near: Option<NearestPixel>) -> Option<(IVec2, Vec2, f32)> {
    near.map(|near| (near.pixel, near.point, near.distance))
}

/// A point at a multiple of 1/256 px in a rectangle and around it; often at corners, borders and centers of pixels.
fn point(rng: &mut Rng, area: Rect) -> Vec2 {
    let unit = [256, 128, 16, 1][rng.usize(0..4)];
    let mut along = |min: i32, max: i32| (rng.i32((min - 20) * 256..(max + 20) * 256) / unit * unit) as f32 / 256.0;
    vec2(along(area.min.x, area.max.x), along(area.min.y, area.max.y))
}

fn max_distance(rng: &mut Rng) -> f32 {
    [0.0, 0.5, 3.0, 17.25, 64.0, 300.0, f32::INFINITY][rng.usize(0..7)]
}

#[test]
fn it_is_the_nearest_of_all_pixels() {
    let count = reference::cases(4000);
    for (case, mut rng) in each_case(501, count.div_ceil(20)) {
        let (scene, _) = Scene::any(case, &mut rng);
        let solid = scene.solid();
        let area = scene.terrain.bounds();
        for _ in 0..20 {
            let (point, max) = (point(&mut rng, area), max_distance(&mut rng));
            let expected = nearest(solid.iter().copied(), point, max);
            let found = scene.terrain.query().nearest_solid(point, max);
            assert_eq!(parts(found), expected, "{point} within {max} of {scene}");
            let free = scene.terrain.query().nearest_free(point, max);
            // A nearer one would lie as near as the answer, or within the distance asked about.
            let reach = free.map_or(max, |free| free.distance).min(400.0) as i32 + 2;
            let own = reference::pixel_of(point.as_dvec2());
            let around = pixels(Rect::new(own - reach, own + reach + 1));
            let expected = nearest(around.filter(|&pixel| !scene.terrain.is_solid(pixel)), point, max);
            assert_eq!(parts(free), expected, "free from {point} within {max} of {scene}");
        }
    }
}

#[test]
fn it_looks_at_the_chosen_layers() {
    for (case, mut rng) in each_case(502, reference::cases(40)) {
        let terrain = Terrain::from_map(&maps::random_map(&mut rng, case % 2 == 0));
        let layers = LayerMask(rng.u32(0..16) | rng.u32(0..16));
        let bounds = terrain.bounds();
        // Each layer alone, by a mask of one pixel.
        let dot = SolidityMap::from_fn(1, 1, |_, _| true);
        let is_solid = |pixel| terrain.query().layers(layers).overlap_mask(&dot, pixel).is_some();
        for _ in 0..4 {
            let (point, max) = (point(&mut rng, bounds), max_distance(&mut rng));
            let found = terrain.query().layers(layers).nearest_solid(point, max);
            let solid = pixels(bounds).filter(|&pixel| is_solid(pixel));
            assert_eq!(parts(found), nearest(solid, point, max), "{point} within {max}");
            let free = pixels(Rect::new(bounds.min - 22, bounds.max + 22)).filter(|&pixel| !is_solid(pixel));
            let found = terrain.query().layers(layers).nearest_free(point, max);
            assert_eq!(parts(found), nearest(free, point, max), "{point}");
        }
    }
}

#[test]
fn what_is_far_away_is_found_as_quickly() {
    // A map of 16,000 px a side with three pixels, in all levels of the tree.
    let mut terrain = Terrain::from_solidity(&SolidityMap::new(16_000, 16_000));
    let dots = [ivec2(3, 5), ivec2(9000, 15_990), ivec2(4095, 4096)];
    for dot in dots {
        terrain.fill_circle(dot.as_vec2() + 0.5, 0.4);
    }
    for (_, mut rng) in each_case(504, reference::cases(200)) {
        let point = point(&mut rng, Rect::new(ivec2(-3000, -3000), ivec2(20_000, 20_000)));
        let expected = nearest(dots.into_iter(), point, f32::INFINITY);
        let found = terrain.query().nearest_solid(point, f32::INFINITY);
        assert_eq!(parts(found), expected, "{point}");
    }
    let edge = vec2(-30_000.5, 2.5);
    assert_eq!(terrain.query().nearest_solid(edge, 30_003.0), None);
    let found = terrain.query().nearest_solid(edge, 30_004.0).expect("the first dot");
    assert_eq!((found.pixel, found.point), (ivec2(3, 5), vec2(3.0, 5.0)));
}

#[test]
fn bad_numbers_find_nothing_and_take_no_time() {
    let terrain = Terrain::from_solidity(&SolidityMap::from_fn(300, 300, |_, _| true));
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 3e9, -3e9] {
        for point in [vec2(bad, 1.0), vec2(1.0, bad)] {
            assert_eq!(terrain.query().nearest_solid(point, f32::INFINITY), None, "{point}");
            assert_eq!(terrain.query().nearest_free(point, f32::INFINITY), None, "{point}");
        }
    }
    for bad in [f32::NAN, -1.0, f32::NEG_INFINITY] {
        assert_eq!(terrain.query().nearest_solid((5.0, 5.0), bad), None, "{bad}");
        assert_eq!(terrain.query().nearest_free((5.0, 5.0), bad), None, "{bad}");
    }
    assert_eq!(terrain.query().nearest_solid((1e9, 5.0), f32::INFINITY), None, "farther than is searched");
    let free = terrain.query().nearest_free((-1e9, 5.0), f32::INFINITY).map(|free| free.distance);
    assert_eq!(free, Some(0.0), "all is free outside");
    let mut rock = Terrain::from_solidity(&SolidityMap::new(9000, 9000));
    rock.fill_circle((4500.0, 4500.0), 8000.0);
    assert_eq!(rock.query().nearest_free((4500.0, 4500.0), f32::INFINITY), None, "farther than is searched");
    let nothing = Terrain::from_solidity(&SolidityMap::new(0, 0));
    assert_eq!(nothing.query().nearest_solid((0.0, 0.0), f32::INFINITY), None);
    assert_eq!(nothing.query().nearest_free((0.5, 0.5), 0.0).map(|free| free.pixel), Some(IVec2::ZERO));
    assert_eq!(terrain.query().layers(LayerMask::NONE).nearest_solid((5.0, 5.0), 9.0), None);
}
