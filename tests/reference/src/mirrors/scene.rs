//! Random scenes and their images: terrain, solids, shapes, points, rays, sprites and bodies.

use super::image::Image;
use super::shapes::{Kind, Shape, Sketch};
use crate::motion::level::{self, WAYS};
use fastrand::Rng;
use std::cell::OnceCell;
use std::rc::Rc;
use tileray::glam::{IVec2, UVec2, Vec2, ivec2, vec2};
use tileray::solidity::Orientation;
use tileray::terrain::Outside;
use tileray::{
    Body, BodyShape, Direction, Pose, Ray, Rect, Solid, SolidityMap, Sprite, Terrain, Tile, TileLayer, TileMap, TileSet,
};

/// The part of a pixel of which numbers are multiples.
#[derive(Clone, Copy, Debug)]
pub enum Grain {
    Border,
    Middle,
    Half,
    Unit,
    Any,
}

impl Grain {
    pub const ALL: [Self; 5] = [Self::Border, Self::Middle, Self::Half, Self::Unit, Self::Any];

    pub fn any(rng: &mut Rng) -> Self {
        Self::ALL[rng.usize(0..5)]
    }

    /// A number up to `reach` on either side of 0.
    pub fn number(self, rng: &mut Rng, reach: f32) -> f32 {
        let number = (rng.f32() * 2.0 - 1.0) * reach;
        match self {
            Self::Border => number.round(),
            Self::Middle => number.floor() + 0.5,
            Self::Half => (number * 2.0).round() / 2.0,
            Self::Unit => (number * 256.0).round() / 256.0,
            Self::Any => number,
        }
    }

    pub fn vector(self, rng: &mut Rng, reach: f32) -> Vec2 {
        vec2(self.number(rng, reach), self.number(rng, reach))
    }
}

/// How far from (0, 0) most of a scene lies.
const REACH: f32 = 28.0;

/// The terrain of a scene and what moves in it.
#[derive(Clone, Debug)]
pub struct Place {
    mask: SolidityMap,
    corner: IVec2,
    one_way: Vec<(Direction, SolidityMap)>,
    kind: OneWayKind,
    /// The outside of the terrain, beyond each of [`SIDES`].
    sides: [Outside; 4],
    pub solids: Vec<Solid>,
    /// Made when it is asked for: making it takes most of the time of a place.
    terrain: OnceCell<Terrain>,
}

/// How the one-way masks of a place are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OneWayKind {
    /// Each is a layer.
    Layers,
    /// Each is a layer, and answers name the ground's layer for all of them.
    NamelessLayers,
    /// They are tiles of the ground's layer, in an orientation.
    Tiles(Orientation),
}

/// The sides of a terrain, in the order of the numbers about them.
pub const SIDES: [Direction; 4] = [Direction::Left, Direction::Right, Direction::Up, Direction::Down];

/// Any outside beyond each of [`SIDES`].
pub fn any_sides(rng: &mut Rng) -> [Outside; 4] {
    [(); 4].map(|()| [Outside::Free, Outside::Solid, Outside::Edge][rng.usize(0..3)])
}

/// The plain rule, beyond bounds too: a pixel is solid beyond a side that is solid, else free beyond one that is free, else
/// as the nearest pixel within the bounds.
pub fn is_solid_with(bounds: &Rect, sides: &[Outside; 4], pixel: IVec2, is_solid: impl Fn(IVec2) -> bool) -> bool {
    let beyond = [pixel.x < bounds.min.x, pixel.x >= bounds.max.x, pixel.y < bounds.min.y, pixel.y >= bounds.max.y];
    let lies_beyond = |outside: Outside| (0..4).any(|side| beyond[side] && sides[side] == outside);
    lies_beyond(Outside::Solid) || (!lies_beyond(Outside::Free) && is_solid(pixel.clamp(bounds.min, bounds.max - 1)))
}

impl Place {
    pub fn new(
        mask: SolidityMap,
        corner: IVec2,
        one_way: Vec<(Direction, SolidityMap)>,
        sides: [Outside; 4],
        solids: Vec<Solid>,
    ) -> Self {
        Self { mask, corner, one_way, kind: OneWayKind::Layers, sides, solids, terrain: OnceCell::new() }
    }

