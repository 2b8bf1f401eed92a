//! When a shape that overlaps solid pixels has left them.

use super::frame::{ShapeFrame, SumVisitor};
use super::pixels::each_pixel;
use super::sum::PixelSum;
use crate::collide::{Collider, Core};
use crate::geometry::Rect;
use crate::geometry::tolerance::GRAZE_PART;
use crate::terrain::LayerSelection;
use glam::{DVec2, IVec2};

/// Returns the first time, at most `end`, at which a moving shape overlaps no solid pixel; `None` if there is none.
///
/// ```text
/// free = 0
/// loop: free = the greatest time at which a pixel is left that is met before or at `free`; until it stays the same
/// ```
///
/// Each round looks at the pixels around the shape at the time `free`, so pixels farther along are not looked at.
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
            free = frame.with_sum(&core, LeaveCore { frame, core: &core, selection, motion, free });
        });
        if free > end {
            return None;
        }
        if free == before {
            return Some(free);
        }
    }
}

/// A core that leaves pixels.
struct LeaveCore<'a> {
    frame: &'a ShapeFrame,
    core: &'a Core<'a>,
    selection: &'a LayerSelection<'a>,
    motion: DVec2,
    free: f64,
}

impl SumVisitor for LeaveCore<'_> {
    type Answer = f64;

    fn visit<S: PixelSum>(self, sum: &S) -> f64 {
        let Self { frame, core, selection, motion, mut free } = self;
        let moving = frame.moving(sum, DVec2::ZERO, motion, 1.0);
        let around = pixels_around(core, motion * free);
        each_pixel(selection, &around, |pixel| {
            let point = moving.offset(pixel);
            let graze = moving.tolerance(pixel) * GRAZE_PART;
            let deep = sum.span(point, motion, sum.radius() - graze);
            if deep.is_some_and(|(enter, leave)| enter <= free && free < leave)
                && let Some((_, leave)) = sum.span(point, motion, sum.radius())
            {
                free = free.max(leave);
            }
            false
        });
        free
    }
}

/// Returns the pixels that a displaced core may touch.
pub(super) fn pixels_around(core: &Core<'_>, at: DVec2) -> Rect {
    let (mut low, mut high) = (core.points[0], core.points[0]);
    for &point in &core.points[1..] {
        low = low.min(point);
        high = high.max(point);
    }
    // Beyond this no terrain holds pixels; conversions saturate.
    let pixel = |at: DVec2, more: i32| -> IVec2 {
        const MOST: f64 = (1_u64 << 31) as f64 - 64.0;
        at.floor().clamp(DVec2::splat(-MOST), DVec2::splat(MOST)).as_ivec2() + more
    };
    Rect::new(pixel(low + at - core.radius, -1), pixel(high + at + core.radius, 2))
}
