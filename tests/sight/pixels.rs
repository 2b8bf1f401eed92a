//! Visible pixels against the line of sight to each, lit pixels against the shadows on their edges, and visible cells against
//! their pixels.

use fastrand::Rng;
use reference::mirrors::SIDES;
use reference::scenes::{self, Scene};
use reference::sight::{is_inner_corner, sees_edge, sees_past_corners};
use reference::{each_case, nearest};
use std::collections::BTreeSet;
use std::f32::consts::{FRAC_PI_2, PI, TAU};
use tileray::glam::{IVec2, Vec2, ivec2, uvec2};
use tileray::sight::{Explored, VisiblePixels};
use tileray::terrain::OneWayRule;
use tileray::{LayerMask, Rect, SolidityMap, Terrain, TerrainQuery};

fn look(terrain: &Terrain, origin: IVec2, radius: f32) -> VisiblePixels {
    terrain.query().visible_pixels(origin, radius)
}

fn center(pixel: IVec2) -> Vec2 {
    pixel.as_vec2() + 0.5
}

/// Compares what a pixel sees with the line of sight to each pixel.
fn assert_exact(query: TerrainQuery<'_>, origin: IVec2, radius: f32, context: &str) {
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
}

#[test]
fn a_pixel_is_seen_where_an_exact_ray_reaches_it() {
    for (case, mut rng) in each_case(811, reference::cases(200)) {
        let (mut scene, inside) = Scene::any(case, &mut rng);
        let radius = [0.0, 1.0, 5.5, 30.0, 63.0, 100.0][rng.usize(0..6)];
        let origin = inside.floor().as_ivec2();
        let context = scene.to_string();
        assert_exact(scene.terrain.query(), origin, radius, &context);
        scene.terrain.carve_circle(center(origin), 1.0 + rng.f32() * 20.0);
        assert_exact(scene.terrain.query(), origin, radius, &context);
        scene.terrain.set_one_way(0, Some(SIDES[case % 4])).expect("layer 0");
        let rule = [OneWayRule::Respect, OneWayRule::Respect, OneWayRule::Solid, OneWayRule::Free][rng.usize(0..4)];
        let layers = if rng.u32(0..8) == 0 { LayerMask::NONE } else { LayerMask::ALL };
        assert_exact(scene.terrain.query().one_way(rule).layers(layers), origin, 40.0, &context);
    }
}

/// Any solid pixel of a scene.
fn solid_pixel(scene: &Scene, rng: &mut Rng) -> IVec2 {
    let solid = scene.solid();
    solid.get(rng.usize(0..solid.len().max(1))).copied().unwrap_or(scene.corner)
}

#[test]
fn sight_leaves_the_solid_pixels_that_it_starts_in_as_rays_do() {
    for (case, mut rng) in each_case(818, reference::cases(800)) {
        let scene = scenes::one_way_now_and_then(case, &mut rng);
        let origin = solid_pixel(&scene, &mut rng);
        let radius = [0.0, 1.0, 5.5, 30.0, 100.0][rng.usize(0..5)];
        let query = scene.terrain.query().leave_start();
        assert_exact(query, origin, radius, &scene.to_string());
        // A free origin sees what it saw without it.
        let free = scene.corner + free_pixel(&scene.mask, &mut rng);
        assert_eq!(query.visible_pixels(free, radius), look(&scene.terrain, free, radius), "{scene}: {free}");
    }
}

