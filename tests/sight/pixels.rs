//! Visible pixels against the line of sight to each, and visible cells against their pixels.

use reference::scenes::Scene;
use reference::{each_case, nearest};
use std::collections::BTreeSet;
use std::f32::consts::{PI, TAU};
use tileray::glam::{IVec2, Vec2, ivec2, uvec2};
use tileray::sight::{Explored, VisiblePixels, VisibleRegion};
use tileray::terrain::OneWayRule;
use tileray::{Direction, LayerMask, Rect, SolidityMap, Terrain, TerrainQuery};

fn look(terrain: &Terrain, origin: IVec2, radius: f32) -> VisiblePixels {
    terrain.query().visible_pixels(origin, radius)
}

fn center(pixel: IVec2) -> Vec2 {
    pixel.as_vec2() + 0.5
}

/// Compares what a pixel sees with the line of sight to each pixel.
fn assert_exact(query: TerrainQuery<'_>, origin: IVec2, radius: f32, context: &str) -> usize {
    let answer = query.visible_pixels(origin, radius);
    let reach = radius.max(0.0) as i32;
    let around = Rect::new(origin - reach, origin + reach + 1).intersection(&query.terrain().bounds());
    assert_eq!(answer.seen.size(), around.size(), "{context}");
    let pixels: Vec<IVec2> = nearest::pixels(around).collect();
    let pairs: Vec<(Vec2, Vec2)> = pixels.iter().map(|&pixel| (center(origin), center(pixel))).collect();
    let mut sees = vec![false; pairs.len()];
    query.exact().line_of_sight_batch(&pairs, &mut sees);
    for (&pixel, &sees) in pixels.iter().zip(&sees) {
        let is_near = (pixel - origin).as_dvec2().length_squared() <= f64::from(radius).powi(2);
        let expected = sees && is_near;
        assert_eq!(answer.sees(pixel), expected, "{context}: {pixel} from {origin}, radius {radius}, {query:?}");
    }
    pixels.len()
}

#[test]
fn a_pixel_is_seen_where_an_exact_ray_reaches_it() {
    let mut compared = 0;
    for (case, mut rng) in each_case(811, reference::cases(200)) {
        let (mut scene, inside) = Scene::any(case, &mut rng);
        let radius = [0.0, 1.0, 5.5, 30.0, 63.0, 100.0][rng.usize(0..6)];
        let origin = inside.floor().as_ivec2();
        let context = scene.to_string();
        compared += assert_exact(scene.terrain.query(), origin, radius, &context);
        scene.terrain.carve_circle(center(origin), 1.0 + rng.f32() * 20.0);
        compared += assert_exact(scene.terrain.query(), origin, radius, &context);
    }
    println!("{compared} pixels");
}

