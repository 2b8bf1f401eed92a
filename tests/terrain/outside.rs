//! The outside of a terrain against the same pixels drawn.

use crate::update::hash;
use reference::maps::{random_map, random_tile};
use reference::mirrors::{Place, SIDES, Things, any_sides, assert_alike, is_solid_with, questions};
use reference::{cases, each_case};
use std::rc::Rc;
use tileray::glam::{IVec2, ivec2};
use tileray::solidity::Connectivity;
use tileray::terrain::{OneWayRule, Outside};
use tileray::{Circle, Direction, LayerMask, Ray, Rect, SolidityMap, Terrain};

/// All questions of the mirrored scenes: rays, shapes, sight, scans, masks and bodies. Each finds what it finds where the
/// outside is drawn.
#[test]
fn every_question_meets_an_outside_as_if_it_were_drawn() {
    let questions: Vec<_> =
        questions().into_iter().filter(|question| question.name != "carve and fill a shape").collect();
    let (mut asked, mut met) = (0, 0);
    for (case, mut rng) in each_case(61, cases(40)) {
        let mut sides = any_sides(&mut rng);
        if sides == [Outside::Free; 4] {
            // Then no pixel beyond the bounds is seen.
            sides[0] = Outside::Edge;
        }
        let place = Rc::new(Place::any(&mut rng).with_sides(sides));
        let drawn = Rc::new(place.drawn(340));
        for _ in 0..3 {
            let things = Things::any(&mut rng);
            let things = Things { radius: things.radius.min(40.0), ..things };
            let counts = assert_alike(&questions, [&place, &drawn], things, case);
            (asked, met) = (asked + counts[0], met + counts[1]);
        }
    }
    assert!(met * 3 > asked, "{met} of {asked} questions find something");
}

fn check_pixels(terrain: &Terrain, case: &str) {
    let (bounds, sides) = (terrain.bounds(), SIDES.map(|side| terrain.outside(side)));
    for index in terrain.layers() {
        let layer = LayerMask::layer(index);
        let query = terrain.query().layers(layer).one_way(OneWayRule::Solid);
        let expected = |pixel| is_solid_with(&bounds, &sides, pixel, |pixel| query.is_solid(pixel));
        let near = Rect::new(bounds.min - 40, bounds.max + 40);
        let mask = query.to_mask(near);
        let far = [5000, 30_000].map(|far| ivec2(far, far));
        let far = far.into_iter().flat_map(|far| [far, -far, ivec2(far.x, -far.y), ivec2(-far.x, far.y)]);
        let beside = far.flat_map(|far| [far, far.with_x(bounds.min.x + 3), far.with_y(bounds.max.y - 3)]);
        let pixels = (near.min.y..near.max.y).flat_map(|y| (near.min.x..near.max.x).map(move |x| ivec2(x, y)));
        for pixel in pixels {
            let at = pixel - near.min;
            assert_eq!(mask.get(at.x, at.y), expected(pixel), "{case}: layer {index}, {pixel}");
        }
        for pixel in beside {
            assert_eq!(query.is_solid(pixel), expected(pixel), "{case}: layer {index}, {pixel}");
        }
    }
}

#[test]
fn an_outside_follows_edits_and_states() {
    for (case, mut rng) in each_case(62, cases(60)) {
        let mut map = random_map(&mut rng, case % 2 == 0);
        let mut terrain = Terrain::from_map(&map);
        let sides = any_sides(&mut rng);
        SIDES.into_iter().zip(sides).for_each(|(side, outside)| terrain.set_outside(side, outside));
        let first = terrain.snapshot();
        check_pixels(&terrain, &format!("case {case}, before"));
        for edit in 0..12 {
            let bounds = terrain.bounds();
            let at = ivec2(rng.i32(bounds.min.x..bounds.max.x), rng.i32(bounds.min.y..bounds.max.y));
            let circle = Circle::new(at.as_vec2(), rng.f32() * 14.0);
            let text = format!("case {case}, edit {edit}");
            let layer = rng.usize(0..terrain.layers().len());
            match rng.u8(0..8) {
                0 | 1 => _ = terrain.carve(&circle, LayerMask::layer(layer)),
                2 | 3 => _ = terrain.fill(&circle, LayerMask::layer(layer)),
                4 => {
                    let Rect { min, max } = map.layer(layer).expect("a layer").cells;
                    let cell = ivec2(rng.i32(min.x..max.x), rng.i32(min.y..max.y));
                    let tile = rng.bool().then(|| random_tile(&mut rng));
                    _ = terrain.set_tile(layer, cell, tile).expect("a cell");
                }
                5 => terrain.set_one_way(layer, rng.bool().then_some(Direction::Left)).expect("a layer"),
                6 => {
                    let side = rng.usize(0..4);
                    terrain.set_outside(SIDES[side], any_sides(&mut rng)[0]);
                }
                _ => {
                    map = random_map(&mut rng, case % 2 == 0);
                    terrain.reload(&map).expect("a small map");
                }
            }
            check_pixels(&terrain, &text);
        }
        let last = (terrain.snapshot(), hash(&terrain));
        terrain.restore(&first);
        check_pixels(&terrain, &format!("case {case}, restored"));
        assert_eq!(SIDES.map(|side| terrain.outside(side)), sides);
        terrain.restore(&last.0);
        assert_eq!(hash(&terrain), last.1);
        terrain.set_outside(Direction::Up, Outside::Free);
        let free = hash(&terrain);
        terrain.set_outside(Direction::Up, Outside::Solid);
        assert_ne!(hash(&terrain), free, "the outside is a part of the state");
    }
}

