//! What one would write without this crate, on the same rays and with the same answers.

mod bool_tiles;

pub(crate) use bool_tiles::BoolTiles;

use tileray::glam::{IVec2, ivec2};
use tileray::{Ray, SolidityMap};

/// The pixels of a ray's ends.
fn ends(ray: &Ray) -> (IVec2, IVec2) {
    (ray.origin().floor().as_ivec2(), ray.end().floor().as_ivec2())
}

/// Bresenham's line with an error term, from one end to the other, as `visit` allows: it returns whether to go on.
///
/// Ties go the way that makes the line from `b` to `a` the same, as the crate's lines do.
fn walk(a: IVec2, b: IVec2, mut visit: impl FnMut(IVec2) -> bool) {
    let (dx, dy) = ((b.x - a.x).abs(), (b.y - a.y).abs());
    let step = (b - a).signum();
    let (steep, steps, minor) = (dy > dx, dx.max(dy), dx.min(dy));
    let toward_smaller = if steep { step.y < 0 } else { step.x < 0 };
    let mut error = if toward_smaller { steps - 1 } else { steps };
    let mut pixel = a;
    for _ in 0..=steps {
        if !visit(pixel) {
            return;
        }
        error += 2 * minor;
        let aside = error >= 2 * steps;
        if aside {
            error -= 2 * steps;
        }
        if steep {
            pixel += ivec2(if aside { step.x } else { 0 }, step.y);
        } else {
            pixel += ivec2(step.x, if aside { step.y } else { 0 });
        }
    }
}

/// A bit test at every pixel: the loop that one writes by hand.
pub(crate) fn plain(mask: &SolidityMap, ray: &Ray) -> Option<IVec2> {
    let (a, b) = ends(ray);
    let mut hit = None;
    walk(a, b, |pixel| {
        if mask.get(pixel.x, pixel.y) {
            hit = Some(pixel);
        }
        hit.is_none()
    });
    hit
}

/// All points of the line into a list, then a tile lookup and a `bool` for each: the walk that C# tutorials teach.
pub(crate) fn list(tiles: &BoolTiles, ray: &Ray) -> Option<IVec2> {
    let (a, b) = ends(ray);
    let mut points = Vec::new();
    walk(a, b, |pixel| {
        points.push(pixel);
        true
    });
    points.into_iter().find(|&point| tiles.is_solid(point))
}
