//! The contestants: each casts the same rays and keeps its answers.

use super::check::{Answer, Rounding, Rule, pixel_of};
use crate::race::{Contestant, each, whole};
use crate::solid::{BitMask, aabb, voxels};
use anyhow::Result;
use clipline::{Clip, LineB};
use fastrand::Rng;
use parry2d::bounding_volume::Aabb;
use parry2d::math::Vector;
use parry2d::partitioning::{Bvh, BvhBuildStrategy};
use parry2d::query::{Ray as ParryRay, RayCast};
use parry2d::shape::Voxels;
use std::f32::consts::TAU;
use std::hint::black_box;
use std::iter::{repeat_n, repeat_with};
use tileray::glam::{DVec2, IVec2, Vec2, ivec2, vec2};
use tileray::{Ray, RayFan, RayHit, Rect, SimdLevel, Terrain, TerrainQuery, TileMap};

/// The rays of one fan.
pub(crate) const FAN: usize = 1_000;

/// Rays of one length.
#[derive(Debug)]
pub(crate) struct CastSet {
    pub(crate) length: u32,
    pub(crate) rays: Vec<Ray>,
    /// The same rays as fans of [`FAN`] rays each, where they are.
    fans: Vec<RayFan>,
}

impl CastSet {
    /// From free pixels all over the map, at all angles; each so many times in a row.
    pub(crate) fn scattered(mask: &BitMask, length: u32, count: usize, in_a_row: usize) -> Self {
        let mut rng = Rng::with_seed(17);
        let ray = || {
            let (sin, cos) = (rng.f32() * TAU).sin_cos();
            Ray::new(free_point(mask, &mut rng), (cos, sin), length as f32)
        };
        let different = repeat_with(ray).take(count.div_ceil(in_a_row));
        let rays = different.flat_map(|ray| repeat_n(ray, in_a_row)).take(count).collect();
        Self { length, rays, fans: Vec::new() }
    }

    /// All around from a few free pixels.
    pub(crate) fn fans(mask: &BitMask, length: u32, count: usize) -> Self {
        let mut rng = Rng::with_seed(19);
        let fan = |rng: &mut Rng| RayFan::new(free_point(mask, rng), 0.0, TAU, length as f32);
        let fans: Vec<RayFan> = (0..count / FAN).map(|_| fan(&mut rng)).collect();
        let rays = fans.iter().flat_map(|fan| (0..FAN).map(move |index| fan.ray(index, FAN))).collect();
        Self { length, rays, fans }
    }
}

/// A point in a free pixel.
fn free_point(mask: &BitMask, rng: &mut Rng) -> Vec2 {
    loop {
        let point = vec2(rng.f32() * mask.width() as f32, rng.f32() * mask.height() as f32);
        if mask.get(point.as_ivec2()) == Some(false) {
            return point;
        }
    }
}

/// What the rivals keep of a scene, made once for all of its rays: the scene as shapes.
pub(crate) struct Rivals {
    /// Every solid pixel.
    voxels: Voxels,
    /// The solid pixels merged into boxes, and a tree over them.
    aabbs: Vec<Aabb>,
    tree: Bvh,
    /// The same boxes in a world of Box2D.
    #[cfg(feature = "box2d")]
    world: boxdd::World,
}

impl Rivals {
    pub(crate) fn new(mask: &BitMask, boxes: &[Rect]) -> Result<Self> {
        let aabbs: Vec<Aabb> = boxes.iter().map(aabb).collect();
        Ok(Self {
            voxels: voxels(mask),
            // The strategy that parry2d recommends for casting rays.
            tree: Bvh::from_leaves(BvhBuildStrategy::Ploc, &aabbs),
            aabbs,
            #[cfg(feature = "box2d")]
            world: crate::solid::world(boxes, &[])?,
        })
    }
}

/// A contestant, and the rule of its answers.
pub(crate) type RayCaster<'a> = (Rule, Contestant<'a, Answer>);

/// All contestants, Tileray's batch first.
pub(crate) fn all<'a>(
    terrain: &'a Terrain,
    map: &TileMap,
    mask: &'a BitMask,
    rivals: &'a Rivals,
    set: &'a CastSet,
) -> Vec<RayCaster<'a>> {
    let mut casters = tilerays(terrain, set);
    casters.extend(walks(mask, map, &set.rays));
    casters.extend(parrys(rivals, &set.rays));
    #[cfg(feature = "box2d")]
    casters.push(box2d(&rivals.world, &set.rays));
    casters
}

