//! What no rival is measured beside: edits, a crowd of bodies, pictures, contacts of sprites and questions about them, pairs of masks.
//!
//! A row is the least time of many rounds. What is found is held to known numbers, so that another scene does not pass for another
//! speed.

use fastrand::Rng;
use std::f32::consts::TAU;
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tileray::glam::{DVec2, IVec2, UVec2, Vec2, ivec2, vec2};
use tileray::hull::HullMode;
use tileray::motion::{ContactResponse, MoveContact, Slide};
use tileray::sprite::{BroadPhase, SpriteFilter, SpritePixels};
use tileray::{
    Body, BodyShape, Circle, CollisionWorld, ContactFinder, HullOptions, MoveOptions, Pose, Ray, Rect, Solid,
    SolidityMap, Sprite, SpriteHull, Sprites, Terrain, Tile, TileLayer, TileMap, TileSet,
};

/// Prints the least time for each of `count` pieces of work, of which a round does all, and returns what the last round found.
fn row<T>(name: &str, count: usize, mut round: impl FnMut() -> (Duration, T)) -> T {
    let (start, mut least) = (Instant::now(), Duration::MAX);
    loop {
        let (time, found) = round();
        least = least.min(time);
        if start.elapsed() > Duration::from_millis(500) {
            println!("{name}: {:.1?}", least / count as u32);
            return found;
        }
    }
}

fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let start = Instant::now();
    let found = black_box(work());
    (start.elapsed(), found)
}

/// A square map of tiles of 16 px, by the id of the tile in each cell: 0 and 2 are full, 1 is a slope.
fn map(side: i32, id: impl Fn(IVec2) -> Option<u32>) -> TileMap {
    let cells = UVec2::splat(side as u32);
    let mut map = TileMap::new(UVec2::splat(16)).and_then(|map| map.with_size(cells)).expect("a map within the limits");
    let mut set = TileSet::new("tiles", IVec2::ZERO);
    (0..3).for_each(|id| set.insert(id, SolidityMap::from_fn(16, 16, |x, y| id != 1 || y >= x)));
    let set = map.add_tile_set(set);
    let layer = TileLayer::new("ground", Rect::from_size(IVec2::ZERO, cells));
    let layer = map.add_layer(layer).expect("a layer within the limits");
    for cell in (0..side).flat_map(|y| (0..side).map(move |x| ivec2(x, y))) {
        let tile = id(cell).map(|id| Tile { set, id, ..Tile::default() });
        map.set_tile(layer, cell, tile).expect("a cell of the map");
    }
    map
}

fn edits(side: i32) {
    let rock = || map(side / 16, |_| Some(0));
    let (map, mut rng) = (rock(), Rng::with_seed(52));
    let mut terrain = Terrain::from_map(&map);
    let mut spot = || ivec2(rng.i32(100..side - 100), rng.i32(100..side - 100)).as_vec2() + 0.5;
    // Each hole is filled again, so that the rock stays what it is.
    for radius in [8.0, 16.0, 64.0] {
        let mut dig = || {
            let center = spot();
            let dug = timed(|| {
                terrain.carve_circle(black_box(center), radius);
                terrain.raycast(&Ray::new(center, (1.0, 0.0), 100.0)).map(|hit| hit.distance())
            });
            terrain.fill_circle(center, radius);
            dug
        };
        let found = row(&format!("{side} px, carve_circle of {radius} px and a ray"), 1, &mut dig);
        assert_eq!(found, Some(radius + 0.5), "the face of the first pixel whose center is not within the circle");
    }
    let mut kept = terrain.snapshot();
    row(&format!("{side} px, a snapshot and the first edit after it"), 1, || {
        let center = spot();
        timed(|| {
            kept = terrain.snapshot();
            terrain.carve_circle(center, 16.0)
        })
    });
    let mut rng = Rng::with_seed(53);
    let tiles = [0, 1].map(|id| Some(Tile { id, ..Tile::default() }));
    row(&format!("{side} px, set_tile"), 1000, || {
        timed(|| {
            for _ in 0..1000 {
                let cell = ivec2(rng.i32(0..side / 16), rng.i32(0..side / 16));
                black_box(terrain.set_tile(0, cell, tiles[rng.usize(..2)])).expect("a cell of the map");
            }
        })
    });
    // The maps share nothing, as if they were loaded.
    let (mut changed, cell) = (rock(), ivec2(side / 37, side / 41));
    changed.set_tile(0, cell, None).expect("a cell of the map");
    let mut updated = Terrain::from_map(&map);
    let mut maps = [&changed, &map].into_iter().cycle();
    let dirty = row(&format!("{side} px, update to a map with one other tile"), 1, || {
        timed(|| updated.reload(maps.next().expect("two maps")))
    });
    assert_eq!(dirty, Ok(vec![Rect::new(cell * 16, cell * 16 + 16)]));
    row(&format!("{side} px, from_map of it"), 1, || timed(|| Terrain::from_map(&changed)));
}