    pub fn terrain(&self) -> &Terrain {
        self.terrain.get_or_init(|| {
            let (mask, corner, one_way) = (&self.mask, self.corner, &self.one_way);
            let mut terrain = match self.kind {
                _ if one_way.is_empty() => Terrain::from_solidity_at(mask, corner).expect("a small mask"),
                OneWayKind::Tiles(orientation) => tiled(mask, corner, one_way, orientation),
                _ => level::terrain(mask.size(), false, corner, mask, one_way),
            };
            SIDES.into_iter().zip(self.sides).for_each(|(side, outside)| terrain.set_outside(side, outside));
            terrain
        })
    }

    pub fn any(rng: &mut Rng) -> Self {
        let side = rng.u32(16..56);
        let ground = ground(rng, side);
        let one_way = if rng.u8(0..3) == 0 {
            (0..rng.usize(1..3)).map(|_| (WAYS[rng.usize(0..4)], self::ground(rng, side))).collect()
        } else {
            Vec::new()
        };
        let corner = ivec2(rng.i32(-(side as i32)..1), rng.i32(-(side as i32)..1));
        let solids = (0..rng.usize(0..4)).map(|_| {
            let at = ivec2(rng.i32(-28..20), rng.i32(-28..20));
            let way = rng.bool().then(|| WAYS[rng.usize(0..4)]);
            Solid::new(body_shape(rng), at).with_one_way(way)
        });
        let solids = solids.collect();
        let sides = if rng.u8(0..4) == 0 { any_sides(rng) } else { [Outside::Free; 4] };
        let kind = if rng.bool() { OneWayKind::Layers } else { OneWayKind::Tiles(Orientation::ALL[rng.usize(0..8)]) };
        Self { kind, ..Self::new(ground, corner, one_way, sides, solids) }
    }

    /// A place whose one-way masks are kept in another way.
    #[must_use]
    pub fn with_one_way(&self, kind: OneWayKind) -> Self {
        Self { kind, terrain: OnceCell::new(), ..self.clone() }
    }

    /// The number of a layer in answers.
    pub fn layer(&self, layer: usize) -> usize {
        if self.kind == OneWayKind::NamelessLayers { 0 } else { layer }
    }

    /// Whether any pixel is one-way.
    pub fn is_one_way(&self) -> bool {
        !self.one_way.is_empty()
    }

    /// A place whose terrain has other sides.
    #[must_use]
    pub fn with_sides(&self, sides: [Outside; 4]) -> Self {
        Self { sides, terrain: OnceCell::new(), ..self.clone() }
    }

    /// The same place with `margin` pixels of its outside drawn on each side, and nothing beyond.
    #[must_use]
    pub fn drawn(&self, margin: i32) -> Self {
        let drawn = |mask: &SolidityMap, sides: &[Outside; 4]| {
            let size = mask.size() + 2 * margin as u32;
            let inside = Rect::from_size(IVec2::ZERO, mask.size());
            SolidityMap::from_fn(size.x, size.y, |x, y| {
                let pixel = ivec2(x as i32, y as i32) - margin;
                is_solid_with(&inside, sides, pixel, |pixel| mask.get(pixel.x, pixel.y))
            })
        };
        // One-way tiles do not go on beyond a solid side, where pixels have no tile.
        let of_tiles = self.sides.map(|side| if side == Outside::Solid { Outside::Free } else { side });
        let sides = if matches!(self.kind, OneWayKind::Tiles(_)) { &of_tiles } else { &self.sides };
        let one_way = self.one_way.iter().map(|(way, mask)| (*way, drawn(mask, sides))).collect();
        let (mask, corner) = (drawn(&self.mask, &self.sides), self.corner - margin);
        Self { kind: self.kind, ..Self::new(mask, corner, one_way, [Outside::Free; 4], self.solids.clone()) }
    }