#[test]
fn one_way_layers_hide_pixels_as_they_stop_rays() {
    let directions = [Direction::Left, Direction::Right, Direction::Up, Direction::Down];
    for (case, mut rng) in each_case(812, reference::cases(60)) {
        let (mut scene, inside) = Scene::any(case, &mut rng);
        scene.terrain.set_one_way(0, Some(directions[case % 4])).expect("layer 0");
        let one_way = [OneWayRule::Respect, OneWayRule::Respect, OneWayRule::Solid, OneWayRule::Free][rng.usize(0..4)];
        let layers = if rng.u32(0..8) == 0 { LayerMask::NONE } else { LayerMask::ALL };
        let query = scene.terrain.query().one_way(one_way).layers(layers);
        let origin = inside.floor().as_ivec2();
        assert_exact(query, origin, 40.0, &scene.to_string());
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
    for (case, mut rng) in each_case(814, reference::cases(150)) {
        let (scene, inside) = Scene::any(case, &mut rng);
        let (origin, radius) = (inside.floor().as_ivec2(), [2.0, 10.0, 45.0][case % 3]);
        let answer = look(&scene.terrain, origin, radius);
        // Edges of the pixels within the radius reach a little farther.
        let region = scene.terrain.query().visible_region(center(origin), radius + 2.0);
        let expected = lit_by_region(&region, &scene.terrain, origin, radius);
        let lit: Vec<IVec2> = nearest::pixels(answer.bounds()).filter(|&pixel| answer.lights(pixel)).collect();
        assert!(lit.iter().all(|&pixel| scene.terrain.is_solid(pixel)), "{scene}");
        // Parts too short for f32 have no edge in the region.
        let missing: Vec<_> = expected.iter().filter(|pixel| !lit.contains(pixel)).collect();
        let more = lit.iter().filter(|pixel| !expected.contains(pixel)).count();
        assert!(missing.is_empty() && more <= lit.len() / 50, "{scene} from {origin}: {missing:?}, {more} more");
    }
}

#[test]
fn seen_pixels_are_in_the_region_of_the_center() {
    for (case, mut rng) in each_case(815, reference::cases(100)) {
        let (scene, inside) = Scene::any(case, &mut rng);
        let origin = inside.floor().as_ivec2();
        let query = scene.terrain.query();
        let query = match case % 3 {
            0 => query,
            1 => query.view(rng.f32() * TAU, rng.f32() * TAU),
            _ => query.view(rng.i32(0..8) as f32 * PI / 4.0, rng.i32(1..8) as f32 * PI / 4.0),
        };
        let answer = query.visible_pixels(origin, 40.0);
        let region = query.visible_region(center(origin), 40.0);
        let mut differences = 0;
        for pixel in nearest::pixels(answer.bounds()) {
            let is_in = region.contains(center(pixel));
            assert!(is_in || !answer.sees(pixel), "{scene}: {pixel} from {origin}, {query:?}");
            // Centers on the border of the region, behind a corner in line with them.
            let well_inside = [ivec2(1, 0), ivec2(-1, 0), ivec2(0, 1), ivec2(0, -1)]
                .iter()
                .all(|&offset| region.contains(center(pixel) + offset.as_vec2() / 1024.0));
            differences += usize::from(well_inside && !answer.sees(pixel));
        }
        assert_eq!(differences, 0, "{scene} from {origin}, {query:?}");
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
    for (angle, sweep) in [(f32::NAN, TAU), (0.0, 0.0)] {
        let seen = terrain.query().view(angle, sweep).visible_pixels(ivec2(5, 6), 9.0).seen;
        assert_eq!(seen.count(), 0, "{angle}, {sweep}");
    }
    assert_eq!(look(&terrain, ivec2(5, 6), 0.0).seen.count(), 1);
    assert_eq!(look(&terrain, ivec2(9, 5), 20.0).seen.count(), 0, "from a solid pixel");
    // From outside, all that the terrain holds is within reach.
    assert_exact(terrain.query(), ivec2(-20, 90), f32::from(500_u16), "from outside");
    let all = look(&terrain, ivec2(5, 6), f32::INFINITY);
    assert_eq!(all.bounds(), terrain.bounds());
}

#[test]
fn a_cell_is_seen_where_any_of_its_pixels_is() {
    for (case, mut rng) in each_case(821, reference::cases(100)) {
        let (scene, inside) = Scene::any(case, &mut rng);
        let origin = inside.floor().as_ivec2();
        let size = uvec2(rng.u32(1..40), rng.u32(1..40));
        let pixels = scene.terrain.query().visible_pixels(origin, 50.0);
        let cells = pixels.cells(size);
        let mut expected = BTreeSet::new();
        let bounds = pixels.bounds();
        for pixel in nearest::pixels(bounds).filter(|&pixel| pixels.sees(pixel) || pixels.lights(pixel)) {
            expected.insert((pixel.y.div_euclid(size.y as i32), pixel.x.div_euclid(size.x as i32)));
        }
        assert!(cells.pixels().map(|cell| (cell.y, cell.x)).eq(expected.iter().copied()), "{scene}: {origin}");
        assert!(expected.iter().all(|&(y, x)| cells.contains(ivec2(x, y))), "{scene}: {origin}");
        let of_16 = scene.terrain.query().visible_cells(origin, 50.0);
        assert_eq!(of_16, pixels.cells(uvec2(16, 16)));
    }
}

#[test]
fn explored_cells_are_all_that_was_seen() {
    for (case, mut rng) in each_case(822, reference::cases(40)) {
        let (scene, inside) = Scene::any(case, &mut rng);
        let bounds = scene.terrain.bounds();
        let cells = Rect::new(bounds.min.div_euclid(IVec2::splat(5)) + 2, bounds.max.div_euclid(IVec2::splat(5)));
        let (mut explored, mut expected) = (Explored::new(cells), BTreeSet::new());
        for _ in 0..6 {
            let origin = inside.floor().as_ivec2() + ivec2(rng.i32(-40..40), rng.i32(-40..40));
            let seen = scene.terrain.query().visible_pixels(origin, 30.0).cells(uvec2(5, 5));
            let is_new = |cell: &IVec2| cells.contains(*cell) && !expected.contains(&(cell.y, cell.x));
            let new: Vec<IVec2> = seen.pixels().filter(is_new).collect();
            expected.extend(new.iter().map(|cell| (cell.y, cell.x)));
            assert_eq!(explored.add(&seen), new, "{scene}: {origin}");
            assert_eq!(explored.count(), expected.len() as u64);
            assert!(expected.iter().all(|&(y, x)| explored.contains(ivec2(x, y))));
        }
        assert_eq!(explored.cells(), if cells.is_empty() { explored.cells() } else { cells });
        explored.clear();
        assert_eq!((explored.count(), explored.mask().count()), (0, 0));
    }
}
