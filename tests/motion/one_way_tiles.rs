//! Bodies, lifts and crates among one-way tiles of a layer, against the same map in which the tiles of each direction are a
//! one-way layer.

use fastrand::Rng;
use reference::maps::one_way_of;
use reference::motion::level;
use reference::{cases, each_case};
use tileray::glam::{IVec2, Vec2, ivec2, uvec2, vec2};
use tileray::motion::{CollisionWorldMut, MotionMode, MoveContact};
use tileray::solidity::Orientation;
use tileray::terrain::StateHash;
use tileray::tile::Properties;
use tileray::{
    Body, BodyShape, Circle, CollisionWorld, Direction, LayerMask, MoveOptions, Rect, Solid, SolidityMap, Terrain,
    Tile, TileLayer, TileMap, TileSet,
};

const CELLS: IVec2 = ivec2(24, 14);
/// The kinds of the tiles of a layer, in the order of the layers that hold them.
const KINDS: [Option<Direction>; 5] =
    [None, Some(Direction::Right), Some(Direction::Left), Some(Direction::Down), Some(Direction::Up)];
const NAMES: [Option<&str>; 6] = [None, None, Some("down"), Some("up"), Some("left"), Some("right")];

/// Tiles of 8x8 pixels: four shapes, each with every value of [`NAMES`].
fn tile_set(has_ways: bool) -> TileSet {
    let mut set = TileSet::new("tiles", IVec2::ZERO);
    for id in 0..24 {
        let shape = move |x: u32, y: u32| [true, y >= x, y >= 4, y < 2][id as usize % 4];
        set.insert(id, SolidityMap::from_fn(8, 8, shape));
        let name = NAMES[id as usize / 4].filter(|_| has_ways);
        set.set_properties(id, name.into_iter().map(|name| ("one_way", name)).collect::<Properties>());
    }
    set
}

/// A terrain, one whose one-way tiles are layers, and bodies and solids in each.
struct Pair {
    terrains: [Terrain; 2],
    solids: [Vec<Solid>; 2],
    bodies: [Body; 2],
    /// The number of contacts with one-way tiles.
    one_way_contacts: usize,
}

impl Pair {
    fn any(rng: &mut Rng) -> Self {
        let maps = [true, false].map(|has_ways| {
            let map = TileMap::new(uvec2(8, 8)).and_then(|map| map.with_size(CELLS.as_uvec2()));
            let mut map = map.expect("a small map");
            map.add_tile_set(tile_set(has_ways));
            for layer in 0..2 {
                let one_way = (layer == 1).then_some(Direction::Up);
                let named = TileLayer::new(format!("{layer}"), Rect::new(IVec2::ZERO, CELLS));
                for kind in &KINDS[..if has_ways { 1 } else { 5 }] {
                    map.add_layer(TileLayer { one_way: kind.or(one_way), ..named.clone() }).expect("a layer");
                }
            }
            map
        });
        let mut pair = Self {
            terrains: maps.map(|map| Terrain::from_map(&map)),
            one_way_contacts: 0,
            solids: Default::default(),
            bodies: [(); 2].map(|()| Body::rectangle((1, 1), (0, 0)).expect("a body")),
        };
        for cell in (0..CELLS.x * CELLS.y).map(|cell| ivec2(cell % CELLS.x, cell / CELLS.x)) {
            if cell.x % (CELLS.x - 1) == 0 || cell.y % (CELLS.y - 1) == 0 {
                pair.set_tile(0, cell, Some(Tile::default()));
            } else if rng.u8(0..7) == 0 {
                pair.set_tile(rng.usize(0..2), cell, Some(any_tile(rng)));
            }
        }
        if rng.bool() {
            // The map has the tiles when the terrain is made.
            pair.terrains = pair.terrains.map(|terrain| Terrain::from_map(terrain.map().expect("made of a map")));
        }
        let shape = if rng.bool() { level::shape(rng) } else { BodyShape::rectangle((6, 11)).expect("a shape") };
        let at = ivec2(rng.i32(0..180), rng.i32(0..100));
        pair.bodies = [(); 2].map(|()| Body::new(shape.clone(), at));
        let solids = (0..3).map(|index| {
            let shape = BodyShape::rectangle((rng.u32(4..20), rng.u32(3..9))).expect("a shape");
            let solid = Solid::new(shape, ivec2(rng.i32(0..180), rng.i32(0..100)));
            if index < 2 { solid.with_weight(1.0) } else { solid }
        });
        let solids: Vec<_> = solids.collect();
        pair.solids = [solids.clone(), solids];
        pair
    }

