//! Masks and rays that are hard on a ray caster.

use crate::bits::Bits;
use fastrand::Rng;
use std::fmt;
use tileray::glam::{DVec2, IVec2, Vec2Swizzles, dvec2, ivec2};
use tileray::{Direction, Ray, SolidityMap, Terrain};

/// Makes a ray for a rectangle: by its corner and its size.
pub type RayKind = fn(IVec2, IVec2, &mut Rng) -> Ray;

/// A mask, where its corner lies, and the terrain of both.
pub struct Scene {
    pub mask: SolidityMap,
    pub corner: IVec2,
    pub terrain: Terrain,
}

impl Scene {
    pub fn at(corner: IVec2, mask: SolidityMap) -> Self {
        let terrain = Terrain::from_solidity_at(&mask, corner).expect("a small mask");
        Self { mask, corner, terrain }
    }

    /// With the corner anywhere within a distance of the origin, on each axis.
    pub fn within(distance: i32, mask: SolidityMap, rng: &mut Rng) -> Self {
        Self::at(ivec2(rng.i32(-distance..distance), rng.i32(-distance..distance)), mask)
    }

    /// Of any kind and size, and a point in it.
    pub fn any(case: usize, rng: &mut Rng) -> (Self, DVec2) {
        let mask = if case.is_multiple_of(4) { sparse_and_large(rng) } else { mask_in_turn(case, rng) };
        let scene = Self::within(900, mask, rng);
        let size = scene.mask.size().as_dvec2();
        let inside = scene.corner.as_dvec2() + dvec2(rng.f64() * size.x, rng.f64() * size.y);
        (scene, inside)
    }

    pub fn ray(&self, kind: RayKind, rng: &mut Rng) -> Ray {
        kind(self.corner, self.mask.size().as_ivec2(), rng)
    }

    /// The solid pixels.
    pub fn solid(&self) -> Vec<IVec2> {
        Bits::from(&self.mask).pixels().into_iter().map(|pixel| self.corner + pixel).collect()
    }
}

impl fmt::Display for Scene {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}", self.mask.size(), self.corner)
    }
}

/// The kinds of masks, by what makes them hard.
pub const KINDS: [&str; 12] = [
    "empty",
    "full",
    "sparse noise",
    "half noise",
    "dense noise",
    "checkerboard",
    "diagonal stairs",
    "walls of one pixel",
    "posts on brick borders",
    "rings",
    "caves",
    "one pixel",
];

/// A mask of one of the [`KINDS`], of any size from 1 pixel to a few bricks.
pub fn mask(kind: &str, rng: &mut Rng) -> SolidityMap {
    let (width, height) = (rng.u32(1..=90), rng.u32(1..=90));
    let chance = |rng: &mut Rng, density: f64| rng.f64() < density;
    let spot = (rng.u32(0..width), rng.u32(0..height));
    let (step, gap) = (rng.u32(1..=4), rng.u32(2..=24));
    let blocks: Vec<bool> = (0..36).map(|_| rng.u32(0..3) == 0).collect();
    SolidityMap::from_fn(width, height, |x, y| match kind {
        "empty" => false,
        "full" => true,
        "sparse noise" => chance(rng, 0.001),
        "half noise" => chance(rng, 0.5),
        "dense noise" => chance(rng, 0.999),
        "checkerboard" => (x / step + y / step) % 2 == 0,
        "diagonal stairs" => (x / step + y / step) % gap == 0,
        "walls of one pixel" => x % gap == 0 && y % (gap + 5) != 1,
        "posts on brick borders" => x % 16 >= 15 && y % 16 <= 1,
        "rings" => {
            let (u, v) = ((x % 16) as i32 - 8, (y % 16) as i32 - 8);
            u * u + v * v >= 50
        }
        "caves" => blocks[(x / 16 + y / 16 * 6) as usize],
        "one pixel" => (x, y) == spot,
        _ => unreachable!("an unknown kind of mask: {kind}"),
    })
}

/// A scene whose layer is one-way in two of five cases.
pub fn one_way_now_and_then(case: usize, rng: &mut Rng) -> Scene {
    let mut scene = Scene::within(60, mask_in_turn(case, rng), rng);
    let directions = [None, None, None, Some(Direction::Left), Some(Direction::Down)];
    scene.terrain.set_one_way(0, directions[rng.usize(0..5)]).expect("layer 0");
    scene
}

/// A mask of each kind in turn.
pub fn mask_in_turn(case: usize, rng: &mut Rng) -> SolidityMap {
    mask(KINDS[case % KINDS.len()], rng)
}