#[test]
fn a_line_passes_corners_that_lie_on_one_side_of_it() {
    let mut past = 0;
    for (case, mut rng) in each_case(821, reference::cases(1600)) {
        let scene = Scene::within(30, scenes::mask_in_turn(case, &mut rng), &mut rng);
        let origin = scene.corner + free_pixel(&scene.mask, &mut rng);
        let radius = [1.0, 2.5, 5.0, 9.5, 14.0][rng.usize(0..5)];
        let query = scene.terrain.query().pass_corners();
        let (strict, answer) = (look(&scene.terrain, origin, radius), query.visible_pixels(origin, radius));
        let near = |pixel: IVec2, reach: f32| (pixel - origin).as_vec2().length_squared() <= reach * reach;
        let solid: Vec<IVec2> = scene.solid().into_iter().filter(|&pixel| near(pixel, radius + 3.0)).collect();
        let is_free = !scene.terrain.is_solid(origin);
        for pixel in nearest::pixels(answer.bounds()) {
            let sees = near(pixel, radius) && is_free && !scene.terrain.is_solid(pixel);
            let expected = sees && sees_past_corners(&solid, origin, pixel);
            assert_eq!(answer.sees(pixel), expected, "{scene}: {pixel} from {origin}, radius {radius}");
            assert!(expected || !strict.sees(pixel), "{scene}: {pixel} from {origin}, radius {radius}");
            past += usize::from(expected && !strict.sees(pixel));
        }
        // Inner corners follow the seen pixels, and edges are lit as without.
        let lit_by_edge = nearest::pixels(answer.bounds()).filter(|&pixel| strict.lights(pixel));
        lit_by_edge.for_each(|pixel| assert!(answer.lights(pixel), "{scene}: {pixel} from {origin}, radius {radius}"));
    }
    assert!(past > 0);
}

#[test]
fn a_hero_in_a_doorway_sees_the_squares_beside_the_door() {
    let field_of_view = |map: &str, origin: IVec2| {
        let mask = SolidityMap::from_ascii(map).expect("a map");
        let terrain = Terrain::from_solidity(&mask);
        let cells = terrain.query().pass_corners().cell_size((1, 1)).visible_cells(origin, 20.0);
        let seen = |pixel: IVec2| if mask.get(pixel.x, pixel.y) { '#' } else { '.' };
        let row = |y: i32| (0..mask.width() as i32).map(|x| ivec2(x, y)).collect::<Vec<_>>();
        let char_at = |pixel: &IVec2| if cells.contains(*pixel) { seen(*pixel) } else { '?' };
        (0..mask.height() as i32).map(|y| row(y).iter().map(char_at).collect::<String>() + "\n").collect::<String>()
    };
    let rooms = "#########\n#.......#\n#.......#\n####.####\n#.......#\n#.......#\n#########\n";
    let seen = "??#####??\n??.....??\n???...???\n???#.#???\n???...???\n??.....??\n??#####??\n";
    assert_eq!(field_of_view(rooms, ivec2(4, 3)), seen);
    // Between two corners nothing passes: neither where they touch each other, nor one behind the other.
    let touching = "....\n..#.\n.#..\n....\n";
    assert_eq!(field_of_view(touching, ivec2(1, 1)), "...?\n..#?\n.#??\n????\n");
    for (map, is_seen) in [(".....\n.#...\n.....\n.....\n", true), (".....\n.#.#.\n.....\n.....\n", false)] {
        let end = field_of_view(map, ivec2(1, 0)).lines().nth(3).map(|row| !row.ends_with('?'));
        assert_eq!(end, Some(is_seen), "{map}");
    }
}

/// Any free pixel of a mask; one beside it if there is none.
fn free_pixel(mask: &SolidityMap, rng: &mut Rng) -> IVec2 {
    let free: Vec<IVec2> = mask.inverted().pixels().collect();
    free.get(rng.usize(0..free.len().max(1))).copied().unwrap_or(IVec2::NEG_ONE)
}