#[test]
fn bounds_end_at_the_source_beside_an_outside() {
    let mut terrain = Terrain::from_solidity_at(&SolidityMap::new(20, 20), ivec2(5, -3)).expect("small");
    assert_eq!(terrain.bounds(), Rect::new(ivec2(0, -16), ivec2(32, 32)));
    terrain.set_outside(Direction::Left, Outside::Solid);
    assert_eq!(terrain.bounds(), Rect::new(ivec2(5, -16), ivec2(32, 32)));
    let mut terrain = terrain.with_outside(Outside::Edge);
    assert_eq!(terrain.bounds(), Rect::new(ivec2(5, -3), ivec2(25, 17)));
    // Beyond the bounds nothing is edited, and an edge repeats what is.
    let dirty = terrain.fill_circle((25.0, 10.5), 3.0);
    assert_eq!(dirty.max.x, 25);
    assert!(terrain.is_solid(ivec2(30_000, 10)) && !terrain.is_solid(ivec2(30_000, 14)));
    assert!(!terrain.is_solid(ivec2(70_000, 10)), "the outside has an end");
    let terrain = terrain.with_outside(Outside::Free);
    assert_eq!(terrain.bounds(), Rect::new(ivec2(0, -16), ivec2(32, 32)));
    assert!(!terrain.is_solid(ivec2(26, 10)));

    let empty = Terrain::default().with_outside(Outside::Solid);
    assert_eq!((empty.outside(Direction::Up), empty.bounds()), (Outside::Solid, Rect::EMPTY));
    assert!(!empty.is_solid(ivec2(3, 3)) && empty.raycast(&Ray::between((-9.0, 4.0), (90.0, 3.0))).is_none());
}

#[test]
fn the_corners_of_the_world_have_room_for_an_outside() {
    let mask = SolidityMap::from_fn(32, 32, |x, _| x == 31);
    let edged = |corner| Terrain::from_solidity_at(&mask, corner).expect("small").with_outside(Outside::Edge);
    for corner in [IVec2::MIN + 16, ivec2(i32::MAX - 63, i32::MIN + 16), IVec2::splat(i32::MAX - 63)] {
        assert!(edged(corner).is_solid(corner + ivec2(31, 5)), "{corner}");
    }
    for corner in [ivec2(1 << 30, -1 << 30), ivec2(-1 << 30, 1 << 30), ivec2(-1 << 30, -1 << 30)] {
        let terrain = edged(corner);
        assert!(terrain.is_solid(corner + ivec2(33, 5)) && !terrain.is_solid(corner + ivec2(-3, 5)), "{corner}");
        assert!(terrain.is_solid(corner + ivec2(31, -5)) && !terrain.is_solid(corner + ivec2(30, -5)), "{corner}");
    }
}

#[test]
fn components_and_islands_know_the_outside() {
    let pillar = SolidityMap::from_fn(48, 48, |x, y| (20..28).contains(&x) && (20..48).contains(&y));
    let mut terrain = Terrain::from_solidity(&pillar).with_outside(Outside::Edge);
    let around = Rect::new(ivec2(0, 0), ivec2(48, 64));
    let components = terrain.query().components(around, Connectivity::Four);
    assert_eq!(components[0].bounds, Rect::new(ivec2(20, 20), ivec2(28, 64)), "the pillar goes on below");
    let dirty = terrain.carve_circle((24.0, 40.0), 6.0);
    let islands = terrain.query().islands(dirty, 40, Connectivity::Four);
    assert_eq!(islands.iter().map(|island| island.bounds.min.y).collect::<Vec<_>>(), [20], "the upper part hangs");
}