/// A mask of many coarse bricks, most of them empty.
pub fn sparse_and_large(rng: &mut Rng) -> SolidityMap {
    let mut mask = SolidityMap::new(rng.u32(300..1500), rng.u32(300..1500));
    for _ in 0..rng.u32(1..40) {
        mask.set(rng.i32(0..mask.width() as i32), rng.i32(0..mask.height() as i32), true);
    }
    mask
}

/// Terrain of a large mask with caves, and rays all over it.
pub fn large(seed: u64, rays: usize, kind: RayKind) -> (Terrain, Vec<Ray>) {
    let mut rng = Rng::with_seed(seed);
    let blocks: Vec<bool> = (0..64 * 64).map(|_| rng.u32(0..4) == 0).collect();
    let mask = SolidityMap::from_fn(1000, 1000, |x, y| {
        blocks[(y / 16 * 64 + x / 16) as usize] && (x % 16).abs_diff(8) + (y % 16).abs_diff(8) < 10
    });
    let size = mask.size().as_ivec2();
    (Terrain::from_solidity(&mask), (0..rays).map(|_| kind(IVec2::ZERO, size, &mut rng)).collect())
}

/// A ray in or around a rectangle of `size` pixels that begins at `corner`.
pub fn ray(corner: IVec2, size: IVec2, rng: &mut Rng) -> Ray {
    let any = |rng: &mut Rng, margin: i32| {
        let axis = |rng: &mut Rng, corner: i32, size: i32| {
            f64::from(corner) + rng.f64() * f64::from(size + 2 * margin) - f64::from(margin)
        };
        dvec2(axis(rng, corner.x, size.x), axis(rng, corner.y, size.y))
    };
    let whole = |point: DVec2| point.floor();
    match rng.u32(0..12) {
        // Inside, and out on either side.
        0..=3 => Ray::between_f64(any(rng, 0), any(rng, 0)),
        4 => Ray::between_f64(any(rng, 40), any(rng, 40)),
        // On the borders of pixels and of bricks: the ties.
        5 => Ray::between_f64(whole(any(rng, 5)), whole(any(rng, 5))),
        6 => Ray::between_f64((any(rng, 20) / 16.0).round() * 16.0, (any(rng, 20) / 16.0).round() * 16.0),
        7 => {
            // Along an axis or a diagonal, from a whole or half pixel.
            let from = (any(rng, 20) * 2.0).round() / 2.0;
            let way = ivec2(rng.i32(-1..=1), rng.i32(-1..=1)).as_dvec2();
            Ray::between_f64(from, from + way * f64::from(rng.i32(0..150)))
        }
        // A pixel, or two that touch.
        8 => {
            let from = whole(any(rng, 2));
            Ray::between_f64(from, from + ivec2(rng.i32(-1..=1), rng.i32(-1..=1)).as_dvec2())
        }
        // Nearly along an axis: it grazes brick borders.
        9 => {
            let from = any(rng, 10);
            Ray::between_f64(from, from + dvec2(rng.f64() * 300.0 - 150.0, rng.f64() * 2.0 - 1.0))
        }
        10 => {
            let from = any(rng, 10);
            Ray::between_f64(from, from + dvec2(rng.f64() * 2.0 - 1.0, rng.f64() * 300.0 - 150.0))
        }
        // By direction and length.
        _ => {
            let from = any(rng, 30).as_vec2();
            Ray::new(from, (rng.f32() - 0.5, rng.f32() - 0.5), rng.f32() * 300.0)
        }
    }
}

