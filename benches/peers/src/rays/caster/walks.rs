//! Those that visit every pixel: the loops that one writes by hand, and the crates that list the pixels of a line.
//!
//! Every ray begins inside the mask, so a walk may stop where it leaves it. A mask of one bit a pixel is the fastest
//! that they can be given.

use super::{RayCaster, Rounding, Rule, each};
use crate::bit_mask::BitMask;
use crate::rays::line::pixel_of;
use crate::rays::rivals::BoolTiles;
use clipline::{Clip, LineB};
use tileray::glam::{DVec2, IVec2, ivec2};
use tileray::{Ray, TileMap};

pub(super) fn casters<'a>(mask: &'a BitMask, map: &TileMap, rays: &[Ray]) -> Vec<RayCaster<'a>> {
    let symmetric = Rule::Line(Rounding::Symmetric);
    let tiles = BoolTiles::new(map, |pixel| mask.is_solid(pixel));
    let clip = Clip::<i32>::from_size(mask.width(), mask.height());
    let rays = || rays.iter().copied();
    let mut casters: Vec<RayCaster<'a>> = vec![
        each("bit test", symmetric, rays(), |ray| bit_test(mask, ray)),
        each("point list", symmetric, rays(), move |ray| point_list(&tiles, ray)),
        each("exact bit test", Rule::Exact, rays(), |ray| exact_bit_test(mask, ray)),
        each("line_drawing", Rule::Line(Rounding::Down), rays(), |ray| line_drawing(mask, ray)),
    ];
    // Only a mask without pixels has no such region.
    if let Some(clip) = clip {
        let cast = move |ray: &Ray| clipped_line(mask, &clip, ray);
        casters.push(each("clipline", Rule::Line(Rounding::TiesOnward), rays(), cast));
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
