//! Random edits of a terrain, and rays into it.

use crate::edits::{EditShape, EditedTerrain};
use crate::maps::random_tile;
use crate::scenes;
use fastrand::Rng;
use tileray::glam::{Vec2, ivec2, vec2};
use tileray::terrain::OneWayRule;
use tileray::{Direction, LayerMask, Rect};

/// Edits in some way; returns the dirty rectangle, and whether it is promised to be as small as can be.
pub fn edit(pair: &mut EditedTerrain, rng: &mut Rng) -> (Rect, bool) {
    let kind = rng.u32(0..20);
    (edit_by(pair, kind, rng), kind < 13)
}

/// Edits in a way that a number from 0 to 19 tells.
fn edit_by(pair: &mut EditedTerrain, kind: u32, rng: &mut Rng) -> Rect {
    let bounds = pair.pixels.bounds;
    let spot = |rng: &mut Rng| {
        let point = ivec2(rng.i32(bounds.min.x - 20..bounds.max.x + 20), rng.i32(bounds.min.y - 20..bounds.max.y + 20));
        // Whole and half pixels are the ties.
        point.as_vec2() + vec2(rng.u8(0..8) as f32, rng.u8(0..8) as f32) / [2.0, 256.0, 8.0][rng.usize(0..3)]
    };
    let layers = pair.ways.len();
    let mask = (rng.u32(0..3) == 0).then(|| LayerMask(rng.u32(0..16)));
    let solid = rng.u32(0..5) < 2;
    match kind {
        0..=7 => {
            let radius = [rng.f32() * 20.0, rng.u8(0..30) as f32 / 2.0, rng.f32() * 60.0][rng.usize(0..3)];
            pair.shape(&EditShape::Circle { center: spot(rng), radius }, solid, mask)
        }
        8..=10 => {
            let points: Vec<Vec2> = (0..rng.usize(0..8)).map(|_| spot(rng)).collect();
            pair.shape(&EditShape::Outline(&points), solid, mask)
        }
        11..=12 => {
            let (stamp, at) = (scenes::mask(scenes::KINDS[rng.usize(0..12)], rng), spot(rng).as_ivec2());
            pair.shape(&EditShape::Mask { mask: &stamp, at }, solid, mask)
        }
        13..=16 => {
            let layer = rng.usize(0..layers);
            let cells = pair.map.layer(layer).expect("the layer").cells;
            let cell = ivec2(rng.i32(cells.min.x..cells.max.x), rng.i32(cells.min.y..cells.max.y));
            let tile = (rng.u32(0..3) > 0).then(|| random_tile(rng));
            pair.set_tile(layer, cell, tile)
        }
        17 => {
            let (layer, way) = (rng.usize(0..layers), [None, None, Some(Direction::Up)][rng.usize(0..3)]);
            pair.set_one_way(layer, way);
            Rect::EMPTY
        }
        18 => {
            pair.keep();
            Rect::EMPTY
        }
        _ if pair.kept() == 0 => Rect::EMPTY,
        _ => pair.restore(rng.usize(0..pair.kept())),
    }
}

/// Checks the hit of some ray.
pub fn check_ray(pair: &EditedTerrain, rng: &mut Rng, case: &str) {
    let bounds = pair.pixels.bounds;
    let ray = scenes::ray(bounds.min, bounds.size().as_ivec2(), rng);
    let layers = if rng.bool() { LayerMask::ALL } else { LayerMask(rng.u32(0..16)) };
    let one_way = [OneWayRule::Respect, OneWayRule::Solid, OneWayRule::Free][rng.usize(0..3)];
    pair.check_ray(&ray, layers, one_way, case);
}
