//! Random levels, and their solid pixels without the library.

use crate::bits::Bits;
use crate::nearest::pixels;
use fastrand::Rng;
use tileray::glam::{IVec2, UVec2, ivec2};
use tileray::{
    Body, BodyShape, CollisionWorld, Direction, MoveOptions, Rect, Solid, SolidityMap, Terrain, Tile, TileLayer,
    TileMap, TileSet,
};

pub const WAYS: [Direction; 4] = [Direction::Right, Direction::Left, Direction::Down, Direction::Up];
pub const SIDE: u32 = 160;

pub fn step(way: Direction) -> IVec2 {
    match way {
        Direction::Right => ivec2(1, 0),
        Direction::Left => ivec2(-1, 0),
        Direction::Down => ivec2(0, 1),
        Direction::Up => ivec2(0, -1),
    }
}

pub fn opposite(way: Direction) -> Direction {
    WAYS.into_iter().find(|&other| step(other) == -step(way)).expect("a direction")
}

/// The direction of a sign along an axis.
pub fn way(axis: usize, sign: i64) -> Direction {
    match (axis, sign) {
        (0, 1) => Direction::Right,
        (0, _) => Direction::Left,
        (_, 1) => Direction::Down,
        _ => Direction::Up,
    }
}

/// The parts of a level, and the terrain that the library builds from them.
#[derive(Debug)]
pub struct Level {
    pub corner: IVec2,
    pub ground: SolidityMap,
    /// What is solid for one direction of motion only.
    pub one_way: Vec<(Direction, SolidityMap)>,
    pub terrain: Terrain,
    pub solids: Vec<Solid>,
    /// The size of a tile.
    pub tile: IVec2,
    /// Whether tiles are solid for one direction only, instead of their layers.
    has_one_way_tiles: bool,
    ground_bits: Bits,
    one_way_bits: Vec<(Direction, Bits)>,
}

/// The solid pixels of a level, without the library.
#[derive(Clone, Debug)]
pub struct Picture<'a> {
    pub corner: IVec2,
    /// The size of a tile.
    pub tile: IVec2,
    pub ground: &'a Bits,
    pub one_way: &'a [(Direction, Bits)],
    pub solids: Vec<PlainSolid>,
}

#[derive(Clone, Debug)]
pub struct PlainSolid {
    pub at: IVec2,
    pub bits: Bits,
    pub one_way: Option<Direction>,
}

/// The categories of a body or a solid, and the index of the solid that it is.
#[derive(Clone, Copy, Debug)]
pub struct Who {
    category: u32,
    collides_with: u32,
    solid: Option<usize>,
}

impl Who {
    pub fn body(body: &Body) -> Self {
        Self { category: body.category, collides_with: body.collides_with, solid: body.own_solid }
    }

    /// The solid at an index.
    pub fn solid(level: &Level, index: usize) -> Self {
        let Solid { category, collides_with, .. } = level.solids[index];
        Self { category, collides_with, solid: Some(index) }
    }

    /// Each one's category is among those that the other collides with, and they are not the same solid.
    pub fn meets(self, other: Self) -> bool {
        let is_same = self.solid == other.solid && self.solid.is_some();
        !is_same && self.category & other.collides_with != 0 && other.category & self.collides_with != 0
    }
}

impl PlainSolid {
    pub fn has(&self, pixel: IVec2) -> bool {
        self.bits.get(pixel - self.at)
    }
}

impl Picture<'_> {
    /// Whether a pixel stops every motion.
    pub fn is_solid(&self, pixel: IVec2) -> bool {
        self.ground.get(pixel - self.corner)
            || self.solids.iter().any(|solid| solid.one_way.is_none() && solid.has(pixel))
    }

    /// Whether a pixel belongs to a layer that is solid against one way only.
    pub fn layers_have(&self, way: Direction, pixel: IVec2) -> bool {
        self.one_way.iter().any(|(stopped, bits)| *stopped == way && bits.get(pixel - self.corner))
    }

    pub fn is_free(&self, pixels: &[IVec2], at: IVec2) -> bool {
        !pixels.iter().any(|&pixel| self.is_solid(pixel + at))
    }
}

impl Level {
    /// A level of which each layer is one tile.
    pub fn new(corner: IVec2, ground: SolidityMap, one_way: Vec<(Direction, SolidityMap)>, solids: Vec<Solid>) -> Self {
        let masks = std::iter::once(&ground).chain(one_way.iter().map(|(_, mask)| mask));
        let size = masks.map(SolidityMap::size).fold(UVec2::ZERO, UVec2::max);
        Self::of_tiles(size, false, corner, ground, one_way, solids)
    }