    #[must_use]
    pub fn image(&self, image: Image) -> Self {
        let (mask, corner) = image.placed(&self.mask, self.corner);
        let one_way = self.one_way.iter().map(|(way, mask)| (image.direction(*way), image.mask(mask)));
        let solids = self.solids.iter().map(|solid| image.solid(solid));
        let side = |side: Direction| SIDES.iter().position(|other| image.direction(*other) == side);
        let sides = SIDES.map(|at| side(at).map_or(Outside::Free, |side| self.sides[side]));
        let kind = match self.kind {
            OneWayKind::Tiles(orientation) => OneWayKind::Tiles(orientation.then(image.orientation())),
            kind => kind,
        };
        Self { kind, ..Self::new(mask, corner, one_way.collect(), sides, solids.collect()) }
    }
}

/// A terrain of one layer: a tile of the ground, and one-way tiles in an orientation, all of one size and at one corner. Of
/// tiles that overlap the later is in front.
fn tiled(
    ground: &SolidityMap,
    corner: IVec2,
    one_way: &[(Direction, SolidityMap)],
    orientation: Orientation,
) -> Terrain {
    let mut map = TileMap::new((16, 16)).and_then(|map| map.with_size(UVec2::ZERO)).expect("a map");
    let undo = Image::of_orientation(orientation.inverse());
    let masks = std::iter::once((None, ground)).chain(one_way.iter().map(|(way, mask)| (Some(*way), mask)));
    let cells = Rect::new(IVec2::ZERO, ivec2(1 + one_way.len() as i32, 1));
    let layer = TileLayer { offset: corner, tile_size: Some(ground.size()), ..TileLayer::new("level", cells) };
    let layer = map.add_layer(layer).expect("a layer");
    for ((way, mask), x) in masks.zip(0..) {
        let mut set = TileSet::new(format!("tile {x}"), ivec2(-x * ground.width() as i32, 0));
        set.insert(0, undo.mask(mask));
        let name = way.map(|way| (TileSet::ONE_WAY, undo.direction(way).name()));
        set.set_properties(0, name.into_iter().collect());
        let tile = Tile { set: map.add_tile_set(set), id: 0, orientation };
        map.set_tile(layer, ivec2(x, 0), Some(tile)).expect("a cell");
    }
    Terrain::from_map(&map)
}

/// Ground of many kinds: noise, rooms, a slanted wall a pixel thin, blocks.
fn ground(rng: &mut Rng, side: u32) -> SolidityMap {
    let noise = |rng: &mut Rng, share: f32| SolidityMap::from_fn(side, side, |_, _| rng.f32() < share);
    match rng.u8(0..8) {
        0 => noise(rng, 0.01),
        1 => noise(rng, 0.08),
        2 => noise(rng, 0.5),
        3 => noise(rng, 0.95),
        4 => {
            // Rooms with doors.
            let (gap, door) = (rng.u32(5..14), rng.u32(1..4));
            let shift = (rng.u32(0..gap), rng.u32(0..gap));
            SolidityMap::from_fn(side, side, |x, y| {
                let (x, y) = ((x + shift.0) % gap, (y + shift.1) % gap);
                (x == 0 && y > door) || (y == 0 && x > door)
            })
        }
        5 => {
            let (sum, is_falling) = (rng.u32(side / 2..side * 3 / 2), rng.bool());
            SolidityMap::from_fn(side, side, |x, y| if is_falling { x + side - y == sum } else { x + y == sum })
        }
        6 => {
            let blocks: Vec<bool> = (0..256).map(|_| rng.u8(0..4) == 0).collect();
            let width = rng.u32(2..7);
            SolidityMap::from_fn(side, side, |x, y| blocks[(y / width * 13 + x / width) as usize % 256])
        }
        _ => {
            let (rise, run, base) = (rng.i32(-3..=3), rng.i32(1..=4), rng.i32(8..side as i32));
            SolidityMap::from_fn(side, side, |x, y| (y as i32 - base) * run > (x as i32 - side as i32 / 2) * rise)
        }
    }
}

fn body_shape(rng: &mut Rng) -> BodyShape {
    match rng.u8(0..3) {
        0 => BodyShape::rectangle((rng.u32(1..10), rng.u32(1..10))),
        1 => BodyShape::rounded((rng.u32(3..12), rng.u32(3..12)), rng.u32(0..5)),
        _ => BodyShape::from_mask(mask(rng, 14)),
    }
    .expect("a shape")
}

