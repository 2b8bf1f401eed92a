//! Shapes that are filled, in their eight images: turned and mirrored.

use fastrand::Rng;
use reference::images::Image;
use reference::{cases, each_case};
use tileray::collide::RoundedPolygon;
use tileray::glam::{IVec2, Vec2, ivec2, uvec2, vec2};
use tileray::terrain::Stencil;
use tileray::tile::{MapObject, ObjectShape};
use tileray::{
    Aabb, Capsule, Circle, ConvexPolygon, Hull, LayerMask, Rect, SolidityMap, Terrain, Tile, TileLayer, TileMap,
    TileSet,
};

const SIDE: u32 = 96;

/// A free terrain, with the origin in its middle.
fn free() -> Terrain {
    let cells = Rect::new(ivec2(-3, -3), ivec2(3, 3));
    let (mut map, mut set) = (TileMap::new(uvec2(16, 16)).expect("a map"), TileSet::new("all", IVec2::ZERO));
    set.insert(0, SolidityMap::from_fn(16, 16, |_, _| true));
    let set = map.add_tile_set(set);
    let layer = map.add_layer(TileLayer::new("all", cells)).expect("a layer");
    for cell in [cells.min, cells.max - 1] {
        map.set_tile(layer, cell, Some(Tile { set, ..Tile::default() })).expect("a tile");
    }
    let mut terrain = Terrain::from_map(&map);
    assert_eq!(terrain.bounds(), Rect::from_size(cells.min * 16, uvec2(SIDE, SIDE)));
    terrain.carve(&terrain.bounds(), LayerMask::ALL);
    terrain
}

/// The pixels of a shape around the origin, as a mask.
fn filled(terrain: &mut Terrain, shape: &(impl Stencil + ?Sized)) -> SolidityMap {
    terrain.fill(shape, LayerMask::ALL);
    let filled = terrain.query().to_mask(terrain.bounds());
    terrain.carve(shape, LayerMask::ALL);
    assert_eq!(terrain.query().to_mask(terrain.bounds()).count(), 0);
    filled
}

/// Points on borders and on centers, on a grid of 1/256 px, and anywhere.
fn number(rng: &mut Rng) -> f32 {
    let grid = [1.0, 2.0, 2.0, 4.0, 256.0, 300.0][rng.usize(..6)];
    ((rng.f32() - 0.5) * 60.0 * grid).round() / grid
}

fn point(rng: &mut Rng) -> Vec2 {
    vec2(number(rng), number(rng))
}

#[test]
fn images_of_shapes_have_the_images_of_their_pixels() {
    let (mut kinds, mut terrain) = ([0; 7], free());
    for (_, mut rng) in each_case(4820, cases(4000)) {
        let count = rng.usize(3..7);
        let mut corners: Vec<Vec2> = (0..count).map(|_| point(&mut rng)).collect();
        if rng.bool() {
            // Slopes of 45° through centers, and steps.
            for index in 1..count {
                let length = number(&mut rng);
                let way = [vec2(1.0, 1.0), vec2(1.0, -1.0), vec2(1.0, 0.0), vec2(0.0, 1.0)][rng.usize(..4)];
                corners[index] = (corners[index - 1] + way * length).clamp(Vec2::splat(-40.0), Vec2::splat(40.0));
            }
        }
        let radius = [0.0, 0.5, 1.0, 2.5, 5.0, 13.0, rng.f32() * 10.0][rng.usize(..7)];
        let kind = rng.usize(..7);
        let mut shape = |image: &Image| {
            let corners: Vec<Vec2> = corners.iter().map(|&corner| image.point(corner)).collect();
            let (a, b) = (corners[0], corners[1]);
            let convex = || ConvexPolygon::new(corners[..3].to_vec()).ok();
            let quadrangle = |polygon: &ConvexPolygon| {
                // The same triangle on the other side of its first edge.
                let points: Vec<Vec2> = corners[..2].iter().copied().chain([a + b - corners[2]]).collect();
                Hull::new(vec![polygon.clone(), ConvexPolygon::new(points).ok()?]).ok()
            };
            let boxed: Option<Box<dyn Stencil>> = match kind {
                0 => Some(Box::new(Circle::new(a, radius))),
                1 => Some(Box::new(Capsule::new(a, b, radius))),
                2 => Some(Box::new(Aabb::new(a.min(b), a.max(b)))),
                3 => convex().map(|polygon| Box::new(polygon) as _),
                4 => convex()
                    .and_then(|polygon| RoundedPolygon::new(polygon, radius).ok())
                    .map(|shape| Box::new(shape) as _),
                5 => convex().and_then(|polygon| quadrangle(&polygon)).map(|hull| Box::new(hull) as _),
                _ => return Some(filled(&mut terrain, &corners[..])),
            };
            boxed.map(|shape| filled(&mut terrain, &*shape))
        };
        let mut images = Image::all(IVec2::ZERO);
        let Some(first) = shape(&images.next().expect("the first")) else { continue };
        kinds[kind] += usize::from(!first.is_empty());
        for image in images {
            let found = shape(&image).expect("a shape too");
            assert_eq!(found, image.mask(&first), "{kind}: {corners:?} {radius} {image:?}");
        }
    }
    assert!(kinds.iter().all(|&count| count > cases(4000) / 30), "{kinds:?}");
}

