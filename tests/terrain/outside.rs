//! The outside of a terrain against the same pixels drawn.

use fastrand::Rng;
use reference::maps::add_some_one_way;
use reference::mirrors::{Place, SIDES, Things, any_sides, assert_alike, is_solid_with, questions};
use reference::{cases, each_case};
use std::rc::Rc;
use tileray::glam::{IVec2, UVec2, ivec2, uvec2};
use tileray::solidity::Connectivity;
use tileray::terrain::{OneWayRule, Outside, StateHash};
use tileray::{Circle, Direction, LayerMask, Ray, Rect, SolidityMap, Terrain, Tile, TileLayer, TileMap, TileSet};

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

/// A map of two layers, the second one-way in half of the cases, that spans several blocks in some. Some of its tiles may be
/// one-way.
fn any_map(rng: &mut Rng) -> TileMap {
    let cells = if rng.u8(0..4) == 0 { uvec2(60, 5) } else { uvec2(rng.u32(1..9), rng.u32(1..9)) };
    let mut map = TileMap::new(uvec2(9, 16)).and_then(|map| map.with_size(cells)).expect("a map");
    let mut set = TileSet::new("rock", IVec2::ZERO);
    (0..4).for_each(|id| set.insert(id, SolidityMap::from_fn(9, 16, |_, _| id == 0 || rng.bool())));
    add_some_one_way(rng, &mut set);
    map.add_tile_set(set);
    for one_way in [None, rng.bool().then_some(Direction::Down)] {
        let layer = TileLayer::new("layer", Rect::from_size(IVec2::ZERO, cells));
        let layer = map.add_layer(TileLayer { one_way, ..layer }).expect("a layer");
        for _ in 0..cells.element_product() / 2 {
            let tile = Tile { set: 0, id: rng.u32(0..4), ..Tile::default() };
            map.set_tile(layer, any_cell(rng, cells), Some(tile)).expect("a cell");
        }
    }
    map
}

fn any_cell(rng: &mut Rng, cells: UVec2) -> IVec2 {
    uvec2(rng.u32(0..cells.x), rng.u32(0..cells.y)).as_ivec2()
}

#[test]
fn an_outside_follows_edits_and_states() {
    for (case, mut rng) in each_case(62, cases(60)) {
        let map = any_map(&mut rng);
        let cells = map.size();
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
            match rng.u8(0..8) {
                0 | 1 => _ = terrain.carve(&circle, LayerMask::layer(rng.usize(0..2))),
                2 | 3 => _ = terrain.fill(&circle, LayerMask::layer(rng.usize(0..2))),
                4 => {
                    let tile = rng.bool().then(|| Tile { set: 0, id: rng.u32(0..4), ..Tile::default() });
                    _ = terrain.set_tile(rng.usize(0..2), any_cell(&mut rng, cells), tile).expect("a cell");
                }
                5 => terrain.set_one_way(1, rng.bool().then_some(Direction::Left)).expect("a layer"),
                6 => {
                    let side = rng.usize(0..4);
                    terrain.set_outside(SIDES[side], any_sides(&mut rng)[0]);
                }
                _ => {
                    let saved = any_map(&mut rng);
                    if saved.size() == cells {
                        terrain.reload(&saved).expect("a small map");
                    }
                }
            }
            check_pixels(&terrain, &text);
        }
        let hash = |terrain: &Terrain| {
            let mut hash = StateHash::new();
            terrain.hash_state(&mut hash);
            hash.finish()
        };
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