    /// A level of tiles of a size, each with pixels of its own.
    fn of_tiles(
        size: UVec2,
        has_one_way_tiles: bool,
        corner: IVec2,
        ground: SolidityMap,
        one_way: Vec<(Direction, SolidityMap)>,
        solids: Vec<Solid>,
    ) -> Self {
        let terrain = terrain(size, has_one_way_tiles, corner, &ground, &one_way);
        let ground_bits = Bits::from(&ground);
        let one_way_bits = one_way.iter().map(|(way, mask)| (*way, mask.into())).collect();
        let tile = size.as_ivec2();
        Self { corner, terrain, tile, has_one_way_tiles, ground, one_way, solids, ground_bits, one_way_bits }
    }

    /// The same level of square tiles.
    #[must_use]
    pub fn in_tiles(self, side: u32) -> Self {
        let Self { has_one_way_tiles, corner, ground, one_way, solids, .. } = self;
        Self::of_tiles(UVec2::splat(side), has_one_way_tiles, corner, ground, one_way, solids)
    }

    /// Ground alone.
    pub fn of(ground: SolidityMap) -> Self {
        Self::new(IVec2::ZERO, ground, Vec::new(), Vec::new())
    }

    pub fn around(&self) -> CollisionWorld<'_> {
        CollisionWorld::new(&self.terrain, &self.solids)
    }

    pub fn picture(&self) -> Picture<'_> {
        let plain = |solid: &Solid| PlainSolid {
            at: solid.position(),
            bits: solid.shape().mask().into(),
            one_way: solid.one_way,
        };
        Picture {
            corner: self.corner,
            tile: self.tile,
            ground: &self.ground_bits,
            one_way: &self.one_way_bits,
            solids: self.solids.iter().map(plain).collect(),
        }
    }

    /// The pixels that stop one body or solid: the solids that it does not meet have none.
    pub fn picture_for(&self, who: Who) -> Picture<'_> {
        let mut picture = self.picture();
        for (index, solid) in picture.solids.iter_mut().enumerate() {
            if !who.meets(Who::solid(self, index)) {
                solid.bits = Bits::from(&SolidityMap::new(0, 0));
            }
        }
        picture
    }

    pub fn is_free(&self, shape: &BodyShape, at: IVec2) -> bool {
        self.picture().is_free(&shape.mask().pixels().collect::<Vec<_>>(), at)
    }

    /// Whether a body is in nothing that it meets.
    pub fn is_free_for(&self, body: &Body) -> bool {
        let pixels: Vec<IVec2> = body.shape().mask().pixels().collect();
        self.picture_for(Who::body(body)).is_free(&pixels, body.position())
    }
}

/// A terrain of tiles of a size: a layer for the ground and one for each one-way mask, all at one corner. The tiles of such a
/// mask are one-way, or the layer is.
pub fn terrain(
    size: UVec2,
    has_one_way_tiles: bool,
    corner: IVec2,
    ground: &SolidityMap,
    one_way: &[(Direction, SolidityMap)],
) -> Terrain {
    // Without cells of the map's own, whose frame would begin at (0, 0).
    let mut map = TileMap::new((16, 16)).and_then(|map| map.with_size(UVec2::ZERO)).expect("a map");
    let masks = || std::iter::once((None, ground)).chain(one_way.iter().map(|(way, mask)| (Some(*way), mask)));
    let whole = masks().map(|(_, mask)| mask.size()).fold(UVec2::ZERO, UVec2::max);
    let cells = Rect::new(IVec2::ZERO, ((whole + size - 1) / size).as_ivec2());
    let places = || (0..).zip(pixels(cells));
    for (one_way, mask) in masks() {
        let mut set = TileSet::new("tiles", IVec2::ZERO);
        for (id, cell) in places() {
            set.insert(id, mask.crop(Rect::from_size(cell * size.as_ivec2(), size)));
            let name = one_way.filter(|_| has_one_way_tiles).map(|way| ("one_way", way.name()));
            set.set_properties(id, name.into_iter().collect());
        }
        let set = map.add_tile_set(set);
        let one_way = one_way.filter(|_| !has_one_way_tiles);
        let layer = TileLayer { one_way, offset: corner, tile_size: Some(size), ..TileLayer::new("layer", cells) };
        let layer = map.add_layer(layer).expect("a layer");
        for (id, cell) in places() {
            map.set_tile(layer, cell, Some(Tile { set, id, ..Tile::default() })).expect("a cell");
        }
    }
    Terrain::from_map(&map)
}

/// Categories of a body or a solid, mostly the usual ones.
fn categories(rng: &mut Rng) -> (u32, u32) {
    let bits = |rng: &mut Rng| [1, 2, 3, 4, 0, u32::MAX][rng.usize(0..6)];
    if rng.u8(0..3) > 0 { (1, u32::MAX) } else { (bits(rng), bits(rng) | bits(rng)) }
}

