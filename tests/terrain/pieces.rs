//! Areas as masks, changes, components and islands against loops over pixels.

use fastrand::Rng;
use reference::each_case;
use reference::maps::{random_map, random_tile};
use reference::nearest::pixels;
use reference::regions::parts;
use tileray::glam::{IVec2, ivec2, uvec2, vec2};
use tileray::solidity::{Component, Connectivity, PlacedMask};
use tileray::{Circle, Direction, LayerMask, LayerSet, Rect, SolidityMap, Terrain};

/// A rectangle that may reach out of the bounds, and may be empty.
fn random_rect(rng: &mut Rng, bounds: Rect) -> Rect {
    let corner = ivec2(rng.i32(bounds.min.x - 40..bounds.max.x + 20), rng.i32(bounds.min.y - 40..bounds.max.y + 20));
    Rect::from_size(corner, uvec2(rng.u32(0..120), rng.u32(0..120)))
}

pub(crate) fn random_terrain(rng: &mut Rng) -> Terrain {
    let loose = rng.bool();
    let map = random_map(rng, loose);
    let mut terrain = Terrain::from_layers(&map, &LayerSet::all(&map)).expect("a small map");
    if rng.bool() {
        terrain.set_one_way(0, Some(Direction::Down)).expect("layer 0");
    }
    terrain
}

fn random_layers(rng: &mut Rng) -> LayerMask {
    if rng.bool() { LayerMask::ALL } else { LayerMask(rng.u32(0..16)) }
}

/// Edits a terrain in some way, and returns what the edit returns.
pub(crate) fn random_edit(rng: &mut Rng, terrain: &mut Terrain) -> Rect {
    let bounds = terrain.bounds();
    let spot = vec2(rng.i32(bounds.min.x..bounds.max.x) as f32, rng.i32(bounds.min.y..bounds.max.y) as f32);
    let stamp = SolidityMap::from_fn(rng.u32(0..40), rng.u32(0..40), |x, y| (x * 5 + y * 3) % 7 < 4);
    match rng.u32(0..6) {
        0 => terrain.carve_circle(spot, rng.f32() * 40.0),
        1 => terrain.fill_circle(spot, rng.f32() * 40.0),
        2 => {
            let at = spot.as_ivec2() - 20;
            if rng.bool() { terrain.fill_mask(&stamp, at) } else { terrain.carve_mask(&stamp, at) }
        }
        3 => terrain.carve(&Circle::new(spot, 20.0), random_layers(rng)),
        4 => terrain.fill(&Circle::new(spot, 20.0), random_layers(rng)),
        _ => {
            let Some(map) = terrain.map() else { return Rect::EMPTY };
            let known: Vec<usize> = terrain.layers().collect();
            let Some(&layer) = rng.choice(&known) else { return Rect::EMPTY };
            let cells = map.layer(layer).expect("the layer").cells;
            let cell = ivec2(rng.i32(cells.min.x..cells.max.x), rng.i32(cells.min.y..cells.max.y));
            let tile = rng.bool().then(|| random_tile(rng));
            terrain.set_tile(layer, cell, tile).expect("a cell of the layer")
        }
    }
}

#[test]
fn a_mask_of_an_area_has_its_pixels() {
    for (_, mut rng) in each_case(61, reference::cases(60)) {
        let terrain = random_terrain(&mut rng);
        for _ in 0..8 {
            let (rect, layers) = (random_rect(&mut rng, terrain.bounds()), random_layers(&mut rng));
            let mask = terrain.query().layers(layers).to_mask(rect);
            assert_eq!(mask.size(), rect.size());
            for pixel in pixels(rect) {
                let own = pixel - rect.min;
                assert_eq!(mask.get(own.x, own.y), terrain.query().layers(layers).is_solid(pixel), "{pixel}");
            }
            let area = SolidityMap::from_fn(rect.width(), rect.height(), |_, _| true);
            assert_eq!(mask.count(), terrain.query().layers(layers).overlap_mask_area(&area, rect.min), "padding");
        }
    }
}

#[test]
fn recorded_changes_are_those_of_the_pixels() {
    for (_, mut rng) in each_case(63, reference::cases(80)) {
        let mut terrain = random_terrain(&mut rng);
        for _ in 0..8 {
            let (before, layers) = (terrain.clone(), random_layers(&mut rng));
            let edits = rng.u32(0..3);
            let ((), changes) =
                terrain.record(layers, |terrain| (0..edits).for_each(|_| _ = random_edit(&mut rng, terrain)));
            let whole = terrain.bounds();
            let mut counts = [0, 0];
            for pixel in pixels(whole) {
                let (old, new) =
                    (before.query().layers(layers).is_solid(pixel), terrain.query().layers(layers).is_solid(pixel));
                assert_eq!(changes.removed.contains(pixel), old && !new, "{pixel}");
                assert_eq!(changes.added.contains(pixel), !old && new, "{pixel}");
                counts[0] += u64::from(old && !new);
                counts[1] += u64::from(!old && new);
            }
            assert_eq!([changes.removed.mask.count(), changes.added.mask.count()], counts);
            assert_eq!(changes.is_empty(), counts == [0, 0]);
            for placed in [&changes.removed, &changes.added] {
                let trimmed = placed.bounds().map(|bounds| (bounds.min, bounds.size()));
                assert_eq!(trimmed.unwrap_or_default(), (placed.at, placed.mask.size()), "trimmed");
                assert!(placed.pixels().all(|pixel| placed.contains(pixel)));
            }
        }
    }
}