#[test]
fn a_solid_pixel_is_lit_by_an_edge_or_at_an_inner_corner() {
    let mut corners = 0;
    for (case, mut rng) in each_case(816, reference::cases(1600)) {
        let scene = Scene::within(30, scenes::mask_in_turn(case, &mut rng), &mut rng);
        let origin = scene.corner + free_pixel(&scene.mask, &mut rng);
        let radius = if case % 23 == 0 { 40.0 } else { [1.0, 2.5, 5.0, 9.5][rng.usize(0..4)] };
        let near = |pixel: IVec2, reach: f32| (pixel - origin).as_vec2().length_squared() <= reach * reach;
        let solid: Vec<IVec2> = scene.solid().into_iter().filter(|&pixel| near(pixel, radius + 3.0)).collect();
        let answer = look(&scene.terrain, origin, radius);
        let is_free = !scene.terrain.is_solid(origin);
        let by_edge = |pixel: IVec2| {
            is_free && near(pixel, radius) && scene.terrain.is_solid(pixel) && sees_edge(&solid, origin, pixel)
        };
        for pixel in nearest::pixels(answer.bounds()) {
            let at_corner = || {
                let is_lit = is_inner_corner(pixel, by_edge, |pixel| answer.sees(pixel));
                is_lit && near(pixel, radius) && scene.terrain.is_solid(pixel)
            };
            let (by_edge, found) = (by_edge(pixel), answer.lights(pixel));
            assert_eq!(found, by_edge || at_corner(), "{scene}: {pixel} from {origin}, radius {radius}");
            corners += usize::from(found && !by_edge);
        }
    }
    assert!(corners > 0);
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
        let query = scene.terrain.query();
        assert_eq!(query.visible_cells(origin, 50.0), pixels.cells(uvec2(16, 16)));
        assert_eq!(query.cell_size(size).visible_cells(origin, 50.0), cells);
        let of_1 = query.cell_size((1, 1)).visible_cells(origin, 50.0);
        assert_eq!(of_1, pixels.cells(uvec2(1, 1)));
        assert!(pixels.pixels().eq(of_1.pixels()), "{scene}: {origin}");
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

#[test]
fn the_edges_of_a_view_hold_the_same_pixels_as_the_centers_of_cells() {
    let terrain = Terrain::from_solidity(&SolidityMap::new(200, 200));
    let fractions = (1..12_u8).flat_map(|along| (0..=along).map(move |across| (across, along)));
    // Pixels so near to an edge that a tolerance of 2^-34 would include them.
    for (across, along) in fractions.chain([(11, 47), (10, 76)]) {
        let sweep = 2.0 * (f64::from(across) / f64::from(along)).atan() as f32;
        for angle in [0.0, 1.0, 2.0, 3.0].map(|quarters| quarters * FRAC_PI_2) {
            let query = terrain.query().view(angle, sweep).cell_size((1, 1));
            let (origin, radius) = (ivec2(100, 100), f32::from(along) * 1.5);
            let (seen, by_centers) =
                (query.visible_cells(origin, radius), query.visible_cells_by_centers(origin, radius));
            let [seen, by_centers] = [seen, by_centers].map(|cells| cells.pixels().collect::<Vec<_>>());
            assert_eq!(seen, by_centers, "{across} / {along}, angle {angle}");
        }
    }
}

#[test]
fn a_view_that_ends_on_a_diagonal_lights_nothing_beyond_it() {
    let origin = ivec2(20, 20);
    for (angle, across, along) in [(0.0, ivec2(0, 1), ivec2(1, 0)), (FRAC_PI_2, ivec2(1, 0), ivec2(0, 1))] {
        // The first touches the diagonal at a corner and is in the view, the second is behind it and beyond.
        let (first, second, beside) = (along * 2 + across, along * 5 + across * 6, across);
        let mut mask = SolidityMap::new(40, 40);
        for pixel in [first, second, beside].map(|pixel| origin + pixel) {
            mask.set(pixel.x, pixel.y, true);
        }
        let terrain = Terrain::from_solidity(&mask);
        let seen = terrain.query().view(angle, FRAC_PI_2).visible_pixels(origin, 12.0);
        let lit = [first, second, beside].map(|pixel| seen.lights(origin + pixel));
        assert_eq!(lit, [true, false, false], "angle {angle}");
    }
}
