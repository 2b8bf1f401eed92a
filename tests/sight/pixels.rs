//! Visible pixels against an exact line of sight to each pixel.

use reference::scenes::Scene;
use reference::{Replay, numbers, seeded};
use std::f32::consts::{PI, TAU};
use tileray::glam::{IVec2, Vec2, ivec2};
use tileray::sight::{SightOptions, VisiblePixels, VisibleRegion};
use tileray::terrain::OneWayRule;
use tileray::{Direction, LayerMask, RayOptions, Rect, SolidityMap, Terrain, Traversal};

fn ray_options(options: &SightOptions) -> RayOptions {
    let SightOptions { layers, one_way, .. } = *options;
    RayOptions { traversal: Traversal::Exact, layers, one_way, ..RayOptions::default() }
}

fn look(terrain: &Terrain, origin: IVec2, radius: f32) -> VisiblePixels {
    terrain.visible_pixels(origin, radius, &SightOptions::default())
}

fn center(pixel: IVec2) -> Vec2 {
    pixel.as_vec2() + 0.5
}

/// All pixels of a rectangle.
fn pixels_of(rect: Rect) -> Vec<IVec2> {
    (rect.min.y..rect.max.y).flat_map(|y| (rect.min.x..rect.max.x).map(move |x| ivec2(x, y))).collect()
}

/// Compares what a pixel sees with the line of sight to each pixel.
fn assert_exact(terrain: &Terrain, origin: IVec2, radius: f32, options: &SightOptions, context: &str) -> usize {
    let answer = terrain.visible_pixels(origin, radius, options);
    let reach = radius.max(0.0) as i32;
    let around = Rect::new(origin - reach, origin + reach + 1).intersection(&terrain.bounds());
    assert_eq!(answer.seen.size(), around.size(), "{context}");
    let pixels = pixels_of(around);
    let pairs: Vec<(Vec2, Vec2)> = pixels.iter().map(|&pixel| (center(origin), center(pixel))).collect();
    let mut sees = vec![false; pairs.len()];
    terrain.line_of_sight_batch(&pairs, &ray_options(options), &mut sees);
    for (&pixel, &sees) in pixels.iter().zip(&sees) {
        let is_near = (pixel - origin).as_dvec2().length_squared() <= f64::from(radius).powi(2);
        let expected = sees && is_near;
        assert_eq!(answer.sees(pixel), expected, "{context}: {pixel} from {origin}, radius {radius}, {options:?}");
    }
    pixels.len()
}

#[test]
fn a_pixel_is_seen_where_an_exact_ray_reaches_it() {
    let (mut rng, mut compared) = (seeded(811), 0);
    for case in numbers(reference::cases(200)) {
        let _replay = Replay::new(case, &rng);
        let (mut scene, inside) = Scene::any(case, &mut rng);
        let radius = [0.0, 1.0, 5.5, 30.0, 63.0, 100.0][rng.usize(0..6)];
        let origin = inside.floor().as_ivec2();
        let context = scene.to_string();
        compared += assert_exact(&scene.terrain, origin, radius, &SightOptions::default(), &context);
        scene.terrain.carve_circle(center(origin), 1.0 + rng.f32() * 20.0);
        compared += assert_exact(&scene.terrain, origin, radius, &SightOptions::default(), &context);
    }
    println!("{compared} pixels");
}

#[test]
fn one_way_layers_hide_pixels_as_they_stop_rays() {
    let mut rng = seeded(812);
    let directions = [Direction::Left, Direction::Right, Direction::Up, Direction::Down];
    for case in numbers(reference::cases(60)) {
        let _replay = Replay::new(case, &rng);
        let (mut scene, inside) = Scene::any(case, &mut rng);
        scene.terrain.set_one_way(0, Some(directions[case % 4])).expect("layer 0");
        let one_way = [OneWayRule::Respect, OneWayRule::Respect, OneWayRule::Solid, OneWayRule::Free][rng.usize(0..4)];
        let layers = if rng.u32(0..8) == 0 { LayerMask::NONE } else { LayerMask::ALL };
        let options = SightOptions { one_way, layers, ..SightOptions::default() };
        let origin = inside.floor().as_ivec2();
        assert_exact(&scene.terrain, origin, 40.0, &options, &scene.to_string());
    }
}

/// Whether a pixel's edge is on the border of the region that another one's center sees.
fn lit_by_region(region: &VisibleRegion, terrain: &Terrain, origin: IVec2, radius: f32) -> Vec<IVec2> {
    let mut lit: Vec<IVec2> = region
        .lit_edges(terrain)
        .map(|edge| edge.pixel)
        .filter(|&pixel| (pixel - origin).as_vec2().length_squared() <= radius * radius)
        .collect();
    lit.sort_unstable_by_key(|pixel| (pixel.y, pixel.x));
    lit.dedup();
    lit
}