    fn set_tile(&mut self, layer: usize, cell: IVec2, tile: Option<Tile>) {
        let way = tile.and_then(|tile| one_way_of(self.terrains[0].map().expect("made of a map"), tile));
        let redrawn = self.terrains[0].set_tile(layer, cell, tile).expect("a tile");
        // A tile replaces what was filled below it, whichever way it stops.
        self.terrains[1].carve(&redrawn, LayerMask::layer(5 * layer));
        for (index, kind) in (5 * layer..).zip(KINDS) {
            self.terrains[1].set_tile(index, cell, tile.filter(|_| way == kind)).expect("a tile");
        }
    }

    fn edit(&mut self, rng: &mut Rng) {
        let cell = ivec2(rng.i32(0..CELLS.x), rng.i32(0..CELLS.y));
        let circle = Circle::new(cell.as_vec2() * 8.0, rng.f32() * 12.0);
        let layer = rng.usize(0..2);
        match rng.u8(0..4) {
            0 => self.set_tile(layer, cell, rng.bool().then(|| any_tile(rng))),
            1 => {
                self.terrains[0].carve(&circle, LayerMask::layer(layer));
                self.terrains[1].carve(&circle, LayerMask(0b11111 << (5 * layer)));
            }
            2 => {
                self.terrains[0].fill(&circle, LayerMask::layer(layer));
                self.terrains[1].fill(&circle, LayerMask::layer(5 * layer));
            }
            _ => {
                let way = KINDS[rng.usize(0..5)];
                self.terrains[0].set_one_way(layer, way).expect("a layer");
                self.terrains[1].set_one_way(5 * layer, way).expect("a layer");
            }
        }
    }

    /// The position, the hash and the floor of the body, and the positions of the solids, on some layers, as text.
    fn state(&self, place: usize, layers: u32) -> String {
        let (body, solids) = (&self.bodies[place], &self.solids[place]);
        let world = CollisionWorld::new(&self.terrains[place], solids).layers(mask(place, layers));
        let floor = body.floor(world).map(|floor| {
            let layer = floor.layer.map(|layer| real(place, layer));
            (floor.pixel, floor.normal, floor.solid, layer, floor.cell, floor.tile)
        });
        let places: Vec<_> = solids.iter().map(Solid::position).collect();
        let mut hash = StateHash::new();
        body.hash_state(&mut hash);
        format!("{:?} {:x} {floor:?} {places:?}", body.position(), hash.finish())
    }

    fn step(&mut self, place: usize, rng: &mut Rng, layers: u32) -> String {
        let (terrain, solids, body) = (&self.terrains[place], &mut self.solids[place], &mut self.bodies[place]);
        let velocity = vec2(rng.f32() - 0.5, rng.f32() - 0.5) * [4.0, 40.0][rng.usize(0..2)];
        let velocity = velocity.round() / [1.0, 2.0][rng.usize(0..2)] + Vec2::Y * [0.0, 9.0][rng.usize(0..2)];
        let options =
            if rng.bool() { MoveOptions::new().drop_through(rng.u8(0..3) == 0) } else { MoveOptions::top_down() };
        let (which, axis) = (rng.usize(0..3), rng.usize(0..6));
        let mut one_way_contacts = 0;
        let map = terrain.map().expect("made of a map");
        let mut listed = |contacts: &[MoveContact]| -> String {
            let each = contacts.iter().map(|contact| {
                let tile = contact.tile().filter(|tile| one_way_of(map, *tile).is_some());
                one_way_contacts += usize::from(tile.is_some() && contact.normal() != Vec2::ZERO);
                let layer = contact.layer().map(|layer| real(place, layer));
                let owner = (layer, contact.cell(), contact.tile(), contact.solid());
                format!("{:?} {:?} {owner:?};", contact.pixel(), contact.normal())
            });
            each.collect()
        };
        let result = match axis {
            0 => {
                let mode = if rng.bool() { MotionMode::Grounded } else { MotionMode::Floating };
                let mut world = CollisionWorldMut::new(terrain, solids).layers(mask(place, layers)).mode(mode);
                format!("{:?}", world.move_solid(which, velocity, &mut [body]))
            }
            1 => {
                let mut world = CollisionWorldMut::new(terrain, solids).layers(mask(place, layers));
                let slide = world.slide_solid(which, velocity, 1.0, &mut [body]);
                format!("{:?} {:?} {}", slide.moved, slide.velocity, listed(&slide.contacts))
            }
            _ => {
                let world = CollisionWorld::new(terrain, solids).layers(mask(place, layers));
                let slide = body.move_and_slide(world, velocity, 1.0, &options);
                let flags = (slide.on_floor, slide.on_ceiling, slide.wall, slide.pushed_out, slide.is_stuck);
                format!("{:?} {:?} {flags:?} {}", slide.moved, slide.velocity, listed(&slide.contacts))
            }
        };
        self.one_way_contacts += one_way_contacts;
        format!("{result}\n{}", self.state(place, layers))
    }
}