const SYMMETRIC: Rule = Rule::Line(Rounding::Symmetric);

/// Tileray itself, as a batch, ray by ray and with its options.
fn tilerays<'a>(terrain: &'a Terrain, set: &'a CastSet) -> Vec<RayCaster<'a>> {
    let (rays, places) = (&set.rays, || vec![None; set.rays.len()]);
    let read = |hit: &Option<RayHit>| Answer::hit(hit.map(|hit| (hit.pixel(), hit.distance())));
    // All rays in one call.
    let batch = |name, rule, query: TerrainQuery<'a>| {
        let ask = move |hits: &mut [_]| query.raycast_batch(black_box(&rays[..hits.len()]), hits);
        (rule, whole(name, places(), ask, move |_, hit| read(hit)))
    };
    let any = |hits: &mut [_]| {
        terrain.query().raycast_any_batch(black_box(&rays[..hits.len()]), hits);
    };
    let is_met = |_: usize, &is_met: &bool| Answer { is_met, ..Answer::default() };
    let mut casters = vec![
        batch("tileray", SYMMETRIC, terrain.query()),
        (SYMMETRIC, each("tileray single", rays.clone(), |ray| terrain.raycast(ray), move |_, hit| read(hit))),
        batch("tileray exact", Rule::Snapped, terrain.query().exact()),
        (Rule::AnyOnLine, whole("tileray any", vec![false; rays.len()], any, is_met)),
    ];
    for (name, simd) in [("tileray avx2", SimdLevel::Avx2), ("tileray scalar", SimdLevel::Scalar)] {
        if simd.is_available() {
            casters.push(batch(name, SYMMETRIC, terrain.query().simd(simd)));
        }
    }
    if !set.fans.is_empty() {
        // All rays of a fan in one call, fan after fan.
        let rays_per_fan = rays.len() / set.fans.len();
        let ask = move |hits: &mut [_]| {
            for (fan, hits) in black_box(&set.fans).iter().zip(hits.chunks_mut(rays_per_fan)) {
                terrain.query().fan(fan, hits);
            }
        };
        casters.push((SYMMETRIC, whole("tileray fan", places(), ask, move |_, hit| read(hit))));
    }
    casters
}

/// Those that visit every pixel: the loops that one writes by hand, and the crates that list the pixels of a line.
///
/// Every ray begins inside the mask, so a walk may stop where it leaves it. A mask of one bit a pixel is the fastest
/// that they can be given.
fn walks<'a>(mask: &'a BitMask, map: &TileMap, rays: &[Ray]) -> Vec<RayCaster<'a>> {
    let symmetric = Rule::Line(Rounding::Symmetric);
    let tiles = BoolTiles::new(map, |pixel| mask.is_solid(pixel));
    let clip = Clip::<i32>::from_size(mask.width(), mask.height());
    let pixel = |_: &Ray, pixel: &Option<IVec2>| Answer::pixel(*pixel);
    let exact = |ray: &Ray| exact_bit_test(mask, ray);
    let mut casters: Vec<RayCaster<'a>> = vec![
        (symmetric, each("bit test", rays.to_vec(), |ray| bit_test(mask, ray), pixel)),
        (symmetric, each("point list", rays.to_vec(), move |ray| point_list(&tiles, ray), pixel)),
        (Rule::Exact, each("exact bit test", rays.to_vec(), exact, |_, hit| Answer::hit(*hit))),
        (Rule::Line(Rounding::Down), each("line_drawing", rays.to_vec(), |ray| line_drawing(mask, ray), pixel)),
    ];
    // Only a mask without pixels has no such region.
    if let Some(clip) = clip {
        let cast = move |ray: &Ray| clipped_line(mask, &clip, ray);
        casters.push((Rule::Line(Rounding::TiesOnward), each("clipline", rays.to_vec(), cast, pixel)));
    }
    casters
}

