//! Terrain that is edited, saved, compared and taken apart.

use crate::answers::{Answers, Setting};
use crate::numbers::Numbers;
use crate::scenes;
use tileray::glam::{IVec2, Vec2, ivec2};
use tileray::solidity::{Connectivity, PlacedMask};
use tileray::terrain::{StateHash, Stencil};
use tileray::{Circle, Direction, LayerMask, LayerSet, Rect, SolidityMap, Terrain};

fn state(terrain: &Terrain) -> u64 {
    let mut hash = StateHash::new();
    terrain.hash_state(&mut hash);
    hash.finish()
}

fn pixel(rect: Rect, margin: i32, numbers: &mut Numbers) -> IVec2 {
    let (min, max) = (rect.min - margin, rect.max + margin);
    ivec2(numbers.int(min.x, max.x + 1), numbers.int(min.y, max.y + 1))
}

fn edit(terrain: &mut Terrain, shape: &(impl Stencil + ?Sized), layers: LayerMask, fills: bool) -> Rect {
    if fills { terrain.fill(shape, layers) } else { terrain.carve(shape, layers) }
}

/// Circles, polygons and masks, carved and filled; some of their numbers do harm.
pub(crate) fn edits(answers: &mut Answers, _: &Setting, numbers: &mut Numbers) {
    for case in 0..12 {
        let mut terrain = scenes::terrain(case, numbers);
        let bounds = terrain.bounds();
        for number in 0..60 {
            let center = scenes::point(bounds, 20, numbers).as_vec2();
            let center = if numbers.one_in(2) { center.round() } else { center };
            let layers = LayerMask(numbers.any_of(&[u32::MAX, u32::MAX, 1, 2]));
            let (is_nasty, fills) = (number % 10 == 9, numbers.one_in(3));
            let points: Vec<Vec2> = (0..3 + numbers.below(5))
                .map(|_| if is_nasty { numbers.half_nasty_vector(40.0) } else { center + numbers.vector(40.0) })
                .collect();
            let mask = scenes::mask(case + number, numbers);
            let terrain = &mut terrain;
            answers.add(&match numbers.below(3) {
                0 if is_nasty => {
                    edit(terrain, &Circle::new(numbers.half_nasty_vector(40.0), numbers.nasty()), layers, fills)
                }
                0 => edit(terrain, &Circle::new(center, numbers.number(40.0)), layers, fills),
                1 => edit(terrain, &points[..], layers, fills),
                _ => edit(terrain, &PlacedMask { mask, at: pixel(bounds, 30, numbers) }, layers, fills),
            });
            answers.add(&state(terrain));
        }
        answers.add(&terrain.query().to_mask(bounds));
    }
}

/// Tiles set, one-way rules, snapshots, what changed since them, and another map in the place of the first.
pub(crate) fn states(answers: &mut Answers, _: &Setting, numbers: &mut Numbers) {
    for _ in 0..6 {
        let map = scenes::level(numbers);
        let mut terrain = Terrain::from_layers(&map, &LayerSet::all(&map)).expect("a small map");
        let mut other = map.clone();
        for _ in 0..12 {
            let before = terrain.snapshot();
            for _ in 0..4 {
                let (layer, cell) = (numbers.below(4) as usize, numbers.pair(-4, 20));
                let tile = (!numbers.one_in(3)).then(|| scenes::tile(0, numbers));
                answers.add_result(&terrain.set_tile(layer, cell, tile));
                answers.add(&other.set_tile(layer, cell, tile).is_ok());
            }
            let way = numbers.any_of(&[None, Some(Direction::Down), Some(Direction::Left)]);
            answers.add_result(&terrain.set_one_way(numbers.below(3) as usize, way));
            answers.add(&terrain.carve_circle(scenes::point(terrain.bounds(), 2, numbers).as_vec2(), 9.5));
            answers.add(&terrain.take_dirty());
            answers.add(&terrain.changes_since(&before, LayerMask::ALL));
            answers.add(&state(&terrain));
            if numbers.one_in(3) {
                answers.add(&terrain.restore(&before));
                answers.add(&state(&terrain));
            }
        }
        answers.add_result(&terrain.reload_layers(&other, &LayerSet::all(&other)));
        answers.add(&state(&terrain));
        answers.add_result(&terrain.reload(&map));
        answers.add(&state(&terrain));
    }
}

/// What is solid where, pieces that an edit cuts off, and masks laid over terrain.
pub(crate) fn pieces(answers: &mut Answers, _: &Setting, numbers: &mut Numbers) {
    for case in 0..12 {
        let mut terrain = scenes::terrain(case, numbers);
        let bounds = terrain.bounds();
        for _ in 0..12 {
            let layers = LayerMask(numbers.any_of(&[u32::MAX, 1, 4]));
            let connectivity = numbers.any_of(&[Connectivity::Four, Connectivity::Eight]);
            let center = scenes::point(bounds, 5, numbers).as_vec2();
            let (rect, changes) = terrain.record(layers, |terrain| terrain.carve_circle(center, 12.25));
            answers.add(&(rect, changes));
            answers.add(&terrain.query().layers(layers).islands(rect, numbers.any_of(&[0, 4, 60]), connectivity));
            let corner = pixel(bounds, 10, numbers);
            let part = scenes::rect(corner, ivec2(numbers.int(1, 90), numbers.int(1, 90)));
            answers.add(&terrain.query().layers(layers).components(part, connectivity));
            answers.add(&terrain.query().layers(layers).to_mask(part));
            let mask = scenes::mask(case, numbers);
            answers.add(&terrain.query().layers(layers).overlap_mask(&mask, corner));
            answers.add(&terrain.query().layers(layers).overlap_mask_area(&mask, corner));
            for _ in 0..20 {
                answers.add(&terrain.query().layers(layers).is_solid(pixel(bounds, 2, numbers)));
            }
        }
        for far in [IVec2::MIN, IVec2::MAX, ivec2(i32::MIN, 3)] {
            answers.add(&terrain.is_solid(far));
            answers.add(&terrain.query().overlap_mask(&SolidityMap::from_fn(3, 3, |_, _| true), far));
        }
    }
}