/// 1,000 boxes of 12×14 px walk in the cave, and turn at walls.
fn crowd() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/maps/cave.tmx");
    let terrain = Terrain::from_map(&TileMap::open(path).expect("the cave"));
    let (mut rng, size) = (Rng::with_seed(72), terrain.bounds().size().as_ivec2() - 16);
    let mask = SolidityMap::from_fn(12, 14, |_, _| true);
    let places = std::iter::repeat_with(|| ivec2(rng.i32(0..size.x), rng.i32(0..size.y)));
    let free = places.filter(|at| terrain.query().overlap_mask(&mask, *at).is_none());
    let body = |at: IVec2| (Body::rectangle((12, 14), at).expect("a box"), vec2(90.0, 0.0));
    let mut crowd: Vec<(Body, Vec2)> = free.take(1000).map(body).collect();
    let mut step = || {
        timed(|| {
            for (body, velocity) in &mut crowd {
                let (walk, fall) = (velocity.x, (velocity.y + 15.0).min(600.0));
                let slide = body.move_and_slide(&terrain, vec2(walk, fall), 1.0 / 60.0, &MoveOptions::default());
                *velocity = vec2(if slide.wall.is_some() { -walk } else { walk }, slide.velocity.y);
            }
        })
    };
    // They fall to the floor first.
    (0..300).for_each(|_| _ = step());
    row("a step of a crowd of 1,000, a body", 1000, step);
}

/// A step along a floor: alone, inside a solid that a callback ignores, and inside tiles that it ignores.
fn ignored(width: u32, height: u32) {
    let floor = |cell: IVec2| (cell.y >= 20).then_some(0);
    let is_walled = |cell: IVec2| Rect::new((12, 12), (20, 20)).contains(cell);
    let free = Terrain::from_map(&map(32, floor));
    let walled = Terrain::from_map(&map(32, |cell| if is_walled(cell) { Some(2) } else { floor(cell) }));
    let shape = BodyShape::rectangle((width, height)).expect("a shape");
    let body = Body::new(shape.clone(), ivec2(230, 320 - height as i32));
    let own = [Solid::new(shape, body.position())];
    let (velocity, dt, options) = (vec2(180.0, 15.0), 1.0 / 60.0, MoveOptions::default());
    let pass = |contact: &MoveContact| match contact.solid() == Some(0) || contact.tile().is_some_and(|it| it.id == 2) {
        true => ContactResponse::Ignore,
        false => ContactResponse::Accept,
    };
    let steps = |name: &str, step: &dyn Fn(&mut Body) -> Slide| {
        let slide = row(&format!("{width}x{height} px, a step {name}"), 1000, || {
            timed(|| (0..1000).map(|_| step(&mut body.clone())).last().expect("a step"))
        });
        assert_eq!((slide.moved, slide.on_floor), (ivec2(3, 0), true), "{name}");
    };
    steps("along a floor", &|body| body.move_and_slide(&free, velocity, dt, &options));
    let within = CollisionWorld::new(&free, &own);
    steps("inside an ignored solid", &|body| body.move_and_slide_with(within, velocity, dt, &options, pass));
    steps("inside ignored tiles", &|body| body.move_and_slide_with(&walled, velocity, dt, &options, pass));
}

