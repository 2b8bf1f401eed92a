//! Dirty rectangles that a terrain notes, against what edits return and against a look at every pixel.

use crate::pieces::{random_edit, random_terrain};
use crate::update::assert_holds_changes;
use reference::each_case;
use reference::maps::random_map;
use reference::nearest::pixels;
use std::collections::BTreeMap;
use tileray::glam::{ivec2, uvec2, vec2};
use tileray::{LayerSet, Rect, SolidityMap, Terrain};

/// Asserts what is promised of dirty rectangles of squares of 256 pixels.
fn assert_dirty(before: &Terrain, after: &Terrain, dirty: &[Rect], case: &str) {
    assert!(dirty.iter().all(|rect| !rect.is_empty()), "{case}: {dirty:?}");
    assert!(dirty.is_sorted_by_key(|rect| (rect.min.y >> 8, rect.min.x >> 8)), "{case}: {dirty:?}");
    assert_holds_changes(before, after, dirty);
}

#[test]
fn what_edits_return_is_noted_by_squares() {
    for (case, mut rng) in each_case(91, reference::cases(16)) {
        let mut terrain = if rng.bool() {
            random_terrain(&mut rng)
        } else {
            let corner = ivec2(rng.i32(-600..300), rng.i32(-600..300));
            let mask = SolidityMap::from_fn(rng.u32(1..560), rng.u32(1..300), |x, y| (x / 9 + y / 7) % 3 > 0);
            Terrain::from_solidity_at(&mask, corner).expect("small")
        };
        assert_eq!(terrain.take_dirty(), [terrain.bounds()], "all of it is new");
        for _ in 0..2 {
            let before = terrain.clone();
            let mut expected = BTreeMap::new();
            for _ in 0..rng.usize(0..5) {
                let returned = random_edit(&mut rng, &mut terrain);
                for pixel in pixels(returned) {
                    let square = expected.entry((pixel.y.div_euclid(256), pixel.x.div_euclid(256)));
                    let one = Rect::from_size(pixel, uvec2(1, 1));
                    square.and_modify(|known: &mut Rect| *known = known.union(&one)).or_insert(one);
                }
            }
            let dirty = terrain.take_dirty();
            assert_eq!(dirty, expected.into_values().collect::<Vec<_>>());
            assert_dirty(&before, &terrain, &dirty, &format!("case {case}"));
            assert!(terrain.take_dirty().is_empty(), "they were taken");
        }
    }
}

#[test]
fn a_restored_an_updated_and_an_assigned_terrain_note_what_changed() {
    let (mut restored, mut updated) = (0, 0);
    for (_, mut rng) in each_case(92, reference::cases(40)) {
        let mut terrain = random_terrain(&mut rng);
        let other = random_terrain(&mut rng);
        let mut states = vec![terrain.snapshot(), other.snapshot()];
        assert_eq!(terrain.take_dirty(), [terrain.bounds()]);
        for step in 0..6 {
            let (before, case) = (terrain.clone(), format!("step {step}"));
            random_edit(&mut rng, &mut terrain);
            let is_like = |other: &Terrain| other.bounds() == before.bounds() && other.layers().eq(before.layers());
            match rng.u32(0..4) {
                0 => {
                    let state = &states[rng.usize(0..states.len())];
                    terrain.restore(state);
                    if !is_like(&terrain) {
                        assert_eq!(terrain.take_dirty(), [terrain.bounds()], "{case}: other bounds or layers");
                        continue;
                    }
                    restored += 1;
                }
                1 => {
                    // The same map with an edit of one cell, or another map.
                    let mut map = terrain.map().expect("made of a map").clone();
                    let layers = LayerSet::all(&map);
                    if rng.bool() {
                        let cells = map.layers().next().expect("a layer").cells;
                        map.set_tile(0, cells.min, None).expect("a cell");
                    } else {
                        map = random_map(&mut rng, false);
                    }
                    let layers = if rng.bool() { LayerSet::all(&map) } else { layers };
                    terrain.reload_layers(&map, &layers).expect("a small map");
                    if terrain.bounds() != before.bounds() {
                        assert_eq!(terrain.take_dirty(), [terrain.bounds()], "{case}: other bounds");
                        continue;
                    }
                    updated += 1;
                    if !is_like(&terrain) {
                        // Layers of other numbers cannot be compared here; tests of updates do it.
                        assert!(!terrain.take_dirty().is_empty(), "{case}: other layers");
                        continue;
                    }
                }
                2 => {
                    terrain = if rng.bool() { other.clone() } else { terrain.clone() };
                    assert_eq!(terrain.take_dirty(), [terrain.bounds()], "{case}: a clone is new");
                    continue;
                }
                _ => states.push(terrain.snapshot()),
            }
            let dirty = terrain.take_dirty();
            assert_dirty(&before, &terrain, &dirty, &case);
        }
    }
    assert!(restored > 0 && updated > 0, "{restored} restored, {updated} updated");
}

#[test]
fn a_terrain_without_pixels_is_told_once() {
    let mut terrain = Terrain::from_solidity(&SolidityMap::new(0, 0));
    assert_eq!(terrain.take_dirty(), [terrain.bounds()]);
    assert!(terrain.bounds().is_empty());
    terrain.fill_circle(vec2(4.0, 4.0), 3.0);
    assert!(terrain.take_dirty().is_empty());
}