#[test]
fn solid_pixels_with_lit_edges_are_in_the_second_mask() {
    let mut rng = seeded(814);
    for case in numbers(reference::cases(150)) {
        let _replay = Replay::new(case, &rng);
        let (scene, inside) = Scene::any(case, &mut rng);
        let (origin, radius) = (inside.floor().as_ivec2(), [2.0, 10.0, 45.0][case % 3]);
        let answer = look(&scene.terrain, origin, radius);
        // Edges of the pixels within the radius reach a little farther.
        let region = scene.terrain.visible_region(center(origin), radius + 2.0, &SightOptions::default());
        let expected = lit_by_region(&region, &scene.terrain, origin, radius);
        let lit: Vec<IVec2> = pixels_of(answer.bounds()).into_iter().filter(|&pixel| answer.lights(pixel)).collect();
        assert!(lit.iter().all(|&pixel| scene.terrain.is_solid(pixel)), "{scene}");
        // Parts too short for f32 have no edge in the region.
        let missing: Vec<_> = expected.iter().filter(|pixel| !lit.contains(pixel)).collect();
        let more = lit.iter().filter(|pixel| !expected.contains(pixel)).count();
        assert!(missing.is_empty() && more <= lit.len() / 50, "{scene} from {origin}: {missing:?}, {more} more");
    }
}

#[test]
fn seen_pixels_are_in_the_region_of_the_center() {
    let mut rng = seeded(815);
    for case in numbers(reference::cases(100)) {
        let _replay = Replay::new(case, &rng);
        let (scene, inside) = Scene::any(case, &mut rng);
        let origin = inside.floor().as_ivec2();
        let options = match case % 3 {
            0 => SightOptions::default(),
            1 => SightOptions { angle: rng.f32() * TAU, sweep: rng.f32() * TAU, ..SightOptions::default() },
            _ => SightOptions {
                angle: rng.i32(0..8) as f32 * PI / 4.0,
                sweep: rng.i32(1..8) as f32 * PI / 4.0,
                ..SightOptions::default()
            },
        };
        let answer = scene.terrain.visible_pixels(origin, 40.0, &options);
        let region = scene.terrain.visible_region(center(origin), 40.0, &options);
        let mut differences = 0;
        for pixel in pixels_of(answer.bounds()) {
            let is_in = region.contains(center(pixel));
            assert!(is_in || !answer.sees(pixel), "{scene}: {pixel} from {origin}, {options:?}");
            // Centers on the border of the region, behind a corner in line with them.
            let well_inside = [ivec2(1, 0), ivec2(-1, 0), ivec2(0, 1), ivec2(0, -1)]
                .iter()
                .all(|&offset| region.contains(center(pixel) + offset.as_vec2() / 1024.0));
            differences += usize::from(well_inside && !answer.sees(pixel));
        }
        assert_eq!(differences, 0, "{scene} from {origin}, {options:?}");
    }
}

#[test]
fn bad_input_sees_nothing_and_what_is_far_is_clipped() {
    let terrain = Terrain::from_solidity(&SolidityMap::from_fn(100, 70, |x, y| x % 9 == 0 && y % 5 == 0));
    for radius in [f32::NAN, -1.0, f32::NEG_INFINITY] {
        let answer = look(&terrain, ivec2(5, 6), radius);
        assert!(answer.bounds().is_empty() && answer.seen.count() == 0, "{radius}");
    }
    for origin in [ivec2(i32::MAX, 3), ivec2(i32::MIN, i32::MIN), ivec2(-9000, 0)] {
        let answer = look(&terrain, origin, f32::INFINITY);
        assert!(answer.seen.count() == 0 && !answer.sees(ivec2(i32::MAX, i32::MIN)), "{origin}");
    }
    for options in [
        SightOptions { angle: f32::NAN, ..SightOptions::default() },
        SightOptions { sweep: 0.0, ..SightOptions::default() },
    ] {
        assert_eq!(terrain.visible_pixels(ivec2(5, 6), 9.0, &options).seen.count(), 0, "{options:?}");
    }
    assert_eq!(look(&terrain, ivec2(5, 6), 0.0).seen.count(), 1);
    assert_eq!(look(&terrain, ivec2(9, 5), 20.0).seen.count(), 0, "from a solid pixel");
    // From outside, all that the terrain holds is within reach.
    assert_exact(&terrain, ivec2(-20, 90), f32::from(500_u16), &SightOptions::default(), "from outside");
    let all = look(&terrain, ivec2(5, 6), f32::INFINITY);
    assert_eq!(all.bounds(), terrain.bounds());
}