#[test]
fn shapes_that_share_a_border_leave_no_pixel_out() {
    let triangle =
        |corners: [(f32, f32); 3]| ConvexPolygon::new(corners.map(|(x, y)| vec2(x, y)).to_vec()).expect("a triangle");
    // The halves of a square, which share its diagonal of centers; slopes to both sides are equally high.
    let [lower, upper] =
        [[(-8.0, 8.0), (8.0, -8.0), (8.0, 8.0)], [(-8.0, 8.0), (-8.0, -8.0), (8.0, -8.0)]].map(triangle);
    let square = Aabb::new((-8.0, -8.0), (8.0, 8.0));
    let hull = Hull::new(vec![lower.clone(), upper.clone()]).expect("two pieces");
    let mut terrain = free();
    let mut filled = |shape: &dyn Stencil| filled(&mut terrain, shape);
    let [lower, upper, square, hull] = [&lower as &dyn Stencil, &upper, &square, &hull].map(&mut filled);
    assert_eq!((lower.count(), upper.count()), (16 * 17 / 2, 16 * 17 / 2));
    assert_eq!((&lower.union(&upper, IVec2::ZERO), &hull), (&square, &square));
    // A crate of three pixels at a half, and shapes without an area.
    assert_eq!(filled(&Aabb::new((0.5, 0.0), (3.5, 3.0))).count(), 4 * 3);
    assert_eq!(filled(&Aabb::new((0.5, 0.0), (0.5, 3.0))).count(), 0);
    assert_eq!(filled(&Circle::new((0.5, 0.5), 1.0)).count(), 5);
    assert_eq!(filled(&Circle::new((0.5, 0.5), 0.0)).count(), 0);
    assert_eq!(filled(&Capsule::new((0.5, 0.5), (5.5, 0.5), 0.0)).count(), 0);
}

#[test]
fn images_of_objects_have_the_images_of_their_pixels() {
    let map = TileMap::new(uvec2(16, 16)).and_then(|map| map.with_size(uvec2(20, 10))).expect("a small map");
    for (_, mut rng) in each_case(4821, cases(600)) {
        let (at, size) = (point(&mut rng), point(&mut rng).abs());
        let corners: Vec<Vec2> = (0..rng.usize(3..6)).map(|_| point(&mut rng) / 2.0).collect();
        let kind = rng.usize(..5);
        let line_width = rng.u16(2..5);
        let pixels = |image: &Image| {
            let [a, b] = [at, at + size].map(|corner| image.point(corner));
            let of_points = || corners.iter().map(|&corner| image.vector(corner)).collect();
            let (position, shape) = match kind {
                0 => (a.min(b), ObjectShape::Rectangle),
                1 => (a.min(b), ObjectShape::Ellipse),
                2 => (a.min(b), ObjectShape::Capsule),
                3 => (a, ObjectShape::Polygon(of_points())),
                _ => (a, ObjectShape::Polyline(of_points())),
            };
            let object = MapObject { size: (a - b).abs(), ..MapObject::new(position, shape) };
            let placed = map.object_mask(&object, line_width).expect("a small object");
            let mut drawn = SolidityMap::new(2 * SIDE, 2 * SIDE);
            drawn.draw(&placed.mask, placed.at + SIDE as i32);
            drawn
        };
        let mut images = Image::all(IVec2::ZERO);
        let first = pixels(&images.next().expect("the first"));
        for image in images {
            assert_eq!(pixels(&image), image.mask(&first), "{at} {size} {corners:?} {image:?}");
        }
    }
}
