//! The frame in which a shape and pixels are compared: coordinates from a pixel near the shape.

use super::box_sum::BoxSum;
use super::polygon_sum::PolygonSum;
use super::strip::clamped_floor;
use crate::collide::{Collider, Core};
use crate::geometry::{Bound, Elements};
use glam::{DVec2, IVec2};

/// The greatest coordinate and radius of a shape among pixels, in pixels. Shapes beyond meet nothing.
const MOST: f64 = (1_u64 << 30) as f64;

/// The frame of a shape.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShapeFrame {
    /// The pixel from which coordinates count.
    pub(super) base: DVec2,
    /// The center of the box around all points of the shape's cores, from the base.
    pub(super) aim: DVec2,
    /// The longer side of the shape's bounding box.
    pub(super) size: f64,
}

impl ShapeFrame {
    /// Returns the frame of a shape; `None` if the shape is not valid, or beyond ±2^30 px.
    #[inline]
    pub(super) fn new<C: Collider + ?Sized>(shape: &C) -> Option<Self> {
        let (mut low, mut high, mut radius) = (DVec2::INFINITY, DVec2::NEG_INFINITY, 0.0_f64);
        shape.visit_cores(&mut |core| {
            for &point in core.points {
                low = low.at_most(point);
                high = high.at_least(point);
            }
            radius = core.radius.at_least(radius);
        });
        if !(low.least() >= -MOST && high.greatest() <= MOST && radius <= MOST) {
            return None;
        }
        let center = (low + high) * 0.5;
        let base = DVec2::new(f64::from(clamped_floor(center.x)), f64::from(clamped_floor(center.y)));
        let size = (high - low).greatest() + 2.0 * radius;
        Some(Self { base, aim: center - base, size })
    }

    /// Returns the vector from the aim to the center of a pixel.
    #[inline(always)]
    pub(super) fn center_from_aim(&self, pixel: IVec2) -> DVec2 {
        pixel.as_dvec2() - self.base + 0.5 - self.aim
    }

    /// Returns the sum of pixels and a core.
    #[inline(always)]
    pub(super) fn sum(&self, core: &Core<'_>) -> CoreSum {
        let base = self.base;
        let (mut low, mut high) = (core.points[0] - base, core.points[0] - base);
        for &point in &core.points[1..] {
            low = low.at_most(point - base);
            high = high.at_least(point - base);
        }
        let is_corner = |point: &DVec2| {
            let at = *point - base;
            (at.x == low.x || at.x == high.x) && (at.y == low.y || at.y == high.y)
        };
        // Two points of a slanted segment are corners of their box too.
        let is_box = match core.points.len() {
            1 => true,
            2 => low.x == high.x || low.y == high.y,
            4 => core.points.iter().all(is_corner),
            _ => false,
        };
        if is_box {
            CoreSum::Box(BoxSum::new(low, high, core.radius))
        } else {
            CoreSum::Polygon(PolygonSum::new(core.points, base, core.radius))
        }
    }
}

/// The sum of pixels and a core.
pub(super) enum CoreSum {
    Box(BoxSum),
    Polygon(PolygonSum),
}

/// Evaluates an expression with the sum of pixels and a core, compiled for each kind of sum.
macro_rules! with_sum {
    ($frame:expr, $core:expr, |$sum:ident| $answer:expr) => {
        match $frame.sum($core) {
            $crate::cast::frame::CoreSum::Box(ref $sum) => $answer,
            $crate::cast::frame::CoreSum::Polygon(ref $sum) => $answer,
        }
    };
}

pub(super) use with_sum;
