//! Masks, levels, rays and shapes that are hard on what is asked of them.

use crate::numbers::Numbers;
use tileray::collide::RoundedPolygon;
use tileray::glam::{DVec2, IVec2, UVec2, Vec2, dvec2, ivec2, uvec2};
use tileray::solidity::Orientation;
use tileray::terrain::OneWayRule;
use tileray::{
    Capsule, Circle, ConvexPolygon, Direction, Hull, LayerMask, LayerSet, Pose, Ray, Rect, SolidityMap, Terrain,
    TerrainQuery, Tile, TileLayer, TileMap, TileSet,
};

/// The number of kinds of [`mask`].
pub(crate) const KINDS: u32 = 10;

/// A mask of one of the kinds, of any size up to a few bricks.
pub(crate) fn mask(kind: u32, numbers: &mut Numbers) -> SolidityMap {
    let size = uvec2(1 + numbers.below(150), 1 + numbers.below(100));
    mask_of(kind, size, numbers)
}

/// A mask of one of the kinds.
pub(crate) fn mask_of(kind: u32, size: UVec2, numbers: &mut Numbers) -> SolidityMap {
    let (step, gap) = (1 + numbers.below(4), 2 + numbers.below(22));
    let spot = (numbers.below(size.x), numbers.below(size.y));
    let blocks: Vec<bool> = (0..64).map(|_| numbers.one_in(3)).collect();
    SolidityMap::from_fn(size.x, size.y, |x, y| match kind % KINDS {
        0 => blocks[(x / 16 % 8 + y / 16 % 8 * 8) as usize],
        1 => numbers.one_in(2),
        2 => numbers.one_in(40),
        3 => !numbers.one_in(40),
        4 => (x / step + y / step) % 2 == 0,
        5 => (x / step + y / step) % gap == 0,
        6 => x % gap == 0 && y % (gap + 5) != 1,
        7 => {
            let (u, v) = ((x % 40) as i32 - 20, (y % 40) as i32 - 20);
            (100..400).contains(&(u * u + v * v))
        }
        8 => (x, y) == spot,
        _ => numbers.one_in(1),
    })
}

/// Terrain of one of four kinds: a mask at a negative corner, a large sparse one, caves of many bricks, or a map of three
/// layers of which the foremost has platforms.
pub(crate) fn terrain(case: u32, numbers: &mut Numbers) -> Terrain {
    let corner = numbers.pair(-500, 500);
    let at = |mask: &SolidityMap| Terrain::from_solidity_at(mask, corner).expect("a small mask");
    match case % 4 {
        0 => at(&mask(case / 4, numbers)),
        1 => {
            let mut mask = SolidityMap::new(300 + numbers.below(900), 300 + numbers.below(900));
            for _ in 0..40 {
                mask.set(numbers.int(0, mask.width() as i32), numbers.int(0, mask.height() as i32), true);
            }
            at(&mask)
        }
        2 => {
            let blocks: Vec<bool> = (0..1024).map(|_| numbers.one_in(4)).collect();
            at(&SolidityMap::from_fn(500, 400, |x, y| {
                blocks[(y / 16 * 32 + x / 16) as usize] && (x % 16).abs_diff(8) + (y % 16).abs_diff(8) < 10
            }))
        }
        _ => {
            let map = level(numbers);
            Terrain::from_layers(&map, &LayerSet::all(&map)).expect("a small map")
        }
    }
}

/// A map of three layers, the foremost of them platforms, whose tiles lie in all orientations.
pub(crate) fn level(numbers: &mut Numbers) -> TileMap {
    let tile_size = uvec2(5 + numbers.below(35), 5 + numbers.below(35));
    let size = uvec2(8 + numbers.below(10), 8 + numbers.below(10));
    let mut map = TileMap::new(tile_size).and_then(|map| map.with_size(size)).expect("a small map");
    let mut set = TileSet::new("stones", numbers.pair(-3, 4));
    for id in 0..6 {
        let side = uvec2(1 + numbers.below(50), 1 + numbers.below(50));
        set.insert(id, SolidityMap::from_fn(side.x, side.y, |x, y| (x + y) % (id + 2) > 0));
    }
    let set = map.add_tile_set(set);
    for (name, way) in [("back", None), ("ground", None), ("platforms", Some(Direction::Down))] {
        let cells = Rect::new(ivec2(-2, -1), size.as_ivec2());
        let layer = TileLayer { offset: numbers.pair(-20, 20), one_way: way, ..TileLayer::new(name, cells) };
        let layer = map.add_layer(layer).expect("a small layer");
        for _ in 0..size.x * size.y / 6 {
            let cell = ivec2(numbers.int(cells.min.x, cells.max.x), numbers.int(cells.min.y, cells.max.y));
            map.set_tile(layer, cell, Some(tile(set, numbers))).expect("a tile of the set");
        }
    }
    map
}

/// A tile of the set of a [`level`].
pub(crate) fn tile(set: u16, numbers: &mut Numbers) -> Tile {
    Tile { set, id: numbers.below(6), orientation: numbers.any_of(&Orientation::ALL) }
}

/// A point in a rectangle, or out of it by up to a margin.
pub(crate) fn point(rect: Rect, margin: i32, numbers: &mut Numbers) -> DVec2 {
    let size = rect.size().as_dvec2() + f64::from(2 * margin);
    let part = dvec2(numbers.unit().into(), numbers.unit().into());
    rect.min.as_dvec2() - f64::from(margin) + part * size
}