fn any_tile(rng: &mut Rng) -> Tile {
    Tile { set: 0, id: rng.u32(0..24), orientation: Orientation::ALL[rng.usize(0..8)] }
}

/// The layer of the first map that a layer stands for.
fn real(place: usize, layer: usize) -> usize {
    if place == 0 { layer } else { layer / 5 }
}

/// The layers of a map for two bits.
fn mask(place: usize, layers: u32) -> LayerMask {
    let of_bit = |bit: u32| if layers >> bit & 1 == 1 { 0b11111 << (5 * bit) } else { 0 };
    LayerMask(if place == 0 { layers } else { of_bit(0) | of_bit(1) })
}

#[test]
fn bodies_and_solids_meet_one_way_tiles_as_one_way_layers() {
    let (mut moved, mut one_way_contacts) = (0, 0);
    for (case, mut rng) in each_case(231, cases(600)) {
        let mut pair = Pair::any(&mut rng);
        for frame in 0..60 {
            if rng.u8(0..4) == 0 {
                pair.edit(&mut rng);
            }
            let (seed, layers, before) = (rng.u64(..), [3, 3, 3, 1, 2][rng.usize(0..5)], pair.bodies[0].position());
            let [found, expected] = [0, 1].map(|place| pair.step(place, &mut Rng::with_seed(seed), layers));
            assert_eq!(found, expected, "case {case}, frame {frame}");
            moved += usize::from(pair.bodies[0].position() != before);
        }
        one_way_contacts += pair.one_way_contacts;
    }
    assert!(moved > 800 && one_way_contacts > 40, "{moved} moved, {one_way_contacts} contacts");
}

#[test]
fn a_body_jumps_through_a_one_way_tile_stands_on_it_and_drops_through() {
    let mut map = TileMap::new(uvec2(8, 8)).and_then(|map| map.with_size(uvec2(12, 8))).expect("a small map");
    map.add_tile_set(tile_set(true));
    let level = map.add_layer(TileLayer::new("level", Rect::new(IVec2::ZERO, ivec2(12, 8)))).expect("a layer");
    let plank = Tile { set: 0, id: 11, ..Tile::default() };
    map.set_tile(level, ivec2(4, 3), Some(plank)).expect("a tile");
    for x in 0..12 {
        map.set_tile(level, ivec2(x, 7), Some(Tile::default())).expect("a tile");
    }
    let terrain = Terrain::from_map(&map);
    let mut hero = Body::rectangle((6, 6), ivec2(33, 50)).expect("a body");
    let step = |hero: &mut Body, down: f32, drop_through: bool| {
        let options = MoveOptions::new().drop_through(drop_through);
        hero.move_and_slide(&terrain, Vec2::new(0.0, down), 1.0, &options)
    };
    let up = step(&mut hero, -40.0, false);
    assert_eq!((up.moved, up.contacts.len(), up.on_ceiling), (ivec2(0, -40), 0, false));
    let fall = step(&mut hero, 100.0, false);
    assert_eq!((hero.position().y, fall.on_floor), (24 - 6, true));
    let contact = fall.contacts[0];
    assert_eq!((contact.layer(), contact.cell(), contact.tile()), (Some(level), ivec2(4, 3), Some(plank)));
    let floor = hero.floor(&terrain).expect("the plank");
    assert_eq!((floor.layer, floor.tile), (Some(level), Some(plank)));
    let drop = step(&mut hero, 2.0, true);
    assert!(!drop.on_floor && drop.moved.y == 2);
    step(&mut hero, 100.0, false);
    assert_eq!((hero.position().y, hero.floor(&terrain).and_then(|floor| floor.tile)), (50, Some(Tile::default())));
}
