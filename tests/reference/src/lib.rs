//! Oracles so plain that they are evidently right: the formulas, one pixel at a time, in numbers that cannot overflow.
#![expect(missing_docs, missing_debug_implementations, reason = "it is for the tests of one repository")]

pub mod bits;
pub mod cores;
pub mod edits;
pub mod exact;
pub mod golden;
pub mod loops;
pub mod maps;
pub mod masks;
pub mod meter;
pub mod mirrors;
pub mod motion;
pub mod nearest;
pub mod pairs;
pub mod pieces;
pub mod pixels;
pub mod png;
pub mod pool;
pub mod regions;
mod replay;
pub mod ring_shapes;
pub mod rings;
pub mod scenes;
pub mod separation;
pub mod sight;
pub mod targets;

pub use replay::{CaseRng, Replay, each_case, numbers, seeded};

use tileray::glam::{DVec2, IVec2, Vec2, ivec2, vec2};
use tileray::{Ray, RayHit, Rect, Traversal};

/// The pixel after `step` steps of Bresenham's line from `a` to `b`, and the number of steps, by the definition.
pub fn line_pixel(a: IVec2, b: IVec2, step: i128) -> (IVec2, i128) {
    let extent = |from: i32, to: i32| (i128::from(to) - i128::from(from)).abs();
    let steep = extent(a.y, b.y) > extent(a.x, b.x);
    let split = |p: IVec2| if steep { (i128::from(p.y), i128::from(p.x)) } else { (i128::from(p.x), i128::from(p.y)) };
    let (from, to) = (split(a), split(b));
    let (low, high, k_of_step) = if from.0 <= to.0 { (from, to, step) } else { (to, from, (from.0 - to.0) - step) };
    let (steps, minor_steps) = (high.0 - low.0, (high.1 - low.1).abs());
    let moved = if steps == 0 { 0 } else { (2 * k_of_step * minor_steps + steps).div_euclid(2 * steps) };
    let (major, minor) = (low.0 + k_of_step, low.1 + moved * (high.1 - low.1).signum());
    let (x, y) = if steep { (minor, major) } else { (major, minor) };
    (ivec2(x as i32, y as i32), steps)
}

/// All pixels of the line from `a` to `b`.
pub fn line(a: IVec2, b: IVec2) -> Vec<IVec2> {
    let (_, steps) = line_pixel(a, b, 0);
    (0..=steps).map(|step| line_pixel(a, b, step).0).collect()
}

/// The `k` at which a line of `steps` steps that moves aside by `minor` comes as close below a tie as it can: where `k·d`
/// leaves `(D - 1) / 2` when divided by `D`. `None` where the two numbers have a common divisor.
pub fn step_below_a_tie(minor: i64, steps: i64) -> Option<i64> {
    // Euclid's algorithm, which keeps r = minor * x (mod steps), for the number that times `minor` leaves 1.
    let (mut r, mut x) = ((steps, minor), (0, 1));
    while r.1 != 0 {
        let quotient = r.0 / r.1;
        r = (r.1, r.0 - quotient * r.1);
        x = (x.1, x.0 - quotient * x.1);
    }
    (r.0 == 1).then(|| (steps - 1) / 2 * x.0.rem_euclid(steps) % steps)
}

/// The values of a hit, without the owner of the pixel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlainHit {
    pub pixel: IVec2,
    pub previous: Option<IVec2>,
    pub point: Vec2,
    pub distance: f32,
    pub fraction: f32,
    pub normal: Vec2,
    pub inside: bool,
}

impl From<RayHit> for PlainHit {
    fn from(hit: RayHit) -> Self {
        Self {
            pixel: hit.pixel(),
            previous: hit.previous(),
            point: hit.point(),
            distance: hit.distance(),
            fraction: hit.fraction(),
            normal: hit.normal(),
            inside: hit.inside(),
        }
    }
}

/// The pixel that a point belongs to.
pub fn pixel_of(point: DVec2) -> IVec2 {
    ivec2(point.x.floor() as i32, point.y.floor() as i32)
}

/// A walk over every pixel of the ray's line, with the hit's description by the definitions.
pub fn raycast(is_solid: impl Fn(IVec2) -> bool, ray: &Ray) -> Option<PlainHit> {
    let (origin, end) = (ray.origin(), ray.end());
    if ![origin.x, origin.y, end.x, end.y].iter().all(|value| value.abs() <= f64::from(1 << 30)) {
        return None;
    }
    let (a, b) = (pixel_of(origin), pixel_of(end));
    let (_, steps) = line_pixel(a, b, 0);
    let step = (0..=steps).find(|&step| is_solid(line_pixel(a, b, step).0))?;
    Some(hit_at(is_solid, ray, step))
}

/// The hit of a walk over every pixel, by the definition of the traversal.
pub fn walk(is_solid: impl Fn(IVec2) -> bool, ray: &Ray, traversal: Traversal) -> Option<PlainHit> {
    if traversal == Traversal::Exact { exact::raycast(is_solid, ray) } else { raycast(is_solid, ray) }
}

