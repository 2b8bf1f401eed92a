//! The maps are as promised.

use std::collections::BTreeSet;

use crate::map::{Content, Grid, Layer, Map, Object};
use crate::picture::FLIPS;
use crate::rock::shape::{Kind, Shape};
use crate::tileset::{Source, TILE};
use crate::{cave, infinite, office, open, rings, town};

fn orientations(grid: &Grid) -> BTreeSet<u32> {
    let used = grid.cells().iter().filter(|&&gid| gid != 0);
    used.map(|gid| (gid & FLIPS) >> 29).collect()
}

/// Cells with a tile, in a hundred.
fn share(grid: &Grid) -> usize {
    let used = grid.cells().iter().filter(|&&gid| gid != 0).count();
    100 * used / grid.cells().len()
}

fn objects<'a>(map: &'a Map, class: &str) -> Vec<&'a Object> {
    let mut found = Vec::new();
    for layer in &map.layers {
        if let Content::Objects(objects) = &layer.content {
            found.extend(objects.iter().filter(|object| object.class == class));
        }
    }
    found
}

/// Whether a pixel of a tile layer is solid.
fn solid(map: &Map, grid: &Grid, x: i32, y: i32) -> bool {
    let gid = grid.get(x.div_euclid(TILE), y.div_euclid(TILE));
    let mut sets = map.tilesets.iter().rev();
    let set = sets.find(|(first, _)| *first <= gid & !FLIPS && gid != 0);
    set.is_some_and(|(first, set)| {
        let tile = set.picture((gid & !FLIPS) - first).oriented(gid);
        tile.get(x.rem_euclid(TILE), y.rem_euclid(TILE))[3] > 0
    })
}

/// Every global tile id belongs to a tile that exists.
fn check_ids(map: &Map, layers: &[Layer]) {
    for layer in layers {
        match &layer.content {
            Content::Objects(_) => {}
            Content::Group(inner) => check_ids(map, inner),
            Content::Tiles(grid) => {
                for gid in grid.cells().iter().filter(|&&gid| gid != 0) {
                    let id = gid & !FLIPS;
                    let set = map.tilesets.iter().rev().find(|(first, _)| *first <= id);
                    let known = set.is_some_and(|(first, set)| match &set.source {
                        Source::Sheet { .. } => id - first < set.count(),
                        Source::Collection(tiles) => tiles.iter().any(|t| t.id == id - first),
                    });
                    assert!(known, "{}: tile {id}", layer.name);
                }
            }
        }
    }
}

fn check_spawn(map: &Map, ground: &str) {
    let ground = map.grid(ground).expect("a ground layer");
    let spawn = objects(map, "spawn");
    let [spawn] = spawn.as_slice() else {
        panic!("{} spawns", spawn.len());
    };
    for x in spawn.x - 8..spawn.x + 8 {
        for y in spawn.y - 12..spawn.y + 12 {
            assert!(!solid(map, ground, x, y), "the spawn is not free at {x}, {y}");
        }
        assert!(solid(map, ground, x, spawn.y + 12), "no floor under the spawn");
    }
}

#[test]
fn cave_is_as_promised() {
    let map = cave::map();
    check_ids(&map, &map.layers);
    check_spawn(&map, "ground");
    let ground = map.grid("ground").expect("ground");
    assert!(ground.width >= 200 && ground.height >= 60);
    assert!((30..=46).contains(&share(ground)), "{} %", share(ground));
    assert_eq!(orientations(ground).len(), 8);
    assert!(map.grid("ledges").is_some_and(|grid| share(grid) < 3));
    assert_eq!(share(map.grid("background").expect("background")), 100);
    let spawn = objects(&map, "spawn")[0];
    let markers = objects(&map, "marker");
    assert!(markers.len() >= 4);
    for marker in markers {
        let (dx, dy) = (marker.x - spawn.x, marker.y - spawn.y);
        let square = dx * dx + dy * dy;
        assert!((150 * 150..=400 * 400).contains(&square));
        assert!(!solid(&map, ground, marker.x, marker.y));
    }
    assert!(!objects(&map, "coin").is_empty());
    assert!(!objects(&map, "checkpoint").is_empty());
}

#[test]
fn open_is_nearly_empty() {
    let map = open::map();
    check_ids(&map, &map.layers);
    check_spawn(&map, "ground");
    let ground = map.grid("ground").expect("ground");
    assert_eq!((ground.width, ground.height), (1000, 200));
    assert!((1..3).contains(&share(ground)), "{} %", share(ground));
}

#[test]
fn rings_have_no_empty_tile_and_all_orientations() {
    let map = rings::map();
    check_ids(&map, &map.layers);
    let grid = map.grid("rings").expect("rings");
    assert_eq!((grid.width, grid.height), (256, 256));
    assert!(grid.cells().iter().all(|&gid| gid != 0));
    assert_eq!(orientations(grid).len(), 8);
    let (_, set) = &map.tilesets[0];
    for id in 0..set.count() {
        let tile = set.picture(id);
        let solid = tile.pixels().iter().filter(|pixel| pixel[3] > 0).count();
        assert!((40..=150).contains(&solid), "tile {id} has {solid} solid pixels");
        assert_eq!(tile.get(TILE / 2, TILE / 2)[3], 0, "tile {id} has no hole");
    }
}