/// A small mask with at least a solid pixel.
fn mask(rng: &mut Rng, most: u32) -> SolidityMap {
    let (width, height) = (rng.u32(1..most), rng.u32(1..14));
    let share = [1.0, 0.8, 0.5][rng.usize(0..3)];
    let mut mask = SolidityMap::from_fn(width, height, |_, _| rng.f32() < share);
    mask.set(width as i32 / 2, height as i32 / 2, true);
    mask
}

/// A sprite: a shape in its own frame, a mask with a pivot, and a pose.
#[derive(Clone, Debug)]
pub struct SpriteSketch {
    pub shape: Sketch,
    pub mask: SolidityMap,
    pub pivot: Vec2,
    pub pose: Pose,
}

impl SpriteSketch {
    fn any(rng: &mut Rng, grain: Grain) -> Self {
        // Now and then wider than a word.
        let most = [14, 140][usize::from(rng.u8(0..8) == 0)];
        let mask = mask(rng, most);
        let kind = [Kind::Convex, Kind::Hull][rng.usize(0..2)];
        let pivot = match rng.u8(0..3) {
            0 => Vec2::ZERO,
            1 => mask.size().as_vec2() / 2.0,
            // A mirrored pivot counts from the other side of the mask, which rounds no multiple of 1/256.
            _ => (grain.vector(rng, 6.0) * 256.0).round() / 256.0,
        };
        let turn = match rng.u8(0..4) {
            0 => 0.0,
            1 => rng.i32(-2..=2) as f32 * std::f32::consts::FRAC_PI_2,
            2 => rng.i32(-4..=4) as f32 * std::f32::consts::FRAC_PI_4,
            _ => rng.f32() * 8.0 - 4.0,
        };
        let reach = [8.0, REACH][rng.usize(0..2)];
        let shape = Sketch { pose: None, ..Sketch::any(rng, kind, Vec2::ZERO, 8.0, grain) };
        Self { shape, mask, pivot, pose: Pose::new(grain.vector(rng, reach), turn) }
    }

    fn image(&self, image: Image) -> Self {
        let (mask, pivot) = (image.mask(&self.mask), image.in_mask(self.pivot, self.mask.size()));
        Self { shape: self.shape.image(image), mask, pivot, pose: image.pose(self.pose) }
    }

    pub fn build(&self) -> Sprite {
        let sprite = match self.shape.build() {
            Shape::Hull(hull) => Sprite::new(hull),
            Shape::Convex(polygon) => Sprite::new(polygon),
            _ => unreachable!("sprites are drawn as convex polygons and hulls"),
        };
        Sprite { pose: self.pose, pivot: self.pivot, mask: Some(self.mask.clone().into()), ..sprite }
    }
}

/// What a question asks about, beside the place.
#[derive(Clone, Debug)]
pub struct Things {
    pub points: [Vec2; 2],
    pub pixels: [IVec2; 2],
    pub ray: Ray,
    pub motion: Vec2,
    pub radius: f32,
    pub sketches: [Sketch; 2],
    pub sprites: Vec<SpriteSketch>,
    pub body: (SolidityMap, IVec2),
    /// The velocity of a body in each frame.
    pub velocities: Vec<Vec2>,
    /// The angles of beams, and the heading of their pose: any, and in eighths of a turn.
    pub angles: Vec<f32>,
    pub turn: f32,
    pub eighths: i32,
}