/// A picture of a terrain's pixels: from an array of bytes, pixel by pixel, and by runs.
fn drawing(size: UVec2) {
    let is_rock = |x: u32, y: u32| y > 80 + x / 8 % 23 && !(x / 9 + y / 7).is_multiple_of(5);
    let terrain = Terrain::from_solidity(&SolidityMap::from_fn(size.x, size.y, is_rock));
    let bytes: Vec<u8> = (0..size.x * size.y).map(|index| is_rock(index % size.x, index / size.x).into()).collect();
    let (sky, rock, width) = (0x0080_c0ff_u32, 0x0040_3020, size.x as usize);
    let mut pictures = Vec::new();
    let mut draw = |name: &str, draw: &dyn Fn(&mut [u32])| {
        let mut picture = vec![0; width * size.y as usize];
        row(&format!("a picture of {}x{} px {name}", size.x, size.y), 1, || timed(|| draw(&mut picture)));
        pictures.push(picture);
    };
    draw("from bytes", &|picture| {
        picture.iter_mut().zip(&bytes).for_each(|(color, byte)| *color = if *byte == 0 { sky } else { rock });
    });
    draw("by is_solid", &|picture| {
        for (pixel, color) in (0..).zip(picture) {
            *color = if terrain.is_solid(ivec2(pixel % size.x as i32, pixel / size.x as i32)) { rock } else { sky };
        }
    });
    draw("by runs", &|picture| {
        let mut drawn = 0;
        for run in terrain.query().to_mask(Rect::from_size(IVec2::ZERO, size)).runs() {
            let [start, end] = [run.start, run.end].map(|x| run.y as usize * width + x as usize);
            picture[drawn..start].fill(sky);
            picture[start..end].fill(rock);
            drawn = end;
        }
        picture[drawn..].fill(sky);
    });
    assert!(pictures.iter().all(|picture| *picture == pictures[0]));
}

/// A gear with eight teeth and a hole: a convex hull of it holds much that is free.
fn gear(side: u32) -> SolidityMap {
    let half = f64::from(side) / 2.0;
    SolidityMap::from_fn(side, side, |x, y| {
        let arm = DVec2::new(f64::from(x) + 0.5 - half, f64::from(y) + 0.5 - half) / half;
        let (radius, tooth) = (arm.length(), (arm.y.atan2(arm.x) * 8.0).sin() > 0.0);
        (0.4..if tooth { 1.0 } else { 0.75 }).contains(&radius)
    })
}

const SPRITES: usize = 10_000;
const WORLD: f32 = 4096.0;

/// Gears anywhere, or around forty places 80 px wide; every other one is turned.
fn gears(is_clustered: bool) -> Sprites {
    let mut rng = Rng::with_seed(81);
    let mask = gear(16);
    let options = HullOptions::new().mode(HullMode::Convex);
    let pivot = mask.size().as_vec2() / 2.0;
    let hull = SpriteHull::from_mask(&mask, &options).expect("a gear has pixels").hull.translated(-pivot);
    let kind = Sprite { mask: Some(Arc::new(mask)), pivot, ..Sprite::new(hull) };
    let anywhere = |rng: &mut Rng| vec2(rng.f32(), rng.f32()) * WORLD;
    // About a normal deviate: twelve even ones, added up.
    let normal = |rng: &mut Rng| (0..12).map(|_| rng.f32()).sum::<f32>() - 6.0;
    let centers: Vec<Vec2> = (0..40).map(|_| anywhere(&mut rng)).collect();
    let mut sprites = Sprites::new();
    for number in 0..SPRITES {
        let at = match is_clustered {
            true => centers[rng.usize(..centers.len())] + vec2(normal(&mut rng), normal(&mut rng)) * 80.0,
            false => anywhere(&mut rng),
        };
        let rotation = if number % 2 == 0 { 0.0 } else { rng.f32() * TAU };
        sprites.insert(Sprite { pose: Pose::new(at, rotation), ..kind.clone() });
    }
    sprites
}

