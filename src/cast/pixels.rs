//! The solid pixels around a shape, and the time at which it leaves the pixels that it overlaps.

use super::frame::{ShapeFrame, with_sum};
use super::sum::PixelSum;
use crate::collide::{Collider, Core};
use crate::geometry::tolerance::GRAZE_PART;
use crate::geometry::{Bound, Rect};
use crate::solidity::{BRICK_SHIFT, BRICK_SIDE};
use crate::terrain::LayerSelection;
use glam::{DVec2, IVec2};

/// Visits the bricks of a rectangle that hold solid pixels, with their rows, until `is_found` returns true; returns
/// whether it did.
pub(super) fn each_brick(
    selection: &LayerSelection<'_>,
    area: &Rect,
    mut is_found: impl FnMut(IVec2, [u16; 16]) -> bool,
) -> bool {
    let area = area.intersection(&selection.pixels());
    if area.is_empty() {
        return false;
    }
    let first = area.min >> BRICK_SHIFT as i32;
    let last = (area.max - 1) >> BRICK_SHIFT as i32;
    (first.y..=last.y).any(|y| {
        (first.x..=last.x).any(|x| {
            let at = IVec2::new(x, y);
            selection.rows(at).is_some_and(|rows| is_found(at * BRICK_SIDE, rows))
        })
    })
}

/// Visits the solid pixels of a rectangle, brick after brick, until `is_found` returns true; returns whether it did.
pub(super) fn each_pixel(selection: &LayerSelection<'_>, area: &Rect, mut is_found: impl FnMut(IVec2) -> bool) -> bool {
    each_brick(selection, area, |corner, rows| {
        let (low, high) = ((area.min - corner).max(IVec2::ZERO), (area.max - corner).min(IVec2::splat(BRICK_SIDE)));
        let across = u16::MAX >> (BRICK_SIDE - (high.x - low.x)) << low.x;
        (low.y..high.y).any(|y| {
            let mut bits = rows[y as usize] & across;
            std::iter::from_fn(|| {
                let x = (bits != 0).then(|| bits.trailing_zeros())?;
                bits &= bits - 1;
                Some(corner + IVec2::new(x as i32, y))
            })
            .any(&mut is_found)
        })
    })
}

/// Returns the first time, at most `end`, at which a moving shape overlaps no solid pixel; `None` if there is none.
///
/// ```text
/// free = 0
/// loop: free = the last time at which the shape leaves a pixel that it overlaps at `free`
/// until free stays the same
/// ```
///
/// Each round looks at the pixels around the shape at the time `free`, so pixels farther along are not looked at. Their
/// order does not matter.
pub(super) fn free_time<C: Collider + ?Sized>(
    shape: &C,
    frame: &ShapeFrame,
    selection: &LayerSelection<'_>,
    motion: DVec2,
    end: f64,
) -> Option<f64> {
    if motion == DVec2::ZERO {
        return None;
    }
    let mut free = 0.0;
    loop {
        let before = free;
        shape.visit_cores(&mut |core| {
            with_sum!(frame, &core, |sum| {
                let moving = frame.moving(sum, DVec2::ZERO, motion, 1.0);
                each_pixel(selection, &pixels_around(&core, motion * before), |pixel| {
                    let (point, radius) = (moving.offset(pixel), sum.radius());
                    let graze = moving.tolerance(pixel) * GRAZE_PART;
                    // Most pixels have been left by then, even with the rounding of times.
                    if sum.is_within(point + motion * free, radius + graze)
                        && let Some((enter, leave)) = sum.span(point, motion, radius - graze)
                        && enter <= before
                        && before < leave
                        && let Some((_, leave)) = sum.span(point, motion, radius)
                    {
                        free = leave.at_least(free);
                    }
                    free > end
                });
            });
        });
        if free > end {
            return None;
        }
        if free == before {
            return Some(free);
        }
    }
}

/// Returns the pixels that a displaced core may touch.
pub(super) fn pixels_around(core: &Core<'_>, at: DVec2) -> Rect {
    let (mut low, mut high) = (core.points[0], core.points[0]);
    for &point in &core.points[1..] {
        low = low.at_most(point);
        high = high.at_least(point);
    }
    // Beyond this no terrain holds pixels; conversions saturate.
    let pixel = |at: DVec2, more: i32| -> IVec2 {
        const MOST: f64 = (1_u64 << 31) as f64 - 64.0;
        at.floor().at_least(DVec2::splat(-MOST)).at_most(DVec2::splat(MOST)).as_ivec2() + more
    };
    Rect::new(pixel(low + at - core.radius, -1), pixel(high + at + core.radius, 2))
}