impl Things {
    pub fn any(rng: &mut Rng) -> Self {
        let grain = Grain::any(rng);
        let other = if rng.bool() { grain } else { Grain::any(rng) };
        let points = [grain.vector(rng, REACH), other.vector(rng, REACH)];
        let pixels = [0; 2].map(|_| Grain::Border.vector(rng, REACH).as_ivec2());
        let motion = match rng.u8(0..6) {
            0 => vec2(grain.number(rng, 30.0), 0.0),
            1 | 2 => Vec2::splat(grain.number(rng, 30.0)),
            3 => vec2(other.number(rng, 2.0), grain.number(rng, 2.0)),
            _ => other.vector(rng, 40.0),
        };
        let reach = [2.0, 6.0, 12.0][rng.usize(0..3)];
        let kinds = [0; 2].map(|_| Kind::ALL[rng.usize(0..Kind::ALL.len())]);
        let near = points[0] + other.vector(rng, reach * 0.9);
        let sketches =
            [Sketch::any(rng, kinds[0], points[0], reach, grain), Sketch::any(rng, kinds[1], near, reach, other)];
        let ray = match rng.u8(0..4) {
            0 => Ray::between(points[0], points[1]),
            1 => Ray::between(points[0], points[0] + motion),
            2 => Ray::new(points[0], motion, rng.f32() * 60.0),
            _ => Ray::between(points[0], points[0] + Vec2::from(WAYS_AROUND[rng.usize(0..8)]) * rng.i32(0..50) as f32),
        };
        let radius = [4.0, 10.0, 30.0, 1000.0][rng.usize(0..4)] + if rng.bool() { rng.f32() } else { 0.5 };
        let sprites = (0..rng.usize(2..6)).map(|_| SpriteSketch::any(rng, grain)).collect();
        let body = (body_shape(rng).mask().clone(), Grain::Border.vector(rng, REACH).as_ivec2());
        let (of_step, most) = ([Grain::Half, other][rng.usize(0..2)], [2.0, 6.0, 30.0][rng.usize(0..3)]);
        let step = of_step.vector(rng, most);
        let velocities = (0..12).map(|_| if rng.u8(0..4) > 0 { step } else { other.vector(rng, 6.0) }).collect();
        let turn = rng.f32() * 8.0 - 4.0;
        let is_even = rng.bool();
        let angles = (0..if rng.bool() { 3 } else { 150 }).map(|_| match is_even {
            true => rng.i32(-8..=8) as f32 * std::f32::consts::FRAC_PI_4,
            false => rng.f32() * 8.0 - 4.0,
        });
        let (angles, eighths) = (angles.collect(), rng.i32(0..8));
        Self { points, pixels, ray, motion, radius, sketches, sprites, body, velocities, angles, turn, eighths }
    }

    #[must_use]
    pub fn image(&self, image: Image) -> Self {
        let vector = |vector: &Vec2| image.vector(*vector);
        Self {
            points: self.points.map(|point| image.vector(point)),
            pixels: self.pixels.map(|pixel| image.pixel(pixel)),
            ray: image.ray(self.ray),
            motion: image.vector(self.motion),
            radius: self.radius,
            sketches: [self.sketches[0].image(image), self.sketches[1].image(image)],
            sprites: self.sprites.iter().map(|sprite| sprite.image(image)).collect(),
            body: image.placed(&self.body.0, self.body.1),
            velocities: self.velocities.iter().map(vector).collect(),
            angles: self.angles.iter().map(|&angle| image.turn(angle)).collect(),
            turn: image.turn(self.turn),
            eighths: image.eighths(self.eighths),
        }
    }
}

const WAYS_AROUND: [(f32, f32); 8] =
    [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)];

/// A scene: a place with the things that are asked about.
#[derive(Clone, Debug)]
pub struct Scene {
    pub place: Rc<Place>,
    pub things: Things,
    pub shapes: [Shape; 2],
}

impl Scene {
    pub fn new(place: Rc<Place>, things: Things) -> Self {
        let shapes = [things.sketches[0].build(), things.sketches[1].build()];
        Self { place, things, shapes }
    }

    /// The radius of questions about the terrain: not too large where they meet an outside.
    pub fn reach(&self) -> f32 {
        if self.place.sides == [Outside::Free; 4] { self.radius } else { self.radius.min(40.0) }
    }

    pub fn body(&self) -> Body {
        let (mask, at) = &self.things.body;
        Body::new(BodyShape::from_mask(mask.clone()).expect("a shape"), *at)
    }

    /// The pixels of a body's rectangle.
    pub fn rect_of(body: &Body) -> Rect {
        Rect::from_size(body.position(), body.shape().mask().size())
    }
}

impl std::ops::Deref for Scene {
    type Target = Things;

    fn deref(&self) -> &Things {
        &self.things
    }
}