#[test]
fn infinite_reaches_both_sides_of_the_origin() {
    let map = infinite::map();
    check_ids(&map, &map.layers);
    check_spawn(&map, "ground");
    let ground = map.grid("ground").expect("ground");
    assert_eq!((ground.left, ground.top), infinite::CORNER);
    for (x, y) in [(-1, -1), (-1, 1), (1, -1), (1, 1)] {
        let quarter = (0..48 * 32).any(|n| {
            let (i, j) = (x * (n % 48) + (x - 1) / 2, y * (n / 48) + (y - 1) / 2);
            ground.get(i, j) != 0
        });
        assert!(quarter, "nothing at {x}, {y}");
    }
}

#[test]
fn town_uses_what_the_format_offers() {
    let map = town::map();
    check_ids(&map, &map.layers);
    let sets: Vec<_> = map.tilesets.iter().map(|(_, set)| set).collect();
    assert!(sets.iter().any(|set| (set.margin, set.spacing) == (2, 1) && !set.external));
    assert!(sets.iter().any(|set| set.external));
    assert!(sets.iter().any(|set| set.offset != (0, 0)));
    assert!(sets.iter().any(|set| { set.extras.values().any(|(_, xml)| xml.contains("<animation>")) }));
    let keyed = |source: &Source| matches!(source, Source::Sheet { key: Some(_), .. });
    assert!(sets.iter().any(|set| keyed(&set.source)));
    let parts = |source: &Source| match source {
        Source::Collection(tiles) => tiles.iter().filter(|tile| tile.part.is_some()).count(),
        Source::Sheet { .. } => 0,
    };
    assert!(sets.iter().any(|set| parts(&set.source) > 1));
    assert!(map.layers.iter().any(|layer| !layer.visible));
    let shifted = |layer: &Layer| match &layer.content {
        Content::Group(inner) => layer.offset != (0, 0) && inner.iter().any(|l| l.offset != (0, 0)),
        _ => false,
    };
    assert!(map.layers.iter().any(shifted));
    for set in &sets {
        // Fences: the color key leaves no magenta.
        let ids = 0..set.count();
        let magenta = |id| set.picture(id).pixels().contains(&[255, 0, 255, 255]);
        assert!(!ids.into_iter().any(magenta));
    }
}

#[test]
fn slopes_continue_each_other() {
    let floor = |kind, x| {
        let shape = Shape::new(kind, 0);
        (0..TILE).find(|&y| shape.solid(x, y)).unwrap_or(TILE)
    };
    for (left, right) in [(Kind::Low, Kind::High), (Kind::Empty, Kind::Low)] {
        let step = floor(left, TILE - 1) - floor(right, 0);
        assert!((0..=1).contains(&step), "{left:?} {right:?}: {step}");
    }
    assert_eq!(floor(Kind::High, TILE - 1), 0);
    assert_eq!((floor(Kind::Slope, 0), floor(Kind::Slope, TILE - 1)), (TILE - 1, 0));
}

#[test]
fn art_is_either_solid_or_clear() {
    for map in [cave::map(), infinite::map(), open::map(), rings::map(), town::map()] {
        for (_, set) in &map.tilesets {
            for id in 0..set.id_limit() {
                let tile = set.picture(id);
                let crisp = tile.pixels().iter().all(|p| p[3] == 0 || p[3] == 255);
                assert!(crisp, "{}: tile {id}", set.name);
            }
        }
    }
}

/// What a scanner saw of the office: the dock and the desks' outlines, and nothing behind a closed door.
#[test]
fn the_office_is_known_where_a_robot_was() {
    let (grays, (width, height)) = (office::grays(), office::SIZE);
    let at = |x: i32, y: i32| grays[(y * width + x) as usize];
    assert_eq!((at(40, 150), at(128, 146), at(128, 150)), (office::FREE, office::OCCUPIED, office::UNKNOWN));
    let closed_room = (30..115).flat_map(|y| (300..370).map(move |x| (x, y)));
    assert!(closed_room.into_iter().all(|(x, y)| at(x, y) == office::UNKNOWN));
    let border =
        (0..width).flat_map(|x| [(x, 0), (x, height - 1)]).chain((0..height).flat_map(|y| [(0, y), (width - 1, y)]));
    assert!(border.into_iter().all(|(x, y)| at(x, y) == office::UNKNOWN));
    let count = |gray| grays.iter().filter(|found| **found == gray).count();
    assert!(count(office::OCCUPIED) > 4000 && count(office::FREE) > 50_000 && count(office::UNKNOWN) > 50_000);
}