/// A ray in or around a rectangle: any, of pixels and borders of bricks, along an axis, of a pixel or two, nearly level.
pub(crate) fn ray(rect: Rect, numbers: &mut Numbers) -> Ray {
    match numbers.below(10) {
        0..=3 => Ray::between_f64(point(rect, 0, numbers), point(rect, 0, numbers)),
        4 => Ray::between_f64(point(rect, 40, numbers), point(rect, 40, numbers)),
        5 => {
            let side = numbers.any_of(&[1.0, 16.0, 256.0]);
            let border = |point: DVec2| (point / side).round() * side;
            Ray::between_f64(border(point(rect, 20, numbers)), border(point(rect, 20, numbers)))
        }
        6 => {
            let from = (point(rect, 20, numbers) * 2.0).round() / 2.0;
            Ray::between_f64(from, from + numbers.pair(-1, 2).as_dvec2() * f64::from(numbers.int(0, 150)))
        }
        7 => {
            let from = point(rect, 2, numbers).floor();
            Ray::between_f64(from, from + numbers.pair(-1, 2).as_dvec2())
        }
        8 => {
            let (from, along, aside) = (point(rect, 10, numbers), numbers.number(150.0), numbers.number(1.0));
            let way =
                if numbers.one_in(2) { dvec2(along.into(), aside.into()) } else { dvec2(aside.into(), along.into()) };
            Ray::between_f64(from, from + way)
        }
        _ => Ray::new(point(rect, 30, numbers).as_vec2(), numbers.vector(1.0), numbers.unit() * 300.0),
    }
}

/// A ray of which some numbers do harm.
pub(crate) fn nasty_ray(rect: Rect, numbers: &mut Numbers) -> Ray {
    let near = point(rect, 10, numbers);
    match numbers.below(6) {
        0 => Ray::new(numbers.nasty_vector(), numbers.nasty_vector(), numbers.nasty()),
        1 => Ray::new(near.as_vec2(), numbers.nasty_vector(), numbers.nasty()),
        2 => Ray::between(near.as_vec2(), numbers.half_nasty_vector(100.0)),
        3 => Ray::between(numbers.half_nasty_vector(100.0), near.as_vec2()),
        4 => Ray::between_f64(numbers.nasty_dvec2(), near),
        _ => Ray::between_f64(near, numbers.nasty_dvec2()),
    }
}

/// A ray of more than 2^20 steps, which most walks are not made for.
pub(crate) fn long_ray(rect: Rect, numbers: &mut Numbers) -> Ray {
    let inside = point(rect, 0, numbers);
    let reach = numbers.any_of(&[1.1e6, 1.7e7, 1e9]);
    let way = dvec2(numbers.number(1.0).into(), numbers.any_of(&[1e-6, 1.0, -1.0, 0.3])) * reach;
    Ray::between_f64(inside - way, inside + way * 0.25)
}

/// A convex polygon near the origin, mostly of few corners; some are thin, rotated, or of many corners.
pub(crate) fn convex(numbers: &mut Numbers) -> ConvexPolygon {
    loop {
        let stretch = numbers.any_of(&[(8.0, 8.0), (8.0, 8.0), (12.0, 12.0), (16.0, 1e-3), (90.0, 60.0)]);
        let count = numbers.any_of(&[4, 5, 6, 9, 9, 40, 300]);
        let points = (0..count).map(|_| numbers.vector(1.0) * Vec2::from(stretch)).collect();
        let points = if numbers.one_in(2) { rounded(points) } else { points };
        let Ok(polygon) = ConvexPolygon::convex_hull(points) else { continue };
        return match numbers.below(3) {
            0 => polygon.transformed(&Pose::new(numbers.vector(15.0), numbers.number(3.0))),
            1 => polygon.translated(numbers.vector(15.0)),
            _ => polygon,
        };
    }
}

fn rounded(points: Vec<Vec2>) -> Vec<Vec2> {
    points.into_iter().map(Vec2::round).collect()
}

pub(crate) fn hull(numbers: &mut Numbers) -> Hull {
    Hull::new((0..1 + numbers.below(4)).map(|_| convex(numbers)).collect()).expect("it has pieces")
}

pub(crate) fn circle(numbers: &mut Numbers) -> Circle {
    Circle::new(numbers.vector(20.0), numbers.number(9.0).abs())
}

pub(crate) fn capsule(numbers: &mut Numbers) -> Capsule {
    Capsule::new(numbers.vector(20.0), numbers.vector(20.0), numbers.number(6.0).abs())
}

pub(crate) fn round_polygon(numbers: &mut Numbers) -> RoundedPolygon {
    RoundedPolygon::new(convex(numbers), numbers.number(3.0).abs()).expect("a radius")
}

/// A convex polygon some of whose numbers do harm, as far as it may be made, moved or turned by such.
pub(crate) fn nasty_convex(numbers: &mut Numbers) -> ConvexPolygon {
    let odd: Vec<Vec2> = (0..3 + numbers.below(4)).map(|_| numbers.half_nasty_vector(10.0)).collect();
    let polygon = match ConvexPolygon::convex_hull(odd) {
        Ok(polygon) if numbers.one_in(2) => polygon,
        _ => convex(numbers),
    };
    match numbers.below(3) {
        0 => polygon.translated(numbers.half_nasty_vector(10.0)),
        1 => polygon.transformed(&Pose::new(numbers.half_nasty_vector(10.0), numbers.nasty())),
        _ => polygon,
    }
}

/// A query of some layers by some rule.
pub(crate) fn query<'a>(terrain: &'a Terrain, numbers: &mut Numbers) -> TerrainQuery<'a> {
    terrain.query().layers(LayerMask(numbers.any_of(&[u32::MAX, u32::MAX, 0b101]))).one_way(numbers.any_of(&[
        OneWayRule::Respect,
        OneWayRule::Solid,
        OneWayRule::Free,
    ]))
}

/// The corner and the size of a rectangle as one of whole numbers.
pub(crate) fn rect(start: IVec2, size: IVec2) -> Rect {
    Rect::new(start, start + size)
}