/// Bresenham's line with an error term, from one end to the other, until `visit` gives something.
///
/// Ties go the way that makes the line from `b` to `a` the same, as Tileray's lines do.
#[inline(always)]
fn walk<T>(a: IVec2, b: IVec2, mut visit: impl FnMut(IVec2) -> Option<T>) -> Option<T> {
    let (extent, sign) = ((b - a).abs(), (b - a).signum());
    let steep = extent.y > extent.x;
    let (along, aside) = if steep { (sign.with_x(0), sign.with_y(0)) } else { (sign.with_y(0), sign.with_x(0)) };
    let (steps, minor) = (extent.max_element(), extent.min_element());
    let mut error = if along.x + along.y < 0 { steps - 1 } else { steps };
    let mut pixel = a;
    for _ in 0..=steps {
        let found = visit(pixel);
        if found.is_some() {
            return found;
        }
        pixel += along;
        error += 2 * minor;
        if error >= 2 * steps {
            error -= 2 * steps;
            pixel += aside;
        }
    }
    None
}

/// A bit test at every pixel: the loop that one writes by hand.
pub(crate) fn bit_test(mask: &BitMask, ray: &Ray) -> Option<IVec2> {
    // What is found is a solid pixel, or that the walk has left the mask.
    let found = walk(pixel_of(ray.origin()), pixel_of(ray.end()), |pixel| match mask.get(pixel) {
        Some(false) => None,
        Some(true) => Some(Some(pixel)),
        None => Some(None),
    });
    found.flatten()
}

/// All points of the line into a list, then a tile lookup and a `bool` for each: the walk that C# tutorials teach.
fn point_list(tiles: &BoolTiles, ray: &Ray) -> Option<IVec2> {
    let mut points = Vec::new();
    walk(pixel_of(ray.origin()), pixel_of(ray.end()), |pixel| {
        points.push(pixel);
        None::<()>
    });
    points.into_iter().find(|&point| tiles.is_solid(point))
}

/// A bit test at every pixel that the segment touches, border after border as Amanatides and Woo taught it.
pub(crate) fn exact_bit_test(mask: &BitMask, ray: &Ray) -> Option<(IVec2, f32)> {
    let (origin, along) = (ray.origin(), ray.end() - ray.origin());
    let (mut pixel, last) = (pixel_of(origin), pixel_of(ray.end()));
    let step = ivec2(if along.x < 0.0 { -1 } else { 1 }, if along.y < 0.0 { -1 } else { 1 });
    let ahead = pixel + step.max(IVec2::ZERO);
    // An axis along which the ray does not move gives an infinite share, or a NaN that no comparison takes.
    let mut leaves = (ahead.as_dvec2() - origin) / along;
    let share = DVec2::ONE / along.abs();
    let mut entered = 0.0;
    loop {
        if mask.get(pixel)? {
            return Some((pixel, (entered * along.length()) as f32));
        }
        if pixel == last {
            return None;
        }
        if leaves.y < leaves.x || along.x == 0.0 {
            entered = leaves.y;
            leaves.y += share.y;
            pixel.y += step.y;
        } else {
            entered = leaves.x;
            leaves.x += share.x;
            pixel.x += step.x;
        }
        if entered > 1.0 {
            return None;
        }
    }
}

/// The pixels that `line_drawing` lists, each tested.
fn line_drawing(mask: &BitMask, ray: &Ray) -> Option<IVec2> {
    let (a, b) = (pixel_of(ray.origin()), pixel_of(ray.end()));
    for (x, y) in line_drawing::Bresenham::new((a.x, a.y), (b.x, b.y)) {
        if mask.get(ivec2(x, y))? {
            return Some(ivec2(x, y));
        }
    }
    None
}

/// The pixels that `clipline` lists within the mask, clipped once, so that none needs to be held against its borders.
fn clipped_line(mask: &BitMask, clip: &Clip<i32>, ray: &Ray) -> Option<IVec2> {
    let (a, b) = (pixel_of(ray.origin()), pixel_of(ray.end()));
    let is_solid = |&(x, y): &(u32, u32)| mask.bit(x, y);
    // The line for each major axis apart: its iterator then has no choice to make at every pixel.
    let found = match clip.line_b_proj(a.x, a.y, b.x, b.y)? {
        LineB::Bx(mut line) => line.find(is_solid),
        LineB::By(mut line) => line.find(is_solid),
    };
    // Its lines leave out their last pixel.
    found.map(|(x, y)| ivec2(x as i32, y as i32)).or_else(|| mask.is_solid(b).then_some(b))
}