/// Random numbers of their own, so that categories change nothing else in a scene.
fn fork(rng: &Rng) -> Rng {
    Rng::with_seed(rng.clone().u64(..))
}

/// Draws the categories of the solids of some levels.
pub fn draw_categories(level: &mut Level, rng: &Rng) {
    let mut rng = fork(rng);
    if rng.u8(0..3) == 0 {
        for solid in &mut level.solids {
            (solid.category, solid.collides_with) = categories(&mut rng);
        }
    }
}

/// A body with categories, which may be one of the solids.
pub fn body(rng: &Rng, level: &Level, shape: BodyShape, at: IVec2) -> Body {
    let (mut rng, mut body) = (fork(rng), Body::new(shape, at));
    if rng.u8(0..3) == 0 {
        (body.category, body.collides_with) = categories(&mut rng);
        body.own_solid = (rng.bool() && !level.solids.is_empty()).then(|| rng.usize(0..level.solids.len()));
    }
    body
}

/// Hills, stairs, caves, walls a pixel thin, or noise.
pub fn ground(rng: &mut Rng) -> SolidityMap {
    let side = SIDE as i32;
    match rng.u8(0..7) {
        0 => {
            let (mut heights, mut height) = (Vec::new(), rng.i32(40..120));
            let most = rng.i32(1..7);
            for _ in 0..side {
                if rng.u8(0..3) == 0 {
                    height = (height + rng.i32(-most..=most)).clamp(10, side - 10);
                }
                heights.push(height);
            }
            SolidityMap::from_fn(SIDE, SIDE, |x, y| y as i32 >= heights[x as usize])
        }
        1 => {
            let (rise, run, base) = (rng.i32(-40..=40), rng.i32(1..=40), rng.i32(40..120));
            SolidityMap::from_fn(SIDE, SIDE, |x, y| (y as i32 - base) * run > (x as i32 - side / 2) * rise)
        }
        2 => {
            let (width, height) = (rng.u32(1..12), rng.u32(1..9));
            SolidityMap::from_fn(SIDE, SIDE, |x, y| y >= (x / width * height).min(150))
        }
        3 => {
            let blocks: Vec<bool> = (0..400).map(|_| rng.u8(0..5) == 0).collect();
            SolidityMap::from_fn(SIDE, SIDE, |x, y| blocks[(y / 8 * 20 + x / 8) as usize])
        }
        4 => {
            let (a, b) = (rng.i32(-3..4), rng.i32(-60..200));
            let every = rng.i32(20..70);
            SolidityMap::from_fn(SIDE, SIDE, |x, y| (x as i32 * a / 2 + b - y as i32).rem_euclid(every) == 0)
        }
        5 => {
            let share = rng.f32().powi(6) * 0.3;
            SolidityMap::from_fn(SIDE, SIDE, |_, _| rng.f32() < share)
        }
        _ => {
            // Round rocks.
            let rocks: Vec<_> =
                (0..rng.usize(1..14)).map(|_| (rng.i32(0..side), rng.i32(0..side), rng.i32(1..26))).collect();
            SolidityMap::from_fn(SIDE, SIDE, |x, y| {
                let (x, y) = (x as i32, y as i32);
                rocks.iter().any(|&(cx, cy, r)| (x - cx) * (x - cx) + (y - cy) * (y - cy) < r * r)
            })
        }
    }
}

/// Thin ledges, or any ground.
fn ledges(rng: &mut Rng) -> SolidityMap {
    if rng.bool() {
        return ground(rng);
    }
    let (every, thick, slope) = (rng.i32(10..40), rng.i32(1..6), rng.i32(-2..3));
    let gaps = rng.i32(20..60);
    SolidityMap::from_fn(SIDE, SIDE, |x, y| {
        let (x, y) = (x as i32, y as i32);
        (y + x * slope / 3).rem_euclid(every) < thick && x % gaps < gaps * 2 / 3
    })
}

pub fn shape(rng: &mut Rng) -> BodyShape {
    let size = |rng: &mut Rng, most: u32| UVec2::new(rng.u32(1..=most), rng.u32(1..=most));
    match rng.u8(0..8) {
        0..=2 => BodyShape::rectangle(size(rng, 20)),
        3 => BodyShape::rounded(size(rng, 24), rng.u32(0..8)),
        // Large ones are not looked at through a window.
        4 => BodyShape::rectangle(size(rng, 60)),
        5 => BodyShape::rounded(size(rng, 60), rng.u32(0..30)),
        6 => BodyShape::rectangle(UVec2::new(12, 14)),
        _ => {
            let size = size(rng, 16);
            let mut mask = SolidityMap::from_fn(size.x, size.y, |_, _| rng.u8(0..3) > 0);
            mask.set(size.x as i32 / 2, size.y as i32 / 2, true);
            BodyShape::from_mask(mask)
        }
    }
    .expect("a shape")
}

