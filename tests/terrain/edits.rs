//! Edits of a terrain against edits pixel by pixel.

use fastrand::Rng;
use reference::edits::{EditedTerrain, check_ray, edit};
use reference::maps::random_map;
use reference::nearest::pixels;
use reference::{cases, each_case};
use tileray::collide::RoundedPolygon;
use tileray::glam::{IVec2, Vec2, ivec2, uvec2, vec2};
use tileray::solidity::Orientation;
use tileray::terrain::{EditError, Stencil};
use tileray::tile::PlacedTile;
use tileray::{Aabb, Capsule, Circle, ConvexPolygon, Hull, LayerMask, LayerSet, Rect, SolidityMap, Terrain, Tile};

#[test]
fn edited_terrain_equals_pixels_that_are_edited_one_by_one() {
    let mut rng = Rng::with_seed(31);
    let seeds = cases(56);
    for seed in 0..seeds {
        let mut pair = EditedTerrain::new(random_map(&mut rng, seed % 3 == 0));
        let whole = pair.pixels.bounds;
        pair.check_pixels(&Rect::new(whole.min - 3, whole.max + 3), &format!("seed {seed}, before"));
        for number in 0..180 {
            let case = format!("seed {seed}, edit {number}");
            let before = pair.pixels.clone();
            let (dirty, is_exact) = edit(&mut pair, &mut rng);
            assert!(dirty == Rect::EMPTY || dirty.intersection(&whole) == dirty, "{case}: {dirty:?}");
            // What changed is inside the rectangle, and there the two agree.
            assert!(before.equals_outside(&pair.pixels, &dirty), "{case}: something changed outside {dirty:?}");
            if is_exact && !dirty.is_empty() {
                for smaller in [
                    Rect::new(dirty.min + IVec2::X, dirty.max),
                    Rect::new(dirty.min + IVec2::Y, dirty.max),
                    Rect::new(dirty.min, dirty.max - IVec2::X),
                    Rect::new(dirty.min, dirty.max - IVec2::Y),
                ] {
                    assert!(!before.equals_outside(&pair.pixels, &smaller), "{case}: {dirty:?} is too large");
                }
            }
            pair.check_pixels(&Rect::new(dirty.min - 2, dirty.max + 2), &case);
            (0..4).for_each(|_| check_ray(&pair, &mut rng, &case));
            if number % 30 == 29 {
                pair.check_pixels(&whole, &case);
                let map = pair.terrain.map().expect("made of a map");
                for layer in 0..pair.ways.len() {
                    let cells = map.layer(layer).expect("the layer").cells;
                    for cell in pixels(cells) {
                        assert_eq!(map.tile(layer, cell), pair.map.tile(layer, cell), "{case}");
                    }
                }
            }
        }
    }
}

fn full(side: u32) -> Terrain {
    Terrain::from_solidity(&SolidityMap::from_fn(side, side, |_, _| true))
}

#[test]
fn what_is_no_shape_changes_nothing() {
    let mut terrain = full(64);
    let odd = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY];
    for value in odd {
        assert_eq!(terrain.carve_circle((value, 5.0), 4.0), Rect::EMPTY);
        assert_eq!(terrain.carve_circle((5.0, 5.0), value), Rect::EMPTY);
        assert_eq!(terrain.carve(&[Vec2::ZERO, vec2(50.0, value), vec2(0.0, 50.0)][..], LayerMask::ALL), Rect::EMPTY);
    }
    assert_eq!(terrain.carve_circle((5.0, 5.0), -1.0), Rect::EMPTY);
    assert_eq!(terrain.carve(&[Vec2::ZERO, Vec2::splat(50.0)][..], LayerMask::ALL), Rect::EMPTY);
    assert_eq!(terrain.carve_mask(&SolidityMap::new(0, 0), IVec2::ZERO), Rect::EMPTY);
    assert_eq!(terrain.carve_mask(&SolidityMap::from_fn(9, 9, |_, _| true), IVec2::splat(i32::MAX - 3)), Rect::EMPTY);
    assert_eq!(terrain.fill_mask(&SolidityMap::from_fn(9, 9, |_, _| true), IVec2::MIN), Rect::EMPTY);
    assert_eq!(terrain.fill_circle((32.0, 32.0), 8.0), Rect::EMPTY, "it is full");
    assert_eq!(terrain.carve(&Circle::new((32.0, 32.0), 8.0), LayerMask::NONE), Rect::EMPTY);
    assert!((0..64).all(|y| (0..64).all(|x| terrain.is_solid(ivec2(x, y)))));
    let error = terrain.set_tile(0, IVec2::ZERO, None).expect_err("a mask has no tiles");
    assert_eq!(error, EditError::NoTiles);
    let error = terrain.set_one_way(3, None).expect_err("a mask has one layer").to_string();
    assert!(error.starts_with("layer 3 is not in the terrain, which has layer 0"), "{error}");
}