/// A ray that is hard on the exact walk: its ends on multiples of 1/256, of 1/2 or of 1, or its line through corners.
pub fn exact_ray(corner: IVec2, size: IVec2, rng: &mut Rng) -> Ray {
    let ray = ray(corner, size, rng);
    let (from, to) = (ray.origin(), ray.end());
    let on = |point: DVec2, parts: f64| (point * parts).round() / parts;
    match rng.u32(0..10) {
        0..=2 => ray,
        3 => Ray::between_f64(on(from, 256.0), on(to, 256.0)),
        4 => Ray::between_f64(on(from, 2.0), on(to, 2.0)),
        5 => Ray::between_f64(on(from, 1.0), on(to, 1.0 / 16.0)),
        6 => {
            // Through a corner of pixels, or of bricks, at any slope.
            let through = on(from, if rng.bool() { 1.0 } else { 1.0 / 16.0 });
            let way = ivec2(rng.i32(-20000..20000), rng.i32(-20000..20000)).as_dvec2() / 256.0;
            let (back, on) = (f64::from(rng.i32(0..3)), f64::from(rng.i32(0..3)));
            Ray::between_f64(through - way * back, through + way * on)
        }
        7 => {
            // By a slope of 1, or nearly, from a multiple of 1/256.
            let from = on(from, if rng.bool() { 256.0 } else { 1.0 });
            let run = f64::from(rng.i32(0..60_000)) / 256.0;
            let way = dvec2(if rng.bool() { run } else { -run }, if rng.bool() { run } else { -run });
            let aside = f64::from(rng.i32(-2..=2)) / 256.0;
            Ray::between_f64(from, from + way + if rng.bool() { dvec2(aside, 0.0) } else { dvec2(0.0, aside) })
        }
        8 => {
            // Along a border, or by one part of 256 beside it.
            let from = on(from, 1.0) + dvec2(f64::from(rng.i32(-1..=1)), f64::from(rng.i32(-1..=1))) / 256.0;
            let run = f64::from(rng.i32(-60_000..60_000)) / 256.0;
            Ray::between_f64(from, from + if rng.bool() { dvec2(run, 0.0) } else { dvec2(0.0, run) })
        }
        _ => {
            // By a slope of few numbers, which meets many corners.
            let from = on(from, if rng.bool() { 1.0 } else { 2.0 });
            let way = ivec2(rng.i32(-4..=4), rng.i32(-4..=4)).as_dvec2();
            Ray::between_f64(from, from + way * f64::from(rng.i32(0..60)))
        }
    }
}

/// As [`ray`], and more that are hard on a tree of bricks: along their borders, and from far out through all of them.
pub fn any_ray(corner: IVec2, size: IVec2, rng: &mut Rng) -> Ray {
    match rng.u32(0..16) {
        0..=1 => ray_along_bricks(corner, size, rng),
        2 => ray_through(corner, size, rng),
        3 => ray_along_an_axis(corner, size, rng),
        _ => ray(corner, size, rng),
    }
}

/// Along a border of bricks, blocks or pixels, or beside it by a pixel or by 1/256 of one; it may cross it on its way.
pub fn ray_along_bricks(corner: IVec2, size: IVec2, rng: &mut Rng) -> Ray {
    let side = any_of([16, 16, 256, 1], rng);
    let beside = |rng: &mut Rng| any_of([0.0, 0.0, 1.0, -1.0, 1.0 / 256.0, -1.0 / 256.0, 0.5], rng);
    let upright = rng.bool();
    let (corner, size) = if upright { (corner.yx(), size.yx()) } else { (corner, size) };
    let (first, last) = (corner.y.div_euclid(side), (corner.y + size.y).div_euclid(side) + 1);
    let border = f64::from(rng.i32(first..=last) * side);
    let (start, end) = (rng.i32(-20..size.x + 20), rng.i32(-20..size.x + 20));
    let from = dvec2(f64::from(corner.x + start), border + beside(rng));
    let to = dvec2(f64::from(corner.x + end), border + beside(rng));
    let turned = |point: DVec2| if upright { point.yx() } else { point };
    Ray::between_f64(turned(from), turned(to))
}

/// From outside through all of a rectangle and out again: longer than it is wide and high.
pub fn ray_through(corner: IVec2, size: IVec2, rng: &mut Rng) -> Ray {
    let inside = corner.as_dvec2() + dvec2(rng.f64(), rng.f64()) * size.as_dvec2();
    let way = dvec2(rng.f64() - 0.5, rng.f64() - 0.5);
    let reach = f64::from(size.x + size.y) * (1.0 + rng.f64() * 2.0) / way.abs().max_element().max(1e-3);
    Ray::between_f64(inside - way * reach, inside + way * reach)
}

/// A ray that leaves a point, and one that comes to it, each on the same way.
pub fn out_and_in(point: DVec2, way: DVec2) -> [Ray; 2] {
    [Ray::between_f64(point, point + way), Ray::between_f64(point - way, point)]
}

/// Level, upright or by 45 degrees, from outside through all of a rectangle.
pub fn ray_along_an_axis(corner: IVec2, size: IVec2, rng: &mut Rng) -> Ray {
    let way = [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)];
    let way = DVec2::from(any_of(way, rng)) * f64::from(size.x + size.y);
    let inside = corner.as_dvec2() + dvec2(rng.f64(), rng.f64()) * size.as_dvec2();
    let inside = if rng.bool() { inside.floor() } else { inside };
    Ray::between_f64(inside - way, inside + way)
}

/// Any of a list, the same one on machines of 32 and of 64 bits, which draw another `usize`.
pub fn any_of<T: Copy, const N: usize>(list: [T; N], rng: &mut Rng) -> T {
    list[rng.u64(0..N as u64) as usize]
}