/// Any shape.
pub fn any_shape(rng: &mut Rng) -> BodyShape {
    if rng.bool() { shape(rng) } else { odd_shape(rng) }
}

/// Shapes that are more than a few boxes: with margins and holes, of far pixels, about as large as a window takes.
pub fn odd_shape(rng: &mut Rng) -> BodyShape {
    let (large, near_limit, any) = (rng.u32(41..90), rng.u32(38..43), rng.u32(1..30));
    let size = [(large, any), (any, large), (near_limit, any), (any, near_limit), (near_limit, near_limit), (any, any)];
    let (width, height) = size[rng.usize(0..6)];
    let mut mask = SolidityMap::new(width, height);
    let mut place = || ivec2(rng.i32(0..width as i32), rng.i32(0..height as i32));
    let (a, b) = (place(), place());
    match rng.u8(0..3) {
        0 => mask.fill_rect(Rect::new(a.min(b), a.max(b) + 1)),
        1 => (0..5).for_each(|_| mask.set(rng.i32(0..width as i32), rng.i32(0..height as i32), true)),
        _ => {
            let share = rng.f32();
            mask = SolidityMap::from_fn(width, height, |_, _| rng.f32() < share);
            mask.set(a.x, a.y, true);
        }
    }
    BodyShape::from_mask(mask).expect("a shape")
}

/// Solids of odd shapes here and there, over each other.
pub fn add_solids(level: &mut Level, rng: &mut Rng) {
    for _ in 0..rng.usize(0..8) {
        let place = level.corner + ivec2(rng.i32(0..SIDE as i32), rng.i32(0..SIDE as i32));
        let way = rng.bool().then(|| WAYS[rng.usize(0..4)]);
        level.solids.push(Solid::new(odd_shape(rng), place).with_one_way(way));
    }
}

pub fn level(rng: &mut Rng) -> Level {
    let corner = ivec2(rng.i32(-200..200), rng.i32(-200..200));
    let one_way = if rng.bool() {
        (0..rng.usize(1..3))
            .map(|_| (if rng.bool() { Direction::Down } else { WAYS[rng.usize(0..4)] }, ledges(rng)))
            .collect()
    } else {
        Vec::new()
    };
    let solids = (0..if rng.bool() { rng.usize(0..4) } else { 0 })
        .map(|_| {
            let place = corner + ivec2(rng.i32(0..SIDE as i32), rng.i32(0..SIDE as i32));
            let way = rng.bool().then(|| WAYS[rng.usize(0..4)]);
            Solid::new(shape(rng), place).with_one_way(way)
        })
        .collect();
    Level::new(corner, ground(rng), one_way, solids)
}

/// A level whose solids may have odd shapes and categories, and whose tiles may be one-way.
pub fn any(rng: &mut Rng) -> Level {
    let Level { corner, ground, one_way, solids, tile, .. } = level(rng);
    let mut level = Level::of_tiles(tile.as_uvec2(), fork(rng).bool(), corner, ground, one_way, solids);
    if rng.bool() {
        add_solids(&mut level, rng);
    }
    draw_categories(&mut level, rng);
    level
}

/// Options of motion, half of them the usual ones.
pub fn options(rng: &mut Rng) -> MoveOptions {
    if rng.bool() {
        return MoveOptions::default();
    }
    let pixels = |rng: &mut Rng, most: u32| if rng.u8(0..9) > 0 { rng.u32(0..most) } else { 64 };
    MoveOptions::new()
        .max_slope([0.0, 0.5, 1.0, 1.5, 2.0, 3.7, 64.0][rng.usize(0..7)])
        .step_height(pixels(rng, 9))
        .floor_snap(pixels(rng, 9))
        .corner_correction(pixels(rng, 9))
        .drop_through(rng.u8(0..4) == 0)
        .max_push_out(pixels(rng, 13))
        .ledge_forgiveness(if rng.bool() { pixels(rng, 9) } else { 0 })
        .ledge_while_rising(rng.bool())
        .wall_retry(rng.bool())
}

/// A place in a level or beside it, mostly where the shape is free.
pub fn place(rng: &mut Rng, level: &Level, shape: &BodyShape) -> IVec2 {
    let mut any = || level.corner + ivec2(rng.i32(-40..SIDE as i32 + 20), rng.i32(-40..SIDE as i32 + 20));
    let places: Vec<IVec2> = (0..5).map(|_| any()).collect();
    let free = places.iter().copied().find(|&at| level.is_free(shape, at));
    free.filter(|_| rng.u8(0..5) > 0).unwrap_or(places[0])
}