/// A grid of tiles, each an array of one `bool` a pixel: what the walk over a list looks its points up in.
#[derive(Debug)]
struct BoolTiles {
    tile_size: i32,
    columns: i32,
    rows: i32,
    cells: Vec<Option<Vec<bool>>>,
}

impl BoolTiles {
    fn new(map: &TileMap, is_solid: impl Fn(IVec2) -> bool) -> Self {
        let tile_size = map.tile_size().x as i32;
        let (columns, rows) = (map.size().x as i32, map.size().y as i32);
        let cells = (0..rows * columns)
            .map(|cell| {
                let corner = ivec2(cell % columns, cell / columns) * tile_size;
                let pixels: Vec<bool> = (0..tile_size * tile_size)
                    .map(|pixel| is_solid(corner + ivec2(pixel % tile_size, pixel / tile_size)))
                    .collect();
                pixels.contains(&true).then_some(pixels)
            })
            .collect();
        Self { tile_size, columns, rows, cells }
    }

    #[inline(always)]
    fn is_solid(&self, pixel: IVec2) -> bool {
        let cell = ivec2(pixel.x.div_euclid(self.tile_size), pixel.y.div_euclid(self.tile_size));
        if cell.x < 0 || cell.y < 0 || cell.x >= self.columns || cell.y >= self.rows {
            return false;
        }
        let inside = pixel - cell * self.tile_size;
        let tile = &self.cells[(cell.y * self.columns + cell.x) as usize];
        tile.as_ref().is_some_and(|tile| tile[(inside.y * self.tile_size + inside.x) as usize])
    }
}

/// A ray whose direction is of length 1, and its length: distances are then times of impact.
type Query = (ParryRay, f32);

/// `parry2d`: a set of voxels, and a tree of boxes.
fn parrys<'a>(rivals: &'a Rivals, rays: &[Ray]) -> Vec<RayCaster<'a>> {
    let queries = || rays.iter().map(query).collect();
    let read = |_: &Query, distance: &Option<f32>| Answer::distance(*distance);
    let voxels = |(ray, length): &Query| rivals.voxels.cast_local_ray(ray, *length, true);
    let tree = |(ray, length): &Query| {
        let cast = |leaf: u32, best| rivals.aabbs[leaf as usize].cast_local_ray(ray, best, true);
        rivals.tree.cast_ray(ray, *length, cast).map(|(_, distance)| distance)
    };
    let contestants = [each("parry2d voxels", queries(), voxels, read), each("parry2d boxes", queries(), tree, read)];
    contestants.map(|contestant| (Rule::Real, contestant)).into()
}

fn query(ray: &Ray) -> Query {
    let direction = ((ray.end() - ray.origin()) / ray.length()).as_vec2();
    let origin = ray.origin().as_vec2();
    (ParryRay::new(Vector::new(origin.x, origin.y), Vector::new(direction.x, direction.y)), ray.length() as f32)
}

/// Box2D v3: the closest ray hit in a world of static boxes.
#[cfg(feature = "box2d")]
fn box2d<'a>(world: &'a boxdd::World, rays: &[Ray]) -> RayCaster<'a> {
    use boxdd::{Position, QueryFilter, Vec2};
    let query = |ray: &Ray| {
        let (origin, along) = (ray.origin().as_vec2(), (ray.end() - ray.origin()).as_vec2());
        (Position::new(origin.x, origin.y), Vec2::new(along.x, along.y))
    };
    let queries: Vec<(Position, Vec2)> = rays.iter().map(query).collect();
    let lengths: Vec<f32> = rays.iter().map(|ray| ray.length() as f32).collect();
    let ask = move |fractions: &mut [Option<f32>]| {
        let query = world.query().expect("a world that may be asked");
        for (&(origin, translation), fraction) in black_box(&queries[..fractions.len()]).iter().zip(fractions) {
            let hit = query.cast_ray_closest(origin, translation, QueryFilter::default());
            *fraction = hit.expect("a finite ray").map(|hit| hit.fraction);
        }
    };
    let read = move |index: usize, fraction: &Option<f32>| {
        Answer::distance(fraction.map(|fraction| fraction * lengths[index]))
    };
    (Rule::Real, whole("box2d", vec![None; rays.len()], ask, read))
}