/// The contacts and the answers in a scene are as many as `expected`.
fn sprites(scene: &str, is_clustered: bool, expected: [usize; 6]) {
    let (sprites, all, mut rng) = (gears(is_clustered), SpriteFilter::default(), Rng::with_seed(82));
    let points: Vec<Vec2> = (0..1000).map(|_| vec2(rng.f32(), rng.f32()) * WORLD).collect();
    let ray = |point: &Vec2| Ray::new(*point, Vec2::from_angle(rng.f32() * TAU), 512.0);
    let rays: Vec<Ray> = points.iter().map(ray).collect();
    let name = |what: &str| format!("10,000 sprites {scene}, {what}");
    let mut finder = ContactFinder::new();
    let hulls = row(&name("find"), 1, || timed(|| finder.find(&sprites).len()));
    let pixels = row(&name("find_by_pixels"), 1, || timed(|| finder.find_by_pixels(&sprites).len()));
    let mut broad_phase = BroadPhase::new();
    row(&name("queries"), 1, || timed(|| _ = black_box(sprites.queries(&mut broad_phase))));
    let index = sprites.queries(&mut broad_phase);
    let ask = |what, ask: &dyn Fn(Vec2, &Ray) -> usize| {
        let round = || timed(|| points.iter().zip(&rays).map(|(&point, ray)| ask(point, ray)).sum::<usize>());
        row(&name(what), points.len(), round)
    };
    let found = [
        hulls,
        pixels,
        ask("at_point", &|point, _| index.at_point(point, &all).len()),
        ask("in_circle of 24 px", &|point, _| index.in_circle(&Circle::new(point, 24.0), &all).len()),
        ask("raycast of 512 px", &|_, ray| index.raycast(ray, &all).is_some().into()),
        ask("nearest within 400 px", &|point, _| index.nearest(point, 400.0, &all).is_some().into()),
    ];
    assert_eq!(found, expected, "{scene}");
}

/// Pairs of masks whose boxes overlap, half of which share a pixel; of these so many have a normal. The time includes making
/// `SpritePixels`.
fn masks(side: u32, is_turned: bool, normals: usize) {
    let (mut rng, mask, half) = (Rng::with_seed(83), gear(side), Vec2::splat(side as f32 / 2.0));
    let masks = |poses: &[Pose; 2]| poses.each_ref().map(|pose| SpritePixels::new(&mask, half, pose));
    let mut pairs = Vec::new();
    while pairs.len() < 1000 {
        let at = vec2(rng.f32(), rng.f32()) * WORLD;
        let near = at + (vec2(rng.f32(), rng.f32()) - 0.5) * 2.4 * side as f32;
        let poses = [at, near].map(|at| Pose::new(at, if is_turned { rng.f32() * TAU } else { 0.0 }));
        let [one, other] = masks(&poses);
        let is_near = one.bounds().overlaps(&other.bounds());
        if is_near && one.overlap(&other).is_some() == pairs.len().is_multiple_of(2) {
            pairs.push(poses);
        }
    }
    rng.shuffle(&mut pairs);
    let scene = if is_turned { "turned" } else { "upright" };
    let ask = |what: &str, expected: usize, ask: &dyn Fn([SpritePixels<'_>; 2]) -> bool| {
        let round = || timed(|| pairs.iter().filter(|poses| ask(masks(poses))).count());
        let found = row(&format!("masks of {side} px, {scene}, {what}"), pairs.len(), round);
        assert_eq!(found, expected, "{what} of {side} px, {scene}");
    };
    ask("overlap", 500, &|[one, other]| one.overlap(&other).is_some());
    ask("overlap_area", 500, &|[one, other]| one.overlap_area(&other) > 0);
    ask("overlap_normal", normals, &|[one, other]| one.overlap_normal(&other).is_some());
}

fn main() {
    edits(4096);
    edits(16_384);
    crowd();
    ignored(13, 39);
    ignored(39, 117);
    drawing(UVec2::new(320, 200));
    sprites("anywhere", false, [2539, 2189, 114, 1905, 967, 1000]);
    sprites("in crowds", true, [15_091, 12_930, 116, 1847, 455, 874]);
    masks(16, false, 497);
    masks(16, true, 499);
    masks(64, false, 500);
    masks(64, true, 500);
}