/// The description of a hit at a step of the ray's line, whether or not its pixel is solid.
pub fn hit_at(is_solid: impl Fn(IVec2) -> bool, ray: &Ray, step: i128) -> PlainHit {
    let (origin, end) = (ray.origin(), ray.end());
    let (a, b) = (pixel_of(origin), pixel_of(end));
    let pixel = line_pixel(a, b, step).0;
    let previous = (step > 0).then(|| line_pixel(a, b, step - 1).0);
    let normal = previous.map_or(Vec2::ZERO, |previous| {
        let back = previous - pixel;
        let x_is_major = a.x.abs_diff(b.x) >= a.y.abs_diff(b.y);
        let (along_x, along_y) = (ivec2(back.x, 0), ivec2(0, back.y));
        let (major, minor) = if x_is_major { (along_x, along_y) } else { (along_y, along_x) };
        let diagonal = back.x != 0 && back.y != 0;
        let face = match (diagonal, is_solid(pixel + major), is_solid(pixel + minor)) {
            (false, ..) => back,
            (true, true, false) => minor,
            (true, ..) => major,
        };
        vec2(face.x as f32, face.y as f32)
    });
    let (point, distance, fraction) = on_face(ray, pixel, normal);
    PlainHit { pixel, previous, point, distance, fraction, normal, inside: previous.is_none() }
}

/// Where a ray crosses the line of a pixel's face, clamped to the face: the point, its distance, and that over the ray's
/// length. The start of the ray where there is no `normal`.
pub fn on_face(ray: &Ray, pixel: IVec2, normal: Vec2) -> (Vec2, f32, f32) {
    let units = |point: DVec2| exact::snapped(point).map(|units| units as f64);
    let (from, to) = (units(ray.origin()), units(ray.end()));
    let (pixel, normal) = ([pixel.x, pixel.y].map(f64::from), normal.to_array());
    // How far the pixel's near border lies ahead of the start, on either axis, and how far the ray goes.
    let border = [0, 1].map(|axis| 256.0 * pixel[axis] - from[axis]);
    let way = [0, 1].map(|axis| to[axis] - from[axis]);
    let across = usize::from(normal[0] == 0.0);
    let (aside, mut moved) = (1 - across, [0.0; 2]);
    if normal[across] != 0.0 {
        moved[across] = border[across] + if normal[across] > 0.0 { 256.0 } else { 0.0 };
        let crossing = moved[across].abs() * way[aside] / way[across].abs().max(1.0);
        moved[aside] = crossing.clamp(border[aside], border[aside] + 256.0);
    }
    let length = |vector: [f64; 2]| (vector[0] * vector[0] + vector[1] * vector[1]).sqrt() / 256.0;
    let at = |axis: usize| ((from[axis] + moved[axis]) / 256.0) as f32;
    let distance = length(moved);
    (vec2(at(0), at(1)), distance as f32, (distance / length(way).max(1.0 / 256.0)) as f32)
}

/// The pixel that a ray hits, where nothing outside `bounds` is solid; for rays that are too long to walk.
pub fn raycast_near(is_solid: impl Fn(IVec2) -> bool, ray: &Ray, bounds: Rect) -> Option<IVec2> {
    let (a, b) = (pixel_of(ray.origin()), pixel_of(ray.end()));
    let (_, steps) = line_pixel(a, b, 0);
    // Coordinates grow or fall along the line, so the steps at which it is past a border are found by halving.
    let first_step = |past: &dyn Fn(IVec2) -> bool| {
        let (mut low, mut high) = (0, steps + 1);
        while low < high {
            let middle = (low + high) / 2;
            if past(line_pixel(a, b, middle).0) { high = middle } else { low = middle + 1 }
        }
        low
    };
    let enters = |p: IVec2| {
        (if b.x >= a.x { p.x >= bounds.min.x } else { p.x < bounds.max.x })
            && (if b.y >= a.y { p.y >= bounds.min.y } else { p.y < bounds.max.y })
    };
    let leaves = |p: IVec2| {
        (if b.x >= a.x { p.x >= bounds.max.x } else { p.x < bounds.min.x })
            || (if b.y >= a.y { p.y >= bounds.max.y } else { p.y < bounds.min.y })
    };
    let (first, end) = (first_step(&enters), first_step(&leaves));
    (first..end).map(|step| line_pixel(a, b, step).0).find(|&pixel| is_solid(pixel))
}

/// Returns the number of random cases of a test: `TILERAY_CASES`, or the test's own number. A debug build, which takes ten to a
/// hundred times as long for each, has a sixteenth of that; `.ci/run` has all, optimized.
pub fn cases(default: usize) -> usize {
    let default = if cfg!(debug_assertions) { default.div_ceil(16) } else { default };
    std::env::var("TILERAY_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}