#[test]
fn shapes_beyond_all_bounds_end_at_the_terrains() {
    let bounds = Rect::new(IVec2::ZERO, IVec2::splat(256));
    let mut terrain = full(256);
    assert_eq!(terrain.carve_circle((1e30, 0.0), 1e29), Rect::EMPTY);
    assert_eq!(terrain.carve_circle((-3e38, 7.0), f32::MAX), Rect::EMPTY, "its center is too far away");
    let left = Rect::new(IVec2::ZERO, ivec2(128, 256));
    assert_eq!(terrain.carve_circle((-2e9, 7.0), 2e9 + 128.0), left);
    assert_eq!(terrain.fill_circle((0.0, 0.0), 3e38), left);
    let far = 3e38;
    let around = [vec2(-far, -far), vec2(far, -far), vec2(far, far), vec2(-far, far)];
    assert_eq!(terrain.carve(&around[..], LayerMask::ALL), bounds);
    assert_eq!(terrain.memory(), Terrain::from_solidity(&SolidityMap::new(256, 256)).memory(), "nothing is kept");
}

#[test]
fn a_snapshot_serves_clones_and_other_terrains() {
    let mut rng = Rng::with_seed(33);
    let mut pair = EditedTerrain::new(random_map(&mut rng, false));
    let snapshot = pair.terrain.snapshot();
    let mut clone = pair.terrain.clone();
    let dirty = clone.carve_circle((40.0, 40.0), 12.0);
    assert!(!dirty.is_empty());
    let back = clone.restore(&snapshot);
    assert_eq!(back.intersection(&dirty), back);
    assert_eq!(clone.restore(&snapshot), Rect::EMPTY, "nothing is left to restore");
    // Two clones that give one number to two tiles.
    let cell = ivec2(1, 1);
    let tiles = [0, 3].map(|id| Tile { set: 0, id, orientation: Orientation::IDENTITY });
    pair.terrain.set_tile(0, cell, Some(tiles[0])).expect("a tile");
    clone.set_tile(0, cell, Some(tiles[1])).expect("a tile");
    clone.restore(&pair.terrain.snapshot());
    assert_eq!(clone.map().expect("a map").tile(0, cell), Some(tiles[0]));
    let mut other = full(300);
    let bounds = other.bounds().union(&pair.terrain.bounds());
    assert_eq!(other.restore(&snapshot), bounds, "another terrain is taken over whole");
    assert_eq!(other.bounds(), pair.terrain.bounds());
}

#[test]
fn tiles_are_found_in_their_pixels() {
    let mut rng = Rng::with_seed(36);
    for case in 0..40 {
        let map = random_map(&mut rng, case % 2 == 0);
        for layer in 0..map.layers().len() {
            let corner = ivec2(rng.i32(-60..200), rng.i32(-60..200));
            let area = Rect::from_size(corner, uvec2(rng.u32(0..80), rng.u32(0..80)));
            let found: Vec<_> = map.placed_tiles_in(layer, area).collect();
            let named = |&(corner, placed): &(IVec2, &PlacedTile)| (corner, placed.tile());
            let mut all = map.placed_tiles(layer);
            assert!(
                found.iter().all(|tile| all.any(|other| named(&other) == named(tile))),
                "case {case}: in drawing order"
            );
            let reaches = |(corner, placed): &(IVec2, &PlacedTile)| {
                !Rect::from_size(*corner, placed.mask.size()).intersection(&area).is_empty()
            };
            let expected: Vec<_> = map.placed_tiles(layer).filter(reaches).map(|tile| named(&tile)).collect();
            let found: Vec<_> = found.into_iter().filter(reaches).map(|tile| named(&tile)).collect();
            assert_eq!(found, expected, "case {case}, layer {layer}");
        }
    }
}