fn pixels_of_component(component: &Component) -> Vec<IVec2> {
    component.runs.iter().flat_map(|run| (run.start..run.end).map(|x| ivec2(x, run.y))).collect()
}

#[test]
fn components_and_islands_are_those_of_a_flood_fill() {
    let mut islands_seen = 0;
    for (_, mut rng) in each_case(64, reference::cases(60)) {
        let mut terrain = random_terrain(&mut rng);
        (0..rng.u32(0..12)).for_each(|_| _ = random_edit(&mut rng, &mut terrain));
        let map_bounds = terrain.map().expect("made of a map").bounds();
        for _ in 0..4 {
            let (rect, layers) = (random_rect(&mut rng, terrain.bounds()), random_layers(&mut rng));
            let connectivity = [Connectivity::Four, Connectivity::Eight][rng.usize(0..2)];
            let parts_in = |rect: Rect| {
                let mut parts = parts(&terrain.query().layers(layers).to_mask(rect), connectivity);
                parts.iter_mut().flatten().for_each(|pixel| *pixel += rect.min);
                parts
            };
            let expected = parts_in(rect);
            let components = terrain.query().layers(layers).components(rect, connectivity);
            let found: Vec<_> = components.iter().map(pixels_of_component).collect();
            assert_eq!(found, expected, "components of {rect:?}");
            for (component, pixels) in components.iter().zip(&found) {
                assert_eq!(component.count, pixels.len() as u64);
                assert!(pixels.iter().all(|pixel| component.bounds.contains(*pixel)));
            }

            let reach = rng.u32(0..60);
            let beside = Rect::new(rect.min - 1, rect.max + 1);
            let near = Rect::new(rect.min - reach as i32, rect.max + reach as i32);
            let edge = Rect::new(map_bounds.min + 1, map_bounds.max - 1);
            let mut expected = parts_in(terrain.bounds());
            expected.retain(|part| {
                let is_inside = part.iter().all(|pixel| near.contains(*pixel) && edge.contains(*pixel));
                !rect.is_empty() && is_inside && part.iter().any(|pixel| beside.contains(*pixel))
            });
            let found: Vec<_> = terrain
                .query()
                .layers(layers)
                .islands(rect, reach, connectivity)
                .iter()
                .map(pixels_of_component)
                .collect();
            assert_eq!(found, expected, "islands at {rect:?} within {reach}");
            islands_seen += found.len();
        }
    }
    assert!(islands_seen > 0, "no case had an island");
}

#[test]
fn areas_without_pixels_and_far_away() {
    let terrain = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |_, _| true));
    let far = Rect::new(IVec2::MAX - 5, IVec2::MAX);
    assert_eq!(terrain.query().to_mask(far).count(), 0);
    assert_eq!(terrain.query().to_mask(Rect::EMPTY).size(), uvec2(0, 0));
    assert!(terrain.query().try_to_mask(Rect::new(IVec2::MIN, IVec2::MAX)).is_err());
    // A rectangle as large as can be is clipped to the terrain before memory is taken.
    let whole = Rect::new(IVec2::MIN, IVec2::MAX);
    let components = terrain.query().components(whole, Connectivity::Four);
    assert_eq!(components.len(), 1);
    assert_eq!(components[0].bounds, Rect::from_size(IVec2::ZERO, uvec2(64, 64)));
    assert!(terrain.query().islands(whole, u32::MAX, Connectivity::Four).is_empty(), "the edge holds it");
    assert!(terrain.query().islands(Rect::EMPTY, 9, Connectivity::Four).is_empty());
    let placed = PlacedMask { mask: SolidityMap::from_fn(3, 3, |_, _| true), at: IVec2::MIN };
    assert!(placed.contains(IVec2::MIN) && !placed.contains(IVec2::MAX) && !placed.contains(IVec2::ZERO));
}

#[test]
fn a_restored_snapshot_of_another_terrain_counts_both() {
    let mut terrain = Terrain::from_solidity(&SolidityMap::from_fn(40, 40, |_, y| y < 20));
    let other = Terrain::from_solidity(&SolidityMap::from_fn(90, 30, |_, y| y >= 10)).snapshot();
    let before = terrain.snapshot();
    terrain.restore(&other);
    let changes = terrain.changes_since(&before, LayerMask::ALL);
    assert_eq!(changes.removed.bounds(), Some(Rect::from_size(IVec2::ZERO, uvec2(40, 10))));
    assert_eq!(changes.added.bounds(), Some(Rect::new(ivec2(0, 10), ivec2(90, 30))));
    assert_eq!(changes.added.mask.count(), 90 * 20 - 40 * 10);
}