#[test]
fn what_cannot_be_set_is_named_and_changes_nothing() {
    let mut rng = Rng::with_seed(34);
    let map = random_map(&mut rng, false);
    let mut terrain = Terrain::from_layers(&map, &LayerSet::named(&map, ["0"]).expect("the layer")).expect("small");
    let before = terrain.snapshot();
    let message = |result: Result<Rect, EditError>| result.expect_err("refused").to_string();
    assert!(message(terrain.set_tile(7, IVec2::ZERO, None)).contains("layer 7 is not in the terrain"));
    assert!(message(terrain.set_tile(0, ivec2(-40, 0), None)).contains("outside layer '0'"));
    let missing = Tile { set: 0, id: 77, ..Tile::default() };
    assert!(message(terrain.set_tile(0, IVec2::ZERO, Some(missing))).contains("tile 77 is not in tile set 0"));
    assert_eq!(terrain.restore(&before), Rect::EMPTY);
}

/// The distance of a point from a polygon of which it is outside, or the negative distance from its border inside.
fn depth(corners: &[Vec2], point: Vec2) -> f32 {
    let edges = || corners.iter().zip(corners.iter().cycle().skip(1));
    let to_edge = |(&a, &b): (&Vec2, &Vec2)| {
        let along =
            (b - a) * ((point - a).dot(b - a) / (b - a).length_squared().max(f32::MIN_POSITIVE)).clamp(0.0, 1.0);
        (a + along).distance(point)
    };
    let inside = corners.len() > 2 && edges().all(|(&a, &b)| (b - a).perp_dot(point - a) >= 0.0);
    edges().map(to_edge).fold(f32::INFINITY, f32::min) * if inside { -1.0 } else { 1.0 }
}

#[test]
fn shapes_of_all_kinds_have_the_pixels_whose_centers_lie_inside() {
    let pixels = Rect::new(IVec2::ZERO, ivec2(96, 96));
    for (_, mut rng) in each_case(4810, cases(200)) {
        let mut spot = || vec2(rng.f32() * 96.0, rng.f32() * 96.0);
        let (a, b, c) = (spot(), spot(), spot());
        let radius = [0.0, 0.5, 3.0, rng.f32() * 20.0][rng.usize(0..4)];
        let rect = Rect::new(a.as_ivec2(), a.as_ivec2() + ivec2(rng.i32(0..30), rng.i32(0..30)));
        let triangle = ConvexPolygon::new(vec![a, b, c]);
        let check = |shape: &dyn Stencil, parts: &[(&[Vec2], f32)]| {
            let mut terrain = Terrain::from_solidity(&SolidityMap::new(96, 96));
            let dirty = terrain.fill(shape, LayerMask::ALL);
            let filled = terrain.query().to_mask(pixels);
            assert_eq!(dirty, filled.bounds().unwrap_or(Rect::EMPTY));
            for pixel in (0..96 * 96).map(|index| ivec2(index % 96, index / 96)) {
                let depth = |&(corners, radius): &(&[Vec2], f32)| depth(corners, pixel.as_vec2() + 0.5) - radius;
                let depth = parts.iter().map(depth).fold(f32::INFINITY, f32::min);
                // Points, radii and sides are rounded.
                if depth.abs() > 1.0 / 64.0 {
                    assert_eq!(filled.get(pixel.x, pixel.y), depth < 0.0, "{pixel}, {depth}, {parts:?}");
                }
            }
            terrain.carve(shape, LayerMask::ALL);
            assert_eq!(terrain.query().to_mask(pixels).count(), 0);
        };
        check(&Capsule::new(a, b, radius), &[(&[a, b], radius)]);
        check(&Circle::new(a, radius), &[(&[a], radius)]);
        let corners = |min: Vec2, max: Vec2| [min, vec2(max.x, min.y), max, vec2(min.x, max.y)];
        check(&Aabb::new(a.min(b), a.max(b)), &[(&corners(a.min(b), a.max(b)), 0.0)]);
        if !rect.is_empty() {
            check(&rect, &[(&corners(rect.min.as_vec2(), rect.max.as_vec2()), 0.0)]);
        }
        if let Ok(triangle) = triangle {
            let corners: Vec<Vec2> = triangle.points().collect();
            check(&triangle, &[(&corners, 0.0)]);
            let hull = Hull::new(vec![triangle.clone(), triangle.translated((9.0, 2.5))]).expect("two pieces");
            let moved: Vec<Vec2> = corners.iter().map(|corner| corner + vec2(9.0, 2.5)).collect();
            check(&hull, &[(&corners, 0.0), (&moved, 0.0)]);
            check(&RoundedPolygon::new(triangle, radius).expect("a radius"), &[(&corners, radius)]);
        }
    }
}
